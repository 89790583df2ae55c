package engine

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// KRR returns the kernel ridge regression of d, the function that minimises
//
//	(1/n) Σᵢ (yᵢ − f(xᵢ))² + λ‖f‖²
//
// over the space of k: f = Σ αᵢ k(xᵢ, ·) with
//
//	(K + nλI) α = y,
//
// solved by Cholesky, O(n³). λ ≥ 0; at λ = 0 the fit interpolates, if it can.
// The error is that of [SolveKRR]. KRR panics if d is not valid, or λ is
// negative or not finite.
//
// Source: Saunders, Gammerman and Vovk, Ridge regression learning algorithm in
// dual variables, ICML 1998.
func KRR(k Kernel, d Dataset, lambda float64) (*Expansion, error) {
	d.check()
	alpha, err := SolveKRR(Gram(k, d.X), d.Y, lambda)
	if err != nil {
		return nil, err
	}
	return &Expansion{Kernel: k, X: d.X, Alpha: alpha}, nil
}

// SolveKRR returns the dual coefficients of kernel ridge regression from the
// Gram matrix,
//
//	α = (K + nλI)⁻¹ y ∈ ℝⁿ.
//
// It returns [ErrSingular] if K + nλI is singular to working precision,
// [ErrIndefinite] if it has a negative eigenvalue beyond rounding, and
// [ErrOverflow] or [ErrNaN] if K or α is not finite. It panics if K and y differ in size, y
// is not finite, or λ is negative or not finite.
func SolveKRR(K mat.Symmetric, y []float64, lambda float64) ([]float64, error) {
	checkProblem(K.SymmetricDim(), y, lambda)
	return solvePositive(K, float64(len(y))*lambda, y)
}

// SolveKRRs is [SolveKRR] of several responses at once, the columns of Y (n×c), with
// one factorisation,
//
//	A = (K + nλI)⁻¹ Y,  n×c:
//
// one function for each of c classes, say. Errors and panics are as there.
func SolveKRRs(K mat.Symmetric, Y *mat.Dense, lambda float64) (*mat.Dense, error) {
	n, c := Y.Dims()
	for j := range c {
		checkProblem(K.SymmetricDim(), mat.Col(nil, j, Y), lambda)
	}
	u, err := factorPositive(K, float64(n)*lambda)
	if err != nil {
		return nil, err
	}
	A := mat.DenseCopyOf(Y)
	blas64.Trsm(blas.Left, blas.Trans, 1, u, A.RawMatrix())
	blas64.Trsm(blas.Left, blas.NoTrans, 1, u, A.RawMatrix())
	if !allFinite(A.RawMatrix().Data) {
		return nil, ErrOverflow
	}
	return A, nil
}

// Ridge returns the primal coefficients of ridge regression on the features
// Φ (n×d, row i is φ(xᵢ)ᵀ),
//
//	θ = (ΦᵀΦ + nλI)⁻¹ Φᵀy ∈ ℝᵈ,
//
// the minimiser of (1/n)‖y − Φθ‖² + λ‖θ‖². With K = ΦΦᵀ it is the same fit as
// [SolveKRR]: θ = Φᵀα. Errors and panics are as there.
func Ridge(Phi mat.Matrix, y []float64, lambda float64) ([]float64, error) {
	n, d := Phi.Dims()
	checkProblem(n, y, lambda)
	A := mat.NewSymDense(d, nil)
	A.SymOuterK(1, Phi.T())
	b := mat.NewVecDense(d, nil)
	b.MulVec(Phi.T(), mat.NewVecDense(n, y))
	if !allFinite(b.RawVector().Data) {
		return nil, ErrOverflow
	}
	return solvePositive(A, float64(n)*lambda, b.RawVector().Data)
}

// checkProblem panics on what only a bug can bring.
func checkProblem(n int, y []float64, lambda float64) {
	if n == 0 {
		panic("engine: no points")
	}
	if n != len(y) {
		panic("engine: matrix and responses differ in size")
	}
	if !allFinite(y) {
		panic("engine: responses are not finite")
	}
	checkLambda(lambda)
}

// shifted returns A + cI.
func shifted(A mat.Symmetric, c float64) *mat.SymDense { return shiftedIn(nil, A, c) }

// shiftedIn is shifted in memory of n² numbers, or in new memory where that is nil. What is below the
// diagonal is anything.
func shiftedIn(memory []float64, A mat.Symmetric, c float64) *mat.SymDense {
	n := A.SymmetricDim()
	s := mat.NewSymDense(n, memory)
	s.CopySym(A)
	for i := range n {
		s.SetSym(i, i, s.At(i, i)+c)
	}
	return s
}

// solvePositive solves (A + shift·I)x = b for a positive definite A + shift·I.
func solvePositive(A mat.Symmetric, shift float64, b []float64) ([]float64, error) {
	u, err := factorPositive(A, shift)
	if err != nil {
		return nil, err
	}
	x := slices.Clone(b)
	solveTriangles(u, x)
	if !allFinite(x) {
		return nil, ErrOverflow
	}
	return x, nil
}

// solveTriangles replaces x by (UᵀU)⁻¹x.
func solveTriangles(u blas64.Triangular, x []float64) {
	v := blas64.Vector{N: len(x), Inc: 1, Data: x}
	blas64.Trsv(blas.Trans, u, v)
	blas64.Trsv(blas.NoTrans, u, v)
}

