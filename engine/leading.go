package engine

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Leading is the top of the spectrum of a symmetric n×n matrix: its m largest
// eigenvalues, with their vectors.
//
//	K uⱼ = sⱼ uⱼ,   s₁ ≥ … ≥ s_m
type Leading struct {
	Values  []float64
	Vectors *mat.Dense // n×m, signs fixed as in Spectrum
	// Residuals holds ‖K uⱼ − sⱼ uⱼ‖. An eigenvalue of K lies within that of sⱼ,
	// and uⱼ is within Residuals[j]/gap of an eigenvector, where gap is the
	// distance from sⱼ to the other eigenvalues.
	Residuals []float64
	// Products counts the products of K with a vector. It is 0 if the whole
	// spectrum was computed instead.
	Products int
}

// What LeadingEigen does without.
const (
	// Up to this n, and when one vector in leadingShare is wanted, the whole
	// spectrum costs no more than its top, and where eigenvalues lie close, as of a
	// narrow kernel, a quarter. See BenchmarkLeadingEigen.
	leadingFull  = 150
	leadingShare = 8
	// A pair is accepted with a residual of leadingTolerance·s₁, some hundred
	// times what rounding leaves.
	leadingTolerance = 1e-12
	// The basis is cut back when it holds leadingBasis vectors, or 12 blocks.
	leadingBasis = 160
)

// LeadingEigen returns the m largest eigenvalues of K with their vectors, for a
// small m and a large n. When n is small or m is not, it computes the whole
// spectrum by [Eigen]. Otherwise it is a block Lanczos iteration: V is an
// orthonormal basis of
//
//	span{B, KB, K²B, …},   B n×b, b ≥ m,
//
// and the eigenpairs of VᵀKV approach those of K, the largest first. B is drawn
// from a fixed seed, so the same K gives the same numbers; having m columns, it
// finds eigenvalues of any multiplicity. Every vector of V is made orthogonal
// to all others, and when V has grown too large it is cut back to its best Ritz
// vectors. A product costs 2n² operations, and the number of products depends
// on the gaps between the eigenvalues.
//
// The result has residuals of at most 10⁻¹²s₁ (|sₙ|s, if an indefinite K has
// that one larger), the proof that each pair is one. The error is
// [ErrNoConvergence] if that needs more than 2n + 1000 products, [ErrOverflow]
// if K or an eigenvalue is not finite, and ctx's, looked at once a block.
// LeadingEigen panics unless 1 ≤ m ≤ n.
//
// Source: Golub and Van Loan, Matrix Computations, 4th edition (2013), section
// 10.3; Wu and Simon, Thick-restart Lanczos method for large symmetric
// eigenvalue problems, SIAM Journal on Matrix Analysis and Applications 22
// (2000).
func LeadingEigen(ctx context.Context, K mat.Symmetric, m int) (*Leading, error) {
	A, scale, err := scaledCopy(K)
	if err != nil {
		return nil, err
	}
	return leadingOf(ctx, A, scale, m, 0)
}

// scaledCopy returns K/scale, both triangles, and the scale: see rescale.
func scaledCopy(K mat.Symmetric) (A *mat.Dense, scale float64, err error) {
	n := K.SymmetricDim()
	if n == 0 {
		panic("engine: no points")
	}
	A = mat.NewDense(n, n, nil)
	a := A.RawMatrix().Data
	S := mat.NewSymDense(n, a) // the upper triangle of the same numbers
	S.CopySym(K)
	if err := symFault(S); err != nil {
		return nil, 0, err
	}
	mirror(A)
	return A, rescale(A), nil
}

// rescale divides A by the power of two that brings its largest entry into
// [1/2, 2), and returns that number. It rounds nothing, and keeps sums in range.
func rescale(A *mat.Dense) float64 {
	a := A.RawMatrix().Data
	var largest float64
	for _, v := range a {
		if v = math.Abs(v); v > largest { // twice as fast as max, which minds NaN
			largest = v
		}
	}
	scale := unitOf([]float64{largest})
	switch {
	case scale == 1:
	case scale >= 0x1p-1000: // or 1/scale could overflow
		floats.Scale(1/scale, a)
	default:
		for i := range a {
			a[i] /= scale
		}
	}
	return scale
}

// mirror copies the upper triangle to the lower, in squares that fit the cache.
func mirror(A *mat.Dense) {
	const square = 32
	n, a := A.RawMatrix().Rows, A.RawMatrix().Data
	for i := 0; i < n; i += square {
		for j := i; j < n; j += square {
			for r := i; r < min(i+square, n); r++ {
				for c := max(j, r+1); c < min(j+square, n); c++ {
					a[c*n+r] = a[r*n+c]
				}
			}
		}
	}
}

