package engine

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/gonum"

	fast "github.com/gramophone-course/gramophone/engine/blas"
)

// leaf is the order of the tridiagonal matrices that are diagonalised by QR.
const leaf = 24

// A halving is the eigendecomposition of a tridiagonal T by divide and conquer: T is two matrices beside a matrix of
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
type halving struct {
	d, e []float64
	// Row i of v is the eigenvector of d[i]: of T so far as it has been put together, so that blocks on the diagonal
	// of v are full, and the rest is zero.
	v         []float64
	z         []float64 // v's product with vectors of the basis
	tolerance float64   // of what is rounding beside T
	gathered  []float64 // rows of v in groups
	vectors   []float64 // of the secular equation
	impl      fast.Implementation
}

// diagonalise leaves the eigenvalues of T in its diagonal, which descends, and returns the eigenvectors as columns,
// n×n. It looks at ctx, whose error it returns, before it puts two matrices together.
func (t *tridiagonal) diagonalise(ctx context.Context) ([]float64, error) {
	n := len(t.diagonal)
	h := &halving{
		d: t.diagonal, e: t.off, v: make([]float64, n*n), z: make([]float64, n),
		gathered: make([]float64, n*n), tolerance: 4 * Epsilon * max(maxAbs(t.diagonal), maxAbs(t.off)),
	}
	h.impl, _ = blas64.Implementation().(fast.Implementation)
	for low := 0; low < n; {
		high := low + 1
		for high < n && t.off[high-1] != 0 {
			high++
		}
		if m := high - low; m > leaf && m*m > len(h.vectors) {
			h.vectors = make([]float64, m*m)
		}
		if _, err := h.solve(ctx, low, high); err != nil {
			return nil, err
		}
		low = high
	}
	columns := h.gathered
	const square = 32 // of which rows and columns stay in the first cache
	order := t.sort()
	for i0 := 0; i0 < n; i0 += square {
		for j0 := 0; j0 < n; j0 += square {
			for j := j0; j < min(n, j0+square); j++ {
				row := h.v[order[j]*n:]
				for i := i0; i < min(n, i0+square); i++ {
					columns[i*n+j] = row[i]
				}
			}
		}
	}
	return columns, nil
}

// solve diagonalises the rows and columns of T from low to below high, and returns their numbers in the order of
// their eigenvalues, which ascend.
func (h *halving) solve(ctx context.Context, low, high int) ([]int, error) {
	if high-low <= leaf {
		return h.leaf(low, high)
	}
	middle := low + (high-low)/2
	beta := math.Abs(h.e[middle-1])
	h.d[middle-1] -= beta
	h.d[middle] -= beta
	first, err := h.solve(ctx, low, middle)
	if err != nil {
		return nil, err
	}
	second, err := h.solve(ctx, middle, high)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return h.merge(low, middle, high, append(first, second...))
}

// leaf is solve by implicit QR.
func (h *halving) leaf(low, high int) ([]int, error) {
	n, m := len(h.d), high-low
	var impl gonum.Implementation
	columns := make([]float64, m*m)
	work := make([]float64, max(1, 2*m-2))
	if !impl.Dsteqr(lapack.EVTridiag, m, h.d[low:high], h.e[low:max(low, high-1)], columns, m, work) {
		return nil, ErrNoConvergence
	}
	order := make([]int, m)
	for i := range m {
		order[i] = low + i
		for j := range m {
			h.v[(low+j)*n+low+i] = columns[i*m+j]
		}
	}
	return order, nil
}

// Kinds of eigenvectors, by where they are not zero.
const (
	above  = iota // in the first half
	across        // in both
	below         // in the second half
	deflated      // nowhere that matters: it is an eigenvector of T too
)

// merge puts two matrices together, the rows of which are at hand in their order.
func (h *halving) merge(low, middle, high int, order []int) ([]int, error) {
	n := len(h.d)
	sign := math.Copysign(math.Sqrt(0.5), h.e[middle-1])
	rho := 2 * math.Abs(h.e[middle-1])
	for i := low; i < middle; i++ {
		h.z[i] = h.v[i*n+middle-1] * math.Sqrt(0.5)
	}
	for i := middle; i < high; i++ {
		h.z[i] = h.v[i*n+middle] * sign
	}
	slices.SortStableFunc(order, h.ascending)
	kept, rest, kinds := h.deflate(low, middle, high, rho, order)
	if len(kept) == 0 {
		slices.SortStableFunc(rest, h.ascending)
		return rest, nil
	}
	counts, place := h.gather(low, middle, high, kept, rest, kinds)
	// The secular equation's.
	k := len(kept)
	s := &secular{d: make([]float64, k), z: make([]float64, k), impl: h.impl}
	length := 0.0
	for i, row := range kept {
		s.d[i], s.z[i] = h.d[row], h.z[row]
		length += s.z[i] * s.z[i]
	}
	s.rho = rho * length
	for i := range s.z {
		s.z[i] /= math.Sqrt(length)
	}
	vectors := h.vectors[:k*k]
	roots, err := s.solve(vectors, place)
	if err != nil {
		return nil, err
	}
	values := make([]float64, len(rest))
	for i, row := range rest {
		values[i] = h.d[row]
	}
	copy(h.d[low:], roots)
	copy(h.d[low+k:], values)
	h.multiply(low, middle, high, k, counts)
	for i := range order {
		order[i] = low + i
	}
	slices.SortStableFunc(order, h.ascending)
	return order, nil
}

