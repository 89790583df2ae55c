package engine

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A Loss measures residuals. The five of this package are [Squared], [Absolute],
// [Huber], [EpsilonInsensitive] and [LargestError]; each knows its conjugate, from
// which [SolveLoss] makes the dual problem and the proof that it was solved.
type Loss interface {
	// Risk returns the loss of residuals r ∈ ℝⁿ, in its units; r is not empty.
	Risk(r []float64) float64
	// dual returns the problem whose solution is α.
	dual(n int, lambda float64) dualProblem
	// gap returns primal minus dual objective at residuals y − Kα, as a sum of
	// terms none of which is negative, so that it keeps its digits near zero.
	gap(r, alpha []float64, lambda float64) float64
}

// A dualProblem is to minimise, over α ∈ ℝⁿ,
//
//	½αᵀ(K + ridge·I)α − yᵀα + margin ‖α‖₁   where |αᵢ| ≤ box, ‖α‖₁ ≤ ball.
//
// One of box and ball is +Inf; both are only where ridge alone gives the answer.
type dualProblem struct {
	ridge, margin, box, ball float64
}

// Squared is the loss (1/n) Σ rᵢ². With it [SolveLoss] is [SolveKRR].
type Squared struct{}

// Absolute is the loss (1/n) Σ |rᵢ|, which estimates a median: an outlier pulls no
// harder for being farther away.
type Absolute struct{}

// Huber is the mean of a loss that is squared for residuals up to Delta > 0 and
// grows linearly beyond,
//
//	ℓ(r) = r² if |r| ≤ Δ,   2Δ|r| − Δ² otherwise.
//
// It tends to [Squared] as Δ grows, and ℓ/2Δ to [Absolute] as Δ falls. Many programs
// halve it.
//
// Source: Huber, Robust estimation of a location parameter, Annals of Mathematical
// Statistics 35 (1964).
type Huber struct{ Delta float64 }

// EpsilonInsensitive is the loss (1/n) Σ max(|rᵢ| − ε, 0), ε = Epsilon ≥ 0, of support
// vector regression: points within ε of the fit cost nothing, and their αᵢ is zero.
// The C of LIBSVM is 1/2nλ; LIBSVM also fits an offset, which is not done here.
//
// Source: Vapnik, The Nature of Statistical Learning Theory (1995).
type EpsilonInsensitive struct{ Epsilon float64 }

// LargestError is the loss max |rᵢ|, brittle: one outlier decides the whole fit. It
// is no mean, and the objective with it is max |rᵢ| + λ‖f‖².
type LargestError struct{}

// Risk returns (1/n) Σ rᵢ².
func (Squared) Risk(r []float64) float64 {
	return meanLoss(r, func(r float64) float64 { return r * r })
}

// Risk returns (1/n) Σ |rᵢ|.
func (Absolute) Risk(r []float64) float64 { return meanLoss(r, math.Abs) }

// Risk returns (1/n) Σ ℓ(rᵢ). It panics unless Delta is positive and finite.
func (l Huber) Risk(r []float64) float64 {
	l.check()
	return meanLoss(r, func(r float64) float64 {
		if r = math.Abs(r); r > l.Delta {
			return l.Delta * (2*r - l.Delta)
		}
		return r * r
	})
}

// Risk returns (1/n) Σ max(|rᵢ| − ε, 0). It panics if Epsilon is negative or not
// finite.
func (l EpsilonInsensitive) Risk(r []float64) float64 {
	l.check()
	return meanLoss(r, func(r float64) float64 { return max(math.Abs(r)-l.Epsilon, 0) })
}

// Risk returns max |rᵢ|.
func (LargestError) Risk(r []float64) float64 { return maxAbs(r) }

func meanLoss(r []float64, loss func(r float64) float64) float64 {
	var s float64
	for _, v := range r {
		s += loss(v) / float64(len(r))
	}
	return s
}

func (l Huber) check() {
	if !(l.Delta > 0 && finite(l.Delta)) {
		panic("engine: Huber's Δ is not positive and finite")
	}
}

func (l EpsilonInsensitive) check() {
	if !(l.Epsilon >= 0 && finite(l.Epsilon)) {
		panic("engine: ε is negative or not finite")
	}
}

func (Squared) dual(n int, lambda float64) dualProblem {
	return dualProblem{ridge: float64(n) * lambda, box: math.Inf(1), ball: math.Inf(1)}
}

func (Absolute) dual(n int, lambda float64) dualProblem {
	return dualProblem{box: 1 / (2 * float64(n) * lambda), ball: math.Inf(1)}
}

func (l Huber) dual(n int, lambda float64) dualProblem {
	l.check()
	box := min(l.Delta/(float64(n)*lambda), math.MaxFloat64)
	return dualProblem{ridge: float64(n) * lambda, box: box, ball: math.Inf(1)}
}

func (l EpsilonInsensitive) dual(n int, lambda float64) dualProblem {
	l.check()
	return dualProblem{margin: l.Epsilon, box: 1 / (2 * float64(n) * lambda), ball: math.Inf(1)}
}

