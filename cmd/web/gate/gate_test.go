package gate

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// testGate is a gate as a machine of two processors has it, and its log.
func testGate(places int) (*Gate, *coursetest.Journal) {
	l, log := Usual(2), &coursetest.Journal{}
	l.Places = places
	return New(l, slog.New(slog.NewTextHandler(log, nil))), log
}

// quick is a draw that is done at once.
func quick(context.Context) (int, error) { return 7, nil }

// passes fails unless a short draw is let through within a time.
func passes(t *testing.T, g *Gate, within time.Duration) {
	t.Helper()
	start := time.Now()
	if v, err := Through(t.Context(), g, "short", quick); v != 7 || err != nil || time.Since(start) > within {
		t.Errorf("a short draw: %d, %v after %v", v, err, time.Since(start))
	}
}

// end has so many draws end, one by one, without an error.
func end(t *testing.T, draws int, at chan<- struct{}, results <-chan error) {
	t.Helper()
	for range draws {
		at <- struct{}{}
		if err := <-results; err != nil {
			t.Error(err)
		}
		synctest.Wait()
	}
}

// empty fails if anybody is left at the gate.
func empty(t *testing.T, g *Gate) {
	t.Helper()
	if n := g.open.taken.Load() + g.long.taken.Load() + g.open.waiting.Load() + g.long.waiting.Load(); n != 0 ||
		len(g.held) != 0 || g.busy() {
		t.Errorf("%d are left at the gate", n)
	}
}

// eight is an error unless a draw returns 8.
func eight(v int, err error) error {
	if err == nil && v != 8 {
		err = fmt.Errorf("it returned %d", v)
	}
	return err
}

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
		done, results := make(chan struct{}), make(chan error)
		const long = 5
		for range long {
			go func() { results <- eight(Through(t.Context(), g, "long", longUntil(done))) }()
		}
		synctest.Wait()
		if at, waiting := g.long.taken.Load(), g.long.waiting.Load(); at != 1 || waiting != long-1 {
			t.Errorf("%d long draws are at work and %d wait", at, waiting)
		}
		if !g.busy() {
			t.Error("nobody is busy")
		}
		passes(t, g, 0)
		end(t, long, done, results)
		empty(t, g)
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
		done, results := make(chan struct{}), make(chan error)
		var begun atomic.Int64
		for range 2 {
			go func() { results <- eight(Through(t.Context(), g, "slow", slowUntil(done, &begun))) }()
		}
		synctest.Wait()
		passes(t, g, g.Brief)
		synctest.Wait()
		if at, waiting, all := g.long.taken.Load(), g.long.waiting.Load(), g.open.taken.Load(); at != 1 ||
			waiting != 1 || all != 1 {
			t.Errorf("%d long draws are at work, %d wait, and %d places are taken", at, waiting, all)
		}
		end(t, 2, done, results)
		if n := begun.Load(); n != 3 {
			t.Errorf("begun %d times", n)
		}
		empty(t, g)
	})
}

// One that is done just when it is told that it is not its turn keeps what it has; and
// what has become long holds its place as long as any draw may.
func TestASlowDrawThatIsDone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, _ := testGate(2)
		g.long.try(1)
		done := func(ctx context.Context) (int, error) { <-ctx.Done(); return 9, nil }
		if v, err := Through(t.Context(), g, "done", done); v != 9 || err != nil {
			t.Errorf("%d, %v", v, err)
		}
		g.long.Give(1)
		begin := time.Now()
		if _, err := Through(t.Context(), g, "slow", slowUntil(nil, new(atomic.Int64))); !errors.Is(err, ErrOverdue) ||
			time.Since(begin) != g.Draw {
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
				results <- eight(Through(t.Context(), g, "dear", func(ctx context.Context) (int, error) {
					return course.RememberBy(ctx, memo, "dear", func(ctx context.Context) (int, int, error) {
						v, err := slowUntil(end, &begun)(ctx)
						return v, 8, err
					})
				}))
			}()
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		passes(t, g, 0)
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
		if err := eight(Through(t.Context(), g, "long", longUntil(end))); err != nil {
			t.Error(err)
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
				_, err := Through(t.Context(), g, "long", func(ctx context.Context) (int, error) {
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
		if _, err := Through(ctx, g, "gone", longUntil(nil)); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a reader who left: %v", err)
		}
		if _, err := Through(t.Context(), g, "patient", longUntil(nil)); !isFull(err) {
			t.Errorf("after the wait: %v", err)
		}
		synctest.Wait()
		if g.open.taken.Load() != 0 || g.long.taken.Load() != 1 || len(g.held) != 0 {
			t.Errorf("%d places and %d long ones are taken, %d held", g.open.taken.Load(), g.long.taken.Load(),
				len(g.held))
		}
	})
}

