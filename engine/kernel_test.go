package engine

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// kernels is the table that every law runs over. A new kernel goes here.
var kernels = []Kernel{
	Linear{},
	Polynomial{Degree: 0, Offset: 1},
	Polynomial{Degree: 2, Offset: 1},
	Polynomial{Degree: 5, Offset: 0},
	Gaussian{0.3}, Gaussian{1e-9}, Gaussian{1e9},
	Laplacian{0.7}, Laplacian{1e-9}, Laplacian{1e9},
	Exponential{0.7}, Exponential{1e-9}, Exponential{1e9},
	Matern32{1.1}, Matern32{1e-9}, Matern32{1e9},
	Matern52{1.1}, Matern52{1e-9}, Matern52{1e9},
	RationalQuadratic{0.7, 2}, RationalQuadratic{1e-9, 1}, RationalQuadratic{1e9, 3},
	Constant{2}, Constant{0},
	Cosine{},
	Periodic{0.7, 1.3}, Periodic{1e9, 1e-9}, Periodic{1e-9, 1e9},
	Sum{Gaussian{0.3}, Scaled{Product{Linear{}, Polynomial{2, 1}}, 0.1}}, Sum{},
	Product{Gaussian{0.7}, Laplacian{2}, Linear{}}, Product{},
	Scaled{Matern32{1}, 1e-3}, Scaled{Linear{}, 0},
	Power{Gaussian{1}, 3}, Power{Linear{}, 2}, Power{Linear{}, 0},
	Exp{Gaussian{0.5}}, Exp{Scaled{Cosine{}, 3}}, Exp{Linear{}},
	Modulated{Gaussian{0.5}, firstCoordinate}, Modulated{Constant{1}, firstCoordinate},
	Mapped{Gaussian{0.5}, withSquares}, Mapped{Linear{}, withSquares},
	Sum{Block{Gaussian{1}, 0, 1}, Block{Linear{}, 0, 1}},
	Product{Block{Exponential{1}, 0, 1}, Mapped{Matern52{2}, withSquares}},
	Normalized{Polynomial{3, 1}}, Normalized{Linear{}}, Normalized{Sum{Gaussian{1}, Exp{Cosine{}}}},
}

// indefinite are similarities that obey every law but the one that makes a kernel.
var indefinite = []Kernel{
	Min{}, // on negative inputs
	Sigmoid{1, -1}, Sigmoid{0, 0.5}, Sigmoid{1e-9, 1e9},
	Polynomial{2, -1},
	Sum{Gaussian{1}, Scaled{Laplacian{1}, -1}},
	Normalized{Sigmoid{1, -1}},
	Arc{0.7}, Arc{1e-9}, Arc{1e9},
	Maximum{Gaussian{0.5}, Polynomial{2, 1}},
}

func firstCoordinate(x []float64) float64 { return x[0] }

func withSquares(x []float64) []float64 {
	z := slices.Clone(x)
	for _, v := range x {
		z = append(z, min(max(v, -1e150), 1e150)*min(max(v, -1e150), 1e150))
	}
	return z
}

// pointSets are the inputs that the laws are tried on.
func pointSets() map[string][][]float64 {
	rng := newRand(1)
	repeated := normalPoints(12, 2, rng)
	copy(repeated[6:], repeated[:6])
	wide := normalPoints(15, 2, rng)
	for i := range wide {
		wide[i][0] *= 1e6
	}
	return map[string][][]float64{
		"one":      normalPoints(1, 1, rng),
		"line":     normalPoints(20, 1, rng),
		"space":    normalPoints(30, 3, rng),
		"repeated": repeated,
		"wide":     wide,
		"zero":     {{0, 0}, {0, 0}},
	}
}

