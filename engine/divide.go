package engine

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/gonum"

	fast "github.com/gramophone-course/gramophone/engine/blas"
)

// leaf is the largest order of a tridiagonal matrix that is not divided, but diagonalised by QR. From 16 to 32 all are
// as fast.
const leaf = 24

// A division is the eigendecomposition of a tridiagonal T by divide and conquer: T is two matrices beside a matrix of
// rank one,
//
//	T = [T₁  0 ] + |β|vvᵀ,   v = (0, …, 0, 1, sign β, 0, …, 0)ᵀ,
//	    [0   T₂]
//
// and in the basis of the eigenvectors of T₁ and T₂ a diagonal and a matrix of rank one: see [secular].
//
// Source: Cuppen, A divide and conquer method for the symmetric tridiagonal eigenproblem, Numerische
// Mathematik 36 (1981); Gu and Eisenstat, A divide-and-conquer algorithm for the symmetric tridiagonal
// eigenproblem, SIAM Journal on Matrix Analysis and Applications 16 (1995); LAPACK's dstedc.
type division struct {
	d, e []float64 // the diagonal, and what is beside it
	// Row i of v, n×n, is the eigenvector of d[i], of the part of T that is put together so far: parts are blocks on
	// the diagonal of v, and the rest is zero.
	v         []float64
	tolerance float64   // what is rounding beside T
	gathered  []float64 // n×n, for rows of v
	vectors   []float64 // of the secular equation
	impl      fast.Implementation
}

// diagonalise leaves the eigenvalues of T in its diagonal, which descends, and returns the eigenvectors as columns,
// n×n. It looks at ctx, whose error it returns, before it puts two parts together.
func (t *tridiagonal) diagonalise(ctx context.Context) ([]float64, error) {
	n := len(t.diagonal)
	q := &division{
		d: t.diagonal, e: t.off, v: make([]float64, n*n), gathered: make([]float64, n*n),
		tolerance: 4 * Epsilon * max(maxAbs(t.diagonal), maxAbs(t.off)),
	}
	q.impl, _ = blas64.Implementation().(fast.Implementation)
	for low := 0; low < n; {
		high := low + 1
		for high < n && t.off[high-1] != 0 {
			high++
		}
		if _, err := q.solve(ctx, low, high); err != nil {
			return nil, err
		}
		low = high
	}
	order := t.sort()
	columns := q.gathered
	const square = 32 // whose rows and columns stay in the first cache
	for i0 := 0; i0 < n; i0 += square {
		for j0 := 0; j0 < n; j0 += square {
			for j := j0; j < min(n, j0+square); j++ {
				row := q.v[order[j]*n : order[j]*n+n]
				for i := i0; i < min(n, i0+square); i++ {
					columns[i*n+j] = row[i]
				}
			}
		}
	}
	return columns, nil
}

// solve diagonalises the part of T from low to below high, and returns the numbers of its rows in the order of their
// eigenvalues, which ascend.
func (q *division) solve(ctx context.Context, low, high int) ([]int, error) {
	if high-low <= leaf {
		return q.leaf(low, high)
	}
	middle := low + (high-low)/2
	beta := math.Abs(q.e[middle-1])
	q.d[middle-1] -= beta
	q.d[middle] -= beta
	first, err := q.solve(ctx, low, middle)
	if err != nil {
		return nil, err
	}
	second, err := q.solve(ctx, middle, high)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return q.merge(&union{low: low, middle: middle, high: high}, append(first, second...))
}

// leaf is solve by implicit QR.
func (q *division) leaf(low, high int) ([]int, error) {
	n, m := len(q.d), high-low
	var impl gonum.Implementation
	columns, work := make([]float64, m*m), make([]float64, max(1, 2*m-2))
	if !impl.Dsteqr(lapack.EVTridiag, m, q.d[low:high], q.e[low:high-1], columns, m, work) {
		return nil, ErrNoConvergence
	}
	order := make([]int, m)
	for i := range m {
		order[i] = low + i
		for j := range m {
			q.v[(low+j)*n+low+i] = columns[i*m+j]
		}
	}
	return order, nil
}

// Kinds of eigenvectors, by where they are not zero.
const (
	above    = iota // in the first part
	across          // in both
	below           // in the second
	deflated        // anywhere, and they are T's
)

// A union is two parts of T, from low and from middle on, which become one.
type union struct {
	low, middle, high int
	z                 []float64     // v in the basis of their eigenvectors
	kind              []int         // of these; as z, from low on
	kept, rest        []int         // rows: those in the secular equation, and those that are deflated
	counts            [deflated]int // how many there are of each kind
	place             []int         // where each of the kept is, sorted by kind
}

// merge puts two parts together, whose rows are at hand in the order of their eigenvalues, a part after the other.
func (q *division) merge(u *union, order []int) ([]int, error) {
	n, beta := len(q.d), q.e[u.middle-1]
	rho := 2 * math.Abs(beta) // for a z of length one
	u.z, u.kind = make([]float64, u.high-u.low), make([]int, u.high-u.low)
	for i := range u.z {
		row := q.v[(u.low+i)*n : (u.low+i+1)*n]
		if u.low+i < u.middle {
			u.z[i], u.kind[i] = math.Sqrt(0.5)*row[u.middle-1], above
		} else {
			u.z[i], u.kind[i] = math.Copysign(math.Sqrt(0.5), beta)*row[u.middle], below
		}
	}
	ascending := func(a, b int) int { return cmp.Compare(q.d[a], q.d[b]) }
	slices.SortStableFunc(order, ascending)
	q.deflate(u, rho, order)
	if len(u.kept) > 0 {
		q.gather(u)
		if err := q.update(u, rho); err != nil {
			return nil, err
		}
	}
	for i := range order {
		order[i] = u.low + i
	}
	slices.SortStableFunc(order, ascending)
	return order, nil
}

