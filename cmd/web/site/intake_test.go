package site

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/own"
)

// Sixteen uploads and sixteen bodies for the engine, announced whole or in chunks, of which
// nothing comes, keep nobody from sending a table or having a small fit.
func TestWhoSendsNothingKeepsNobody(t *testing.T) {
	t.Parallel()
	s := quietSite()
	address, _, _ := serving(t, s, 0, time.Second)
	for i := range 64 {
		path, kind, length := "/data", "text/csv", "Content-Length: 4000000"
		if i%2 == 0 {
			path, kind = "/api/v1/krr", "application/json"
		}
		if i%4 < 2 {
			length = "Transfer-Encoding: chunked"
		}
		dial(t, address, "POST "+path+" HTTP/1.1\r\nHost: course\r\nContent-Type: "+kind+"\r\n"+length+"\r\n\r\n")
	}
	coming := func() int { return s.own.Uploads.Count() + s.api.Bodies.Count() }
	for range time.Tick(time.Millisecond) { // until all of them are there
		if coming() == 64 {
			break
		}
	}
	for _, send := range []struct{ path, kind, body string }{{"/data", "text/csv", "x,y\n1,2\n3,4\n"},
		{"/api/v1/krr", "application/json", lineFit}} {
		began := time.Now()
		answer := course.Must(http.Post(address+send.path, send.kind, strings.NewReader(send.body)))
		answer.Body.Close()
		if took := time.Since(began); answer.StatusCode/100 != 2 || took > 2*time.Second {
			t.Errorf("%s: %d after %v", send.path, answer.StatusCode, took)
		}
	}
	same(t, "those of 64 that still hang on, who were in nobody's way", coming(), 64)
}

// Who cannot be given room for a table, on the disk or in memory, is told so as he asked: in JSON or on a page.
func TestATableWithoutSpace(t *testing.T) {
	t.Parallel()
	s := quietSite()
	disk := s.config.Memory.tables()
	disk.Spare = 1 << 60
	kinds := map[string]string{"application/json": "application/problem+json", "text/html": "text/html"}
	for dir, limits := range map[string]own.Limits{"": {Memory: 1 << 10}, t.TempDir(): disk} {
		store := course.Must(own.NewStore(dir, limits))
		s.tables, s.own.Tables = store, store
		for accept, kind := range kinds {
			w := sendsTo(s, "/data", "text/csv", strings.NewReader(crashTable), "Accept", accept)
			if got := w.Header(); w.Code != http.StatusInsufficientStorage || got.Get("Location") != "" ||
				!strings.HasPrefix(got.Get("Content-Type"), kind) {
				t.Errorf("%s: %d %s", accept, w.Code, got.Get("Content-Type"))
			}
		}
		ready := get(t, s, "/readyz", plain)
		if ready.Code != http.StatusOK || strings.Contains(ready.Body.String(), "no space") != (dir != "") {
			t.Errorf("/readyz: %d %s", ready.Code, ready.Body)
		}
	}
}
