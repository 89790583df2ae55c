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

// A KLRFit is kernel logistic regression, or what a method had of it when it
// stopped. Its function f is the [Expansion], which has no Kernel and no X if the
// fit was made from a Gram matrix alone.
type KLRFit struct {
	Expansion
	Lambda       float64
	Decision     []float64 // f(xᵢ) = (Kα)ᵢ
	Probability  []float64 // of y = +1 at xᵢ, 1/(1 + e^(−f(xᵢ)))
	Loss         float64   // the objective, penalty included
	GradientNorm float64   // ‖∇J(α)‖₂, see KLR
	Norm         float64   // ‖f‖
	// Residual is maxᵢ |(Kα)ᵢ − f(xᵢ)|. It is rounding, and as large as α makes it:
	// when λ is so small that α ~ 1/λ cancels, [KLRFit.Eval] is no better than this.
	Residual   float64
	Iterations int
	// Path holds the start and then the state after each iteration.
	Path []KLRStep
	// Diverged says that gradient descent ended above the loss it began with, or
	// was about to leave the range of float64; then the fit is the last state
	// within it. Newton's method does not diverge.
	Diverged bool
}

// A KLRStep is kernel logistic regression at one iteration.
type KLRStep struct {
	Alpha        []float64
	Loss         float64
	GradientNorm float64
	StepSize     float64 // that led here; 0 at the start
}

// LossPath returns the loss at the start and after each iteration.
func (f *KLRFit) LossPath() []float64 {
	loss := make([]float64, len(f.Path))
	for i, s := range f.Path {
		loss[i] = s.Loss
	}
	return loss
}

// Logistic returns the probability that belongs to a decision value,
//
//	1/(1 + e^(−f)) ∈ [0, 1].
//
// It does not overflow.
func Logistic(f float64) float64 {
	if f >= 0 {
		return 1 / (1 + math.Exp(-f))
	}
	e := math.Exp(f)
	return e / (1 + e)
}

// LogisticLoss returns
//
//	log(1 + e^(−m)) ≥ 0,   m = y f(x) the margin,
//
// without overflow, and with full relative accuracy at both ends.
func LogisticLoss(margin float64) float64 {
	if margin >= 0 {
		return math.Log1p(math.Exp(-margin))
	}
	return -margin + math.Log1p(math.Exp(margin))
}

// KLR returns kernel logistic regression, the function that minimises
//
//	J(f) = (1/n) Σᵢ log(1 + e^(−yᵢ f(xᵢ))) + λ‖f‖²,   yᵢ = ±1,
//
// over the space of k, as [SolveKLR] finds it from the Gram matrix. KLR panics if
// d is not valid, a response is not ±1, or λ is negative or not finite.
// [ToPlusMinus] makes ±1 of 0 and 1.
//
// Source: Green and Yandell, Semi-parametric generalized linear models, in
// Generalized Linear Models (1985).
func KLR(ctx context.Context, k Kernel, d Dataset, lambda float64) (*KLRFit, error) {
	d.check()
	checkKLR(d.Len(), d.Y, lambda)
	fit, err := SolveKLR(ctx, Gram(k, d.X), d.Y, lambda)
	if err != nil {
		return nil, err
	}
	fit.Kernel, fit.X = k, d.X
	return fit, nil
}

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
)

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
		s, err := Eigen(K)
		if err != nil {
			return nil, err
		}
		if err := definite(s.Values[0], s.Values[n-1], n); err != nil {
			return nil, err
		}
		return nil, ErrNoConvergence
	}
	if err := semidefinite(K); err != nil {
		return nil, err
	}
	if p.shift == 0 {
		return nil, ErrSingular
	}
	newton := newKLRNewton(p)
	state := newton.at(make([]float64, newton.rank))
	fit := &KLRFit{Lambda: lambda, Path: []KLRStep{newton.step(state, make([]float64, n), 0)}}
	alpha := fit.Path[0].Alpha
	settled := false
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
		for !(next.loss <= state.loss+armijo*t*slope+4*epsilon*state.loss) {
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
}