// leadingOf is LeadingEigen of scale·A, where A is known up to errors of norm
// rounding, so that residuals of that size will do.
func leadingOf(ctx context.Context, A *mat.Dense, scale float64, m int, rounding float64) (*Leading, error) {
	n, _ := A.Dims()
	if m < 1 || m > n {
		panic("engine: number of components outside 1 to n")
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var (
		l   *Leading
		err error
	)
	if n <= leadingFull || m*leadingShare >= n {
		l, err = leadingByEigen(A, m)
	} else {
		l, err = lanczos(ctx, A, m, rounding, 2*n+1000)
	}
	if err != nil {
		return nil, err
	}
	fixSigns(l.Vectors)
	floats.Scale(scale, l.Values)
	floats.Scale(scale, l.Residuals)
	if !allFinite(l.Values) {
		return nil, ErrOverflow
	}
	return l, nil
}

func leadingByEigen(A *mat.Dense, m int) (*Leading, error) {
	n, _ := A.Dims()
	s, err := Eigen(mat.NewSymDense(n, A.RawMatrix().Data))
	if err != nil {
		return nil, err
	}
	l := &Leading{
		Values:    s.Values[:m:m],
		Vectors:   mat.DenseCopyOf(s.Vectors.Slice(0, n, 0, m)),
		Residuals: make([]float64, m),
	}
	var AU mat.Dense
	AU.Mul(A, l.Vectors)
	for j := range m {
		for i := range n {
			l.Residuals[j] = math.Hypot(l.Residuals[j], AU.At(i, j)-l.Values[j]*l.Vectors.At(i, j))
		}
	}
	return l, nil
}

// A krylov is the state of block Lanczos. Its vectors are rows, which lie
// together in memory: V is d×n with VVᵀ = I, W = VA, and H = WVᵀ.
type krylov struct {
	A          *mat.Dense
	n, d       int
	v, w, h    []float64 // rows 0 to d−1 of each are in use; h has limit columns
	limit      int
	projection []float64
	rng        *rand.Rand
}

// lanczos gives up after so many products of A with a vector.
func lanczos(ctx context.Context, A *mat.Dense, m int, rounding float64, atMost int) (*Leading, error) {
	n, _ := A.Dims()
	block := max(m, 2)
	limit := min(n, max(leadingBasis, 12*block))
	k := &krylov{
		A: A, n: n, limit: limit,
		v: make([]float64, limit*n), w: make([]float64, limit*n), h: make([]float64, limit*limit),
		projection: make([]float64, limit),
		rng:        rand.New(rand.NewPCG(1, uint64(n))),
	}
	for range block {
		if err := k.append(k.random()); err != nil {
			return nil, err
		}
	}
	ReportOf(ctx)(partLeading, 0)
	products, check := 0, 4*block
	for fresh := 0; ; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		k.multiply(fresh)
		products += k.d - fresh
		full := k.d+block > limit
		if k.d >= check || full {
			check = k.d + max(block, k.d/10)
			s, err := Eigen(k.projected())
			if err != nil {
				return nil, err
			}
			l, converged := k.ritz(s, m, rounding)
			l.Products = products
			if converged {
				return l, nil
			}
			if k.d == n || products >= atMost {
				return nil, ErrNoConvergence
			}
			if full {
				// The block to come is the remainder of the last one, orthogonal
				// to every vector, and so to the Ritz vectors that stay.
				remainder := make([]float64, (k.d-fresh)*n)
				copy(remainder, k.w[fresh*n:k.d*n])
				k.orthogonalise(remainder)
				k.restart(s, max(limit/2, m+block))
				fresh, check = k.d, 0
				for ; len(remainder) > 0; remainder = remainder[n:] {
					if err := k.append(remainder[:n]); err != nil {
						return nil, err
					}
				}
				continue
			}
		}
		last := fresh
		fresh = k.d
		for j := last; j < fresh && k.d < limit; j++ {
			if err := k.append(k.w[j*n : j*n+n]); err != nil {
				return nil, err
			}
		}
	}
}

func general(rows, columns int, data []float64) blas64.General {
	return blas64.General{Rows: rows, Cols: columns, Stride: columns, Data: data}
}

