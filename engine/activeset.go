package engine

import "math"

// polish solves the problem with the constraints that look active taken for
// equations, and the others dropped. It returns nil if that cannot be done.
func (s *lossSolver) polish() *LossFit {
	a := s.activeSet()
	if len(a.free) > 0 && !a.solve() {
		return nil
	}
	alpha := a.guess
	for i, v := range alpha {
		alpha[i] = v * s.unit
		if math.Abs(v) == s.box {
			alpha[i] = math.Copysign(s.problem.box, v)
		}
	}
	if !allFinite(alpha) {
		return nil
	}
	fit := s.evaluate(alpha)
	if !fit.finite() {
		return nil
	}
	return fit
}

// An activeSet is a guess, from an interior point, which constraints are equations at
// the solution.
type activeSet struct {
	*lossSolver
	guess []float64 // of α: at a bound or zero where that looks so, else the point's
	sign  []float64 // of the point's α
	free  []int     // the α that are neither
	full  bool      // ‖α‖₁ fills the ball
	kink  bool      // zero is a place of its own, at which the conditions jump
}

// activeSet takes for active what is nearer to its end than its multiplier is to zero.
func (s *lossSolver) activeSet() *activeSet {
	n := len(s.c)
	full := s.round && s.t > s.room/s.ball
	a := &activeSet{
		lossSolver: s, guess: make([]float64, n), sign: make([]float64, n),
		full: full, kink: s.margin > 0 || full,
	}
	for i := range n {
		a.sign[i] = math.Copysign(1, s.alpha[i])
		switch {
		case a.bound(i):
			a.guess[i] = a.sign[i] * s.box
		case a.kink && s.low[i] < s.s[i] && s.low[n+i] < s.s[n+i]: // zero
		default:
			a.guess[i] = s.alpha[i]
			a.free = append(a.free, i)
		}
	}
	return a
}

// bound reports whether αᵢ looks as if it were at its bound.
func (a *activeSet) bound(i int) bool {
	if !a.split {
		return a.high[i] < a.w[i] || a.low[i] < a.s[i]
	}
	k := i
	if a.sign[i] < 0 {
		k += len(a.c)
	}
	return a.boxed && a.high[k] < a.w[k]
}

// solve finds the free α for the others as they are, in the box, and reports whether it
// could.
func (a *activeSet) solve() bool {
	u, ok := factorFree(a.Q, a.free)
	if !ok {
		return false
	}
	b := Pick(a.sign, a.free)
	solveTriangles(u, b)
	t := a.t
	for range 3 {
		more := a.missing(t)
		solveTriangles(u, more)
		if a.full {
			t += a.fillBall(more, b)
		}
		for j, i := range a.free {
			a.guess[i] += more[j]
		}
	}
	for _, i := range a.free {
		if a.kink && a.guess[i]*a.sign[i] < 0 {
			a.guess[i] = 0
		}
		a.guess[i] = min(max(a.guess[i], -a.box), a.box)
	}
	return true
}

// missing returns by how much the free α miss their conditions, with t the multiplier of
// the ball.
func (a *activeSet) missing(t float64) []float64 {
	q := Apply(a.Q, a.guess)
	v := make([]float64, len(a.free))
	for j, i := range a.free {
		v[j] = a.c[i] - a.sign[i]*(a.margin+t) - q[i]
		if !a.kink {
			v[j] = a.c[i] - q[i]
		}
	}
	return v
}

// fillBall corrects more, what is to be added to the free α, so that ‖α‖₁ fills the ball,
// and returns by how much that raises t; b is how the α answer to t.
func (a *activeSet) fillBall(more, b []float64) float64 {
	sum, per := -a.ball, 0.0
	for j, i := range a.free {
		sum += a.sign[i] * (a.guess[i] + more[j])
		per += a.sign[i] * b[j]
	}
	t := sum / per
	for j := range more {
		more[j] -= t * b[j]
	}
	return t
}
