// Package blas multiplies matrices at the speed of the processor.
//
// An [Implementation] is gonum's BLAS for float64 whose products of matrices, and what is made of
// them, are blocked for the caches and end in assembly:
//
//	Dgemm    C = αAB + βC, with either transposed
//	Dsyrk    C = αAAᵀ + βC, of one triangle
//	Dsyr2k   C = αABᵀ + αBAᵀ + βC, of one triangle
//	Dsymm    C = αAB + βC and C = αBA + βC, A symmetric
//	Dtrmm    B = αAB and B = αBA, A a triangle
//	Dtrsm    AX = αB and XA = αB, A a triangle
//	Dgemv    y = αAx + βy, A transposed or not
//	Dsymv    y = αAx + βy, A symmetric
//	Dtrsv    Ax = b, A a triangle
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
	if m <= few && impl.path.dots != nil {
		impl.rows(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	scale(m, n, beta, c, ldc)
	impl.path.add(m, n, k, alpha, viewOf(tA, a, lda), viewOf(tB, b, ldb), c, ldc, whole)
}

// few rows of C do not pay for packing B.
const few = 4

// rows is Dgemm a row of C after the other, each B times a row of A.
func (impl Implementation) rows(tA, tB blas.Transpose, m, n, k int, alpha float64, a []float64, lda int,
	b []float64, ldb int, beta float64, c []float64, ldc int) {
	next, along, turned, rows, columns := lda, 1, blas.Trans, k, n
	if tA != blas.NoTrans {
		next, along = 1, lda
	}
	if tB != blas.NoTrans {
		turned, rows, columns = blas.NoTrans, n, k
	}
	for i := range m {
		impl.Dgemv(turned, rows, columns, alpha, b, ldb, a[i*next:], along, beta, c[i*ldc:i*ldc+n], 1)
	}
}

// Dsyrk computes a triangle of C = αAAᵀ + βC, where A is n×k, or of αAᵀA + βC, where it is k×n.
func (impl Implementation) Dsyrk(ul blas.Uplo, tA blas.Transpose, n, k int, alpha float64, a []float64, lda int,
	beta float64, c []float64, ldc int) {
	if impl.isSmall(n, n, k) || alpha == 0 {
		impl.Implementation.Dsyrk(ul, tA, n, k, alpha, a, lda, beta, c, ldc)
		return
	}
	if beta == 1 {
		impl.checkProduct(tA, n, k, a, lda, a, lda, c, ldc)
	} else {
		impl.Implementation.Dsyrk(ul, tA, n, k, 0, a, lda, beta, c, ldc) // which checks, and scales C
	}
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
	if beta == 1 {
		impl.checkProduct(tA, n, k, a, lda, b, ldb, c, ldc)
	} else {
		impl.Implementation.Dsyr2k(ul, tA, n, k, 0, a, lda, b, ldb, beta, c, ldc) // which checks, and scales C
	}
	if 2*k <= depth && 4*n*k <= depth*width { // [A B] times [B A]ᵀ, which visits C once
		s := spaces.Get().(*space)
		defer spaces.Put(s)
		AB := beside(s.b[:2*n*k], tA, n, k, a, lda, b, ldb)
		BA := beside(s.b[2*n*k:], tA, n, k, b, ldb, a, lda)
		impl.path.add(n, n, 2*k, alpha, AB, BA.transposed(), c, ldc, triangleOf(ul))
		return
	}
	A, B := viewOf(tA, a, lda), viewOf(tA, b, ldb)
	impl.path.add(n, n, k, alpha, A, B.transposed(), c, ldc, triangleOf(ul))
	impl.path.add(n, n, k, alpha, B, A.transposed(), c, ldc, triangleOf(ul))
}

// checkProduct has gonum check C = op(A)op(B)ᵀ, and changes nothing.
func (impl Implementation) checkProduct(tA blas.Transpose, n, k int, a []float64, lda int, b []float64, ldb int,
	c []float64, ldc int) {
	tB := blas.Trans
	if tA != blas.NoTrans {
		tB = blas.NoTrans
	}
	impl.Implementation.Dgemm(tA, tB, n, n, k, 0, a, lda, b, ldb, 1, c, ldc)
}

// beside sets memory to the n×2k matrix [op(A) op(B)].
func beside(both []float64, t blas.Transpose, n, k int, a []float64, lda int, b []float64, ldb int) view {
	if t == blas.NoTrans {
		for i := range n {
			copy(both[2*i*k:], a[i*lda:i*lda+k])
			copy(both[(2*i+1)*k:], b[i*ldb:i*ldb+k])
		}
		return view{both, 2 * k, 1}
	}
	for i := range k {
		copy(both[i*n:], a[i*lda:i*lda+n])
		copy(both[(k+i)*n:], b[i*ldb:i*ldb+n])
	}
	return view{both, 1, n}
}

// leaf is the order of the triangles that are left to gonum.
const leaf = 32

// A triangle is an argument of Dtrsm and Dtrmm, with the m×n matrix B that it stands on the left or on
// the right of.
type triangle struct {
	side     blas.Side
	ul       blas.Uplo
	trans    blas.Transpose
	diag     blas.Diag
	m, n     int
	a, b     []float64
	lda, ldb int
}

// order is that of the triangle.
func (t triangle) order() int {
	if t.side == blas.Left {
		return t.m
	}
	return t.n
}

// halves are the two triangles on its diagonal, with their parts of B.
func (t triangle) halves() (first, second triangle) {
	half := (t.order()/2 + leaf - 1) / leaf * leaf
	first, second = t, t
	second.a = t.a[half*t.lda+half:]
	if t.side == blas.Left {
		first.m, second.m, second.b = half, t.m-half, t.b[half*t.ldb:]
	} else {
		first.n, second.n, second.b = half, t.n-half, t.b[half:]
	}
	return first, second
}

// isSecondFirst reports whether op(A) couples the second half to the first: the second is solved first
// then, and multiplied last.
func (t triangle) isSecondFirst() bool {
	return (t.side == blas.Left) == ((t.ul == blas.Upper) == (t.trans == blas.NoTrans))
}

// couple has one half's part of B be α times the other's, times the square of op(A) between them, and β
// times itself.
func (impl Implementation) couple(t, from, to triangle, alpha, beta float64) {
	first, _ := t.halves()
	half := first.order()
	square := t.a[half*t.lda:]
	if t.ul == blas.Upper {
		square = t.a[half:]
	}
	if t.side == blas.Left {
		impl.Dgemm(t.trans, blas.NoTrans, to.m, t.n, from.m, alpha, square, t.lda, from.b, t.ldb, beta, to.b, t.ldb)
		return
	}
	impl.Dgemm(blas.NoTrans, t.trans, t.m, to.n, from.n, alpha, from.b, t.ldb, square, t.lda, beta, to.b, t.ldb)
}

// Dtrsm solves op(A)X = αB (blas.Left) or X·op(A) = αB, where A is a triangle, and X takes the place of
// the m×n matrix B. Half of the triangle is solved after the other, and what the other says of it is a
// product.
func (impl Implementation) Dtrsm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha float64,
	a []float64, lda int, b []float64, ldb int) {
	t := triangle{s, ul, tA, d, m, n, a, b, lda, ldb}
	if t.order() <= leaf || impl.isSmall(m, n, t.order()) || alpha == 0 {
		impl.Implementation.Dtrsm(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
		return
	}
	one, other := t.halves()
	if t.isSecondFirst() {
		one, other = other, one
	}
	impl.Dtrsm(s, ul, tA, d, one.m, one.n, alpha, one.a, lda, one.b, ldb)
	impl.couple(t, one, other, -1, alpha)
	impl.Dtrsm(s, ul, tA, d, other.m, other.n, 1, other.a, lda, other.b, ldb)
}

// Dtrmm computes B = α·op(A)B (blas.Left) or B = αB·op(A), where A is a triangle.
func (impl Implementation) Dtrmm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha float64,
	a []float64, lda int, b []float64, ldb int) {
	t := triangle{s, ul, tA, d, m, n, a, b, lda, ldb}
	if t.order() <= leaf || impl.isSmall(m, n, t.order()) || alpha == 0 {
		impl.Implementation.Dtrmm(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
		return
	}
	one, other := t.halves()
	if t.isSecondFirst() {
		one, other = other, one
	}
	impl.Dtrmm(s, ul, tA, d, other.m, other.n, alpha, other.a, lda, other.b, ldb)
	impl.couple(t, one, other, alpha, 1)
	impl.Dtrmm(s, ul, tA, d, one.m, one.n, alpha, one.a, lda, one.b, ldb)
}

// Dsymm computes C = αAB + βC (blas.Left) or C = αBA + βC, where A is symmetric, of which one triangle is
// read, and C is m×n.
func (impl Implementation) Dsymm(s blas.Side, ul blas.Uplo, m, n int, alpha float64, a []float64, lda int,
	b []float64, ldb int, beta float64, c []float64, ldc int) {
	order := n
	if s == blas.Left {
		order = m
	}
	if impl.isSmall(m, n, order) || min(m, n) < 4 || alpha == 0 {
		impl.Implementation.Dsymm(s, ul, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	impl.Implementation.Dsymm(s, ul, m, n, 0, a, lda, b, ldb, beta, c, ldc) // which checks, and scales C
	full := make([]float64, order*order)
	for i := range order {
		for j := i; j < order; j++ {
			v := a[i*lda+j]
			if ul == blas.Lower {
				v = a[j*lda+i]
			}
			full[i*order+j], full[j*order+i] = v, v
		}
	}
	A, B := view{full, order, 1}, view{b, ldb, 1}
	if s == blas.Left {
		impl.path.add(m, n, order, alpha, A, B, c, ldc, whole)
	} else {
		impl.path.add(m, n, order, alpha, B, A, c, ldc, whole)
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
