package engine

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A Certificate says how well two independent computations of one fit agree, and
// how well they had to. The numbers are those of [Certify]; what stands in their
// place elsewhere [CertifyRidge], [KernelComponents.Certify] and [CertifyKLR] say.
type Certificate struct {
	// PrimalDualGap is maxᵢ |f_primal(xᵢ) − f_dual(xᵢ)| / maxᵢ |yᵢ|.
	PrimalDualGap float64
	// Residual is ‖(K + nλI)α − y‖₂ / ‖y‖₂ of the dual's α.
	Residual float64
	// Bound is what rounding allows both to be.
	Bound float64
	// OK says that both stay under Bound and that Bound promises something.
	OK bool
}

// MaxBound is the largest bound worth a certificate: beyond it fewer than six
// digits can be promised, which a drawing would show.
const MaxBound = 1e-6

// BoundFactor is the number in front of every bound,
//
//	Bound = BoundFactor · √n · ε · cond.
//
// It covers what √n·ε·cond leaves out: the square root, the two triangular solves
// and the product of the dual, the rotation back and forth of the primal. Each
// costs an ulp or two even when n = 1. Who states a bound states the factor too.
const BoundFactor = 4

// RoundingBound returns the bound of n values computed by solving a system with that
// condition number,
//
//	4 √n ε cond,
//
// with [BoundFactor] for 4. What an eigenvalue may be off by is [Rounding].
func RoundingBound(n int, condition float64) float64 {
	return BoundFactor * math.Sqrt(float64(n)) * Epsilon * condition
}

// Certify compares the dual solution α of (K + nλI)α = y, by Cholesky
// ([SolveKRR]), with the primal one, ridge regression on the Mercer features
// UΛ^½ ([Spectrum.Solve]). The two share K and nothing else.
//
// Both are backward stable: each solves (K + nλI + E)α = y with ‖E‖ ≤ c ε ‖K + nλI‖
// (Higham 2002, theorem 10.4; Golub and Van Loan 2013, section 8.3), where c is
// a polynomial in n in the worst case and hardly grows in practice. Because
// ‖K(K + nλI)⁻¹‖ ≤ 1, the values at the points move by at most
//
//	‖δf‖₂ ≤ ‖E‖‖α‖₂ ≤ c ε cond(K + nλI) ‖y‖₂ ≤ c √n ε cond(K + nλI) max|y|,
//
// and the residual has the same bound without √n. Hence
//
//	Bound = 4 √n ε cond(K + nλI),
//
// with [BoundFactor] for c.
//
// A y of zeros has the solution zero; errors then count as they are. If primal
// carries an error, all three numbers are +Inf. Certify panics if sizes differ
// or primal belongs to another λ.
func Certify(K mat.Symmetric, y []float64, lambda float64, dual []float64, primal PathPoint) Certificate {
	n := K.SymmetricDim()
	checkProblem(n, y, lambda)
	if primal.Lambda != lambda {
		panic("engine: certificate for two different λ")
	}
	if primal.Err != nil {
		return Certified(math.Inf(1), math.Inf(1), math.Inf(1))
	}
	if len(dual) != n || len(primal.Fitted) != n {
		panic("engine: solutions differ in size")
	}
	fitted := Apply(K, dual)
	residual := make([]float64, n)
	for i := range residual {
		residual[i] = fitted[i] + float64(n)*lambda*dual[i] - y[i]
	}
	gap := relative(floats.Distance(primal.Fitted, fitted, math.Inf(1)), maxAbs(y))
	return Certified(gap, relative(floats.Norm(residual, 2), floats.Norm(y, 2)), primal.Bound)
}

// relative returns size/scale, and size itself where the scale is zero.
func relative(size, scale float64) float64 {
	if scale == 0 {
		return size
	}
	return size / scale
}

// CertifyRidge compares two solutions of ridge regression on features Phi (n×d):
// theta by QR ([RidgeQR]) and the point of its singular values
// ([PrimalSpectrum.Solve]). PrimalDualGap is the largest difference of their
// fitted values over max|y|; Residual is that of the normal equations,
//
//	‖Φᵀ(y − Φθ) − nλθ‖₂ / (‖Φ‖_F ‖y‖₂).
//
// Both are backward stable for the stacked matrix (Φ; √(nλ)I), of condition
// number κ, so that fitted values move by at most c ε κ ‖y‖₂ (Higham 2002,
// theorem 20.1) and
//
//	Bound = 4 √n ε κ,
//
// with [BoundFactor] for c.
//
// If the point carries an error, all three are +Inf. CertifyRidge panics if sizes
// differ or the point belongs to another λ.
func CertifyRidge(Phi *mat.Dense, y []float64, lambda float64, theta []float64, p RidgePoint) Certificate {
	n, d := Phi.Dims()
	checkProblem(n, y, lambda)
	if p.Lambda != lambda {
		panic("engine: certificate for two different λ")
	}
	if p.Err != nil {
		return Certified(math.Inf(1), math.Inf(1), math.Inf(1))
	}
	if len(theta) != d || len(p.Fitted) != n {
		panic("engine: solutions differ in size")
	}
	f := Apply(Phi, theta)
	normal := Apply(Phi.T(), floats.SubTo(make([]float64, n), y, f))
	floats.AddScaled(normal, -float64(n)*lambda, theta)
	gap := relative(floats.Distance(p.Fitted, f, math.Inf(1)), maxAbs(y))
	return Certified(gap, relative(floats.Norm(normal, 2), mat.Norm(Phi, 2)*floats.Norm(y, 2)), p.Bound)
}
