package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// A journal is a log that is read while it is written.
type journal struct {
	mu sync.Mutex
	b  strings.Builder
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.b.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.b.String()
}

// testGate is a gate as a machine of two processors has it, and its log.
func testGate(places int) (*gate, *journal) {
	l, log := usual(2), &journal{}
	l.places = places
	return newGate(l, slog.New(slog.NewTextHandler(log, nil))), log
}

// quick is a draw that is done at once.
func quick(context.Context) (int, error) { return 7, nil }

// longUntil is a long draw that ends with the channel.
func longUntil(end <-chan struct{}) func(context.Context) (int, error) {
	return func(ctx context.Context) (int, error) {
		if err := course.Long(ctx); err != nil {
			return 0, err
		}
		select {
		case <-end:
			return 8, nil
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
}

// However many long draws there are, a short one passes; and they do one by one.
func TestLongDrawsLeaveAPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, _ := testGate(2)
		end := make(chan struct{})
		results := make(chan error)
		const long = 5
		for range long {
			go func() {
				_, err := through(t.Context(), g, "long", longUntil(end))
				results <- err
			}()
		}
		synctest.Wait()
		if at, waiting := g.long.taken.Load(), g.long.waiting.Load(); at != 1 || waiting != long-1 {
			t.Errorf("%d long draws are at work and %d wait", at, waiting)
		}
		if !g.busy() {
			t.Error("nobody is busy")
		}
		start := time.Now()
		if v, err := through(t.Context(), g, "short", quick); v != 7 || err != nil || time.Since(start) > 0 {
			t.Errorf("a short draw: %d, %v after %v", v, err, time.Since(start))
		}
		for range long {
			end <- struct{}{}
			if err := <-results; err != nil {
				t.Error(err)
			}
			synctest.Wait()
		}
		if n := g.open.taken.Load() + g.long.taken.Load() + g.open.waiting.Load() + g.long.waiting.Load(); n != 0 ||
			len(g.held) != 0 || g.busy() {
			t.Errorf("%d are left at the gate", n)
		}
	})
}

// slowUntil is a draw that ends with the channel, and does not say that it is long.
// It counts how often it is begun.
func slowUntil(end <-chan struct{}, begun *atomic.Int64) func(context.Context) (int, error) {
	return func(ctx context.Context) (int, error) {
		begun.Add(1)
		select {
		case <-end:
			return 8, nil
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
}

// A draw that holds its place beyond a moment is long, whether it says so or not: of
// two one stops and begins again when the other is done, and a short draw passes.
func TestSlowDrawsLeaveAPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, _ := testGate(2)
		end, results := make(chan struct{}), make(chan error)
		var begun atomic.Int64
		for range 2 {
			go func() {
				v, err := through(t.Context(), g, "slow", slowUntil(end, &begun))
				if err == nil && v != 8 {
					err = fmt.Errorf("it returned %d", v)
				}
				results <- err
			}()
		}
		synctest.Wait()
		start := time.Now()
		if v, err := through(t.Context(), g, "short", quick); v != 7 || err != nil || time.Since(start) > g.brief {
			t.Errorf("a short draw: %d, %v after %v", v, err, time.Since(start))
		}
		synctest.Wait()
		if at, waiting, all := g.long.taken.Load(), g.long.waiting.Load(), g.open.taken.Load(); at != 1 ||
			waiting != 1 || all != 1 {
			t.Errorf("%d long draws are at work, %d wait, and %d places are taken", at, waiting, all)
		}
		for range 2 {
			end <- struct{}{}
			if err := <-results; err != nil {
				t.Error(err)
			}
		}
		synctest.Wait()
		if n := begun.Load(); n != 3 {
			t.Errorf("begun %d times", n)
		}
		if n := g.open.taken.Load() + g.long.taken.Load() + g.open.waiting.Load() + g.long.waiting.Load(); n != 0 ||
			len(g.held) != 0 {
			t.Errorf("%d are left at the gate", n)
		}
	})
}

// One that is done just when it is told that it is not its turn keeps what it has; and
// what has become long holds its place as long as any draw may.
func TestASlowDrawThatIsDone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, _ := testGate(2)
		g.long.try(1)
		done := func(ctx context.Context) (int, error) { <-ctx.Done(); return 9, nil }
		if v, err := through(t.Context(), g, "done", done); v != 9 || err != nil {
			t.Errorf("%d, %v", v, err)
		}
		g.long.give(1)
		begin := time.Now()
		if _, err := through(t.Context(), g, "slow", slowUntil(nil, new(atomic.Int64))); !errors.Is(err, errOverdue) ||
			time.Since(begin) != g.draw {
			t.Errorf("%v after %v", err, time.Since(begin))
		}
		synctest.Wait()
		if g.open.taken.Load() != 0 || g.long.taken.Load() != 0 {
			t.Errorf("%d places and %d long ones are taken", g.open.taken.Load(), g.long.taken.Load())
		}
	})
}

