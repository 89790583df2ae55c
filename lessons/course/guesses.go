package course

import (
	"context"
	"slices"

	"github.com/gramophone-course/gramophone/plots"
)

// Guesses are the choices of a prediction as curves or places on a panel of its figure,
// dashed and lettered. A letter is pressed like the choice's word in the line over the
// picture, which has the same letter; it is there until there is an answer, and on the
// lesson's page while the figure is as it opens, so that other states cost nothing more;
// before a class, see [Lettered]. The letters find their own places.
//
//	Guesses: []course.Guesses{{Ask: "limit", Panel: "fit-curve", In: []string{"lambda=10"}, Draw: limits}},
//
// What is drawn is honest: the right choice is what the figure draws in the state of the
// answer ([Picture.Drawn]), and a wrong one is computed as well, from the same data: what
// somebody who so thinks would have to draw. A choice that is no curve, as that nobody can
// tell, is a Guess of no points, and its letter is in the line alone.
type Guesses struct {
	Ask   string   // the prediction's id
	Panel string   // the ID of the panel
	In    []string // states of the figure that they are drawn from

	// Draw returns the choices in their order, from the pictures of those states.
	Draw func(in []*Picture) []plots.Guess
}

// opens reports whether the form is as the figure opens, whatever datum is pointed at.
func (f *Form) opens() bool {
	return !slices.ContainsFunc(f.Controls, func(c *Control) bool {
		return c.Value != c.Default && c.Name != "at" && c.Name != "with"
	})
}

type letteredKey struct{}

// Lettered returns a context under which a figure has its [Guesses] in every state whose panel has
// the axes that it opens with: before a class they stand on the picture from the vote to the answer.
func Lettered(ctx context.Context) context.Context {
	return context.WithValue(ctx, letteredKey{}, true)
}

// guessed is what is drawn of one prediction, and the axes of its panel as the figure opens.
type guessed struct {
	all  []plots.Guess
	x, y plots.Axis
}

// guessOn is what is drawn of all predictions about the figure on a picture of it: of those whose
// panel has other axes than as it opens, nothing.
func (f *Figure) guessOn(ctx context.Context, memo *Memo, p *Picture) ([][]plots.Guess, error) {
	opening, err := f.guess(ctx, memo)
	if err != nil {
		return nil, err
	}
	drawn := make([][]plots.Guess, len(opening))
	for i, g := range opening {
		if x, y := p.axes(f.Guesses[i].Panel); x == g.x && y == g.y {
			drawn[i] = g.all
		}
	}
	return drawn, nil
}

// A FigureKey is which figure something is kept of: a figure is functions, which no key holds.
type FigureKey struct{ name, title, goal string }

// Key is that of the figure.
func (f *Figure) Key() FigureKey { return FigureKey{f.Name, f.Title, f.Goal} }

// guess computes what is drawn of all predictions about the figure.
func (f *Figure) guess(ctx context.Context, memo *Memo) ([]guessed, error) {
	return RememberBy(ctx, memo, f.Key(), func(ctx context.Context) ([]guessed, int, error) {
		at := func(query string) (*Picture, error) { return f.Build(NewForm(ParseQuery(query)))(ctx, memo) }
		opens, err := at("")
		if err != nil {
			return nil, 0, err
		}
		of, bytes := make([]guessed, len(f.Guesses)), 0
		for i, g := range f.Guesses {
			of[i].x, of[i].y = opens.axes(g.Panel)
			in := make([]*Picture, len(g.In))
			for k, state := range g.In {
				if in[k], err = at(state); err != nil {
					return nil, 0, err
				}
			}
			of[i].all = g.Draw(in)
			for _, guess := range of[i].all {
				bytes += 16 * len(guess.Xs)
			}
		}
		return of, bytes, nil
	})
}

// axes are those of the panel of that ID; zero where there is none, or it has no frame.
func (p *Picture) axes(panel string) (x, y plots.Axis) {
	for _, column := range p.Columns {
		for _, drawn := range column {
			if drawn.ID == panel {
				x, y, _ = drawn.Axes()
			}
		}
	}
	return x, y
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
