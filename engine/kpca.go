package engine

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A Scaling says how long the coefficients a of a kernel principal component
// are. Projections onto the component are longer or shorter accordingly, by the
// factor √λ, where K′a = λa.
type Scaling int

const (
	// UnitDirection makes the direction v = Σₗ aₗ φ′(xₗ) a unit vector:
	// aᵀK′a = 1. The projections of the data then have variance λ/n.
	UnitDirection Scaling = iota
	// UnitCoefficients makes a a unit vector, as a column of an orthogonal
	// matrix of eigenvectors is: aᵀa = 1. The projections of the data then have
	// variance λ²/n.
	UnitCoefficients
)

// KernelPCA finds the directions in the feature space along which the data vary
// most,
//
//	v = Σₗ aₗ φ′(xₗ),   K′a = λa,   variance λ/n,
//
// where φ′(x) = φ(x) − (1/n) Σⱼ φ(xⱼ) and K′ = JKJ, J = I − 11ᵀ/n, if Centred;
// otherwise φ′ = φ and K′ = K, and the first direction mostly finds the mean.
//
// Source: Schölkopf, Smola and Müller, Nonlinear component analysis as a kernel
// eigenvalue problem, Neural Computation 10 (1998).
type KernelPCA struct {
	Components int // how many, from 1 to n
	Centred    bool
	Scaling    Scaling
}

// Validate reports what keeps p from being fitted to n points: no points, a number of
// components outside 1 to n, or a scaling that there is not.
func (p KernelPCA) Validate(n int) error {
	switch {
	case n < 1:
		return errors.New("engine: no points")
	case p.Components < 1 || p.Components > n:
		return fmt.Errorf("engine: %d components of %d points; there are from 1 to %d", p.Components, n, n)
	case p.Scaling != UnitDirection && p.Scaling != UnitCoefficients:
		return errors.New("engine: unknown scaling")
	}
	return nil
}

// KernelComponents is what [KernelPCA] found: m components of n points.
type KernelComponents struct {
	// Eigenvalues holds the m largest eigenvalues λ of K′, descending.
	Eigenvalues []float64
	// Variances holds λ/n, and TotalVariance the sum over all n of them, tr K′/n; it
	// is 0 where rounding may have made that of zero. Of components that are not
	// centred these are mean squares about 0, and no variances.
	Variances     []float64
	TotalVariance float64
	// Rank counts the components whose eigenvalue rounding cannot have made of
	// zero: λ > ZeroBelow. The others have no direction; their coefficients and
	// projections are zero.
	Rank int
	// ZeroBelow is [Rounding] of K, whether centred or not, as centring leaves K′ known
	// to that: 4nε‖K‖∞. The norm stands for ‖K‖₂, which it bounds from above without an
	// eigenvalue being computed.
	ZeroBelow float64
	// Coefficients is n×m. Column j is a, in the scaling asked for. Its entry of
	// largest modulus is positive, as in Spectrum, unless it follows another: see
	// Follow.
	Coefficients *mat.Dense
	// Scores is n×m: row l is the projection of xₗ, K′⁽ˡ⁾a = λaₗ.
	Scores *mat.Dense
	// Residuals holds ‖K′u − λu‖ of the unit vectors u along a, and Products the
	// number of products that took: see Leading. They are below 10⁻¹² of the
	// largest eigenvalue, or below nε‖K‖∞.
	Residuals []float64
	Products  int
	// Labels name the components, 0 to m−1 as fitted. Where they follow others, see
	// Follow, a label is that of the component continued. Those beyond Rank have
	// [NoComponent].
	Labels []int
	unused int // the least label that none had so far
	// ColumnMeans holds (1/n) Σᵢ Kᵢₗ and Mean their mean, which centring new
	// points takes. Of components that are not centred they are nil and 0.
	ColumnMeans []float64
	Mean        float64
}

// NoComponent is the label of what has no direction.
const NoComponent = -1

