//go:build !js

package rooms

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"
)

// A clock stands still until a test moves it.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) move(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// A class is a room with its teacher.
type class struct {
	testing.TB
	*Rooms
	clock     *clock
	code, key string
}

// teach makes a room on a store.
func teach(t testing.TB, store Store) *class {
	t.Helper()
	c := &class{TB: t, clock: &clock{now: time.Now().Round(0)}}
	c.Rooms = serve(t, store, c.clock)
	var err error
	c.code, c.key, err = c.Create(t.Context(), "192.0.2.1", "bandwidth")
	noError(t, err)
	return c
}

// serve returns another server of a store.
func serve(t testing.TB, store Store, clock *clock) *Rooms {
	t.Helper()
	s := must(New(store, Options{Now: clock.Now, Log: quiet}))
	t.Cleanup(s.Close)
	noError(t, s.Ready(t.Context()))
	return s
}

// on returns the class as another server has it.
func (c *class) on(s *Rooms) *class {
	other := *c
	other.Rooms = s
	return &other
}

func (c *class) ctx() context.Context { return c.TB.Context() }

func (c *class) head() Head {
	c.Helper()
	return must(c.Rooms.Head(c.ctx(), c.code))
}

// set changes the newest head.
func (c *class) set(change Change) (Head, error) {
	c.Helper()
	change.Revision = c.head().Revision
	return c.SetHead(c.ctx(), c.code, c.key, change)
}

// phase goes to a phase of a question.
func (c *class) phase(p Phase, question string) Head {
	c.Helper()
	h, err := c.set(Change{Phase: &p, Question: &question})
	noError(c, err)
	return h
}

func (c *class) join() string {
	c.Helper()
	return must(c.Join(c.ctx(), "192.0.2.1", c.code, ""))
}

func (c *class) vote(seat, question string, round int, choice float64) {
	c.Helper()
	noError(c, c.Vote(c.ctx(), c.code, seat, Vote{question, round, choice}))
}

func (c *class) tally(question string) Tally {
	c.Helper()
	return must(c.Tally(c.ctx(), c.code, c.key, question))
}

// is fails unless an error is the one that is wanted.
func (c *class) is(what string, err, want error) {
	c.Helper()
	wantError(c, what, err, want)
}

// closed fails unless an error says that the phase takes nothing.
func (c *class) closed(what string, err error, phase Phase) {
	c.Helper()
	var closed *ClosedError
	if !errors.As(err, &closed) || closed.Phase != phase {
		c.Errorf("%s: %v, want it closed in the phase %s", what, err, phase)
	}
}

// together runs n calls at once, and returns their errors.
func together(n int, call func(i int) error) []error {
	var wg sync.WaitGroup
	errs := make([]error, n)
	for i := range n {
		wg.Go(func() { errs[i] = call(i) })
	}
	wg.Wait()
	return errs
}

// next is the next event of a watcher, who has ten seconds.
func next(t testing.TB, events <-chan Event) (Event, bool) {
	t.Helper()
	select {
	case e, ok := <-events:
		return e, ok
	case <-time.After(10 * time.Second):
		t.Fatal("nothing came")
		return Event{}, false
	}
}
