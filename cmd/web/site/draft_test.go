package site

import (
	"net/http"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// A draft is served and marked, on its page and in the contents; the lessons around it
// pass it by.
func TestADraftIsMarked(t *testing.T) {
	var all []*course.Lesson
	for _, l := range lessons.Contents.Open()[:3] {
		all = append(all, l.Reread("", l.Prose))
	}
	before, draft, after := all[0], all[1], all[2]
	draft.Draft = true
	s := siteOf(all...)
	const mark = `class="draft"`
	for page, marks := range map[string]int{"/": 1, "/lessons/" + draft.Slug: 1, "/lessons/" + before.Slug: 0,
		"/lessons/" + after.Slug: 0} {
		w := get(t, s, page, plain)
		if n := strings.Count(w.Body.String(), mark); w.Code != http.StatusOK || n != marks {
			t.Errorf("%s: %d, marked %d times, want %d", page, w.Code, n, marks)
		}
	}
	if w := get(t, s, "/lessons/"+before.Slug, plain); !strings.Contains(w.Body.String(),
		`rel="next" href="/lessons/`+after.Slug) {
		t.Error("the lesson before it leads to a draft")
	}
}
