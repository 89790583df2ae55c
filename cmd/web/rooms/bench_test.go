//go:build !js

package rooms

import (
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"
)

// A lecture of 500: how long until each of them hears of a change, and what a watcher
// costs in memory.
func BenchmarkWatchers(b *testing.B) {
	for name, store := range stores {
		b.Run(name, func(b *testing.B) {
			s := store(b)
			defer s.Close()
			c := teach(b, s)
			const watchers = 500
			before := heap()
			all := make([]<-chan Event, watchers)
			for i := range all {
				var err error
				if all[i], err = c.Watch(c.ctx(), "192.0.2.1", c.code, c.key); err != nil {
					b.Fatal(err)
				}
			}
			each := (float64(heap()) - float64(before)) / watchers
			for _, events := range all {
				next(b, events)
			}
			for i := 0; b.Loop(); i++ {
				if _, err := c.set(Change{Screen: pointer(i % MaxScreen)}); err != nil {
					b.Fatal(err)
				}
				for _, events := range all {
					next(b, events)
				}
			}
			b.ReportMetric(each, "B/watcher")
		})
	}
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// 500 votes at once, each kept before it returns.
func BenchmarkVotesAtOnce(b *testing.B) {
	for name, store := range stores {
		b.Run(name, func(b *testing.B) {
			s := store(b)
			defer s.Close()
			c := teach(b, s)
			const students = 500
			seats := make([]string, students)
			for _, err := range together(students, func(i int) (err error) {
				seats[i], err = c.Join(c.ctx(), "", c.code, "")
				return err
			}) {
				c.is("join", err, nil)
			}
			c.phase(Vote1, "q")
			took := make([]time.Duration, students)
			var all []time.Duration
			for i := 0; b.Loop(); i++ {
				c.clock.move(time.Minute * time.Duration(1-2*(i%2))) // a new minute, forth or back
				for _, err := range together(students, func(k int) error {
					began := time.Now()
					err := c.Vote(c.ctx(), c.code, seats[k], Vote{"q", 1, float64(k % 4)})
					took[k] = time.Since(began)
					return err
				}) {
					c.is("vote", err, nil)
				}
				all = append(all, took...)
			}
			slices.Sort(all)
			b.ReportMetric(float64(all[len(all)*95/100].Microseconds())/1000, "ms/vote-p95")
		})
	}
}

func BenchmarkTally(b *testing.B) {
	r := room{code: "ABCDE"}
	for seat := range MaxSeats {
		for round := 1; round <= 2; round++ {
			place := r.place(fmt.Sprintf("%0*x", seatLength, seat))
			r.vote(poll{"q", round}, place, ballot{uint64(seat + 1), float64((seat + round) % 4)})
		}
	}
	for b.Loop() {
		r.tally("q")
	}
}
