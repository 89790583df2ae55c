package engine

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// A lossSolver solves one dual problem by Mehrotra's predictor-corrector method, in
// units that make every entry of the quadratic form and of y at most one.
//
// Its variables are z. If there is neither margin nor ball then z = α between −box and
// box; else z = (z₊, z₋) ≥ 0 and α = z₊ − z₋. The conditions for a minimum are, with
// σ = ±1 the sign with which z counts in α, low and high its distances from its bounds,
// s and w their multipliers, and t that of the ball,
//
//	σ(Qα − y) + margin − s + w + t = 0,   s·low = 0,   w·high = 0,   t(ball − Σz) = 0.
type lossSolver struct {
	K       *mat.SymDense
	y       []float64
	loss    Loss
	lambda  float64
	problem dualProblem

	unit         float64       // of α
	Q            *mat.SymDense // scaled K + ridge·I
	c            []float64     // scaled y
	margin       float64       // scaled
	box, ball    float64       // scaled
	split        bool          // z = (z₊, z₋)
	boxed, round bool          // box and ball are finite
	alpha        []float64     // kept apart from z, whose parts may be large
	z            []float64
	low, high    []float64 // and these, or they would lose digits near zero
	s, w         []float64
	t, room      float64 // room = ball − Σz
	mu           float64 // the mean product of a distance and its multiplier
}

const (
	maxInterior = 100
	patience    = 8     // iterations without progress
	almost      = 0.995 // of the way to the boundary
	// farthest bounds α in its unit. Larger numbers belong to eigenvalues of K that
	// rounding has made.
	farthest = 1e20
)

// interior returns the best point found.
func (s *lossSolver) interior(ctx context.Context) (*LossFit, error) {
	n := len(s.y)
	if err := s.scale(); err != nil {
		return nil, err
	}
	best := s.evaluate(make([]float64, n))
	var exact *LossFit // the best with its active constraints made equations
	since, least := 0, math.Inf(1)
	for iteration := 1; iteration <= maxInterior && since < patience; iteration++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if !s.step() {
			break
		}
		alpha := make([]float64, n)
		for i, a := range s.alpha {
			alpha[i] = min(max(a*s.unit, -s.problem.box), s.problem.box)
		}
		if !allFinite(alpha) {
			break
		}
		fit := s.evaluate(alpha)
		fit.Iterations = iteration
		since++
		if fit.Gap < 0.9*best.Gap || best.Gap > poorGap*best.Objective && s.mu < 0.9*least {
			since, least = 0, min(least, s.mu)
		}
		if fit.Gap < best.Gap {
			best = fit
		}
		// Close by, the active constraints are known, and the rest is linear.
		if best == fit && fit.Gap <= 1e-7*fit.Objective {
			if p := s.polish(); p != nil && (exact == nil || p.Gap < exact.Gap) {
				p.Iterations = iteration
				exact = p
			}
		}
		if exact != nil && exact.Gap <= goodGap*exact.Objective || best.Gap <= Epsilon*goodGap*best.Objective {
			break
		}
	}
	// Rounding decides between the two in the end; zeros that are zero are worth a digit.
	if exact != nil && exact.Gap <= max(10*best.Gap, 100*goodGap*best.Objective) {
		return exact, nil
	}
	return best, nil
}

// scale chooses units and a starting point.
func (s *lossSolver) scale() error {
	n, p := len(s.y), s.problem
	size := maxAbs(s.y)
	peak := 0.0 // of the quadratic form, which is semidefinite: on its diagonal
	for i := range n {
		peak = max(peak, s.K.At(i, i)+p.ridge)
	}
	s.unit = min(size/peak, p.box, p.ball)
	if !(s.unit > 0 && finite(s.unit)) || !finite(peak) {
		return ErrOverflow
	}
	s.boxed, s.round = finite(p.box), finite(p.ball)
	s.box, s.ball, s.margin = min(p.box/s.unit, farthest), min(p.ball/s.unit, farthest), p.margin/size
	s.Q = mat.NewSymDense(n, nil)
	s.c = make([]float64, n)
	for i := range n {
		s.c[i] = s.y[i] / size
		for j := i; j < n; j++ {
			q := s.K.At(i, j)
			if i == j {
				q += p.ridge
			}
			s.Q.SetSym(i, j, q*(s.unit/size))
		}
	}
	// In the middle, with multipliers as large as any gradient there.
	s.split = s.round || s.margin > 0
	count := n
	if s.split {
		count = 2 * n
	}
	s.alpha = make([]float64, n)
	s.z, s.low, s.high = make([]float64, count), make([]float64, count), make([]float64, count)
	s.s, s.w = make([]float64, count), make([]float64, count)
	multiplier := 2 + 2*s.margin
	for k := range s.z {
		switch {
		case s.round:
			s.z[k] = s.ball / float64(2*count)
			s.low[k], s.s[k] = s.z[k], multiplier
		case s.split:
			s.z[k] = s.box / 2
			s.low[k], s.high[k] = s.z[k], s.z[k]
			s.s[k], s.w[k] = multiplier, multiplier
		default:
			s.low[k], s.high[k] = s.box, s.box
			s.s[k], s.w[k] = multiplier, multiplier
		}
	}
	if s.round {
		s.room = s.ball / 2
		s.t = multiplier / float64(count)
	}
	return nil
}