func TestKernelLaws(t *testing.T) {
	for name, x := range pointSets() {
		for _, k := range slices.Concat(kernels, indefinite) {
			t.Run(fmt.Sprintf("%v/%s", k, name), func(t *testing.T) {
				K := Gram(k, x)
				for i := range x {
					for j := range x {
						if got, want := k.Eval(x[j], x[i]), k.Eval(x[i], x[j]); got != want {
							t.Fatalf("k is not symmetric: %v and %v", got, want)
						}
						if got, want := K.At(i, j), k.Eval(x[i], x[j]); got != want {
							t.Fatalf("Gram(%d, %d) = %v, Eval = %v", i, j, got, want)
						}
					}
				}
				wantEqual(t, "Cross(x, x) is not Gram(x)", entries(Cross(k, x, x)), entries(K))
				for i, v := range entries(K) {
					if math.IsNaN(v) {
						t.Fatalf("entry %d of K is NaN", i)
					}
				}
				s, err := Eigen(K)
				if symFault(K) != nil {
					if !errors.Is(err, ErrOverflow) {
						t.Errorf("K overflows, and Eigen says %v", err)
					}
					return
				}
				noError(t, err)
				if isIndefinite(k) {
					return
				}
				// The eigenvalues of the rounded K are within nε‖K‖ of those of K.
				n := len(x)
				if smallest, limit := s.Values[n-1], float64(n)*Epsilon*s.Values[0]; smallest < -limit {
					t.Errorf("smallest eigenvalue %g is below −%g", smallest, limit)
				}
			})
		}
	}
}

func isIndefinite(k Kernel) bool {
	return slices.ContainsFunc(indefinite, func(other Kernel) bool { return fmt.Sprint(other) == fmt.Sprint(k) })
}

func TestRadialLaws(t *testing.T) {
	for name, x := range pointSets() {
		for _, k := range kernels {
			k, ok := k.(Radial)
			if !ok {
				continue
			}
			t.Run(fmt.Sprintf("%v/%s", k, name), func(t *testing.T) {
				D := Distances(k.Metric(), x)
				wantEqual(t, "GramFromDistances is not Gram", entries(GramFromDistances(k, D)), entries(Gram(k, x)))
				y := x[:1+len(x)/2]
				if diff := cmp.Diff(entries(Cross(k, x, y)),
					entries(CrossFromDistances(k, CrossDistances(k.Metric(), x, y)))); diff != "" {
					t.Errorf("CrossFromDistances is not Cross (-want +got):\n%s", diff)
				}
				for i := range x {
					for j := range x {
						if got, want := k.OfDistance(D.At(i, j)), k.Eval(x[i], x[j]); got != want {
							t.Fatalf("OfDistance = %v, Eval = %v", got, want)
						}
					}
				}
				if k.OfDistance(0) != 1 || k.OfDistance(math.Inf(1)) != 0 {
					t.Errorf("k is %v at distance 0 and %v at ∞, want 1 and 0", k.OfDistance(0),
						k.OfDistance(math.Inf(1)))
				}
				last := 1.0
				for r := 1e-12; r < 1e12; r *= 1.5 {
					v := k.OfDistance(r)
					// Matérn's polynomial times exponential rounds twice.
					if !(v >= 0 && v <= last*(1+4*Epsilon)) {
						t.Fatalf("k(%g) = %v after %v: not decreasing in [0, 1]", r, v, last)
					}
					last = v
				}
			})
		}
	}
}

func TestMaternLimits(t *testing.T) {
	// Matérn kernels are normalised alike: near r = 0 they behave as
	// 1 − ν/(2(ν−1)) (r/ℓ)², that is 1 − 3/2 and 1 − 5/6 (r/ℓ)².
	const r = 1e-3
	for _, test := range []struct {
		k    Radial
		want float64
	}{{Matern32{1}, 1.5}, {Matern52{1}, 5. / 6}, {Gaussian{1}, 0.5}} {
		wantNear(t, fmt.Sprintf("curvature of %v", test.k), (1-test.k.OfDistance(r))/(r*r), test.want, 3e-3)
	}
}

// ‖·‖₁ and ‖·‖₂ are one on a line, and so are their kernels; in the plane not.
func TestLaplacianAndExponential(t *testing.T) {
	line, plane := normalPoints(10, 1, newRand(3)), normalPoints(10, 2, newRand(3))
	wantEqual(t, "for one input", entries(Gram(Exponential{0.7}, line)), entries(Gram(Laplacian{0.7}, line)))
	if cmp.Equal(entries(Gram(Laplacian{0.7}, plane)), entries(Gram(Exponential{0.7}, plane))) {
		t.Error("for two inputs the kernels are equal")
	}
}

