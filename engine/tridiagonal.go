package engine

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/mat"
)

// A tridiagonal is scale·QTQᵀ for a symmetric n×n matrix, T tridiagonal.
type tridiagonal struct {
	diagonal, off []float64 // of T, n and n−1
	a, reflector  []float64 // n×n and n−1, which hold Q
	kept          int       // the first column whose reflection is not the identity
	scale         float64   // a power of two
	work          []float64
}

// panel is how many columns are reduced at a time, LAPACK's block.
const panel = 32

// reflections is how many of them make a block of Q.
const reflections = 64

// reductionShare is about how much of the time of [EigenContext] the reduction takes.
const reductionShare = 0.35

// tridiagonalise reduces K, and looks at ctx before each panel. It returns [ErrOverflow] or
// [ErrNaN] if K is not finite. The steps are those of LAPACK's dsytrd; but where all that is left to
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
		a:         make([]float64, n*n, n*(n+7)), // where strips have place
		reflector: make([]float64, n-1), work: make([]float64, panel*n),
	}
	A := mat.NewSymDense(n, t.a) // the upper triangle of the same numbers
	A.CopySym(K)
	if err := symFault(A); err != nil {
		return nil, err
	}
	// By a power of two, which rounds nothing and keeps squares in range.
	_, exponent := math.Frexp(maxAbs(t.a))
	t.scale = math.Ldexp(0.5, max(exponent, -1000)) // of which there is an inverse
	floats.Scale(1/t.scale, t.a)
	report := ReportOf(ctx)
	report(partEigen, 0)
	var impl gonum.Implementation
	first := n // how many columns are left for the unblocked method
	if n > panel {
		first = n - (n-1)/panel*panel
		for i := n - panel; i >= first; i -= panel {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			report(partEigen, reductionShare*cubic(i, n))
			impl.Dlatrd(blas.Upper, i+panel, panel, t.a, n, t.off, t.reflector, t.work, panel)
			blas64.Syr2k(blas.NoTrans, -1,
				blas64.General{Rows: i, Cols: panel, Stride: n, Data: t.a[i:]},
				blas64.General{Rows: i, Cols: panel, Stride: panel, Data: t.work},
				1, blas64.Symmetric{Uplo: blas.Upper, N: i, Stride: n, Data: t.a})
			for j := i; j < i+panel; j++ {
				t.diagonal[j] = t.a[j*n+j]
			}
			if t.isReduced(i) {
				for j := range i {
					t.diagonal[j] = t.a[j*n+j]
				}
				t.kept = i
				return t, ctx.Err()
			}
		}
	}
	impl.Dsytd2(blas.Upper, first, t.a, n, t.diagonal, t.off, t.reflector)
	t.kept = 1
	return t, ctx.Err()
}

// isReduced reports whether the first m rows and columns, which are left to reduce, are rounding beside
// what has been: √n·ε‖T‖ in the Frobenius norm.
func (t *tridiagonal) isReduced(m int) bool {
	n := len(t.diagonal)
	limit := math.Sqrt(float64(n)) * Epsilon * max(maxAbs(t.diagonal[m:]), maxAbs(t.off[m-1:]))
	sum := 0.0
	for i := range m {
		for _, v := range t.a[i*n+i+1 : i*n+m] {
			sum += 2 * v * v
		}
		if sum > limit*limit {
			return false
		}
	}
	return true
}

// basis returns Q, n×n: the reflections of the panels, the last of which was the first to be found, in
// blocks I − VTVᵀ.
//
// Source: Schreiber and Van Loan, A storage-efficient WY representation for products of Householder
// transformations, SIAM Journal on Scientific and Statistical Computing 10 (1989).
func (t *tridiagonal) basis() []float64 {
	n := len(t.diagonal)
	q := make([]float64, n*n)
	for i := range n {
		q[i*n+i] = 1
	}
	var impl gonum.Implementation
	factor := make([]float64, reflections*reflections)
	work := make([]float64, n*reflections)
	for from := t.kept; from < n; from += reflections {
		count := min(reflections, n-from)
		rows := from + count - 1 // which the last of them reflects
		v, tau := t.a[from:], t.reflector[from-1:from-1+count]
		impl.Dlarft(lapack.Backward, lapack.ColumnWise, rows, count, v, n, tau, factor, reflections)
		impl.Dlarfb(blas.Left, blas.NoTrans, lapack.Backward, lapack.ColumnWise, rows, rows, count,
			v, n, factor, reflections, q, n, work, reflections)
	}
	return q
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
	order := make([]int, len(t.diagonal))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(t.diagonal[b], t.diagonal[a]) })
	sorted := make([]float64, len(order))
	for j, from := range order {
		sorted[j] = t.diagonal[from]
	}
	t.diagonal = sorted
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
// in about a third of its time. It looks at ctx, whose error it returns, between the columns
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