// deflate splits rows, whose eigenvalues ascend, into those that take part in the secular equation and the rest, which
// are T's eigenvectors but for rounding: those with a small zᵢ, and of two with close eigenvalues one, after a rotation
// that has its zᵢ vanish.
//
// Source: Dongarra and Sorensen, A fully parallel algorithm for the symmetric eigenvalue problem, SIAM Journal on
// Scientific and Statistical Computing 8 (1987); LAPACK's dlaed2.
func (q *division) deflate(u *union, rho float64, order []int) {
	n := len(q.d)
	drop := func(row int) {
		u.kind[row-u.low] = deflated
		u.rest = append(u.rest, row)
	}
	for _, i := range order {
		if rho*math.Abs(u.z[i-u.low]) <= q.tolerance {
			drop(i)
			continue
		}
		if len(u.kept) == 0 {
			u.kept = append(u.kept, i)
			continue
		}
		before := u.kept[len(u.kept)-1]
		s, c := u.z[before-u.low], u.z[i-u.low]
		length, gap := math.Hypot(c, s), q.d[i]-q.d[before]
		c, s = c/length, s/length
		if math.Abs(gap*c*s) > q.tolerance {
			u.kept = append(u.kept, i)
			continue
		}
		x, y := q.v[before*n+u.low:before*n+u.high], q.v[i*n+u.low:i*n+u.high]
		for j := range x {
			x[j], y[j] = c*x[j]-s*y[j], c*y[j]+s*x[j]
		}
		u.z[i-u.low] = length
		q.d[before], q.d[i] = q.d[before]+s*s*gap, q.d[i]-s*s*gap
		if u.kind[i-u.low] != u.kind[before-u.low] {
			u.kind[i-u.low] = across
		}
		drop(before)
		u.kept[len(u.kept)-1] = i
	}
}

// gather copies the rows of both parts to memory of their own: of the kept that are not zero in the first part, that
// of them; of those that are not zero in the second, that; and the rest.
func (q *division) gather(u *union) {
	n := len(q.d)
	for _, row := range u.kept {
		u.counts[u.kind[row-u.low]]++
	}
	next := [deflated]int{0, u.counts[above], u.counts[above] + u.counts[across]}
	u.place = make([]int, len(u.kept))
	left, right := u.middle-u.low, u.high-u.middle
	second := q.gathered[next[below]*left:]
	third := second[(u.counts[across]+u.counts[below])*right:]
	for i, row := range u.kept {
		kind := u.kind[row-u.low]
		at := next[kind]
		next[kind]++
		u.place[i] = at
		if kind != below {
			copy(q.gathered[at*left:], q.v[row*n+u.low:row*n+u.middle])
		}
		if kind != above {
			copy(second[(at-u.counts[above])*right:], q.v[row*n+u.middle:row*n+u.high])
		}
	}
	for i, row := range u.rest {
		copy(third[i*(left+right):], q.v[row*n+u.low:row*n+u.high])
	}
}

// update sets the first rows of the union to the eigenpairs that the secular equation has, and the others to the rest.
func (q *division) update(u *union, rho float64) error {
	k := len(u.kept)
	s := &secular{d: make([]float64, k), z: make([]float64, k), impl: q.impl}
	square := 0.0
	for i, row := range u.kept {
		s.d[i], s.z[i] = q.d[row], u.z[row-u.low]
		square += s.z[i] * s.z[i]
	}
	s.rho = rho * square
	for i := range s.z {
		s.z[i] /= math.Sqrt(square)
	}
	if len(q.vectors) < k*k {
		q.vectors = make([]float64, k*k)
	}
	roots, err := s.solve(q.vectors[:k*k], u.place)
	if err != nil {
		return err
	}
	for _, row := range u.rest {
		roots = append(roots, q.d[row])
	}
	copy(q.d[u.low:u.high], roots)
	q.multiply(u)
	return nil
}

// multiply sets the first rows of the union to the products of the secular equation's vectors with the gathered rows,
// each kind with its own columns, which is half of a product of whole matrices; and the others to the rest.
func (q *division) multiply(u *union) {
	n, k, from := len(q.d), len(u.kept), q.gathered
	product := func(first, rows, left, right int) {
		to := blas64.General{Rows: k, Cols: right - left, Stride: n, Data: q.v[u.low*n+left:]}
		if rows == 0 {
			for i := range k {
				clear(to.Data[i*n : i*n+to.Cols])
			}
			return
		}
		weights := blas64.General{Rows: k, Cols: rows, Stride: k, Data: q.vectors[first:]}
		basis := blas64.General{Rows: rows, Cols: to.Cols, Stride: to.Cols, Data: from}
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, weights, basis, 0, to)
		from = from[rows*to.Cols:]
	}
	product(0, u.counts[above]+u.counts[across], u.low, u.middle)
	product(u.counts[above], u.counts[across]+u.counts[below], u.middle, u.high)
	for i := u.low + k; i < u.high; i++ {
		copy(q.v[i*n+u.low:i*n+u.high], from)
		from = from[u.high-u.low:]
	}
}
