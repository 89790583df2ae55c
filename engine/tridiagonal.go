package engine

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// A tridiagonal is scale·QTQᵀ for a symmetric n×n matrix, T tridiagonal.
type tridiagonal struct {
	diagonal, off []float64 // of T, n and n−1
	a, reflector  []float64 // Q: v of each reflection I − τvvᵀ in a row behind the diagonal, and τ
	reflections   int       // those that are not the identity
	scale         float64   // a power of two
	panel         []float64 // of v and w by turns, see reduce
	coefficients  [2 * panel]float64
}

// panel is how many columns are reduced at a time, LAPACK's block.
const panel = 32

// block is how many reflections are applied at a time.
const block = 48

// reductionShare is about how much of the time of [EigenContext] the reduction takes.
const reductionShare = 0.4

// transformShare is about what is left for the product with Q, which ends it.
const transformShare = 0.4

// tridiagonalise reduces K, and looks at ctx before each panel. It returns [ErrOverflow] or
// [ErrNaN] if K is not finite. The steps are those of LAPACK's dsytrd, by rows; but where all that is left to
// reduce is rounding, it ends, and what is left beside the diagonal is taken for zero: see [Eigen].
//
// Source: Golub and Van Loan, Matrix Computations, 4th edition (2013), section 8.3.
func tridiagonalise(ctx context.Context, K mat.Symmetric) (*tridiagonal, error) {
	n := K.SymmetricDim()
	if n == 0 {
		panic("engine: no points")
	}
	t := &tridiagonal{
		diagonal: make([]float64, n), off: make([]float64, n-1),
		a: make([]float64, n*n), reflector: make([]float64, n-1), panel: make([]float64, 2*panel*n),
	}
	A := mat.NewSymDense(n, t.a) // the upper triangle of the same numbers
	A.CopySym(K)
	if err := symFault(A); err != nil {
		return nil, err
	}
	// By a power of two, which rounds nothing and keeps squares in range.
	largest := 0.0
	for i := range n {
		largest = max(largest, maxAbs(t.a[i*n+i:i*n+n]))
	}
	_, exponent := math.Frexp(largest)
	t.scale = math.Ldexp(0.5, max(exponent, -1000)) // of which there is an inverse
	floats.Scale(1/t.scale, t.a)
	report := ReportOf(ctx)
	for from := 0; from < n; from += panel {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		report(partEigen, reductionShare*cubic(n-from, n))
		to := min(from+panel, n)
		for i := from; i < to; i++ {
			t.reduce(from, i)
		}
		t.reflections = min(to, n-1)
		if to == n {
			break
		}
		of := func(at int) blas64.General {
			return blas64.General{Rows: panel, Cols: n - to, Stride: 2 * n, Data: t.panel[at+to:]}
		}
		blas64.Syr2k(blas.Trans, -1, of(0), of(n),
			1, blas64.Symmetric{Uplo: blas.Upper, N: n - to, Stride: n, Data: t.a[to*(n+1):]})
		if t.isReduced(to) {
			for j := to; j < n; j++ {
				t.diagonal[j] = t.a[j*n+j]
			}
			break
		}
	}
	return t, ctx.Err()
}

// reduce brings row i up to date, of the panel from a row on, and finds the reflection I − τvvᵀ that has all but the
// first two of its numbers behind the diagonal vanish. The rows that follow become those of A − vwᵀ − wvᵀ, where
//
//	w = p − τ(pᵀv)v/2,   p = τAv;
//
// the panel has v and w of its rows by turns, from which A is brought up to date as a whole at its end.
func (t *tridiagonal) reduce(from, i int) {
	n, known := len(t.diagonal), 2*(i-from)
	coefficients := vector(t.coefficients[:known])
	for k := range known {
		t.coefficients[k] = t.panel[k*n+i]
	}
	t.subtract(t.a[i*n+i:i*n+n], coefficients)
	t.diagonal[i] = t.a[i*n+i]
	if i == n-1 {
		return
	}
	v := t.a[i*n+i+1 : i*n+n]
	t.off[i], t.reflector[i] = gonum.Implementation{}.Dlarfg(len(v), v[0], v[1:], 1)
	v[0] = 1
	tau := t.reflector[i]
	copy(t.panel[known*n+i+1:], v)
	w := t.panel[(known+1)*n+i+1 : (known+2)*n]
	rest := blas64.Symmetric{Uplo: blas.Upper, N: len(v), Stride: n, Data: t.a[(i+1)*(n+1):]}
	blas64.Symv(tau, rest, vector(v), 0, vector(w))
	if known > 0 {
		blas64.Gemv(blas.NoTrans, tau, t.known(known, i+1), vector(v), 0, coefficients)
		t.subtract(w, coefficients)
	}
	floats.AddScaled(w, -tau/2*floats.Dot(w, v), v)
}

// known is so many rows of the panel, from a column on.
func (t *tridiagonal) known(rows, column int) blas64.General {
	n := len(t.diagonal)
	return blas64.General{Rows: rows, Cols: n - column, Stride: n, Data: t.panel[column:]}
}

