package engine

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The two ways to one fit share nothing but K.
func TestFitKRRIsTheSpectrums(t *testing.T) {
	for _, n := range []int{krrSpectrum + 1, 517} {
		x := normalPoints(n, 3, newRand(uint64(n)))
		x0, y := make([]float64, n), make([]float64, n)
		for i, xi := range x {
			x0[i], y[i] = xi[0], math.Sin(2*xi[0])+xi[1]
		}
		for _, k := range []Kernel{Gaussian{1}, Laplacian{2}, Linear{}, Polynomial{3, 1}} {
			K := Gram(k, x)
			s := Must(Eigen(K))
			for _, lambda := range []float64{1e-5, 1e-3, 1} {
				want := Must(s.Solve(y, lambda))
				if want.Condition > krrCondition {
					continue
				}
				both, err := krrByCholesky(t.Context(), K, [][]float64{x0, y}, float64(n)*lambda)
				noError(t, err, fmt.Sprintf("n = %d, %v, λ = %g", n, k, lambda))
				if both == nil && k != Kernel(Gaussian{1}) {
					continue // left to the spectrum
				}
				got := both[1]
				allowed := 1e-9 + 1e-15*want.Condition
				alone, err := FitKRRAlpha(t.Context(), K, y, lambda)
				noError(t, err, fmt.Sprintf("n = %d, %v, λ = %g", n, k, lambda))
				for name, pair := range map[string][2][]float64{
					"alpha": {got.Alpha, want.Alpha}, "alpha alone": {alone.Alpha, want.Alpha},
					"fitted": {got.Fitted, want.Fitted}, "fitted alone": {alone.Fitted, want.Fitted},
					"left out": {got.LOOResiduals, want.LOOResiduals}, "norm": {{got.Norm}, {want.Norm}},
					"condition": {{got.Condition}, {want.Condition}},
					"freedom":   {{got.DegreesOfFreedom}, {want.DegreesOfFreedom}},
				} {
					size := maxAbs(pair[1])
					for i := range pair[0] {
						allowed := allowed
						if name == "condition" {
							allowed = 1e-3
						}
						if d := math.Abs(pair[0][i]-pair[1][i]) / size; !(d <= allowed) {
							t.Fatalf("n = %d, %v, λ = %g: %s differs by %.2g, allowed %.2g", n, k, lambda, name, d,
								allowed)
						}
					}
				}
			}
		}
	}
}

// Where Cholesky cannot, the spectrum says why.
func TestFitKRRFails(t *testing.T) {
	x := normalPoints(krrSpectrum+50, 2, newRand(1))
	y := make([]float64, len(x))
	y[0] = 1
	x[1] = x[0]
	fits := []func(context.Context, *mat.SymDense, []float64, float64) (*KRRFit, error){FitKRR, FitKRRAlpha}
	for name, test := range map[string]struct {
		k      Kernel
		lambda float64
		want   error
	}{
		"equal points":  {Gaussian{1}, 0, ErrSingular},
		"no kernel":     {Scaled{Gaussian{1}, -1}, 1e-4, ErrIndefinite},
		"overflow":      {Scaled{Linear{}, 1e308}, 1, ErrOverflow},
		"λ too large":   {Scaled{Gaussian{1}, 1e308}, 1e306, ErrOverflow},
		"not a number":  {undefined{}, 1, ErrNaN},
		"well and good": {Gaussian{1}, 1e-9, nil},
	} {
		for _, fit := range fits {
			wantError(t, name, errorOf(fit(t.Context(), Gram(test.k, x), y, test.lambda)), test.want)
		}
	}
	ctx := ended(t)
	for _, fit := range fits {
		wantError(t, "stopped", errorOf(fit(ctx, Gram(Gaussian{1}, x), y, 1)), context.Canceled)
	}
}

// The reduction of a smooth kernel ends early, and what it leaves is still K to rounding: eigenvectors that
// are orthonormal, and eigenvalues that are those of a reduction to the end.
func TestReductionEndsEarly(t *testing.T) {
	for i, n := range []int{97, 161, 200, 260, 300, 333} {
		K := Gram(Gaussian{1 - 0.12*float64(i)}, Sine(n, 0.1, newRand(uint64(n))).X)
		reduced := Must(tridiagonalise(t.Context(), K))
		if reduced.reflections == n-1 {
			t.Errorf("n = %d: the reduction went to the end", n)
		}
		s := Must(Eigen(K))
		UU := productOf(s.Vectors.T(), s.Vectors)
		UU.Sub(UU, mat.NewDiagDense(n, slices.Repeat([]float64{1}, n)))
		if d := mat.Norm(UU, 2); d > Rounding(n, 1) {
			t.Errorf("n = %d: UᵀU differs from I by %g", n, d)
		}
		back := productOf(s.Vectors, mat.NewDiagDense(n, s.Values), s.Vectors.T())
		if back.Sub(back, K); mat.Norm(back, 2) > 2*Rounding(n, s.Values[0]) {
			t.Errorf("n = %d: UsUᵀ differs from K by %g", n, mat.Norm(back, 2))
		}
		var whole mat.EigenSym
		if !whole.Factorize(K, false) {
			t.Fatal("gonum finds no eigenvalues")
		}
		for i, v := range whole.Values(nil) {
			if d := math.Abs(v - s.Values[n-1-i]); d > Rounding(n, s.Values[0]) {
				t.Errorf("n = %d: eigenvalue %d differs from gonum's by %g", n, n-1-i, d)
			}
		}
	}
}

type undefined struct{}

func (undefined) Eval(x, y []float64) float64 { return math.NaN() }

func TestEigenvaluesAreThoseOfEigen(t *testing.T) {
	for _, n := range []int{1, 2, 31, 32, 33, 64, 65, 100, 161} {
		K := Gram(Sum{Gaussian{1}, Linear{}}, normalPoints(n, 3, newRand(uint64(n))))
		s := Must(Eigen(K))
		values := Must(Eigenvalues(t.Context(), K))
		for i, v := range values {
			if math.Abs(v-s.Values[i]) > Rounding(n, s.Values[0]) {
				t.Errorf("n = %d: eigenvalue %d is %g, and %g by Eigen", n, i, v, s.Values[i])
			}
		}
		back := productOf(s.Vectors, mat.NewDiagDense(n, s.Values), s.Vectors.T())
		if back.Sub(back, K); mat.Norm(back, math.Inf(1)) > 10*Rounding(n, s.Values[0]) {
			t.Errorf("n = %d: UsUᵀ is not K", n)
		}
	}
	ctx := ended(t)
	K := Gram(Gaussian{1}, normalPoints(100, 1, newRand(1)))
	wantError(t, "stopped", errorOf(Eigenvalues(ctx, K)), context.Canceled)
	wantError(t, "stopped", errorOf(EigenContext(ctx, K)), context.Canceled)
}

// FitKRR beside what it is instead of, and beside α alone.
func BenchmarkFitKRR(b *testing.B) {
	for _, n := range []int{500, 1000} {
		x := normalPoints(n, 10, newRand(1))
		y := make([]float64, n)
		for i := range y {
			y[i] = x[i][0]
		}
		K := Gram(Gaussian{3}, x)
		timed(b, fmt.Sprintf("all/n=%d", n), func() { Must(FitKRR(b.Context(), K, y, 1e-3)) })
		b.Run(fmt.Sprintf("alone/n=%d", n), func(b *testing.B) {
			for b.Loop() {
				if _, _, err := SolveKRRContext(b.Context(), K, y, 1e-3); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
