package site

import (
	"net/http"
	"testing"

	"golang.org/x/net/html"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// The page names every question of the course, under any prefix, and says what it is without
// scripts.
func TestMyWorkPage(t *testing.T) {
	t.Parallel()
	s := quietSiteUnder("/kernels")
	w := get(t, s, "/kernels/my-work", plain)
	if n := w.Body.Len(); w.Code != http.StatusOK || n > 300_000 {
		t.Fatalf("status %d, %d bytes", w.Code, n)
	}
	doc, named := parsed(t, "/my-work", w), map[string]bool{}
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode && n.Data == "a" {
			named[attr(n, "href")] = true
		}
	}
	for _, l := range s.course.Open() {
		text := course.Must(l.Text())
		for _, b := range text.Blocks {
			if b.Exercise != nil && !named["/kernels/lessons/"+l.Slug+"#"+b.Exercise.ID] {
				t.Errorf("%s/%s is not on the page", l.Slug, b.Exercise.ID)
			}
		}
	}
}