// subtract takes the rows of the panel times coefficients from y, the end of a row: v times the coefficient of w, and
// w times that of v.
func (t *tridiagonal) subtract(y []float64, coefficients blas64.Vector) {
	if coefficients.N == 0 {
		return
	}
	for k := 0; k < coefficients.N; k += 2 {
		c := coefficients.Data[k : k+2]
		c[0], c[1] = c[1], c[0]
	}
	known := t.known(coefficients.N, len(t.diagonal)-len(y))
	blas64.Gemv(blas.Trans, -1, known, coefficients, 1, vector(y))
}

// isReduced reports whether the rows and columns from m on, which are left to reduce, are rounding beside
// what has been: √n·ε‖T‖ in the Frobenius norm.
func (t *tridiagonal) isReduced(m int) bool {
	n := len(t.diagonal)
	limit := math.Sqrt(float64(n)) * Epsilon * max(maxAbs(t.diagonal[:m]), maxAbs(t.off[:m]))
	sum := 0.0
	for i := m; i < n; i++ {
		for _, v := range t.a[i*n+i+1 : i*n+n] {
			sum += 2 * v * v
		}
		if sum > limit*limit {
			return false
		}
	}
	return true
}

// transform multiplies U, n×n, from the left by Q, the product of the reflections: in blocks I − VᵀTV, where V has v in
// its rows, and T⁻¹ is the upper triangle of VVᵀ with 1/τ on its diagonal. It looks at ctx, whose error it returns,
// before each block.
//
// Source: Schreiber and Van Loan, A storage-efficient WY representation for products of Householder
// transformations, SIAM Journal on Scientific and Statistical Computing 10 (1989); Joffrain and others,
// Accumulating Householder transformations, revisited, ACM Transactions on Mathematical Software 32 (2006).
func (t *tridiagonal) transform(ctx context.Context, u []float64) error {
	n := len(t.diagonal)
	TV, TVU := general(block, n, make([]float64, block*n)), general(block, n, make([]float64, block*n))
	T := general(block, block, make([]float64, block*block))
	report := ReportOf(ctx)
	for to := t.reflections; to > 0; to -= block {
		if err := ctx.Err(); err != nil {
			return err
		}
		report(partEigen, 1-transformShare*float64(to)/float64(n))
		from := max(0, to-block)
		count := to - from
		V := blas64.General{Rows: count, Cols: n - from - 1, Stride: n, Data: t.a[from*n+from+1:]}
		for i := 1; i < count; i++ {
			clear(V.Data[i*n : i*n+i])
		}
		T.Rows, T.Cols, TV.Rows, TV.Cols, TVU.Rows = count, count, count, V.Cols, count
		t.factor(from, V, T)
		U := blas64.General{Rows: V.Cols, Cols: n, Stride: n, Data: u[(from+1)*n:]}
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, T, V, 0, TV)
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, TV, U, 0, TVU)
		blas64.Gemm(blas.Trans, blas.NoTrans, -1, V, TVU, 1, U)
	}
	return nil
}

// factor sets T to that of I − VᵀTV, the product of reflections from one of them on.
func (t *tridiagonal) factor(from int, V, T blas64.General) {
	clear(T.Data)
	blas64.Syrk(blas.NoTrans, 1, V, 0, blas64.Symmetric{Uplo: blas.Upper, N: T.Rows, Stride: T.Stride, Data: T.Data})
	for j, tau := range t.reflector[from : from+T.Rows] {
		if tau == 0 { // the reflection is the identity
			for i := range T.Rows {
				T.Data[min(i, j)*T.Stride+max(i, j)] = 0
			}
			tau = 1
			clear(V.Data[j*V.Stride : j*V.Stride+V.Cols])
		}
		T.Data[j*(T.Stride+1)] = 1 / tau
	}
	lapack64.Trtri(blas64.Triangular{
		Uplo: blas.Upper, Diag: blas.NonUnit, N: T.Rows, Stride: T.Stride, Data: T.Data,
	})
}

// deflate sets off-diagonal entries below ε‖T‖ to zero: see [Eigen].
func (t *tridiagonal) deflate() {
	norm := max(maxAbs(t.diagonal), maxAbs(t.off))
	for i, v := range t.off {
		if math.Abs(v) <= Epsilon/2*norm {
			t.off[i] = 0
		}
	}
}

// sort has the diagonal descend, and returns where each number stood.
func (t *tridiagonal) sort() []int {
	order := indices(len(t.diagonal))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(t.diagonal[b], t.diagonal[a]) })
	t.diagonal = Pick(t.diagonal, order)
	return order
}

// values are the eigenvalues, which descend in the diagonal.
func (t *tridiagonal) values() ([]float64, error) {
	for i := range t.diagonal {
		t.diagonal[i] *= t.scale
	}
	if !allFinite(t.diagonal) {
		return nil, ErrOverflow
	}
	return t.diagonal, nil
}

// Eigenvalues returns the eigenvalues of K alone, s₁ ≥ … ≥ sₙ, to the accuracy of [Eigen],
// in about half of its time. It looks at ctx, whose error it returns, between the blocks
// of the reduction; the other errors are those of Eigen.
func Eigenvalues(ctx context.Context, K mat.Symmetric) ([]float64, error) {
	t, err := tridiagonalise(ctx, K)
	if err != nil {
		return nil, err
	}
	t.deflate()
	var impl gonum.Implementation
	if !impl.Dsterf(len(t.diagonal), t.diagonal, t.off) {
		return nil, ErrNoConvergence
	}
	slices.Reverse(t.diagonal)
	return t.values()
}
