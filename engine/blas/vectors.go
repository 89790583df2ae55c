package blas

import "gonum.org/v1/gonum/blas"

// together calls work with x and y as neighbours in memory, where n numbers of x and m of y are incX and
// incY apart, as LAPACK's columns are; y is written back.
func together(n int, x []float64, incX, m int, y []float64, incY int, work func(x, y []float64)) {
	if incX == 1 && incY == 1 {
		work(x[:n], y[:m])
		return
	}
	s := spaces.Get().(*space)
	defer spaces.Put(s)
	nearX, nearY := s.b[:n], s.b[n:n+m]
	for i := range nearX {
		nearX[i] = x[i*incX]
	}
	for i := range nearY {
		nearY[i] = y[i*incY]
	}
	work(nearX, nearY)
	for i, v := range nearY {
		y[i*incY] = v
	}
}

// isNear reports whether vectors of so many numbers in all are for [together].
func (impl Implementation) isNear(numbers, incX, incY int) bool {
	return impl.path != nil && numbers <= depth*width && incX > 0 && incY > 0
}

// Dgemv computes y = αAx + βy or y = αAᵀx + βy, where A is m×n. Four rows of A are read at a time.
func (impl Implementation) Dgemv(tA blas.Transpose, m, n int, alpha float64, a []float64, lda int,
	x []float64, incX int, beta float64, y []float64, incY int) {
	if !impl.isNear(m+n, incX, incY) || impl.path.dots == nil || m < 4 || n < 8 || alpha == 0 {
		impl.Implementation.Dgemv(tA, m, n, alpha, a, lda, x, incX, beta, y, incY)
		return
	}
	impl.Implementation.Dgemv(tA, m, n, 0, a, lda, x, incX, beta, y, incY) // which checks, and scales y
	if tA == blas.NoTrans {
		together(n, x, incX, m, y, incY, func(x, y []float64) { impl.path.gemvN(alpha, a, lda, x, y) })
		return
	}
	together(m, x, incX, n, y, incY, func(x, y []float64) { impl.path.gemvT(alpha, a, lda, x, y) })
}

// gemvN adds αAx to y.
func (p *path) gemvN(alpha float64, a []float64, lda int, x, y []float64) {
	i := 0
	for ; i+4 <= len(y); i += 4 {
		s0, s1, s2, s3 := p.dots(len(x), &a[i*lda], lda, &x[0])
		y[i] += alpha * s0
		y[i+1] += alpha * s1
		y[i+2] += alpha * s2
		y[i+3] += alpha * s3
	}
	for ; i < len(y); i++ {
		s := 0.0
		for j, v := range a[i*lda : i*lda+len(x)] {
			s += v * x[j]
		}
		y[i] += alpha * s
	}
}

// gemvT adds αAᵀx to y.
func (p *path) gemvT(alpha float64, a []float64, lda int, x, y []float64) {
	i := 0
	for ; i+4 <= len(x); i += 4 {
		p.axpys(len(y), &a[i*lda], lda, &y[0], alpha*x[i], alpha*x[i+1], alpha*x[i+2], alpha*x[i+3])
	}
	for ; i < len(x); i++ {
		t := alpha * x[i]
		for j, v := range a[i*lda : i*lda+len(y)] {
			y[j] += t * v
		}
	}
}

// Dtrsv solves op(A)x = b, where A is a triangle, and x takes the place of b: half of the triangle after
// the other, as Dtrsm.
func (impl Implementation) Dtrsv(ul blas.Uplo, tA blas.Transpose, d blas.Diag, n int, a []float64, lda int,
	x []float64, incX int) {
	if impl.path == nil || impl.path.dots == nil || n <= leaf || incX != 1 {
		impl.Implementation.Dtrsv(ul, tA, d, n, a, lda, x, incX)
		return
	}
	half := (n/2 + leaf - 1) / leaf * leaf
	first, second, corner := x[:half], x[half:n], a[half*lda+half:]
	square, rows, columns := a[half*lda:], n-half, half
	if ul == blas.Upper {
		square, rows, columns = a[half:], half, n-half
	}
	if (ul == blas.Upper) == (tA == blas.NoTrans) { // the first half needs the second
		impl.Dtrsv(ul, tA, d, n-half, corner, lda, second, 1)
		impl.Dgemv(tA, rows, columns, -1, square, lda, second, 1, 1, first, 1)
		impl.Dtrsv(ul, tA, d, half, a, lda, first, 1)
		return
	}
	impl.Dtrsv(ul, tA, d, half, a, lda, first, 1)
	impl.Dgemv(tA, rows, columns, -1, square, lda, first, 1, 1, second, 1)
	impl.Dtrsv(ul, tA, d, n-half, corner, lda, second, 1)
}

// Dsymv computes y = αAx + βy, A symmetric, of which one triangle is read, once.
func (impl Implementation) Dsymv(ul blas.Uplo, n int, alpha float64, a []float64, lda int, x []float64, incX int,
	beta float64, y []float64, incY int) {
	if !impl.isNear(2*n, incX, incY) || n < 16 || alpha == 0 {
		impl.Implementation.Dsymv(ul, n, alpha, a, lda, x, incX, beta, y, incY)
		return
	}
	impl.Implementation.Dsymv(ul, n, 0, a, lda, x, incX, beta, y, incY) // which checks, and scales y
	together(n, x, incX, n, y, incY, func(x, y []float64) { impl.path.symv(ul, alpha, a, lda, x, y) })
}

// symv adds αAx to y: four rows at a time, beside the block on the diagonal.
func (p *path) symv(ul blas.Uplo, alpha float64, a []float64, lda int, x, y []float64) {
	n := len(x)
	work := spaces.Get().(*space)
	defer spaces.Put(work)
	t, s := (*[4]float64)(work.edge[:4]), (*[4]float64)(work.edge[4:8])
	i := 0
	for ; i+len(t) <= n; i += len(t) {
		for k := range t {
			t[k] = alpha * x[i+k]
		}
		diagonalBlock(ul, a[i*lda+i:], lda, t, (*[4]float64)(y[i:]))
		from, to := i+len(t), n
		if ul == blas.Lower {
			from, to = 0, i
		}
		if from == to {
			continue
		}
		p.quad(to-from, &a[i*lda+from], lda, &x[from], &y[from], t, s)
		for k, v := range s {
			y[i+k] += alpha * v
		}
	}
	for ; i < n; i++ {
		from, to := i+1, n
		if ul == blas.Lower {
			from, to = 0, i
		}
		y[i] += alpha * a[i*lda+i] * x[i]
		for j, v := range a[i*lda+from : i*lda+to] {
			y[i] += alpha * v * x[from+j]
			y[from+j] += alpha * v * x[i]
		}
	}
}

// diagonalBlock adds to y the 4×4 block at the head of a symmetric matrix times t.
func diagonalBlock(ul blas.Uplo, a []float64, lda int, t, y *[4]float64) {
	down, right := lda, 1 // steps from an element above the diagonal, which may stand below it
	if ul == blas.Lower {
		down, right = 1, lda
	}
	a01, a02, a03 := a[right], a[2*right], a[3*right]
	a12, a13, a23 := a[down+2*right], a[down+3*right], a[2*down+3*right]
	y[0] += a[0]*t[0] + a01*t[1] + a02*t[2] + a03*t[3]
	y[1] += a01*t[0] + a[lda+1]*t[1] + a12*t[2] + a13*t[3]
	y[2] += a02*t[0] + a12*t[1] + a[2*lda+2]*t[2] + a23*t[3]
	y[3] += a03*t[0] + a13*t[1] + a23*t[2] + a[3*lda+3]*t[3]
}
