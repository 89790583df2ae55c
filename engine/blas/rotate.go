package blas

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

// Lanes is how many rows are rotated at once.
const Lanes = 8

// A Strip is n columns of eight rows, in which the eight numbers of a column are together. In the first
// or second cache it stays for many sweeps, where gonum's Dlasr walks all of a matrix for each.
type Strip []float64

// Strips lays out the m×n matrix A, whose rows are lda apart, eight rows at a time, in memory that may be
// given; rows that there are not are zeros.
func Strips(m, n int, a []float64, lda int, memory []float64) []Strip {
	if need := (m + Lanes - 1) / Lanes * Lanes * n; cap(memory) < need {
		memory = make([]float64, need)
	} else {
		memory = memory[:need]
	}
	var all []Strip
	for i := 0; i < m; i += Lanes {
		s := Strip(memory[i*n:][:Lanes*n])
		for r := range Lanes {
			if i+r >= m {
				for j := range n {
					s[j*Lanes+r] = 0
				}
				continue
			}
			at := (i + r) * lda
			for j, v := range a[at : at+n] {
				s[j*Lanes+r] = v
			}
		}
		all = append(all, s)
	}
	return all
}

// Row sets dst to a row of the strip, whose columns it takes in an order.
func (s Strip) Row(dst []float64, row int, order []int) {
	for j, column := range order {
		dst[j] = s[column*Lanes+row]
	}
}

// Rotate applies sweeps, one after the other, to the columns of a strip.
func (impl Implementation) Rotate(strip Strip, sweeps []Sweep) {
	for len(sweeps) > 0 {
		one := sweeps[0]
		sweeps = sweeps[1:]
		if len(sweeps) > 0 && impl.path != nil && impl.path.rotateTwo != nil {
			if two := sweeps[0]; two.Column == one.Column && two.Down == one.Down && min(len(one.CS), len(two.CS)) > 2 {
				sweeps = sweeps[1:]
				impl.two(strip, one, two)
				continue
			}
		}
		impl.one(strip, one, 0)
	}
}

// step is how far on the next column is.
func (s Sweep) step() int {
	if s.Down {
		return -Lanes
	}
	return Lanes
}

// one applies the rotations of a sweep from one of them on.
func (impl Implementation) one(strip Strip, s Sweep, from int) {
	count, step := len(s.CS)/2-from, s.step()
	if count <= 0 {
		return
	}
	at := Lanes*s.Column + step*from
	_, _ = strip[at:][:Lanes], strip[at+step*count:][:Lanes]
	rotate := rotateRows
	if impl.path != nil {
		rotate = impl.path.rotate
	}
	rotate(count, strip, at, step, s.CS[2*from:])
}

// two applies two sweeps that begin with the same column, each of at least two rotations: the second
// follows a rotation behind the first, so that a column is read and written once for both.
func (impl Implementation) two(strip Strip, first, second Sweep) {
	impl.one(strip, Sweep{first.Column, first.Down, first.CS[:2]}, 0)
	count, step := min(len(first.CS)/2-1, len(second.CS)/2), first.step()
	at := Lanes * first.Column
	_, _ = strip[at:][:Lanes], strip[at+step*(count+1):][:Lanes]
	impl.path.rotateTwo(count, &strip[at], step*8, &first.CS[2], &second.CS[0])
	impl.one(strip, first, count+1)
	impl.one(strip, second, count)
}

// rotateRows applies count rotations to eight rows; x begins at w[at:], and y is so many numbers on.
func rotateRows(count int, w []float64, at, step int, cs []float64) {
	x := [Lanes]float64(w[at:])
	for i := range count {
		c, s := cs[2*i], cs[2*i+1]
		y := [Lanes]float64(w[at+step:])
		to := w[at : at+Lanes]
		for r := range to {
			to[r] = c*x[r] + s*y[r]
			x[r] = c*y[r] - s*x[r]
		}
		at += step
	}
	copy(w[at:at+Lanes], x[:])
}
