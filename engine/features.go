package engine

import (
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// Bounds of what is built: one vector of features, and a matrix of them (128 MB).
// [CountFeatures] says beforehand how many there would be.
const (
	MaxFeatures       = 200_000
	MaxFeatureEntries = 1 << 24
)

// CountFeatures returns the number of monomials of p inputs of order at most q,
//
//	C(p + q, q) = (p + q)! / (p! q!),
//
// exactly: 1001 for p = 4 and q = 10, 96 560 646 for p = 100 and q = 5. It panics
// if p < 1, q < 0 or p + q > 100 000.
func CountFeatures(p, q int) *big.Int {
	if p < 1 || q < 0 || p+q > 100_000 {
		panic("engine: number of inputs or degree out of range")
	}
	return new(big.Int).Binomial(int64(p+q), int64(min(p, q)))
}

// PolynomialFeatures are the monomials of order at most q = Degree, scaled so that
// their inner product is the [Polynomial] kernel:
//
//	φ_a(x) = √(q!/(a₀! a₁! … a_p!) · Offset^a₀) x₁^a₁ ⋯ x_p^a_p,   a₀ = q − Σᵢ aᵢ ≥ 0,
//	φ(x)ᵀφ(y) = (xᵀy + Offset)^q,
//
// by the multinomial theorem. There are [CountFeatures] of p inputs; with
// Offset = 0 those of order below q are zero. Degree ≥ 0, Offset ≥ 0 and finite;
// methods panic otherwise.
//
// Source: Shawe-Taylor and Cristianini, Kernel Methods for Pattern Analysis
// (2004), section 9.1.
type PolynomialFeatures struct {
	Degree int
	Offset float64
}

// A Monomial is one feature of [PolynomialFeatures],
//
//	φ_a(x) = Scale · x₁^a₁ ⋯ x_p^a_p.
type Monomial struct {
	Exponents   []int    // a₁, …, a_p
	Multinomial *big.Int // q!/(a₀! a₁! … a_p!), the number of ways to multiply out to x^a
	Scale       float64  // √(Multinomial · Offset^a₀)
}

// String writes x₁²x₂, or x² where there is one input; 1 for the constant.
func (m Monomial) String() string {
	var b strings.Builder
	for i, a := range m.Exponents {
		if a == 0 {
			continue
		}
		b.WriteByte('x')
		if len(m.Exponents) > 1 {
			b.WriteString(subscripts.Replace(strconv.Itoa(i + 1)))
		}
		if a > 1 {
			b.WriteString(superscripts.Replace(strconv.Itoa(a)))
		}
	}
	if b.Len() == 0 {
		return "1"
	}
	return b.String()
}

var (
	subscripts = strings.NewReplacer("0", "₀", "1", "₁", "2", "₂", "3", "₃", "4", "₄", "5", "₅", "6", "₆", "7", "₇",
		"8", "₈", "9", "₉")
	superscripts = strings.NewReplacer("0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷",
		"8", "⁸", "9", "⁹")
)

// Monomials lists the features of p inputs, by order, and within an order with
// the powers of x₁ descending: 1, x₁, x₂, x₁², x₁x₂, x₂² for p = q = 2. It panics
// if there are more than [MaxFeatures] of them.
func (f PolynomialFeatures) Monomials(p int) []Monomial {
	f.check()
	count := CountFeatures(p, f.Degree)
	if count.Cmp(big.NewInt(MaxFeatures)) > 0 {
		panic("engine: too many features")
	}
	factorial := make([]*big.Int, f.Degree+1)
	for k := range factorial {
		factorial[k] = new(big.Int).MulRange(1, int64(k))
	}
	list := make([]Monomial, 0, count.Int64())
	a := make([]int, p)
	var order int
	var spread func(i, left int)
	spread = func(i, left int) {
		if i == p-1 {
			a[i] = left
			m := new(big.Int).Set(factorial[f.Degree])
			for _, e := range a {
				if e > 1 {
					m.Quo(m, factorial[e])
				}
			}
			m.Quo(m, factorial[f.Degree-order])
			list = append(list, Monomial{slices.Clone(a), m, f.scale(m, f.Degree-order)})
			return
		}
		for e := left; e >= 0; e-- {
			a[i] = e
			spread(i+1, left-e)
		}
	}
	for order = range f.Degree + 1 {
		spread(0, order)
	}
	return list
}

func (f PolynomialFeatures) check() {
	if f.Degree < 0 || !(f.Offset >= 0 && finite(f.Offset)) {
		panic("engine: degree or offset of the features is negative or not finite")
	}
}

// scale returns √(m · Offset^e), which may be +∞.
func (f PolynomialFeatures) scale(m *big.Int, e int) float64 {
	if e > 0 && f.Offset == 0 {
		return 0
	}
	v, _ := new(big.Float).Sqrt(new(big.Float).SetInt(m)).Float64()
	return v * math.Pow(f.Offset, float64(e)/2)
}

// Map returns φ(x), of length C(p + q, q). Numbers beyond float64 are infinite,
// none is NaN. For many points [PolynomialFeatures.Matrix] is faster.
func (f PolynomialFeatures) Map(x []float64) []float64 {
	return newPowerTable(len(x), f.Degree).features(x, f.Monomials(len(x)), nil)
}

// Matrix returns Φ, the n×d matrix with rows φ(xᵢ)ᵀ, and [ErrOverflow] if a number
// of it is not finite. It panics if there are more than [MaxFeatures] features or
// more than [MaxFeatureEntries] numbers.
func (f PolynomialFeatures) Matrix(x [][]float64) (*mat.Dense, error) {
	checkInputs(x)
	terms := f.Monomials(len(x[0]))
	Phi := newFeatureMatrix(len(x), len(terms))
	powers := newPowerTable(len(x[0]), f.Degree)
	for i, xi := range x {
		if row := powers.features(xi, terms, Phi.RawRowView(i)[:0]); !allFinite(row) {
			return nil, ErrOverflow
		}
	}
	return Phi, nil
}

func newFeatureMatrix(n, d int) *mat.Dense {
	if n > MaxFeatureEntries/d {
		panic("engine: too many features")
	}
	return mat.NewDense(n, d, nil)
}

// A powerTable is a table of xᵢ^e.
type powerTable [][]float64

func newPowerTable(p, degree int) powerTable {
	table := make(powerTable, p)
	for i := range table {
		table[i] = make([]float64, degree+1)
	}
	return table
}

// features appends φ(x) to dst.
func (table powerTable) features(x []float64, terms []Monomial, dst []float64) []float64 {
	for i, v := range x {
		table[i][0] = 1
		for e := 1; e < len(table[i]); e++ {
			table[i][e] = table[i][e-1] * v
		}
	}
	for _, term := range terms {
		v := term.Scale
		for i, e := range term.Exponents {
			if e > 0 {
				// A factor of zero decides, or 0·∞ would be NaN.
				if v == 0 || table[i][e] == 0 {
					v = 0
					break
				}
				v *= table[i][e]
			}
		}
		dst = append(dst, v)
	}
	return dst
}

// TaylorFeatures are the first features of the [Gaussian] kernel of one input,
//
//	φ_k(x) = e^(−x²/2ℓ²) xᵏ / (ℓᵏ √k!),   k = 0, …, Count − 1,   ℓ = Length > 0,
//	Σ_k φ_k(x) φ_k(y) → exp(−(x − y)²/2ℓ²) as Count → ∞,
//
// from the Taylor series of exp(xy/ℓ²). Near the origin a few suffice; at x it
// takes about (x/ℓ)² of them. This is the convention with 2ℓ² in the exponent; for
// exp(−(x − y)²/σ²) take Length = σ/√2. Methods panic unless Length is positive and
// finite and Count is between 1 and [MaxFeatures].
//
// Source: Steinwart, Hush and Scovel, An explicit description of the reproducing
// kernel Hilbert spaces of Gaussian RBF kernels, IEEE Transactions on Information
// Theory 52 (2006).
type TaylorFeatures struct {
	Length float64
	Count  int
}

// Map returns φ(x), of length Count, for x ∈ ℝ¹. Each lies in [−1, 1], and
// ‖φ(x)‖ ≤ 1 up to rounding. It panics unless x has length 1.
func (f TaylorFeatures) Map(x []float64) []float64 {
	if len(x) != 1 {
		panic("engine: Taylor features are of one input")
	}
	return f.features(x[0], nil)
}

func (f TaylorFeatures) features(x float64, dst []float64) []float64 {
	if f.Count < 1 || f.Count > MaxFeatures {
		panic("engine: number of features out of range")
	}
	t := scaled(x, f.Length)
	// Far out the first features underflow, though those near k = t² do not: there
	// by logarithms, and else by φ_k = φ_{k−1} t/√k.
	const far = 36
	if math.Abs(t) < far {
		v := math.Exp(-t * t / 2)
		for k := range f.Count {
			if k > 0 {
				v *= t / math.Sqrt(float64(k))
			}
			dst = append(dst, v)
		}
		return dst
	}
	logarithm := math.Log(math.Abs(t))
	for k := range f.Count {
		half, _ := math.Lgamma(float64(k) + 1)
		v := math.Exp(determinedLog(float64(k)*logarithm - half/2 - t*t/2))
		if t < 0 && k%2 == 1 {
			v = -v
		}
		dst = append(dst, v)
	}
	return dst
}

// determinedLog is the logarithm of a feature at a t so large that t² overflows.
func determinedLog(v float64) float64 {
	if v != v {
		return math.Inf(-1)
	}
	return v
}

// Matrix returns Φ, the n×Count matrix with rows φ(xᵢ)ᵀ. It panics if there are
// more than [MaxFeatureEntries] numbers.
func (f TaylorFeatures) Matrix(x [][]float64) *mat.Dense {
	checkInputs(x)
	if len(x[0]) != 1 {
		panic("engine: Taylor features are of one input")
	}
	Phi := newFeatureMatrix(len(x), f.Count)
	for i, xi := range x {
		f.features(xi[0], Phi.RawRowView(i)[:0])
	}
	return Phi
}
