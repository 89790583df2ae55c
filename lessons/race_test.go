package lessons

import (
	"context"
	"errors"
	"math"
	"sync/atomic"
	"testing"
	"time"
)

func TestARaceKeepsToItsTime(t *testing.T) {
	var now time.Time
	spend := func(d time.Duration) func() { return func() { now = now.Add(d) } }
	tasks := []task{
		{name: "short", flops: 1, run: spend(time.Millisecond)},
		{name: "long", flops: 1000, run: func() { t.Error("a task of a second was started in a race of 50 ms") }},
		{name: "medium", flops: 5, run: spend(5 * time.Millisecond)},
	}
	got, err := measure(t.Context(), func() time.Time { return now }, tasks, 50*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	// Rounds of 6 ms: eight fill 48, and 2 are left for two more short ones.
	if got["short"] != (timing{1, 1, 1, 10}) || got["medium"] != (timing{5, 5, 5, 8}) {
		t.Errorf("short %+v, medium %+v", got["short"], got["medium"])
	}
	if long := got["long"]; !math.IsNaN(long.Mid) || long.Runs != 0 {
		t.Errorf("long: %+v, want nothing", long)
	}
	if spent := now.Sub(time.Time{}); spent > 50*time.Millisecond {
		t.Errorf("took %v of 50 ms", spent)
	}
}

func TestARaceEndsWithItsRequest(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var runs atomic.Int64
	_, err := race(ctx, recording{}, true, []task{{name: "a", flops: 1, run: func() { runs.Add(1); cancel() }}})
	if !errors.Is(err, context.Canceled) || runs.Load() != 1 {
		t.Errorf("error %v after %d runs", err, runs.Load())
	}
}

func TestABusyServerShowsWhatWasRecorded(t *testing.T) {
	ran := false
	tasks := []task{{name: "a", flops: 1, run: func() { ran = true }}}
	got, err := race(WithTurn(t.Context(), func() bool { return true }, nil), recording{}, true, tasks)
	if err != nil || got.live || got.why == "" || ran {
		t.Errorf("%+v, %v, ran: %v", got, err, ran)
	}
	track.Lock()
	got, err = race(t.Context(), recording{}, true, tasks)
	track.Unlock()
	if err != nil || got.live || got.why == "" || ran {
		t.Errorf("beside another race: %+v, %v, ran: %v", got, err, ran)
	}
	if got, err = race(t.Context(), recording{}, true, tasks); err != nil || !got.live || !ran {
		t.Errorf("alone: %+v, %v, ran: %v", got, err, ran)
	}
}
