package metrics

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/cmd/web/site"
	"github.com/gramophone-course/gramophone/lessons/course"
)

func TestOperators(t *testing.T) {
	watch := New()
	s := course.Must(site.New(site.Config{Counts: watch.Counts(), Log: slog.New(slog.NewTextHandler(io.Discard, nil))}))
	watch.Gauges(s.Gauges())
	get := func(h http.Handler, address string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", address, nil))
		return w
	}
	get(s, "/lessons/kernel-ridge-regression")
	for _, address := range []string{"/healthz", "/readyz"} {
		if w := get(s, address); w.Code != http.StatusOK || w.Body.String() != "ok\n" {
			t.Errorf("%s: %d %q", address, w.Code, w.Body)
		}
	}
	want := `gramophone_request_seconds_count{route="GET /lessons/{slug}",status="200"} 1`
	if w := get(watch.handler(), "/metrics"); w.Code != http.StatusOK ||
		!strings.Contains(w.Body.String(), want) ||
		!strings.Contains(w.Body.String(), "gramophone_draws 0") {
		t.Errorf("/metrics: %d without %q", w.Code, want)
	}
	if w := get(s, "/metrics"); w.Code != http.StatusNotFound {
		t.Errorf("readers get /metrics: %d", w.Code)
	}
	if w := get(watch.handler(), "/"); w.Code != http.StatusNotFound {
		t.Errorf("the listener for metrics has more: %d", w.Code)
	}
}
