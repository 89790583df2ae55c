package study

import (
	"context"
	"errors"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/own"
)

// This file has the rows of a second table predicted: read, computed, shown and said.

// newControl is the control that names the second table.
const newControl = "new"

// second finds the second table. It is a control where there is one alone.
func (s *study) second(f *course.Form) {
	asked := strings.TrimSpace(f.Raw(newControl))
	if asked == "" || asked == "none" || s.table == nil {
		return
	}
	ref, ok := own.ParseRef(asked)
	if ok {
		s.new, ok = f.Tables.Get(ref.ID)
	}
	if !ok {
		f.Remark(newControl, "there is no such table: it was deleted, or has expired. Nothing is predicted of it.")
		return
	}
	named := own.Prefix + s.new.ID
	f.Instead(newControl, named)
	f.Choice(newControl, "rows predicted", "none", course.Options("none", "no other table", named, s.new.Name),
		course.More)
}

// A newOf names the predictions of a second table.
type newOf struct {
	studyOf
	table, method string
}

// predict has the predictions of the second table, or why there are none.
func (s *study) predict(ctx context.Context, memo *course.Memo, of studyOf) (err error) {
	if s.new == nil {
		return nil
	}
	key := newOf{of, s.new.ID, s.method.Name}
	s.fresh, err = course.RememberBy(ctx, memo, key, func(ctx context.Context) (*forecast, int, error) {
		fresh, err := s.Fresh(s.table, s.new, s.plan.Missing)
		if err != nil {
			return nil, 0, err
		}
		f, err := s.forecast(ctx, fresh)
		if err != nil {
			return nil, 0, err
		}
		return f, f.bytes(), nil
	})
	if why := own.Refusal(""); errors.As(err, &why) {
		s.unpredicted, err = string(why), nil
	}
	return err
}

// newSeries has of each row of the second table what is predicted: a response with its band, or the probabilities of
// the classes; its distance, and 1 where it is far; and what it is, where the table says so.
func (s *study) newSeries() course.Series {
	f := s.fresh
	columns := []course.Column{{Name: "row"}}
	add := func(name string, of func(k int) float64) {
		c := course.Column{Name: name}
		for k := range f.Rows {
			c.Values = append(c.Values, of(k))
		}
		columns = append(columns, c)
	}
	for _, i := range f.Rows {
		columns[0].Values = append(columns[0].Values, float64(i+1))
	}
	if s.Labels == nil {
		add("predicted", func(k int) float64 { return f.predicted[k][0] })
		add("low", func(k int) float64 { return f.predicted[k][0] - s.bandOf })
		add("high", func(k int) float64 { return f.predicted[k][0] + s.bandOf })
	} else {
		for q, class := range s.Classes {
			add("P("+class+")", func(k int) float64 { return f.predicted[k][q] })
		}
	}
	add("distance", func(k int) float64 { return f.distance[k] })
	add("far", func(k int) float64 {
		if f.isFar(k) {
			return 1
		}
		return 0
	})
	if f.Y != nil {
		add("is", func(k int) float64 { return f.Y[k] })
	}
	if f.Labels != nil {
		add("is", func(k int) float64 {
			if f.Labels[k] < 0 {
				return math.NaN()
			}
			return float64(f.Labels[k] + 1)
		})
	}
	return course.Series{Name: newControl, Columns: columns}
}

// listed are the rows of the second table that the page shows.
const listed = 12

// listing has the first rows as a reader wants them.
func (s *study) listing() *course.Listing {
	f := s.fresh
	l := &course.Listing{Title: "Predicted of " + s.new.Name, Series: newControl, Of: len(f.Rows)}
	l.Head = []string{"row", course.WithUnit(s.Out.Name, s.Out.Unit), "from", "to"}
	if s.Labels != nil {
		l.Head = []string{"row", s.Out.Name, "probability"}
	}
	is := f.Y != nil || f.Labels != nil
	if is {
		l.Head = append(l.Head, "it is")
	}
	l.Head = append(l.Head, "among the rows fitted")
	for k := range f.Rows[:min(listed, len(f.Rows))] {
		row := append([]string{strconv.Itoa(f.Rows[k] + 1)}, s.predictedCells(k)...)
		if is {
			row = append(row, s.isCell(k))
		}
		where := "near some"
		if f.isFar(k) {
			where = "far from all"
		}
		l.Rows = append(l.Rows, append(row, where))
	}
	return l
}

