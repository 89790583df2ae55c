package engine

import (
	"math"
	"strings"
)

// Constant is the kernel
//
//	k(x, y) = Value,
//
// positive semi-definite if Value ≥ 0. Added to another kernel it is an intercept
// with a penalty. Eval panics unless Value is finite.
type Constant struct{ Value float64 }

// Eval returns k(x, y).
func (k Constant) Eval(x, y []float64) float64 {
	checkLengths(x, y)
	return checkFinite(k.Value)
}

// Cosine is the cosine of the angle between x and y,
//
//	k(x, y) = xᵀy / (‖x‖₂ ‖y‖₂) ∈ [−1, 1],
//
// the [Linear] kernel normalised. The vector of zeros has no direction; with it
// k is 0.
type Cosine struct{}

// Eval returns k(x, y).
func (Cosine) Eval(x, y []float64) float64 {
	xy, xx, yy := dot(x, y), dot(x, x), dot(y, y)
	const small, large = 0x1p-480, 0x1p+480
	if !(xx > small && xx < large && yy > small && yy < large) {
		// By powers of two, which round nothing and leave the angle alone.
		a, b := unitOf(x), unitOf(y)
		xy, xx, yy = 0, 0, 0
		for i := range x {
			u, v := x[i]/a, y[i]/b
			xy += u * v
			xx += u * u
			yy += v * v
		}
	}
	return normalised(xy, xx, yy)
}

// Min is the kernel
//
//	k(x, y) = Σᵢ min(xᵢ, yᵢ),
//
// for one input the covariance min(x, y) of Brownian motion, for histograms their
// intersection. It is positive semi-definite on inputs that are not negative;
// elsewhere it is not, as k(−1, −1) = −1 shows.
//
// Source: Barla, Odone and Verri, Histogram intersection kernel for image
// classification, ICIP 2003.
type Min struct{}

// Eval returns k(x, y).
func (Min) Eval(x, y []float64) float64 {
	checkLengths(x, y)
	var s float64
	for i, v := range x {
		s += min(v, y[i])
	}
	return s
}

// Sigmoid is the similarity
//
//	k(x, y) = tanh(Slope xᵀy + Offset) ∈ [−1, 1],
//
// which is called a kernel and is none: its Gram matrices have negative
// eigenvalues for most points, whatever Slope and Offset. Eval panics unless both
// are finite.
//
// Source: Lin and Lin, A study on sigmoid kernels for SVM and the training of
// non-PSD kernels by SMO-type methods, National Taiwan University (2003).
type Sigmoid struct{ Slope, Offset float64 }

// Eval returns k(x, y).
func (k Sigmoid) Eval(x, y []float64) float64 {
	checkFinite(k.Slope)
	checkFinite(k.Offset)
	t := k.Offset
	if d := dot(x, y); k.Slope != 0 { // 0·∞ is not a number
		t += k.Slope * d
	}
	return math.Tanh(t)
}

// Arc is the similarity
//
//	k(x, y) = exp(−arc(x, y)²/2ℓ²) ∈ [0, 1],   ℓ = Length > 0,
//
// with arc(x, y) ∈ [0, π] the angle between x and y, seen from the origin: the [Gaussian]
// of the way along the circle. It is none: whatever ℓ, some points on a circle have
// a Gram matrix with a negative eigenvalue. [Periodic] goes straight through the circle,
// and is a kernel. The vector of zeros has no direction; with it k is 0. Eval panics
// unless Length is positive and finite.
//
// Source: Feragen, Lauze and Hauberg, Geodesic exponential kernels: when curvature and
// linearity conflict, CVPR 2015.
type Arc struct{ Length float64 }

// Eval returns k(x, y).
func (k Arc) Eval(x, y []float64) float64 {
	checkLengths(x, y)
	checkPositive(k.Length, "length")
	a, b := maxAbs(x), maxAbs(y)
	if a == 0 || b == 0 {
		return 0
	}
	// By their largest coordinates, so that no square leaves the range; then, with
	// u = x/‖x‖ and v = y/‖y‖, the angle is 2 atan(‖u − v‖/‖u + v‖), which keeps its
	// digits near 0 and near π.
	var xx, yy float64
	for i, v := range x {
		xx, yy = xx+v/a*(v/a), yy+y[i]/b*(y[i]/b)
	}
	xx, yy = math.Sqrt(xx), math.Sqrt(yy)
	var minus, plus float64
	for i, v := range x {
		u, w := v/a/xx, y[i]/b/yy
		minus, plus = minus+(u-w)*(u-w), plus+(u+w)*(u+w)
	}
	r := scaled(2*math.Atan2(math.Sqrt(minus), math.Sqrt(plus)), k.Length)
	return math.Exp(-r * r / 2)
}

// String names the similarity; the expression language does not have it.
func (k Arc) String() string { return expression("arc", k.Length) }

// Maximum is the similarity
//
//	k(x, y) = maxₘ kₘ(x, y)
//
// of one part or more: alike in one way or another. Of two kernels it need be none,
// unlike their [Sum] and [Product]. Eval panics if there is no part.
type Maximum []Kernel

