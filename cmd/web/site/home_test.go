package site

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
)

var emblem = regexp.MustCompile(`(?s)<svg class="emblem".*?</svg>`)

// The home page opens with a figure that has one slider, and works as a form; it shows
// each lesson there is with a small picture, and the others without a link.
func TestHome(t *testing.T) {
	s := quietSite()
	page := textAt(t, s, "/")
	if n := strings.Count(page, `class="slide `); n != 1 || !strings.Contains(page, `name="fit.bandwidth"`) {
		t.Errorf("the home page has %d sliders", n)
	}
	contains(t, "the home page", page, "linear algebra", "probability", "minutes", `id="start"`, `href="#teach"`,
		"present=1&amp;notes=1")
	if moved := textAt(t, s, "/?fit.bandwidth=20&fit.hide=&fit.lambda=10"); !strings.Contains(moved,
		`data-query="bandwidth=20&amp;lambda=10"`) || strings.Count(moved, `class="slide `) != 1 {
		t.Error("the home page does not open in the state of its address, with one slider")
	}
	pictures := emblem.FindAllString(page, -1)
	same(t, "small pictures, one a lesson", len(pictures), len(lessons.Contents.Open()))
	var b strings.Builder
	w := brotli.NewWriter(&b)
	for i, p := range pictures {
		if strings.Contains(p, `fill="#`) || strings.Contains(p, "<path") && slices.Contains(pictures[:i], p) {
			t.Errorf("a small picture has colours that do not follow the theme, or is another's: %.300s", p)
		}
		_, _ = w.Write([]byte(p))
	}
	_ = w.Close()
	if t.Logf("%d small pictures take %d bytes", len(pictures), b.Len()); b.Len() > 1000*len(pictures) {
		t.Errorf("%d small pictures take %d bytes", len(pictures), b.Len())
	}
	for _, l := range lessons.Contents.Lessons() {
		same(t, l.Slug+" is linked", strings.Contains(page, `href="/lessons/`+l.Slug+`"`), l.Ready())
	}
}

var tile = regexp.MustCompile(`<image class="raster"[^>]* href="([^"]*)"`)

// panes asks for a figure as the home page does, holds that it has the three panes of the
// course's emblem and no more, and returns the picture of K.
func panes(t *testing.T, s http.Handler, prefix, query string) (K string) {
	t.Helper()
	header := map[string]string{
		"HX-Request": "true", "HX-Target": "div#fit-live", "Accept-Encoding": "",
		"HX-Current-URL": "http://course" + prefix + "/?" + query,
	}
	svg := get(t, s, prefix+krrPage+"/fit?"+query, header).Body.String()
	tiles := tile.FindAllStringSubmatch(svg, -1)
	if n := strings.Count(svg, `<svg class="plot`); n != 3 || len(tiles) != 1 ||
		strings.Count(svg, `class="curve"`) != 1 {
		t.Fatalf("the home page has %d panels, with %d pictures of K: %.400s", n, len(tiles), svg)
	}
	return tiles[0][1]
}

// The course's emblem is alive on the home page: K and f follow the slider. On the lesson's
// page the figure has its own panels.
func TestHomeIsTheEmblem(t *testing.T) {
	s := quietSite()
	page := textAt(t, s, "/?fit.bandwidth=5")
	K := panes(t, s, "", "fit.bandwidth=5")
	if !strings.Contains(page, K) || panes(t, s, "", "fit.bandwidth=20") == K {
		t.Error("K on the home page is not that of the bandwidth")
	}
	lesson := map[string]string{"HX-Request": "true", "HX-Target": "div#fit-live", "Accept-Encoding": ""}
	own := get(t, s, krrPage+"/fit?fit.bandwidth=5", lesson).Body.String()
	if strings.Contains(own, `id="fit-pane-`) || !strings.Contains(own, `id="fit-alpha-title"`) {
		t.Error("the lesson's page has the home page's panels")
	}
	for _, odd := range []string{"/?fit.lambda=0", "/?fit.data=points&fit.points=none",
		"/?fit.kernel=sigmoid&fit.lambda=0"} {
		if w := get(t, s, odd, plain); w.Code != http.StatusOK || !strings.Contains(w.Body.String(),
			`<svg class="plot`) {
			t.Errorf("%s: %d without a picture", odd, w.Code)
		}
	}
}

// At the address of a lesson that is announced a reader learns which there are.
func TestToCome(t *testing.T) {
	there := lessons.Contents.Open()[0]
	s := siteOf(there.Reread("", there.Prose), &course.Lesson{Slug: "later", Short: "Later",
		Title: "What is to be told"})
	for _, path := range []string{"/lessons/later", "/lessons/later/embed", "/lessons/later?present=1",
		"/lessons/later/check/x"} {
		w := get(t, s, path, plain)
		body := w.Body.String()
		if w.Code != http.StatusNotFound || !strings.Contains(body, "to come") || !strings.Contains(body,
			"What is to be told") || !strings.Contains(body, `href="/lessons/`+there.Slug+`"`) {
			t.Errorf("%s: %d, %.400s", path, w.Code, body)
		}
	}
	if w := get(t, s, "/lessons/nothing", plain); w.Code != http.StatusNotFound || strings.Contains(w.Body.String(),
		"This lesson is to come") {
		t.Errorf("a lesson that nobody announced: %d", w.Code)
	}
}