func (s *study) predictedCells(k int) []string {
	p := s.fresh.predicted[k]
	if s.Labels == nil {
		return []string{s.toBand(p[0]), s.toBand(p[0] - s.bandOf), s.toBand(p[0] + s.bandOf)}
	}
	said := floats.MaxIdx(p)
	return []string{s.Classes[said], course.Digits(p[said])}
}

// toBand is a response to as many places as half the band has in two digits.
func (s *study) toBand(v float64) string {
	places := 1 - math.Floor(math.Log10(s.bandOf))
	if !(places <= 9) || math.Abs(v) >= 1e9 {
		return course.Digits(v)
	}
	return strings.Replace(strconv.FormatFloat(v, 'f', max(0, int(places)), 64), "-", "−", 1)
}

// isCell is what the k-th row has of what is predicted.
func (s *study) isCell(k int) string {
	switch f := s.fresh; {
	case f.Y != nil && !math.IsNaN(f.Y[k]):
		return s.toBand(f.Y[k])
	case f.Labels != nil && f.Labels[k] >= 0:
		return s.Classes[f.Labels[k]]
	}
	return "—"
}

const (
	saysNoNew     = "Of {table} nothing is predicted. {why}"
	saysNew       = "Predicted of {table} by {method}, fitted to the open rows: {rows}."
	saysNewError  = "In {rows} it says {name}, which is missed by {error}; {inside} % are within the band."
	saysNewWrong  = "In {rows} it says {name}: {share} % of them are taken for another class."
	saysNewSame   = "With the very inputs of a row fitted, and no test of the fit: {rows}. Of them an error flatters."
	saysNewFilled = "For {numbers} missing there the median of the open rows stands in."
	saysNewLeft   = "Left out, with a gap: {rows}."
	saysNewUnseen = "No open row has {words}: they count as no word at all."
	saysNewFar    = "Farther from every open row than 99 in 100 of those are from the next: {rows}. Of them the fit " +
		"knows little."
	saysNewNearest = "None is farther from every open row than these are from each other."
)

// saysNew is what is said of the second table.
func (s *study) saysNew() (says []course.Said) {
	if s.unpredicted != "" {
		return []course.Said{course.Say(saysNoNew, s.new.Name, s.unpredicted)}
	}
	f := s.fresh
	if f == nil {
		return nil
	}
	rows := func(n int) course.Some { return course.Some{N: n, Noun: "row"} }
	lowered := strings.ToLower(s.method.Title[:1]) + s.method.Title[1:]
	says = append(says, course.Say(saysNew, s.new.Name, lowered, rows(len(f.Rows))))
	if missed := f.missed(); len(missed) > 0 && s.Labels == nil {
		inside := 0
		for _, size := range roots(missed) {
			if size <= s.bandOf {
				inside++
			}
		}
		says = append(says, course.Say(saysNewError, rows(len(missed)), s.Out.Name,
			course.Measure{Value: s.Error(missed), Unit: s.errorUnit()}, 100*float64(inside)/float64(len(missed))))
	} else if len(missed) > 0 {
		says = append(says, course.Say(saysNewWrong, rows(len(missed)), s.Out.Name, 100*s.Error(missed)))
	}
	if same := f.same(); same > 0 && len(f.missed()) > 0 {
		says = append(says, course.Say(saysNewSame, rows(same)))
	}
	if f.Filled > 0 {
		says = append(says, course.Say(saysNewFilled, course.Some{N: f.Filled, Noun: "number"}))
	}
	if f.LeftOut > 0 {
		says = append(says, course.Say(saysNewLeft, rows(f.LeftOut)))
	}
	if len(f.Unseen) > 0 {
		says = append(says, course.Say(saysNewUnseen, listOf(f.Unseen)))
	}
	far := 0
	for k := range f.Rows {
		if f.isFar(k) {
			far++
		}
	}
	if far == 0 {
		return append(says, course.Say(saysNewNearest))
	}
	return append(says, course.Say(saysNewFar, rows(far)))
}

// listOf are names as a sentence lists them; of many the first.
func listOf(names []string) (list course.List) {
	const most = 6
	for _, name := range names[:min(most, len(names))] {
		list = append(list, course.Say("{name}", name))
	}
	if n := len(names) - most; n > 0 {
		list = append(list, course.Say("{n} more", n))
	}
	return list
}
