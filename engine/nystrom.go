package engine

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

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

// NystromKRR returns the minimiser of the objective of [KRR],
//
//	(1/n) Σᵢ (yᵢ − f(xᵢ))² + λ‖f‖²,
//
// among functions f = Σⱼ αⱼ k(zⱼ, ·) of m landmarks z only. With all the data for
// landmarks it is KRR. It costs O(nm²) time and O(m²) memory: no n×n matrix, nor one
// with n rows. [SampleUniform] and [SampleByScore] choose landmarks among the data.
//
// Errors and panics are those of [NystromFeatures] and [FeatureRidge].
//
// Source: Rudi, Camoriano and Rosasco, Less is more: Nyström computational
// regularization, NIPS 2015.
func NystromKRR(ctx context.Context, k Kernel, d Dataset, landmarks [][]float64, lambda float64) (*Expansion, error) {
	features, err := NystromFeatures(k, landmarks)
	if err != nil {
		return nil, err
	}
	fit, err := FeatureRidge(ctx, features, d, lambda)
	if err != nil {
		return nil, err
	}
	alpha := mat.NewVecDense(len(landmarks), nil)
	alpha.MulVec(features.Root, mat.NewVecDense(len(fit.Theta), fit.Theta))
	if !allFinite(alpha.RawVector().Data) {
		return nil, ErrOverflow
	}
	return &Expansion{Kernel: k, X: landmarks, Alpha: alpha.RawVector().Data}, nil
}

// A FeatureFit is the function f(x) = θᵀφ(x).
type FeatureFit struct {
	Features FeatureMap
	Theta    []float64
}

// Eval returns f(x).
func (f *FeatureFit) Eval(x []float64) float64 { return dot(f.Theta, f.Features.Map(x)) }

// featureBlock is how many rows of Φ FeatureRidge holds at a time. Fewer make the QR
// of a block slower, more do not make it faster.
const featureBlock = 512

// FeatureRidge returns ridge regression on the features of a map, θ as from [RidgeQR],
//
//	(1/n) Σᵢ (yᵢ − θᵀφ(xᵢ))² + λ‖θ‖²,
//
// with the rows of Φ made and factored a block at a time: O(nd²) time and O(d²) memory
// for any n. Between blocks it looks at ctx, whose error it returns. Other errors are
// those of RidgeQR. It panics if d is not valid, or λ is negative or not finite.
//
// Source: Golub and Van Loan, Matrix Computations, 4th edition (2013), section 6.5.3, on
// adding rows to a QR factorisation.
func FeatureRidge(ctx context.Context, m FeatureMap, d Dataset, lambda float64) (*FeatureFit, error) {
	d.check()
	n := d.Len()
	checkProblem(n, d.Y, lambda)
	var (
		A    *mat.Dense // what has been reduced so far, above the next block; y is last
		q    qr
		size int
	)
	for start := 0; start < n; start += featureBlock {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		end := min(start+featureBlock, n)
		Phi := m.Matrix(d.X[start:end])
		if A == nil {
			_, size = Phi.Dims()
			A = mat.NewDense(size+1+min(featureBlock, n), size+1, nil)
			for j := range size {
				A.Set(j, j, math.Sqrt(float64(n)*lambda))
			}
		} else {
			for i := 1; i <= size; i++ {
				clear(A.RawRowView(i)[:i]) // the reflectors
			}
		}
		block := A.Slice(0, size+1+end-start, 0, size+1).(*mat.Dense)
		for i := range end - start {
			row := block.RawRowView(size + 1 + i)
			copy(row, Phi.RawRowView(i))
			row[size] = d.Y[start+i]
		}
		var err error
		if q, err = newQR(block); err != nil {
			return nil, err
		}
	}
	theta, err := q.solveLast(n + size)
	if err != nil {
		return nil, err
	}
	return &FeatureFit{Features: m, Theta: theta}, nil
}

// SampleUniform draws m different indices below n, each set equally likely, and returns
// them in ascending order. It panics unless 1 ≤ m ≤ n.
func SampleUniform(n, m int, rng *rand.Rand) []int {
	if m < 1 || m > n {
		panic("engine: cannot draw that many")
	}
	index := rng.Perm(n)[:m]
	slices.Sort(index)
	return index
}

// SampleByScore draws m different indices of scores one after the other, each with
// probability proportional to the score among those left, and returns them in
// ascending order. Indices of score zero come last. For landmarks the scores are
// leverages, exact ones by [Spectrum.Leverage] or, in O(nm²), those of the features of
// a few uniform landmarks by [RidgeLeverage]. It panics unless 1 ≤ m ≤ len(scores), or
// if a score is negative or not finite.
//
// Source: Efraimidis and Spirakis, Weighted random sampling with a reservoir,
// Information Processing Letters 97 (2006).
func SampleByScore(scores []float64, m int, rng *rand.Rand) []int {
	if m < 1 || m > len(scores) {
		panic("engine: cannot draw that many")
	}
	index, wait := make([]int, len(scores)), make([]float64, len(scores))
	for i, s := range scores {
		if !(s >= 0 && finite(s)) {
			panic("engine: score is negative or not finite")
		}
		// Whose exponential clock of rate s rings first.
		index[i], wait[i] = i, rng.ExpFloat64()/s
		if s == 0 {
			wait[i] = math.Inf(1)
		}
	}
	slices.SortStableFunc(index, func(i, j int) int {
		switch {
		case wait[i] < wait[j]:
			return -1
		case wait[i] > wait[j]:
			return 1
		}
		return 0
	})
	index = index[:m]
	slices.Sort(index)
	return index
}

// GramError returns how far a Gram matrix is from its approximation by features,
//
//	‖K − ΦΦᵀ‖_F / ‖K‖_F,
//
// and ‖ΦΦᵀ‖_F if K = 0, in O(n²d) time and O(n) memory. It is +Inf if a number is not
// finite, and panics if K and Φ differ in size.
func GramError(K mat.Symmetric, Phi *mat.Dense) float64 {
	n, _ := Phi.Dims()
	if K.SymmetricDim() != n {
		panic("engine: matrices differ in size")
	}
	var off, size float64
	for i := range n {
		row := Phi.RawRowView(i)
		for j := range i + 1 {
			k := K.At(i, j)
			e := k - dot(row, Phi.RawRowView(j))
			if j < i {
				k, e = k*math.Sqrt2, e*math.Sqrt2
			}
			off, size = math.Hypot(off, e), math.Hypot(size, k)
		}
	}
	if v := relative(off, size); finite(v) {
		return v
	}
	return math.Inf(1)
}
