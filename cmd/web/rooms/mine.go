package rooms

import "context"

// Mine returns what a seat has voted on a question of the present lesson, by round; NaN for none.
func (s *Rooms) Mine(ctx context.Context, code, seat, question string) ([2]float64, error) {
	r, err := s.seated(ctx, code, seat)
	return told(s, r, err, func(r *room) (votes [2]float64) {
		votes, _ = r.choices(of(r.record.Lesson, question), r.seats[r.record.hashSeat(seat)])
		return votes
	})
}

// Known returns the state of the room, as this server has it, to who passes with its key or a
// seat in it, and which of both that was. Whoever has neither learns nothing, not even by how
// long it takes; so it counts against nobody.
func (s *Rooms) Known(code, pass string) (h Head, owns, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, now := s.rooms[code], s.now()
	if r == nil {
		r = &room{}
	}
	owns = r.record.owns(pass)
	_, sits := r.seats[r.record.hashSeat(pass)]
	if !r.exists(now) || !owns && !sits {
		return Head{}, false, false
	}
	return r.head(now), owns, true
}
