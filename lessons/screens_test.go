package lessons

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gramophone/lessons/course"
)

// TestScreensHoldTheLesson: nothing is lost, nothing comes twice, nothing out of
// order, and no screen asks for more reading than a class does.
func TestScreensHoldTheLesson(t *testing.T) {
	for _, l := range Contents.Open() {
		lesson, err := l.Text()
		if err != nil {
			t.Fatal(err)
		}
		var want, got []string // in words, without tags
		add := func(list *[]string, html ...string) {
			for _, h := range html {
				*list = append(*list, strings.Fields(course.Plain(h))...)
			}
		}
		for _, b := range lesson.Blocks {
			switch b.Kind {
			case "figure", "code":
				want = append(want, b.Kind+" "+b.Name)
			case "predict", "exercise":
				want = append(want, b.Exercise.ID)
			case "break":
				for _, c := range b.Cases {
					add(&want, c.State, c.Answer)
				}
			default:
				add(&want, b.HTML)
			}
		}
		screens := lesson.Screens()
		if screens[0].Kind != "title" {
			t.Errorf("%s opens with %s", l.Slug, screens[0].Kind)
		}
		anchors := map[string]bool{}
		for i, s := range screens {
			if s.Anchor == "" || anchors[s.Anchor] {
				t.Errorf("%s: screen %d begins at %q", l.Slug, i+1, s.Anchor)
			}
			anchors[s.Anchor] = true
			if i > 0 && s.Name() == "" {
				t.Errorf("%s: screen %d, a %s, has no name", l.Slug, i+1, s.Kind)
			}
			switch s.Kind {
			case "figure", "code":
				got = append(got, s.Kind+" "+s.Block.Name)
			case "predict", "exercise":
				got = append(got, s.Exercise.ID)
			}
			if s.Opens {
				// The heading stands before its block, which may be a figure.
				if s.Kind == "figure" || s.Kind == "exercise" || s.Kind == "code" {
					last := got[len(got)-1]
					got = got[:len(got)-1]
					add(&got, s.Heading)
					got = append(got, last)
				} else {
					add(&got, s.Heading)
				}
			}
			for _, c := range s.Cases {
				add(&got, c.State, c.Answer)
			}
			add(&got, s.HTML)
			add(&got, s.Margin...)
			words := len(strings.Fields(course.Plain(s.HTML)))
			if words > 110 && s.Kind != "sources" && strings.Count(s.HTML, "<p")+strings.Count(s.HTML, "<li") > 1 {
				t.Errorf("%s: screen %d has %d words", l.Slug, i+1, words)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: words of the page (-) and of its screens (+):\n%s", l.Slug, diff)
		}
	}
}

// Every lesson tells its teacher a plan first, and links to states on the way.
func TestEveryLessonHasNotesForItsTeacher(t *testing.T) {
	for _, l := range Contents.Open() {
		lesson, err := l.Text()
		if err != nil {
			t.Fatal(err)
		}
		notes := lesson.Teach()
		if len(notes) == 0 || notes[0].After != 0 || strings.Count(notes[0].HTML, `class="preset"`) < 3 {
			t.Errorf("%s: no plan with prepared states", l.Slug)
		}
	}
}
