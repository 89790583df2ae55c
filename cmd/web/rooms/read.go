package rooms

import (
	"context"
	"maps"
	"slices"
)

// Tally returns what the class has voted on a question: to the teacher at any time, to
// others, whose key is empty, when it is released. Questions and figures are those of the
// lesson that the class is on, here and below.
func (s *Rooms) Tally(ctx context.Context, code, key, question string) (Tally, error) {
	r, err := s.see(ctx, code, key, question)
	return told(s, r, err, func(r *room) Tally { return r.tally(question) })
}

// Sketches returns the last sketch of each seat on a figure in a round, in an order that
// says nothing of whose it is; none before there are MinPlot. It is for whom Tally is for,
// of whatever question.
func (s *Rooms) Sketches(ctx context.Context, code, key, figure string, round int) ([][Heights]byte, error) {
	r, err := s.see(ctx, code, key, "")
	return told(s, r, err, func(r *room) [][Heights]byte { return plotted(r, r.sketches[r.poll(figure, round)]) })
}

// Picks returns the last pick of each seat on a figure in a round, as Sketches.
func (s *Rooms) Picks(ctx context.Context, code, key, figure string, round int) ([]Pick, error) {
	r, err := s.see(ctx, code, key, "")
	return told(s, r, err, func(r *room) []Pick { return plotted(r, r.picks[r.poll(figure, round)]) })
}

// Points returns the last point of each seat at a figure in a round, as Sketches.
func (s *Rooms) Points(ctx context.Context, code, key, figure string, round int) ([]Point, error) {
	r, err := s.see(ctx, code, key, "")
	return told(s, r, err, func(r *room) []Point { return plotted(r, r.points[r.poll(figure, round)]) })
}

// plotted returns values by place in the order of the seats' hashes.
func plotted[T any](r *room, values map[int]T) []T {
	if len(values) < MinPlot {
		return nil
	}
	all := make([]T, 0, len(values))
	for _, seat := range slices.Sorted(maps.Keys(r.seats)) {
		if v, ok := values[r.seats[seat]]; ok {
			all = append(all, v)
		}
	}
	return all
}

// Votes returns all votes that count, by question in the order in which they were asked.
func (s *Rooms) Votes(ctx context.Context, code, key string) ([]Row, error) {
	r, err := s.own(ctx, code, key)
	return told(s, r, err, func(r *room) []Row { return r.rows() })
}

// enter returns the room with the lock held, or an error without.
func (s *Rooms) enter(ctx context.Context, code string) (*room, error) {
	code, ok := ParseCode(code)
	if !ok {
		return nil, ErrNone
	}
	for again := range 2 {
		s.mu.Lock()
		if r, ok := s.rooms[code]; ok && r.exists(s.now()) {
			return r, nil
		}
		s.mu.Unlock()
		if again == 0 { // another server may have made it
			if err := s.refresh(ctx); err != nil {
				return nil, err
			}
		}
	}
	return nil, ErrNone
}

// told is what is read of a room that came with the lock held, or the error that came in its place.
func told[T any](s *Rooms, r *room, err error, read func(*room) T) (v T, _ error) {
	if err != nil {
		return v, err
	}
	defer s.mu.Unlock()
	return read(r), nil
}

// own returns the room of which key is the key, with the lock held.
func (s *Rooms) own(ctx context.Context, code, key string) (*room, error) {
	r, err := s.enter(ctx, code)
	if err == nil && !r.record.owns(key) {
		s.mu.Unlock()
		return nil, ErrKey
	}
	if err == nil {
		r.used = s.now() // a teacher's pages ask each second
	}
	return r, err
}

// see returns the room, with the lock held, to whom may see the tally of the question.
func (s *Rooms) see(ctx context.Context, code, key, question string) (*room, error) {
	r, err := s.enter(ctx, code)
	if err != nil {
		return nil, err
	}
	released := r.record.Released && (question == "" || question == r.record.Question)
	if !released && !r.record.owns(key) {
		s.mu.Unlock()
		return nil, ErrKey
	}
	return r, nil
}

// seated returns the room in which seat is one, with the lock held.
func (s *Rooms) seated(ctx context.Context, code, seat string) (*room, error) {
	for again := range 2 {
		r, err := s.enter(ctx, code)
		if err != nil {
			return nil, err
		}
		if len(seat) == secretLength {
			if _, ok := r.seats[r.record.hashSeat(seat)]; ok {
				return r, nil
			}
		}
		s.mu.Unlock()
		if again == 0 { // another server may have given it
			if err := s.refresh(ctx); err != nil {
				return nil, err
			}
		}
	}
	return nil, ErrSeat
}
