package lessons

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"runtime"
	"slices"
	"sync"
	"time"
)

// A task is one entry of a race: work that is done over and over, and timed.
type task struct {
	name  string  // unique in its race, and the same in every state that runs it
	flops float64 // about how many multiplications it takes
	ready func()  // makes what the work needs, untimed, when it is first its turn
	run   func()  // the work
}

// A timing is how long a task took, in ms. All are NaN for a task that did not
// fit into the time that a race may take.
type timing struct {
	Low, Mid, High float64 // shortest, median, longest
	Runs           int
}

// Times are the results of a race.
type times struct {
	tasks   map[string]timing
	live    bool   // measured for this request; else recorded
	when    string // the day
	machine string
	why     string // why they are recorded though the reader asked for now; "" otherwise
}

// A race has this long, from its first run to the last, and starts none that it
// expects to end later: a reader waits a third of a second for numbers that are
// true here and now.
const raceTime = 250 * time.Millisecond

// One race runs at a time: two would time each other.
var track sync.Mutex

// of is the time of the task of that name; false if it is not of the race.
func (t *times) of(name string) (timing, bool) {
	v, ok := t.tasks[name]
	if !ok {
		v = none
	}
	return v, ok
}

var none = timing{math.NaN(), math.NaN(), math.NaN(), 0}

// race measures the tasks here and now if the reader asks for it and nobody else
// is waiting, and else returns what was recorded of them.
func race(ctx context.Context, recorded recording, now bool, tasks []task) (*times, error) {
	old := &times{tasks: map[string]timing{}, when: recorded.Date, machine: recorded.Machine}
	for _, task := range tasks {
		v, ok := recorded.Tasks[task.name]
		if !ok {
			v = none
		}
		old.tasks[task.name] = v
	}
	if !now {
		return old, nil
	}
	if busy(ctx) || !track.TryLock() {
		old.why = "Other readers are using the server just now, and a race beside them would time them too."
		return old, nil
	}
	defer track.Unlock()
	measured, err := measure(ctx, time.Now, tasks, raceTime)
	if err != nil {
		return nil, err
	}
	return &times{tasks: measured, live: true, when: time.Now().UTC().Format(time.DateOnly), machine: machine()}, nil
}

// measure runs the tasks from the cheapest to the dearest, and then all that
// fitted, round after round, until the time is up by the clock or the context is done.
func measure(ctx context.Context, clock func() time.Time, tasks []task, budget time.Duration) (map[string]timing, error) {
	order := make([]int, len(tasks))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(tasks[a].flops, tasks[b].flops) })
	runs := make([][]float64, len(tasks)) // ms
	begin := clock()
	left := func() float64 { return (budget - clock().Sub(begin)).Seconds() * 1e3 }
	perFlop := 0.0 // ms, of the dearest task so far
	const rounds = 25
	for round := range rounds {
		for _, i := range order {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			switch {
			case round == 0 && perFlop*tasks[i].flops > left()/3: // it would have to run thrice
				continue
			case round > 0 && (len(runs[i]) == 0 || slices.Max(runs[i]) > left()):
				continue
			}
			if round == 0 && tasks[i].ready != nil {
				tasks[i].ready()
			}
			start := clock()
			tasks[i].run()
			ms := clock().Sub(start).Seconds() * 1e3
			runs[i] = append(runs[i], ms)
			if round == 0 {
				perFlop = ms / tasks[i].flops
			}
		}
		if left() <= 0 {
			break
		}
	}
	result := map[string]timing{}
	for i, r := range runs {
		v := none
		if len(r) > 0 {
			slices.Sort(r)
			v = timing{r[0], r[len(r)/2], r[len(r)-1], len(r)}
		}
		result[tasks[i].name] = v
	}
	return result, nil
}

// A recording is how long the tasks of a race took on one day and one machine. It
// stands in a file of JSON beside the lesson; go test with -record writes it anew.
type recording struct {
	Date    string
	Machine string
	Tasks   map[string]timing
}

// parseRecording reads a recording, which is embedded, and tested.
func parseRecording(text []byte) recording {
	var r recording
	if err := json.Unmarshal(text, &r); err != nil {
		panic("timing: a recording: " + err.Error())
	}
	return r
}

// record runs each task at least thrice, however long it takes.
func record(ctx context.Context, tasks []task) (recording, error) {
	r := recording{Date: time.Now().UTC().Format(time.DateOnly), Machine: machine(), Tasks: map[string]timing{}}
	for _, one := range tasks {
		for budget := 2 * time.Second; r.Tasks[one.name].Runs < 3; budget *= 4 {
			measured, err := measure(ctx, time.Now, []task{one}, budget)
			if err != nil {
				return r, err
			}
			r.Tasks[one.name] = measured[one.name]
		}
	}
	return r, nil
}

// machine says in a few words where times were measured.
func machine() string {
	return Plural(runtime.GOMAXPROCS(0), "core") + ", " + runtime.GOOS + "/" + runtime.GOARCH + ", " + runtime.Version()
}
