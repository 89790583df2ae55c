//go:build unix

package site

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/url"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/gramophone-course/gramophone/cmd/web/gate"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// worked is the processors' time that this process has had.
func worked(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// corner is a state with as many points as there may be, every other slider at one of its
// ends, and every choice at random but the one that is given.
func corner(rng *rand.Rand, controls []*course.Control, choice, value string) string {
	return stateOf(rng, controls, choice, value, func(last int) int { return last * rng.IntN(2) })
}

// inside is one with every other slider anywhere.
func inside(rng *rand.Rand, controls []*course.Control) string {
	return stateOf(rng, controls, "", "", func(last int) int { return rng.IntN(last + 1) })
}

func stateOf(rng *rand.Rand, controls []*course.Control, choice, value string, place func(last int) int) string {
	state := url.Values{}
	for _, c := range controls {
		switch {
		case c.Name == choice:
			state.Set(c.Name, value)
		case c.Kind == course.Real || c.Kind == course.Whole:
			grid := c.Grid()
			last := len(grid) - 1
			if c.Name != "n" {
				last = place(last)
			}
			state.Set(c.Name, grid[last])
		case len(c.Options) > 0:
			state.Set(c.Name, c.Options[rng.IntN(len(c.Options))].Value)
		}
	}
	return state.Encode()
}

// Whatever its controls can reach a figure draws within the time that a draw may take,
// alone and on one processor; and where that is more than a moment, it stops when it is
// told to: no state of any lesson can hold a class up. Time is the processors', so that
// what else the machine does counts for little, and the figures are drawn one by one.
func TestCensus(t *testing.T) {
	limits := gate.Usual(1)
	rng := rand.New(rand.NewPCG(seedOf(t), 7))
	type entry struct {
		state string
		draw  course.Draw
		took  time.Duration
	}
	var dearest []entry
	figuresOf(lessonsAsked(), func(path string, _ *course.Lesson, fig *course.Figure, controls []*course.Control) {
		var most entry
		for _, state := range append(census(rng, controls), fig.Watched...) {
			query, _ := url.ParseQuery(state)
			_, draw := fig.At(query)
			e := entry{path + "?" + state, draw, 0}
			start := worked(t)
			if _, err := draw(t.Context(), course.NewMemo(64<<20)); err != nil {
				t.Errorf("%s: %v", e.state, err)
			}
			if e.took = worked(t) - start; e.took > limits.Draw {
				t.Errorf("%s takes %v", e.state, e.took)
			}
			if e.took >= most.took {
				most = e
			}
		}
		if most.took > limits.Brief {
			if after := stopping(t, most.draw, most.took/2); after > limits.Grace/2 {
				t.Errorf("%s goes on for %v after it was told to stop", most.state, after)
			}
		}
		dearest = append(dearest, most)
	})
	slices.SortFunc(dearest, func(a, b entry) int { return int(b.took - a.took) })
	for _, e := range dearest[:min(12, len(dearest))] {
		t.Logf("%6.2f s %s", e.took.Seconds(), e.state)
	}
}

// census are the states of a figure that are drawn: its first, a corner and one inside at
// random, and the corners of some of its options.
func census(rng *rand.Rand, controls []*course.Control) []string {
	const most = 3 // options of a figure, others for each seed
	states := []string{"", corner(rng, controls, "", ""), inside(rng, controls)}
	for _, c := range controls {
		for _, o := range c.Options {
			states = append(states, corner(rng, controls, c.Name, o.Value))
		}
	}
	options := states[3:]
	rng.Shuffle(len(options), func(i, j int) { options[i], options[j] = options[j], options[i] })
	return states[:min(len(states), 3+most)]
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
