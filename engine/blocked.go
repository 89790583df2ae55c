package engine

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// choleskyBlock is how many rows SolveKRRContext factors between two looks at its context.
const choleskyBlock = 128

// SolveKRRContext is [SolveKRR] for large n: (K + nλI)α = y by Cholesky, n³/3
// multiplications and additions, a block of rows at a time. Between blocks it looks at ctx,
// whose error it returns. It needs n² numbers more than K and returns α with the condition
// number of K + nλI, or [ErrSingular] where that is not positive definite to working
// precision. Panics are those of SolveKRR.
//
// Source: Golub and Van Loan, Matrix Computations, 4th edition (2013), section 4.2.9.
func SolveKRRContext(ctx context.Context, K *mat.SymDense, y []float64, lambda float64) (alpha []float64, condition float64, err error) {
	n := K.SymmetricDim()
	checkProblem(n, y, lambda)
	A := mat.NewSymDense(n, nil)
	A.CopySym(K)
	for i := range n {
		A.SetSym(i, i, A.At(i, i)+float64(n)*lambda)
	}
	raw := A.RawSymmetric()
	part := func(i, j, rows, cols int) blas64.General {
		return blas64.General{Rows: rows, Cols: cols, Stride: raw.Stride, Data: raw.Data[i*raw.Stride+j:]}
	}
	for i := 0; i < n; i += choleskyBlock {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		size := min(choleskyBlock, n-i)
		U, ok := lapack64.Potrf(blas64.Symmetric{Uplo: blas.Upper, N: size, Stride: raw.Stride, Data: part(i, i, size, size).Data})
		if !ok {
			return nil, math.Inf(1), ErrSingular
		}
		if rest := n - i - size; rest > 0 {
			right := part(i, i+size, size, rest)
			blas64.Trsm(blas.Left, blas.Trans, 1, U, right)
			for j := 0; j < rest; j += choleskyBlock { // Gemm is the faster where it may take both triangles
				rows := min(choleskyBlock, rest-j)
				blas64.Gemm(blas.Trans, blas.NoTrans, -1, part(i, i+size+j, size, rows), part(i, i+size+j, size, rest-j), 1, part(i+size+j, i+size+j, rows, rest-j))
			}
		}
	}
	U := mat.NewTriDense(n, mat.Upper, raw.Data)
	var c mat.Cholesky
	c.SetFromU(U)
	x := mat.NewVecDense(n, nil)
	if c.Cond() > 1/epsilon || c.SolveVecTo(x, mat.NewVecDense(n, y)) != nil {
		return nil, c.Cond(), ErrSingular
	}
	return x.RawVector().Data, c.Cond(), nil
}
