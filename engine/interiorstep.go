package engine

import (
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// sign returns the sign with which z[k] counts in α, and where.
func (s *lossSolver) sign(k int) (sign float64, i int) {
	if n := len(s.c); k >= n {
		return -1, k - n
	}
	return 1, k
}

// step goes one predictor-corrector step, and reports whether it could.
func (s *lossSolver) step() bool {
	q, ok := s.linearise()
	if !ok {
		return false
	}
	// The predictor asks for products of zero, the corrector for the mean that it would
	// reach, with what it would leave of second order.
	c := s.products()
	d := q.direction(c)
	s.centre(&c, d, q.pairs)
	d = q.direction(c)
	length := s.reach(d)
	if !(length > 1e-12) || !allFinite(d.z) || !allFinite(d.s) || !allFinite(d.w) || !finite(d.t) {
		return false
	}
	s.move(d, length)
	return true
}

// An interiorStep is a direction in which to move.
type interiorStep struct {
	alpha, z, s, w []float64
	t, room        float64
}

// A newtonSystem is the conditions for a minimum made linear about a point. What is left
// of them once Δs, Δw and Δz are eliminated is, with ρ the right sides,
//
//	(E + Q)Δα = E(Σσρ/slope − bΔt).
type newtonSystem struct {
	*lossSolver
	residual []float64         // of the first condition, for every z
	slope    []float64         // s/low + w/high
	E, b     []float64         // 1/Σ(1/slope) and Σσ/slope, for every α
	u        blas64.Triangular // E + Q = UᵀU
	pairs    float64           // of a distance and its multiplier
	x2, h2   []float64         // where there is a ball: Δα for Δt = −1 alone, and Q times it
}

// linearise returns the system at the point reached, whose mu it sets, and whether the
// system can be solved.
func (s *lossSolver) linearise() (*newtonSystem, bool) {
	n, m := len(s.c), len(s.z)
	g := Apply(s.Q, s.alpha)
	q := &newtonSystem{
		lossSolver: s, residual: make([]float64, m), slope: make([]float64, m),
		E: make([]float64, n), b: make([]float64, n),
	}
	mu := 0.0
	for k := range s.z {
		sign, i := s.sign(k)
		q.residual[k] = sign*(g[i]-s.c[i]) + s.margin - s.s[k] + s.w[k] + s.t
		q.slope[k] = s.s[k] / s.low[k]
		mu += s.s[k] * s.low[k]
		q.pairs++
		if s.boxed {
			q.slope[k] += s.w[k] / s.high[k]
			mu += s.w[k] * s.high[k]
			q.pairs++
		}
		q.E[i] += 1 / q.slope[k]
		q.b[i] += sign / q.slope[k]
	}
	if s.round {
		mu += s.t * s.room
		q.pairs++
	}
	s.mu = mu / q.pairs
	if !q.factor() {
		return nil, false
	}
	if s.round {
		q.x2 = q.solve(q.b)
		q.h2 = Apply(s.Q, q.x2)
	}
	return q, true
}

// factor inverts E and factors E + Q, if it can. Where K is singular and E has become
// small, the matrix is not known to be definite. What is added then, a rounding error of
// Q, slows the method down and does not move its goal.
func (q *newtonSystem) factor() (ok bool) {
	n := len(q.E)
	M := mat.NewSymDense(n, nil)
	M.CopySym(q.Q)
	trace := mat.Trace(q.Q)
	for i := range n {
		q.E[i] = 1 / q.E[i]
		M.SetSym(i, i, M.At(i, i)+q.E[i]+4*Epsilon*trace)
	}
	q.u, ok = cholesky(M, 0)
	for _, more := range []float64{1e2, 1e4, 1e6, 1e8} {
		if !ok {
			q.u, ok = cholesky(M, more*Epsilon*trace)
		}
	}
	return ok
}

// solve returns (E + Q)⁻¹Ea.
func (q *newtonSystem) solve(a []float64) []float64 {
	x := make([]float64, len(a))
	for i := range x {
		x[i] = q.E[i] * a[i]
	}
	solveTriangles(q.u, x)
	return x
}

// The pairProducts are what a step is to add, to first order, to the products of
// distances with their multipliers.
type pairProducts struct {
	low, high []float64
	ball      float64
}

// products returns what makes all of them zero.
func (s *lossSolver) products() pairProducts {
	m := len(s.z)
	c := pairProducts{low: make([]float64, m), high: make([]float64, m)}
	for k := range s.z {
		c.low[k] = -s.s[k] * s.low[k]
		c.high[k] = -s.w[k] * s.high[k]
	}
	if s.round {
		c.ball = -s.t * s.room
	}
	return c
}

// centre makes of the products that the predictor d was asked for those of the corrector.
func (s *lossSolver) centre(c *pairProducts, d interiorStep, pairs float64) {
	length := s.reach(d)
	after := 0.0
	for k := range d.z {
		after += (s.s[k] + length*d.s[k]) * (s.low[k] + length*d.z[k])
		if s.boxed {
			after += (s.w[k] + length*d.w[k]) * (s.high[k] - length*d.z[k])
		}
	}
	if s.round {
		after += (s.t + length*d.t) * (s.room + length*d.room)
	}
	centre := s.mu * math.Pow(after/pairs/s.mu, 3)
	for k := range c.low {
		c.low[k] += centre - d.s[k]*d.z[k]
		if s.boxed {
			c.high[k] += centre + d.w[k]*d.z[k]
		}
	}
	if s.round {
		c.ball += centre - d.t*d.room
	}
}

// direction returns the step that has these products.
func (q *newtonSystem) direction(c pairProducts) interiorStep {
	n, m := len(q.E), len(q.z)
	rho, a := q.rightSides(c)
	d := interiorStep{z: make([]float64, m), s: make([]float64, m), w: make([]float64, m)}
	d.alpha = q.solve(a)
	h := Apply(q.Q, d.alpha)
	if q.round {
		q.fillBall(&d, h, rho, c.ball)
	}
	for i := range h {
		if q.split {
			d.z[i], d.z[n+i] = q.parts(i, d.alpha[i], h[i], rho[i]-d.t, rho[n+i]-d.t)
		} else {
			d.z[i] = d.alpha[i]
		}
	}
	for k := range rho {
		d.room -= d.z[k]
		d.s[k] = (c.low[k] - q.s[k]*d.z[k]) / q.low[k]
		if q.boxed {
			d.w[k] = (c.high[k] + q.w[k]*d.z[k]) / q.high[k]
		}
	}
	return d
}

// rightSides returns ρ for every z, and Σσρ/slope for every α.
func (q *newtonSystem) rightSides(c pairProducts) (rho, a []float64) {
	rho, a = make([]float64, len(q.z)), make([]float64, len(q.E))
	for k := range rho {
		sign, i := q.sign(k)
		rho[k] = -q.residual[k] + c.low[k]/q.low[k]
		if q.boxed {
			rho[k] -= c.high[k] / q.high[k]
		}
		a[i] += sign * rho[k] / q.slope[k]
	}
	return rho, a
}

// fillBall sets Δt so that the products with t become what they are to be, and corrects
// Δα and h = QΔα, which were computed without it.
func (q *newtonSystem) fillBall(d *interiorStep, h, rho []float64, product float64) {
	n := len(h)
	var s0, s1 float64
	for i := range h {
		plus, minus := q.parts(i, d.alpha[i], h[i], rho[i], rho[n+i])
		s0 += plus + minus
		plus, minus = q.parts(i, q.x2[i], q.h2[i], 1, 1)
		s1 += plus + minus
	}
	d.t = (product + q.t*s0) / (q.room + q.t*s1)
	for i := range h {
		d.alpha[i] -= d.t * q.x2[i]
		h[i] -= d.t * q.h2[i]
	}
}

// parts returns Δz₊ and Δz₋ of αᵢ, whose difference is Δα. Of the two the one that its
// bound holds back more has an accurate quotient; the other is what is left.
func (q *newtonSystem) parts(i int, alpha, h, plus, minus float64) (float64, float64) {
	n := len(q.E)
	plus, minus = (plus-h)/q.slope[i], (minus+h)/q.slope[n+i]
	if q.slope[i] < q.slope[n+i] {
		return alpha + minus, minus
	}
	return plus, plus - alpha
}

// move goes so far in a direction.
func (s *lossSolver) move(d interiorStep, length float64) {
	for i := range d.alpha {
		s.alpha[i] += length * d.alpha[i]
	}
	for k := range d.z {
		s.z[k] += length * d.z[k]
		s.low[k] += length * d.z[k]
		s.high[k] -= length * d.z[k]
		s.s[k] += length * d.s[k]
		s.w[k] += length * d.w[k]
	}
	s.t += length * d.t
	s.room += length * d.room
}

// reach returns how far one can go in a direction: 1, or a little less than where the
// first distance or multiplier becomes zero.
func (s *lossSolver) reach(d interiorStep) float64 {
	length := 1 / almost
	limit := func(x, dx float64) {
		if dx < 0 {
			length = min(length, -x/dx)
		}
	}
	for k := range d.z {
		limit(s.low[k], d.z[k])
		limit(s.s[k], d.s[k])
		if s.boxed {
			limit(s.high[k], -d.z[k])
			limit(s.w[k], d.w[k])
		}
	}
	if s.round {
		limit(s.room, d.room)
		limit(s.t, d.t)
	}
	return length * almost
}