// sign returns the sign with which z[k] counts in α, and where.
func (s *lossSolver) sign(k int) (sign float64, i int) {
	if n := len(s.c); k >= n {
		return -1, k - n
	}
	return 1, k
}

// An interiorStep is a direction in which to move.
type interiorStep struct {
	alpha, z, s, w []float64
	t, room        float64
}

// step goes one predictor-corrector step, and reports whether it could.
func (s *lossSolver) step() bool {
	n, m := len(s.c), len(s.z)
	g := s.times(s.alpha)
	residual, slope := make([]float64, m), make([]float64, m)
	mu, count := 0.0, 0.0
	E, b := make([]float64, n), make([]float64, n) // 1/Σ(1/slope), Σσ/slope
	for k := range s.z {
		sign, i := s.sign(k)
		residual[k] = sign*(g[i]-s.c[i]) + s.margin - s.s[k] + s.w[k] + s.t
		slope[k] = s.s[k] / s.low[k]
		mu += s.s[k] * s.low[k]
		count++
		if s.boxed {
			slope[k] += s.w[k] / s.high[k]
			mu += s.w[k] * s.high[k]
			count++
		}
		E[i] += 1 / slope[k]
		b[i] += sign / slope[k]
	}
	if s.round {
		mu += s.t * s.room
		count++
	}
	mu /= count
	s.mu = mu

	// With ρ the right sides, (E + Q)Δα = E(Σσρ/slope − bΔt). Where K is singular and E
	// has become small, the matrix is not known to be definite. What is added then, a
	// rounding error of Q, slows the method down and does not move its goal.
	M := mat.NewSymDense(n, nil)
	M.CopySym(s.Q)
	trace := mat.Trace(s.Q)
	for i := range n {
		E[i] = 1 / E[i]
		M.SetSym(i, i, M.At(i, i)+E[i]+4*Epsilon*trace)
	}
	u, ok := cholesky(M, 0)
	for _, more := range []float64{1e2, 1e4, 1e6, 1e8} {
		if !ok {
			u, ok = cholesky(M, more*Epsilon*trace)
		}
	}
	if !ok {
		return false
	}
	solve := func(a []float64) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = E[i] * a[i]
		}
		solveTriangles(u, x)
		return x
	}
	var x2, h2 []float64
	if s.round {
		x2 = solve(b)
		h2 = s.times(x2)
	}
	newton := func(cs, cw []float64, ct float64) interiorStep {
		rho, a := make([]float64, m), make([]float64, n)
		for k := range rho {
			sign, i := s.sign(k)
			rho[k] = -residual[k] + cs[k]/s.low[k]
			if s.boxed {
				rho[k] -= cw[k] / s.high[k]
			}
			a[i] += sign * rho[k] / slope[k]
		}
		d := interiorStep{z: make([]float64, m), s: make([]float64, m), w: make([]float64, m)}
		d.alpha = solve(a)
		h := s.times(d.alpha)
		// Of the two parts of Δα the one that its bound holds back more has an accurate
		// quotient; the other is what is left.
		parts := func(i int, alpha, h, plus, minus float64) (float64, float64) {
			if !s.split {
				return alpha, 0
			}
			plus, minus = (plus-h)/slope[i], (minus+h)/slope[n+i]
			if slope[i] < slope[n+i] {
				return alpha + minus, minus
			}
			return plus, plus - alpha
		}
		if s.round {
			var s0, s1 float64
			for i := range h {
				plus, minus := parts(i, d.alpha[i], h[i], rho[i], rho[n+i])
				s0 += plus + minus
				plus, minus = parts(i, x2[i], h2[i], 1, 1)
				s1 += plus + minus
			}
			d.t = (ct + s.t*s0) / (s.room + s.t*s1)
			for i := range h {
				d.alpha[i] -= d.t * x2[i]
				h[i] -= d.t * h2[i]
			}
		}
		for i := range h {
			if s.split {
				d.z[i], d.z[n+i] = parts(i, d.alpha[i], h[i], rho[i]-d.t, rho[n+i]-d.t)
			} else {
				d.z[i] = d.alpha[i]
			}
		}
		for k := range rho {
			d.room -= d.z[k]
			d.s[k] = (cs[k] - s.s[k]*d.z[k]) / s.low[k]
			if s.boxed {
				d.w[k] = (cw[k] + s.w[k]*d.z[k]) / s.high[k]
			}
		}
		return d
	}

	cs, cw, ct := make([]float64, m), make([]float64, m), 0.0
	for k := range cs {
		cs[k] = -s.s[k] * s.low[k]
		cw[k] = -s.w[k] * s.high[k]
	}
	if s.round {
		ct = -s.t * s.room
	}
	d := newton(cs, cw, ct)
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
	centre := mu * math.Pow(after/count/mu, 3)
	for k := range cs {
		cs[k] += centre - d.s[k]*d.z[k]
		if s.boxed {
			cw[k] += centre + d.w[k]*d.z[k]
		}
	}
	if s.round {
		ct += centre - d.t*d.room
	}
	d = newton(cs, cw, ct)
	length = s.reach(d)
	if !(length > 1e-12) || !allFinite(d.z) || !allFinite(d.s) || !allFinite(d.w) || !finite(d.t) {
		return false
	}
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
	return true
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

