package engine

import (
	"math"
	"math/rand/v2"
	"slices"
)

// The synthetic regression problems have one input, uniform on [0, 10] and
// sorted, and a response
//
//	yᵢ = truth(xᵢ) + noise·εᵢ,   εᵢ ~ N(0, 1) independent.
//
// The same generator state gives the same data. All panic if n < 1 or noise is
// negative or not finite.
const domainEnd = 10

// Sine draws n points about [SineTruth].
func Sine(n int, noise float64, rng *rand.Rand) Dataset {
	return synthetic(n, noise, rng, uniform, SineTruth)
}

// SineTruth returns sin x.
func SineTruth(x float64) float64 { return math.Sin(x) }

// TwoScale draws n points about [TwoScaleTruth], for which no single bandwidth
// is right.
func TwoScale(n int, noise float64, rng *rand.Rand) Dataset {
	return synthetic(n, noise, rng, uniform, TwoScaleTruth)
}

// TwoScaleTruth returns a wave that is slow on the left and eight times as fast
// on the right:
//
//	sin(2πx/10) for x < 5,   −sin(2π(x − 5)/1.25) from there.
func TwoScaleTruth(x float64) float64 {
	if x < 5 {
		return math.Sin(2 * math.Pi * x / 10)
	}
	return -math.Sin(2 * math.Pi * (x - 5) / 1.25)
}

// Gap draws n points about [GapTruth] and none in the middle: x is uniform on
// [0, 3.5] ∪ [6.5, 10]. What a fit does in the gap is its prior opinion.
func Gap(n int, noise float64, rng *rand.Rand) Dataset {
	return synthetic(n, noise, rng, func(u float64) float64 {
		x := 7 * u
		if x > 3.5 {
			x += 3
		}
		return x
	}, GapTruth)
}

// GapTruth returns sin x.
func GapTruth(x float64) float64 { return math.Sin(x) }

// Step draws n points about [StepTruth], which no smooth kernel can follow.
func Step(n int, noise float64, rng *rand.Rand) Dataset {
	return synthetic(n, noise, rng, uniform, StepTruth)
}

// StepTruth returns −1 for x < 5 and 1 from there.
func StepTruth(x float64) float64 {
	if x < 5 {
		return -1
	}
	return 1
}

// Outliers draws n points about [OutliersTruth] and then moves a twelfth of
// them, chosen at random, by 3 to 5 up or down.
func Outliers(n int, noise float64, rng *rand.Rand) Dataset {
	d := synthetic(n, noise, rng, uniform, OutliersTruth)
	for _, i := range rng.Perm(n)[:(n+6)/12] {
		d.Y[i] += (3 + 2*rng.Float64()) * float64(1-2*rng.IntN(2))
	}
	return d
}

// OutliersTruth returns sin x.
func OutliersTruth(x float64) float64 { return math.Sin(x) }

// uniform is on the whole domain.
func uniform(u float64) float64 { return domainEnd * u }

// synthetic draws n inputs, each a function of a uniform number, sorts them, and has them respond.
func synthetic(n int, noise float64, rng *rand.Rand, input, truth func(float64) float64) Dataset {
	checkSample(n, noise)
	x := make([]float64, n)
	for i := range x {
		x[i] = input(rng.Float64())
	}
	slices.Sort(x)
	d := Dataset{X: Column(x), Y: make([]float64, n)}
	for i := range x {
		d.Y[i] = truth(x[i]) + noise*rng.NormFloat64()
	}
	return d
}

func checkSample(n int, noise float64) {
	if n < 1 {
		panic("engine: a data set needs a point")
	}
	if !(noise >= 0 && finite(noise)) {
		panic("engine: noise is negative or not finite")
	}
}
