package blas

import "sync"

// A Sweep is a run of plane rotations of neighbouring columns. It begins with a column, and each
// rotation takes in the next one, x and y becoming
//
//	cx + sy,   cy − sx,
//
// of which the first stays where x was, and the second is x for the next rotation.
type Sweep struct {
	Column int       // the first x
	Down   bool      // whether the columns that follow have smaller numbers
	CS     []float64 // c, s of each rotation, one after the other
}

// lanes is how many rows are rotated at once.
const lanes = 8

// Rotate applies sweeps, one after the other, to the columns of the m×n matrix A, whose rows are lda
// apart. Eight rows at a time are laid out so that the eight numbers of a column are together, and stay
// in the first or second cache for all sweeps: gonum's Dlasr walks all of A for each.
func (impl Implementation) Rotate(m, n int, a []float64, lda int, sweeps []Sweep) {
	low, high := n, -1 // the columns that move
	for _, s := range sweeps {
		first, last := s.Column, s.Column+len(s.CS)/2
		if s.Down {
			first, last = s.Column-len(s.CS)/2, s.Column
		}
		low, high = min(low, first), max(high, last)
	}
	if high < 0 || m == 0 {
		return
	}
	_, _ = a[low], a[(m-1)*lda+high]
	rotate := rotateRows
	if impl.path != nil {
		rotate = impl.path.rotate
	}
	kept := rows.Get().(*[]float64)
	defer rows.Put(kept)
	w := *kept
	if need := lanes * (high - low + 1); len(w) < need {
		w = make([]float64, need)
		*kept = w
	}
	for i := 0; i < m; i += lanes {
		here := min(lanes, m-i)
		gather(w, a[i*lda+low:], lda, here, high-low+1)
		for _, s := range sweeps {
			step := lanes
			if s.Down {
				step = -lanes
			}
			if count := len(s.CS) / 2; count > 0 {
				at := lanes * (s.Column - low)
				_, _ = w[at+lanes-1], w[at+step*count:][:lanes]
				rotate(count, w, at, step, s.CS)
			}
		}
		scatter(a[i*lda+low:], w, lda, here, high-low+1)
	}
}

// rows are where eight rows lie.
var rows = sync.Pool{New: func() any { return new([]float64) }}

// gather lays out the first n columns of so many rows of A, of which there are at most eight.
func gather(w, a []float64, lda, rows, n int) {
	for r := range rows {
		for j, v := range a[r*lda : r*lda+n] {
			w[j*lanes+r] = v
		}
	}
	for r := rows; r < lanes; r++ {
		for j := range n {
			w[j*lanes+r] = 0
		}
	}
}

// scatter writes them back.
func scatter(a, w []float64, lda, rows, n int) {
	for r := range rows {
		row := a[r*lda : r*lda+n]
		for j := range row {
			row[j] = w[j*lanes+r]
		}
	}
}

// rotateRows applies count rotations to eight rows; x begins at w[at:], and y is so many numbers on.
func rotateRows(count int, w []float64, at, step int, cs []float64) {
	x := [lanes]float64(w[at:])
	for i := range count {
		c, s := cs[2*i], cs[2*i+1]
		y := [lanes]float64(w[at+step:])
		to := w[at : at+lanes]
		for r := range to {
			to[r] = c*x[r] + s*y[r]
			x[r] = c*y[r] - s*x[r]
		}
		at += step
	}
	copy(w[at:at+lanes], x[:])
}