// One that stops when told is no matter for the log.
func TestADrawThatStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, log := testGate(2)
		_, err := Through(t.Context(), g, "slow", func(ctx context.Context) (int, error) {
			<-ctx.Done()
			return 0, ctx.Err()
		})
		if !errors.Is(err, ErrOverdue) {
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
		_, err := Through(t.Context(), g, "now", func(context.Context) (int, error) { panic("engine: a bug") })
		if err == nil || !strings.Contains(err.Error(), "engine: a bug") || !strings.Contains(err.Error(),
			"gate_test.go") || log.String() != "" {
			t.Errorf("it says %v; logged %q", err, log)
		}
		_, err = Through(t.Context(), g, "later", func(context.Context) (int, error) {
			time.Sleep(g.Draw + time.Second)
			panic("engine: a late bug")
		})
		if !errors.Is(err, ErrOverdue) {
			t.Errorf("it says %v", err)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if !strings.Contains(log.String(), "engine: a late bug") || g.open.taken.Load() != 0 {
			t.Errorf("logged %q, and %d places are taken", log, g.open.taken.Load())
		}
	})
}

func isFull(err error) bool {
	var full *FullError
	return errors.As(err, &full)
}

// Who is sent away is asked to stay away the longer the longer the line is.
func TestTheLineSaysHowLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue(2, 1000, time.Hour)
		const hold = 3 * time.Second
		ctx, leave := context.WithCancel(t.Context())
		defer leave()
		after := func() int { return (&FullError{q.estimate()}).Seconds() }
		if s := after(); s != 1 {
			t.Errorf("where nobody waits: %d s", s)
		}
		for range 100 { // two at a time, each for three seconds
			q.try(1)
			q.try(1)
			time.Sleep(hold)
			q.Give(1)
			q.Give(1)
		}
		q.try(1)
		q.try(1)
		for _, c := range []struct{ waiting, least, most int }{{3, 5, 7}, {7, 10, 14}, {15, 21, 27}, {255, 60, 60}} {
			for int(q.waiting.Load()) < c.waiting {
				go func() { _ = q.Take(ctx, 1) }()
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
		time.Sleep(2 * g.Grace)
		synctest.Wait()
		if log.String() != "" {
			t.Errorf("the log has %q", log)
		}
		p.told(second)
		time.Sleep(2 * g.Grace)
		synctest.Wait()
		p.leave()
		if said := log.String(); strings.Count(said, "does not stop") != 1 ||
			strings.Count(said, "stopped at last") != 1 {
			t.Errorf("the log has %q", said)
		}
	})
}

func TestWaitingEnds(t *testing.T) {
	q := NewQueue(1, 5, time.Millisecond)
	if err := q.Take(context.Background(), 1); err != nil {
		t.Fatal(err)
	}
	if err := q.Take(context.Background(), 1); !isFull(err) {
		t.Errorf("after the wait: %v", err)
	}
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if err := q.Take(gone, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("a reader who left: %v", err)
	}
	q.Give(1)
	if err := q.Take(context.Background(), 1); err != nil {
		t.Errorf("when there is room: %v", err)
	}
}
