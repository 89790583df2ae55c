// Package gate decides who draws now, who waits, and who is to come back.
package gate

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"github.com/gramophone-course/gramophone/lessons/course"
)

var (
	// ErrOverdue is that a draw was given up.
	ErrOverdue = errors.New("the draw takes too long")
	errTurn    = errors.New("the draw is long, and it is not its turn")
)

// maxBrief is how long a draw may hold its place and not count as long. A hand that
// moves a slider feels a wait of a tenth of a second or two and goes on; nine states in
// ten are drawn in a third of that.
const maxBrief = 150 * time.Millisecond

// Limits are what a gate allows.
type Limits struct {
	Places int           // draws at work at once
	Brief  time.Duration // who holds a place for longer is long

	Line     int           // draws waiting for a place,
	Wait     time.Duration // and how long they do
	LongLine int           // long draws waiting for theirs,
	LongWait time.Duration // and how long

	Draw  time.Duration // what a draw may take, waiting not counted
	Grace time.Duration // what one that is told to stop may still take
	Stuck time.Duration // a place held so long is lost, and the server with it

	Attend func(context.Context) context.Context // gives others their turn where there is one thread; may be nil
}

// Draws beyond the gate, and answers beyond what may be on its way, wait in a line for
// some time; then the reader is asked to come back.
const (
	MaxWaiting = 256
	MaxWait    = 5 * time.Second
	usualDraw  = 5 * time.Second
)

// Usual are the limits on a machine with so many processors. Of two places one is
// always open to short draws. A dozen readers who each ask for an error map of 300
// points, a second apiece, are all answered.
func Usual(processors int) Limits {
	return Limits{
		Places: max(2, processors), Brief: maxBrief,
		Line: MaxWaiting, Wait: MaxWait,
		LongLine: 32, LongWait: 15 * time.Second,
		Draw: usualDraw, Grace: 2 * time.Second, Stuck: 30 * time.Second,
	}
}

// A Gate bounds the draws at work at once. All but one of its places may be held
// by long draws, which have a line of their own: a move of a millisecond never
// waits for a map of a second. A draw is long that says so, and one that has held its
// place for longer than brief, whatever it says. Where as many long ones are at work as
// may be, it stops, leaves its place, and begins again when it is its turn; what it has
// in the memo by then stays there.
//
// A draw that takes too long is given up, but a place is free only when its draw has
// really stopped.
type Gate struct {
	Limits
	open *Queue // places
	long *Queue // those of them that long draws may hold
	log  *slog.Logger

	mu   sync.Mutex
	held map[*place]struct{}
}

// New is a gate at which nobody is.
func New(l Limits, log *slog.Logger) *Gate {
	return &Gate{
		Limits: l,
		open:   NewQueue(int64(l.Places), l.Line, l.Wait),
		long:   NewQueue(int64(max(1, l.Places-1)), l.LongLine, l.LongWait),
		log:    log,
		held:   map[*place]struct{}{},
	}
}

// A place at the gate is one draw's.
type place struct {
	gate *Gate
	link func() string

	// Guarded by gate.mu.
	run    int // the draw that is at work here, from 1: one that begins again is the second
	isLong bool
	since  time.Time
	alarm  *time.Timer // goes off when the draw does not stop though it was told
	late   bool        // it went off
}

// Through runs draw at a place and returns what it returns. It fails as
// [Queue.Take] does where there is no place; with [ErrOverdue] when draw takes longer than it
// may; and when the reader leaves. Then draw is told by its context to stop, and
// keeps its place until it does. A panic of draw's is an error.
//
// A draw that turns out long is told to stop too where it is not its turn, and called
// again when it is. So it must leave nothing half done, and may not return without an
// error what its context has cut short.
//
// The link is what a log calls the draw.
func Through[T any](ctx context.Context, g *Gate, link string, draw func(context.Context) (T, error)) (T, error) {
	return ThroughAs(ctx, g, func() string { return link }, draw)
}

// ThroughAs is [Through] with a link that is made when a log wants it.
func ThroughAs[T any](ctx context.Context, g *Gate, link func() string, draw func(context.Context) (T, error)) (T,
	error) {
	var none T
	if err := g.open.Take(ctx, 1); err != nil {
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
	overdue := time.AfterFunc(p.gate.Draw, func() { cancel(ErrOverdue) })
	brief := time.AfterFunc(p.gate.Brief, func() {
		if err := p.long(); err != nil {
			stop(err)
		}
	})
	untell := context.AfterFunc(ctx, func() { p.told(run) })
	value, err := Caught(p.gate.attended(course.WithTurn(ctx, p.gate.busy, p.long)), draw)
	if told := ctx.Err(); told != nil && errors.Is(err, told) {
		err = context.Cause(ctx)
	}
	overdue.Stop()
	brief.Stop()
	untell()
	p.leave()
	return value, err
}

// attended is the context of a draw.
func (g *Gate) attended(ctx context.Context) context.Context {
	if g.Attend == nil {
		return ctx
	}
	return g.Attend(ctx)
}

// A panicError is a draw's panic.
type panicError struct {
	value any
	stack []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v\n%s", e.value, e.stack) }

// Caught runs draw, and returns a panic of it as an error.
func Caught[T any](ctx context.Context, draw func(context.Context) (T, error)) (value T, err error) {
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
	if err := g.long.Take(ctx, 1); err != nil {
		return err
	}
	if err := g.open.Take(ctx, 1); err != nil {
		g.long.Give(1)
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
	g.open.Give(1)
	if wasLong {
		g.long.Give(1)
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
	p.alarm = time.AfterFunc(g.Grace, func() {
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

// Loads are those of all draws, and of the long ones.
func (g *Gate) Loads() (all, long Load) { return g.open.Load(), g.long.Load() }

// busy reports whether a draw is at work beside the one that asks, or waits.
func (g *Gate) busy() bool {
	return g.open.waiting.Load() > 0 || g.long.waiting.Load() > 0 || g.open.taken.Load() > 1
}

// Lost returns the draw that has held its place longest and for how long, where
// that is longer than any does that will ever stop.
func (g *Gate) Lost() (link string, held time.Duration, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	var longest *place
	for p := range g.held {
		if d := time.Since(p.since); d >= g.Stuck && d > held {
			longest, held = p, d
		}
	}
	if longest == nil {
		return "", 0, false
	}
	return longest.link(), held, true
}
