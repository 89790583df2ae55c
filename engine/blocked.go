package engine

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// choleskyBlock is how many rows SolveKRRContext factors between two looks at its context.
const choleskyBlock = 128

// SolveKRRContext is [SolveKRR] for large n: (K + nλI)α = y by Cholesky, n³/3
// multiplications and additions, a block of rows at a time. Between blocks it looks at ctx,
// whose error it returns. It needs n² numbers more than K and returns α with an estimate of
// the condition number of K + nλI in the 1-norm, or [ErrSingular] where that is not positive
// definite to working precision. Panics are those of SolveKRR.
//
// Source: Golub and Van Loan, Matrix Computations, 4th edition (2013), section 4.2.9.
func SolveKRRContext(
	ctx context.Context, K *mat.SymDense, y []float64, lambda float64,
) (alpha []float64, condition float64, err error) {
	n := K.SymmetricDim()
	checkProblem(n, y, lambda)
	raw := shifted(K, float64(n)*lambda).RawSymmetric()
	norm := lapack64.Lansy(lapack.MaxColumnSum, raw, make([]float64, n))
	ok, err := choleskyBlocks(ctx, raw)
	if err != nil {
		return nil, 0, err
	}
	if !ok {
		return nil, math.Inf(1), ErrSingular
	}
	condition = 1 / lapack64.Pocon(raw, norm, make([]float64, 3*n), make([]int, n))
	if !(condition <= 1/Epsilon) { // in the 1-norm, where it may be n times what it is in the 2-norm
		return nil, condition, ErrSingular
	}
	alpha = slices.Clone(y)
	solveTriangles(upper(raw), alpha)
	return alpha, condition, nil
}

// upper is the triangle that a factorisation has left in a matrix.
func upper(raw blas64.Symmetric) blas64.Triangular {
	return blas64.Triangular{Uplo: blas.Upper, Diag: blas.NonUnit, N: raw.N, Stride: raw.Stride, Data: raw.Data}
}

// choleskyBlocks replaces the upper triangle of A by U, A = UᵀU, and what is below the
// diagonal by anything. It looks at ctx between blocks; ok is false where A is not positive
// definite.
func choleskyBlocks(ctx context.Context, raw blas64.Symmetric) (ok bool, err error) {
	n := raw.N
	part := func(i, j, rows, cols int) blas64.General {
		return blas64.General{Rows: rows, Cols: cols, Stride: raw.Stride, Data: raw.Data[i*raw.Stride+j:]}
	}
	report := ReportOf(ctx)
	for i := 0; i < n; i += choleskyBlock {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		report(partCholesky, cubic(n-i, n))
		size := min(choleskyBlock, n-i)
		U, ok := lapack64.Potrf(blas64.Symmetric{
			Uplo: blas.Upper, N: size, Stride: raw.Stride, Data: part(i, i, size, size).Data,
		})
		if !ok {
			return false, nil
		}
		if rest := n - i - size; rest > 0 {
			right := part(i, i+size, size, rest)
			blas64.Trsm(blas.Left, blas.Trans, 1, U, right)
			blas64.Syrk(blas.Trans, -1, right, 1, blas64.Symmetric{
				Uplo: blas.Upper, N: rest, Stride: raw.Stride, Data: raw.Data[(i+size)*(raw.Stride+1):],
			})
		}
	}
	return true, nil
}
