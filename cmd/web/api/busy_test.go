package api

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/cmd/web/flow"
	"github.com/gramophone-course/gramophone/cmd/web/gate"
)

// Where all fits that may be are at work, or no room is left for a body, who asks is told when to
// come back.
func TestEngineSaysWhenToComeBack(t *testing.T) {
	pages := testPages(t)
	ask := func() *httptest.ResponseRecorder {
		r := httptest.NewRequest("POST", "/api/v1/krr", strings.NewReader(`{"x": [[1], [2], [3]], "y": [1, 2, 3],
			"kernel": {"name": "gaussian", "bandwidth": 1}, "lambda": 1}`))
		r.SetPathValue("method", "krr")
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		if err := pages.Call(w, r); err != nil {
			t.Error(err)
		}
		return w
	}
	full := func() {
		t.Helper()
		w := ask()
		seconds, err := strconv.Atoi(w.Header().Get("Retry-After"))
		if w.Code != http.StatusServiceUnavailable || err != nil || seconds < 1 || seconds > 60 {
			t.Errorf("%d, Retry-After %q", w.Code, w.Header().Get("Retry-After"))
		}
	}
	if w := ask(); w.Code != http.StatusOK {
		t.Errorf("with room: %d %s", w.Code, w.Body)
	}
	l := fitting(1)
	l.Places, l.Line = 1, 0
	pages.fits = gate.New(l, pages.Log)
	begun, end := make(chan bool), make(chan struct{})
	go func() {
		_, _ = gate.Through(t.Context(), pages.fits, "held", func(context.Context) (int, error) { // nobody asks
			begun <- true
			<-end
			return 0, nil
		})
	}()
	<-begun
	full()
	close(end)
	pages.Bodies = flow.NewIntake(1, 0)
	full()
}
