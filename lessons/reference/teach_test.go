package reference_test

import (
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/reference"
)

// Every lesson's guide has a plan of ten minutes, prepared states, questions and wrong
// answers, and all of the lesson's notes once.
func TestGuides(t *testing.T) {
	links := 0
	for _, l := range lessons.Contents.Open() {
		g, err := reference.GuideTo(l)
		if err != nil {
			t.Fatal(err)
		}
		states := strings.Count(g.Plan+g.Prepared, "<a ")
		if g.Minutes != 10 || g.Plan == "" || states == 0 || len(g.Asks) < 4 || len(g.Wrong) == 0 {
			t.Errorf("%s: %d minutes, %d questions, %d lists of wrong answers; plan %.40q, states %.40q",
				l.Slug, g.Minutes, len(g.Asks), len(g.Wrong), g.Plan, g.Prepared)
		}
		text, err := l.Text()
		if err != nil {
			t.Fatal(err)
		}
		if notes := 1 + len(g.Asks) + len(g.Wrong); notes != len(text.Teach()) {
			t.Errorf("%s: the guide has %d notes, the lesson %d", l.Slug, notes, len(text.Teach()))
		}
		all := g.Plan + g.Prepared
		for _, ask := range append(g.Asks, g.Wrong...) {
			all += ask.HTML
			if ask.ID == "" || ask.Name == "" {
				t.Errorf("%s: a note of no place: %.60s", l.Slug, ask.HTML)
			}
		}
		if n := strings.Count(all, `href="/lessons/`); n < len(text.TeachLinks()) || strings.Contains(all, `href="?`) {
			t.Errorf("%s: %d links from the course's root, and %d states", l.Slug, n, len(text.TeachLinks()))
		}
		links += len(text.TeachLinks())
	}
	t.Logf("%d links to states", links)
}
