package engine

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Components are the principal components of n points of ℝᵖ: m orthogonal
// directions along which the points vary most.
type Components struct {
	Mean       []float64  // x̄ ∈ ℝᵖ
	Directions *mat.Dense // p×m, columns v with vᵀv = 1
	Scores     *mat.Dense // n×m, (xᵢ − x̄)ᵀv
	// Variances holds the variances of the scores, descending, with divisor n as
	// in KernelComponents. TotalVariance is the sum over all directions.
	Variances     []float64
	TotalVariance float64
}

// PCA returns the m leading principal components of x, from the singular value
// decomposition of the centred n×p matrix
//
//	X − 1x̄ᵀ = U diag(σ) Vᵀ,   variances σ²/n,   scores U diag(σ).
//
// The covariance matrix, which would square the condition number, is not formed.
// The sign is that of [KernelPCA]: in each column of scores, the entry of
// largest modulus is positive. So kernel PCA, centred and with the linear kernel,
// has the same scores.
//
// PCA returns [ErrNoConvergence] if the singular value decomposition does not
// converge, and [ErrOverflow] if a variance is too large. It panics if x is
// empty, ragged or not finite, or m is outside 1 to min(n, p).
//
// Source: Jolliffe, Principal Component Analysis, 2nd edition (2002), section 3.5.
func PCA(x [][]float64, m int) (*Components, error) {
	checkInputs(x)
	n, p := len(x), len(x[0])
	if m < 1 || m > min(n, p) {
		panic("engine: number of components outside 1 to min(n, p)")
	}
	X, mean, scale := centredRows(x)
	var svd mat.SVD
	if !svd.Factorize(X, mat.SVDThin) {
		return nil, ErrNoConvergence
	}
	var U, V mat.Dense
	svd.UTo(&U)
	svd.VTo(&V)
	sigma := svd.Values(nil)

	c := &Components{
		Mean:       mean,
		Directions: mat.DenseCopyOf(V.Slice(0, p, 0, m)),
		Scores:     mat.DenseCopyOf(U.Slice(0, n, 0, m)),
		Variances:  make([]float64, m),
	}
	floats.Scale(scale, c.Mean)
	fixSigns(c.Scores)
	for j, s := range sigma {
		variance := s * scale / math.Sqrt(float64(n))
		variance *= variance
		c.TotalVariance += variance
		if j >= m {
			continue
		}
		c.Variances[j] = variance
		sign := 1.0
		if mat.Dot(c.Scores.ColView(j), U.ColView(j)) < 0 {
			sign = -1
		}
		for i := range p {
			c.Directions.Set(i, j, sign*c.Directions.At(i, j))
		}
		for i := range n {
			c.Scores.Set(i, j, c.Scores.At(i, j)*s*scale)
		}
	}
	if !finite(c.TotalVariance) || !allFinite(c.Scores.RawMatrix().Data) {
		return nil, ErrOverflow
	}
	return c, nil
}

// centredRows returns the points less their mean, n×p, and the mean, both divided by
// scale: a power of two, which rounds nothing and keeps sums in range.
func centredRows(x [][]float64) (X *mat.Dense, mean []float64, scale float64) {
	n, p := len(x), len(x[0])
	var largest float64
	for _, xi := range x {
		largest = max(largest, maxAbs(xi))
	}
	_, exponent := math.Frexp(largest)
	scale = max(math.Ldexp(0.5, exponent), math.SmallestNonzeroFloat64)
	X, mean = mat.NewDense(n, p, nil), make([]float64, p)
	for i, xi := range x {
		row := X.RawRowView(i)
		for j, v := range xi {
			row[j] = v / scale
		}
		floats.Add(mean, row)
	}
	floats.Scale(1/float64(n), mean)
	for i := range n {
		floats.Sub(X.RawRowView(i), mean)
	}
	return X, mean, scale
}

// Project returns the scores of new points, (x − x̄)ᵀv, as rows, or
// [ErrOverflow] if one is too large. It panics if x is empty, ragged or not
// finite, or its points have not p coordinates.
func (c *Components) Project(x [][]float64) (*mat.Dense, error) {
	checkInputs(x)
	p, m := c.Directions.Dims()
	if len(x[0]) != p {
		panic("engine: inputs of different lengths")
	}
	P := mat.NewDense(len(x), m, nil)
	centred := make([]float64, p)
	for i, xi := range x {
		floats.SubTo(centred, xi, c.Mean)
		mat.NewVecDense(m, P.RawRowView(i)).MulVec(c.Directions.T(), mat.NewVecDense(p, centred))
	}
	if !allFinite(P.RawMatrix().Data) {
		return nil, ErrOverflow
	}
	return P, nil
}