func (LargestError) dual(_ int, lambda float64) dualProblem {
	return dualProblem{box: math.Inf(1), ball: 1 / (2 * lambda)}
}

// With u = 2nλα the gap is (1/n) Σ ℓ(rᵢ) + ℓ*(uᵢ) − uᵢrᵢ, ℓ* the convex conjugate:
// the other terms of the two objectives cancel.

func (Squared) gap(r, alpha []float64, lambda float64) float64 {
	return meanGap(r, alpha, float64(len(r))*lambda, func(r, v float64) float64 {
		return (r - v) * (r - v)
	})
}

func (Absolute) gap(r, alpha []float64, lambda float64) float64 {
	return EpsilonInsensitive{}.gap(r, alpha, lambda)
}

func (l Huber) gap(r, alpha []float64, lambda float64) float64 {
	return meanGap(r, alpha, float64(len(r))*lambda, func(r, v float64) float64 {
		if r <= l.Delta {
			return (r - v) * (r - v)
		}
		return max(l.Delta-v, 0) * (2*r - l.Delta - v)
	})
}

func (l EpsilonInsensitive) gap(r, alpha []float64, lambda float64) float64 {
	return meanGap(r, alpha, 2*float64(len(r))*lambda, func(r, u float64) float64 {
		switch {
		case u < 0:
			return max(r-l.Epsilon, 0) - l.Epsilon*u - u*r
		case r > l.Epsilon:
			return (r - l.Epsilon) * max(1-u, 0)
		}
		return u * (l.Epsilon - r)
	})
}

// meanGap returns (1/n) Σ term(|rᵢ|, scale·αᵢ·sign rᵢ).
func meanGap(r, alpha []float64, scale float64, term func(r, u float64) float64) float64 {
	var s float64
	for i, v := range r {
		u := scale * alpha[i]
		if v < 0 {
			v, u = -v, -u
		}
		s += term(v, u) / float64(len(r))
	}
	return s
}

func (LargestError) gap(r, alpha []float64, lambda float64) float64 {
	top, left := maxAbs(r), 1.0
	var s float64
	for i, v := range r {
		u := 2 * lambda * alpha[i]
		if u < 0 {
			u, v = -u, -v
		}
		s += u * (top - v)
		left -= u
	}
	return s + top*max(left, 0)
}

// A LossFit is a solution of [SolveLoss], with the proof of it.
type LossFit struct {
	Alpha     []float64 // f = Σ αᵢ k(xᵢ, ·)
	Fitted    []float64 // Kα = (f(x₁), …, f(xₙ))
	Risk      float64   // of the residuals y − Kα
	Norm      float64   // ‖f‖ = √(αᵀKα)
	Objective float64   // Risk + λ‖f‖²
	// Gap is the duality gap: Objective is at most Gap above the minimum, and f at
	// most √(Gap/λ) from the minimiser in ‖·‖. Included is 2λ|α|ᵀδ for errors of the
	// size δ = ε|K||α| that rounding makes in Kα.
	Gap        float64
	Iterations int // of the interior-point method; 0 if the solution has a formula
}

// KernelRegression returns the function that minimises
//
//	loss.Risk(y − f) + λ‖f‖²
//
// over the space of k. Whatever the loss it has the form Σ αᵢ k(xᵢ, ·), says the
// representer theorem; the α are those of [SolveLoss], as are errors and panics. It
// panics also if d is not valid.
func KernelRegression(
	ctx context.Context, k Kernel, d Dataset, loss Loss, lambda float64,
) (*Expansion, *LossFit, error) {
	d.check()
	fit, err := SolveLoss(ctx, Gram(k, d.X), d.Y, loss, lambda)
	if err != nil {
		return nil, nil, err
	}
	return &Expansion{Kernel: k, X: d.X, Alpha: fit.Alpha}, fit, nil
}