// multiply sets rows fresh to d of W and H.
func (k *krylov) multiply(fresh int) {
	n, rows := k.n, k.d-fresh
	w := general(rows, n, k.w[fresh*n:k.d*n])
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, general(rows, n, k.v[fresh*n:k.d*n]), k.A.RawMatrix(), 0, w)
	h := blas64.General{Rows: rows, Cols: k.d, Stride: k.limit, Data: k.h[fresh*k.limit:]}
	blas64.Gemm(blas.NoTrans, blas.Trans, 1, w, general(k.d, n, k.v[:k.d*n]), 0, h)
}

// projected returns H = VAVᵀ. Its lower triangle is what multiply has set.
func (k *krylov) projected() *mat.SymDense {
	H := mat.NewSymDense(k.d, nil)
	for i := range k.d {
		for j := range i + 1 {
			H.SetSym(i, j, k.h[i*k.limit+j])
		}
	}
	return H
}

// ritz returns the m largest eigenpairs of A in the span of V, and whether their
// residuals are small enough.
func (k *krylov) ritz(s *Spectrum, m int, rounding float64) (*Leading, bool) {
	n := k.n
	u, au := k.combine(s, m)
	l := &Leading{Values: make([]float64, m), Vectors: mat.NewDense(n, m, nil), Residuals: make([]float64, m)}
	norm := max(math.Abs(s.Values[0]), math.Abs(s.Values[k.d-1]))
	converged := true
	for j := range m {
		uj, auj := u[j*n:j*n+n], au[j*n:j*n+n]
		l.Values[j] = s.Values[j]
		floats.AddScaled(auj, -s.Values[j], uj)
		l.Residuals[j] = floats.Norm(auj, 2)
		l.Vectors.SetCol(j, uj)
		converged = converged && l.Residuals[j] <= max(leadingTolerance*norm, rounding)
	}
	return l, converged
}

// combine returns the first m Ritz vectors, as rows, and their products with A.
func (k *krylov) combine(s *Spectrum, m int) (u, au []float64) {
	u, au = make([]float64, m*k.n), make([]float64, m*k.n)
	Y := s.Vectors.Slice(0, k.d, 0, m).(*mat.Dense).RawMatrix()
	blas64.Gemm(blas.Trans, blas.NoTrans, 1, Y, general(k.d, k.n, k.v[:k.d*k.n]), 0, general(m, k.n, u))
	blas64.Gemm(blas.Trans, blas.NoTrans, 1, Y, general(k.d, k.n, k.w[:k.d*k.n]), 0, general(m, k.n, au))
	return u, au
}

// restart cuts the basis back to its first keep Ritz vectors.
func (k *krylov) restart(s *Spectrum, keep int) {
	u, au := k.combine(s, keep)
	copy(k.v, u)
	copy(k.w, au)
	k.d = keep
	clear(k.h)
	for j := range keep {
		k.h[j*k.limit+j] = s.Values[j]
	}
}

// append adds c to the basis, made orthogonal to it and of length one. If
// nothing is left of c, the span is invariant under A as far as c tells, and a
// random vector goes on from there, or another: as long as the basis is not one of
// the whole space, all but none of them have something left.
func (k *krylov) append(c []float64) error {
	const draws = 10
	for range draws {
		if k.extend(c) {
			return nil
		}
		c = k.random()
	}
	return ErrNoConvergence
}

// extend adds what c has beyond the basis to it, and reports whether there is
// anything. c is not changed.
func (k *krylov) extend(c []float64) bool {
	n := k.n
	next := k.v[k.d*n : k.d*n+n]
	copy(next, c)
	before := floats.Norm(next, 2)
	for range 4 { // two passes are enough, a third means that c was noise
		k.orthogonalise(next)
		after := floats.Norm(next, 2)
		if after <= 8*Epsilon*float64(n) { // A has entries of up to 2
			return false
		}
		if after > 0.5*before {
			floats.Scale(1/after, next)
			k.d++
			return true
		}
		before = after
	}
	return false
}

func (k *krylov) random() []float64 {
	c := make([]float64, k.n)
	for i := range c {
		c[i] = k.rng.NormFloat64()
	}
	return c
}

// orthogonalise takes from each row of c its projection on the basis.
func (k *krylov) orthogonalise(c []float64) {
	if k.d == 0 {
		return
	}
	V := general(k.d, k.n, k.v[:k.d*k.n])
	p := blas64.Vector{N: k.d, Inc: 1, Data: k.projection[:k.d]}
	for ; len(c) > 0; c = c[k.n:] {
		row := blas64.Vector{N: k.n, Inc: 1, Data: c[:k.n]}
		blas64.Gemv(blas.NoTrans, 1, V, row, 0, p)
		blas64.Gemv(blas.Trans, -1, V, p, 1, row)
	}
}
