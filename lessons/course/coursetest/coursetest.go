// Package coursetest is what the test of every lesson needs: its rules ([Check]), its programs
// ([Programs]), states of its figures, its exercises, and the statements of lectures that it has
// to cover.
package coursetest

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	_ "github.com/gramophone-course/gramophone/lessons/course/formulas" // shown as MathML
)

// memo is shared by the tests of a package, which draw many states.
var memo = course.NewMemo(1 << 26)

// Draw draws a figure of the lesson in the state of a query.
func Draw(t *testing.T, l *course.Lesson, figure, query string) (*course.Form, *course.Picture) {
	t.Helper()
	return drawIn(t.Context(), t, l, figure, query)
}

// unjudged draws it as a page does, without the hidden samples that a goal may ask for. They are most of
// the work, and what they say is held by [Goals] and [Check].
func unjudged(t *testing.T, l *course.Lesson, figure, query string) (*course.Form, *course.Picture) {
	t.Helper()
	return drawIn(course.Unjudged(t.Context()), t, l, figure, query)
}

func drawIn(ctx context.Context, t *testing.T, l *course.Lesson, figure, query string) (*course.Form,
	*course.Picture) {
	t.Helper()
	f, ok := l.Figure(figure)
	if !ok {
		t.Fatalf("no figure %q", figure)
	}
	form, draw := f.At(course.ParseQuery(query))
	p, err := draw(ctx, memo)
	if err != nil {
		t.Fatalf("%s?%s: %v", figure, query, err)
	}
	return form, p
}

// Opened is the picture of a state that the prose may link to: its query leaves no
// notes.
func Opened(t *testing.T, l *course.Lesson, figure, query string) *course.Picture {
	t.Helper()
	form, p := Draw(t, l, figure, query)
	if len(form.Notes) > 0 {
		t.Errorf("%s?%s leaves notes: %q", figure, query, form.Notes)
	}
	return p
}

// Values is a column of what a figure draws.
func Values(t *testing.T, p *course.Picture, series, column string) []float64 {
	t.Helper()
	values := p.Column(series, column)
	if values == nil {
		t.Fatalf("no %s in %s", column, series)
	}
	return values
}

// Ask is the lesson's prediction or exercise of that id.
func Ask(t *testing.T, l *course.Lesson, id string) *course.Exercise {
	t.Helper()
	text, err := l.Text()
	if err != nil {
		t.Fatal(err)
	}
	e, ok := text.Exercise(id)
	if !ok {
		t.Fatalf("no exercise %q", id)
	}
	return e
}

// Unsaid holds that none of the words, in which a question is answered, stands in the lesson's lede, or in its
// prose between two places, the last first place and the second.
func Unsaid(t *testing.T, l *course.Lesson, from, to string, words ...string) {
	t.Helper()
	before, _, found := strings.Cut(l.Prose, to)
	start := strings.LastIndex(before, from)
	if !found || start < 0 {
		t.Fatalf("no %q before %q", from, to)
	}
	if from == "" {
		start = 0
	}
	for _, word := range words {
		if strings.Contains(before[start:]+l.Lede, word) {
			t.Errorf("“%s” stands before the question at %q", word, strings.TrimSpace(to))
		}
	}
}

// Queries are states of a figure in which something holds, and states in which it does not.
type Queries [2][]string

// Goals holds that goals, each a figure and its name, are reached in the first states and not in
// the second. That they are where they say, and not as the figure opens, [Check] asks.
func Goals(t *testing.T, l *course.Lesson, states map[[2]string]Queries) {
	t.Helper()
	for goal, s := range states {
		for i, queries := range s {
			for _, query := range queries {
				if Opened(t, l, goal[0], query).Reached(goal[1]) != (i == 0) {
					t.Errorf("%s?%s: the goal %s is reached: %t", goal[0], query, goal[1], i != 0)
				}
			}
		}
	}
}

// Near holds a number to what it is by another way, to a part of it or of 1; NaN is NaN.
func Near(t *testing.T, name string, got, want, slack float64) {
	t.Helper()
	if got != want && !(math.Abs(got-want) <= slack*math.Max(1, math.Abs(want))) &&
		!(math.IsNaN(got) && math.IsNaN(want)) {
		t.Errorf("%s is %v, not %v", name, got, want)
	}
}

// Same is [Near] of numbers by their names, as [State.Find] or [Of] have them.
func Same(t *testing.T, of func(name string) float64, slack float64, want map[string]float64) {
	t.Helper()
	for name, v := range want {
		Near(t, name, of(name), v, slack)
	}
}

// Of are facts by their names.
func Of(f course.Facts) func(name string) float64 {
	return func(name string) float64 { return f[name] }
}

// Claims returns what fails for a claim of the prose that does not hold. The text is for
// whoever reads the failure: nothing looks for it in the prose, which may be reworded.
func Claims(t *testing.T) func(holds bool, text string) {
	return func(holds bool, text string) {
		t.Helper()
		if !holds {
			t.Error("not so: " + text)
		}
	}
}

// A Statement is something a lecture says that a lesson has to cover: the lecture,
// what it says, and a phrase of the lesson's Markdown that covers it.
type Statement [3]string

// covers fails for every statement that the lesson does not cover.
func covers(t *testing.T, l *course.Lesson, all []Statement) {
	t.Helper()
	for _, s := range all {
		lecture, says, where := s[0], s[1], s[2]
		if where == "" || !strings.Contains(l.Prose, where) {
			t.Errorf("%s: nowhere does it say “%s”, which was to cover: %s: %s", l.Slug, where, lecture, says)
		}
	}
}