// polish solves the problem with the constraints that look active taken for
// equations, and the others dropped. It returns nil if that cannot be done.
func (s *lossSolver) polish() *LossFit {
	n := len(s.c)
	alpha, sign := make([]float64, n), make([]float64, n)
	var free []int
	active := s.round && s.t > s.room/s.ball
	signed := s.margin > 0 || active // zero is a place of its own
	bound := func(i int) bool {
		if !s.split {
			return s.high[i] < s.w[i] || s.low[i] < s.s[i]
		}
		k := i
		if sign[i] < 0 {
			k += n
		}
		return s.boxed && s.high[k] < s.w[k]
	}
	for i := range n {
		sign[i] = math.Copysign(1, s.alpha[i])
		switch {
		case bound(i):
			alpha[i] = sign[i] * s.box
		case signed && s.low[i] < s.s[i] && s.low[n+i] < s.s[n+i]: // zero
		default:
			alpha[i] = s.alpha[i]
			free = append(free, i)
		}
	}
	if m := len(free); m > 0 {
		Q := mat.NewSymDense(m, nil)
		b := make([]float64, m)
		for j, i := range free {
			b[j] = sign[i]
			for l := j; l < m; l++ {
				Q.SetSym(j, l, s.Q.At(i, free[l]))
			}
		}
		// Where K is singular on the free points, a slightly larger matrix corrects
		// what there is to correct, and the second time what it left.
		u, ok := cholesky(Q, 0)
		if !ok {
			u, ok = cholesky(Q, 1e-13*mat.Trace(Q))
		}
		if !ok {
			return nil
		}
		solveTriangles(u, b)
		t := s.t
		for range 3 {
			q := s.times(alpha)
			a := make([]float64, m)
			for j, i := range free {
				a[j] = s.c[i] - sign[i]*(s.margin+t) - q[i]
				if !signed {
					a[j] = s.c[i] - q[i]
				}
			}
			solveTriangles(u, a)
			if active {
				// The common error t makes ‖α‖₁ fill the ball.
				sum, per := -s.ball, 0.0
				for j, i := range free {
					sum += sign[i] * (alpha[i] + a[j])
					per += sign[i] * b[j]
				}
				more := sum / per
				t += more
				for j := range a {
					a[j] -= more * b[j]
				}
			}
			for j, i := range free {
				alpha[i] += a[j]
			}
		}
		for _, i := range free {
			if signed && alpha[i]*sign[i] < 0 {
				alpha[i] = 0
			}
			alpha[i] = min(max(alpha[i], -s.box), s.box)
		}
	}
	for i, a := range alpha {
		alpha[i] = a * s.unit
		if math.Abs(a) == s.box {
			alpha[i] = math.Copysign(s.problem.box, a)
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

// times returns Qx.
func (s *lossSolver) times(x []float64) []float64 {
	v := mat.NewVecDense(len(x), nil)
	v.MulVec(s.Q, mat.NewVecDense(len(x), x))
	return v.RawVector().Data
}

// cholesky returns the upper triangle U of A + shift·I = UᵀU, and whether it exists.
func cholesky(A mat.Symmetric, shift float64) (blas64.Triangular, bool) {
	return lapack64.Potrf(shifted(A, shift).RawSymmetric())
}
