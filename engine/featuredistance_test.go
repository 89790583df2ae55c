package engine

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// d is a metric, what Distance says of two points, and the length of φ′ about the
// mean agrees with it: Σⱼ d(xᵢ, xⱼ)²/n = ‖φ(xᵢ) − μ‖² + Σⱼ ‖φ(xⱼ) − μ‖²/n.
func TestFeatureDistanceLaws(t *testing.T) {
	for name, x := range pointSets() {
		for _, k := range kernels {
			K := Gram(k, x)
			if symFault(K) != nil {
				continue
			}
			t.Run(fmt.Sprintf("%s/%v", name, k), func(t *testing.T) {
				n := len(x)
				D := Must(FeatureDistances(K))
				own := SelfKernels(k, x)
				size := math.Sqrt(maxAbs(own))
				rounding := 1e-6 * size // the root of 10⁻¹²
				mean := Must(OutlierScores(K))
				fresh := Must(mean.Of(own, Cross(k, x, x)))
				var total float64
				for _, d := range mean.Distances {
					total += d * d / float64(n)
				}
				for i := range n {
					if D.At(i, i) != 0 {
						t.Errorf("d(x, x) = %g", D.At(i, i))
					}
					var square float64
					for j := range n {
						d := D.At(i, j)
						square += d * d / float64(n)
						if want := Distance(k, x[i], x[j]); !(math.Abs(d-want) <= rounding) {
							t.Fatalf("d = %v, Distance = %v", d, want)
						}
						if l := (i + j) % n; !(d <= D.At(i, l)+D.At(l, j)+rounding) {
							t.Fatalf("the way by %d is shorter", l)
						}
					}
					d := mean.Distances[i]
					if !(math.Abs(square-d*d-total) <= 1e-12*size*size*float64(n)) {
						t.Errorf("Σd²/n = %v, of the mean %v", square, d*d+total)
					}
					if !(math.Abs(fresh[i]-d) <= rounding) {
						t.Errorf("as a new point %v from the mean, as datum %v", fresh[i], d)
					}
				}
			})
		}
	}
}

func TestFeatureDistancesLinear(t *testing.T) {
	x := normalPoints(30, 4, newRand(1))
	wantClose(t, "d", entries(Must(FeatureDistances(Gram(Linear{}, x)))), entries(Distances(Euclidean, x)), 1e-13)
}

func TestFeatureDistancesExtremes(t *testing.T) {
	for _, v := range []float64{5e-324, 1e-300, 1, 1e300, math.MaxFloat64} {
		K := mat.NewSymDense(2, []float64{v, 0, 0, v})
		want := math.Sqrt2 * math.Sqrt(v)
		wantNear(t, fmt.Sprint(v), Must(FeatureDistances(K)).At(0, 1), want, 4*Epsilon)
		K.SetSym(0, 1, -v)
		wantNear(t, fmt.Sprint(v), Must(FeatureDistances(K)).At(0, 1), 2*math.Sqrt(v), 4*Epsilon)
		m := Must(OutlierScores(K))
		wantClose(t, fmt.Sprint(v), m.Distances, []float64{math.Sqrt(v), math.Sqrt(v)}, 1e-15)
		far := Must(m.Of([]float64{v}, mat.NewDense(1, 2, []float64{v, -v})))
		wantNear(t, fmt.Sprint(v), far[0], math.Sqrt(v), 1e-15)
	}
	for want, K := range map[error]*mat.SymDense{
		ErrIndefinite: mat.NewSymDense(2, []float64{1, 2, 2, 1}),
		ErrOverflow:   mat.NewSymDense(2, []float64{1, math.Inf(1), 0, 1}),
	} {
		wantError(t, "distances", errorOf(FeatureDistances(K)), want)
	}
	negative := mat.NewSymDense(2, []float64{-1, 0, 0, -1})
	wantError(t, "a negative diagonal", errorOf(OutlierScores(negative)), ErrIndefinite)
	m, err := OutlierScores(mat.NewSymDense(1, []float64{4}))
	if err != nil || m.Distances[0] != 0 || m.SquaredNorm != 4 {
		t.Errorf("one point: %+v, error %v", m, err)
	}
	wantError(t, "k(x, y)² > k(x, x)k(y, y)", errorOf(m.Of([]float64{1}, mat.NewDense(1, 1, []float64{4}))),
		ErrIndefinite)
	wantError(t, "infinite", errorOf(m.Of([]float64{math.Inf(1)}, mat.NewDense(1, 1, nil))), ErrOverflow)
	wantPanic(t, "no points", func() { FeatureDistances(new(mat.SymDense)) })
	wantPanic(t, "lengths", func() { m.Of([]float64{1}, mat.NewDense(1, 2, nil)) })
}

// Points that are one to the kernel, and whose numbers differ by rounding, are at distance
// zero from each other and from their mean.
func TestFeatureDistanceOfOnePoint(t *testing.T) {
	for _, k := range []Kernel{Cosine{}, Polynomial{Degree: 3, Offset: 0.3}, Gaussian{Length: 0.7}} {
		for by := 1.0; by < 12; by++ {
			x := [][]float64{{0.1 * by, 0.3}, {0.1 * by, 0.3}, {0.1 * by, 0.3}, {0.1 * by, 0.3}, {0.1 * by, 0.3}}
			if _, ok := k.(Cosine); ok { // on one ray they are one
				for i := range x {
					x[i] = []float64{0.3 * float64(i+1) * by, 0.7 * float64(i+1) * by}
				}
			}
			K := Gram(k, x)
			D := Must(FeatureDistances(K))
			mean := Must(OutlierScores(K))
			for i, d := range mean.Distances {
				if d != 0 || D.At(0, i) != 0 {
					t.Errorf("%v, %v: %g from the mean, %g from the first", k, x[i], d, D.At(0, i))
				}
			}
		}
	}
	// What is more than rounding stays.
	near := Must(FeatureDistances(Gram(Gaussian{Length: 1}, [][]float64{{0}, {1e-6}}))).At(0, 1)
	wantNear(t, "distance", near, 1e-6, 1e-3)
}
