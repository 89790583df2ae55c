package engine

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// A Metric is a distance between inputs.
type Metric int

const (
	Euclidean Metric = iota // ‖x − y‖₂
	Manhattan               // ‖x − y‖₁
)

// String returns the metric's name.
func (m Metric) String() string {
	switch m {
	case Euclidean:
		return "Euclidean"
	case Manhattan:
		return "Manhattan"
	}
	panic("engine: unknown metric")
}

// Distance returns the distance between x and y. It is +Inf only if the true
// distance exceeds the largest float64.
func (m Metric) Distance(x, y []float64) float64 {
	if len(x) != len(y) {
		panic("engine: inputs of different lengths")
	}
	var s float64
	switch m {
	case Manhattan:
		for i, v := range x {
			s += math.Abs(v - y[i])
		}
		return s
	case Euclidean:
		if len(x) == 1 {
			return math.Abs(x[0] - y[0])
		}
		for i, v := range x {
			d := v - y[i]
			s += d * d
		}
		if s > tinySquare && s < math.Inf(1) {
			return math.Sqrt(s)
		}
		// The squares may have left the range though the distance is in it.
		s = 0
		for i, v := range x {
			s = math.Hypot(s, v-y[i])
		}
		return s
	}
	panic("engine: unknown metric")
}

// tinySquare is a sum of squares so small that some of them may have lost
// digits to underflow (the smallest normal float64 over ε is about 1e-292).
const tinySquare = 1e-290

// A Radial kernel is a function of one distance:
//
//	k(x, y) = OfDistance(r),   r = Metric().Distance(x, y).
//
// Gram matrices of radial kernels on the same points share their distances,
// whatever the bandwidth: [Distances] once, then [GramFromDistances] for each.
// OfDistance takes r in [0, +Inf], and returns values in [0, 1]. Where a distance is beyond
// the largest float64, Eval and [Gram] still have k, which no r tells.
type Radial interface {
	Kernel
	Metric() Metric
	OfDistance(r float64) float64
}

// Gaussian is the kernel
//
//	k(x, y) = exp(−‖x − y‖₂² / 2ℓ²),   ℓ = Length > 0.
//
// scikit-learn's gamma and kernlab's sigma are 1/2ℓ².
type Gaussian struct{ Length float64 }

// Laplacian is the kernel
//
//	k(x, y) = exp(−‖x − y‖₁ / ℓ),   ℓ = Length > 0.
//
// Its distance is the sum of the coordinates' distances, so its level sets are
// diamonds; those of [Exponential] are circles. They agree for one input.
// scikit-learn's gamma for it is 1/ℓ.
type Laplacian struct{ Length float64 }

// Exponential is the kernel
//
//	k(x, y) = exp(−‖x − y‖₂ / ℓ),   ℓ = Length > 0,
//
// also Matérn with ν = 1/2, and kernlab's laplacedot with sigma = 1/ℓ.
type Exponential struct{ Length float64 }

// Matern32 is the Matérn kernel with ν = 3/2, whose functions have one
// continuous derivative:
//
//	k(x, y) = (1 + a) exp(−a),   a = √3 ‖x − y‖₂ / ℓ,   ℓ = Length > 0.
//
// Source: Rasmussen and Williams, Gaussian Processes for Machine Learning
// (2006), equation 4.17.
type Matern32 struct{ Length float64 }

// Matern52 is the Matérn kernel with ν = 5/2, whose functions have two
// continuous derivatives:
//
//	k(x, y) = (1 + a + a²/3) exp(−a),   a = √5 ‖x − y‖₂ / ℓ,   ℓ = Length > 0.
//
// Source: as for [Matern32].
type Matern52 struct{ Length float64 }

// Eval returns k(x, y), as of every radial kernel.
func (k Gaussian) Eval(x, y []float64) float64    { return k.of(Euclidean.over(x, y, k.Length)) }
func (k Laplacian) Eval(x, y []float64) float64   { return k.of(Manhattan.over(x, y, k.Length)) }
func (k Exponential) Eval(x, y []float64) float64 { return k.of(Euclidean.over(x, y, k.Length)) }
func (k Matern32) Eval(x, y []float64) float64    { return k.of(Euclidean.over(x, y, k.Length)) }
func (k Matern52) Eval(x, y []float64) float64    { return k.of(Euclidean.over(x, y, k.Length)) }