// Who waits for what a long draw computes does not stand in the way meanwhile, and has
// it when it is there.
func TestWhoWaitsForALongDraw(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, _ := testGate(2)
		memo, end, results := course.NewMemo(1<<20), make(chan struct{}), make(chan error)
		var begun atomic.Int64
		const readers = 5
		for range readers {
			go func() {
				v, err := through(t.Context(), g, "dear", func(ctx context.Context) (int, error) {
					return course.RememberBy(ctx, memo, "dear", func(ctx context.Context) (int, int, error) {
						v, err := slowUntil(end, &begun)(ctx)
						return v, 8, err
					})
				})
				if err == nil && v != 8 {
					err = fmt.Errorf("it returned %d", v)
				}
				results <- err
			}()
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		start := time.Now()
		if v, err := through(t.Context(), g, "short", quick); v != 7 || err != nil || time.Since(start) > 0 {
			t.Errorf("a short draw: %d, %v after %v", v, err, time.Since(start))
		}
		close(end)
		for range readers {
			if err := <-results; err != nil {
				t.Error(err)
			}
		}
		if n := begun.Load(); n > readers {
			t.Errorf("computed %d times", n)
		}
	})
}

// Where there is one place, long draws have it too.
func TestTheOnlyPlaceIsForAll(t *testing.T) {
	g, _ := testGate(1)
	end := make(chan struct{})
	close(end)
	for range 2 {
		if v, err := through(t.Context(), g, "long", longUntil(end)); v != 8 || err != nil {
			t.Errorf("%d, %v", v, err)
		}
	}
}

// To wait for a turn is not to take long: of three long draws of four seconds the
// last waits for eight.
func TestWaitingIsNotDrawing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, _ := testGate(2)
		begin, results := time.Now(), make(chan error)
		for range 3 {
			go func() {
				_, err := through(t.Context(), g, "long", func(ctx context.Context) (int, error) {
					if err := course.Long(ctx); err != nil {
						return 0, err
					}
					select {
					case <-time.After(4 * time.Second):
						return 0, nil
					case <-ctx.Done():
						return 0, ctx.Err()
					}
				})
				results <- err
			}()
		}
		for range 3 {
			if err := <-results; err != nil {
				t.Errorf("after %v: %v", time.Since(begin), err)
			}
		}
		if took := time.Since(begin); took != 12*time.Second {
			t.Errorf("three took %v", took)
		}
	})
}

// A reader who leaves the line of long draws leaves nothing behind.
func TestLeavingTheLongLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, _ := testGate(2)
		g.long.try(1)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := through(ctx, g, "gone", longUntil(nil)); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a reader who left: %v", err)
		}
		if _, err := through(t.Context(), g, "patient", longUntil(nil)); !isFull(err) {
			t.Errorf("after the wait: %v", err)
		}
		synctest.Wait()
		if g.open.taken.Load() != 0 || g.long.taken.Load() != 1 || len(g.held) != 0 {
			t.Errorf("%d places and %d long ones are taken, %d held", g.open.taken.Load(), g.long.taken.Load(),
				len(g.held))
		}
	})
}

// A draw that does not stop when told is answered for, keeps its place, is named
// in the log, and makes the server unready.
func TestADrawThatDoesNotStop(t *testing.T) {
	s := quietSite()
	synctest.Test(t, func(t *testing.T) {
		g, log := testGate(2)
		s.draws = g
		begin, end := time.Now(), make(chan struct{})
		stubborn := s.answer("GET /stubborn", func(w http.ResponseWriter, r *http.Request) error {
			return s.send(w, r, reply{contentType: htmlType, drawn: true, write: func(context.Context) ([]byte, error) {
				<-end
				return []byte("too late"), nil
			}})
		})
		w := httptest.NewRecorder()
		stubborn.ServeHTTP(w, httptest.NewRequest("GET", "/stubborn?radius=1e-320", nil))
		if took := time.Since(begin); took != g.draw {
			t.Errorf("answered after %v", took)
		}
		if body := w.Body.String(); w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") != "" ||
			w.Header().Get("Overdue") == "" || !strings.Contains(body, "takes too long") || strings.Contains(body,
			"too late") {
			t.Errorf("%d: %s", w.Code, body)
		}
		ready := func() (int, string) {
			w := get(t, s, "/readyz", plain)
			return w.Code, w.Body.String()
		}
		time.Sleep(g.grace - time.Nanosecond)
		synctest.Wait()
		if log.String() != "" {
			t.Errorf("logged before the grace is over: %s", log)
		}
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		if !strings.Contains(log.String(), "does not stop") || !strings.Contains(log.String(),
			`link="/stubborn?radius=1e-320"`) {
			t.Errorf("logged %q", log)
		}
		if g.open.taken.Load() != 1 {
			t.Error("its place is given away")
		}
		if v, err := through(t.Context(), g, "next", quick); v != 7 || err != nil {
			t.Errorf("the next draw: %d, %v", v, err)
		}
		time.Sleep(time.Until(begin.Add(g.stuck - time.Second)))
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
		if code, _ := ready(); code != http.StatusOK || g.open.taken.Load() != 0 {
			t.Errorf("when it has stopped: %d, and %d places are taken", code, g.open.taken.Load())
		}
		if !strings.Contains(log.String(), "stopped at last") {
			t.Errorf("logged %q", log)
		}
	})
}

