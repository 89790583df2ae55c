package engine

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/mat"
)

// A tridiagonal is scale·QTQᵀ for a symmetric n×n matrix, T tridiagonal.
type tridiagonal struct {
	diagonal, off []float64 // of T, n and n−1
	a, reflector  []float64 // n×n and n−1, which hold Q
	scale         float64   // a power of two
	work          []float64
}

// panel is how many columns are reduced at a time, LAPACK's block.
const panel = 32

// reductionShare is about how much of the time of [EigenContext] the reduction takes.
const reductionShare = 0.35

// tridiagonalise reduces K, and looks at ctx before each panel. It returns [ErrOverflow] or
// [ErrNaN] if K is not finite. The steps are those of LAPACK's dsytrd.
//
// Source: Golub and Van Loan, Matrix Computations, 4th edition (2013), section 8.3.
func tridiagonalise(ctx context.Context, K mat.Symmetric) (*tridiagonal, error) {
	n := K.SymmetricDim()
	if n == 0 {
		panic("engine: no points")
	}
	t := &tridiagonal{
		diagonal: make([]float64, n), off: make([]float64, n-1),
		a: make([]float64, n*n), reflector: make([]float64, n-1), work: make([]float64, panel*n),
	}
	A := mat.NewSymDense(n, t.a) // the upper triangle of the same numbers
	A.CopySym(K)
	if err := symFault(A); err != nil {
		return nil, err
	}
	// By a power of two, which rounds nothing and keeps squares in range.
	_, exponent := math.Frexp(maxAbs(t.a))
	t.scale = math.Ldexp(0.5, exponent)
	for i := range t.a {
		t.a[i] /= t.scale
	}
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
				t.a[(j-1)*n+j] = t.off[j-1]
				t.diagonal[j] = t.a[j*n+j]
			}
		}
	}
	impl.Dsytd2(blas.Upper, first, t.a, n, t.diagonal, t.off, t.reflector)
	return t, ctx.Err()
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
