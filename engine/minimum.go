package engine

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// CertifyKLR says how near α is to the minimum of kernel logistic regression,
//
//	J(α) = (1/n) Σᵢ log(1 + e^(−yᵢ (Kα)ᵢ)) + λαᵀKα,   yᵢ = ±1,
//
// wherever it comes from, a descent that was stopped or Newton's method. With
//
//	f = Kα,   qᵢ = yᵢ/(1 + e^(yᵢfᵢ)),   r = 2λα − q/n,   ∇J(α) = Kr,
//
// Residual is the gradient beside the numbers it is made of,
//
//	‖Kr‖₂ / ‖K‖_F S,   S = 2λ‖α‖₂ + ‖q‖₂/n + ‖K‖_F‖α‖₂/4n,
//
// where the last term is what an error in f does to q. PrimalDualGap is what J may
// exceed its minimum by, relative to J,
//
//	J(α) − min J ≤ J(α) − D(q) = rᵀKr/4λ,
//
// D being the objective of the dual problem, whose variables the q are. It is a bound
// and no estimate: it holds after any number of steps.
//
// The rounding of Kα, of r and of Kr leaves a gradient of c√nε‖K‖_F S, and with
// [BoundFactor] for c
//
//	Bound = max(4√nε, (4√nεS)² ‖K‖_F/4λJ),
//
// whose second number is what the same rounding makes of the gap, and is the larger
// only for a λ so small that α ~ 1/λ cancels in Kα. OK then says that α is the minimum
// as far as can be computed, and not merely close.
//
// At λ = 0 there is no minimum to be certified, and of a K or an α that overflows
// nothing to be said: all three numbers are +Inf. K must be positive semi-definite for
// the gap to mean anything. CertifyKLR panics if K, y and α differ in size, a response
// is not ±1, α is not finite, or λ is negative or not finite.
//
// Source: Keerthi, Duan, Shevade and Poo, A fast dual algorithm for kernel logistic
// regression, Machine Learning 61 (2005).
func CertifyKLR(K mat.Symmetric, y []float64, lambda float64, alpha []float64) Certificate {
	n := len(y)
	checkKLR(K.SymmetricDim(), y, lambda)
	if len(alpha) != n {
		panic("engine: responses and coefficients differ in number")
	}
	if !allFinite(alpha) {
		panic("engine: coefficients are not finite")
	}
	N := float64(n)
	var loss, penalty float64
	q, r := make([]float64, n), make([]float64, n)
	for i, fi := range Apply(K, alpha) {
		m := y[i] * fi
		q[i] = y[i] * Logistic(-m)
		loss += LogisticLoss(m) / N
		penalty += lambda * alpha[i] * fi
		r[i] = 2*lambda*alpha[i] - q[i]/N
	}
	g := Apply(K, r)
	norm, size := mat.Norm(K, 2), floats.Norm(alpha, 2)
	sum := 2*lambda*size + floats.Norm(q, 2)/N + norm*size/4/N
	J := loss + max(penalty, 0)
	rounding := RoundingBound(n, 1)
	gap, residual := relative(max(floats.Dot(r, g), 0)/4/lambda, J), relative(floats.Norm(g, 2), norm*sum)
	bound := max(rounding, rounding*sum*(rounding*sum)*norm/4/lambda/J)
	if lambda == 0 || !allFinite([]float64{J, gap, residual, bound}) {
		return Certified(math.Inf(1), math.Inf(1), math.Inf(1))
	}
	return Certified(gap, residual, bound)
}
