package engine

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// An Alignment says how the columns of one matrix continue those of another: see
// [Align].
type Alignment struct {
	// From[j] is the column of previous that column j of next continues, or −1 if it
	// continues none.
	From []int
	// Overlap[j] is the cosine between the two, of either sign, and 0 where there are
	// none. To go on in the same direction, column j is multiplied by its sign.
	Overlap []float64
}

// leastOverlap is the cosine from which a vector continues another, 60°. Two that
// are turned by 45° in their plane, as a nearly degenerate pair may be, do.
const leastOverlap = 0.5

// Align matches eigenvectors of two matrices that differ little, those of neighbouring
// bandwidths for instance. Of the pairs of columns of previous (n×m) and next
// (n×m′) it takes the one with the largest
//
//	|cos(p, q)| = |pᵀq| / ‖p‖‖q‖ ≥ ½,
//
// of equal ones the first, then the largest among the columns left, and so on. So
// vectors keep their identity where eigenvalues cross, and order does not matter.
// Columns of zeros match nothing. Nothing is changed. Align panics if the columns
// differ in length.
func Align(previous, next *mat.Dense) Alignment {
	n, before := previous.Dims()
	rows, after := next.Dims()
	if rows != n {
		panic("engine: vectors of different lengths")
	}
	var cosine mat.Dense
	cosine.Mul(previous.T(), next)
	p, q := columnNorms(previous), columnNorms(next)
	a := Alignment{From: slices.Repeat([]int{-1}, after), Overlap: make([]float64, after)}
	type pair struct{ i, j int }
	var pairs []pair
	for i := range before {
		for j := range after {
			scale := p[i] * q[j]
			if scale == 0 || !finite(scale) {
				continue
			}
			cosine.Set(i, j, cosine.At(i, j)/scale)
			if math.Abs(cosine.At(i, j)) >= leastOverlap {
				pairs = append(pairs, pair{i, j})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int {
		return cmp.Compare(math.Abs(cosine.At(b.i, b.j)), math.Abs(cosine.At(a.i, a.j)))
	})
	taken := make([]bool, before)
	for _, m := range pairs {
		if !taken[m.i] && a.From[m.j] < 0 {
			taken[m.i] = true
			a.From[m.j], a.Overlap[m.j] = m.i, cosine.At(m.i, m.j)
		}
	}
	return a
}

func columnNorms(A *mat.Dense) []float64 {
	rows, columns := A.Dims()
	v := make([]float64, columns)
	column := make([]float64, rows)
	for j := range v {
		v[j] = floats.Norm(mat.Col(column, j, A), 2)
	}
	return v
}

// Follow returns c with the signs and labels that continue those of previous, the
// components of the same points at a place near by, as [Align] matches them: a
// component that continues another points the same way (the cosine of their
// coefficients is positive) and has its label, and one that continues none keeps its
// sign and has a label that no component had before. The order is still that of the
// eigenvalues. Neither c nor previous is changed; what Follow does not change they
// share with the result.
//
// Of eigenvalues that are equal to 10⁻¹² of the largest, as the pairs of evenly
// spaced points on a circle are, any rotation of the vectors is one of eigenvectors,
// and which comes is chance: those that continue previous ones are turned to lie as
// near to them as they can. Vectors of eigenvalues that are nearly equal but not to
// that degree are what they are, and may turn in their plane by up to 45° from one
// place to the next: there only the sign is set.
//
// Along a slider one begins at a fixed place, never where the slider happens to be, and
// follows from place to place outwards; a value between two follows the nearer. The same
// query then gives the same numbers, whatever way a reader took. A component that leaves
// the first m and comes back has a new label and a sign of its own: have one or two more
// fitted than are shown.
//
// Follow panics if the two have another number of points.
func (c *KernelComponents) Follow(previous *KernelComponents) *KernelComponents {
	next := *c
	next.Coefficients, next.Scores = mat.DenseCopyOf(c.Coefficients), mat.DenseCopyOf(c.Scores)
	next.Residuals = slices.Clone(c.Residuals)
	n, m := next.Coefficients.Dims()
	next.turn(previous)
	a := Align(previous.Coefficients, next.Coefficients)
	next.Labels, next.unused = make([]int, m), previous.unused
	for j, from := range a.From {
		switch {
		case j >= next.Rank:
			next.Labels[j] = NoComponent
			continue
		case from < 0:
			next.Labels[j] = next.unused
			next.unused++
			continue
		}
		next.Labels[j] = previous.Labels[from]
		if a.Overlap[j] < 0 {
			for i := range n {
				next.Coefficients.Set(i, j, -next.Coefficients.At(i, j))
				next.Scores.Set(i, j, -next.Scores.At(i, j))
			}
		}
	}
	return &next
}

// turn rotates the vectors of each multiple eigenvalue towards those of previous,
// by the orthogonal factor of the polar decomposition of their overlap.
//
// Source: Golub and Van Loan, Matrix Computations, 4th edition (2013), section 6.4.1.
func (c *KernelComponents) turn(previous *KernelComponents) {
	n, _ := c.Coefficients.Dims()
	for from := 0; from < c.Rank; {
		to := from + 1
		for to < c.Rank && c.Eigenvalues[from]-c.Eigenvalues[to] <= leadingTolerance*c.Eigenvalues[0] {
			to++
		}
		size, first := to-from, from
		from = to
		if size == 1 {
			continue
		}
		coefficients := c.Coefficients.Slice(0, n, first, to).(*mat.Dense)
		scores := c.Scores.Slice(0, n, first, to).(*mat.Dense)
		// The vectors of previous that are most in this space, as many as it has
		// dimensions, and with their lengths made one, as those of the others are.
		target := nearest(previous.Coefficients, coefficients)
		if target == nil {
			continue
		}
		var overlap mat.Dense
		unit := mat.DenseCopyOf(coefficients)
		unitColumns(unit)
		overlap.Mul(unit.T(), target)
		var svd mat.SVD
		if !svd.Factorize(&overlap, mat.SVDThin) || !(svd.Values(nil)[size-1] > leastOverlap) {
			continue // some of them were not there
		}
		var u, v, rotation, turned mat.Dense
		svd.UTo(&u)
		svd.VTo(&v)
		rotation.Mul(&u, v.T())
		turned.Mul(unit, &rotation)
		spread := c.Eigenvalues[first] - c.Eigenvalues[to-1]
		worst := spread + floats.Norm(c.Residuals[first:to], 2)
		a, b := columnNorms(coefficients), columnNorms(scores)
		for j := range size {
			for i := range n {
				coefficients.Set(i, j, turned.At(i, j)*a[j])
				scores.Set(i, j, turned.At(i, j)*b[j])
			}
			c.Residuals[first+j] = worst
		}
	}
}

// nearest returns the columns of previous, of length one, that lie most in the span
// of space, which has orthogonal columns: as many as that has, in their order. It is
// nil if previous has not so many.
func nearest(previous, space *mat.Dense) *mat.Dense {
	n, m := previous.Dims()
	_, size := space.Dims()
	if m < size {
		return nil
	}
	p, s := mat.DenseCopyOf(previous), mat.DenseCopyOf(space)
	unitColumns(p)
	unitColumns(s)
	var inside mat.Dense
	inside.Mul(s.T(), p)
	share := columnNorms(&inside)
	order := indices(m)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(share[b], share[a]) })
	order = order[:size]
	slices.Sort(order)
	target := mat.NewDense(n, size, nil)
	for k, j := range order {
		target.SetCol(k, mat.Col(nil, j, p))
	}
	return target
}

// unitColumns divides each column that is not zero by its length.
func unitColumns(A *mat.Dense) {
	rows, _ := A.Dims()
	for j, norm := range columnNorms(A) {
		if norm == 0 || !finite(norm) {
			continue
		}
		for i := range rows {
			A.Set(i, j, A.At(i, j)/norm)
		}
	}
}
