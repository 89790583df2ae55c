package site

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/cmd/web/flow"
	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// bigTable is an answer of 3.7 MB, two matrices of 300×300.
const bigTable = "/lessons/mercer/embed.json?data=moons&n=300&noise=0.123"

// When too much is on its way, a large answer has to wait; pictures, pages for who reads
// no compression, and small answers do not.
func TestLargeAnswersAreFew(t *testing.T) {
	s := quietSite()
	full := func() (end func()) { // two proxies have all of it, of whom each may have half
		var ends []func()
		for range 2 {
			r := httptest.NewRequest("GET", "/", nil)
			r.RemoteAddr = "127.0.0.1:1"
			sending := s.config.Memory.sending()
			o := course.Must(s.flow.Begin(httptest.NewRecorder(), r, sending, sending))
			ends = append(ends, o.End)
		}
		return func() { ends[0](); ends[1]() }
	}
	end := full()
	if w := get(t, s, bigTable, plain); w.Code != http.StatusServiceUnavailable ||
		w.Header().Get("Retry-After") == "" || !strings.Contains(w.Body.String(), "<html") ||
		w.Header().Get("ETag") != "" {
		t.Errorf("%d, Retry-After %q, ETag %q", w.Code, w.Header().Get("Retry-After"), w.Header().Get("ETag"))
	}
	figure, page := krrPage+"/fit.png", krrPage
	for _, address := range []string{fitPath, figure, page, s.assets.URL("css/page.css"),
		"/lessons/bandwidth/gram.csv?data=sine&n=20"} {
		if w := get(t, s, address, plain); w.Code != http.StatusOK {
			t.Errorf("%s: %d", address, w.Code)
		} else if medium := w.Body.Len() > flow.Chunk; medium != (address == figure || address == page) {
			t.Errorf("%s has %d bytes", address, w.Body.Len())
		}
	}
	end()
	w := get(t, s, bigTable, plain)
	same(t, "when there is room", w.Code, http.StatusOK)
	defer full()()
	if w := get(t, s, bigTable, map[string]string{"Accept-Encoding": "",
		"If-None-Match": w.Header().Get("ETag")}); w.Code != http.StatusNotModified {
		t.Errorf("for a reader who has it: %d", w.Code)
	}
}

// An answer with notes is kept as others are, and apart from them; one with a seq
// is not.
func TestNotesAreKept(t *testing.T) {
	hits, misses, counts := 0, 0, respond.Counts{}.Whole()
	counts.Kept = func(hit bool) {
		if hit {
			hits++
		} else {
			misses++
		}
	}
	s := quietSiteOf(Config{Counts: counts})
	how := func(address string) string {
		t.Helper()
		hits, misses = 0, 0
		if w := get(t, s, address, plain); w.Code != http.StatusOK {
			t.Fatalf("%s: %d", address, w.Code)
		}
		switch {
		case hits > 0:
			return "known"
		case misses > 0:
			return "kept"
		}
		return "neither"
	}
	const fit, page = krrPage + "/fit.json?bandwidth=3", krrPage + "?fit.bandwidth=3"
	for _, c := range []struct {
		address, want string
	}{
		{fit, "kept"}, {fit, "known"}, {fit + "&lambda=oops", "kept"}, {fit + "&lambda=oops", "known"},
		{fit + "&lambda=no", "kept"},
		{fit + "&seq=1", "neither"}, {page, "kept"}, {page, "known"}, {page + "&fit.lambda=oops", "kept"},
		{page + "&fit.lambda=oops", "known"},
		{page + "&answer.limit=1", "neither"},
	} {
		same(t, c.address, how(c.address), c.want)
	}
	contains(t, "the note", textAt(t, s, fit+"&lambda=oops"), "“oops”")
	if w := get(t, s, fit+"&seq=4711", plain); !strings.HasSuffix(w.Body.String(), ",\n \"seq\": \"4711\"}\n") {
		t.Errorf("it ends %q", w.Body.String()[w.Body.Len()-20:])
	}
}

// The names of codings are of any case, and * is whatever there is.
func TestWhatAReaderAccepts(t *testing.T) {
	s := quietSite()
	for accept, want := range map[string]string{
		"gzip": "gzip", "GZIP": "gzip", "x-gzip": "gzip", "Br;Q=0.5, gzip": "br", "br;q=0, gzip": "gzip",
		"gzip;q=0.000": "",
		"gzip ; q=1":   "gzip", "br;q=NaN": "", "": "", "identity": "",
	} {
		if w := get(t, s, krrPage,
			map[string]string{"Accept-Encoding": accept}); w.Header().Get("Content-Encoding") != want {
			t.Errorf("Accept-Encoding: %s is answered in %q, want %q", accept, w.Header().Get("Content-Encoding"), want)
		}
	}
	etag := get(t, s, krrPage, plain).Header().Get("ETag")
	for match, want := range map[string]int{
		"*": http.StatusNotModified, " * ": http.StatusNotModified, etag: http.StatusNotModified,
		"W/" + etag:        http.StatusNotModified,
		`"other", ` + etag: http.StatusNotModified, `"other"`: http.StatusOK, `"*"`: http.StatusOK,
	} {
		w := get(t, s, krrPage, map[string]string{"Accept-Encoding": "", "If-None-Match": match})
		same(t, "If-None-Match: "+match, w.Code, want)
	}
}
