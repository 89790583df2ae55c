package site

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gramophone-course/gramophone/cmd/web/gate"
	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// holds has a draw hold a place at a site's gate until leave is called: what it does first is a
// draw's, such as to say that it is long.
func holds(t *testing.T, s *Site, first func(context.Context) error) (leave func()) {
	t.Helper()
	begun, end, left := make(chan error), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(left)
		_, _ = gate.Through(context.Background(), s.draws, "held", func(ctx context.Context) (int, error) {
			begun <- first(ctx)
			<-end
			return 0, nil
		})
	}()
	noError(t, <-begun)
	return func() { close(end); <-left }
}

// A draw that does not stop when told is answered for, keeps its place, is named
// in the log, and makes the server unready.
func TestADrawThatDoesNotStop(t *testing.T) {
	s := quietSite()
	synctest.Test(t, func(t *testing.T) {
		log, limits := &coursetest.Journal{}, gate.Usual(2)
		g := gate.New(limits, slog.New(slog.NewTextHandler(log, nil)))
		s.draws, s.sender.Draws = g, g
		taken := func() int64 { all, _ := g.Loads(); return all.Taken.Load() }
		begin, end := time.Now(), make(chan struct{})
		stubborn := s.sender.Answer("GET /stubborn", func(w http.ResponseWriter, r *http.Request) error {
			write := func(context.Context) ([]byte, error) {
				<-end
				return []byte("too late"), nil
			}
			return s.sender.Send(w, r, respond.Reply{ContentType: respond.HTML, Drawn: true, Write: write})
		})
		w := httptest.NewRecorder()
		stubborn.ServeHTTP(w, httptest.NewRequest("GET", "/stubborn?radius=1e-320", nil))
		same(t, "the time until it is answered", time.Since(begin), limits.Draw)
		if body := w.Body.String(); w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") != "" ||
			w.Header().Get("Overdue") == "" || !strings.Contains(body, "takes too long") || strings.Contains(body,
			"too late") {
			t.Errorf("%d: %s", w.Code, body)
		}
		ready := func() (int, string) {
			w := get(t, s, "/readyz", plain)
			return w.Code, w.Body.String()
		}
		time.Sleep(limits.Grace - time.Nanosecond)
		synctest.Wait()
		same(t, "the log before the grace is over", log.String(), "")
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		if !strings.Contains(log.String(), "does not stop") || !strings.Contains(log.String(),
			`link="/stubborn?radius=1e-320"`) {
			t.Errorf("logged %q", log)
		}
		same(t, "places that are taken", taken(), 1)
		quick := func(context.Context) (int, error) { return 7, nil }
		if v, err := gate.Through(t.Context(), g, "next", quick); v != 7 || err != nil {
			t.Errorf("the next draw: %d, %v", v, err)
		}
		time.Sleep(time.Until(begin.Add(limits.Stuck - time.Second)))
		if code, _ := ready(); code != http.StatusOK {
			t.Errorf("/readyz after 29 s: %d", code)
		}
		time.Sleep(time.Second)
		if code, body := ready(); code != http.StatusServiceUnavailable || !strings.Contains(body, "30s") ||
			!strings.Contains(body, "/stubborn?radius=1e-320") {
			t.Errorf("/readyz after 30 s: %d %q", code, body)
		}
		close(end)
		synctest.Wait()
		if code, _ := ready(); code != http.StatusOK || taken() != 0 {
			t.Errorf("when it has stopped: %d, and %d places are taken", code, taken())
		}
		contains(t, "the log", log.String(), "stopped at last")
	})
}

// A profile of bandwidths is long where it has to be computed, on its own or on a page, and
// short where it is known.
func TestAProfileIsLong(t *testing.T) {
	s := quietSite()
	const figure, page = "/lessons/bandwidth/rules.json?data=sine&n=20&seed=",
		"/lessons/bandwidth?rules.data=sine&rules.n=20&rules.seed="
	if w := get(t, s, figure+"1", plain); w.Code != http.StatusOK {
		t.Fatal(w.Code)
	}
	l := gate.Usual(2)
	l.LongLine, l.Brief = 0, patience // what is long says so, however slow the machine is
	s.draws = gate.New(l, s.config.Log)
	s.sender.Draws = s.draws
	defer holds(t, s, course.Long)()
	for address, want := range map[string]int{
		figure + "2": http.StatusServiceUnavailable, page + "2": http.StatusServiceUnavailable,
		figure + "1&show=whole": http.StatusOK, "/lessons/bandwidth/fit.json?data=sine&n=20&seed=2": http.StatusOK,
		"/lessons/bandwidth/gram.csv?data=sine&n=300": http.StatusServiceUnavailable, // 4.7 MB to write
		"/lessons/bandwidth/gram?data=sine&n=300":     http.StatusOK,
	} {
		answers(t, s, want, address)
	}
}

func TestAFullServerSaysSo(t *testing.T) {
	s := quietSite()
	s.draws = gate.New(gate.Limits{Places: 1, Wait: time.Second, Draw: time.Minute}, s.config.Log)
	s.sender.Draws = s.draws
	leave := holds(t, s, func(context.Context) error { return nil })
	w := get(t, s, krrPage+"/fit.json?bandwidth=3", nil)
	if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" {
		t.Errorf("a full server: %d, Retry-After %q", w.Code, w.Header().Get("Retry-After"))
	}
	leave()
	answers(t, s, http.StatusOK, krrPage+"/fit.json?bandwidth=3") // there is room again
}
