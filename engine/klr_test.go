package engine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// twoClasses draws moons as a problem of ±1.
func twoClasses(n int, noise float64, seed uint64) Dataset {
	return Moons(n, noise, newRand(seed)).Against(1)
}

// klrLaws checks what holds of every fit: the objective at α is the loss, its
// gradient is zero, and what the fit says of itself is true.
func klrLaws(t *testing.T, name string, k Kernel, d Dataset, fit *KLRFit) {
	t.Helper()
	n, lambda := float64(d.Len()), fit.Lambda
	K := Gram(k, d.X)
	// α is as large as 1/λ, and in Kα its digits cancel.
	tolerance := 1e-10 + 10*Epsilon*n*mat.Max(K)*maxAbs(fit.Alpha)
	for i, f := range fit.Decision {
		// The representer theorem's 2nλα = q, to the last digits.
		q := d.Y[i] / (1 + math.Exp(d.Y[i]*f))
		if want := q / (2 * n * lambda); math.Abs(fit.Alpha[i]-want) > 1e-14*math.Abs(want) {
			t.Errorf("%s: α[%d] is %v, want %v", name, i, fit.Alpha[i], want)
		}
		if got := fit.Eval(d.X[i]); math.Abs(got-f) > tolerance || fit.Residual > tolerance {
			t.Errorf("%s: f(x[%d]) is %v and decision %v, residual %v; want within %v", name, i, got, f, fit.Residual,
				tolerance)
		}
		if p := fit.Probability[i]; p < 0 || p > 1 || math.Abs(math.Log(p/(1-p))-f) > 1e-6*(1+math.Abs(f)) &&
			math.Abs(f) < 20 {
			t.Errorf("%s: probability %v of decision %v", name, p, f)
		}
	}
	if !(fit.GradientNorm <= 1e-10*(1+mat.Max(K))) {
		t.Errorf("%s: gradient norm %v", name, fit.GradientNorm)
	}
	loss := fit.LossPath()
	if len(loss) != fit.Iterations+1 || loss[fit.Iterations] != fit.Loss || math.Abs(loss[0]-math.Ln2) > 1e-15 {
		t.Errorf("%s: %d iterations, path of losses %v", name, fit.Iterations, loss)
	}
	if !slices.IsSortedFunc(loss, func(a, b float64) int {
		if b > a*(1+1e-13) {
			return 1
		}
		return 0
	}) {
		t.Errorf("%s: the loss rises: %v", name, loss)
	}
	wantEqual(t, name+": the end of the path", fit.Path[fit.Iterations].Alpha, fit.Alpha)
}

func TestKLR(t *testing.T) {
	for _, k := range []Kernel{Linear{}, Polynomial{3, 1}, Gaussian{0.5}, Gaussian{3}, Gaussian{1e-9}, Gaussian{1e9},
		Exponential{1}} {
		for _, lambda := range []float64{10, 0.1, 1e-3, 1e-6} {
			d := twoClasses(40, 0.2, 1)
			name := fmt.Sprintf("%v, λ %g", k, lambda)
			fit, err := KLR(context.Background(), k, d, lambda)
			noError(t, err, name)
			klrLaws(t, name, k, d, fit)
			if lambda < 1e-3 {
				continue // α is too large for what follows
			}
			// Each step of the path has the loss of its α.
			p := Must(newKLRProblem(Gram(k, d.X), d.Y, lambda))
			for i, s := range fit.Path {
				at := p.at(s.Alpha)
				wantNear(t, fmt.Sprintf("%s: loss of step %d", name, i), s.Loss, at.loss, 1e-12)
				if g := floats.Norm(at.gradient, 2); math.Abs(g-s.GradientNorm) > 1e-11*(1+g) {
					t.Errorf("%s: gradient norm of step %d is %v, want %v", name, i, s.GradientNorm, g)
				}
			}
			if norm := fit.Expansion.Norm(); math.Abs(fit.Norm-norm) > 1e-8*(1+norm) {
				t.Errorf("%s: norm %v, and %v of the expansion", name, fit.Norm, norm)
			}
		}
	}
}

// The gradient is the derivative of the loss.
func TestKLRGradient(t *testing.T) {
	d := twoClasses(12, 0.3, 2)
	p := Must(newKLRProblem(Gram(Gaussian{0.7}, d.X), d.Y, 0.05))
	alpha := normalVector(12, newRand(3))
	want := make([]float64, 12)
	const h = 1e-5 // the error is about h² and ε/h
	for i := range want {
		a := slices.Clone(alpha)
		a[i] += h
		up := p.at(a).loss
		a[i] -= 2 * h
		want[i] = (up - p.at(a).loss) / (2 * h)
	}
	wantClose(t, "gradient", p.at(alpha).gradient, want, 1e-8)
}

