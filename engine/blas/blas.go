// Package blas multiplies matrices at the speed of the processor.
//
// An [Implementation] is gonum's BLAS for float64 whose products of matrices, and what is made of
// them, are blocked for the caches and end in assembly:
//
//	Dgemm    C = αAB + βC, with either transposed
//	Dsyrk    C = αAAᵀ + βC, of one triangle
//	Dsyr2k   C = αABᵀ + αBAᵀ + βC, of one triangle
//	Dtrsm    AX = αB and XA = αB, A a triangle
//	Dsymv    y = αAx + βy, A symmetric
//
// The rest, small sizes and processors for which there is no assembly are gonum's own. What stands on
// BLAS follows, gonum's mat and lapack with it, once a program says so:
//
//	blas64.Use(blas.Fastest())
//
// That is the program's to say, in main: a library does not. Paths differ in the last digits, since
// they add in another order, and an addition may be fused with a product.
package blas

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

// An Implementation is a gonum.org/v1/gonum/blas.Float64, and as safe for goroutines as gonum's. Its
// zero value is gonum's own.
type Implementation struct {
	gonum.Implementation
	path *path
}

// Fastest returns the implementation for what the processor has.
func Fastest() Implementation {
	if len(paths) == 0 {
		return Implementation{}
	}
	return Implementation{path: &paths[0]}
}

// Paths names the ways that this processor can take, the fastest first, with gonum's own as the last.
func Paths() []string {
	var names []string
	for i := range paths {
		names = append(names, paths[i].name)
	}
	return append(names, "gonum")
}

// Named returns the implementation that takes a way of [Paths]; ok is false if there is none.
func Named(name string) (impl Implementation, ok bool) {
	for i := range paths {
		if paths[i].name == name {
			return Implementation{path: &paths[i]}, true
		}
	}
	return Implementation{}, name == "gonum"
}

// Path names the way that it takes, as [Paths] has it.
func (impl Implementation) Path() string {
	if impl.path == nil {
		return "gonum"
	}
	return impl.path.name
}

// smallest is below how many multiplications gonum's own are as fast, since nothing is packed.
const smallest = 8000

// isSmall reports whether gonum's own is to be asked.
func (impl Implementation) isSmall(m, n, k int) bool {
	return impl.path == nil || m <= 0 || n <= 0 || k <= 0 || float64(m)*float64(n)*float64(k) < smallest
}

