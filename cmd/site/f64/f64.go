// Package f64 has the sums under every product of matrices as gonum's internal/asm/f64 has
// them, whose place it takes in the browser's program: there gonum has no assembly, calls of
// functions are dear, and numbers once read from memory are best used for several sums. The
// meaning and the names are gonum's. Who calls these checks lengths.
package f64

// AxpyUnitary adds αx to y.
func AxpyUnitary(alpha float64, x, y []float64) { AxpyUnitaryTo(y, alpha, x, y) }

// AxpyUnitaryTo sets dst = αx + y.
func AxpyUnitaryTo(dst []float64, alpha float64, x, y []float64) {
	i := 0
	for ; i+4 <= len(x); i += 4 {
		dst[i] = alpha*x[i] + y[i]
		dst[i+1] = alpha*x[i+1] + y[i+1]
		dst[i+2] = alpha*x[i+2] + y[i+2]
		dst[i+3] = alpha*x[i+3] + y[i+3]
	}
	for ; i < len(x); i++ {
		dst[i] = alpha*x[i] + y[i]
	}
}

// AxpyInc adds αx to y, n numbers of each from ix and iy on.
func AxpyInc(alpha float64, x, y []float64, n, incX, incY, ix, iy uintptr) {
	AxpyIncTo(y, incY, iy, alpha, x, y, n, incX, incY, ix, iy)
}

// AxpyIncTo sets dst = αx + y, n numbers of each from idst, ix and iy on.
func AxpyIncTo(
	dst []float64, incDst, idst uintptr, alpha float64, x, y []float64, n, incX, incY, ix, iy uintptr,
) {
	for range n {
		dst[idst] = alpha*x[ix] + y[iy]
		ix, iy, idst = ix+incX, iy+incY, idst+incDst
	}
}

// DotUnitary returns xᵀy.
func DotUnitary(x, y []float64) float64 {
	i, s0, s1, s2, s3 := 0, 0.0, 0.0, 0.0, 0.0
	for ; i+4 <= len(x); i += 4 {
		s0 += y[i] * x[i]
		s1 += y[i+1] * x[i+1]
		s2 += y[i+2] * x[i+2]
		s3 += y[i+3] * x[i+3]
	}
	for ; i < len(x); i++ {
		s0 += y[i] * x[i]
	}
	return s0 + s1 + s2 + s3
}

// DotInc returns xᵀy, of n numbers of each from ix and iy on.
func DotInc(x, y []float64, n, incX, incY, ix, iy uintptr) (sum float64) {
	for range n {
		sum += y[iy] * x[ix]
		ix, iy = ix+incX, iy+incY
	}
	return sum
}

// Ger adds αxyᵀ to the m×n matrix A.
func Ger(
	m, n uintptr, alpha float64, x []float64, incX uintptr, y []float64, incY uintptr, a []float64, lda uintptr,
) {
	ix, iy := first(m, incX), first(n, incY)
	for i := range m {
		row := a[i*lda : i*lda+n]
		if incY == 1 {
			AxpyUnitary(alpha*x[ix], y[:n], row)
		} else {
			AxpyInc(alpha*x[ix], y, row, n, incY, 1, iy, 0)
		}
		ix += incX
	}
}

// first is where n numbers of a vector begin, the increment of which may be negative.
func first(n, inc uintptr) uintptr {
	if int(inc) < 0 && n > 0 {
		return (1 - n) * inc
	}
	return 0
}

// products are the products of x with four rows.
//
//go:noinline
func products(a []float64, lda uintptr, x []float64) (s0, s1, s2, s3 float64) {
	r0, r1, r2, r3 := a[:len(x)], a[lda:], a[2*lda:], a[3*lda:]
	for j, v := range x {
		s0 += r0[j] * v
		s1 += r1[j] * v
		s2 += r2[j] * v
		s3 += r3[j] * v
	}
	return s0, s1, s2, s3
}

// GemvN sets y = αAx + βy, A m×n. It takes four rows at a time.
func GemvN(
	m, n uintptr, alpha float64, a []float64, lda uintptr, x []float64, incX uintptr,
	beta float64, y []float64, incY uintptr,
) {
	scale(m, beta, y, incY)
	ix, iy, i := first(n, incX), first(m, incY), uintptr(0)
	for ; incX == 1 && i+4 <= m; i += 4 {
		s0, s1, s2, s3 := products(a[i*lda:], lda, x[:n])
		y[iy] += alpha * s0
		y[iy+incY] += alpha * s1
		y[iy+2*incY] += alpha * s2
		y[iy+3*incY] += alpha * s3
		iy += 4 * incY
	}
	for ; i < m; i++ {
		y[iy] += alpha * DotInc(x, a[i*lda:i*lda+n], n, incX, 1, ix, 0)
		iy += incY
	}
}

// combine adds four rows to y, each times a number.
//
//go:noinline
func combine(y, a []float64, lda uintptr, x0, x1, x2, x3 float64) {
	r0, r1, r2, r3 := a[:len(y)], a[lda:], a[2*lda:], a[3*lda:]
	for j := range y {
		y[j] += x0*r0[j] + x1*r1[j] + x2*r2[j] + x3*r3[j]
	}
}

// GemvT sets y = αAᵀx + βy, A m×n. It takes four rows at a time.
func GemvT(
	m, n uintptr, alpha float64, a []float64, lda uintptr, x []float64, incX uintptr,
	beta float64, y []float64, incY uintptr,
) {
	scale(n, beta, y, incY)
	ix, iy, i := first(m, incX), first(n, incY), uintptr(0)
	for ; incY == 1 && i+4 <= m; i += 4 {
		combine(y[:n], a[i*lda:], lda, alpha*x[ix], alpha*x[ix+incX], alpha*x[ix+2*incX], alpha*x[ix+3*incX])
		ix += 4 * incX
	}
	for ; i < m; i++ {
		AxpyInc(alpha*x[ix], a[i*lda:i*lda+n], y, n, 1, incY, 0, iy)
		ix += incX
	}
}

// scale multiplies the n numbers of y by β; by 0 also what is no number.
func scale(n uintptr, beta float64, y []float64, inc uintptr) {
	i := first(n, inc)
	switch beta {
	case 1:
	case 0:
		for range n {
			y[i] = 0
			i += inc
		}
	default:
		for range n {
			y[i] *= beta
			i += inc
		}
	}
}
