package engine

import (
	"cmp"
	"math"

	"gonum.org/v1/gonum/mat"
)

// FeatureDistances returns the n×n matrix of distances in the feature space,
//
//	d(xᵢ, xⱼ) = ‖φ(xᵢ) − φ(xⱼ)‖ = √(Kᵢᵢ − 2Kᵢⱼ + Kⱼⱼ),
//
// from the Gram matrix, all of which is read. The difference loses half of the
// digits when points are near: d² is cᵀKc with c = eᵢ − eⱼ, ‖c‖² = 2, and where it
// is at most twice [Rounding] of those two points, 16ε(Kᵢᵢ + Kⱼⱼ), the distance is zero.
//
// The error is [ErrOverflow] if K is not finite, and [ErrIndefinite] if a square
// is negative beyond that, for then K is not the Gram matrix of a kernel.
func FeatureDistances(K mat.Symmetric) (*mat.SymDense, error) {
	n := K.SymmetricDim()
	if n == 0 {
		panic("engine: no points")
	}
	D := mat.NewSymDense(n, nil)
	D.CopySym(K)
	if err := symFault(D); err != nil {
		return nil, err
	}
	raw := D.RawSymmetric()
	diagonal := diagonalOf(D)
	for i, a := range diagonal {
		row := raw.Data[i*raw.Stride : i*raw.Stride+n]
		for j := i; j < n; j++ {
			d, err := featureDistance(a, row[j], diagonal[j])
			if err != nil {
				return nil, err
			}
			row[j] = d
		}
	}
	return D, nil
}

// SelfKernels returns k(x, x) for each point, the diagonal of the Gram matrix. It
// panics if x is empty, ragged or not finite.
func SelfKernels(k Kernel, x [][]float64) []float64 {
	checkInputs(x)
	return each(x, func(x []float64) float64 { return k.Eval(x, x) })
}

// diagonalOf returns the diagonal of K.
func diagonalOf(K mat.Symmetric) []float64 {
	return each(indices(K.SymmetricDim()), func(i int) float64 { return K.At(i, i) })
}

// doubtfulSquare is how far below zero, relative to the numbers it is made of, a
// squared distance may come by rounding. Kernels are computed to a few tens of ε,
// inner products of p coordinates to pε.
const doubtfulSquare = 1e-12

// featureDistance returns √(a − 2c + b), zero where rounding may have made it of zero.
func featureDistance(a, c, b float64) (float64, error) {
	square := (a - c) + (b - c)
	if size := math.Abs(a) + math.Abs(b); size <= math.MaxFloat64 && math.Abs(square) <= 2*Rounding(2, size) {
		return 0, nil
	}
	if square > 0 && square <= math.MaxFloat64 {
		return math.Sqrt(square), nil
	}
	// By quarters, which cannot overflow.
	square = (a/4 - c/4) + (b/4 - c/4)
	return rootOf(square, max(math.Abs(a), math.Abs(b), math.Abs(c))/4, 2)
}

// rootOf returns factor·√square, where square is the sum of numbers up to size
// and should not be negative.
func rootOf(square, size, factor float64) (float64, error) {
	switch {
	case square > 0:
		return factor * math.Sqrt(square), nil
	case square < -doubtfulSquare*size:
		return 0, ErrIndefinite
	}
	return 0, nil
}

// FeatureMean tells how far from the mean of the data a point lies in the feature
// space,
//
//	‖φ(x) − μ‖,   μ = (1/n) Σⱼ φ(xⱼ):
//
// a score for outliers, the larger the more unlike the rest.
type FeatureMean struct {
	Distances   []float64 // of the n points
	SquaredNorm float64   // ‖μ‖²
}

// OutlierScores returns the distances of the n points from their mean,
//
//	‖φ(xᵢ) − μ‖² = Kᵢᵢ − (2/n) Σⱼ Kᵢⱼ + (1/n²) Σⱼₗ Kⱼₗ = (JKJ)ᵢᵢ,
//
// zero up to [Rounding] of K, with ‖K‖∞ for the norm. All of K is read. The error is
// [ErrOverflow] if K is not finite, and [ErrIndefinite] if a square is negative beyond
// rounding.
//
// Source: Shawe-Taylor and Cristianini, Kernel Methods for Pattern Analysis
// (2004), section 5.1.
func OutlierScores(K mat.Symmetric) (*FeatureMean, error) {
	A, scale, err := scaledCopy(K)
	if err != nil {
		return nil, err
	}
	n, _ := A.Dims()
	rounding := Rounding(n, mat.Norm(A, math.Inf(1)))
	_, mean := centre(A)
	m := &FeatureMean{Distances: make([]float64, n), SquaredNorm: max(mean, 0) * scale}
	for i := range n {
		if math.Abs(A.At(i, i)) <= rounding {
			continue
		}
		m.Distances[i], err = rootOf(A.At(i, i), float64(n), math.Sqrt(scale))
		if err != nil {
			return nil, err
		}
	}
	return m, nil
}

// Of returns the distances from the mean of r new points, which do not move it,
//
//	‖φ(x) − μ‖² = k(x, x) − (2/n) Σⱼ k(x, xⱼ) + ‖μ‖²,
//
// where own holds k(x, x) and C is the r×n matrix of k(x, xⱼ). Nothing else is
// read. Errors are those of [OutlierScores]. Of panics if the lengths do not fit.
func (m *FeatureMean) Of(own []float64, C *mat.Dense) ([]float64, error) {
	r, n := C.Dims()
	if len(own) != r || n != len(m.Distances) {
		panic("engine: lengths differ")
	}
	if err := cmp.Or(selfFault(own, ofNew), crossFault(C)); err != nil {
		return nil, err
	}
	scores := make([]float64, r)
	for i, a := range own {
		row := C.RawRowView(i)
		size := max(math.Abs(a), maxAbs(row), m.SquaredNorm)
		if size == 0 {
			continue
		}
		var mean float64
		for _, v := range row {
			mean += v / size
		}
		mean /= float64(n)
		var err error
		scores[i], err = rootOf((a/size-mean)+(m.SquaredNorm/size-mean), float64(n), math.Sqrt(size))
		if err != nil {
			return nil, err
		}
	}
	return scores, nil
}

// checkDistances panics unless v holds distances.
func checkDistances(v []float64) {
	if len(v) == 0 {
		panic("engine: no points")
	}
	for _, d := range v {
		if !(d >= 0 && d <= math.MaxFloat64) {
			panic("engine: a distance is negative or not finite")
		}
	}
}
