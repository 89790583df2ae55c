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

// factorFree is cholesky of Q on the free points. Where that is singular a slightly larger
// matrix corrects what there is to correct, and the second time what it left.
func factorFree(Q mat.Symmetric, free []int) (blas64.Triangular, bool) {
	own := mat.NewSymDense(len(free), nil)
	own.SubsetSym(Q, free)
	if u, ok := cholesky(own, 0); ok {
		return u, true
	}
	return cholesky(own, 1e-13*mat.Trace(own))
}

// cholesky returns the upper triangle U of A + shift·I = UᵀU, and whether it exists.
func cholesky(A mat.Symmetric, shift float64) (blas64.Triangular, bool) {
	return lapack64.Potrf(shifted(A, shift).RawSymmetric())
}
