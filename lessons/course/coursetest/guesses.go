package coursetest

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// answered holds that an answer over a figure has one show it, if it does for one of the
// choices: in one of the figures that a prediction is asked over, every verdict links to a
// state, or the prediction names one.
func answered(t *testing.T, l *course.Lesson, text *course.Text) {
	for _, b := range text.Blocks {
		e := b.Exercise
		if b.Kind != "predict" || e.Line == "" {
			continue
		}
		if e.Shows == "" && !slices.ContainsFunc(e.Choices,
			func(c course.Alternative) bool { return strings.Contains(c.Why, `class="preset"`) }) {
			continue // the state that shows it may be a goal
		}
		shown := slices.ContainsFunc(l.Figures, func(f course.Figure) bool {
			return slices.Contains(text.Over(f.Name), e) &&
				!slices.ContainsFunc(e.Choices, func(c course.Alternative) bool { return states(e, c, f.Name) == "" })
		})
		if !shown {
			t.Error(l.SlipAt(b.Line, "%s: no figure that it is asked over shows the answer to all choices: a line "+
				"“shows ?figure.…” names a state", e.ID))
		}
	}
}

// states is the query, without prefixes, of the state of a figure that an answer given over
// it leads to; "" for none.
func states(e *course.Exercise, c course.Alternative, figure string) string {
	for _, part := range append(strings.Split(c.Why, `href="`)[1:], e.Shows) {
		address, _, _ := strings.Cut(part, `"`)
		_, query, _ := strings.Cut(address, "?")
		query, _, _ = strings.Cut(query, "#")
		query = strings.ReplaceAll(query, "&amp;", "&")
		if sub := course.Sub(course.ParseQuery(query), figure, false); len(sub) > 0 {
			return sub.Encode()
		}
	}
	return ""
}

// mostDrawn is of how many predictions of a figure the style sheet knows the choices.
const mostDrawn = 3

// guessed holds what package course says of Guesses: a prediction that is asked over the
// figure has as many choices, the right one is what the figure draws in the state of the
// answer, and no two are drawn alike.
func guessed(t *testing.T, l *course.Lesson, text *course.Text) {
	for _, f := range l.Figures {
		_, opens := Draw(t, l, f.Name, "")
		if len(f.Guesses) > mostDrawn {
			t.Errorf("%s: the style sheet shows the choices of %d predictions", f.Name, mostDrawn)
		}
		for i, g := range f.Guesses {
			over := text.Over(f.Name)
			at := slices.IndexFunc(over, func(e *course.Exercise) bool { return e.ID == g.Ask })
			if at < 0 || len(opens.Guesses) != len(f.Guesses) || len(opens.Guesses[i]) != len(over[at].Choices) {
				t.Errorf("%s: the choices drawn are not those of a prediction over it called %s", f.Name, g.Ask)
				continue
			}
			e := over[at]
			right := slices.IndexFunc(e.Choices, func(c course.Alternative) bool { return c.Right })
			_, shows := Draw(t, l, f.Name, states(e, e.Choices[right], f.Name))
			axis, drawn := linesOf(t, shows, g.Panel)
			all := opens.Guesses[i]
			if off := off(all[right], drawn, axis); !(off < 0.01) {
				t.Errorf("%s: the right choice is %.1f %% of the axis from what is shown", g.Ask, 100*off)
			}
			for j := range all {
				for h := range j {
					if !(max(off(all[j], all[h:h+1], axis), off(all[h], all[j:j+1], axis)) > 0.03) {
						t.Errorf("%s: choices %c and %c are drawn alike", g.Ask, 'A'+h, 'A'+j)
					}
				}
			}
		}
	}
}

// linesOf are the lines of a panel, and its vertical axis.
func linesOf(t *testing.T, p *course.Picture, id string) (y plots.Axis, drawn []plots.Guess) {
	var lines []plots.Line
	switch v := p.Panel(id).Plot.(type) {
	case plots.Curves:
		y, lines = v.Y, v.Lines
	case plots.Paths:
		y, lines = v.Y, v.Lines
	case plots.Race:
		y = v.Y
		y.Log = true
		for _, r := range v.Runners {
			drawn = append(drawn, plots.Guess{Xs: r.Xs, Ys: r.Mid})
		}
		for _, m := range v.Markers {
			drawn = append(drawn, plots.Guess{Xs: []float64{m.X}, Ys: []float64{m.Y}})
		}
	default:
		t.Fatalf("no panel %s with lines", id)
	}
	for _, l := range lines {
		drawn = append(drawn, plots.Guess{Xs: l.Xs, Ys: l.Ys})
	}
	return y, drawn
}

// off is how far a guess lies, at most along it, from the nearest line there, as a share of
// the axis. Values beyond the axis count as equal.
func off(g plots.Guess, lines []plots.Guess, y plots.Axis) float64 {
	height := func(v float64) float64 {
		if y.Log {
			return math.Log(v/y.Min) / math.Log(y.Max/y.Min)
		}
		return min(max((v-y.Min)/(y.Max-y.Min), -0.05), 1.05)
	}
	if len(g.Xs) == 0 {
		return math.Inf(1)
	}
	most := 0.0
	for i, x := range g.Xs {
		least := math.Inf(1)
		for _, l := range lines {
			if n := len(l.Xs); n > 0 && l.Xs[0] <= x && x <= l.Xs[n-1] {
				least = math.Min(least, math.Abs(height(l.At(x))-height(g.Ys[i])))
			}
		}
		most = math.Max(most, least)
	}
	return most
}
