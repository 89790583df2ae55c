package engine

import (
	"math"
	"testing"
)

// math.Exp and decay err by less than one unit in the last place each.
func TestDecay(t *testing.T) {
	rng := newRand(51)
	check := func(a float64) {
		t.Helper()
		if got, want := decay(a), math.Exp(-a); !(math.Abs(got-want) <= 2*Epsilon*want) {
			t.Errorf("exp(−%v) = %v, want %v", a, got, want)
		}
	}
	for range 200_000 {
		check(720 * rng.Float64())
		check(math.Exp(-40 * rng.Float64()))
	}
	for k := range 1 << 19 { // where the table's steps meet, and just beside
		a := (float64(k) + 0.5) * math.Ln2 / 512
		check(a)
		check(math.Nextafter(a, 0))
	}
	for _, a := range []float64{0, 5e-324, 1e-300, decayEnd, math.Nextafter(decayEnd, 1e9), 745, 746, 1e9, 1e308,
		math.Inf(1)} {
		check(a)
	}
	if decay(0) != 1 || decay(math.Inf(1)) != 0 {
		t.Errorf("exp(−0) = %v, exp(−∞) = %v", decay(0), decay(math.Inf(1)))
	}
}

// Rows of distances are the distances, to the bit, for any number of inputs and
// at any scale, repeated points included.
func TestDistanceRows(t *testing.T) {
	rng := newRand(52)
	for _, p := range []int{1, 2, 3, 4, 5, 7, 8, 9, 10} {
		for _, scale := range []float64{1e-300, 1e-160, 1e-9, 1, 1e9, 1e160, 1e300} {
			x, y := normalPoints(9, p, rng), normalPoints(5, p, rng)
			copy(x[7], x[2])
			copy(y[3], x[2])
			x[8][0] += 1e12 // beside which the rest is small
			for _, v := range append(x[:9:9], y...) {
				for c := range v {
					v[c] *= scale
				}
			}
			if scale == 1e300 {
				x[8][0] = 1e308
			}
			for _, m := range []Metric{Euclidean, Manhattan} {
				D, C := Distances(m, x), CrossDistances(m, x, y)
				for i := range x {
					for j := range x {
						if got, want := D.At(i, j), m.Distance(x[i], x[j]); got != want {
							t.Fatalf("%v, %d inputs at %g: D(%d, %d) = %v, want %v", m, p, scale, i, j, got, want)
						}
					}
					for j := range y {
						if got, want := C.At(i, j), m.Distance(x[i], y[j]); got != want {
							t.Fatalf("%v, %d inputs at %g: C(%d, %d) = %v, want %v", m, p, scale, i, j, got, want)
						}
					}
				}
			}
		}
	}
	wantPanic(t, "inputs in number", func() {
		CrossDistances(Euclidean, normalPoints(2, 3, rng),
			normalPoints(2, 2, rng))
	})
	wantPanic(t, "no metric", func() { Distances(Metric(2), normalPoints(2, 3, rng)) })
}