func TestKernelPanics(t *testing.T) {
	for _, k := range slices.Concat(kernels, indefinite) {
		wantPanic(t, fmt.Sprint(k), func() { k.Eval([]float64{1}, []float64{1, 2}) })
	}
	for _, length := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		for _, k := range []Radial{Gaussian{length}, Laplacian{length}, Exponential{length}, Matern32{length},
			Matern52{length}} {
			wantPanic(t, fmt.Sprint(k), func() { k.OfDistance(1) })
		}
	}
	wantPanic(t, "metric 2", func() { Metric(2).Distance([]float64{1}, []float64{1}) })
	wantPanic(t, "metric 2", func() { _ = Metric(2).String() })
	wantEqual(t, "metrics", fmt.Sprint(Euclidean, Manhattan), "Euclidean Manhattan")
	wantPanic(t, "degree −1", func() { Polynomial{Degree: -1}.Eval([]float64{1}, []float64{1}) })
	for _, x := range [][][]float64{nil, {{}}, {{1}, {1, 2}}, {{math.NaN()}}, {{math.Inf(1)}}} {
		wantPanic(t, fmt.Sprint(x), func() { Gram(Linear{}, x) })
		wantPanic(t, fmt.Sprint(x), func() { Gram(Gaussian{1}, x) })
		wantPanic(t, fmt.Sprint(x), func() { Cross(Linear{}, [][]float64{{1}}, x) })
	}
}

func TestHugeInputs(t *testing.T) {
	x := [][]float64{{1e300, -1e300}, {1e300, -1e300}, {-1e300, 1e300}, {1e308, 1e308}, {-1e308, -1e308}}
	for _, k := range slices.Concat(kernels, indefinite) {
		radial, ok := k.(Radial)
		if !ok {
			for i, v := range entries(Gram(k, x)) {
				if math.IsNaN(v) {
					t.Errorf("%v: entry %d is NaN", k, i)
				}
			}
			continue
		}
		for i := range x {
			for j := range x {
				want := 0.0
				if i == j || i+j == 1 { // the first two are one point
					want = 1
				}
				wantEqual(t, fmt.Sprintf("%v: K(%d, %d)", k, i, j), Gram(radial, x).At(i, j), want)
			}
		}
	}
}

// Squares of the differences overflow or vanish here, and the distance does not.
func TestDistanceScales(t *testing.T) {
	for _, scale := range []float64{1e-300, 1e-160, 1, 1e160, 1e300} {
		x, y := []float64{3 * scale, 0}, []float64{0, 4 * scale}
		wantNear(t, fmt.Sprintf("‖·‖₂ at %g", scale), Euclidean.Distance(x, y), 5*scale, 4*Epsilon)
		wantNear(t, fmt.Sprintf("‖·‖₁ at %g", scale), Manhattan.Distance(x, y), 7*scale, 4*Epsilon)
	}
	// 10²⁰⁰·10²⁰⁰ − 10²⁰⁰·10²⁰⁰ + 1: the true sum is 1, lost to rounding but not NaN.
	if got := (Linear{}).Eval([]float64{1e200, 1e200, 1}, []float64{1e200, -1e200, 1}); got != 0 && got != 1 {
		t.Errorf("inner product with overflowing terms: %v", got)
	}
	wantEqual(t, "inner product beyond the range", Linear{}.Eval([]float64{1e300, 0}, []float64{-1e300, 1}),
		math.Inf(-1))
}

// A distance beyond float64 is not infinite beside a bandwidth as long.
func TestRadialBeyondFloat64(t *testing.T) {
	x := [][]float64{{1e308, 0}, {-1e308, 0}, {1.5e308, -1.5e308}, {-1.5e308, 1.5e308}, {0, 1}}
	for _, of := range []func(length float64) Kernel{
		func(l float64) Kernel { return Gaussian{l} }, func(l float64) Kernel { return Laplacian{l} },
		func(l float64) Kernel { return Exponential{l} }, func(l float64) Kernel { return Matern32{l} },
		func(l float64) Kernel { return Matern52{l} }, func(l float64) Kernel { return RationalQuadratic{l, 1.5} },
	} {
		k, small := of(1e308), of(1e308/(1<<20))
		var near [][]float64
		for _, v := range x {
			near = append(near, []float64{v[0] / (1 << 20), v[1] / (1 << 20)})
		}
		K, want := Gram(k, x), Gram(small, near)
		wantClose(t, fmt.Sprint(k), entries(K), entries(want), 10*Epsilon)
		wantClose(t, fmt.Sprint(k, ", two sets"), Cross(k, x[:1], x[1:2]).RawMatrix().Data, []float64{want.At(0, 1)},
			10*Epsilon)
	}
	wantNear(t, "gaussian", Gaussian{1e308}.Eval([]float64{1e308}, []float64{-1e308}), math.Exp(-2), 4*Epsilon)
}
