package site

import (
	"net/http"
	"strings"
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
	if w.Code != http.StatusOK {
		t.Fatalf("status %d", w.Code)
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
	body := w.Body.String()
	if strings.Contains(body, "missing-formula") || strings.Contains(body, "NaN") {
		t.Error("a formula or a number is missing")
	}
	if n := len(body); n > 300_000 {
		t.Errorf("the page has %d bytes", n)
	}
}
