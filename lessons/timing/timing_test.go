package timing

import (
	"context"
	"errors"
	"math"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gramophone-course/gramophone/lessons/course"
)

func TestARaceKeepsToItsTime(t *testing.T) {
	var now time.Time
	spend := func(d time.Duration) func() { return func() { now = now.Add(d) } }
	tasks := []Task{
		{Name: "short", Flops: 1, Run: spend(time.Millisecond)},
		{Name: "long", Flops: 1000, Run: func() { t.Error("a task of a second was started in a race of 50 ms") }},
		{Name: "medium", Flops: 5, Run: spend(5 * time.Millisecond)},
	}
	got := course.Must(measure(t.Context(), func() time.Time { return now }, tasks, 50*time.Millisecond))
	// Rounds of 6 ms: eight fill 48, and 2 are left for two more short ones.
	if got["short"] != (Result{1, 1, 1, 10}) || got["medium"] != (Result{5, 5, 5, 8}) {
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
	_, err := Race(ctx, Recording{}, true, []Task{{Name: "a", Flops: 1, Run: func() { runs.Add(1); cancel() }}})
	if !errors.Is(err, context.Canceled) || runs.Load() != 1 {
		t.Errorf("error %v after %d runs", err, runs.Load())
	}
}

func TestABusyServerShowsWhatWasRecorded(t *testing.T) {
	ran := false
	tasks := []Task{{Name: "a", Flops: 1, Run: func() { ran = true }}}
	got, err := Race(course.WithTurn(t.Context(), func() bool { return true }, nil), Recording{}, true, tasks)
	if err != nil || got.Live || got.Why == "" || ran {
		t.Errorf("%+v, %v, ran: %v", got, err, ran)
	}
	track.Lock()
	got, err = Race(t.Context(), Recording{}, true, tasks)
	track.Unlock()
	if err != nil || got.Live || got.Why == "" || ran {
		t.Errorf("beside another race: %+v, %v, ran: %v", got, err, ran)
	}
	if got, err = Race(t.Context(), Recording{}, true, tasks); err != nil || !got.Live || !ran {
		t.Errorf("alone: %+v, %v, ran: %v", got, err, ran)
	}
}
