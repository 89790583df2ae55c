package engine

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// What Newton's method stops at.
const (
	// smallDecrease is how little, relative to J, a step promises to lower it when it
	// can no longer be seen to. J is flat at its minimum, so that such a step is 10⁻⁷
	// or so; one more is taken, unless the promise was so small that convergence,
	// which is quadratic, has left nothing but rounding.
	smallDecrease, noDecrease = 1e-15, 1e-22
	// maxNewton steps are more than any λ > 0 takes: of separable data each step
	// adds about one to the margins, which end at about log(1/λ) ≤ 745.
	maxNewton = 1000
	// armijo is the share of the decrease promised by the slope that a step must
	// bring, and minNewtonStep the shortest step that is tried for it.
	armijo        = 1e-4
	minNewtonStep = 0x1p-30
	// lostDigits is how much of the last step may be rounding: of kernels whose entries are so large beside λ
	// that it is more, J is not known at its minimum.
	lostDigits = 1e-2
)

// noPenalty returns why kernel logistic regression has no solution at λ = 0.
func noPenalty(K mat.Symmetric) error {
	s, err := Eigen(K)
	if err != nil {
		return err
	}
	if err := s.definite(0); err != nil {
		return err
	}
	return ErrNoConvergence
}

// SolveKLR returns kernel logistic regression from the Gram matrix,
//
//	α = argmin J(α),   J(α) = (1/n) Σᵢ log(1 + e^(−yᵢ (Kα)ᵢ)) + λ αᵀKα,
//
// by Newton's method, that is iteratively reweighted least squares, from α = 0.
// In α it would lose its digits as λ → 0, where α grows as 1/λ and Kα cancels. So
// K is decomposed by Cholesky with pivoting, and J minimised over the primal
// coefficients θ of the features Φ that this finds, as many as K has rank r:
//
//	K = ΦΦᵀ,   Φ n×r,   f = Φθ,   ‖f‖ = ‖θ‖,
//	qᵢ = yᵢ σ(−yᵢfᵢ),   wᵢ = σ(fᵢ)σ(−fᵢ),   σ(m) = 1/(1 + e^(−m)),
//	g = 2λθ − Φᵀq/n,   H = ΦᵀWΦ/n + 2λI,   θ ← θ − t H⁻¹g,
//
// where t is 1, halved until J has decreased enough (Armijo's rule). At the
// minimum
//
//	α = q/2nλ,
//
// which is the α that is returned, with ∇J(α) = K(2λα − q/n) = Φg. It is the one
// with 2λα = q/n; if K is singular, others have the same f. Decision, Loss, Norm
// and GradientNorm come from θ. A step costs O(nr²); a smooth kernel has r ≪ n to
// working precision. J is strictly convex in f, so that f is unique. Of separable
// data the margins grow as log(1/λ), and the method converges as well.
//
// At λ = 0 there is no α to return. If K is positive definite, f can have any
// values at the points, and J goes to zero as they grow and has no minimum:
// [ErrNoConvergence]. If it is singular, α is not unique: [ErrSingular], which is
// also the error if λ is so small that H is singular to working precision. It is
// [ErrIndefinite] if K has a negative eigenvalue beyond rounding, for then J has
// no minimum; [ErrOverflow] if a number is not finite; and ctx's, which is looked
// at before each step. SolveKLR panics if K and y differ in size, a response is
// not ±1, or λ is negative or not finite.
//
// Source: Rasmussen and Williams, Gaussian Processes for Machine Learning (2006),
// section 3.4; Higham, Accuracy and Stability of Numerical Algorithms (2002),
// section 10.3.
func SolveKLR(ctx context.Context, K mat.Symmetric, y []float64, lambda float64) (*KLRFit, error) {
	n := K.SymmetricDim()
	checkKLR(n, y, lambda)
	p, err := newKLRProblem(K, y, lambda)
	if err != nil {
		return nil, err
	}
	if lambda == 0 {
		return nil, noPenalty(K)
	}
	if p.shift == 0 {
		return nil, ErrSingular
	}
	newton, full := newKLRNewton(p)
	if !full {
		if err := semidefinite(K); err != nil {
			return nil, err
		}
	}
	state := newton.at(make([]float64, newton.rank))
	fit := &KLRFit{Lambda: lambda, Path: []KLRStep{newton.step(state, make([]float64, n), 0)}}
	alpha := fit.Path[0].Alpha
	settled := false
	ReportOf(ctx)(partNewton, 0)
	for range maxNewton {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		delta, err := newton.direction(state)
		if err != nil {
			return nil, err
		}
		slope := floats.Dot(state.gradient, delta) // at most zero
		t := 1.0
		next := newton.along(state, delta, t)
		// The last term is what rounding may raise J by.
		for !(next.loss <= state.loss+armijo*t*slope+4*Epsilon*state.loss) {
			if t /= 2; t < minNewtonStep {
				return nil, ErrNoConvergence
			}
			next = newton.along(state, delta, t)
		}
		if !allFinite(next.theta) || !allFinite(next.decision) {
			return nil, ErrOverflow
		}
		// What Newton's step is in α, where its equation reads Wδf + 2nλα = q.
		alpha = slices.Clone(alpha)
		for i, j := range newton.order {
			full := (state.q[i] - state.root[i]*state.root[i]*(next.decision[i]-state.decision[i])/t) / p.shift
			alpha[j] += t * (full - alpha[j])
		}
		state = next
		fit.Path = append(fit.Path, newton.step(state, alpha, t))
		if -slope <= noDecrease*state.loss || settled && -slope <= smallDecrease*state.loss {
			if newton.isLost { // and so is what the step promised
				return nil, ErrNoConvergence
			}
			return newton.fit(fit, state)
		}
		settled = -slope <= smallDecrease*state.loss
	}
	return nil, ErrNoConvergence
}

