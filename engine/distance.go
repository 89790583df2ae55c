package engine

import (
	"math"

	"github.com/gramophone-course/gramophone/engine/vec"
)

// tinyRoot is a distance above which none of the squares that count is too small for float64.
const tinyRoot = 1e-144

// rows returns a function that fills rows of distances, with the very numbers of
// m.Distance. What it saves is the calls: the coordinates of y are laid out one
// after another, and four of them are taken at a time.
//
// A matrix product, ‖x‖² + ‖y‖² − 2xᵀy, is slower here (BenchmarkGramWide has
// it): it replaces one of three operations, and loses ε‖x‖²/‖x − y‖² of the
// distance to cancellation, all digits for near points far from the origin.
func (m Metric) rows(x, y [][]float64) rows {
	p := len(x[0])
	if p == 1 && len(y[0]) == 1 { // both metrics
		line := each(y, func(v []float64) float64 { return v[0] })
		return func(dst []float64, i, from int) {
			at := x[i][0]
			dst = dst[from:len(line)]
			for j, v := range line[from:] {
				dst[j] = math.Abs(at - v)
			}
		}
	}
	if m != Euclidean || len(y[0]) != p {
		return func(dst []float64, i, from int) {
			for j := from; j < len(y); j++ {
				dst[j] = m.Distance(x[i], y[j])
			}
		}
	}
	n := len(y)
	padded := (p + 3) &^ 3
	columns := make([]float64, padded*n) // column c of y, and zeros to a multiple of four
	for j, yj := range y {
		for c, v := range yj {
			columns[c*n+j] = v
		}
	}
	point := make([]float64, padded)
	return func(dst []float64, i, from int) {
		copy(point, x[i])
		dst = dst[from:n]
		done := vec.Distances(dst, point[:p], columns[from:], n)
		for j, r := range dst[:done] {
			if !(r > tinyRoot && r <= math.MaxFloat64) {
				dst[j] = Euclidean.Distance(x[i], y[from+j])
			}
		}
		from += done
		dst = dst[done:]
		clear(dst)
		for c := 0; c < padded; c += 4 {
			u0, u1, u2, u3 := point[c], point[c+1], point[c+2], point[c+3]
			c0 := columns[c*n+from:][:len(dst)]
			c1 := columns[(c+1)*n+from:][:len(dst)]
			c2 := columns[(c+2)*n+from:][:len(dst)]
			c3 := columns[(c+3)*n+from:][:len(dst)]
			last := c+4 == padded
			for j, s := range dst {
				d := u0 - c0[j]
				s += d * d
				d = u1 - c1[j]
				s += d * d
				d = u2 - c2[j]
				s += d * d
				d = u3 - c3[j]
				s += d * d
				if last { // here, for a root costs nothing beside so much else
					if s > tinySquare && s <= math.MaxFloat64 {
						s = math.Sqrt(s)
					} else { // equal points, or squares out of range
						s = Euclidean.Distance(x[i], y[from+j])
					}
				}
				dst[j] = s
			}
		}
	}
}

// decay returns exp(−a) for a ≥ 0 to within 1.1 units in the last place, and 0
// for +∞. math.Exp would be most of the time of a Gram matrix; this knows the sign
// and the range, and takes less than half of it.
//
// With k the integer nearest to 512a/ln 2 and r = k·ln 2/512 − a,
//
//	exp(−a) = 2^⌊−k/512⌋ · 2^((−k mod 512)/512) · exp(r),   |r| ≤ ln 2/1024,
//
// the middle factor from a table and exp(r) up to r⁴/24 of its series, the next term
// being below 2·10⁻¹⁸.
//
// Source: Tang, Table-driven implementation of the exponential function in IEEE
// floating-point arithmetic, ACM Transactions on Mathematical Software 15 (1989).
func decay(a float64) float64 {
	if a > decayEnd {
		return math.Exp(-a)
	}
	return decayNormal(a)
}

// decayEnd is where exp(−a) leaves the normal numbers.
const decayEnd = 708

// decayNormal is decay for 0 ≤ a ≤ decayEnd, small enough to be inlined.
func decayNormal(a float64) float64 {
	const (
		high = 0x1.62e42feep-10    // ln 2/512, its first 32 bits
		low  = math.Ln2/512 - high // and the rest
	)
	k := int(a*(512/math.Ln2) + 0.5)
	r := (float64(k)*high - a) + float64(k)*low
	t := powersOfTwo[-k&511]
	t += t * (r + r*r*(0.5+r*(1./6+r*(1./24))))
	// The power ⌊−k/512⌋ of two is added to the exponent.
	return math.Float64frombits(math.Float64bits(t) + uint64(-k>>9)<<52)
}

// powersOfTwo holds 2^(i/512).
var powersOfTwo = func() (t [512]float64) {
	for i := range t {
		t[i] = math.Exp2(float64(i) / 512)
	}
	return t
}()
