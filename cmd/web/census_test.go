package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"gramophone/lessons/course"
)

func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// corner is a query with every choice at random but one, and every slider at an end of its.
func corner(rng *rand.Rand, controls []*course.Control, choice, value string) string {
	var parts []string
	for _, c := range controls {
		v := ""
		switch {
		case c.Name == choice:
			v = value
		case c.Kind == course.Choice || c.Kind == course.Bool || c.Kind == course.Expression:
			if len(c.Options) > 0 {
				v = c.Options[rng.IntN(len(c.Options))].Value
			}
		case c.Kind == course.Real || c.Kind == course.Whole:
			grid := c.Grid()
			v = grid[len(grid)-1]
			if c.Name != "n" && rng.IntN(2) == 0 {
				v = grid[0]
			}
		}
		if v != "" {
			parts = append(parts, c.Name+"="+url.QueryEscape(v))
		}
	}
	return strings.Join(parts, "&")
}

func TestExploreCensus(t *testing.T) {
	out, _ := os.Create("/tmp/census.tsv")
	defer out.Close()
	rounds := 4
	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))
	figures(func(path string, l *course.Lesson, fig *course.Figure, controls []*course.Control) {
		states := triedIn(path, fig)
		for _, c := range controls {
			for _, o := range c.Options {
				for range rounds {
					states = append(states, corner(rng, controls, c.Name, o.Value))
				}
			}
		}
		for range 4 * rounds {
			states = append(states, corner(rng, controls, "", ""))
		}
		for _, st := range states {
			q, _ := url.ParseQuery(st)
			_, draw := fig.At(q)
			memo := course.NewMemo(64 << 20)
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			c0, w0 := cpu(), time.Now()
			_, err := draw(ctx, memo)
			c1, w1 := cpu(), time.Now()
			cancel()
			took, wall := c1-c0, w1.Sub(w0)
			stop := time.Duration(0)
			if took > 150*time.Millisecond {
				ctx, cancel := context.WithCancel(t.Context())
				var at time.Duration
				timer := time.AfterFunc(100*time.Millisecond, func() { at = cpu(); cancel() })
				_, e2 := draw(ctx, course.NewMemo(64<<20))
				if timer.Stop() || e2 == nil {
					stop = -1
				} else {
					stop = cpu() - at
				}
				cancel()
			}
			fmt.Fprintf(out, "%d\t%d\t%d\t%s?%s\t%v\n", took.Milliseconds(), wall.Milliseconds(), stop.Milliseconds(), path, st, err)
		}
	})
}
