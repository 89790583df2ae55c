package gate

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
)

// A Queue hands out what there is little of, first come first served, to a line
// of bounded length and patience.
type Queue struct {
	free    *semaphore.Weighted
	taken   atomic.Int64
	waiting atomic.Int64
	line    int64
	Wait    time.Duration

	mu      sync.Mutex
	holders int           // who has some of it,
	since   time.Time     // as last counted,
	area    time.Duration // and their time since one last gave his back, added up
	mean    time.Duration // what one holds it for, of late
}

// NewQueue hands out size, to a line of so many who wait so long.
func NewQueue(size int64, line int, wait time.Duration) *Queue {
	return &Queue{free: semaphore.NewWeighted(size), line: int64(line), Wait: wait}
}

// try takes n where that many are free and nobody waits for them.
func (q *Queue) try(n int64) bool {
	ok := q.free.TryAcquire(n)
	if ok {
		q.taken.Add(n)
		q.count(1)
	}
	return ok
}

// Take waits for n. It fails with a [FullError] where the line or the wait is too
// long, and with the context's error where the reader has gone.
func (q *Queue) Take(ctx context.Context, n int64) error {
	if q.try(n) {
		return nil
	}
	defer q.waiting.Add(-1)
	if q.waiting.Add(1) > q.line {
		return &FullError{q.estimate()}
	}
	patience, cancel := context.WithTimeout(ctx, q.Wait)
	defer cancel()
	if err := q.free.Acquire(patience, n); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return &FullError{q.estimate()}
	}
	q.taken.Add(n)
	q.count(1)
	return nil
}

// Give gives back n that was taken.
func (q *Queue) Give(n int64) {
	q.count(-1)
	q.taken.Add(-n)
	q.free.Release(n)
}

// count counts one holder more or less. By Little's law the time that all holders spend
// between two returns is on average what one holds it for.
func (q *Queue) count(more int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	now := time.Now()
	q.area += time.Duration(q.holders) * now.Sub(q.since)
	q.since = now
	if q.holders += more; more < 0 {
		q.mean += (q.area - q.mean) / 16
		q.area = 0
	}
}

// estimate is about how long it takes until who waits now has had his turn: those in
// line and one more, times what one holds it for, of late or since the last return if
// that is longer, shared by those who hold it.
func (q *Queue) estimate() time.Duration {
	q.count(0)
	q.mu.Lock()
	defer q.mu.Unlock()
	return time.Duration(q.waiting.Load()+1) * max(q.mean, q.area) / time.Duration(max(1, q.holders))
}

// A FullError is why somebody was not let in.
type FullError struct {
	Wait time.Duration // until there may be room
}

func (e *FullError) Error() string { return "the server is full" }

// maxRetry is the longest that a reader is asked to stay away: a line moves faster than
// it is thought to when others give up.
const maxRetry = time.Minute

// Seconds is the wait in whole seconds, from 1 to a minute.
func (e *FullError) Seconds() int {
	return int((min(max(e.Wait, 1), maxRetry) + time.Second - 1) / time.Second)
}

// A Load is how much of what a queue hands out is taken, and how many wait for it.
type Load struct{ Taken, Waiting *atomic.Int64 }

// Load is that of the queue.
func (q *Queue) Load() Load { return Load{&q.taken, &q.waiting} }
