package site

import (
	"context"
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/gramophone-course/gramophone/cmd/web/rooms"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// classSize is a large lecture.
const classSize = 500

// BenchmarkClass is a lecture of five hundred over real HTTP, with rooms on a disk, from the
// first who joins to the end of a vote. Students are as quick as the machine lets them: in a
// hall they take half a minute. The machine is the server and all its students.
func BenchmarkClass(b *testing.B) {
	for b.Loop() {
		store := course.Must(rooms.Open(b.Context(), rooms.Config{Dir: b.TempDir()}))
		kept := course.Must(rooms.New(store, rooms.Options{}))
		c := newClassOn(b, quietSiteOf(Config{Rooms: kept}), "bandwidth")
		c.open("bandwidth")
		lecture(b, c)
		kept.Close()
		noError(b, store.Close())
	}
}

// lecture measures a class: all times are in milliseconds.
func lecture(b *testing.B, c *session) {
	jars := make([]http.CookieJar, classSize)
	start := time.Now()
	crowd(func(i int) { jars[i] = c.student() })
	b.ReportMetric(float64(time.Since(start).Milliseconds()), "ms-join")

	ctx, cancel := context.WithCancel(b.Context())
	heard := make(chan string, 64*classSize)
	var streams sync.WaitGroup
	connect := func(ctx context.Context) time.Duration {
		start := time.Now()
		for _, jar := range jars {
			streams.Go(func() { follow(ctx, jar, c.server.URL+"/rooms/"+c.room+"/events", heard) })
		}
		for range classSize {
			<-heard
		}
		return time.Since(start)
	}
	connect(ctx)

	start = time.Now()
	st := c.teach(map[string]any{"phase": "vote1", "question": "limits"})
	for n, last := 0, fmt.Sprint(st.Revision); n < classSize; {
		if <-heard == last {
			n++
		}
	}
	b.ReportMetric(float64(time.Since(start).Microseconds())/1000, "ms-all-told")

	took := make([]float64, classSize)
	crowd(func(i int) {
		start := time.Now()
		if status, said := c.votes(jars[i], 1, float64(i%3)); status != http.StatusNoContent {
			b.Errorf("vote %d: %d %v", i, status, said)
		}
		took[i] = float64(time.Since(start).Microseconds()) / 1000
	})
	slices.Sort(took)
	b.ReportMetric(took[classSize/2], "ms-vote-median")
	b.ReportMetric(took[classSize*95/100], "ms-vote-p95")
	same(b, "votes that are counted", c.state(c.key).Tally.Rounds[0].Votes, classSize)

	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	b.ReportMetric(float64(memory.Sys>>20), "MB-of-both")
	cancel()
	streams.Wait()
	for len(heard) > 0 {
		<-heard
	}
	again, end := context.WithCancel(b.Context())
	b.ReportMetric(float64(connect(again).Milliseconds()), "ms-storm")
	end()
	streams.Wait()
}

// crowd has everybody do something, as many at once as a hall has within a third of a
// second.
func crowd(f func(i int)) {
	var all sync.WaitGroup
	at := make(chan struct{}, 64)
	for i := range classSize {
		at <- struct{}{}
		all.Go(func() { defer func() { <-at }(); f(i) })
	}
	all.Wait()
}
