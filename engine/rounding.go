package engine

import "math"

// Epsilon is the distance from 1 to the next float64, ε = 2⁻⁵².
const Epsilon = 0x1p-52

// RoundingFactor is the number in front of [Rounding]. One ε of it is the eigensolver's
// (an eigenvalue is computed to within about nε‖K‖, Golub and Van Loan 2013, section
// 8.3); three are those of the entries, each wrong by an ulp or so from the distance, the
// function of it and a product or sum with another kernel, and moving an eigenvalue by at
// most n·max|δKᵢⱼ| ≤ 3nε‖K‖ (Weyl).
const RoundingFactor = 4

// Rounding returns the size up to which an eigenvalue of a symmetric n×n matrix with
// ‖K‖₂ = norm, or cᵀKc with ‖c‖ = 1, is zero to rounding,
//
//	4 n ε ‖K‖₂.
//
// It is the one rule for “zero to rounding”: what is larger is there, what is smaller may
// be made of rounding alone. It panics if n is negative or norm is negative or NaN.
func Rounding(n int, norm float64) float64 {
	if n < 0 || !(norm >= 0) {
		panic("engine: rounding of a negative size")
	}
	return RoundingFactor * float64(n) * Epsilon * norm
}

// Rounding returns [Rounding] of the matrix, whose norm is the largest modulus of its
// eigenvalues.
func (s *Spectrum) Rounding() float64 {
	n := len(s.Values)
	return Rounding(n, max(math.Abs(s.Values[0]), math.Abs(s.Values[n-1])))
}

// Agreement is how far apart, relative to their size, two numbers may be that are equal
// on paper; see [Agree]. It lies between two scales. Below it is what computing leaves:
// sums of up to 2,000 terms of one sign (4·10⁻¹³), square roots of differences of squares
// (10⁻¹² at distances a thousandth of the data's), and methods that stop at 10⁻¹⁰ of
// their objective. Above it is all that anybody is shown: four digits in a sentence, a
// thousandth of an axis in a picture.
const Agreement = 1e-9

// Agree reports whether two numbers are equal as far as their computing can tell,
//
//	|a − b| ≤ 10⁻⁹ size.
//
// It is the one rule for ties and for “the same” where no bound of their own is known;
// where one is, a [Certificate] holds them to it. size is that of what they were computed
// from, the largest of the numbers compared or the scale of the data, and not of their
// difference: of size 0, and of an infinite size, only equal numbers agree. NaN agrees
// with nothing.
func Agree(a, b, size float64) bool {
	return a == b || math.Abs(a-b) <= Agreement*math.Abs(size) && !math.IsInf(size, 0)
}

// Certified returns the certificate of two computations that differ by gap and leave that
// residual where rounding allows bound: OK if both keep to a bound that promises six
// digits, [MaxBound]. NaN is never OK.
func Certified(gap, residual, bound float64) Certificate {
	return Certificate{
		PrimalDualGap: gap, Residual: residual, Bound: bound,
		OK: gap <= bound && residual <= bound && bound <= MaxBound,
	}
}
