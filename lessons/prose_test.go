package lessons

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"gramophone/lessons/course"
)

// TestPresetsOpen opens every state that a lesson links to, its teacher's notes
// included: each parameter is one of a figure's and has an effect, and none needs
// a note.
func TestPresetsOpen(t *testing.T) {
	for _, l := range Contents.Open() {
		text, err := l.Text()
		if err != nil {
			t.Fatal(err)
		}
		links := text.Links()
		if len(links) < 10 {
			t.Errorf("%s links to %d states", l.Slug, len(links))
		}
		for _, link := range links {
			q, opened := course.ParseQuery(link), 0
			for _, f := range l.Figures {
				sub := course.Sub(q, f.Name, false)
				opened += len(sub)
				if len(sub) == 0 {
					continue
				}
				form, draw := f.At(sub)
				if _, err := draw(t.Context(), figuresMemo); err != nil {
					t.Errorf("%s?%s: %v", l.Slug, link, err)
				}
				if len(form.Notes) > 0 {
					t.Errorf("%s?%s leaves notes: %q", l.Slug, link, form.Notes)
				}
				for name := range sub {
					if name != "hide" && name != "lock" && !slices.ContainsFunc(form.Controls, func(c *course.Control) bool { return c.Name == name && !c.Hidden }) {
						t.Errorf("%s?%s: %s has no effect", l.Slug, link, name)
					}
				}
			}
			if opened != len(q) {
				t.Errorf("%s?%s: not every parameter belongs to a figure", l.Slug, link)
			}
		}
	}
}

// figuresMemo is shared by the tests that draw many states.
var figuresMemo = course.NewMemo(1 << 26)

var (
	formula = regexp.MustCompile(`(?s)<math.*?</math>`)
	tag     = regexp.MustCompile(`<[^>]*>`)
)

// words counts what is read, formulas left out.
func words(html string) int {
	return len(strings.Fields(tag.ReplaceAllString(formula.ReplaceAllString(html, " "), " ")))
}

// TestLessonsReadInEightMinutes counts what a reader reads before the exercises.
func TestLessonsReadInEightMinutes(t *testing.T) {
	for _, l := range Contents.Open() {
		text, err := l.Text()
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, b := range text.Blocks {
			if b.Kind == "exercise" {
				break
			}
			n += words(b.HTML)
			if b.Exercise != nil {
				n += words(b.Exercise.Ask)
				for _, c := range b.Exercise.Choices {
					n += words(c.Text)
				}
			}
			for _, c := range b.Cases {
				n += words(c.State) + words(c.Answer)
			}
		}
		t.Logf("%s: %d words", l.Slug, n)
		if n < 900 || n > 1600 {
			t.Errorf("%s has %d words before its exercises", l.Slug, n)
		}
	}
}