// Dgemm computes C = αAB + βC, where A and B may be transposed; A is m×k, B k×n and C m×n then.
func (impl Implementation) Dgemm(tA, tB blas.Transpose, m, n, k int, alpha float64, a []float64, lda int,
	b []float64, ldb int, beta float64, c []float64, ldc int) {
	if impl.isSmall(m, n, k) || alpha == 0 {
		impl.Implementation.Dgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	impl.Implementation.Dgemm(tA, tB, m, n, k, 0, a, lda, b, ldb, 1, c, ldc) // which checks, and changes nothing
	scale(m, n, beta, c, ldc)
	impl.path.add(m, n, k, alpha, viewOf(tA, a, lda), viewOf(tB, b, ldb), c, ldc, whole)
}

// Dsyrk computes a triangle of C = αAAᵀ + βC, where A is n×k, or of αAᵀA + βC, where it is k×n.
func (impl Implementation) Dsyrk(ul blas.Uplo, tA blas.Transpose, n, k int, alpha float64, a []float64, lda int,
	beta float64, c []float64, ldc int) {
	if impl.isSmall(n, n, k) || alpha == 0 {
		impl.Implementation.Dsyrk(ul, tA, n, k, alpha, a, lda, beta, c, ldc)
		return
	}
	impl.Implementation.Dsyrk(ul, tA, n, k, 0, a, lda, beta, c, ldc) // which checks, and scales C
	of := viewOf(tA, a, lda)
	impl.path.add(n, n, k, alpha, of, of.transposed(), c, ldc, triangleOf(ul))
}

// Dsyr2k computes a triangle of C = αABᵀ + αBAᵀ + βC, where A and B are n×k, or of αAᵀB + αBᵀA + βC,
// where they are k×n.
func (impl Implementation) Dsyr2k(ul blas.Uplo, tA blas.Transpose, n, k int, alpha float64, a []float64, lda int,
	b []float64, ldb int, beta float64, c []float64, ldc int) {
	if impl.isSmall(n, n, k) || alpha == 0 {
		impl.Implementation.Dsyr2k(ul, tA, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	impl.Implementation.Dsyr2k(ul, tA, n, k, 0, a, lda, b, ldb, beta, c, ldc) // which checks, and scales C
	A, B := viewOf(tA, a, lda), viewOf(tA, b, ldb)
	impl.path.add(n, n, k, alpha, A, B.transposed(), c, ldc, triangleOf(ul))
	impl.path.add(n, n, k, alpha, B, A.transposed(), c, ldc, triangleOf(ul))
}

// leaf is the order of the triangles that [Implementation.Dtrsm] leaves to gonum.
const leaf = 32

// Dtrsm solves AX = αB (blas.Left) or XA = αB, where A is a triangle, which may be transposed, and X
// takes the place of the m×n matrix B. Halves of the triangle are solved one after the other, and what
// the first says of the second is a product.
func (impl Implementation) Dtrsm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha float64,
	a []float64, lda int, b []float64, ldb int) {
	order := n
	if s == blas.Left {
		order = m
	}
	if order <= leaf || impl.isSmall(m, n, order) || alpha == 0 {
		impl.Implementation.Dtrsm(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
		return
	}
	half := (order/2 + leaf - 1) / leaf * leaf
	isUpper, isTrans := ul == blas.Upper, tA != blas.NoTrans
	top, bottom := a, a[half*lda+half:]
	beside := a[half*lda:] // the square below the first half of a lower triangle
	if isUpper {
		beside = a[half:]
	}
	rest := order - half
	if s == blas.Left {
		first, second := b, b[half*ldb:]
		solve := func(isFirst bool, alpha float64) {
			if isFirst {
				impl.Dtrsm(s, ul, tA, d, half, n, alpha, top, lda, first, ldb)
			} else {
				impl.Dtrsm(s, ul, tA, d, rest, n, alpha, bottom, lda, second, ldb)
			}
		}
		if isUpper == isTrans { // op(A) is a lower triangle
			solve(true, alpha)
			impl.Dgemm(tA, blas.NoTrans, rest, n, half, -1, beside, lda, first, ldb, alpha, second, ldb)
			solve(false, 1)
			return
		}
		solve(false, alpha)
		impl.Dgemm(tA, blas.NoTrans, half, n, rest, -1, beside, lda, second, ldb, alpha, first, ldb)
		solve(true, 1)
		return
	}
	first, second := b, b[half:]
	if isUpper != isTrans { // op(A) is an upper triangle
		impl.Dtrsm(s, ul, tA, d, m, half, alpha, top, lda, first, ldb)
		impl.Dgemm(blas.NoTrans, tA, m, rest, half, -1, first, ldb, beside, lda, alpha, second, ldb)
		impl.Dtrsm(s, ul, tA, d, m, rest, 1, bottom, lda, second, ldb)
		return
	}
	impl.Dtrsm(s, ul, tA, d, m, rest, alpha, bottom, lda, second, ldb)
	impl.Dgemm(blas.NoTrans, tA, m, half, rest, -1, second, ldb, beside, lda, alpha, first, ldb)
	impl.Dtrsm(s, ul, tA, d, m, half, 1, top, lda, first, ldb)
}

// Dsymv computes y = αAx + βy, A symmetric, of which one triangle is read, once.
func (impl Implementation) Dsymv(ul blas.Uplo, n int, alpha float64, a []float64, lda int, x []float64, incX int,
	beta float64, y []float64, incY int) {
	if impl.path == nil || n < 16 || incX != 1 || incY != 1 || alpha == 0 {
		impl.Implementation.Dsymv(ul, n, alpha, a, lda, x, incX, beta, y, incY)
		return
	}
	impl.Implementation.Dsymv(ul, n, 0, a, lda, x, incX, beta, y, incY) // which checks, and scales y
	x, y = x[:n], y[:n]
	// Two rows at a time, beside the 2×2 block on the diagonal.
	i := 0
	for ; i+1 < n; i += 2 {
		t0, t1 := alpha*x[i], alpha*x[i+1]
		from, to, corner := i+2, n, a[i*lda+i+1]
		if ul == blas.Lower {
			from, to, corner = 0, i, a[(i+1)*lda+i]
		}
		y[i] += a[i*lda+i]*t0 + corner*t1
		y[i+1] += corner*t0 + a[(i+1)*lda+i+1]*t1
		if from == to {
			continue
		}
		s0, s1 := impl.path.pair(to-from, &a[i*lda+from], &a[(i+1)*lda+from], &x[from], &y[from], t0, t1)
		y[i] += alpha * s0
		y[i+1] += alpha * s1
	}
	if i == n {
		return
	}
	t := alpha * x[i]
	y[i] += a[i*lda+i] * t
	if ul == blas.Lower {
		for j, v := range a[i*lda : i*lda+i] {
			y[i] += alpha * v * x[j]
			y[j] += v * t
		}
	}
}

// scale multiplies the m×n matrix C by β; what is not finite there does not matter where β is 0.
func scale(m, n int, beta float64, c []float64, ldc int) {
	if beta == 1 {
		return
	}
	for i := range m {
		row := c[i*ldc : i*ldc+n]
		if beta == 0 {
			clear(row)
			continue
		}
		for j := range row {
			row[j] *= beta
		}
	}
}
