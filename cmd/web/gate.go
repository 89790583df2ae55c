package main

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
)

// A gate bounds the fits at work at once: as many as there are processors, and
// a line of bounded length behind them.
type gate struct {
	open    *semaphore.Weighted
	waiting atomic.Int64
	inside  atomic.Int64
	line    int64
	wait    time.Duration
}

var errFull = errors.New("the server is full")

func newGate(places, line int, wait time.Duration) *gate {
	return &gate{open: semaphore.NewWeighted(int64(places)), line: int64(line), wait: wait}
}

// pass waits for a place and returns how to leave it. It fails with errFull
// where the line or the wait is too long, and with the context's error where the
// reader has gone.
func (g *gate) pass(ctx context.Context) (leave func(), err error) {
	leave = func() {
		g.inside.Add(-1)
		g.open.Release(1)
	}
	if g.open.TryAcquire(1) {
		g.inside.Add(1)
		return leave, nil
	}
	defer g.waiting.Add(-1)
	if g.waiting.Add(1) > g.line {
		return nil, errFull
	}
	patience, cancel := context.WithTimeout(ctx, g.wait)
	defer cancel()
	if err := g.open.Acquire(patience, 1); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, errFull
	}
	g.inside.Add(1)
	return leave, nil
}

// busy reports whether a fit is at work beside the one that asks, or waits.
func (g *gate) busy() bool {
	return g.waiting.Load() > 0 || g.inside.Load() > 1
}
