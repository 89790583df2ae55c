package engine

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
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
func (f *KLRFit) LossPath() []float64 { return each(f.Path, func(s KLRStep) float64 { return s.Loss }) }

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

// ClassProbabilities returns a probability for each class from its decision f_c, one that
// a logistic regression of the class against all others has, its own probability divided
// by the sum of all,
//
//	p_c = σ(f_c) / Σ_b σ(f_b),   σ(f) = 1/(1 + e^(−f)),
//
// and that sum. They add up to one and have the order of the decisions; the functions
// were fitted apart, and no likelihood stands behind their ratio. Where every σ
// underflows the classes are equally likely.
//
// Source: scikit-learn's OneVsRestClassifier does the same.
func ClassProbabilities(decisions []float64) (p []float64, sum float64) {
	p = each(decisions, Logistic)
	for _, v := range p {
		sum += v
	}
	for i := range p {
		if sum == 0 {
			p[i] = 1 / float64(len(p))
			continue
		}
		p[i] /= sum
	}
	return p, sum
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
// A response of 0 would cost log 2 whatever f is; [Labelled.Against] makes ±1 of labels.
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
	if err := ValidateLambda(lambda); err != nil {
		panic(err.Error())
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
	// What Rounding says, with a bound from below on the largest eigenvalue: the
	// mean of them all, or the Rayleigh quotient of the vector of ones.
	rounding := RoundingFactor * Epsilon * max(mat.Trace(K), mat.Sum(K))
	if rounding > 0 && finite(rounding) {
		if _, ok := lapack64.Potrf(shifted(K, rounding).RawSymmetric()); ok {
			return nil
		}
	}
	s, err := Eigen(K)
	if err != nil {
		return err
	}
	if s.definite(0) == ErrIndefinite {
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
	if err := symFault(dense); err != nil {
		return nil, err
	}
	if !finite(p.shift) {
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
	// α apart from the rest, for the path keeps it.
	s := klrState{alpha: slices.Clone(alpha), decision: make([]float64, n), gradient: make([]float64, n)}
	residual := make([]float64, n) // 2λα − q/n
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
	f.Probability = each(f.Decision, Logistic)
	last := f.Path[len(f.Path)-1]
	f.Loss, f.GradientNorm, f.Iterations = last.Loss, last.GradientNorm, len(f.Path)-1
	for _, v := range []float64{f.Loss, f.GradientNorm, f.Norm, f.Residual, maxAbs(f.Alpha)} {
		if !finite(v) {
			return nil, ErrOverflow
		}
	}
	return f, nil
}