// Gradient descent arrives where Newton's method does; below KLRStepLimit it
// never climbs, and far above it it diverges, which is a result.
func TestDescendKLR(t *testing.T) {
	d := twoClasses(30, 0.2, 4)
	K := Gram(Gaussian{1}, d.X)
	const lambda = 0.1
	newton := Must(SolveKLR(context.Background(), K, d.Y, lambda))
	limit := Must(KLRStepLimit(K, lambda))
	down := Must(DescendKLR(context.Background(), K, d.Y, lambda, limit/2, 20000))
	// Slow where K is small: the curvature there is λ·s and not s.
	wantNear(t, "loss", down.Loss, newton.Loss, 1e-6)
	wantClose(t, "decision", down.Decision, newton.Decision, 1e-3)
	if down.Diverged || down.Iterations != 20000 || len(down.Path) != 20001 {
		t.Errorf("diverged %t after %d of 20000 steps", down.Diverged, down.Iterations)
	}
	for _, step := range []float64{limit / 100, limit / 2, limit * 0.999} {
		fit := Must(DescendKLR(context.Background(), K, d.Y, lambda, step, 200))
		loss := fit.LossPath()
		for i := 1; i < len(loss); i++ {
			if loss[i] > loss[i-1]*(1+1e-14) {
				t.Fatalf("step size %v: the loss rises from %v to %v", step, loss[i-1], loss[i])
			}
		}
	}
	for _, step := range []float64{100 * limit, 1e100, math.MaxFloat64} {
		fit := Must(DescendKLR(context.Background(), K, d.Y, lambda, step, 2000))
		if !fit.Diverged {
			t.Errorf("step size %v: ends at loss %v and has not diverged", step, fit.Loss)
		}
		for _, s := range fit.Path {
			if !finite(s.Loss) || !finite(s.GradientNorm) || !allFinite(s.Alpha) {
				t.Fatalf("step size %v: the path holds %v", step, s.Loss)
			}
		}
	}
	still, err := DescendKLR(context.Background(), K, d.Y, lambda, 1, 0)
	if err != nil || still.Diverged || still.Iterations != 0 || math.Abs(still.Loss-math.Ln2) > 1e-15 {
		t.Errorf("no steps: %+v, %v", still, err)
	}
	if limit, err := KLRStepLimit(mat.NewSymDense(3, nil), 0); err != nil || !math.IsInf(limit, 1) {
		t.Errorf("K = 0: step limit %v, %v", limit, err)
	}
	if limit, err := KLRStepLimit(mat.NewSymDense(3, nil), 1); err != nil || !math.IsInf(limit, 1) {
		t.Errorf("K = 0: step limit %v, %v", limit, err)
	}
}

