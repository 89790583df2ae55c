package rooms

import "context"

// Mine returns what a seat has voted on a question of the present lesson, by round; NaN for none.
func (s *Rooms) Mine(ctx context.Context, code, seat, question string) (votes [2]float64, err error) {
	r, err := s.seated(ctx, code, seat)
	if err != nil {
		return votes, err
	}
	defer s.mu.Unlock()
	votes, _ = r.choices(of(r.record.Lesson, question), r.seats[r.record.hashSeat(seat)])
	return votes, nil
}
