package rooms

import "context"

// Answered is how many seats have done what at a figure in a round.
type Answered struct{ Sketches, Picks, Points int }

// Most is how many have done what most of them have.
func (a Answered) Most() int { return max(a.Sketches, a.Picks, a.Points) }

// Answers returns how many seats have done what at a figure in a round. Everybody may know
// that, as they may how many have voted.
func (s *Rooms) Answers(ctx context.Context, code, figure string, round int) (Answered, error) {
	r, err := s.enter(ctx, code)
	return told(s, r, err, func(r *room) Answered {
		p := r.poll(figure, round)
		return Answered{len(r.sketches[p]), len(r.picks[p]), len(r.points[p])}
	})
}