// A klrNewton is J over the coefficients θ of the features that the Cholesky
// decomposition of K with pivoting finds. Its vectors over the points are in the
// order of the pivots.
type klrNewton struct {
	p     *klrProblem
	order []int      // place i holds point order[i]
	y     []float64  // in that order
	Phi   *mat.Dense // Φᵀ, r×n: upper triangular, then full
	work  *mat.Dense // as Φᵀ
	rank  int        // r
	shift float64    // 2λ

	isLost bool // whether too much of the last step is rounding
}

// A klrFeatureState is J at one θ, with its gradient.
type klrFeatureState struct {
	theta, gradient   []float64 // length r
	decision, q, root []float64 // f, q and W^½, length n
	loss              float64
}

// newKLRNewton decomposes K, and reports whether all of its pivots are positive
// beyond rounding.
func newKLRNewton(p *klrProblem) (m *klrNewton, full bool) {
	n := len(p.y)
	m = &klrNewton{p: p, order: make([]int, n), y: make([]float64, n), shift: p.shift / p.n}
	A := shifted(p.K, 0)
	U, rank, full := lapack64.Pstrf(A.RawSymmetric(), m.order, -1, make([]float64, 2*n))
	m.rank = max(rank, 1) // of K = 0 one feature, which is zero
	m.Phi, m.work = mat.NewDense(m.rank, n, nil), mat.NewDense(m.rank, n, nil)
	for i := range rank {
		copy(m.Phi.RawRowView(i)[i:], U.Data[i*U.Stride+i:i*U.Stride+n])
	}
	for i, j := range m.order {
		m.y[i] = p.y[j]
	}
	return m, full
}

