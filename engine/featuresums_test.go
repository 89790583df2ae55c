package engine

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// A Newton basis has the kernel of Nystrom at the same landmarks, its first features are
// those of the first landmarks, and a landmark twice adds nothing.
func TestNewtonIsNystrom(t *testing.T) {
	x := normalPoints(30, 2, newRand(1))
	z := append(slices.Clone(x[:7]), x[3])
	for name, k := range map[string]Kernel{"gaussian": Gaussian{Length: 1}, "matern": Matern32{Length: 2},
		"polynomial": Polynomial{Degree: 5, Offset: 1}} {
		nystrom := Must(NystromFeatures(k, z[:7]))
		newton := Must(NewtonFeatures(k, z))
		if len(newton.Index) != 7 || newton.Before(4) != 4 || newton.Before(8) != 7 {
			t.Fatalf("%s: landmarks %v", name, newton.Index)
		}
		A, B := nystrom.Matrix(x), newton.Matrix(x)
		K := productOf(A, A.T())
		if !mat.EqualApprox(K, productOf(B, B.T()), 1e-7*mat.Norm(K, math.Inf(1))) {
			t.Errorf("%s: the two bases have different kernels", name)
		}
		first := Must(NewtonFeatures(k, z[:4]))
		if same := newton.First(4).Matrix(x); !mat.EqualApprox(same, first.Matrix(x), 1e-12*mat.Norm(B, math.Inf(1))) {
			t.Errorf("%s: the first four landmarks' features are others", name)
		}
		if !mat.EqualApprox(first.Matrix(x), B.Slice(0, 30, 0, 4), 1e-9*mat.Norm(B, math.Inf(1))) {
			t.Errorf("%s: the first features are not those of the first landmarks", name)
		}
	}
	wantError(t, "landmarks where k is zero", errorOf(NewtonFeatures(Polynomial{Degree: 2}, [][]float64{{0}, {0}})),
		ErrSingular)
}

// By hand: k(x, y) = (1 + xy)², landmarks 1 and 3.
func TestNewtonByHand(t *testing.T) {
	f := Must(NewtonFeatures(Polynomial{Degree: 2, Offset: 1}, [][]float64{{1}, {3}}))
	for x, want := range map[float64][]float64{1: {2, 0}, 3: {8, 6}, 0: {0.5, -0.5}} {
		if got := f.Map([]float64{x}); math.Abs(got[0]-want[0])+math.Abs(got[1]-want[1]) > 1e-12 {
			t.Errorf("φ(%v) = %v, by hand %v", x, got, want)
		}
	}
}

// One pass gives ridge regression on the features, with all landmarks KRR, and with fewer
// the fit of those by themselves; and it stops when it is told to.
func TestSumFeaturesIsRidge(t *testing.T) {
	rng := newRand(3)
	var d Dataset
	for range 300 {
		x := 10 * rng.Float64()
		d.X, d.Y = append(d.X, []float64{x}), append(d.Y, math.Sin(x)+0.1*rng.NormFloat64())
	}
	k, lambda := Matern52{Length: 0.5}, 1e-4
	f := Must(NewtonFeatures(k, d.X[:40]))
	s := Must(SumFeatures(context.Background(), f, d.X, mat.NewDense(300, 1, d.Y)))
	for _, m := range []int{5, 20, 40} {
		features := Must(NystromFeatures(k, d.X[:m]))
		want := ridgeOn(t, features, d, lambda)
		theta, condition, err := s.Ridge(f.Before(m), lambda)
		if err != nil || condition < 1 {
			t.Fatal(condition, err)
		}
		for x := 0.0; x <= 10; x += 0.5 {
			got := mat.Dot(theta.ColView(0), mat.NewVecDense(m, f.Map([]float64{x})[:m]))
			if v := want.Eval([]float64{x}); math.Abs(got-v) > 1e-6 {
				t.Errorf("%d landmarks: f(%v) = %v, ridge on its features has %v", m, x, got, v)
			}
		}
		freedom, err := s.Freedom(m, lambda)
		if err != nil || freedom <= 0 || freedom > float64(m) {
			t.Errorf("%d landmarks: %v degrees of freedom, %v", m, freedom, err)
		}
	}
	all := Must(NewtonFeatures(k, d.X))
	s = Must(SumFeatures(context.Background(), all, d.X, mat.NewDense(300, 1, d.Y)))
	exact := Must(KRR(k, d, lambda))
	theta, _, err := s.Ridge(len(all.Index), lambda)
	noError(t, err)
	for x := 0.25; x <= 10; x += 0.5 {
		got := mat.Dot(theta.ColView(0), mat.NewVecDense(len(all.Index), all.Map([]float64{x})))
		if v := exact.Eval([]float64{x}); math.Abs(got-v) > 1e-5 {
			t.Errorf("all landmarks: f(%v) = %v, KRR has %v", x, got, v)
		}
	}
	freedom := Must(s.Freedom(len(all.Index), lambda))
	spectrum := Must(Eigen(Gram(k, d.X)))
	want := 0.0
	for _, v := range spectrum.Values {
		want += v / (v + 300*lambda)
	}
	if math.Abs(freedom-want) > 1e-4*want {
		t.Errorf("%v degrees of freedom, exactly %v", freedom, want)
	}
	ctx := ended(t)
	wantError(t, "a pass that is told to stop", errorOf(SumFeatures(ctx, f, d.X, mat.NewDense(300, 1, d.Y))),
		context.Canceled)
}
