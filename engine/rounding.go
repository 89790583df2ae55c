package engine

import "math"

// What is said to be 0, none, level, equal or a tie is held against its own rounding and not
// against the largest of its kind, beside which a true difference may be small:
//
//	an eigenvalue           Rounding: a few nε‖K‖
//	two of them             Tied, of that rounding
//	a sum, a value of f     DotRounding: a few nε of its own terms
//	what no bound is known  Agree, to nine digits of the two numbers themselves
//
// Tidy makes 0 of what is no larger than its rounding.

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

// DotRounding returns the size up to which a·b is zero to rounding, 4nεΣ|aᵢbᵢ|: that of f(x)
// if a is α and b the kernels at x, and that of a plain sum if b is nil. It panics if b is of
// another length.
func DotRounding(a, b []float64) float64 {
	if b != nil && len(a) != len(b) {
		panic("engine: factors differ in number")
	}
	sum := 0.0
	for i, v := range a {
		if b != nil {
			v *= b[i]
		}
		sum += math.Abs(v)
	}
	return Rounding(len(a), sum)
}

// Tidy returns v, or 0 if rounding may have made it of that, |v| ≤ rounding.
func Tidy(v, rounding float64) float64 {
	if math.Abs(v) <= rounding {
		return 0
	}
	return v
}

// tiedDigits is to how many times its rounding a number has to be known for a tie: to the
// three digits that are shown.
const tiedDigits = 1e3

// Tied reports whether two numbers, each of which rounding may have moved by so much, are
// equal as far as that tells,
//
//	|a − b| ≤ 2 rounding,
//
// and known to three digits. Of numbers near their rounding nothing is known, nor that they
// are equal: two that differ by half would be.
func Tied(a, b, rounding float64) bool {
	return a == b || math.Abs(a-b) <= 2*rounding && tiedDigits*rounding <= max(math.Abs(a), math.Abs(b))
}

// Tied reports whether the eigenvalues at two places are equal to rounding; see [Tied].
func (s *Spectrum) Tied(i, j int) bool { return Tied(s.Values[i], s.Values[j], s.Rounding()) }

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
// where one is, [Tied] or a [Certificate] holds them to it. size is that of the two numbers,
// or of the terms that these two were computed from, and neither of their difference nor of
// others of their kind: of size 0, and of an infinite size, only equal numbers agree. NaN
// agrees with nothing.
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
