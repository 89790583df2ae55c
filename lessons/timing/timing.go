// Package timing times work, live where the server has time for it, or as it was
// recorded.
package timing

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// A Task is one entry of a race: work that is done over and over, and timed.
type Task struct {
	Name  string  // unique in its race, and the same in every state that runs it
	Flops float64 // about how many multiplications it takes
	Ready func()  // makes what the work needs, untimed, when it is first its turn
	Run   func()  // the work
}

// A Result is how long a task took, in ms. All are NaN for a task that did not
// fit into the time that a race may take.
type Result struct {
	Low, Mid, High float64 // shortest, middle (of an even number the longer of two), longest
	Runs           int
}

// Times are the results of a race.
type Times struct {
	Tasks   map[string]Result
	Live    bool   // measured for this request; else recorded
	When    string // the day
	Machine string
	Why     string // why they are recorded though the reader asked for now; "" otherwise
}

// A race has this long, from its first run to the last, and starts none that it
// expects to end later: a reader waits a third of a second for numbers that are
// true here and now.
const raceTime = 250 * time.Millisecond

// One race runs at a time: two would time each other.
var track sync.Mutex

// Of is the time of the task of that name; false if it is not of the race.
func (t *Times) Of(name string) (Result, bool) {
	v, ok := t.Tasks[name]
	if !ok {
		v = none
	}
	return v, ok
}

var none = Result{math.NaN(), math.NaN(), math.NaN(), 0}

// Race measures the tasks here and now if the reader asks for it and nobody else
// is waiting, and else returns what was recorded of them.
func Race(ctx context.Context, recorded Recording, now bool, tasks []Task) (*Times, error) {
	old := &Times{Tasks: map[string]Result{}, When: recorded.Date, Machine: recorded.Machine}
	for _, task := range tasks {
		v, ok := recorded.Tasks[task.Name]
		if !ok {
			v = none
		}
		old.Tasks[task.Name] = v
	}
	if !now {
		return old, nil
	}
	if course.Busy(ctx) || !track.TryLock() {
		old.Why = "Other readers are using the server just now, and a race beside them would time them too."
		return old, nil
	}
	defer track.Unlock()
	measured, err := measure(ctx, time.Now, tasks, raceTime)
	if err != nil {
		return nil, err
	}
	return &Times{Tasks: measured, Live: true, When: time.Now().UTC().Format(time.DateOnly), Machine: machine()}, nil
}

// measure runs the tasks from the cheapest to the dearest, and then all that
// fitted, round after round, until the time is up by the clock or the context is done.
func measure(
	ctx context.Context, clock func() time.Time, tasks []Task, budget time.Duration,
) (map[string]Result, error) {
	order := make([]int, len(tasks))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(tasks[a].Flops, tasks[b].Flops) })
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
			case round == 0 && perFlop*tasks[i].Flops > left()/3: // it would have to run thrice
				continue
			case round > 0 && (len(runs[i]) == 0 || slices.Max(runs[i]) > left()):
				continue
			}
			if round == 0 && tasks[i].Ready != nil {
				tasks[i].Ready()
			}
			start := clock()
			tasks[i].Run()
			ms := clock().Sub(start).Seconds() * 1e3
			runs[i] = append(runs[i], ms)
			if round == 0 {
				perFlop = ms / tasks[i].Flops
			}
		}
		if left() <= 0 {
			break
		}
	}
	result := map[string]Result{}
	for i, r := range runs {
		v := none
		if len(r) > 0 {
			slices.Sort(r)
			v = Result{r[0], r[len(r)/2], r[len(r)-1], len(r)}
		}
		result[tasks[i].Name] = v
	}
	return result, nil
}

// A Recording is how long the tasks of a race took on one day and one machine. It
// stands in a file of JSON beside the lesson; go test with -record=. writes it anew, with -record=n=50 some of it.
type Recording struct {
	Date    string
	Machine string
	Tasks   map[string]Result
}

// Parse is a recording, which is embedded, and tested. It is read when it is first wanted.
func Parse(text []byte) func() Recording {
	return sync.OnceValue(func() (r Recording) {
		if err := json.Unmarshal(text, &r); err != nil {
			panic("timing: a recording: " + err.Error())
		}
		return r
	})
}

// Record runs each task at least thrice, however long it takes.
func Record(ctx context.Context, tasks []Task) (Recording, error) {
	r := Recording{Date: time.Now().UTC().Format(time.DateOnly), Machine: machine(), Tasks: map[string]Result{}}
	for _, one := range tasks {
		for budget := 2 * time.Second; r.Tasks[one.Name].Runs < 3; budget *= 4 {
			measured, err := measure(ctx, time.Now, []Task{one}, budget)
			if err != nil {
				return r, err
			}
			r.Tasks[one.Name] = measured[one.Name]
		}
	}
	return r, nil
}

// machine says in a few words where times were measured.
func machine() string {
	cores, system := course.Plural(runtime.GOMAXPROCS(0), "core"), runtime.GOOS+"/"+runtime.GOARCH
	return cores + ", " + system + ", " + runtime.Version()
}