// Metric returns the distance that the kernel is a function of.
func (Gaussian) Metric() Metric    { return Euclidean }
func (Laplacian) Metric() Metric   { return Manhattan }
func (Exponential) Metric() Metric { return Euclidean }
func (Matern32) Metric() Metric    { return Euclidean }
func (Matern52) Metric() Metric    { return Euclidean }

// OfDistance returns k at distance r. Like every OfDistance here it panics
// unless Length is positive and finite.
func (k Gaussian) OfDistance(r float64) float64    { return k.of(scaled(r, k.Length)) }
func (k Laplacian) OfDistance(r float64) float64   { return k.of(scaled(r, k.Length)) }
func (k Exponential) OfDistance(r float64) float64 { return k.of(scaled(r, k.Length)) }
func (k Matern32) OfDistance(r float64) float64    { return k.of(scaled(r, k.Length)) }
func (k Matern52) OfDistance(r float64) float64    { return k.of(scaled(r, k.Length)) }

// of returns k where the distance is t bandwidths.
func (Gaussian) of(t float64) float64    { return decay(t * t / 2) }
func (Laplacian) of(t float64) float64   { return decay(t) }
func (Exponential) of(t float64) float64 { return decay(t) }

func (Matern32) of(t float64) float64 {
	a := min(math.Sqrt(3)*t, underflows)
	return (1 + a) * decay(a)
}

func (Matern52) of(t float64) float64 {
	a := min(math.Sqrt(5)*t, underflows)
	return (1 + a + a*a/3) * decay(a)
}

// underflows is a distance beyond which exp(−a) is zero. Matérn kernels stop
// there, for ∞ times 0 is not a number.
const underflows = 1000

func scaled(r, length float64) float64 {
	if !(length > 0 && length <= math.MaxFloat64) {
		panic("engine: length is not positive and finite")
	}
	return r / length
}

// tiny is a power of two by which inputs are multiplied whose distance is beyond float64.
// What is lost of small ones does not count beside that.
const tiny = 0x1p-64

// over returns the distance of x and y in units of a length, also where the distance is
// beyond the largest float64.
func (m Metric) over(x, y []float64, length float64) float64 {
	t := scaled(m.Distance(x, y), length)
	if !math.IsInf(t, 1) {
		return t
	}
	return m.Distance(divided(x, 1/tiny), divided(y, 1/tiny)) / (tiny * length)
}

// apart reports whether a distance between points of x and y may be beyond float64.
func (m Metric) apart(x, y [][]float64) bool {
	most := 0.0
	for _, points := range [][][]float64{x, y} {
		for _, v := range points {
			most = max(most, maxAbs(v))
		}
	}
	return most > math.MaxFloat64/2/float64(len(x[0]))
}

// Distances returns the n×n matrix of the distances between the points of x,
//
//	Dᵢⱼ = m.Distance(xᵢ, xⱼ).
//
// It panics if x is empty, ragged or not finite.
func Distances(m Metric, x [][]float64) *mat.SymDense {
	checkInputs(x)
	n := len(x)
	d := mat.NewSymDense(n, nil)
	raw := d.RawSymmetric()
	fill := m.rows(x, x)
	for i := range n {
		fill(raw.Data[i*raw.Stride:i*raw.Stride+n], i, i)
	}
	return d
}

// CrossDistances returns the len(x)×len(y) matrix of the distances between the
// points of x and those of y. It panics as [Distances] does.
func CrossDistances(m Metric, x, y [][]float64) *mat.Dense {
	checkInputs(x)
	checkInputs(y)
	d := mat.NewDense(len(x), len(y), nil)
	fill := m.rows(x, y)
	for i := range x {
		fill(d.RawRowView(i), i, 0)
	}
	return d
}