// Eval returns k(x, y).
func (k Maximum) Eval(x, y []float64) float64 {
	checkLengths(x, y)
	if len(k) == 0 {
		panic("engine: the maximum of no kernel")
	}
	most := math.Inf(-1)
	for _, part := range k {
		most = max(most, part.Eval(x, y))
	}
	return most
}

// String names the similarity; the expression language does not have it.
func (k Maximum) String() string {
	return "maximum(" + strings.Join(each(k, name), ", ") + ")"
}

// Periodic is the kernel
//
//	k(x, y) = exp(−2 Σᵢ sin²(π(xᵢ − yᵢ)/Period) / ℓ²) ∈ [0, 1],   ℓ = Length > 0, Period > 0,
//
// whose functions repeat in every coordinate. For one input it is the [Gaussian]
// kernel with the same bandwidth of points wound on the unit circle,
// (cos 2πx/Period, sin 2πx/Period), and for more the product of such kernels.
// scikit-learn's ExpSineSquared agrees for one input; for more it puts ‖x − y‖₂
// into one sine, which is not positive semi-definite.
//
// Eval panics unless Length and Period are positive and finite.
//
// Source: Rasmussen and Williams, Gaussian Processes for Machine Learning (2006),
// equation 4.31.
type Periodic struct{ Length, Period float64 }

// Eval returns k(x, y).
func (k Periodic) Eval(x, y []float64) float64 {
	checkLengths(x, y)
	k.check()
	var s float64
	for i, v := range x {
		s += k.apart(k.phase(v), k.phase(y[i]))
	}
	return math.Exp(-2 * s)
}

func (k Periodic) check() {
	checkPositive(k.Length, "length")
	checkPositive(k.Period, "period")
}

// A phase is the sine and the cosine of πx/Period.
type phase struct{ sin, cos float64 }

func (k Periodic) phase(x float64) phase {
	sin, cos := math.Sincos(math.Pi * (math.Mod(x, k.Period) / k.Period)) // Mod is exact
	return phase{sin, cos}
}

// apart is sin²(π(x − y)/Period)/Length² of two phases, exactly 0 of equal ones: the
// conversions keep a compiler from rounding the two products differently.
func (k Periodic) apart(a, b phase) float64 {
	d := (float64(a.sin*b.cos) - float64(a.cos*b.sin)) / k.Length
	return d * d
}

// bind takes the phases of every input once: of n points in d inputs there are nd sines
// and cosines, and not n²d.
func (k Periodic) bind(x, y [][]float64) rows {
	k.check()
	phases := func(points [][]float64) [][]phase {
		all := make([][]phase, len(points))
		for i, p := range points {
			all[i] = make([]phase, len(p))
			for j, v := range p {
				all[i][j] = k.phase(v)
			}
		}
		return all
	}
	of, and := phases(x), phases(y)
	return func(dst []float64, i, from int) {
		for j := from; j < len(and); j++ {
			var s float64
			for m, a := range of[i] {
				s += k.apart(a, and[j][m])
			}
			dst[j] = math.Exp(-2 * s)
		}
	}
}

// RationalQuadratic is the kernel
//
//	k(x, y) = (1 + ‖x − y‖₂² / (2aℓ²))^−a ∈ [0, 1],   ℓ = Length > 0, a = Shape > 0,
//
// a mixture of [Gaussian] kernels of many bandwidths, to which it tends with
// bandwidth ℓ as a → ∞.
//
// Source: Rasmussen and Williams, Gaussian Processes for Machine Learning (2006),
// equation 4.19.
type RationalQuadratic struct{ Length, Shape float64 }

// Eval returns k(x, y).
func (k RationalQuadratic) Eval(x, y []float64) float64 {
	return k.of(Euclidean.over(x, y, k.Length))
}

// Metric returns the distance that the kernel is a function of.
func (RationalQuadratic) Metric() Metric { return Euclidean }

// OfDistance returns k at distance r. It panics unless Length and Shape are
// positive and finite.
func (k RationalQuadratic) OfDistance(r float64) float64 { return k.of(scaled(r, k.Length)) }

// of returns k where the distance is t bandwidths.
func (k RationalQuadratic) of(t float64) float64 {
	checkPositive(k.Shape, "shape")
	u := t / (math.Sqrt2 * math.Sqrt(k.Shape))
	if u > 1e8 { // where 1 + u² is u², which may overflow
		return math.Exp(-2 * k.Shape * math.Log(u))
	}
	return math.Exp(-k.Shape * math.Log1p(u*u))
}

func checkLengths(x, y []float64) {
	if len(x) != len(y) {
		panic("engine: inputs of different lengths")
	}
}

func checkPositive(v float64, what string) {
	if !(v > 0 && finite(v)) {
		panic("engine: " + what + " is not positive and finite")
	}
}

func checkFinite(v float64) float64 {
	if !finite(v) {
		panic("engine: a kernel's parameter is not finite")
	}
	return v
}
