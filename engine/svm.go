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

// What the decomposition stops at.
const (
	// svmTolerance is how far from optimal, in units of the margin y·f = 1, a fit
	// may stop. LIBSVM's is 10⁻³, for speed alone: convergence is linear.
	svmTolerance = 1e-10
	// doubtfulMargin is how far it may stop because of rounding.
	doubtfulMargin = 1e-3
	// maxSVMSteps is LIBSVM's limit, and svmContext the steps between two looks at
	// the context.
	maxSVMSteps = 10_000_000
	svmContext  = 1 << 12
	// flatCurvature stands for that between two points that k cannot tell apart.
	flatCurvature = 1e-12
)

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
// cut where αᵢ or αⱼ meets its bound. It stops when max hᵢ exceeds min hⱼ by no
// more than 10⁻¹⁰, or what rounding leaves of Kα if that is more. The offset is
// the mean of hᵢ over the i with 0 < yᵢαᵢ < C; if there is none, every number
// between the largest hᵢ and the least hⱼ is optimal, and it is their middle. Of
// one class only, α = 0 and f is that class's ±1, the least that is optimal. A
// point that comes with both labels is no difficulty: both are at C.
//
// It returns [ErrNoConvergence] after ten million steps, which a large C on
// classes that overlap can take, and if C is so large that rounding leaves
// more than 10⁻³ undecided; [ErrIndefinite] if K has a negative eigenvalue
// beyond rounding; [ErrOverflow] if a number is not finite; and ctx's error. It
// panics if K and y differ in size, a response is not ±1, or C is not positive and
// finite. A step costs O(n), and a copy of K is kept.
//
// Source: Fan, Chen and Lin, Working set selection using second order information
// for training support vector machines, Journal of Machine Learning Research 6
// (2005), WSS 2; Chang and Lin, LIBSVM, ACM TIST 2 (2011).
func SolveSVM(ctx context.Context, K mat.Symmetric, y []float64, C float64) (*SVMFit, error) {
	n := K.SymmetricDim()
	checkSVM(n, y, C)
	sym := shifted(K, 0)
	if !symFinite(sym) {
		return nil, ErrOverflow
	}
	if err := semidefinite(sym); err != nil {
		return nil, err
	}
	m := newSMO(sym, y, C)
	for {
		if err := m.run(ctx); err != nil {
			return nil, err
		}
		// h has gathered rounding; only a fresh one may say that this is the end.
		m.refresh()
		if _, top, bottom := m.extremes(); top-bottom <= m.tolerance() {
			if top-bottom > doubtfulMargin {
				return nil, ErrNoConvergence
			}
			break
		}
	}
	return m.fit(sym)
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
	f := mat.NewVecDense(n, nil)
	f.MulVec(K, mat.NewVecDense(n, alpha))
	worst := math.Abs(floats.Sum(alpha)) / C
	for i, label := range y {
		a, margin := label*alpha[i], label*(f.AtVec(i)+offset)
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

// An smo is the dual problem at one α.
type smo struct {
	K        [][]float64 // whole rows
	diagonal []float64
	y        []float64
	alpha    []float64
	low, up  []float64 // bounds of α
	h        []float64 // y − Kα
	peak     float64   // the largest entry of K
	steps    int
}

func newSMO(K *mat.SymDense, y []float64, C float64) *smo {
	n := len(y)
	m := &smo{
		K: make([][]float64, n), diagonal: make([]float64, n), y: y,
		alpha: make([]float64, n), low: make([]float64, n), up: make([]float64, n), h: make([]float64, n),
	}
	full := mat.DenseCopyOf(K)
	for i, label := range y {
		m.K[i] = full.RawRowView(i)
		m.diagonal[i] = m.K[i][i]
		m.peak = max(m.peak, m.diagonal[i])
		m.low[i], m.up[i] = min(0, label*C), max(0, label*C)
		m.h[i] = label
	}
	return m
}

// extremes returns the largest h of an α that may grow, with its place, and the
// least of one that may fall; ∓Inf if there is none.
func (m *smo) extremes() (at int, top, bottom float64) {
	at, top, bottom = -1, math.Inf(-1), math.Inf(1)
	for i, h := range m.h {
		if h > top && m.alpha[i] < m.up[i] {
			at, top = i, h
		}
		if h < bottom && m.alpha[i] > m.low[i] {
			bottom = h
		}
	}
	return at, top, bottom
}

// tolerance returns what top − bottom may be at the end.
func (m *smo) tolerance() float64 {
	return max(svmTolerance, 8*epsilon*m.peak*floats.Norm(m.alpha, 1))
}

// run takes steps until h says that α is optimal.
func (m *smo) run(ctx context.Context) error {
	tolerance := m.tolerance()
	for ; m.steps < maxSVMSteps; m.steps++ {
		if m.steps%svmContext == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			tolerance = m.tolerance()
		}
		i, top, bottom := m.extremes()
		if !(top-bottom > tolerance/2) { // so that a fresh h is within tolerance
			return nil
		}
		row, ki := m.K[i], m.diagonal[i]
		best, j, curvature := -1.0, -1, 0.0
		for k, h := range m.h {
			if h >= top || m.alpha[k] <= m.low[k] {
				continue
			}
			a := ki + m.diagonal[k] - 2*row[k]
			if a <= 0 {
				a = flatCurvature
			}
			if gain := (top - h) * (top - h) / a; gain > best {
				best, j, curvature = gain, k, a
			}
		}
		if !m.move(i, j, (top-m.h[j])/curvature) {
			if math.IsInf(curvature, 1) {
				return ErrOverflow
			}
			// The step is lost in the digits of α, whose growth the tolerance has missed.
			if tolerance = m.tolerance(); top-bottom > tolerance {
				return ErrNoConvergence
			}
		}
	}
	return ErrNoConvergence
}

// move adds t to αᵢ and takes it from αⱼ, as far as both may go. It reports
// whether something moved.
func (m *smo) move(i, j int, t float64) bool {
	roomUp, roomDown := m.up[i]-m.alpha[i], m.alpha[j]-m.low[j]
	t = min(t, roomUp, roomDown)
	before := [2]float64{m.alpha[i], m.alpha[j]}
	m.alpha[i] += t
	m.alpha[j] -= t
	// Onto the bounds exactly, for it is by equality that they are recognised.
	if t == roomUp {
		m.alpha[i] = m.up[i]
	}
	if t == roomDown {
		m.alpha[j] = m.low[j]
	}
	ri, rj := m.K[i], m.K[j][:len(m.K[i])]
	h := m.h[:len(ri)]
	for k, v := range ri {
		h[k] -= t * (v - rj[k])
	}
	return before != [2]float64{m.alpha[i], m.alpha[j]}
}

// refresh computes h anew.
func (m *smo) refresh() {
	for i := range m.h {
		m.h[i] = m.y[i] - floats.Dot(m.K[i], m.alpha)
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
