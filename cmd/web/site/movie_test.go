package site

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
)

const moviePage = "/lessons/representer-theorem/film"

// A film has a page and a file, the same whatever the query; a lesson without one, a draft's and
// one of nothing are not there. Doors, lessons and projectors lead to those that are.
func TestMovies(t *testing.T) {
	s := quietSite()
	page := get(t, s, moviePage, plain)
	if page.Code != http.StatusOK || !strings.Contains(page.Body.String(), "<set attributeName") {
		t.Fatalf("%s: %d", moviePage, page.Code)
	}
	file := get(t, s, moviePage+".svg", plain)
	h := file.Header()
	if file.Code != http.StatusOK || h.Get("Content-Type") != "image/svg+xml" || h.Get("ETag") == "" {
		t.Errorf("the file: %d, %v", file.Code, h)
	}
	odd := get(t, s, moviePage+".svg?present=%zz&bandwidth=1e999&x=", plain)
	if odd.Body.String() != file.Body.String() {
		t.Error("the query counts")
	}
	head := httptest.NewRecorder()
	s.ServeHTTP(head, httptest.NewRequest(http.MethodHead, moviePage+".svg", nil))
	same(t, "HEAD", head.Code, http.StatusOK)
	for _, nobody := range []string{"nothing/film", "nothing/film.svg", "woodbury/film", "woodbury/film.svg",
		"ridge/film.png"} {
		answers(t, s, http.StatusNotFound, "/lessons/"+nobody)
	}
	home := textAt(t, s, "/")
	for _, l := range lessons.Contents.Open() {
		if led := strings.Contains(home, `href="/lessons/`+l.Slug+`/film"`); led != (l.Film != nil) {
			t.Errorf("the contents lead to the film of %s: %v", l.Slug, led)
		}
	}
	for address, to := range map[string]string{
		"/lessons/representer-theorem":           `href="` + moviePage + `"`,
		"/lessons/representer-theorem?present=1": `href="` + moviePage + `?present=1"`,
	} {
		contains(t, address, textAt(t, s, address), to)
	}
}

// What is in draft has no film yet.
func TestDraftHasNoMovie(t *testing.T) {
	l, _ := lessons.Contents.Lookup("representer-theorem")
	draft := &course.Lesson{Slug: "draft", Title: "Draft", Prose: "", Figures: l.Figures, Film: l.Film, Draft: true}
	s := quietSiteOf(Config{Course: course.New(course.Part{Title: "One", Lessons: []*course.Lesson{draft}})})
	answers(t, s, http.StatusNotFound, "/lessons/draft/film", "/lessons/draft/film.svg")
}