// A klrFeatureState is J at one θ, with its gradient.
type klrFeatureState struct {
	theta, gradient   []float64 // length r
	decision, q, root []float64 // f, q and W^½, length n
	loss              float64
}

func newKLRNewton(p *klrProblem) *klrNewton {
	n := len(p.y)
	m := &klrNewton{p: p, order: make([]int, n), y: make([]float64, n), shift: p.shift / p.n}
	A := shifted(p.K, 0)
	U, rank, _ := lapack64.Pstrf(A.RawSymmetric(), m.order, -1, make([]float64, 2*n))
	m.rank = max(rank, 1) // of K = 0 one feature, which is zero
	m.Phi, m.work = mat.NewDense(m.rank, n, nil), mat.NewDense(m.rank, n, nil)
	for i := range rank {
		copy(m.Phi.RawRowView(i)[i:], U.Data[i*U.Stride+i:i*U.Stride+n])
	}
	for i, j := range m.order {
		m.y[i] = p.y[j]
	}
	return m
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
	factor, ok := lapack64.Potrf(H)
	if !ok {
		return nil, ErrSingular
	}
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

// vector returns v for BLAS.
func vector(v []float64) blas64.Vector { return blas64.Vector{N: len(v), Inc: 1, Data: v} }

// DescendKLR returns what gradient descent has of kernel logistic regression
// after a number of steps of one size from α = 0,
//
//	α ← α − step·∇J(α),   ∇J(α) = K(2λα − q/n),
//
// J and q as in [SolveKLR]. The error never is that the minimum was not reached:
// GradientNorm says how far it is, and too large a step diverges, which is a
// result, [KLRFit].Diverged. [KLRStepLimit] is the size below which it does not.
// Each step costs a product with K, O(n²).
//
// The error is [ErrOverflow] if K is not finite, and ctx's, which is looked at
// before each step. DescendKLR panics as SolveKLR does, and if step is not
// positive and finite or steps is negative.
func DescendKLR(ctx context.Context, K mat.Symmetric, y []float64, lambda, step float64, steps int) (*KLRFit, error) {
	n := K.SymmetricDim()
	checkKLR(n, y, lambda)
	if !(step > 0 && finite(step)) || steps < 0 {
		panic("engine: the step size is not positive and finite, or the number of steps negative")
	}
	p, err := newKLRProblem(K, y, lambda)
	if err != nil {
		return nil, err
	}
	fit := &KLRFit{Lambda: lambda}
	state := p.at(make([]float64, n))
	fit.Path = append(fit.Path, state.step(0))
	alpha := make([]float64, n)
	for range steps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for i, g := range state.gradient {
			alpha[i] = state.alpha[i] - step*g
		}
		next := p.at(alpha)
		if !next.finite() {
			fit.Diverged = true
			break
		}
		state = next
		fit.Path = append(fit.Path, state.step(step))
	}
	fit.Diverged = fit.Diverged || state.loss > fit.Path[0].Loss
	fit.Alpha, fit.Decision = state.alpha, state.decision
	fit.Norm = math.Sqrt(max(floats.Dot(state.alpha, state.decision), 0))
	return fit.end()
}

// KLRStepLimit returns the step size below which no step of gradient descent
// raises the loss,
//
//	2/L,   L = s₁²/4n + 2λs₁,
//
// where s₁ is the largest eigenvalue of K, and L bounds the curvature of J, whose
// Hessian is KWK/n + 2λK with W ≤ I/4. Near the minimum larger steps may do; of K
// that is zero every step does, and the limit is +Inf. Errors are those of
// [Eigen]; panics as in [SolveKLR].
//
// Source: Nesterov, Introductory Lectures on Convex Optimization (2004), section
// 2.1.5.
func KLRStepLimit(K mat.Symmetric, lambda float64) (float64, error) {
	n := K.SymmetricDim()
	if n == 0 {
		panic("engine: no points")
	}
	checkLambda(lambda)
	s, err := Eigen(K)
	if err != nil {
		return 0, err
	}
	top := max(math.Abs(s.Values[0]), math.Abs(s.Values[n-1]))
	return 2 / (top/4/float64(n) + 2*lambda) / top, nil
}