func TestKLRHardCases(t *testing.T) {
	ctx := context.Background()
	for _, test := range []struct {
		name   string
		k      Kernel
		d      Dataset
		lambda float64
		err    error
	}{
		{"one point", Gaussian{1}, Dataset{[][]float64{{3}}, []float64{1}}, 0.1, nil},
		{"one class", Gaussian{1}, Dataset{[][]float64{{0}, {1}, {2}}, []float64{-1, -1, -1}}, 1e-3, nil},
		{"one point, two labels", Gaussian{1}, Dataset{[][]float64{{1}, {1}}, []float64{1, -1}}, 1e-6, nil},
		{"one point, two labels to three", Linear{}, Dataset{[][]float64{{1}, {1}, {1}, {1}, {1}}, alternating(5)},
			1e-9,
			nil},
		{"separable", Linear{}, Dataset{[][]float64{{-1}, {1}}, []float64{-1, 1}}, 1e-12, nil},
		{"separable, λ 1e-100", Linear{}, Dataset{[][]float64{{-1}, {1}}, []float64{-1, 1}}, 1e-100, nil},
		{"p > n", Linear{}, Dataset{normalPoints(4, 20, newRand(1)), alternating(4)}, 1e-4, nil},
		{"zero input", Linear{}, Dataset{[][]float64{{0}}, []float64{-1}}, 1, nil},
		{"indefinite, one point", Polynomial{1, -1}, Dataset{[][]float64{{0}}, []float64{-1}}, 1, ErrIndefinite},
		{"zero inputs", Linear{}, Dataset{[][]float64{{0}, {0}}, []float64{-1, 1}}, 1, nil},
		{"tiny inputs", Linear{}, Dataset{[][]float64{{1e-300}, {-1e-300}}, []float64{-1, 1}}, 1, nil},
		{"small inputs", Linear{}, Dataset{[][]float64{{1e-150}, {-1e-150}}, []float64{-1, 1}}, 1, nil},
		{"large inputs", Linear{}, Dataset{[][]float64{{1e150}, {-1e150}}, []float64{-1, 1}}, 1, nil},
		{"huge inputs", Linear{}, Dataset{[][]float64{{1e300}, {-1e300}}, []float64{-1, 1}}, 1, ErrOverflow},
		{"huge inputs, radial", Gaussian{1}, Dataset{[][]float64{{1e300}, {-1e300}}, []float64{-1, 1}}, 1, nil},
		{"huge λ", Gaussian{1}, Dataset{[][]float64{{1}, {-1}}, []float64{-1, 1}}, 1e300, nil},
		{"λ beyond", Gaussian{1}, Dataset{[][]float64{{1}, {-1}}, []float64{-1, 1}}, 1e308, ErrOverflow},
		{"λ = 0, distinct", Gaussian{1}, Dataset{[][]float64{{1}, {-1}}, []float64{-1, 1}}, 0, ErrNoConvergence},
		{"λ = 0, repeated", Gaussian{1}, Dataset{[][]float64{{1}, {1}}, []float64{-1, 1}}, 0, ErrSingular},
		{"indefinite", Polynomial{2, -1}, Dataset{normalPoints(30, 2, newRand(2)), alternating(30)}, 1e-3,
			ErrIndefinite},
		{"indefinite, λ large", Polynomial{2, -1}, Dataset{normalPoints(30, 2, newRand(2)), alternating(30)}, 1e3,
			ErrIndefinite},
	} {
		fit, err := KLR(ctx, test.k, test.d, test.lambda)
		if !errors.Is(err, test.err) {
			t.Errorf("%s: error %v, want %v", test.name, err, test.err)
			continue
		}
		if err != nil {
			continue
		}
		all := slices.Concat(fit.Alpha, fit.Decision, fit.Probability, fit.LossPath(),
			[]float64{fit.Loss, fit.GradientNorm, fit.Norm, fit.Residual})
		if !allFinite(all) {
			t.Errorf("%s: %+v", test.name, fit)
		}
	}
	one := Must(KLR(ctx, Gaussian{1}, Dataset{[][]float64{{1}, {1}}, []float64{1, -1}}, 1e-6))
	if maxAbs(one.Decision) > 1e-12 || math.Abs(one.Loss-math.Ln2) > 1e-15 {
		t.Errorf("a point with both labels: decision %v, loss %v; want 0 and log 2", one.Decision, one.Loss)
	}

	stopped := ended(t)
	d := twoClasses(10, 0.1, 1)
	wantError(t, "cancelled", errorOf(KLR(stopped, Gaussian{1}, d, 1)), context.Canceled)
	K := Gram(Gaussian{1}, d.X)
	wantError(t, "cancelled descent", errorOf(DescendKLR(stopped, K, d.Y, 1, 1, 5)), context.Canceled)
	wantPanic(t, "labels 0 and 1", func() { KLR(ctx, Gaussian{1}, Dataset{d.X, make([]float64, 10)}, 1) })
	wantPanic(t, "λ −1", func() { KLR(ctx, Gaussian{1}, d, -1) })
	wantPanic(t, "λ NaN", func() { SolveKLR(ctx, K, d.Y, math.NaN()) })
	wantPanic(t, "sizes", func() { SolveKLR(ctx, K, d.Y[1:], 1) })
	wantPanic(t, "step 0", func() { DescendKLR(ctx, K, d.Y, 1, 0, 5) })
	wantPanic(t, "steps −1", func() { DescendKLR(ctx, K, d.Y, 1, 1, -1) })
	wantPanic(t, "limit", func() { KLRStepLimit(K, -1) })
}

func TestLogistic(t *testing.T) {
	for _, m := range []float64{0, 1e-300, 1, 37, 700, 800, 1e300, math.MaxFloat64} {
		for _, m := range []float64{m, -m} {
			p, loss := Logistic(m), LogisticLoss(m)
			if !finite(p) || !finite(loss) || p < 0 || p > 1 || loss < 0 {
				t.Errorf("margin %v: probability %v, loss %v", m, p, loss)
			}
			if p > 0 && math.Abs(loss+math.Log(p)) > 1e-14*(1+loss) {
				t.Errorf("margin %v: loss %v, want %v", m, loss, -math.Log(p))
			}
			if s := p + Logistic(-m); math.Abs(s-1) > Epsilon {
				t.Errorf("σ(%v) + σ(%v) = %v", m, -m, s)
			}
		}
	}
}
