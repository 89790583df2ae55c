package engine

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// certifyEigenpair says how well s and a are an eigenpair of K, Ka = sa, from a
// product with K of its own, where norm is ‖K‖_F. Residual is
//
//	‖Ka − sa‖₂ / (‖K‖_F ‖a‖₂),
//
// and PrimalDualGap compares s with the Rayleigh quotient, which is a second
// computation of it from a:
//
//	|s − aᵀKa/aᵀa| / ‖K‖_F.
//
// An eigenvalue of K lies within Residual·‖K‖_F of s. Eigenpairs of [Eigen] are
// those of K + E with ‖E‖ ≤ cnε‖K‖_F, and the iteration of [LeadingEigen] stops at
// 10⁻¹² of the largest eigenvalue. Where K is known to so many times nε of its norm,
//
//	Bound = 4 (nε max(1, known) + 10⁻¹²),
//
// with [BoundFactor] for c. The length of a does not matter; an a of zeros is no
// eigenvector, and both numbers are +Inf.
//
// Source: Golub and Van Loan, Matrix Computations, 4th edition (2013), sections 8.1
// and 8.3.
func certifyEigenpair(K mat.Symmetric, norm, s float64, a []float64, known float64) Certificate {
	n := K.SymmetricDim()
	bound := BoundFactor * (float64(n)*Epsilon*max(known, 1) + leadingTolerance)
	none := Certified(math.Inf(1), math.Inf(1), bound)
	// By powers of two, which round nothing and keep products in range.
	unit := make([]float64, n)
	scale := unitOf(a)
	for i := range unit {
		unit[i] = a[i] / scale
	}
	length := floats.Norm(unit, 2)
	if length == 0 {
		return none
	}
	floats.Scale(1/length, unit)
	u, r := mat.NewVecDense(n, unit), mat.NewVecDense(n, nil)
	r.MulVec(K, u)
	rayleigh := mat.Dot(u, r)
	r.AddScaledVec(r, -s, u)
	gap, residual := relative(math.Abs(s-rayleigh), norm), relative(mat.Norm(r, 2), norm)
	if !finite(gap) || !finite(residual) {
		return none
	}
	return Certified(gap, residual, bound)
}

// Certify returns the certificate of each component as an eigenpair K′a = λa, with the
// residual ‖K′a − λa‖ / (‖K′‖_F ‖a‖) and, for the gap, |λ − aᵀK′a/aᵀa| / ‖K′‖_F.
// K is the matrix that was fitted; if the components are centred,
// K′ is [Centre] of it, which is not how Fit computes it. Centring loses digits where
// the mean is long beside the rest, and leaves K′ known to nε‖K‖∞ only:
//
//	Bound = 4 (nε max(1, ‖K‖∞/‖K′‖_F) + 10⁻¹²).
//
// Components beyond Rank have no direction, and +Inf for both numbers. Certify panics
// if K has another number of points.
func (c *KernelComponents) Certify(K mat.Symmetric) []Certificate {
	n, m := c.Coefficients.Dims()
	if K.SymmetricDim() != n {
		panic("engine: as many rows as points are needed")
	}
	known := 1.0
	A := K
	norm := mat.Norm(A, 2)
	if c.ColumnMeans != nil {
		A = Centre(K)
		norm = mat.Norm(A, 2)
		known = relative(mat.Norm(K, math.Inf(1)), norm)
	}
	certificates := make([]Certificate, m)
	for j := range certificates {
		certificates[j] = certifyEigenpair(A, norm, c.Eigenvalues[j], mat.Col(nil, j, c.Coefficients), known)
	}
	return certificates
}
