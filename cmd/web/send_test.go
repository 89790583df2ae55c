package main

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// bigTable is an answer of 3.7 MB, two matrices of 300×300.
const bigTable = "/lessons/mercer/embed.json?data=moons&n=300&noise=0.123"

// A slowReader takes chunks until it takes no more, and notes until when each was
// to be written.
type slowReader struct {
	*httptest.ResponseRecorder
	chunks    int
	deadlines []time.Time
}

func (r *slowReader) SetWriteDeadline(t time.Time) error {
	r.deadlines = append(r.deadlines, t)
	return nil
}

func (r *slowReader) Write(b []byte) (int, error) {
	if len(r.deadlines) > r.chunks {
		return 0, errors.New("i/o timeout")
	}
	return r.ResponseRecorder.Write(b)
}

// A large answer is written chunk by chunk, each with a time of its own, and given
// up when the reader takes no more.
func TestALargeAnswerIsGivenUp(t *testing.T) {
	s := quietSite()
	whole := get(t, s, bigTable, plain).Body.Len()
	if whole < 3*large {
		t.Errorf("a large answer has %d bytes, want three times %d", whole, large)
	}
	for _, c := range []struct{ chunks, bytes, tries int }{
		{1000, whole, (whole + chunk - 1) / chunk},
		{3, 3 * chunk, 4},
	} {
		w := &slowReader{ResponseRecorder: httptest.NewRecorder(), chunks: c.chunks}
		begin := time.Now()
		s.ServeHTTP(w, httptest.NewRequest("GET", bigTable, nil))
		if w.Code != http.StatusOK || w.Body.Len() != c.bytes || len(w.deadlines) != c.tries {
			t.Fatalf("%d, %d bytes after %d tries, want %d after %d", w.Code, w.Body.Len(), len(w.deadlines), c.bytes,
				c.tries)
		}
		for _, d := range w.deadlines {
			if wait := d.Sub(begin); wait < maxChunkTime || wait > writeTimeout+time.Minute {
				t.Errorf("a chunk has %v", wait)
			}
		}
		if s.large.taken.Load() != 0 {
			t.Errorf("%d bytes are still on their way", s.large.taken.Load())
		}
	}
}

// When too much is on its way, a large answer has to wait; pictures, pages for who reads
// no compression, and small answers do not.
func TestLargeAnswersAreFew(t *testing.T) {
	s := quietSite()
	all := int64(s.memory.sending())
	s.large = newSending(s.memory.sending(), 0, time.Second)
	s.large.try(all)
	if w := get(t, s, bigTable, plain); w.Code != http.StatusServiceUnavailable ||
		w.Header().Get("Retry-After") == "" || !strings.Contains(w.Body.String(), "<html") ||
		w.Header().Get("ETag") != "" {
		t.Errorf("%d, Retry-After %q, ETag %q", w.Code, w.Header().Get("Retry-After"), w.Header().Get("ETag"))
	}
	figure, page := krrPage+"/fit.png", krrPage
	for _, address := range []string{fitPath, figure, page, s.assets.URL("css/course.css"),
		"/lessons/bandwidth/gram.csv?data=sine&n=20"} {
		if w := get(t, s, address, plain); w.Code != http.StatusOK {
			t.Errorf("%s: %d", address, w.Code)
		} else if medium := w.Body.Len() > chunk; medium != (address == figure || address == page) {
			t.Errorf("%s has %d bytes", address, w.Body.Len())
		}
	}
	s.large.give(all)
	w := get(t, s, bigTable, plain)
	if w.Code != http.StatusOK {
		t.Errorf("when there is room: %d", w.Code)
	}
	s.large.try(all)
	if w := get(t, s, bigTable, map[string]string{"Accept-Encoding": "",
		"If-None-Match": w.Header().Get("ETag")}); w.Code != http.StatusNotModified {
		t.Errorf("for a reader who has it: %d", w.Code)
	}
}

// One address has at most half of what may be on its way, and a proxy's all of it.
func TestAnAddressHasHalf(t *testing.T) {
	s := newSending(100, 0, time.Second)
	from := func(address string) *http.Request {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = address
		return r
	}
	var ends []func()
	for _, c := range []struct {
		address string
		bytes   int
		let     bool
	}{
		{"192.0.2.1:1000", 30, true}, {"192.0.2.1:1001", 30, false}, {"192.0.2.1:1002", 20, true},
		{"192.0.2.1:1003", 1, false},
		{"[2001:db8::1]:1", 30, true}, {"[2001:db8::2]:1", 30, false}, {"127.0.0.1:1", 20, true},
		{"127.0.0.1:1", 1, false},
	} {
		end, err := s.start(t.Context(), from(c.address), c.bytes)
		if (err == nil) != c.let {
			t.Errorf("%d bytes to %s: %v", c.bytes, c.address, err)
		}
		if err == nil {
			ends = append(ends, end)
		}
	}
	for _, end := range ends {
		end()
	}
	if s.taken.Load() != 0 || len(s.of) != 0 {
		t.Errorf("%d bytes are left, and %d addresses", s.taken.Load(), len(s.of))
	}
	for range 2 {
		if _, err := s.start(t.Context(), from("[::1]:1"), 1000); err != nil {
			t.Errorf("to a proxy: %v", err)
		}
	}
}

// An answer with notes is kept as others are, and apart from them; one with a seq
// is not.
func TestNotesAreKept(t *testing.T) {
	s := quietSite()
	counted := func() (hits, misses string) {
		t.Helper()
		w := httptest.NewRecorder()
		s.metrics.handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
		for line := range strings.Lines(w.Body.String()) {
			if n, ok := strings.CutPrefix(line, `gramophone_answers_total{cache="hit"} `); ok {
				hits = n
			}
			if n, ok := strings.CutPrefix(line, `gramophone_answers_total{cache="miss"} `); ok {
				misses = n
			}
		}
		return hits, misses
	}
	how := func(address string) string {
		t.Helper()
		hits, misses := counted()
		if w := get(t, s, address, plain); w.Code != http.StatusOK {
			t.Fatalf("%s: %d", address, w.Code)
		}
		moreHits, moreMisses := counted()
		switch {
		case moreHits != hits:
			return "known"
		case moreMisses != misses:
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
		if got := how(c.address); got != c.want {
			t.Errorf("%s is %s, want %s", c.address, got, c.want)
		}
	}
	if w := get(t, s, fit+"&lambda=oops", plain); !strings.Contains(w.Body.String(), "“oops”") {
		t.Error("the note is lost")
	}
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
		if w := get(t, s, krrPage, map[string]string{"Accept-Encoding": "", "If-None-Match": match}); w.Code != want {
			t.Errorf("If-None-Match: %s is answered %d, want %d", match, w.Code, want)
		}
	}
}
