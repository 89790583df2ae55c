package engine

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// An SVMFit is a soft-margin support vector machine: the [Expansion] of its
// support vectors, whose coefficients carry the sign of y, and an offset,
//
//	f(x) = Σᵢ αᵢ k(xᵢ, x) + Offset,   0 ≤ yᵢαᵢ ≤ C,   Σᵢ αᵢ = 0.
//
// LIBSVM's alpha is yᵢαᵢ, its dual_coef is αᵢ, and its rho is −Offset. A fit made
// from a Gram matrix alone has no Kernel and no X.
type SVMFit struct {
	Expansion
	C         float64
	Offset    float64
	Decision  []float64 // f(xᵢ)
	Support   []int     // the i with αᵢ ≠ 0, ascending
	Norm      float64   // ‖w‖ = √(αᵀKα)
	Margin    float64   // 1/‖w‖, the distance from f = 0 to f = ±1; +Inf if w = 0
	Objective float64   // Σᵢ |αᵢ| − ½ αᵀKα, the dual's, at most the primal's
	// Violation is that of [KKTViolation], on recomputed decision values.
	Violation  float64
	Iterations int
}

// Eval returns f(x), offset included.
func (f *SVMFit) Eval(x []float64) float64 { return f.Expansion.Eval(x) + f.Offset }

// SVM returns the soft-margin support vector machine that minimises
//
//	½‖w‖² + C Σᵢ max(0, 1 − yᵢ f(xᵢ)),   f = w + Offset,   yᵢ = ±1,   C > 0,
//
// over w in the space of k and the offset, as [SolveSVM] finds it from the Gram
// matrix. C is LIBSVM's; divided by nC the objective is the mean hinge loss with
// λ = 1/2nC. SVM panics if d is not valid, a response is not ±1, or C is not
// positive and finite.
//
// Source: Cortes and Vapnik, Support-vector networks, Machine Learning 20 (1995).
func SVM(ctx context.Context, k Kernel, d Dataset, C float64) (*SVMFit, error) {
	d.check()
	checkSVM(d.Len(), d.Y, C)
	fit, err := SolveSVM(ctx, Gram(k, d.X), d.Y, C)
	if err != nil {
		return nil, err
	}
	fit.Kernel, fit.X = k, d.X
	return fit, nil
}

// SolveSVM returns the support vector machine from the Gram matrix,
//
//	α = argmax Σᵢ yᵢαᵢ − ½ αᵀKα,   0 ≤ yᵢαᵢ ≤ C,   Σᵢ αᵢ = 0,
//
// by sequential minimal optimisation. With hᵢ = yᵢ − (Kα)ᵢ each step takes the i
// whose αᵢ may grow and that has the largest hᵢ, and of the j whose αⱼ may fall
// the one that promises the largest gain, and moves both by the same t:
//
//	j = argmax (hᵢ − hⱼ)²/aᵢⱼ,   aᵢⱼ = Kᵢᵢ + Kⱼⱼ − 2Kᵢⱼ,   t = (hᵢ − hⱼ)/aᵢⱼ,
//
// cut where αᵢ or αⱼ meets its bound. On the way it tries whether the equations of
// the α between their bounds already have the solution. After max(n², 10⁴) steps, for
// they creep if classes overlap and C times the entries of K is large ([Standardize] is
// the remedy), an interior-point method goes on, in at most 100 factorisations of n×n
// matrices: n² steps cost about what it takes. It stops when max hᵢ exceeds
// min hⱼ by no more than 10⁻¹⁰, or what rounding leaves of Kα if that is more. The offset
// is the mean of hᵢ over the i with 0 < yᵢαᵢ < C; if there is none, every number between
// the largest hᵢ and the least hⱼ is optimal, and it is their middle. Of one class only,
// α = 0 and f is that class's ±1, the least that is optimal. A point that comes with both
// labels is no difficulty: both are at C.
//
// It returns [ErrNoConvergence] after both, and if C is so large that rounding
// leaves more than 10⁻³ undecided; [ErrIndefinite]
// if K has a negative eigenvalue beyond rounding; [ErrOverflow] if a number is not
// finite; and ctx's error. It panics if K and y differ in size, a response is not
// ±1, or C is not positive and finite. A step costs O(n), and a copy of K is kept.
//
// Source: Fan, Chen and Lin, Working set selection using second order information
// for training support vector machines, Journal of Machine Learning Research 6
// (2005), WSS 2; Chang and Lin, LIBSVM, ACM TIST 2 (2011); Ferris and Munson,
// Interior-point methods for massive support vector machines, SIAM Journal on
// Optimization 13 (2002).
func SolveSVM(ctx context.Context, K mat.Symmetric, y []float64, C float64) (*SVMFit, error) {
	n := K.SymmetricDim()
	checkSVM(n, y, C)
	sym := shifted(K, 0)
	if err := symFault(sym); err != nil {
		return nil, err
	}
	if err := semidefinite(sym); err != nil {
		return nil, err
	}
	m := newSMO(sym, y, C)
	m.limit = max(n*n, leastSteps)
	err := m.solve(ctx)
	if err == ErrNoConvergence {
		// Steps have not ended here that the other method could not: where it fails too,
		// it is rounding that hides the maximum.
		var found bool
		if found, err = m.interior(ctx, sym, C); err == nil && !found {
			err = ErrNoConvergence
		}
	}
	if err != nil {
		return nil, err
	}
	return m.fit(sym)
}

