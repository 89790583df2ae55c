package flow

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/gramophone-course/gramophone/cmd/web/gate"
	"github.com/gramophone-course/gramophone/lessons/fair"
)

// silentFor is after how long a body of which nothing comes makes room for others: packets that
// are lost come again within a second.
const silentFor = 2 * time.Second

// maxIntakeLine bodies wait at most: all of them look again whenever one has ended.
const maxIntakeLine = 64

// An Intake shares out the bytes of bodies that are sent here, as they come: one that is
// announced and does not come has none. A household has half of them at most. Where there are
// no more, a body makes room of which nothing comes, then the oldest of the household that
// sends most; who is of that one waits. A body that is there, and worked on, stays.
type Intake struct {
	most     int64
	patience time.Duration // of who waits

	mu      sync.Mutex
	in      map[*Incoming]struct{}
	taken   int64
	houses  map[string]int64 // what each has of it
	waiting int              // of them
	changed chan struct{}    // closed when there is less
}

// NewIntake has at most so many bytes, for which a body waits so long.
func NewIntake(most int64, patience time.Duration) *Intake {
	return &Intake{most: most, patience: patience, in: map[*Incoming]struct{}{}, houses: map[string]int64{},
		changed: make(chan struct{})}
}

// An Incoming body is read from, and end is called when nothing of it is kept any more.
type Incoming struct {
	intake  *Intake
	ctx     context.Context
	body    io.Reader
	control *http.ResponseController
	house   string
	known   bool // whose house it is

	// Guarded by intake.mu.
	bytes   int64
	last    time.Time // when something came
	waiting bool
	whole   bool
	out     bool
}

// Begin has a request's body come in, of a household or of nobody known.
func (q *Intake) Begin(w http.ResponseWriter, r *http.Request, house string) *Incoming {
	b := &Incoming{intake: q, ctx: r.Context(), body: r.Body, control: http.NewResponseController(w), house: house,
		known: house != "", last: time.Now()}
	if !b.known {
		b.house = fmt.Sprintf("of nobody known: %p", b)
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.in[b] = struct{}{}
	return b
}

// Count is how many bodies come in, or are worked on.
func (q *Intake) Count() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.in)
}

// End gives back what the body has.
func (b *Incoming) End() {
	b.intake.mu.Lock()
	defer b.intake.mu.Unlock()
	b.intake.drop(b)
}

func (q *Intake) drop(b *Incoming) {
	if _, in := q.in[b]; !in {
		return
	}
	delete(q.in, b)
	q.taken -= b.bytes
	if q.houses[b.house] -= b.bytes; q.houses[b.house] == 0 {
		delete(q.houses, b.house)
	}
	if b.bytes == 0 {
		return // nobody has waited for that
	}
	close(q.changed)
	q.changed = make(chan struct{})
}

// Read fails with a [gate.FullError] where the body has made room for others, or finds none.
func (b *Incoming) Read(p []byte) (int, error) {
	n, err := b.body.Read(p[:min(len(p), 16<<10)]) // of which as much is counted late
	if n > 0 {
		if full := b.grow(int64(n)); full != nil {
			return 0, full
		}
	}
	b.intake.mu.Lock()
	defer b.intake.mu.Unlock()
	if b.whole = err == io.EOF; b.out {
		return 0, &gate.FullError{Wait: silentFor}
	}
	return n, err
}

// grow waits until there is room for more of the body.
func (b *Incoming) grow(n int64) error {
	q := b.intake
	patience := time.NewTimer(q.patience)
	defer patience.Stop()
	defer func() {
		q.mu.Lock()
		q.wait(b, false)
		b.last = time.Now()
		q.mu.Unlock()
	}()
	for {
		q.mu.Lock()
		ok, changed := b.out || q.admit(b, n), q.changed
		long := !ok && !b.waiting && q.waiting >= maxIntakeLine
		q.wait(b, !ok && !long)
		q.mu.Unlock()
		switch {
		case ok:
			return nil
		case long:
			return &gate.FullError{Wait: q.patience}
		}
		select {
		case <-changed:
		case <-time.After(silentFor): // somebody may be silent by now
		case <-patience.C:
			return &gate.FullError{Wait: q.patience}
		case <-b.ctx.Done():
			return b.ctx.Err()
		}
	}
}

// wait notes whether a body waits. The lock is held.
func (q *Intake) wait(b *Incoming, waiting bool) {
	if waiting != b.waiting {
		b.waiting = waiting
		q.waiting += map[bool]int{true: 1, false: -1}[waiting]
	}
}

// admit makes room for more of a body, and reports whether there is. The lock is held.
func (q *Intake) admit(b *Incoming, n int64) bool {
	if q.taken+n > q.most || q.houses[b.house]+n > q.most/2 {
		claims := make([]fair.Claim[*Incoming], 0, len(q.in))
		for o := range q.in {
			if o.bytes == 0 && o != b {
				continue
			}
			c := fair.Claim[*Incoming]{Key: o, House: o.house, Size: o.bytes, State: fair.Used, Since: o.last}
			switch {
			case o == b || o.whole:
				c.State = fair.Held
			case !o.waiting && time.Since(o.last) >= silentFor:
				c.State = fair.Idle
			case !o.known || o.house == b.house:
				c.State = fair.Held
			}
			claims = append(claims, c)
		}
		out, ok := fair.Admit(fair.Bounds{All: q.most, House: q.most / 2}, claims,
			fair.Claim[*Incoming]{House: b.house, Size: n})
		if !ok {
			return false
		}
		for _, o := range out {
			o.out = true
			q.drop(o)
			_ = o.control.SetReadDeadline(time.Now()) // a test's recorder has none
		}
	}
	b.bytes += n
	q.taken += n
	q.houses[b.house] += n
	return true
}