// SolveLoss returns the α ∈ ℝⁿ that minimises
//
//	loss.Risk(y − Kα) + λ αᵀKα
//
// from the Gram matrix K. For the squared loss it is [SolveKRR]. For the others it
// solves the dual, a quadratic problem in α whose constraint is the slope of the
// loss (|αᵢ| ≤ 1/2nλ for the absolute one: no point can pull harder), by an
// interior-point method in some 10 to 30 factorisations of n×n matrices, and then
// once more exactly with the active constraints it has found, so that an αᵢ that is
// zero or at its bound is so to the bit.
//
// Where K is singular several α may give the one best f; any of them is returned.
// At λ = 0 that is the interpolant, which makes every loss zero, if K is regular.
//
// SolveLoss returns [ErrIndefinite] if K has a negative eigenvalue beyond rounding,
// [ErrSingular] if λ = 0 and K is singular, [ErrOverflow] if a number is not finite,
// [ErrNoConvergence] if the gap cannot be brought under 10⁻⁶ of the objective, or 10⁻¹³
// of the loss of f = 0 (a fit that all but interpolates has an objective that drowns in
// rounding; Gap then says so), or after 100 steps, and the error of ctx, looked at
// before each factorisation. It panics if K and y differ in size, y is not finite, λ is
// negative or not finite, or the loss has a parameter out of range. Of responses whose
// squares underflow the squared loss and Huber's find α all the same; Risk, Objective
// and Gap may then be zero.
//
// Source: Boyd and Vandenberghe, Convex Optimization (2004), sections 5.1.6 and 11.7;
// Mehrotra, On the implementation of a primal-dual interior point method, SIAM
// Journal on Optimization 2 (1992).
func SolveLoss(ctx context.Context, K mat.Symmetric, y []float64, loss Loss, lambda float64) (*LossFit, error) {
	n := K.SymmetricDim()
	checkProblem(n, y, lambda)
	if unit := unitOf(y); unit < smallSquares && maxAbs(y) > 0 {
		if l, ok := inUnits(loss, unit); ok {
			fit, err := SolveLoss(ctx, K, divided(y, unit), l, lambda)
			if err != nil {
				return nil, err
			}
			return fit.times(unit), nil
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p := loss.dual(n, lambda)
	G := mat.NewSymDense(n, nil)
	G.CopySym(K)
	if err := symFault(G); err != nil {
		return nil, err
	}
	if err := semidefinite(G); err != nil {
		return nil, err
	}
	s := lossSolver{K: G, y: y, loss: loss, lambda: lambda, problem: p}
	zero := s.evaluate(make([]float64, n))
	if zero.Risk == 0 {
		zero.Gap = 0
		return zero, nil // which nothing can beat
	}
	var fit *LossFit
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if _, squared := loss.(Squared); squared || lambda == 0 {
		alpha, err := SolveKRR(G, y, lambda)
		if err != nil {
			return nil, err
		}
		fit = s.evaluate(alpha)
		fit.Gap += s.rounding(alpha)
		if lambda == 0 {
			fit.Gap = fit.Risk // no objective is below zero
		}
	} else {
		var err error
		if fit, err = s.interior(ctx); err != nil {
			return nil, err
		}
		fit.Gap += s.rounding(fit.Alpha)
		if !(fit.Gap <= max(poorGap*fit.Objective, noise*zero.Risk)) {
			return nil, ErrNoConvergence
		}
	}
	if !fit.finite() {
		return nil, ErrOverflow
	}
	return fit, nil
}

// times returns the fit to responses that are unit times as large.
func (f *LossFit) times(unit float64) *LossFit {
	floats.Scale(unit, f.Alpha)
	floats.Scale(unit, f.Fitted)
	f.Norm *= unit
	for _, square := range []*float64{&f.Risk, &f.Objective, &f.Gap} {
		*square = *square * unit * unit
	}
	return f
}

// smallSquares is where the squares of responses begin to underflow.
const smallSquares = 0x1p-400

// inUnits returns the loss for responses divided by unit < 1, unit² times which is
// the loss, if there is one: the squared loss and Huber's are homogeneous.
func inUnits(loss Loss, unit float64) (Loss, bool) {
	switch l := loss.(type) {
	case Squared:
		return l, true
	case Huber:
		l.check()
		return Huber{min(l.Delta/unit, math.MaxFloat64)}, true // beyond every residual
	}
	return nil, false
}

// divided returns v/unit, exactly where unit is a power of two.
func divided(v []float64, unit float64) []float64 {
	return each(v, func(a float64) float64 { return a / unit })
}

const (
	poorGap = 1e-6  // relative to the objective, the worst that counts as solved
	goodGap = 1e-14 // where rounding in Kα is all that is left
	noise   = 1e-13 // relative to the loss of f = 0, for fits that all but interpolate
)

// evaluate returns everything that follows from α, but Iterations.
func (s *lossSolver) evaluate(alpha []float64) *LossFit {
	n := len(alpha)
	fit := &LossFit{Alpha: alpha, Fitted: Apply(s.K, alpha)}
	r := make([]float64, n)
	for i, v := range fit.Fitted {
		r[i] = s.y[i] - v
	}
	fit.Risk = s.loss.Risk(r)
	scale := unitOf(alpha)
	var square float64
	for i, a := range alpha {
		square += a / scale * (fit.Fitted[i] / scale)
	}
	fit.Norm = scale * math.Sqrt(max(square, 0))
	fit.Objective = fit.Risk + s.lambda*fit.Norm*fit.Norm
	fit.Gap = s.loss.gap(r, alpha, s.lambda)
	return fit
}

// rounding returns 2λ|α|ᵀδ, δ = ε|K||α|: what errors δ in Kα can hide from the gap.
func (s *lossSolver) rounding(alpha []float64) float64 {
	var sum float64
	for i, a := range alpha {
		var row float64
		for j, b := range alpha {
			row += math.Abs(s.K.At(i, j)) * math.Abs(b)
		}
		sum += 2 * s.lambda * math.Abs(a) * (Epsilon * row)
	}
	return sum
}

func (f *LossFit) finite() bool {
	return allFinite(f.Alpha) && allFinite(f.Fitted) && allFinite([]float64{f.Risk, f.Norm, f.Objective, f.Gap})
}
