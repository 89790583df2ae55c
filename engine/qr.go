package engine

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// RidgeQR returns the same primal coefficients as [Ridge], as the least-squares
// solution of a stacked system,
//
//	( Φ       )       ( y )
//	( √(nλ) I ) θ  =  ( 0 ),
//
// by QR. Φ is n×d, θ ∈ ℝᵈ. It costs twice as much as the normal equations and
// never forms ΦᵀΦ, whose condition number is the square of that of Φ: where Ridge
// has lost eight digits RidgeQR has lost four, and where Ridge reports
// [ErrSingular] it may still have an answer.
//
// It returns ErrSingular if the stacked matrix has linearly dependent columns to
// working precision, and [ErrOverflow] if a number is not finite. It panics as
// Ridge does.
//
// Source: Golub and Van Loan, Matrix Computations, 4th edition (2013), sections
// 5.3 and 6.1.
func RidgeQR(Phi mat.Matrix, y []float64, lambda float64) ([]float64, error) {
	n, d := Phi.Dims()
	checkProblem(n, y, lambda)
	// One column more, for y: its head after the reduction is Qᵀy.
	A := mat.NewDense(n+d, d+1, nil)
	A.Slice(0, n, 0, d).(*mat.Dense).Copy(Phi)
	A.SetCol(d, append(append(make([]float64, 0, n+d), y...), make([]float64, d)...))
	for j := range d {
		A.Set(n+j, j, math.Sqrt(float64(n)*lambda))
	}
	q, err := newQR(A)
	if err != nil {
		return nil, err
	}
	return q.solveLast(n + d)
}

// A qr is a QR factorisation in LAPACK's form, R above the diagonal of a and the
// reflectors below.
type qr struct {
	a   blas64.General
	tau []float64
}

// newQR factors A, which it overwrites.
func newQR(A *mat.Dense) (qr, error) {
	if !allFiniteIn(A) {
		return qr{}, ErrOverflow
	}
	q := qr{a: A.RawMatrix()}
	q.tau = make([]float64, min(q.a.Rows, q.a.Cols))
	size := make([]float64, 1)
	lapack64.Geqrf(q.a, q.tau, size, -1)
	work := make([]float64, int(size[0]))
	lapack64.Geqrf(q.a, q.tau, work, len(work))
	return q, nil
}

// r returns the leading d×d triangle of R, and ErrSingular if it is singular to
// working precision for a matrix with that many rows.
func (q qr) r(d, rows int) (blas64.Triangular, error) {
	r := blas64.Triangular{N: d, Stride: q.a.Stride, Data: q.a.Data, Uplo: blas.Upper, Diag: blas.NonUnit}
	if q.a.Rows < d {
		return r, ErrSingular
	}
	for i := range d {
		v := r.Data[i*r.Stride+i]
		if v == 0 {
			return r, ErrSingular
		}
		if !finite(v) {
			return r, ErrOverflow
		}
	}
	if !(lapack64.Trcon(lapack.MaxColumnSum, r, make([]float64, 3*d), make([]int, d)) > singular(max(rows, d))) {
		return r, ErrSingular
	}
	return r, nil
}

// solveLast solves the least-squares problem whose right side is the last column
// of what was factored, a matrix that had so many rows.
func (q qr) solveLast(rows int) ([]float64, error) {
	d := q.a.Cols - 1
	r, err := q.r(d, rows)
	if err != nil {
		return nil, err
	}
	theta := make([]float64, d)
	for i := range theta {
		theta[i] = q.a.Data[i*q.a.Stride+d]
	}
	blas64.Trsv(blas.NoTrans, r, blas64.Vector{N: d, Inc: 1, Data: theta})
	if !allFinite(theta) {
		return nil, ErrOverflow
	}
	return theta, nil
}

// multiply replaces c by Qc or Qᵀc, or by cQ or cQᵀ.
func (q qr) multiply(side blas.Side, trans blas.Transpose, c blas64.General) {
	size := make([]float64, 1)
	lapack64.Ormqr(side, trans, q.a, q.tau, c, size, -1)
	work := make([]float64, int(size[0]))
	lapack64.Ormqr(side, trans, q.a, q.tau, c, work, len(work))
}
