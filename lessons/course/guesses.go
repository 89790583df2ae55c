package course

import (
	"context"
	"slices"

	"github.com/gramophone-course/gramophone/plots"
)

// Guesses are the choices of a prediction as curves or places on a panel of its figure,
// dashed and lettered. A letter is pressed like the choice's word in the line over the
// picture, which has the same letter; it is there until there is an answer, on the
// lesson's page alone, and while the figure is as it opens, so that other states cost
// nothing more. The letters find their own places.
//
//	Guesses: []course.Guesses{{Ask: "limit", Panel: "fit-curve", Draw: limits}},
//
// What is drawn is honest: the right choice is what the figure draws in the state of the
// answer ([Picture.Drawn]), and a wrong one is computed as well, from the same data: what
// somebody who so thinks would have to draw. A choice that is no curve, as that nobody can
// tell, is a Guess of no points, and its letter is in the line alone.
type Guesses struct {
	Ask   string // the prediction's id
	Panel string // the ID of the panel

	// Draw returns the choices in their order. at draws a state of the figure.
	Draw func(at func(query string) (*Picture, error)) ([]plots.Guess, error)
}

// opens reports whether the form is as the figure opens, whatever datum is pointed at.
func (f *Form) opens() bool {
	return !slices.ContainsFunc(f.Controls, func(c *Control) bool {
		return c.Value != c.Default && c.Name != "at" && c.Name != "with"
	})
}

// guess computes what is drawn of all predictions about the figure.
func (f *Figure) guess(ctx context.Context, memo *Memo) ([][]plots.Guess, error) {
	type guessesOf struct{ name, title, goal string } // a figure is functions, which no key holds
	key := guessesOf{f.Name, f.Title, f.Goal}
	return RememberBy(ctx, memo, key, func(ctx context.Context) ([][]plots.Guess, int, error) {
		at := func(query string) (*Picture, error) { return f.Build(NewForm(ParseQuery(query)))(ctx, memo) }
		all, bytes := make([][]plots.Guess, len(f.Guesses)), 0
		for i, g := range f.Guesses {
			var err error
			if all[i], err = g.Draw(at); err != nil {
				return nil, 0, err
			}
			for _, guess := range all[i] {
				bytes += 16 * len(guess.Xs)
			}
		}
		return all, bytes, nil
	})
}

// Drawn is the line of that class on a panel of the picture, as a guess.
func (p *Picture) Drawn(panel, class string) plots.Guess {
	for _, column := range p.Columns {
		for _, drawn := range column {
			if drawn.ID != panel {
				continue
			}
			if l, ok := drawn.Line(class); ok {
				return plots.Guess{Xs: l.Xs, Ys: l.Ys}
			}
		}
	}
	panic("course: " + panel + " has no line of class " + class)
}
