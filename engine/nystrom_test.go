package engine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

var (
	_ FeatureMap = (*Nystrom)(nil)
	_ FeatureMap = FourierFeatures{}
	_ FeatureMap = TaylorFeatures{}
)

// With all points for landmarks nothing is approximated; with more of them less is.
func TestNystromConverges(t *testing.T) {
	ctx := context.Background()
	d := TwoScale(300, 0.2, newRand(91))
	k, lambda := Gaussian{0.5}, 1e-3
	exact, err := KRR(k, d, lambda)
	if err != nil {
		t.Fatal(err)
	}
	want := evaluate(exact, d.X)
	all, err := NystromKRR(ctx, k, d, d.X, lambda)
	if err != nil {
		t.Fatal(err)
	}
	wantClose(t, "all points", evaluate(all, d.X), want, 1e-7)
	K := Gram(k, d.X)
	last, lastK := math.Inf(1), math.Inf(1)
	for _, m := range []int{5, 15, 45, 135} {
		index := SampleUniform(300, m, newRand(92))
		f, err := NystromKRR(ctx, k, d, pick(d.X, index), lambda)
		if err != nil {
			t.Fatal(err)
		}
		features, err := NystromFeatures(k, pick(d.X, index))
		if err != nil {
			t.Fatal(err)
		}
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

// Where points crowd, leverage spends fewer landmarks than chance.
func TestLeverageLandmarks(t *testing.T) {
	x := make([][]float64, 0, 400)
	rng := newRand(93)
	for range 380 {
		x = append(x, []float64{0.1 * rng.Float64()})
	}
	for range 20 {
		x = append(x, []float64{10 * rng.Float64()})
	}
	k, lambda := Gaussian{0.5}, 1e-4
	K := Gram(k, x)
	pilot, err := NystromFeatures(k, pick(x, SampleUniform(len(x), 40, rng)))
	if err != nil {
		t.Fatal(err)
	}
	scores, err := RidgeLeverage(pilot.Matrix(x), lambda)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Eigen(K)
	if err != nil {
		t.Fatal(err)
	}
	exact, err := s.Leverage(lambda)
	if err != nil {
		t.Fatal(err)
	}
	mean := func(draw func() []int) float64 {
		sum := 0.0
		for range 20 {
			f, err := NystromFeatures(k, pick(x, draw()))
			if err != nil {
				t.Fatal(err)
			}
			sum += GramError(K, f.Matrix(x)) / 20
		}
		return sum
	}
	const m = 20
	uniform := mean(func() []int { return SampleUniform(len(x), m, rng) })
	byExact := mean(func() []int { return SampleByScore(exact, m, rng) })
	byPilot := mean(func() []int { return SampleByScore(scores, m, rng) })
	if !(byExact < uniform/3) {
		t.Errorf("error of K by leverage %v, uniform %v, by the pilot's %v", byExact, uniform, byPilot)
	}
}

func TestSamples(t *testing.T) {
	rng := newRand(94)
	for range 100 {
		index := SampleByScore([]float64{0, 1, 0, 2, 3}, 3, rng)
		if fmt.Sprint(index) != "[1 3 4]" {
			t.Fatalf("scores of zero were drawn: %v", index)
		}
	}
	count := [2]int{}
	for range 4000 {
		count[SampleByScore([]float64{1, 3}, 1, rng)[0]]++
	}
	// 3000 of 4000 expected, deviation 27.
	if count[1] < 2860 || count[1] > 3140 {
		t.Errorf("score 3 against 1 was drawn %d times of 4000", count[1])
	}
	wantPanic(t, "too many", func() { SampleUniform(3, 4, rng) })
	wantPanic(t, "none", func() { SampleByScore([]float64{1}, 0, rng) })
	wantPanic(t, "negative", func() { SampleByScore([]float64{1, -1}, 1, rng) })
}

// By blocks, and at once.
func TestFeatureRidgeIsRidge(t *testing.T) {
	rng := newRand(95)
	for _, n := range []int{1, 100, featureBlock, 2*featureBlock + 7} {
		d := Sine(n, 0.2, rng)
		m := RandomFourier(Gaussian{1}, 1, 20, rng)
		for _, lambda := range []float64{1e-4, 1} {
			f, err := FeatureRidge(context.Background(), m, d, lambda)
			if err != nil {
				t.Fatal(err)
			}
			theta, err := RidgeQR(m.Matrix(d.X), d.Y, lambda)
			if err != nil {
				t.Fatal(err)
			}
			wantClose(t, fmt.Sprintf("n %d, λ %g", n, lambda), f.Theta, theta, algebra)
			wantNear(t, "f(x)", f.Eval(d.X[0]), dot(theta, m.Map(d.X[0])), 1e-8)
		}
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

func TestRandomFourierConverges(t *testing.T) {
	d := Sine(200, 0.2, newRand(97))
	exact, err := KRR(Gaussian{1}, d, 1e-2)
	if err != nil {
		t.Fatal(err)
	}
	want := evaluate(exact, d.X)
	off := func(m int) float64 {
		f, err := FeatureRidge(context.Background(), RandomFourier(Gaussian{1}, 1, m, newRand(98)), d, 1e-2)
		if err != nil {
			t.Fatal(err)
		}
		most := 0.0
		for i, v := range evaluate(f, d.X) {
			most = max(most, math.Abs(v-want[i]))
		}
		return most
	}
	if few, many := off(10), off(1000); !(many < few/3 && many < 0.05) {
		t.Errorf("10 frequencies: off by %v; 1000: by %v", few, many)
	}
}

func TestLargeHard(t *testing.T) {
	ctx := context.Background()
	one := Dataset{X: [][]float64{{0}}, Y: []float64{1}}
	if _, err := NystromFeatures(Linear{}, one.X); !errors.Is(err, ErrSingular) {
		t.Error("a kernel of zeros:", err)
	}
	if _, err := NystromFeatures(Polynomial{1, -4}, [][]float64{{1}, {2}}); !errors.Is(err, ErrIndefinite) {
		t.Error("not a kernel:", err)
	}
	f, err := NystromKRR(ctx, Gaussian{1}, one, [][]float64{{0}, {0}, {0}}, 0.1)
	if err != nil {
		t.Error("repeated landmarks:", err)
	} else {
		wantNear(t, "repeated landmarks", f.Eval([]float64{0}), 1/1.1, 1e-12)
	}
	for _, length := range []float64{1e-300, 1e-9, 1e9, 1e300} {
		for _, size := range []float64{1e-300, 1, 1e300} {
			d := Dataset{X: [][]float64{{size}, {-size}, {size / 2}}, Y: []float64{1, 2, 3}}
			for _, k := range []Spectral{Gaussian{length}, Laplacian{length}} {
				m := RandomFourier(k, 1, 5, newRand(99))
				if !allFinite(entries(m.Matrix(d.X))) {
					t.Errorf("%v at %v: not finite", k, size)
				}
				f, err := FeatureRidge(ctx, m, d, 0.1)
				if err != nil || !allFinite(f.Theta) {
					t.Errorf("%v at %v: %v", k, size, err)
				}
				g, err := NystromKRR(ctx, k, d, d.X[:2], 0.1)
				if err != nil || !allFinite(g.Alpha) {
					t.Errorf("%v at %v: %v", k, size, err)
				}
			}
		}
	}
	if v := GramError(mat.NewSymDense(1, []float64{math.Inf(1)}), mat.NewDense(1, 1, nil)); !math.IsInf(v, 1) {
		t.Error("infinite K:", v)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := FeatureRidge(cancelled, FourierFeatures{[][]float64{{1}}}, one, 0.1); !errors.Is(
		err, context.Canceled) {
		t.Error("cancelled:", err)
	}
	wantPanic(t, "no frequencies", func() { RandomFourier(Gaussian{1}, 1, 0, newRand(1)) })
	wantPanic(t, "length", func() { RandomFourier(Gaussian{0}, 1, 1, newRand(1)) })
	wantPanic(t, "landmarks", func() { NystromFeatures(Gaussian{1}, nil) })
}
