package engine

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// A Newton is the feature map of [Nystrom] in a basis that grows: feature j needs the
// first j landmarks only,
//
//	φ(x) = L⁻¹ (k(z₁, x), …, k(z_m, x)) ∈ ℝᵐ,   LLᵀ = the landmarks' Gram matrix.
//
// φ(x)ᵀφ(y) is that of Nystrom at the same landmarks, and the first r features are
// those of the first r landmarks by themselves.
//
// Source: Müller and Schaback, A Newton basis for kernel spaces, Journal of
// Approximation Theory 161 (2009).
type Newton struct {
	Kernel    Kernel
	Landmarks [][]float64
	Index     []int         // of the landmarks among those offered, ascending
	Root      *mat.TriDense // L, m×m, lower
}

// smallestPivot is what k(z, z) must keep of its size, when all that the landmarks before
// z explain is taken away, for z to be a landmark: less is lost in rounding.
const smallestPivot = 1e-8

// NewtonFeatures returns the feature map of k at landmarks, in O(m³). A landmark that
// those before it explain, to 10⁻⁸ of k(z, z), is left out. It returns [ErrSingular] if k
// is zero on all of them, and panics if landmarks is empty, ragged or not finite.
func NewtonFeatures(k Kernel, landmarks [][]float64) (*Newton, error) {
	K := Gram(k, landmarks)
	m := len(landmarks)
	rows := make([][]float64, 0, m)
	f := &Newton{Kernel: k}
	for i := range m {
		row := make([]float64, len(rows)+1)
		rest := K.At(i, i)
		for j, other := range rows {
			row[j] = (K.At(i, f.Index[j]) - dot(row[:j], other[:j])) / other[j]
			rest -= row[j] * row[j]
		}
		if !(rest > smallestPivot*math.Abs(K.At(i, i))) {
			continue
		}
		row[len(rows)] = math.Sqrt(rest)
		rows = append(rows, row)
		f.Index = append(f.Index, i)
		f.Landmarks = append(f.Landmarks, landmarks[i])
	}
	if len(rows) == 0 {
		return nil, ErrSingular
	}
	f.Root = mat.NewTriDense(len(rows), mat.Lower, nil)
	for i, row := range rows {
		for j, v := range row {
			f.Root.SetTri(i, j, v)
		}
	}
	return f, nil
}

// Before is how many of the landmarks are among the first m of those offered.
func (f *Newton) Before(m int) int {
	n := 0
	for n < len(f.Index) && f.Index[n] < m {
		n++
	}
	return n
}

// First is the feature map of the first m of the landmarks that were offered: its features are
// the first of f's. It panics if there are none among them.
func (f *Newton) First(m int) *Newton {
	d := f.Before(m)
	if d == 0 {
		panic("engine: no landmarks")
	}
	root := f.Root.SliceTri(0, d).(*mat.TriDense)
	return &Newton{Kernel: f.Kernel, Landmarks: f.Landmarks[:d], Index: f.Index[:d], Root: root}
}

// Map returns φ(x).
func (f *Newton) Map(x []float64) []float64 { return f.Matrix([][]float64{x}).RawMatrix().Data }

// Matrix returns the n×m matrix of features, in O(nm²).
func (f *Newton) Matrix(x [][]float64) *mat.Dense {
	Phi := Cross(f.Kernel, x, f.Landmarks)
	blas64.Trsm(blas.Right, blas.Trans, 1, f.Root.RawTriangular(), Phi.RawMatrix())
	return Phi
}

// FeatureSums are what one pass over n data leaves of their features: all that ridge
// regression on any first of them needs, for any λ.
type FeatureSums struct {
	N     int
	Gram  *mat.SymDense // ΦᵀΦ, d×d
	Cross *mat.Dense    // ΦᵀY, d×q
}

// SumFeatures passes over the data once, in O(nd²) time and O(d²) memory for any n: the
// rows of Φ are made a block at a time and forgotten. Y is n×q, a column for each thing
// to be told. Between blocks it looks at ctx, whose error it returns. It panics if sizes
// differ or there are no data.
func SumFeatures(ctx context.Context, m FeatureMap, x [][]float64, Y mat.RawMatrixer) (*FeatureSums, error) {
	y := Y.RawMatrix()
	n := len(x)
	if n == 0 || y.Rows != n {
		panic("engine: no points, or sizes differ")
	}
	s, report := &FeatureSums{N: n}, ReportOf(ctx)
	for start := 0; start < n; start += sumBlock {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		report(partFeatures, float64(start)/float64(n))
		end := min(start+sumBlock, n)
		Phi := m.Matrix(x[start:end])
		if s.Gram == nil {
			_, d := Phi.Dims()
			s.Gram, s.Cross = mat.NewSymDense(d, nil), mat.NewDense(d, y.Cols, nil)
		}
		blas64.Syrk(blas.Trans, 1, Phi.RawMatrix(), 1, s.Gram.RawSymmetric())
		rows := blas64.General{Rows: end - start, Cols: y.Cols, Stride: y.Stride, Data: y.Data[start*y.Stride:]}
		blas64.Gemm(blas.Trans, blas.NoTrans, 1, Phi.RawMatrix(), rows, 1, s.Cross.RawMatrix())
	}
	return s, nil
}

// sumBlock is how many rows of Φ SumFeatures holds at a time: such that they and ΦᵀΦ stay
// in a processor's cache.
const sumBlock = 128

// Ridge returns the minimiser θ, d×q, of (1/n)‖Y − Φθ‖² + λ‖θ‖² on the first d features, by
//
//	(ΦᵀΦ + nλI) θ = ΦᵀY,
//
// and the condition number of the matrix, in O(d³). It returns [ErrSingular] if that is
// singular to working precision, and panics unless 1 ≤ d ≤ the number of features, or if
// λ is negative or not finite.
func (s *FeatureSums) Ridge(d int, lambda float64) (theta *mat.Dense, condition float64, err error) {
	s.check(d, lambda)
	_, q := s.Cross.Dims()
	var chol mat.Cholesky
	// The condition number is in the 1-norm, where it may be d times what it is in the 2-norm.
	if !chol.Factorize(shifted(s.Gram.SliceSym(0, d), float64(s.N)*lambda)) || chol.Cond() > 1/Epsilon {
		return nil, math.Inf(1), ErrSingular
	}
	theta = mat.NewDense(d, q, nil)
	if err := chol.SolveTo(theta, s.Cross.Slice(0, d, 0, q)); err != nil {
		return nil, chol.Cond(), ErrSingular
	}
	return theta, chol.Cond(), nil
}

func (s *FeatureSums) check(d int, lambda float64) {
	if d < 1 || d > s.Gram.SymmetricDim() || !(lambda >= 0) || !finite(lambda) {
		panic("engine: that many features, or a λ, that there is not")
	}
}

// Freedom is the degrees of freedom of that fit, tr((ΦᵀΦ + nλI)⁻¹ΦᵀΦ), in O(d³): how many
// numbers it takes from the data, at most d. It returns [ErrNoConvergence] if the
// eigenvalues of ΦᵀΦ are not found, and panics as [FeatureSums.Ridge] does.
func (s *FeatureSums) Freedom(d int, lambda float64) (float64, error) {
	s.check(d, lambda)
	var e mat.EigenSym
	if !e.Factorize(s.Gram.SliceSym(0, d), false) {
		return 0, ErrNoConvergence
	}
	sum := 0.0
	for _, v := range e.Values(nil) {
		if v > 0 {
			sum += v / (v + float64(s.N)*lambda)
		}
	}
	return sum, nil
}