// Fit returns the components of the n points with Gram matrix K. It reads all
// of K. The error is [ErrOverflow], [ErrNoConvergence] or ctx's as in
// [LeadingEigen], or [ErrIndefinite] if one of the eigenvalues is negative
// beyond rounding, for there is no negative variance. Negative eigenvalues that
// follow those are not looked at. Fit panics if p is not valid for n points.
func (p KernelPCA) Fit(ctx context.Context, K mat.Symmetric) (*KernelComponents, error) {
	if err := p.Validate(K.SymmetricDim()); err != nil {
		panic(err.Error())
	}
	A, scale, err := scaledCopy(K)
	if err != nil {
		return nil, err
	}
	n, _ := A.Dims()
	rounding := Rounding(n, mat.Norm(A, math.Inf(1))) * scale
	c := &KernelComponents{ZeroBelow: rounding}
	if p.Centred {
		c.ColumnMeans, c.Mean = centre(A)
		floats.Scale(scale, c.ColumnMeans)
		c.Mean *= scale
		scale *= rescale(A)
	}
	if mean := mat.Trace(A) / float64(n) * scale; mean > rounding/float64(n) {
		c.TotalVariance = mean
	}
	l, err := leadingOf(ctx, A, scale, p.Components, rounding/scale/RoundingFactor) // the solver's share of it
	if err != nil {
		return nil, err
	}
	c.Eigenvalues, c.Residuals, c.Products = l.Values, l.Residuals, l.Products
	c.Variances, c.Labels, c.unused = make([]float64, p.Components), make([]int, p.Components), p.Components
	c.Coefficients = l.Vectors
	c.Scores = mat.NewDense(n, p.Components, nil)
	for j, lambda := range c.Eigenvalues {
		c.Variances[j], c.Labels[j] = lambda/float64(n), j
		coefficient, score := 0.0, 0.0
		switch {
		case lambda < -rounding:
			return nil, ErrIndefinite
		case lambda <= rounding:
			c.Labels[j] = NoComponent
		case p.Scaling == UnitCoefficients:
			c.Rank, coefficient, score = j+1, 1, lambda
		case p.Scaling == UnitDirection:
			c.Rank, coefficient, score = j+1, 1/math.Sqrt(lambda), math.Sqrt(lambda)
		}
		for i := range n {
			u := l.Vectors.At(i, j)
			c.Scores.Set(i, j, u*score)
			c.Coefficients.Set(i, j, u*coefficient)
		}
	}
	return c, nil
}

// centre replaces A by JAJ, both triangles in place, and returns its former column
// means and their mean, which outlive K in the result. [Centre] keeps neither.
func centre(A *mat.Dense) (means []float64, mean float64) {
	n, _ := A.Dims()
	means = make([]float64, n)
	for i := range n {
		means[i] = floats.Sum(A.RawRowView(i)) / float64(n) // row i is column i
	}
	mean = floats.Sum(means) / float64(n)
	for i := range n {
		row := A.RawRowView(i)
		for j, m := range means {
			row[j] += mean - (means[i] + m)
		}
	}
	return means, mean
}

// Project returns the projections of r new points as r×m rows,
//
//	Σₗ aₗ k′(x, xₗ),
//	k′(x, xₗ) = k(x, xₗ) − (1/n) Σⱼ k(x, xⱼ) − (1/n) Σⱼ Kⱼₗ + (1/n²) Σⱼₖ Kⱼₖ
//
// or without the last three terms if the components are not centred. C is the
// r×n matrix of k(x, xₗ), new points down and data across, as [Cross] of the new
// points and the data gives it. Nothing else is read: not k(x, x), nor K. The
// error is [ErrOverflow] if C or a projection is not finite. Project panics if C
// has not n columns.
func (c *KernelComponents) Project(C *mat.Dense) (*mat.Dense, error) {
	n, m := c.Coefficients.Dims()
	r, columns := C.Dims()
	if columns != n {
		panic("engine: as many columns as points are needed")
	}
	B := mat.DenseCopyOf(C)
	b := B.RawMatrix().Data
	if err := crossFault(B); err != nil {
		return nil, err
	}
	// By a power of two, which keeps the sums in range.
	scale := unitOf([]float64{maxAbs(b), maxAbs(c.ColumnMeans)})
	for i := range r {
		row := B.RawRowView(i)
		for l := range row {
			row[l] /= scale
		}
		if c.ColumnMeans == nil {
			continue
		}
		own := floats.Sum(row) / float64(n)
		for l, mean := range c.ColumnMeans {
			row[l] += c.Mean/scale - (own + mean/scale)
		}
	}
	P := mat.NewDense(r, m, nil)
	P.Mul(B, c.Coefficients)
	P.Scale(scale, P)
	if !allFinite(P.RawMatrix().Data) {
		return nil, ErrOverflow
	}
	return P, nil
}
