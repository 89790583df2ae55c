package playground

import (
	"fmt"
	"net/url"
	"slices"

	"github.com/gramophone-course/gramophone/lessons/course"
	table "github.com/gramophone-course/gramophone/lessons/own"
)

// Carry is the state of a form, of a figure or of another method, as far as the method has
// it too: the query of that state, canonical. A table of a reader's own goes along.
func (m Method) Carry(from *course.Form) string {
	figure, _ := Lesson.Figure(m.Name)
	opens, _ := figure.At(nil)
	query := url.Values{}
	for _, c := range from.Controls {
		for _, own := range opens.Controls {
			if own.Name == c.Name && !c.Off && own.Kind == c.Kind && takes(own, c) {
				query.Set(c.Name, c.Value)
			}
		}
	}
	if text, ok := unsigned(from); ok && query.Get("kernel") == "polynomial" {
		query.Set("kernel", "expression")
		query.Set("expr", text)
	}
	form, _ := figure.With(from.Tables, query)
	return form.Query("")
}

// unsigned is a polynomial with an offset below 0 as an expression: it may be no kernel, so that
// only a lesson about that offers it by name.
func unsigned(from *course.Form) (text string, ok bool) {
	var degree, offset *course.Control
	for _, c := range from.Controls {
		switch {
		case c.Off:
		case c.Name == "degree":
			degree = c
		case c.Name == "offset":
			offset = c
		}
	}
	if degree == nil || offset == nil || offset.Number() >= 0 {
		return "", false
	}
	return fmt.Sprintf("polynomial(%s, %s)", degree.Value, offset.Value), true
}

// takes reports whether a control can have the value of another of its name.
func takes(own, from *course.Control) bool {
	switch own.Kind {
	case course.Choice:
		return own.Tables && from.Tables && table.IsRef(from.Value) ||
			slices.ContainsFunc(own.Options, func(o course.Option) bool { return o.Value == from.Value })
	case course.Real, course.Whole:
		return own.Min <= from.Number() && from.Number() <= own.Max || own.Zero && from.Number() == 0
	case course.Points:
		return own.Classed == from.Classed
	}
	return own.Kind != course.Sequence
}
