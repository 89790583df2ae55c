package engine

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// Leverage returns how much each fitted value follows its own response in kernel
// ridge regression, the diagonal of the hat matrix:
//
//	hᵢ = ∂f(xᵢ)/∂yᵢ = [K(K + nλI)⁻¹]ᵢᵢ = Σⱼ Uᵢⱼ² sⱼ/(sⱼ + nλ) ∈ [0, 1],
//
// in O(n²). Their sum is PathPoint.DegreesOfFreedom. Known also as ridge leverage
// scores, they say which points [SampleByScore] should keep as landmarks. Errors
// and panics are those of [Spectrum.Solve], and so is what counts as zero.
//
// Source: Alaoui and Mahoney, Fast randomized kernel ridge regression with
// statistical guarantees, NIPS 2015.
func (s *Spectrum) Leverage(lambda float64) ([]float64, error) {
	n := len(s.Values)
	h := make([]float64, n)
	checkProblem(n, h, lambda)
	shift := float64(n) * lambda
	top, bottom := s.Values[0]+shift, s.Values[n-1]+shift
	if !finite(top) {
		return nil, ErrOverflow
	}
	if err := definite(top, bottom, n); err != nil {
		return nil, err
	}
	noise := noiseOf(s.Values)
	shrink := make([]float64, n)
	for j, v := range s.Values {
		v = unlessNoise(v, noise)
		shrink[j] = v / (v + shift)
	}
	raw := s.Vectors.RawMatrix()
	for i := range h {
		for j, u := range raw.Data[i*raw.Stride : i*raw.Stride+n] {
			h[i] += u * u * shrink[j]
		}
		// Rounding may carry it over either end.
		h[i] = min(max(h[i], 0), 1)
	}
	return h, nil
}

// RidgeLeverage returns the leverages of ridge regression on features Φ (n×d),
//
//	hᵢ = φ(xᵢ)ᵀ(ΦᵀΦ + nλI)⁻¹φ(xᵢ) ∈ [0, 1],
//
// in O(nd²). With K = ΦΦᵀ they are those of [Spectrum.Leverage]; with the features
// of a few landmarks they approximate them without an n×n matrix. Errors and
// panics are those of [Ridge].
func RidgeLeverage(Phi *mat.Dense, lambda float64) ([]float64, error) {
	n, d := Phi.Dims()
	h := make([]float64, n)
	checkProblem(n, h, lambda)
	A := mat.NewSymDense(d, nil)
	A.SymOuterK(1, Phi.T())
	u, err := factorPositive(A, float64(n)*lambda)
	if err != nil {
		return nil, err
	}
	// ΦU⁻¹, whose rows have squared length hᵢ.
	half := mat.DenseCopyOf(Phi)
	blas64.Trsm(blas.Right, blas.NoTrans, 1, u, half.RawMatrix())
	for i := range h {
		norm := mat.Norm(half.RowView(i), 2)
		h[i] = math.Min(norm*norm, 1)
		if math.IsNaN(h[i]) {
			return nil, ErrOverflow
		}
	}
	return h, nil
}
