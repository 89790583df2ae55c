package engine

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Gram returns the n×n Gram matrix of k on the points of x,
//
//	Kᵢⱼ = k(xᵢ, xⱼ).
//
// For a [Radial] kernel the entries lie in [0, 1] whatever the inputs; those of
// other kernels overflow to ±Inf, which [Eigen] and [KRR] answer with
// [ErrOverflow]; to a NaN, which no kernel of this package has, they answer with
// [ErrNaN]. Gram panics if x is empty, ragged or not finite.
func Gram(k Kernel, x [][]float64) *mat.SymDense {
	g, _ := GramContext(context.Background(), k, x) // which nobody ends
	return g
}

// GramContext is [Gram], and can be stopped: it looks at ctx, whose error it returns, before
// each row.
func GramContext(ctx context.Context, k Kernel, x [][]float64) (*mat.SymDense, error) {
	checkInputs(x)
	n := len(x)
	g := mat.NewSymDense(n, nil)
	raw := g.RawSymmetric()
	fill, report := bind(k, x, x), ReportOf(ctx)
	for i := range n {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		left := float64(n-i) / float64(n)
		report(partGram, 1-left*left)
		fill(raw.Data[i*raw.Stride:i*raw.Stride+n], i, i)
	}
	return g, nil
}

// Cross returns the len(x)×len(y) matrix of k between two sets of points,
//
//	Kᵢⱼ = k(xᵢ, yⱼ).
//
// It panics as [Gram] does.
func Cross(k Kernel, x, y [][]float64) *mat.Dense {
	g, _ := CrossContext(context.Background(), k, x, y) // which nobody ends
	return g
}

// CrossContext is [Cross], and can be stopped as [GramContext] can.
func CrossContext(ctx context.Context, k Kernel, x, y [][]float64) (*mat.Dense, error) {
	checkInputs(x)
	checkInputs(y)
	g := mat.NewDense(len(x), len(y), nil)
	if err := EachCross(ctx, k, x, y, func(i int, row []float64) { copy(g.RawRowView(i), row) }); err != nil {
		return nil, err
	}
	return g, nil
}

// EachCross calls do with each row of [Cross], k(xᵢ, yⱼ) for all j, which is good until do returns. It can
// be stopped as [GramContext] can.
func EachCross(ctx context.Context, k Kernel, x, y [][]float64, do func(i int, row []float64)) error {
	checkInputs(x)
	checkInputs(y)
	fill, report := bind(k, x, y), ReportOf(ctx)
	row := make([]float64, len(y))
	for i := range x {
		if err := ctx.Err(); err != nil {
			return err
		}
		report(partCross, float64(i)/float64(len(x)))
		fill(row, i, 0)
		do(i, row)
	}
	return nil
}

// GramFromDistances returns the Gram matrix of k from the points' distances in
// k's metric, as [Distances] gives them. The result is that of [Gram] to the
// bit; what is saved is the distances, which every bandwidth shares.
func GramFromDistances(k Radial, D *mat.SymDense) *mat.SymDense {
	g := mat.NewSymDense(D.SymmetricDim(), nil)
	to, from := g.RawSymmetric(), D.RawSymmetric()
	n := from.N
	for i := range n {
		t, f := to.Data[i*to.Stride:], from.Data[i*from.Stride:]
		ofDistances(k, t[i:n], f[i:n])
	}
	return g
}

// CrossFromDistances returns the matrix of [Cross] from the distances of
// [CrossDistances].
func CrossFromDistances(k Radial, D *mat.Dense) *mat.Dense {
	r, c := D.Dims()
	g := mat.NewDense(r, c, nil)
	for i := range r {
		ofDistances(k, g.RawRowView(i), D.RawRowView(i))
	}
	return g
}

// OffDiagonalMean returns the mean similarity of two different points,
//
//	Σ_{i<j} Kᵢⱼ / (n(n−1)/2).
//
// One point has no pair: for n = 1 it returns 0.
func OffDiagonalMean(K mat.Symmetric) float64 {
	n := K.SymmetricDim()
	if n < 2 {
		return 0
	}
	pairs := float64(n) * float64(n-1) / 2
	var s float64
	for i := range n {
		for j := i + 1; j < n; j++ {
			s += K.At(i, j)
		}
	}
	return s / pairs
}

// DistanceToIdentity returns ‖K − I‖_F, near zero when the bandwidth is so small
// that no point knows another.
func DistanceToIdentity(K mat.Symmetric) float64 { return frobeniusFrom(K, 1, 0) }

// DistanceToOnes returns ‖K − 11ᵀ‖_F, near zero when the bandwidth is so large
// that all points look alike.
func DistanceToOnes(K mat.Symmetric) float64 { return frobeniusFrom(K, 1, 1) }

// frobeniusFrom returns the Frobenius distance of K from the matrix with one
// value on its diagonal and one off it.
func frobeniusFrom(K mat.Symmetric, on, off float64) float64 {
	n := K.SymmetricDim()
	var s float64
	for i := range n {
		d := K.At(i, i) - on
		s += d * d
		for j := i + 1; j < n; j++ {
			d := K.At(i, j) - off
			s += 2 * d * d
		}
	}
	return math.Sqrt(s)
}

// checkInputs panics unless x is a rectangle of finite numbers with a row.
func checkInputs(x [][]float64) {
	if reason := faultOfInputs(x); reason != "" {
		panic("engine: " + reason)
	}
}

// Apply returns the m numbers Av of an m×n matrix and n numbers. It panics if they differ in size, or there are none.
func Apply(A mat.Matrix, v []float64) []float64 {
	var w mat.VecDense
	w.MulVec(A, mat.NewVecDense(len(v), v))
	return w.RawVector().Data
}

// Symmetric returns the n×n matrix with those entries, which it asks for with i ≤ j.
func Symmetric(n int, entry func(i, j int) float64) *mat.SymDense {
	S := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			S.SetSym(i, j, entry(i, j))
		}
	}
	return S
}
