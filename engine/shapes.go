package engine

import (
	"math"
	"math/rand/v2"
)

// The synthetic classification problems have points in the plane, in classes 0,
// 1, … of equal size; where n does not divide, the first classes have one point
// more. Points come class by class, so that a Gram matrix shows its blocks.
//
//	xᵢ = a point of the class's shape + noise·(ε, ε′),   ε, ε′ ~ N(0, 1) independent.
//
// The same generator state gives the same data. All panic if n < 1 or noise is
// negative or not finite.
func shape(n, classes int, noise float64, rng *rand.Rand, point func(class, i, size int) (x1, x2 float64)) Labelled {
	checkSample(n, noise)
	l := Labelled{X: make([][]float64, 0, n), Labels: make([]int, 0, n)}
	for c := range classes {
		size := (n + classes - 1 - c) / classes
		for i := range size {
			x1, x2 := point(c, i, size)
			l.X = append(l.X, []float64{x1 + noise*rng.NormFloat64(), x2 + noise*rng.NormFloat64()})
			l.Labels = append(l.Labels, c)
		}
	}
	return l
}

// A Shape is curves along which the points of its classes lie.
type Shape struct {
	// Place is the point of a class's curve at t = part/of, from 0 to 1.
	Place func(class int, part, of float64) (x1, x2 float64)

	// Closed says that a curve ends where it begins.
	Closed bool
}

// RingShape, MoonShape and SpiralShape are those of [Rings], [Moons] and [Spiral].
var (
	RingShape = Shape{Closed: true, Place: func(class int, part, of float64) (float64, float64) {
		r := 1.0
		if class == 1 {
			r = InnerRing
		}
		sin, cos := math.Sincos(2 * math.Pi * part / of)
		return r * cos, r * sin
	}}
	MoonShape = Shape{Place: func(class int, part, of float64) (float64, float64) {
		sin, cos := math.Sincos(math.Pi * (part / of))
		if class == 1 {
			return 1 - cos, 0.5 - sin
		}
		return cos, sin
	}}
	SpiralShape = Shape{Place: func(class int, part, of float64) (float64, float64) {
		t := part / of
		sin, cos := math.Sincos(3*math.Pi*t + math.Pi*float64(class))
		r := 0.1 + 0.9*t
		return r * cos, r * sin
	}}
)

// Evenly draws n points at even t, as the functions of the shapes' names do: a closed curve has size
// places, and one with ends has them for its first and last.
func Evenly(s Shape, n int, noise float64, rng *rand.Rand) Labelled {
	return shape(n, 2, noise, rng, func(class, i, size int) (float64, float64) {
		if s.Closed {
			return s.Place(class, float64(i), float64(size))
		}
		return s.Place(class, float64(i), float64(max(size-1, 1)))
	})
}

// Anywhere draws n points at t uniform on [0, 1], independently: what a sample of the shape is like where
// nobody spaced it. The noise is that of [Evenly] from the same state of the generator.
func Anywhere(s Shape, n int, noise float64, rng *rand.Rand) Labelled {
	l := shape(n, 2, noise, rng, func(int, int, int) (float64, float64) { return 0, 0 })
	for i, x := range l.X {
		x1, x2 := s.Place(l.Labels[i], rng.Float64(), 1)
		x[0] += x1
		x[1] += x2
	}
	return l
}

// Rings draws two circles about the origin, evenly: class 0 of radius 1 and
// class 1 of radius [InnerRing]. No straight line separates them; x₁² + x₂² does.
func Rings(n int, noise float64, rng *rand.Rand) Labelled { return Evenly(RingShape, n, noise, rng) }

// InnerRing is the radius of the smaller of the [Rings].
const InnerRing = 0.3

// Moons draws two half circles of radius 1, each reaching into the other: class
// 0 is the upper one, (cos t, sin t), and class 1 the lower, (1 − cos t,
// ½ − sin t), at even t in [0, π], as scikit-learn's make_moons has them.
func Moons(n int, noise float64, rng *rand.Rand) Labelled { return Evenly(MoonShape, n, noise, rng) }

// XOR draws the four quadrants of the square [−1, 1]², uniformly: class 0 where
// x₁x₂ is positive and class 1 where it is negative, the points of a class taking turns
// between its two quadrants. One feature, x₁x₂, separates them.
func XOR(n int, noise float64, rng *rand.Rand) Labelled {
	return shape(n, 2, noise, rng, func(class, i, _ int) (float64, float64) {
		x1, x2 := 1-rng.Float64(), 1-rng.Float64() // in (0, 1]
		if class == 1 {
			x2 = -x2
		}
		if i%2 == 1 {
			return -x1, -x2
		}
		return x1, x2
	})
}

// Spiral draws two arms that wind one and a half times about the origin, class 1
// being class 0 turned by π:
//
//	r (cos φ, sin φ),   r = 0.1 + 0.9t,   φ = 3πt + π·class,   t even in [0, 1].
func Spiral(n int, noise float64, rng *rand.Rand) Labelled { return Evenly(SpiralShape, n, noise, rng) }

// TwoGaussians draws class 0 about (−1, 0) and class 1 about (1, 0), each with
// standard deviation noise in every direction. Nobody can be right more often
// than
//
//	Φ(1/noise),
//
// Φ the normal distribution function, and the line x₁ = 0 is.
func TwoGaussians(n int, noise float64, rng *rand.Rand) Labelled {
	return shape(n, 2, noise, rng, func(class, _, _ int) (float64, float64) {
		return float64(2*class - 1), 0
	})
}

// Blobs draws three classes about the corners of a triangle, (0, 2), (−√3, −1)
// and (√3, −1), with standard deviation noise, and one outlier: the first point,
// of class 0, is at (0, −6), beyond the others' blobs.
func Blobs(n int, noise float64, rng *rand.Rand) Labelled {
	l := shape(n, 3, noise, rng, func(class, _, _ int) (float64, float64) {
		sin, cos := math.Sincos(math.Pi/2 + 2*math.Pi/3*float64(class))
		return 2 * cos, 2 * sin
	})
	l.X[0] = []float64{0, -6}
	return l
}
