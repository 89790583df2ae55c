package engine

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A Quadratic is the mean squared error as what it is in θ ∈ ℝᵈ,
//
//	(1/n)‖y − Φθ‖² = Least + (θ − Best)ᵀA(θ − Best),   A = ΦᵀΦ/n,
//
// a bowl over its lowest point.
type Quadratic struct {
	A     *mat.SymDense // d×d, positive semi-definite
	Best  []float64     // least squares
	Least float64       // its mean squared error
}

// Loss returns the mean squared error at θ. It panics unless θ has d entries.
func (q *Quadratic) Loss(theta ...float64) float64 {
	q.check(theta)
	sum := q.Least
	for j, t := range theta {
		t -= q.Best[j]
		sum += q.A.At(j, j) * t * t
		for k := j + 1; k < len(theta); k++ {
			sum += 2 * q.A.At(j, k) * t * (theta[k] - q.Best[k])
		}
	}
	return sum
}

// Pull returns −∂/∂θⱼ of the mean squared error at θ, for every j,
//
//	(2/n)Φᵀ(y − Φθ) = 2A(Best − θ) ∈ ℝᵈ.
//
// It panics unless θ has d entries.
func (q *Quadratic) Pull(theta []float64) []float64 {
	q.check(theta)
	pull := make([]float64, len(theta))
	for j := range pull {
		for k, t := range theta {
			pull[j] += q.A.At(j, k) * (q.Best[k] - t)
		}
		pull[j] *= 2
	}
	return pull
}

// lassoExcesses are by how much each coordinate of θ misses the conditions of a minimum of the
// mean squared error and λ‖θ‖₁,
//
//	|pullⱼ − λ sign θⱼ|     where θⱼ ≠ 0,
//	max(|pullⱼ| − λ, 0)     elsewhere.
//
// Zeros are optimal, for the problem is convex. It panics unless θ has d entries, or if λ is
// negative or not finite.
//
// Source: Tibshirani, Regression shrinkage and selection via the lasso, Journal of the
// Royal Statistical Society B 58 (1996).
func (q *Quadratic) lassoExcesses(theta []float64, lambda float64) []float64 {
	checkLambda(lambda)
	excesses := q.Pull(theta)
	for j, pull := range excesses {
		if theta[j] != 0 {
			excesses[j] = math.Abs(pull - math.Copysign(lambda, theta[j]))
		} else {
			excesses[j] = max(math.Abs(pull)-lambda, 0)
		}
	}
	return excesses
}

// lassoBound is what a certificate of [Lasso] allows, its own tolerance where rounding
// stops it.
const lassoBound = lassoPoor

// CertifyLasso says how near a solution of [Lasso] is to the minimum. PrimalDualGap is
// its duality gap over the mean of y², so that no θ is better by more. Residual, in which
// the dual has no part, is what θ misses of the conditions of a minimum, the largest
//
//	eⱼ / 2√(Aⱼⱼ‖y‖²/n),   eⱼ = |pullⱼ − λ sign θⱼ|, or (|pullⱼ| − λ)₊ where θⱼ = 0,
//
// of pull as [Quadratic.Pull] has it and the steepest that coordinate can be with these y,
// which no unit of y or of a feature changes. What a slope would yet gain is its square: a gap
// of 10⁻¹³ alone would leave seven digits. Bound is 10⁻⁹. It panics if the fit has not d
// coefficients or y is zero.
func (q *Quadratic) CertifyLasso(y []float64, lambda float64, fit *LassoFit) Certificate {
	start := floats.Dot(y, y) / float64(len(y))
	if start == 0 {
		panic("engine: responses are zero")
	}
	residual := 0.0
	for j, excess := range q.lassoExcesses(fit.Theta, lambda) {
		if excess > 0 {
			residual = max(residual, excess/2/math.Sqrt(q.A.At(j, j))/math.Sqrt(start))
		}
	}
	return Certified(fit.Gap/start, residual, lassoBound)
}

func (q *Quadratic) check(theta []float64) {
	if len(theta) != len(q.Best) {
		panic("engine: coefficients and their best differ in number")
	}
}
