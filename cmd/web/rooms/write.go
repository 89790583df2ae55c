package rooms

import "context"

// Vote takes a seat's vote, in place of what it voted before in the round. When it returns
// nil the vote is kept, and will be counted unless the seat votes again.
func (s *Rooms) Vote(ctx context.Context, code, seat string, v Vote) error {
	return s.keep(ctx, code, seat, "vote", poll{v.Question, v.Round}, v)
}

// Sketch takes a seat's sketch, in place of its last one.
func (s *Rooms) Sketch(ctx context.Context, code, seat string, k Sketch) error {
	return s.keep(ctx, code, seat, "sketch", poll{k.Figure, k.Round}, k)
}

// Pick takes a seat's pick, in place of its last one.
func (s *Rooms) Pick(ctx context.Context, code, seat string, p Pick) error {
	return s.keep(ctx, code, seat, "pick", poll{p.Figure, p.Round}, p)
}

// Point takes the point that a seat puts down, in place of its last one.
func (s *Rooms) Point(ctx context.Context, code, seat string, p Point) error {
	return s.keep(ctx, code, seat, "point", poll{p.Figure, p.Round}, p)
}

// keep has a seat store what is within its bounds.
func (s *Rooms) keep(ctx context.Context, code, seat, kind string, p poll, sent interface {
	check() error
	encode() []byte
}) error {
	if err := sent.check(); err != nil {
		return err
	}
	return s.put(ctx, code, seat, write{kind, p, sent.encode()})
}

// A write is what a seat has stored.
type write struct {
	kind string // vote, sketch, pick, point or test
	poll poll   // its name without that of the lesson, which is the room's
	data []byte
}

// in is the poll of the room that is written to.
func (w write) in(r *room) poll {
	if w.kind == "test" {
		return w.poll
	}
	return r.poll(w.poll.Name, w.poll.Round)
}

// open reports whether the room takes the write now.
func (w write) open(r *room) bool {
	switch w.kind {
	case "vote":
		return r.record.open() == w.in(r)
	case "test":
		return !r.testClosed()
	}
	return r.record.Phase.Draws(w.poll.Round)
}

// closed is the error of what comes too late.
func (w write) closed(r *room) error {
	if w.kind == "test" {
		return ErrTestClosed
	}
	return &ClosedError{r.record.Phase}
}

// fits reports whether a seat may have one more of what it writes: a lesson has a dozen figures.
func (w write) fits(r *room, seat string) bool {
	return w.kind == "vote" || r.has(w.kind, w.in(r), r.seats[seat]) || r.wrote[seat] < 2*(MaxFigures+MaxQuestions)
}

func (s *Rooms) put(ctx context.Context, code, seat string, w write) error {
	r, err := s.seated(ctx, code, seat)
	if err != nil {
		return err
	}
	if !w.open(r) { // here; another server may have heard more
		s.mu.Unlock()
		if err := s.refresh(ctx); err != nil {
			return err
		}
		if r, err = s.seated(ctx, code, seat); err != nil {
			return err
		}
	}
	name, p := r.record.hashSeat(seat), w.in(r)
	open, closed, fits := w.open(r), w.closed(r), w.fits(r, name)
	taken := open && fits && r.writes.take(name, s.now())
	s.mu.Unlock()
	switch {
	case !open:
		return closed
	case !fits:
		return ErrFull
	case !taken:
		return ErrBusy
	}
	position, err := s.append(ctx, subjectOf(r.code, w.kind, p, name), w.data, Anywhere)
	if err != nil {
		return err
	}
	if err := s.settle(ctx, r, position); err != nil {
		return err
	}
	defer s.mu.Unlock()
	if (w.kind == "vote" || w.kind == "test") && position > r.record.closed(p) {
		return w.closed(r)
	}
	return nil
}
