package classplot

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/gramophone-course/gramophone/cmd/web/rooms"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// A Pool is the points that the students of a class have put down, each one, and the fit of a
// figure to all of them.
type Pool struct {
	// What it is of.
	Of     []rooms.Point
	Figure *course.Figure // see [Pools]
	State  url.Values     // the room's

	// What is computed.
	Left  int         // how many points the figure does not take
	Panel plots.Panel // that the points are put down on, with what is fitted
}

// ownPoints is the control that a figure has of points of one's own, nil where it has none
// that are put down on a panel.
func ownPoints(f *course.Form) *course.Control {
	i := slices.IndexFunc(f.Controls, func(c *course.Control) bool { return c.Kind == course.Points && c.Panel != "" })
	if i < 0 {
		return nil
	}
	return f.Controls[i]
}

// Pools reports whether a figure takes points that are put down on it.
func Pools(f *course.Form) bool { return ownPoints(f) != nil }

// Compute draws the figure in the room's state with the class's points. Of more than it takes,
// it has some evenly among all, whose order says nothing.
func (p *Pool) Compute(ctx context.Context, memo *course.Memo) error {
	n := min(len(p.Of), course.MaxPoints)
	p.Left = len(p.Of) - n
	state := maps.Clone(p.State)
	form, _ := p.Figure.At(state)
	control := ownPoints(form)
	var all []string
	for i := range n {
		of := p.Of[i*len(p.Of)/n]
		text := course.FormatNumber(of.X) + "," + course.FormatNumber(of.Y)
		if control.Classed {
			text += fmt.Sprint(",", cmp.Or(of.Class, 1))
		}
		all = append(all, text)
	}
	state.Set("data", "points")
	state.Set(control.Name, strings.Join(all, ";"))
	state.Del("frame")
	state.Del("at")
	_, draw := p.Figure.At(state)
	picture, err := draw(ctx, memo)
	if err != nil {
		return err
	}
	p.Panel = picture.Panel(control.Panel)
	return nil
}

// Show is the panel of the figure.
func (p *Pool) Show() Shown {
	panel := p.Panel
	panel.ID, panel.Title = "class-points", "The points of the class, and the fit to them"
	says := fmt.Sprintf("%s, one a student, and the figure’s fit to them.", course.Plural(len(p.Of), "point"))
	if p.Left > 0 {
		says += fmt.Sprintf(" It takes %d of them: %d are left out.", course.MaxPoints,
			p.Left)
	}
	return Shown{panel, says}
}
