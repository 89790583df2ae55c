package engine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

var losses = []Loss{Squared{}, Absolute{}, Huber{0.3}, EpsilonInsensitive{0.2}, LargestError{}}

// Every loss, over kernels and λ: the gap proves the solution, the constraints of the
// dual hold, and no step away from it is better.
func TestSolveLoss(t *testing.T) {
	ctx := context.Background()
	for _, n := range []int{1, 2, 30, 90} {
		d := Outliers(n, 0.2, newRand(81))
		for _, k := range []Kernel{Gaussian{1}, Gaussian{0.05}, Exponential{1}, Linear{}, Gaussian{1e9}} {
			K := Gram(k, d.X)
			for _, loss := range losses {
				for _, lambda := range []float64{1e-6, 1e-3, 0.1, 100} {
					name := fmt.Sprintf("n %d, %v, %T, λ %g", n, k, loss, lambda)
					f, err := SolveLoss(ctx, K, d.Y, loss, lambda)
					if err != nil {
						if _, squared := loss.(Squared); !squared || !errors.Is(err, ErrSingular) {
							t.Errorf("%s: %v", name, err)
						}
						continue
					}
					if !(f.Gap >= 0 && f.Gap <= 1e-8*f.Objective) {
						t.Errorf("%s: gap %v of %v", name, f.Gap, f.Objective)
					}
					p := loss.dual(n, lambda)
					sum := 0.0
					for _, a := range f.Alpha {
						sum += math.Abs(a)
						if math.Abs(a) > p.box {
							t.Errorf("%s: %v is out of the box %v", name, a, p.box)
						}
					}
					if sum > p.ball*(1+1e-6) {
						t.Errorf("%s: ‖α‖₁ = %v, ball %v", name, sum, p.ball)
					}
					s := lossSolver{K: K, y: d.Y, loss: loss, lambda: lambda}
					rng := newRand(82)
					for range 5 {
						moved := make([]float64, n)
						for i, v := range normalVector(n, rng) {
							moved[i] = f.Alpha[i] + 1e-3*v*(math.Abs(f.Alpha[i])+1)
						}
						if o := s.evaluate(moved).Objective; o < f.Objective-f.Gap-1e-9*f.Objective {
							t.Errorf("%s: a step away is better, %v < %v", name, o, f.Objective)
						}
					}
				}
			}
		}
	}
}

// Where losses agree so do their fits: Huber's with a large Δ is squared, ε = 0 is
// absolute, and Huber's with a small Δ is 2Δ times the absolute one.
func TestLossLimits(t *testing.T) {
	ctx := context.Background()
	d := Outliers(40, 0.2, newRand(83))
	solve := func(loss Loss, lambda float64) *LossFit {
		t.Helper()
		_, f, err := KernelRegression(ctx, Gaussian{1}, d, loss, lambda)
		noError(t, err)
		return f
	}
	ridge := Must(KRR(Gaussian{1}, d, 0.01))
	wantClose(t, "squared", solve(Squared{}, 0.01).Alpha, ridge.Alpha, 0)
	wantClose(t, "Huber, Δ = 100", solve(Huber{100}, 0.01).Alpha, ridge.Alpha, algebra)
	wantClose(t, "ε = 0", solve(EpsilonInsensitive{0}, 0.01).Alpha, solve(Absolute{}, 0.01).Alpha, 1e-6)
	const delta = 1e-7
	wantClose(t, "Huber, Δ = 1e-7", solve(Huber{delta}, 0.01*2*delta).Fitted, solve(Absolute{}, 0.01).Fitted, 1e-5)
}

// The squared loss and Huber's are homogeneous, down to where squares underflow and
// further.
func TestLossIsHomogeneous(t *testing.T) {
	ctx := context.Background()
	d := Outliers(30, 0.2, newRand(86))
	K := Gram(Gaussian{1}, d.X)
	for _, unit := range []float64{0x1p-1000, 0x1p-540, 0x1p-500, 0x1p-300} {
		for _, pair := range [][2]Loss{{Squared{}, Squared{}}, {Huber{0.3}, Huber{0.3 * unit}},
			{Huber{1e9}, Huber{1e300}}, {Huber{1e9}, Huber{1e9}}} {
			for _, lambda := range []float64{1e-3, 0.1} {
				name := fmt.Sprintf("%v in units of %g, λ = %v", pair[0], unit, lambda)
				f, err := SolveLoss(ctx, K, d.Y, pair[0], lambda)
				noError(t, err, name)
				g, err := SolveLoss(ctx, K, divided(d.Y, 1/unit), pair[1], lambda)
				noError(t, err, name)
				wantClose(t, name, divided(g.Alpha, unit), f.Alpha, 1e-12)
			}
		}
	}
}

// One point moved far away: the absolute fit stays, the brittle one follows.
func TestOneOutlier(t *testing.T) {
	ctx := context.Background()
	d := Sine(50, 0.1, newRand(84))
	moved := func(loss Loss) float64 {
		fitted := func(y float64) []float64 {
			e := Dataset{X: d.X, Y: append([]float64(nil), d.Y...)}
			e.Y[25] = y
			f, _, err := KernelRegression(ctx, Gaussian{1}, e, loss, 1e-3)
			noError(t, err)
			return evaluate(f, d.X)
		}
		most, near, far := 0.0, fitted(10), fitted(1000)
		for i := range near {
			most = max(most, math.Abs(far[i]-near[i]))
		}
		return most
	}
	for _, loss := range []Loss{Absolute{}, Huber{0.3}, EpsilonInsensitive{0.1}} {
		if v := moved(loss); v > 1e-6 {
			t.Errorf("%T: an outlier that goes on moving moves the fit by %v", loss, v)
		}
	}
	for _, loss := range []Loss{Squared{}, LargestError{}} {
		if v := moved(loss); v < 10 {
			t.Errorf("%T: an outlier moves the fit by %v only", loss, v)
		}
	}
}

