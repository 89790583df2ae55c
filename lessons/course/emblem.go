package course

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/plots"
)

// An Emblem is the picture that stands for a lesson in the contents and on its card: what
// one of its figures shows, reduced to what is known at a glance.
type Emblem struct {
	State string // a figure and its query: "objective?lambda=2"
	Draw  func(*Picture) plots.Emblem
}

// DrawEmblem draws the lesson's emblem, nil if it has none. The error is an author's slip,
// or that ctx is cancelled.
func (l *Lesson) DrawEmblem(ctx context.Context, memo *Memo) (plots.Emblem, error) {
	if l.Emblem.Draw == nil {
		return nil, nil
	}
	name, query, _ := strings.Cut(l.Emblem.State, "?")
	f, ok := l.Figure(name)
	if !ok {
		return nil, fmt.Errorf("course: the emblem of %s is of no figure %q", l.Slug, name)
	}
	_, draw := f.At(ParseQuery(query))
	p, err := draw(ctx, memo)
	if err != nil {
		return nil, err
	}
	return l.Emblem.Draw(p), nil
}

// Show is the picture as the home page has it: with the panes of the course's emblem for
// panels.
func (h *Home) Show(p *Picture) *Picture {
	e := h.Emblem(p)
	if e == nil {
		return p
	}
	shown := *p
	shown.Columns = nil
	for i, pane := range e {
		id := fmt.Sprintf("%s-pane-%d", h.Figure, i+1)
		panel := plots.Panel{ID: id, Title: pane.Name, Width: paneSize, Height: paneSize, Plot: pane}
		shown.Columns = append(shown.Columns, []plots.Panel{panel})
	}
	return &shown
}

// paneSize is the width and the height of a pane on the home page, px.
const paneSize = 320

// Column returns that column of that series, nil where the picture has none.
func (p *Picture) Column(series, column string) []float64 {
	for _, s := range p.Series {
		i := slices.IndexFunc(s.Columns, func(c Column) bool { return c.Name == column })
		if i >= 0 && s.Name == series {
			return s.Columns[i].Values
		}
	}
	return nil
}

// Matrix returns the matrix of that name, nil where the picture has none.
func (p *Picture) Matrix(name string) mat.Matrix {
	for _, m := range p.Matrices {
		if m.Name == name {
			return m.Values
		}
	}
	return nil
}

// Panel returns the panel of that ID; one without a plot where the picture has none.
func (p *Picture) Panel(id string) plots.Panel {
	for _, panel := range slices.Concat(p.Columns...) {
		if panel.ID == id {
			return panel
		}
	}
	return plots.Panel{}
}
