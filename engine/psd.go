package engine

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A Verdict says whether a matrix is positive semi-definite, as far as float64
// can tell.
type Verdict int

const (
	// SemiDefinite: no eigenvalue is below −4nε‖K‖, the rounding of an
	// eigenvalue, so that K cannot be told from a positive semi-definite matrix.
	SemiDefinite Verdict = iota
	// Doubtful: the smallest eigenvalue is below that but above −√ε‖K‖. K as it
	// stands is not positive semi-definite; a K with eight wrong digits, of a
	// kernel that loses them or of a file that never had more, could come from
	// one that is.
	Doubtful
	// Indefinite: the smallest eigenvalue is below −√ε‖K‖. No rounding explains it.
	Indefinite
)

// A PSDReport is what [CheckPSD] found out about an n×n matrix K.
type PSDReport struct {
	Eigenvalues       []float64 // s₁ ≥ … ≥ sₙ
	Smallest, Largest float64   // sₙ and s₁
	// Witness is c ∈ ℝⁿ of length one, an eigenvector of sₙ, and Value is cᵀKc, in
	// twice the working precision: a negative Value convicts K. Where several
	// eigenvalues are sₙ to rounding, c is the one of their vectors that [onAxis] chooses.
	Witness []float64
	Value   float64
	// Rounding and Doubt are the two thresholds, 4·n·ε·‖K‖₂ and √ε·‖K‖₂, with
	// ‖K‖₂ = max(|s₁|, |sₙ|).
	Rounding, Doubt float64
	Verdict         Verdict
}

// CheckPSD tells whether K is positive semi-definite,
//
//	cᵀKc = Σᵢⱼ cᵢ cⱼ Kᵢⱼ ≥ 0 for all c ∈ ℝⁿ,
//
// from its smallest eigenvalue, and gives the c that minimises cᵀKc/cᵀc. An
// eigenvalue is computed to within about 4nε‖K‖, and entries of K carry errors of
// their own; the [Verdict] keeps the cases apart. From n = 67 million on the two
// thresholds would cross. Errors are those of [Eigen].
func CheckPSD(K mat.Symmetric) (PSDReport, error) {
	s, err := Eigen(K)
	if err != nil {
		return PSDReport{}, err
	}
	n := len(s.Values)
	r := PSDReport{
		Eigenvalues: s.Values,
		Smallest:    s.Values[n-1],
		Largest:     s.Values[0],
		Witness:     onAxis(s.Vectors, s.least()),
		Rounding:    s.Rounding(),
		Doubt:       math.Sqrt(Epsilon) * max(math.Abs(s.Values[0]), math.Abs(s.Values[n-1])),
	}
	r.Value = quadraticForm(K, r.Witness)
	switch {
	case r.Smallest >= -r.Rounding:
		r.Verdict = SemiDefinite
	case r.Smallest >= -r.Doubt:
		r.Verdict = Doubtful
	default:
		r.Verdict = Indefinite
	}
	return r, nil
}

// least returns the first of the eigenvalues that are sₙ to rounding.
func (s *Spectrum) least() int {
	last := len(s.Values) - 1
	for last > 0 && s.Values[last-1]-s.Values[len(s.Values)-1] <= s.Rounding() {
		last--
	}
	return last
}

// onAxis returns, of the space that the columns of U from one on span, the vector that is
// nearest to an axis, of length one. Of axes equally near, to eight digits, it takes the
// first. Data with a symmetry have eigenvalues that are equal, and of their eigenvectors the
// last digit chooses, which differs from machine to machine; the space does not. The
// vector's entry on that axis is its largest, and positive: of one column it is that
// column with the sign of [Spectrum].
func onAxis(U *mat.Dense, from int) []float64 {
	n, _ := U.Dims()
	squares := make([]float64, n)
	for i := range squares {
		for _, v := range U.RawRowView(i)[from:] {
			squares[i] += v * v
		}
	}
	const reaches = 1 - 1e-8
	most := maxAbs(squares)
	axis := slices.IndexFunc(squares, func(v float64) bool { return v >= reaches*most })
	c, near := make([]float64, n), U.RawRowView(axis)[from:]
	for i := range c {
		c[i] = floats.Dot(U.RawRowView(i)[from:], near)
	}
	floats.Scale(1/floats.Norm(c, 2), c)
	return c
}

// Negative returns how many eigenvalues are below −4nε·max|s|, which rounding does not
// explain: none of a K that [CheckPSD] finds semi-definite.
func (s *Spectrum) Negative() int {
	rounding := s.Rounding()
	return floats.Count(func(v float64) bool { return v < -rounding }, s.Values)
}

// quadraticForm returns cᵀKc as if computed with twice the digits, in O(n²).
//
// Source: Ogita, Rump and Oishi, Accurate sum and dot product, SIAM Journal on
// Scientific Computing 26 (2005), algorithm 5.3.
func quadraticForm(K mat.Symmetric, c []float64) float64 {
	// By a power of two, which rounds nothing and keeps sums in range.
	var largest float64
	for i := range c {
		for j := range i + 1 {
			largest = max(largest, math.Abs(K.At(i, j)))
		}
	}
	scale := unitOf([]float64{largest})
	var high, low float64
	for i, ci := range c {
		for j, cj := range c[:i+1] {
			k := K.At(i, j) / scale
			if i != j {
				k *= 2
			}
			// ci·cj = p + e and p·k = q + f exactly, unless they underflow. A product that
			// float64 has not rounded may be fused with what is added to it, and then the
			// errors are those of other numbers.
			p := float64(ci * cj)
			e := math.FMA(ci, cj, -p)
			q := float64(p * k)
			f := math.FMA(p, k, -q)
			sum := high + q
			b := sum - high
			low += (high - (sum - b)) + (q - b) + f + e*k
			high = sum
		}
	}
	return (high + low) * scale
}
