package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// A queue hands out what there is little of, first come first served, to a line
// of bounded length and patience.
type queue struct {
	free    *semaphore.Weighted
	taken   atomic.Int64
	waiting atomic.Int64
	line    int64
	wait    time.Duration

	mu      sync.Mutex
	holders int           // who has some of it,
	since   time.Time     // as last counted,
	area    time.Duration // and their time since one last gave his back, added up
	mean    time.Duration // what one holds it for, of late
}

func newQueue(size int64, line int, wait time.Duration) *queue {
	return &queue{free: semaphore.NewWeighted(size), line: int64(line), wait: wait}
}

// try takes n where that many are free and nobody waits for them.
func (q *queue) try(n int64) bool {
	ok := q.free.TryAcquire(n)
	if ok {
		q.taken.Add(n)
		q.count(1)
	}
	return ok
}

// take waits for n. It fails with a [fullError] where the line or the wait is too
// long, and with the context's error where the reader has gone.
func (q *queue) take(ctx context.Context, n int64) error {
	if q.try(n) {
		return nil
	}
	defer q.waiting.Add(-1)
	if q.waiting.Add(1) > q.line {
		return &fullError{q.estimate()}
	}
	patience, cancel := context.WithTimeout(ctx, q.wait)
	defer cancel()
	if err := q.free.Acquire(patience, n); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return &fullError{q.estimate()}
	}
	q.taken.Add(n)
	q.count(1)
	return nil
}

func (q *queue) give(n int64) {
	q.count(-1)
	q.taken.Add(-n)
	q.free.Release(n)
}

