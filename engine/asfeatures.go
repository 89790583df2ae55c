package engine

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// AsFeatures returns the singular value decomposition of K taken as a matrix of
// features, the bump k(xᵢ, ·) being the i-th,
//
//	K = U diag(|s|) Vᵀ,   column j of V being that of U with the sign of sⱼ.
//
// Its solutions are ridge regression on a basis of bumps, the minimiser of
//
//	(1/n)‖y − Kα‖² + λ‖α‖²,   (K² + nλI) α = Ky,
//
// whose functions have the form of kernel ridge regression, Σ αᵢ k(xᵢ, ·), and which
// is another fit: there the penalty is αᵀKα. The leave-one-out residuals leave out a
// point and not its bump. K need not be positive semi-definite. Eigenvalues within
// 2√n·ε·max|s| of zero count as zero.
//
// Source: Bishop, Pattern Recognition and Machine Learning (2006), sections 3.1.4 and 6.1.
func (s *Spectrum) AsFeatures() *PrimalSpectrum {
	n := len(s.Values)
	noise := noiseOf(s.Values)
	order := indices(n) // of |s|, descending
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(math.Abs(s.Values[b]), math.Abs(s.Values[a]))
	})
	p := &PrimalSpectrum{Values: make([]float64, n), U: mat.NewDense(n, n, nil), V: mat.NewDense(n, n, nil)}
	for to, from := range order {
		v := unlessNoise(s.Values[from], noise)
		p.Values[to] = math.Abs(v)
		for i := range n {
			u := s.Vectors.At(i, from)
			p.U.Set(i, to, u)
			p.V.Set(i, to, math.Copysign(1, v)*u)
		}
	}
	return p
}