// factorPositive returns the upper triangle U of A + shift·I = UᵀU.
//
// It is gonum's Cholesky without the condition number that mat.Cholesky
// estimates every time, which costs as much as the factorisation at n = 100.
// The trace bounds the largest eigenvalue from above, the least squared pivot
// the smallest one, also from above and seldom from afar; only where their
// quotient comes within a factor doubtfulPivots of losing every digit is the
// question put to the eigenvalues, which alone can answer it.
//
// Source: Higham, Accuracy and Stability of Numerical Algorithms (2002),
// section 10.3 and problem 10.6.
func factorPositive(A mat.Symmetric, shift float64) (blas64.Triangular, error) {
	none := blas64.Triangular{}
	sum := shifted(A, shift)
	if err := symFault(sum); err != nil {
		return none, err
	}
	trace := mat.Trace(sum)
	u, ok := lapack64.Potrf(sum.RawSymmetric()) // in place
	// Cholesky cannot tell singular from indefinite, and near either it succeeds
	// or fails by luck. There, the eigenvalues decide.
	if !ok || isDoubtful(trace, u) {
		s, err := Eigen(shifted(A, shift))
		if err != nil {
			return none, err
		}
		if err := s.definite(0); err != nil {
			return none, err
		}
	}
	if !ok {
		return none, ErrSingular
	}
	return u, nil
}

// isDoubtful reports whether the pivots of a Cholesky factor leave open if the matrix, of which this is the
// trace, is positive definite to working precision.
func isDoubtful(trace float64, u blas64.Triangular) bool {
	return trace/leastPivot(u)*singular(u.N)*doubtfulPivots > 1
}

// leastPivot is the least squared pivot of a Cholesky factor.
func leastPivot(u blas64.Triangular) float64 {
	least := math.Inf(1)
	for i := range u.N {
		pivot := u.Data[i*u.Stride+i]
		least = math.Min(least, pivot*pivot)
	}
	return least
}

// doubtfulPivots is how far the smallest eigenvalue may lie below the least
// squared pivot of a Cholesky factor before isDoubtful misses it.
const doubtfulPivots = 1e4

// solvable returns the size that the least eigenvalue of a symmetric n×n matrix has to
// exceed for systems with it to be solved, n·ε times the largest modulus. It is below
// [Rounding]: the matrix is taken as it stands, its entries are not doubted, and so what
// it costs in digits is the condition number's to say.
func solvable(largest, smallest float64, n int) float64 {
	return singular(n) * max(math.Abs(largest), math.Abs(smallest))
}

// singular is how small, beside the largest or the sum of what it is one of, the least
// singular value of a matrix of that size may be, the reciprocal of its condition number,
// or a pivot, and the matrix be singular to working precision, nε (Golub and Van Loan
// 2013, section 5.4.1).
func singular(n int) float64 { return float64(n) * Epsilon }

// definite decides from the extreme eigenvalues whether linear systems with K + shift·I mean
// anything.
func (s *Spectrum) definite(shift float64) error {
	n := len(s.Values)
	top, bottom := s.Values[0]+shift, s.Values[n-1]+shift
	rounding := solvable(top, bottom, n)
	switch {
	case !finite(top):
		return ErrOverflow
	case bottom < -rounding:
		return ErrIndefinite
	case bottom <= rounding:
		return ErrSingular
	}
	return nil
}

// What an error calls the kernel of a pair.
const (
	ofData = "k(x[%d], x[%d])"
	ofNew  = "k(new[%d], new[%d])"
	ofBoth = "k(new[%d], x[%d])"
)

// symFault returns what keeps A from being the matrix of a kernel: ErrOverflow if one
// of its entries is infinite, else ErrNaN with the pair if one is no number, else nil.
func symFault(A *mat.SymDense) error {
	raw := A.RawSymmetric()
	return faultOfRows(raw.N, func(i int) (row []float64, from int) {
		return raw.Data[i*raw.Stride+i : i*raw.Stride+raw.N], i
	}, ofData)
}

// crossFault is symFault of the kernels between new points, the rows, and data.
func crossFault(C *mat.Dense) error {
	r, _ := C.Dims()
	return faultOfRows(r, func(i int) ([]float64, int) { return C.RawRowView(i), 0 }, ofBoth)
}

// allFiniteIn reports whether a matrix is finite.
func allFiniteIn(A *mat.Dense) bool { return crossFault(A) == nil }

// selfFault is symFault of the kernels of points with themselves.
func selfFault(own []float64, pair string) error {
	return faultOfRows(len(own), func(i int) ([]float64, int) { return own[i : i+1], i }, pair)
}

// faultOfRows looks at rows of values of a kernel, which begin at a column.
func faultOfRows(n int, row func(i int) (values []float64, from int), pair string) error {
	var err error
	for i := range n {
		values, from := row(i)
		if allFinite(values) {
			continue
		}
		for j, v := range values {
			if math.IsInf(v, 0) {
				return ErrOverflow
			}
			if err == nil && math.IsNaN(v) {
				err = fmt.Errorf("%w: "+pair, ErrNaN, i, from+j)
			}
		}
	}
	return err
}
