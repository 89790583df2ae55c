package rooms

import (
	"context"
	"time"
)

// read folds the log until the service is closed: what notes tell of at once, and every
// rereadEvery what they did not.
func (s *Rooms) read() {
	tick := time.NewTicker(rereadEvery)
	defer tick.Stop()
	var delay time.Duration // until the next try, 0 if none is due
	for {
		var retry <-chan time.Time
		if s.catchUp(delay > 0) {
			delay = 0
		} else {
			delay = min(max(2*delay, time.Millisecond), time.Second/4)
			retry = time.After(delay)
		}
		select {
		case <-s.kick:
		case <-retry:
		case <-tick.C:
			s.mu.Lock()
			s.asked++
			s.mu.Unlock()
			s.sweep()
		case <-s.ctx.Done():
			return
		}
	}
}

// catchUp folds the log to its end, and reports whether that is as far as is known to be.
// When it has not been so before, the log is asked again how far it goes: what was known
// of may be gone.
func (s *Rooms) catchUp(again bool) bool {
	ctx, cancel := context.WithTimeout(s.ctx, patience)
	defer cancel()
	s.mu.Lock()
	ticket, known, from := s.asked, s.goal, s.position
	asked, goal := ticket > s.answered, known
	s.mu.Unlock()
	if asked || again {
		last, err := s.store.Last(ctx)
		if err != nil {
			s.fail(err)
			asked = false
		} else {
			goal = last
		}
	}
	for {
		messages, err := s.store.Read(ctx, from)
		if err != nil {
			s.fail(err)
			return false
		}
		if len(messages) == 0 {
			break
		}
		from = messages[len(messages)-1].Position
		s.foldAll(messages)
	}
	if from < goal {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.goal == known {
		s.goal = from
	}
	if asked {
		s.answered = ticket
		s.notify()
	}
	return s.answered == s.asked && s.goal <= from
}

func (s *Rooms) fail(err error) {
	if s.ctx.Err() == nil {
		s.log.Warn("rooms: the log cannot be read", "error", err)
	}
}

func (s *Rooms) foldAll(messages []Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	turned := make(map[*room]bool)
	for _, m := range messages {
		s.position = m.Position
		code, kind, rest, ok := parseSubject(m.Subject)
		if !ok {
			continue
		}
		r, ok := s.rooms[code]
		if !ok {
			r = &room{code: code, folded: now,
				writes: limiter{limit: MaxWrites, each: time.Minute / MaxWrites, most: MaxSeats},
				joined: limiter{limit: MaxJoined, each: joinEach, most: MaxSeats}}
			s.rooms[code] = r
		}
		r.used = now
		r.fold(m, kind, rest)
		turned[r] = turned[r] || kind == "head"
	}
	for r, yes := range turned {
		switch {
		case r.record.Ended:
			r.part()
		case yes:
			r.tell(Event{Revision: r.revision})
		}
	}
	s.notify()
}

// notify wakes whoever waits for position or answered. The lock is held.
func (s *Rooms) notify() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// hear takes a note in.
func (s *Rooms) hear(n Note) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r, ok := s.rooms[n.Code]; ok && n.Hand != "" && checkQuery("hand", n.Hand, MaxHand) == nil {
		r.tell(Event{Revision: r.revision, Hand: n.Hand})
	}
	if n.Position > s.goal {
		s.goal = n.Position
		s.wake()
	}
}

// wake has the reader look again.
func (s *Rooms) wake() {
	select {
	case s.kick <- struct{}{}:
	default:
	}
}

// wait returns when the log is folded up to a position.
func (s *Rooms) wait(ctx context.Context, position uint64) error {
	s.hear(Note{Position: position})
	return s.until(ctx, func() bool { return s.position >= position })
}

// refresh returns when all is folded that was in the log when it was called.
func (s *Rooms) refresh(ctx context.Context) error {
	s.mu.Lock()
	s.asked++
	ticket := s.asked
	s.wake()
	s.mu.Unlock()
	return s.until(ctx, func() bool { return s.answered >= ticket })
}

// until returns when done does, which is called with the lock held.
func (s *Rooms) until(ctx context.Context, done func() bool) error {
	late := time.NewTimer(patience)
	defer late.Stop()
	for {
		s.mu.Lock()
		ok, changed := done(), s.changed
		s.mu.Unlock()
		if ok {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		case <-late.C:
			return ErrUnready
		case <-s.ctx.Done():
			return ErrUnready
		}
	}
}

// sweep removes rooms whose life is over, from the store too.
func (s *Rooms) sweep() {
	ctx, cancel := context.WithTimeout(s.ctx, patience)
	defer cancel()
	now := s.now()
	s.mu.Lock()
	var over []*room
	for _, r := range s.rooms {
		if r.over(now) {
			over = append(over, r)
		}
	}
	s.mu.Unlock()
	for _, r := range over {
		if err := s.store.Purge(ctx, r.code, Anywhere); err != nil {
			s.fail(err)
			return
		}
		s.mu.Lock()
		r.part()
		delete(s.rooms, r.code)
		s.mu.Unlock()
	}
}