// count counts one holder more or less. By Little's law the time that all holders spend
// between two returns is on average what one holds it for.
func (q *queue) count(more int) {
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
func (q *queue) estimate() time.Duration {
	q.count(0)
	q.mu.Lock()
	defer q.mu.Unlock()
	return time.Duration(q.waiting.Load()+1) * max(q.mean, q.area) / time.Duration(max(1, q.holders))
}

// A fullError is why somebody was not let in.
type fullError struct {
	wait time.Duration // until there may be room
}

func (e *fullError) Error() string { return "the server is full" }

// maxRetry is the longest that a reader is asked to stay away: a line moves faster than
// it is thought to when others give up.
const maxRetry = time.Minute

// seconds is the wait in whole seconds, from 1 to a minute.
func (e *fullError) seconds() int {
	return int((min(max(e.wait, 1), maxRetry) + time.Second - 1) / time.Second)
}

var (
	errOverdue = errors.New("the draw takes too long")
	errTurn    = errors.New("the draw is long, and it is not its turn")
)

// maxBrief is how long a draw may hold its place and not count as long. A hand that
// moves a slider feels a wait of a tenth of a second or two and goes on; nine states in
// ten are drawn in a third of that.
const maxBrief = 150 * time.Millisecond

// limits are what a gate allows.
type limits struct {
	places int           // draws at work at once
	brief  time.Duration // who holds a place for longer is long

	line     int           // draws waiting for a place,
	wait     time.Duration // and how long they do
	longLine int           // long draws waiting for theirs,
	longWait time.Duration // and how long

	draw  time.Duration // what a draw may take, waiting not counted
	grace time.Duration // what one that is told to stop may still take
	stuck time.Duration // a place held so long is lost, and the server with it
}

// A gate bounds the draws at work at once. All but one of its places may be held
// by long draws, which have a line of their own: a move of a millisecond never
// waits for a map of a second. A draw is long that says so, and one that has held its
// place for longer than brief, whatever it says. Where as many long ones are at work as
// may be, it stops, leaves its place, and begins again when it is its turn; what it has
// in the memo by then stays there.
//
// A draw that takes too long is given up, but a place is free only when its draw has
// really stopped.
type gate struct {
	limits
	open *queue // places
	long *queue // those of them that long draws may hold
	log  *slog.Logger

	mu   sync.Mutex
	held map[*place]struct{}
}

func newGate(l limits, log *slog.Logger) *gate {
	return &gate{
		limits: l,
		open:   newQueue(int64(l.places), l.line, l.wait),
		long:   newQueue(int64(max(1, l.places-1)), l.longLine, l.longWait),
		log:    log,
		held:   map[*place]struct{}{},
	}
}

// A place at the gate is one draw's.
type place struct {
	gate *gate
	link func() string

	// Guarded by gate.mu.
	run    int // the draw that is at work here, from 1: one that begins again is the second
	isLong bool
	since  time.Time
	alarm  *time.Timer // goes off when the draw does not stop though it was told
	late   bool        // it went off
}

// through runs draw at a place and returns what it returns. It fails as queue.take
// does where there is no place; with errOverdue when draw takes longer than it
// may; and when the reader leaves. Then draw is told by its context to stop, and
// keeps its place until it does. A panic of draw's is an error.
//
// A draw that turns out long is told to stop too where it is not its turn, and called
// again when it is. So it must leave nothing half done, and may not return without an
// error what its context has cut short.
//
// The link is what a log calls the draw.
func through[T any](ctx context.Context, g *gate, link string, draw func(context.Context) (T, error)) (T, error) {
	return throughAs(ctx, g, func() string { return link }, draw)
}

// throughAs is through with a link that is made when a log wants it.
func throughAs[T any](ctx context.Context, g *gate, link func() string, draw func(context.Context) (T, error)) (T,
	error) {
	var none T
	if err := g.open.take(ctx, 1); err != nil {
		return none, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	p := &place{gate: g, link: link}
	type result struct {
		value T
		err   error
	}
	done, gone := make(chan result), make(chan struct{})
	defer close(gone)
	go func() {
		var r result
		r.value, r.err = once(ctx, cancel, p, draw)
		if errors.Is(r.err, errTurn) {
			if r.err = p.turn(ctx); r.err == nil {
				r.value, r.err = once(ctx, cancel, p, draw)
			}
		}
		select {
		case done <- r:
		case <-gone: // and nobody will say what became of it
			var panicked *panicError
			if errors.As(r.err, &panicked) {
				g.log.Error("panic", "link", link(), "error", r.err)
			}
		}
		cancel(nil)
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		return none, context.Cause(ctx)
	}
}

// once runs draw at p's place, which is free afterwards. It fails with errTurn where
// the draw is long and it is not its turn; where it takes too long, all is cancelled.
func once[T any](
	all context.Context, cancel context.CancelCauseFunc, p *place, draw func(context.Context) (T, error),
) (T, error) {
	ctx, stop := context.WithCancelCause(all)
	defer stop(nil)
	run := p.hold()
	overdue := time.AfterFunc(p.gate.draw, func() { cancel(errOverdue) })
	brief := time.AfterFunc(p.gate.brief, func() {
		if err := p.long(); err != nil {
			stop(err)
		}
	})
	untell := context.AfterFunc(ctx, func() { p.told(run) })
	value, err := caught(attentive(course.WithTurn(ctx, p.gate.busy, p.long)), draw)
	if told := ctx.Err(); told != nil && errors.Is(err, told) {
		err = context.Cause(ctx)
	}
	overdue.Stop()
	brief.Stop()
	untell()
	p.leave()
	return value, err
}

// A panicError is a draw's panic.
type panicError struct {
	value any
	stack []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v\n%s", e.value, e.stack) }

func caught[T any](ctx context.Context, draw func(context.Context) (T, error)) (value T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &panicError{p, debug.Stack()}
		}
	}()
	return draw(ctx)
}

// long makes the place one of those that long draws may hold. It fails with errTurn
// where none is free.
func (p *place) long() error {
	g := p.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	if _, has := g.held[p]; has && !p.isLong {
		p.isLong = g.long.try(1)
		if !p.isLong {
			return errTurn
		}
	}
	return nil
}

// turn waits for the turn of a long draw, and for a place.
func (p *place) turn(ctx context.Context) error {
	g := p.gate
	if err := g.long.take(ctx, 1); err != nil {
		return err
	}
	if err := g.open.take(ctx, 1); err != nil {
		g.long.give(1)
		return err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	p.isLong = true
	return nil
}

// hold notes that a draw is at work at p, and returns which.
func (p *place) hold() (run int) {
	g := p.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	p.since = time.Now()
	g.held[p] = struct{}{}
	p.run++
	return p.run
}

// leave gives back what the draw holds.
func (p *place) leave() {
	g := p.gate
	g.mu.Lock()
	delete(g.held, p)
	if p.alarm != nil {
		p.alarm.Stop()
	}
	late, wasLong := p.late, p.isLong
	p.late, p.isLong = false, false
	g.mu.Unlock()
	g.open.give(1)
	if wasLong {
		g.long.give(1)
	}
	if late {
		g.log.Warn("a draw has stopped at last", "link", p.link(), "after", time.Since(p.since))
	}
}

// told begins to wait for a draw to stop, if it is still the one at work.
func (p *place) told(run int) {
	g := p.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	if !p.atWork(run) {
		return
	}
	p.alarm = time.AfterFunc(g.grace, func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		if p.atWork(run) {
			p.late = true
			g.log.Error("a draw does not stop though it was told to", "link", p.link(), "after", time.Since(p.since))
		}
	})
}

// atWork reports whether that draw is at work at p. It is called with gate.mu held.
func (p *place) atWork(run int) bool {
	_, held := p.gate.held[p]
	return held && p.run == run
}

// busy reports whether a draw is at work beside the one that asks, or waits.
func (g *gate) busy() bool {
	return g.open.waiting.Load() > 0 || g.long.waiting.Load() > 0 || g.open.taken.Load() > 1
}

// lost returns the draw that has held its place longest and for how long, where
// that is longer than any does that will ever stop.
func (g *gate) lost() (link string, held time.Duration, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	var longest *place
	for p := range g.held {
		if d := time.Since(p.since); d >= g.stuck && d > held {
			longest, held = p, d
		}
	}
	if longest == nil {
		return "", 0, false
	}
	return longest.link(), held, true
}
