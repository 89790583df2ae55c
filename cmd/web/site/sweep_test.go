//go:build unix

package site

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gramophone-course/gramophone/cmd/web/gate"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/own"
)

// worked is the processors' time that this process has had.
func worked(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	noError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// A reader's table with what every figure can choose from: numbers, a class of two and one of three.
const sweptTable = "x,y,z,kind,sort\n" +
	"1,2.1,0.3,a,p\n2,3.9,0.1,b,q\n3,6.2,0.9,a,r\n4,7.8,0.4,b,p\n5,10.1,0.2,a,q\n6,12.2,0.8,b,r\n" +
	"7,13.8,0.5,a,p\n8,16.1,0.7,b,q\n9,18.3,0.6,a,r\n10,19.7,0.35,b,p\n11,22,0.15,a,q\n12,24.2,0.95,b,r\n"

// A button of a figure asks for more than the picture as it opens: over many samples, beside
// rivals, what is sealed, one's own table.
type button struct{ name, value string }

// buttonsOf are those that a figure has, and none pressed.
func buttonsOf(controls []*course.Control, table string) []button {
	buttons := []button{{}}
	for _, c := range controls {
		switch c.Name {
		case course.ManyControl, course.EnvelopeControl, "rivals":
			for _, o := range c.Options {
				if o.Value != c.Default {
					buttons = append(buttons, button{c.Name, o.Value})
				}
			}
		case "data":
			if slices.ContainsFunc(c.Options, func(o course.Option) bool { return o.Value == "points" }) {
				buttons = append(buttons, button{"data", table})
			}
		}
	}
	return buttons
}

// kernelsOf are the kernels that a figure can choose from; one blank where it cannot.
func kernelsOf(controls []*course.Control) []string {
	for _, c := range controls {
		if c.Name == "kernel" && len(c.Options) > 0 {
			var names []string
			for _, o := range c.Options {
				names = append(names, o.Value)
			}
			return names
		}
	}
	return []string{""}
}

// corners is how many states each kernel with each button has.
const corners = 2

// sweptStates are the first state of a figure, and states for each of its kernels and buttons, with
// every slider that has an effect at one of its ends, other ends for each seed, and as many points
// as the button takes; where none is pressed, other choices are at random.
func sweptStates(fig *course.Figure, tables *own.Store, table string, rng *rand.Rand) []url.Values {
	form, _ := fig.With(tables, nil)
	states := []url.Values{{}}
	for _, kernel := range kernelsOf(form.Controls) {
		for _, b := range buttonsOf(form.Controls, table) {
			q := url.Values{}
			if kernel != "" {
				q.Set("kernel", kernel)
			}
			if b.name != "" {
				q.Set(b.name, b.value)
			}
			chosen, _ := fig.With(tables, maps.Clone(q))
			for range corners {
				states = append(states, cornerOf(fig, tables, chosen.Controls, q, b, rng))
			}
		}
	}
	return states
}

// cornerOf is a state with these choices.
func cornerOf(fig *course.Figure, tables *own.Store, controls []*course.Control, choices url.Values, b button,
	rng *rand.Rand) url.Values {
	q, sizes, pressed := maps.Clone(choices), []string(nil), buttonsOf(controls, "")
	for _, c := range controls {
		asks := c.Name != "data" && slices.ContainsFunc(pressed, func(b button) bool { return b.name == c.Name })
		if b.name == "" && len(c.Options) > 0 && !asks && !q.Has(c.Name) {
			q.Set(c.Name, c.Options[rng.IntN(len(c.Options))].Value)
		}
		if c.Off || c.Kind != course.Real && c.Kind != course.Whole || q.Has(c.Name) {
			continue
		}
		grid := c.Grid()
		if c.Name == "n" {
			sizes = grid
			continue
		}
		q.Set(c.Name, grid[rng.IntN(2)*(len(grid)-1)])
	}
	for _, n := range slices.Backward(sizes) {
		q.Set("n", n)
		if form, _ := fig.With(tables, q); b.name == "" || form.Control(b.name).Value == b.value {
			break // of more points the button is not asked
		}
	}
	return q
}

// Each figure with each of its kernels and each of its buttons, its sliders at their ends, is
// drawn, and within the time that a draw may take, on one processor: what is legal to choose
// never makes a lesson a 500. Where that is more than a moment, it stops when it is told to: no
// state of any lesson can hold a class up.
func TestSweep(t *testing.T) {
	tables := course.Must(own.NewStore("", own.Limits{Memory: 1 << 24}))
	table := course.Must(own.Parse([]byte(sweptTable), own.Options{}))
	noError(t, tables.Put(table, ""))
	ref, limits, rng := table.Ref(table.Guess()), gate.Usual(1), rand.New(rand.NewPCG(seedOf(t), 11))
	type entry struct {
		state string
		query url.Values
		took  time.Duration
	}
	var all []entry
	figuresOf(lessonsAsked(), func(path string, _ *course.Lesson, fig *course.Figure, _ []*course.Control) {
		states := sweptStates(fig, tables, ref, rng)
		for _, watched := range fig.Watched {
			states = append(states, course.ParseQuery(watched))
		}
		var most entry
		for _, q := range states {
			e := entry{state: path + "?" + q.Encode(), query: q}
			start := worked(t)
			drawSwept(t, e.state, fig, tables, q)
			if e.took = worked(t) - start; e.took > limits.Draw {
				t.Errorf("%s takes %v of a processor, and would be given up", e.state, e.took)
			}
			if all = append(all, e); e.took >= most.took {
				most = e
			}
		}
		if _, draw := fig.With(tables, most.query); most.took > limits.Brief {
			if after := stopping(t, draw, most.took/2); after > limits.Grace/2 {
				t.Errorf("%s goes on for %v after it was told to stop", most.state, after)
			}
		}
	})
	slices.SortFunc(all, func(a, b entry) int { return int(b.took - a.took) })
	total := time.Duration(0)
	for _, e := range all {
		total += e.took
	}
	t.Logf("%d states, %.0f s of a processor", len(all), total.Seconds())
	for _, e := range all[:min(12, len(all))] {
		t.Logf("%6.2f s %s", e.took.Seconds(), e.state)
	}
}

// drawSwept draws a state, and holds that it neither panics nor fails.
func drawSwept(t *testing.T, state string, fig *course.Figure, tables *own.Store, q url.Values) {
	t.Helper()
	defer func() {
		if err := recover(); err != nil {
			t.Errorf("%s: %.300v", state, err)
		}
	}()
	_, draw := fig.With(tables, q)
	if _, err := draw(t.Context(), course.NewMemo(64<<20)); err != nil && !strings.Contains(err.Error(), "context") {
		t.Errorf("%s: %.300v", state, err)
	}
}

// stopping is how long a draw works on that is told to stop after a time; 0 where it ends
// before.
func stopping(t *testing.T, draw course.Draw, after time.Duration) time.Duration {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	told := make(chan time.Duration, 1)
	alarm := time.AfterFunc(after, func() { told <- worked(t); cancel() })
	_, err := draw(ctx, course.NewMemo(64<<20))
	switch {
	case alarm.Stop():
		return 0
	case err == nil:
		return worked(t) - <-told // it was nearly done
	case !errors.Is(err, context.Canceled):
		t.Errorf("stopped, it fails with %v", err)
	}
	return worked(t) - <-told
}