func TestSolveLossHard(t *testing.T) {
	ctx := context.Background()
	K := mat.NewSymDense(2, []float64{1, 0.5, 0.5, 1})
	for _, loss := range losses {
		// Nothing to fit.
		f, err := SolveLoss(ctx, K, []float64{0, 0}, loss, 0.1)
		if err != nil || f.Objective != 0 || f.Gap != 0 {
			t.Errorf("%T: y = 0: %+v, %v", loss, f, err)
		}
		// λ = 0 interpolates.
		f, err = SolveLoss(ctx, K, []float64{1, 2}, loss, 0)
		if err != nil || f.Risk > 1e-14 {
			t.Errorf("%T: λ = 0: %+v, %v", loss, f, err)
		}
		ones := mat.NewSymDense(2, []float64{1, 1, 1, 1})
		wantError(t, fmt.Sprintf("%T: repeated points at λ = 0", loss),
			errorOf(SolveLoss(ctx, ones, []float64{1, 2}, loss, 0)), ErrSingular)
		f, err = SolveLoss(ctx, ones, []float64{1, 2}, loss, 0.01)
		if err != nil || f.Fitted[0] != f.Fitted[1] {
			t.Errorf("%T: repeated points: %+v, %v", loss, f, err)
		}
		if _, err := SolveLoss(ctx, mat.NewSymDense(2, []float64{1, 2, 2, 1}), []float64{1, 2}, loss,
			0.01); !errors.Is(err, ErrIndefinite) {
			t.Errorf("%T: indefinite: %v", loss, err)
		}
		if _, err := SolveLoss(ctx, mat.NewSymDense(1, []float64{math.Inf(1)}), []float64{1}, loss,
			0.01); !errors.Is(err, ErrOverflow) {
			t.Errorf("%T: infinite: %v", loss, err)
		}
		// A kernel that sees nothing.
		f, err = SolveLoss(ctx, mat.NewSymDense(2, nil), []float64{1, 2}, loss, 0.01)
		if err == nil && !f.finite() {
			t.Errorf("%T: K = 0: %+v", loss, f)
		}
		for _, size := range []float64{1e-300, 1e-150, 1, 1e150, 1e300} {
			for _, scale := range []float64{1e-300, 1e-100, 1, 1e100, 1e300} {
				for _, lambda := range []float64{0, 1e-300, 1e-9, 1, 1e9, 1e300} {
					K := mat.NewSymDense(2, []float64{scale, scale / 2, scale / 2, scale})
					f, err := SolveLoss(ctx, K, []float64{size, -size / 3}, loss, lambda)
					if err == nil && !f.finite() {
						t.Errorf("%T: y %v, K %v, λ %v: %+v", loss, size, scale, lambda, f)
					}
				}
			}
		}
		wantPanic(t, "λ", func() { SolveLoss(ctx, K, []float64{1, 2}, loss, -1) })
		wantPanic(t, "sizes", func() { SolveLoss(ctx, K, []float64{1}, loss, 1) })
	}
	cancelled := ended(t)
	for _, loss := range losses {
		for _, lambda := range []float64{0, 0.1} {
			wantError(t, fmt.Sprintf("%T, λ = %v, cancelled", loss, lambda),
				errorOf(SolveLoss(cancelled, K, []float64{1, 2}, loss, lambda)), context.Canceled)
		}
	}
	wantPanic(t, "Δ", func() { SolveLoss(ctx, K, []float64{1, 2}, Huber{}, 1) })
	wantPanic(t, "ε", func() { SolveLoss(ctx, K, []float64{1, 2}, EpsilonInsensitive{-1}, 1) })
}

// Whatever the data, a solution is finite, proved, and no worse than zero.
func FuzzSolveLoss(f *testing.F) {
	f.Add(uint64(1), uint8(9), uint8(1), -3.0, 0.0)
	f.Add(uint64(2), uint8(1), uint8(4), -8.0, 3.0)
	f.Add(uint64(3), uint8(14), uint8(3), 4.0, -3.0)
	f.Fuzz(func(t *testing.T, seed uint64, size, which uint8, logLambda, logLength float64) {
		if !(math.Abs(logLambda) <= 300 && math.Abs(logLength) <= 300) {
			return
		}
		rng := newRand(seed)
		n := int(size)%15 + 1
		d := Dataset{X: normalPoints(n, 2, rng), Y: normalVector(n, rng)}
		if seed%3 == 0 {
			d.X[n-1] = d.X[0]
		}
		loss, lambda := losses[int(which)%len(losses)], math.Pow(10, logLambda)
		k := Gaussian{math.Pow(10, logLength)}
		_, fit, err := KernelRegression(context.Background(), k, d, loss, lambda)
		if err != nil {
			if !errors.Is(err, ErrNoConvergence) && !errors.Is(err, ErrSingular) && !errors.Is(err, ErrOverflow) {
				t.Fatal(err)
			}
			// Between these there is always an answer.
			if _, squared := loss.(Squared); !squared && lambda >= 1e-7 && lambda <= 1e7 {
				t.Fatalf("n %d, %v, %T, λ %g: %v", n, k, loss, lambda, err)
			}
			return
		}
		if !fit.finite() || fit.Gap < 0 {
			t.Fatalf("%+v", fit)
		}
		if zero := loss.Risk(d.Y); fit.Objective > zero*(1+1e-12)+10*fit.Gap {
			t.Fatalf("n %d, %v, %T, λ %g: objective %v, at zero %v", n, k, loss, lambda, fit.Objective, zero)
		}
	})
}
