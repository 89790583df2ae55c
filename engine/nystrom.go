package engine

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A FeatureMap gives inputs coordinates: d features, few enough to be held.
type FeatureMap interface {
	// Map returns φ(x) ∈ ℝᵈ.
	Map(x []float64) []float64
	// Matrix returns the n×d matrix with rows φ(xᵢ)ᵀ.
	Matrix(x [][]float64) *mat.Dense
}

// A Nystrom is a feature map that a kernel has at m landmarks z,
//
//	φ(x) = Rᵀ (k(z₁, x), …, k(z_m, x)) ∈ ℝʳ,   R = U diag(s)^−½,
//
// with the r eigenvalues s of the landmarks' Gram matrix that are not zero to
// rounding. φ(x)ᵀφ(y) is k between the projections of k(x, ·) and k(y, ·) on the span of
// the landmarks, so it is k(x, y) as soon as one of x and y is a landmark.
//
// Source: Williams and Seeger, Using the Nyström method to speed up kernel machines,
// NIPS 2000.
type Nystrom struct {
	Kernel    Kernel
	Landmarks [][]float64
	Root      *mat.Dense // R, m×r
}

// NystromFeatures returns the feature map of k at landmarks, in O(m³). It returns
// [ErrSingular] if k is zero on all of them, [ErrIndefinite] if it is not positive
// semi-definite there, and otherwise the errors of [Eigen]. It panics if landmarks is
// empty, ragged or not finite.
func NystromFeatures(k Kernel, landmarks [][]float64) (*Nystrom, error) {
	s, err := Eigen(Gram(k, landmarks))
	if err != nil {
		return nil, err
	}
	m := len(s.Values)
	rounding := s.Rounding()
	if s.Values[m-1] < -rounding {
		return nil, ErrIndefinite
	}
	r := 0
	for r < m && s.Values[r] > rounding {
		r++
	}
	if r == 0 {
		return nil, ErrSingular
	}
	R := mat.DenseCopyOf(s.Vectors.Slice(0, m, 0, r))
	R.Apply(func(_, j int, v float64) float64 { return v / math.Sqrt(s.Values[j]) }, R)
	return &Nystrom{Kernel: k, Landmarks: landmarks, Root: R}, nil
}

// Map returns φ(x).
func (f *Nystrom) Map(x []float64) []float64 {
	return f.Matrix([][]float64{x}).RawMatrix().Data
}

// Matrix returns the n×r matrix of features, in O(nmr).
func (f *Nystrom) Matrix(x [][]float64) *mat.Dense {
	var Phi mat.Dense
	Phi.Mul(Cross(f.Kernel, x, f.Landmarks), f.Root)
	return &Phi
}

// A FeatureFit is the function f(x) = θᵀφ(x).
type FeatureFit struct {
	Features FeatureMap
	Theta    []float64
}

// Eval returns f(x).
func (f *FeatureFit) Eval(x []float64) float64 { return dot(f.Theta, f.Features.Map(x)) }

// gramRows is how many rows of ΦΦᵀ are held at once.
const gramRows = 64

// GramError returns how far a Gram matrix is from its approximation by features,
//
//	‖K − ΦΦᵀ‖_F / ‖K‖_F,
//
// and ‖ΦΦᵀ‖_F if K = 0, in O(n²d) time and O(n) memory. It is +Inf if a number is not
// finite, and panics if K and Φ differ in size.
func GramError(K mat.Symmetric, Phi *mat.Dense) float64 {
	n, d := Phi.Dims()
	if K.SymmetricDim() != n {
		panic("engine: matrices differ in size")
	}
	var off, size float64
	rebuilt, entries := make([]float64, gramRows*n), make([]float64, n)
	for from := 0; from < n; from += gramRows {
		to := min(from+gramRows, n)
		R := mat.NewDense(to-from, to, rebuilt[:(to-from)*to])
		R.Mul(Phi.Slice(from, to, 0, d), Phi.Slice(0, to, 0, d).T())
		for i := from; i < to; i++ {
			row, missing := entries[:i+1], R.RawRowView(i - from)[:i+1]
			for j := range row {
				row[j] = K.At(i, j)
			}
			floats.SubTo(missing, row, missing)
			size = math.Hypot(size, mirrored(row))
			off = math.Hypot(off, mirrored(missing))
		}
	}
	if v := relative(off, size); finite(v) {
		return v
	}
	return math.Inf(1)
}

// mirrored is the norm of a row of a symmetric matrix up to its diagonal, and of the column
// above the diagonal.
func mirrored(row []float64) float64 {
	last := len(row) - 1
	return math.Hypot(math.Sqrt2*floats.Norm(row[:last], 2), row[last])
}
