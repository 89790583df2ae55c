package site

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// Beside what is worked by hand, on the page and on the projector, stands the picture
// that the figure itself has in that state.
func TestStills(t *testing.T) {
	s := sharedSite()
	stills := 0
	for _, l := range s.course.Open() {
		text := course.Must(l.Text())
		for _, b := range text.Blocks {
			if b.Still == nil {
				continue
			}
			stills++
			path := "/lessons/" + l.Slug
			_, draw := b.Still.Figure.At(b.Still.State())
			want := ""
			for _, panel := range slices.Concat(course.Must(draw(t.Context(), course.NewMemo(1<<20))).Columns...) {
				if want == "" && (b.Still.Panel == "" || b.Still.Panel == panel.ID) {
					panel.ID = b.Still.ID
					want = string(panel.AppendSVG(nil))
				}
			}
			if page := textAt(t, s, path); want == "" || strings.Count(page, want) != 1 {
				t.Errorf("%s: no picture of %s beside what is worked there", path, b.Still.Link)
			}
			if deck := textAt(t, s, path+"?present=1"); !strings.Contains(deck,
				`data-figure="`+b.Still.ID+`"`) || !strings.Contains(deck, `id="`+b.Still.ID+`-title"`) {
				t.Errorf("%s: no picture of %s on the projector", path, b.Still.Link)
			}
		}
	}
	if stills < 9 {
		t.Errorf("%d examples have a picture", stills)
	}
}

// The pictures that a page opens with are drawn once for all pages. Those who ask side
// by side, and those who ask later, get what a server gives that was never asked before.
func TestPagesShareTheirOpenings(t *testing.T) {
	for _, l := range quietSite().course.Open() {
		t.Run(l.Slug, func(t *testing.T) {
			t.Parallel()
			path := "/lessons/" + l.Slug
			targets := []string{path + "?none=1", path, path + "?present=1&step=2"}
			for i := range l.Figures {
				form, _ := l.Figures[i].At(nil)
				if c := slid(form); c != nil {
					targets = append(targets, path+"?"+l.Figures[i].Name+"."+c.Name+"="+nudged(c, 0))
				}
			}
			s := quietSite()
			got := make([]string, len(targets))
			var wg sync.WaitGroup
			for i, target := range targets {
				wg.Go(func() { got[i] = textAt(t, s, target) })
			}
			wg.Wait()
			for i, target := range targets {
				if want := get(t, quietSite(), target, plain); want.Code != http.StatusOK ||
					got[i] != want.Body.String() {
					t.Errorf("%s is another page beside others", target)
				}
			}
		})
	}
}
