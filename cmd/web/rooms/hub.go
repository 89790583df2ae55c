package rooms

import (
	"context"
	"errors"
	"time"

	"github.com/gramophone-course/gramophone/lessons/fair"
)

// An Event is what a watcher learns. One that comes late finds only the newest of each:
// the hand's query, where there is one, came after the revision.
type Event struct {
	Revision uint64 // of the head now; fetch the state if it is newer than what you have
	Hand     string // what the teacher's hand moves, as a query; empty if nothing
}

// handBeat is the least time between two of a room's hands.
const handBeat = time.Second / 10

// A hand is what the teacher moves, held back to one each handBeat.
type hand struct {
	timer *time.Timer // runs while another may not go out
	next  string      // what goes out then, if anything
}

// Watch has events of the room arrive, the first at once, at somebody at an address who has a
// seat in the room or its key. The channel is closed when the room ends, when the service
// stops, when ctx is done, and when the stream makes room for another: then it may be opened
// again.
func (s *Rooms) Watch(ctx context.Context, from, code, pass string) (<-chan Event, error) {
	w := watcher{house: fair.Household(from), since: s.now()}
	r, err := s.own(ctx, code, pass)
	if errors.Is(err, ErrKey) {
		if r, err = s.seated(ctx, code, pass); err == nil {
			w.seat = r.record.hashSeat(pass)
		}
	}
	if err != nil {
		return nil, err
	}
	defer s.mu.Unlock()
	if s.stopped {
		return nil, ErrFull
	}
	if err := s.admitStream(r, w); err != nil {
		return nil, err
	}
	r.greet(w.house)
	events := make(chan Event, 1)
	events <- Event{Revision: r.revision}
	r.watchers = with(r.watchers, events, w)
	context.AfterFunc(ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		r.leave(events)
	})
	return events, nil
}

// leave ends what a watcher hears, once.
func (r *room) leave(events chan Event) {
	if _, ok := r.watchers[events]; ok {
		delete(r.watchers, events)
		close(events)
	}
}

// part ends what all watchers hear, and what a hand still holds back.
func (r *room) part() {
	for events := range r.watchers {
		r.leave(events)
	}
	if r.hand.timer != nil {
		r.hand.timer.Stop()
	}
}

// tell gives every watcher an event, in place of one that it has not taken yet. The lock
// of the service is held, so nobody else puts one there.
func (r *room) tell(e Event) {
	for events := range r.watchers {
		select {
		case <-events:
		default:
		}
		events <- e
	}
}

// Hand has everybody who watches the room see what the teacher's hand moves, a query of
// at most MaxHand bytes. It is not kept. Ten a second go out, and the last one always,
// unless the head changes before.
func (s *Rooms) Hand(ctx context.Context, code, key, query string) error {
	if err := checkQuery("hand", query, MaxHand); err != nil {
		return err
	}
	r, err := s.own(ctx, code, key)
	if err != nil {
		return err
	}
	if r.hand.timer != nil {
		r.hand.next = query
		s.mu.Unlock()
		return nil
	}
	r.hand.timer = time.AfterFunc(handBeat, func() { s.beat(r) })
	s.mu.Unlock()
	return s.store.Tell(ctx, Note{Code: r.code, Hand: query})
}

// beat sends what was held back.
func (s *Rooms) beat(r *room) {
	s.mu.Lock()
	query := r.hand.next
	r.hand.next = ""
	if query == "" || s.stopped {
		r.hand.timer = nil
		s.mu.Unlock()
		return
	}
	r.hand.timer.Reset(handBeat)
	s.mu.Unlock()
	ctx, cancel := context.WithTimeout(s.ctx, handBeat)
	defer cancel()
	if err := s.store.Tell(ctx, Note{Code: r.code, Hand: query}); err != nil {
		s.log.Debug("a hand was not sent", "error", err)
	}
}
