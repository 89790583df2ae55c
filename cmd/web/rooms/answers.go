package rooms

import "context"

// Answers returns how many seats have sketched and picked on a figure in a round. Everybody
// may know that, as they may how many have voted.
func (s *Rooms) Answers(ctx context.Context, code, figure string, round int) (sketches, picks int, err error) {
	r, err := s.enter(ctx, code)
	if err != nil {
		return 0, 0, err
	}
	defer s.mu.Unlock()
	p := poll{figure, round}
	return len(r.sketches[p]), len(r.picks[p]), nil
}