// One that stops when told is no matter for the log.
func TestADrawThatStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, log := testGate(2)
		_, err := through(t.Context(), g, "slow", func(ctx context.Context) (int, error) {
			<-ctx.Done()
			return 0, ctx.Err()
		})
		if !errors.Is(err, errOverdue) {
			t.Errorf("it says %v", err)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if g.open.taken.Load() != 0 || log.String() != "" {
			t.Errorf("%d places are taken; logged %q", g.open.taken.Load(), log)
		}
	})
}

// A panic is an error for who waits, and a line of the log where nobody does.
func TestAPanicAtTheGate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, log := testGate(2)
		_, err := through(t.Context(), g, "now", func(context.Context) (int, error) { panic("engine: a bug") })
		if err == nil || !strings.Contains(err.Error(), "engine: a bug") || !strings.Contains(err.Error(),
			"gate_test.go") || log.String() != "" {
			t.Errorf("it says %v; logged %q", err, log)
		}
		_, err = through(t.Context(), g, "later", func(context.Context) (int, error) {
			time.Sleep(g.draw + time.Second)
			panic("engine: a late bug")
		})
		if !errors.Is(err, errOverdue) {
			t.Errorf("it says %v", err)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if !strings.Contains(log.String(), "engine: a late bug") || g.open.taken.Load() != 0 {
			t.Errorf("logged %q, and %d places are taken", log, g.open.taken.Load())
		}
	})
}

// The error map is long where it has to be computed, on its own or on a page, and
// short where it is known.
func TestTheErrorMapIsLong(t *testing.T) {
	s := quietSite()
	const figure, page = "/lessons/bandwidth/map.json?data=sine&n=20&seed=",
		"/lessons/bandwidth?map.data=sine&map.n=20&map.seed="
	if w := get(t, s, figure+"1", plain); w.Code != http.StatusOK {
		t.Fatal(w.Code)
	}
	for range s.draws.places - 1 {
		s.draws.long.try(1)
	}
	s.draws.long.line = 0
	for address, want := range map[string]int{
		figure + "2": http.StatusServiceUnavailable, page + "2": http.StatusServiceUnavailable,
		figure + "1&bandwidth=0.5": http.StatusOK, "/lessons/bandwidth/fit.json?data=sine&n=20&seed=2": http.StatusOK,
		"/lessons/bandwidth/gram.csv?data=sine&n=300": http.StatusServiceUnavailable, // 4.7 MB to write
		"/lessons/bandwidth/gram?data=sine&n=300":     http.StatusOK,
	} {
		if w := get(t, s, address, plain); w.Code != want {
			t.Errorf("%s while long draws have all their places: %d, want %d", address, w.Code, want)
		}
	}
}

func isFull(err error) bool {
	var full *fullError
	return errors.As(err, &full)
}

// Who is sent away is asked to stay away the longer the longer the line is.
func TestTheLineSaysHowLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(2, 1000, time.Hour)
		const hold = 3 * time.Second
		ctx, leave := context.WithCancel(t.Context())
		defer leave()
		after := func() int { return (&fullError{q.estimate()}).seconds() }
		if s := after(); s != 1 {
			t.Errorf("where nobody waits: %d s", s)
		}
		for range 100 { // two at a time, each for three seconds
			q.try(1)
			q.try(1)
			time.Sleep(hold)
			q.give(1)
			q.give(1)
		}
		q.try(1)
		q.try(1)
		for _, c := range []struct{ waiting, least, most int }{{3, 5, 7}, {7, 10, 14}, {15, 21, 27}, {255, 60, 60}} {
			for int(q.waiting.Load()) < c.waiting {
				go func() { _ = q.take(ctx, 1) }()
				synctest.Wait()
			}
			if s := after(); s < c.least || s > c.most {
				t.Errorf("%d wait: %d s, not %d to %d", c.waiting, s, c.least, c.most)
			}
		}
		leave()
		synctest.Wait()
		// Where nothing moves, it is known from that.
		time.Sleep(20 * time.Second)
		if s := after(); s < 20 || s > 21 {
			t.Errorf("nothing has moved for 20 s: %d s", s)
		}
	})
}

// A draw that begins again is not told what the first was.
func TestAlarmsAreOfOneDraw(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, log := testGate(2)
		p := &place{gate: g, link: func() string { return "twice" }}
		g.open.try(2)
		first := p.hold()
		p.leave()
		second := p.hold()
		p.told(first) // late
		time.Sleep(2 * g.grace)
		synctest.Wait()
		if log.String() != "" {
			t.Errorf("the log has %q", log)
		}
		p.told(second)
		time.Sleep(2 * g.grace)
		synctest.Wait()
		p.leave()
		if said := log.String(); strings.Count(said, "does not stop") != 1 ||
			strings.Count(said, "stopped at last") != 1 {
			t.Errorf("the log has %q", said)
		}
	})
}