func checkLambda(lambda float64) {
	if !(lambda >= 0 && finite(lambda)) {
		panic("engine: λ is negative or not finite")
	}
}

func checkKLR(n int, y []float64, lambda float64) {
	checkProblem(n, y, lambda)
	checkSigns(y)
}

// semidefinite returns ErrIndefinite if K has a negative eigenvalue beyond
// rounding. A Cholesky decomposition of K with as much added answers in most
// cases, at a tenth of the cost of the eigenvalues.
func semidefinite(K mat.Symmetric) error {
	n := K.SymmetricDim()
	// What roundingOf says, with a bound from below on the largest eigenvalue: the
	// mean of them all, or the Rayleigh quotient of the vector of ones.
	rounding := epsilon * max(mat.Trace(K), mat.Sum(K))
	if rounding > 0 && finite(rounding) {
		if _, ok := lapack64.Potrf(shifted(K, rounding).RawSymmetric()); ok {
			return nil
		}
	}
	s, err := Eigen(K)
	if err != nil {
		return err
	}
	if definite(s.Values[0], s.Values[n-1], n) == ErrIndefinite {
		return ErrIndefinite
	}
	return nil
}

// A klrProblem is J.
type klrProblem struct {
	K     *mat.SymDense
	y     []float64
	n     float64
	shift float64 // 2nλ
}

func newKLRProblem(K mat.Symmetric, y []float64, lambda float64) (*klrProblem, error) {
	p := &klrProblem{y: y, n: float64(len(y))}
	p.shift = 2 * p.n * lambda
	dense, ok := K.(*mat.SymDense)
	if !ok {
		dense = shifted(K, 0)
	}
	p.K = dense
	if !symFinite(dense) || !finite(p.shift) {
		return nil, ErrOverflow
	}
	return p, nil
}

// A klrState is J at one α, with its gradient.
type klrState struct {
	alpha, decision []float64
	gradient        []float64 // K(2λα − q/n)
	loss            float64
}

func (p *klrProblem) at(alpha []float64) klrState {
	n := len(alpha)
	work := make([]float64, 4*n)
	cut := func() []float64 { v := work[:n:n]; work = work[n:]; return v }
	s := klrState{alpha: cut(), decision: cut(), gradient: cut()}
	residual := cut() // 2λα − q/n
	copy(s.alpha, alpha)
	p.multiply(s.decision, alpha)
	var loss, penalty float64
	for i, f := range s.decision {
		m := p.y[i] * f
		loss += LogisticLoss(m)
		penalty += alpha[i] * f
		residual[i] = (p.shift*alpha[i] - p.y[i]*Logistic(-m)) / p.n
	}
	p.multiply(s.gradient, residual)
	s.loss = (loss + p.shift/2*penalty) / p.n
	return s
}

// multiply sets dst = Kv.
func (p *klrProblem) multiply(dst, v []float64) {
	blas64.Symv(1, p.K.RawSymmetric(), vector(v), 0, vector(dst))
}

func (s klrState) finite() bool {
	return finite(s.loss) && allFinite(s.alpha) && allFinite(s.decision) && finite(floats.Norm(s.gradient, 2))
}

func (s klrState) step(size float64) KLRStep {
	return KLRStep{Alpha: s.alpha, Loss: s.loss, GradientNorm: floats.Norm(s.gradient, 2), StepSize: size}
}

// end fills in what follows from the path and the decision values.
func (f *KLRFit) end() (*KLRFit, error) {
	f.Probability = make([]float64, len(f.Decision))
	for i, v := range f.Decision {
		f.Probability[i] = Logistic(v)
	}
	last := f.Path[len(f.Path)-1]
	f.Loss, f.GradientNorm, f.Iterations = last.Loss, last.GradientNorm, len(f.Path)-1
	for _, v := range []float64{f.Loss, f.GradientNorm, f.Norm, f.Residual, maxAbs(f.Alpha)} {
		if !finite(v) {
			return nil, ErrOverflow
		}
	}
	return f, nil
}
