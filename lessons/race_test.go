package lessons

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"math"
	"os"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

var record = flag.String("record", "", "measure the race of that name anew, or all, and write recorded.json")

// races are what recorded.json holds: every task that a figure may ask for.
var races = map[string]func() []task{
	"kernel-trick": func() (all []task) {
		for _, p := range raceInputs {
			all = append(all, gramTasks(p)...)
		}
		return all
	},
	"woodbury": func() (all []task) {
		for _, n := range raceSizes {
			all = append(all, ridgeTasks(n, slices.Max(raceFeatures))...)
		}
		return all
	},
}

// TestRecordRaces holds that every task has a recorded time, and with -record=all
// measures them. What takes seconds is run thrice nevertheless.
func TestRecordRaces(t *testing.T) {
	if *record != "" {
		all := recordings()
		for name, tasks := range races {
			if *record != "all" && *record != name {
				continue
			}
			r := recording{Date: time.Now().UTC().Format(time.DateOnly), Machine: machine(), Tasks: map[string]timing{}}
			for _, one := range tasks() {
				for budget := 2 * time.Second; r.Tasks[one.name].Runs < 3; budget *= 4 {
					measured, err := measure(t.Context(), time.Now, []task{one}, budget)
					if err != nil {
						t.Fatal(err)
					}
					r.Tasks[one.name] = measured[0]
				}
			}
			all[name] = r
		}
		text, err := json.MarshalIndent(all, "", "\t")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("recorded.json", append(text, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for name, tasks := range races {
		if recordings()[name].Date == "" || recordings()[name].Machine == "" {
			t.Errorf("%s: nobody knows when and where it was recorded", name)
		}
		for _, one := range tasks() {
			if r := recordings()[name].Tasks[one.name]; !(0 < r.Low && r.Low <= r.Mid && r.Mid <= r.High) || r.Runs < 3 {
				t.Errorf("%s, %s: recorded %+v", name, one.name, r)
			}
		}
	}
}

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
	if got[0] != (timing{1, 1, 1, 10}) || got[2] != (timing{5, 5, 5, 8}) {
		t.Errorf("short %+v, medium %+v", got[0], got[2])
	}
	if !math.IsNaN(got[1].Mid) || got[1].Runs != 0 {
		t.Errorf("long: %+v, want nothing", got[1])
	}
	if spent := now.Sub(time.Time{}); spent > 50*time.Millisecond {
		t.Errorf("took %v of 50 ms", spent)
	}
}

func TestARaceEndsWithItsRequest(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var runs atomic.Int64
	_, err := race(ctx, "none", true, []task{{name: "a", flops: 1, run: func() { runs.Add(1); cancel() }}})
	if !errors.Is(err, context.Canceled) || runs.Load() != 1 {
		t.Errorf("error %v after %d runs", err, runs.Load())
	}
}

func TestABusyServerShowsWhatWasRecorded(t *testing.T) {
	ran := false
	tasks := []task{{name: "a", flops: 1, run: func() { ran = true }}}
	got, err := race(WithTurn(t.Context(), func() bool { return true }, nil), "none", true, tasks)
	if err != nil || got.live || got.why == "" || ran {
		t.Errorf("%+v, %v, ran: %v", got, err, ran)
	}
	track.Lock()
	got, err = race(t.Context(), "none", true, tasks)
	track.Unlock()
	if err != nil || got.live || got.why == "" || ran {
		t.Errorf("beside another race: %+v, %v, ran: %v", got, err, ran)
	}
	if got, err = race(t.Context(), "none", true, tasks); err != nil || !got.live || !ran {
		t.Errorf("alone: %+v, %v, ran: %v", got, err, ran)
	}
}
