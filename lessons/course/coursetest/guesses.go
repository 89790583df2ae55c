package coursetest

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gramophone/lessons/course"
	"gramophone/plots"
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
		if e.Shows == "" && !slices.ContainsFunc(e.Choices, func(c course.Alternative) bool { return strings.Contains(c.Why, `class="preset"`) }) {
			continue // the state that shows it may be a goal
		}
		shown := slices.ContainsFunc(l.Figures, func(f course.Figure) bool {
			return slices.Contains(text.Over(f.Name), e) &&
				!slices.ContainsFunc(e.Choices, func(c course.Alternative) bool { return states(e, c, f.Name) == "" })
		})
		if !shown {
			t.Errorf("%s: no figure that it is asked over shows the answer to all choices: a line “shows ?figure.…” names a state", e.ID)
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

// guessed holds what package course says of Guesses: a prediction that is asked over the
// figure has as many choices, the right one is what the figure draws in the state of the
// answer, and the wrong ones are not.
func guessed(t *testing.T, l *course.Lesson, text *course.Text) {
	for _, f := range l.Figures {
		_, opens := Draw(t, l, f.Name, "")
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
			for j, guess := range opens.Guesses[i] {
				off := off(guess, drawn, axis)
				if j == right && !(off < 0.01) {
					t.Errorf("%s: choice %c is right, and %.1f %% of the axis from what is shown", g.Ask, 'A'+j, 100*off)
				}
				if j != right && !(off > 0.03) {
					t.Errorf("%s: choice %c is wrong, and what is shown", g.Ask, 'A'+j)
				}
			}
		}
	}
}

// linesOf are the lines of a panel, and its vertical axis.
func linesOf(t *testing.T, p *course.Picture, id string) (plots.Axis, []plots.Line) {
	for _, column := range p.Columns {
		for _, panel := range column {
			if panel.ID != id {
				continue
			}
			switch v := panel.Plot.(type) {
			case plots.Curves:
				return v.Y, v.Lines
			case plots.Paths:
				return v.Y, v.Lines
			}
		}
	}
	t.Fatalf("no panel %s with lines", id)
	return plots.Axis{}, nil
}

// off is how far a guess lies from the nearest of the lines, at most along it, as a share
// of the axis. What both have beyond the axis is alike.
func off(g plots.Guess, lines []plots.Line, y plots.Axis) float64 {
	height := func(v float64) float64 {
		if y.Log {
			return math.Log(v/y.Min) / math.Log(y.Max/y.Min)
		}
		return min(max((v-y.Min)/(y.Max-y.Min), -0.05), 1.05)
	}
	least := math.Inf(1)
	for _, l := range lines {
		most := 0.0
		for i, x := range g.Xs {
			k, found := slices.BinarySearch(l.Xs, x)
			if !found && (k == 0 || k == len(l.Xs)) {
				most = math.Inf(1)
				break
			}
			v := l.Ys[min(k, len(l.Ys)-1)]
			if !found {
				s := (x - l.Xs[k-1]) / (l.Xs[k] - l.Xs[k-1])
				v = (1-s)*l.Ys[k-1] + s*l.Ys[k]
			}
			most = math.Max(most, math.Abs(height(v)-height(g.Ys[i])))
		}
		if len(g.Xs) > 0 {
			least = math.Min(least, most)
		}
	}
	return least
}