// solve takes steps until α is optimal, and no more than the limit.
func (m *smo) solve(ctx context.Context) error {
	goal := firstGoal
	for range maxRounds {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := m.run(ctx, goal); err != nil {
			return err
		}
		goal /= 10
		// h has gathered rounding; only a fresh one may say that this is the end.
		m.refresh()
		if _, top, bottom := m.extremes(); top-bottom <= m.tolerance() {
			if top-bottom > doubtfulMargin {
				return ErrNoConvergence
			}
			return nil
		}
		if m.finish() {
			return nil
		}
	}
	return ErrNoConvergence
}

// KKTViolation returns by how much α and the offset miss the conditions that an
// optimal support vector machine meets, the largest of
//
//	1 − yᵢf(xᵢ)        over i with yᵢαᵢ < C    (outside the margin or on it)
//	yᵢf(xᵢ) − 1        over i with yᵢαᵢ > 0    (inside the margin or on it)
//	−yᵢαᵢ/C, yᵢαᵢ/C − 1                        (within bounds)
//	|Σᵢ αᵢ|/C                                  (the offset's equation)
//
// and zero, with f(xᵢ) = (Kα)ᵢ + offset. Zero is optimal, for the problem is
// convex. It panics if sizes differ, a response is not ±1, or C is not positive
// and finite.
func KKTViolation(K mat.Symmetric, y, alpha []float64, offset, C float64) float64 {
	n := K.SymmetricDim()
	checkSVM(n, y, C)
	if len(alpha) != n {
		panic("engine: matrix and coefficients differ in size")
	}
	f := Apply(K, alpha)
	worst := math.Abs(floats.Sum(alpha)) / C
	for i, label := range y {
		a, margin := label*alpha[i], label*(f[i]+offset)
		worst = max(worst, -a/C, a/C-1)
		if a < C {
			worst = max(worst, 1-margin)
		}
		if a > 0 {
			worst = max(worst, margin-1)
		}
	}
	return worst
}

func checkSVM(n int, y []float64, C float64) {
	checkProblem(n, y, 0)
	checkSigns(y)
	if !(C > 0 && finite(C)) {
		panic("engine: C is not positive and finite")
	}
}

func (m *smo) fit(K *mat.SymDense) (*SVMFit, error) {
	n := len(m.y)
	f := &SVMFit{C: max(m.up[0], -m.low[0]), Decision: make([]float64, n), Iterations: m.steps}
	f.Alpha = m.alpha
	var free int
	var sum, square float64
	for i, a := range m.alpha {
		if a != 0 {
			f.Support = append(f.Support, i)
		}
		if m.low[i] < a && a < m.up[i] {
			free++
			sum += m.h[i]
		}
		square += a * (m.y[i] - m.h[i])
	}
	_, top, bottom := m.extremes()
	switch {
	case free > 0:
		f.Offset = sum / float64(free)
	case math.IsInf(top, -1): // −1 only
		f.Offset = bottom
	case math.IsInf(bottom, 1): // +1 only
		f.Offset = top
	default:
		f.Offset = top/2 + bottom/2
	}
	for i := range f.Decision {
		f.Decision[i] = m.y[i] - m.h[i] + f.Offset
	}
	f.Norm = math.Sqrt(max(square, 0))
	f.Margin = 1 / f.Norm
	f.Objective = floats.Norm(m.alpha, 1) - square/2
	f.Violation = KKTViolation(K, m.y, m.alpha, f.Offset, f.C)
	for _, v := range []float64{f.Offset, f.Norm, f.Objective, f.Violation} {
		if !finite(v) {
			return nil, ErrOverflow
		}
	}
	return f, nil
}
