package engine

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

var (
	_ FeatureMap = (*Nystrom)(nil)
	_ FeatureMap = FourierFeatures{}
	_ FeatureMap = TaylorFeatures{}
)

// ridgeOn is ridge regression on the features of a map.
func ridgeOn(t *testing.T, m FeatureMap, d Dataset, lambda float64) *FeatureFit {
	t.Helper()
	theta := Must(RidgeQR(m.Matrix(d.X), d.Y, lambda))
	return &FeatureFit{m, theta}
}

// With all points for landmarks nothing is approximated; with more of them less is.
func TestNystromConverges(t *testing.T) {
	d := TwoScale(300, 0.2, newRand(91))
	k, lambda := Gaussian{0.5}, 1e-3
	exact := Must(KRR(k, d, lambda))
	want := evaluate(exact, d.X)
	wantClose(t, "all points", evaluate(ridgeOn(t, Must(NystromFeatures(k, d.X)), d, lambda), d.X), want, 1e-7)
	K := Gram(k, d.X)
	last, lastK := math.Inf(1), math.Inf(1)
	for _, m := range []int{5, 15, 45, 135} {
		features := Must(NystromFeatures(k, Pick(d.X, newRand(92).Perm(300)[:m])))
		f := ridgeOn(t, features, d, lambda)
		off := 0.0
		for i, v := range evaluate(f, d.X) {
			off = max(off, math.Abs(v-want[i]))
		}
		offK := GramError(K, features.Matrix(d.X))
		if off >= last || offK >= lastK {
			t.Errorf("m = %d: fit off by %v after %v, K by %v after %v", m, off, last, offK, lastK)
		}
		last, lastK = off, offK
	}
	if last > 1e-6 || lastK > 1e-6 {
		t.Errorf("135 landmarks: fit off by %v, K by %v", last, lastK)
	}
}

// The waves' mean is the kernel: with 20000 frequencies within 5 deviations of 1/√2m.
func TestRandomFourier(t *testing.T) {
	rng := newRand(96)
	const m = 20000
	for _, p := range []int{1, 3} {
		x := normalPoints(6, p, rng)
		for _, k := range []Spectral{Gaussian{1}, Laplacian{2}, Exponential{1.5}, Matern32{1}, Matern52{1}} {
			Phi := RandomFourier(k, p, m, rng).Matrix(x)
			K := Gram(k, x)
			for i := range x {
				for j := range x {
					got := dot(Phi.RawRowView(i), Phi.RawRowView(j))
					if math.Abs(got-K.At(i, j)) > 5/math.Sqrt(2*m) || i == j && !Agree(got, 1, 1) {
						t.Errorf("%v, p = %d: %v, want %v", k, p, got, K.At(i, j))
					}
				}
			}
		}
	}
}

func TestLargeHard(t *testing.T) {
	one := Dataset{X: [][]float64{{0}}, Y: []float64{1}}
	wantError(t, "a kernel of zeros", errorOf(NystromFeatures(Linear{}, one.X)), ErrSingular)
	wantError(t, "not a kernel", errorOf(NystromFeatures(Polynomial{1, -4}, [][]float64{{1}, {2}})), ErrIndefinite)
	f := ridgeOn(t, Must(NystromFeatures(Gaussian{1}, [][]float64{{0}, {0}, {0}})), one, 0.1)
	wantNear(t, "repeated landmarks", f.Eval([]float64{0}), 1/1.1, 1e-12)
	for _, length := range []float64{1e-300, 1e-9, 1e9, 1e300} {
		for _, size := range []float64{1e-300, 1, 1e300} {
			d := Dataset{X: [][]float64{{size}, {-size}, {size / 2}}, Y: []float64{1, 2, 3}}
			for _, k := range []Spectral{Gaussian{length}, Laplacian{length}} {
				m := RandomFourier(k, 1, 5, newRand(99))
				if !allFinite(entries(m.Matrix(d.X))) {
					t.Errorf("%v at %v: not finite", k, size)
				}
				for _, m := range []FeatureMap{m, Must(NystromFeatures(k, d.X[:2]))} {
					if f := ridgeOn(t, m, d, 0.1); !allFinite(f.Theta) {
						t.Errorf("%v at %v: %v", k, size, f.Theta)
					}
				}
			}
		}
	}
	if v := GramError(mat.NewSymDense(1, []float64{math.Inf(1)}), mat.NewDense(1, 1, nil)); !math.IsInf(v, 1) {
		t.Error("infinite K:", v)
	}
	wantPanic(t, "no frequencies", func() { RandomFourier(Gaussian{1}, 1, 0, newRand(1)) })
	wantPanic(t, "length", func() { RandomFourier(Gaussian{0}, 1, 1, newRand(1)) })
	wantPanic(t, "landmarks", func() { NystromFeatures(Gaussian{1}, nil) })
}