func (m *klrNewton) at(theta []float64) klrFeatureState {
	n, r := len(m.y), m.rank
	work := make([]float64, 3*n+r)
	cut := func(n int) []float64 { v := work[:n:n]; work = work[n:]; return v }
	s := klrFeatureState{theta: theta, gradient: cut(r), decision: cut(n), q: cut(n), root: cut(n)}
	features := m.Phi.RawMatrix()
	blas64.Gemv(blas.Trans, 1, features, vector(theta), 0, vector(s.decision))
	var loss, penalty float64
	for i, f := range s.decision {
		margin := m.y[i] * f
		loss += LogisticLoss(margin)
		s.q[i] = m.y[i] * Logistic(-margin)
		// √(σ(f)σ(−f)) = e^(−|f|/2)/(1 + e^(−|f|)).
		e := math.Exp(-math.Abs(f) / 2)
		s.root[i] = e / (1 + e*e)
	}
	blas64.Gemv(blas.NoTrans, -1/m.p.n, features, vector(s.q), 0, vector(s.gradient))
	for i, v := range theta {
		s.gradient[i] += m.shift * v
		penalty += v * v
	}
	s.loss = loss/m.p.n + m.shift/2*penalty
	return s
}

// along returns J at θ + tδ.
func (m *klrNewton) along(s klrFeatureState, delta []float64, t float64) klrFeatureState {
	theta := slices.Clone(s.theta)
	floats.AddScaled(theta, t, delta)
	return m.at(theta)
}

// direction returns −H⁻¹g.
func (m *klrNewton) direction(s klrFeatureState) ([]float64, error) {
	// W^½Φ/√n, transposed. Its left part is triangular, and so costs a third.
	scale := 1 / math.Sqrt(m.p.n)
	for i := range m.rank {
		from, to := m.Phi.RawRowView(i), m.work.RawRowView(i)
		for j := i; j < len(from); j++ {
			to[j] = from[j] * (s.root[j] * scale)
		}
	}
	raw := m.work.RawMatrix()
	var impl gonum.Implementation
	H := blas64.Symmetric{Uplo: blas.Upper, N: m.rank, Stride: raw.Stride, Data: raw.Data}
	impl.Dlauum(blas.Upper, m.rank, raw.Data, raw.Stride)
	if rest := raw.Cols - m.rank; rest > 0 {
		right := blas64.General{Rows: m.rank, Cols: rest, Stride: raw.Stride, Data: raw.Data[m.rank:]}
		blas64.Syrk(blas.NoTrans, 1, right, 1, H)
	}
	for i := range m.rank {
		H.Data[i*H.Stride+i] += m.shift
	}
	trace := 0.0
	for i := range m.rank {
		trace += H.Data[i*H.Stride+i]
	}
	factor, ok := lapack64.Potrf(H)
	if !ok {
		return nil, ErrSingular
	}
	m.isLost = trace/leastPivot(factor)*singular(m.rank) > lostDigits
	delta := slices.Clone(s.gradient)
	floats.Scale(-1, delta)
	blas64.Trsv(blas.Trans, factor, vector(delta))
	blas64.Trsv(blas.NoTrans, factor, vector(delta))
	if !allFinite(delta) {
		return nil, ErrOverflow
	}
	return delta, nil
}

// step returns s as a step of the path, with ‖∇J(α)‖ = ‖Φg‖.
func (m *klrNewton) step(s klrFeatureState, alpha []float64, size float64) KLRStep {
	g := make([]float64, len(m.y))
	blas64.Gemv(blas.Trans, 1, m.Phi.RawMatrix(), vector(s.gradient), 0, vector(g))
	return KLRStep{Alpha: alpha, Loss: s.loss, GradientNorm: floats.Norm(g, 2), StepSize: size}
}

// fit fills in what is known at the end.
func (m *klrNewton) fit(f *KLRFit, s klrFeatureState) (*KLRFit, error) {
	n := len(m.y)
	f.Alpha, f.Decision = make([]float64, n), make([]float64, n)
	for i, j := range m.order {
		f.Alpha[j] = s.q[i] / m.p.shift
		f.Decision[j] = s.decision[i]
	}
	f.Path[len(f.Path)-1].Alpha = f.Alpha
	f.Norm = floats.Norm(s.theta, 2)
	again := make([]float64, n)
	m.p.multiply(again, f.Alpha)
	f.Residual = floats.Distance(again, f.Decision, math.Inf(1))
	return f.end()
}

func vector(v []float64) blas64.Vector { return blas64.Vector{N: len(v), Inc: 1, Data: v} }