// ascending compares the eigenvalues of two rows.
func (h *halving) ascending(a, b int) int {
	switch {
	case h.d[a] < h.d[b]:
		return -1
	case h.d[a] > h.d[b]:
		return 1
	}
	return 0
}

// deflate splits rows, whose eigenvalues ascend, into those that take part in the secular equation and the rest, which
// are eigenvectors of T but for rounding: those with a small zᵢ, and of two with close eigenvalues one, after a
// rotation that has its zᵢ vanish. It returns each row's kind as well, from low on.
//
// Source: Dongarra and Sorensen, A fully parallel algorithm for the symmetric eigenvalue problem, SIAM Journal on
// Scientific and Statistical Computing 8 (1987); LAPACK's dlaed2.
func (h *halving) deflate(low, middle, high int, rho float64, order []int) (kept, rest, kinds []int) {
	n := len(h.d)
	kinds = make([]int, high-low)
	for i := range kinds {
		kinds[i] = above
		if low+i >= middle {
			kinds[i] = below
		}
	}
	for _, i := range order {
		if rho*math.Abs(h.z[i]) <= h.tolerance {
			kinds[i-low] = deflated
			rest = append(rest, i)
			continue
		}
		if len(kept) == 0 {
			kept = append(kept, i)
			continue
		}
		before := kept[len(kept)-1]
		s, c := h.z[before], h.z[i]
		tau, gap := math.Hypot(c, s), h.d[i]-h.d[before]
		c, s = c/tau, s/tau
		if math.Abs(gap*c*s) > h.tolerance {
			kept = append(kept, i)
			continue
		}
		h.z[i], h.z[before] = tau, 0
		a, b := h.v[before*n+low:before*n+high], h.v[i*n+low:i*n+high]
		for j, x := range a {
			y := b[j]
			a[j], b[j] = c*x-s*y, c*y+s*x
		}
		h.d[before], h.d[i] = h.d[before]*c*c+h.d[i]*s*s, h.d[before]*s*s+h.d[i]*c*c
		if kinds[i-low] != kinds[before-low] {
			kinds[i-low] = across
		}
		kinds[before-low] = deflated
		rest = append(rest, before)
		kept[len(kept)-1] = i
	}
	return kept, rest, kinds
}

// gather copies the rows of the merged matrices to memory of their own: of those kept that are not zero in the first
// half, that half; of those that are not zero in the second, that; and the rest. It returns how many there are of each
// kind, and where among them each of the kept is.
func (h *halving) gather(low, middle, high int, kept, rest, kinds []int) (counts [deflated]int, place []int) {
	n := len(h.d)
	for _, row := range kept {
		counts[kinds[row-low]]++
	}
	next := [deflated]int{0, counts[above], counts[above] + counts[across]}
	place = make([]int, len(kept))
	to := h.gathered
	second := to[(counts[above]+counts[across])*(middle-low):]
	for i, row := range kept {
		kind := kinds[row-low]
		at := next[kind]
		next[kind]++
		place[i] = at
		if kind != below {
			copy(to[at*(middle-low):], h.v[row*n+low:row*n+middle])
		}
		if kind != above {
			copy(second[(at-counts[above])*(high-middle):], h.v[row*n+middle:row*n+high])
		}
	}
	third := second[(counts[across]+counts[below])*(high-middle):]
	for i, row := range rest {
		copy(third[i*(high-low):], h.v[row*n+low:row*n+high])
	}
	return counts, place
}

// multiply sets the first k rows of the merged matrix to the eigenvectors of T, and the others to the deflated ones.
// The basis is in two blocks, so that this takes half of what a product of whole matrices takes.
func (h *halving) multiply(low, middle, high, k int, counts [deflated]int) {
	n := len(h.d)
	first, second := counts[above]+counts[across], counts[across]+counts[below]
	from := h.gathered
	product := func(column, rows, left, right int) {
		to := blas64.General{Rows: k, Cols: right - left, Stride: n, Data: h.v[low*n+left:]}
		if rows == 0 {
			for i := range k {
				clear(to.Data[i*n : i*n+to.Cols])
			}
			return
		}
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1,
			blas64.General{Rows: k, Cols: rows, Stride: k, Data: h.vectors[column : column+(k-1)*k+rows]},
			blas64.General{Rows: rows, Cols: right - left, Stride: right - left, Data: from}, 0, to)
		from = from[rows*(right-left):]
	}
	product(0, first, low, middle)
	product(counts[above], second, middle, high)
	for i := low + k; i < high; i++ {
		copy(h.v[i*n+low:i*n+high], from)
		from = from[high-low:]
	}
}
