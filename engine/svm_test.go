package engine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// What holds of every support vector machine: the conditions of optimality, the
// duality gap, and what the fit says of itself.
func TestSVM(t *testing.T) {
	for name, d := range map[string]Dataset{
		"moons":     twoClasses(60, 0.2, 1),
		"separable": twoClasses(40, 0.02, 2),
		"xor":       XOR(50, 0, newRand(3)).Against(0),
		"unequal":   Blobs(45, 0.8, newRand(4)).Against(1),
	} {
		for _, k := range []Kernel{Linear{}, Polynomial{2, 1}, Gaussian{0.5}, Gaussian{1e-9}, Gaussian{1e9},
			Exponential{1}} {
			for _, C := range []float64{1e-6, 0.1, 1, 20} {
				name := fmt.Sprintf("%s, %v, C %g", name, k, C)
				fit, err := SVM(context.Background(), k, d, C)
				noError(t, err, name)
				K := Gram(k, d.X)
				// Whether 10⁻¹⁰ is reached depends on how far rounding of Kα lets it.
				if v := KKTViolation(K, d.Y, fit.Alpha, fit.Offset, C); v > 1e-9 || v != fit.Violation {
					t.Errorf("%s: violation %v, and %v in the fit", name, v, fit.Violation)
				}
				primal, support := primalOf(fit, d.Y), []int{}
				for i := range d.Y {
					if fit.Alpha[i] != 0 {
						support = append(support, i)
					}
					if got := fit.Eval(d.X[i]); math.Abs(got-fit.Decision[i]) > 1e-9*(1+math.Abs(got)) {
						t.Errorf("%s: f(x[%d]) is %v, decision %v", name, i, got, fit.Decision[i])
					}
				}
				if gap := primal - fit.Objective; math.Abs(gap) > 1e-8*(1+primal) {
					t.Errorf("%s: duality gap %v of %v", name, gap, primal)
				}
				if v := fit.DualityGap(K, d.Y); !(v >= (primal-fit.Objective)/primal-4*Epsilon && v <= 1e-4) {
					t.Errorf("%s: the gap is said to be %v", name, v)
				}
				wantEqual(t, name+": support", support, fit.Support)
				if want := 1 / fit.Norm; fit.Margin != want {
					t.Errorf("%s: margin %v, want %v", name, fit.Margin, want)
				}
				if norm := fit.Expansion.Norm(); math.Abs(norm-fit.Norm) > 1e-7*(1+norm) {
					t.Errorf("%s: norm %v, and %v of the expansion", name, fit.Norm, norm)
				}
			}
		}
	}
}

// primalOf is what the machine minimises, at its fit.
func primalOf(fit *SVMFit, y []float64) float64 {
	sum := fit.Norm * fit.Norm / 2
	for i, yi := range y {
		sum += fit.C * max(0, 1-yi*fit.Decision[i])
	}
	return sum
}

// Two points on a line: the boundary in the middle, the margin up to them.
func TestSVMByHand(t *testing.T) {
	d := Dataset{X: [][]float64{{1}, {4}, {9}}, Y: []float64{-1, 1, 1}}
	fit := Must(SVM(context.Background(), Linear{}, d, 1e3))
	// f(x) = (x − 2.5)/1.5, so w = 2/3 = α·(4 − 1) and α = 2/9.
	wantClose(t, "α", fit.Alpha, []float64{-2. / 9, 2. / 9, 0}, 1e-12)
	wantNear(t, "offset", fit.Offset, -5./3, 1e-12)
	wantNear(t, "margin", fit.Margin, 1.5, 1e-12)
	wantNear(t, "objective", fit.Objective, 2./9, 1e-12)
	wantNear(t, "f(7)", fit.Eval([]float64{7}), 3, 1e-12)
	wantEqual(t, "support vectors", fit.Support, []int{0, 1})
}

func TestKKTViolation(t *testing.T) {
	d := Dataset{X: [][]float64{{1}, {4}}, Y: []float64{-1, 1}}
	K := Gram(Linear{}, d.X)
	for _, test := range []struct {
		name             string
		alpha            []float64
		offset, C, wants float64
	}{
		{"optimal", []float64{-2. / 9, 2. / 9}, -5. / 3, 1, 0},
		{"offset moved", []float64{-2. / 9, 2. / 9}, -5./3 + 0.25, 1, 0.25},
		{"zero", []float64{0, 0}, 0, 1, 1},
		{"all at a small C", []float64{-0.01, 0.01}, 0, 0.01, 0}, // f(x) = 0.03x, inside the margin
		{"beyond C", []float64{-0.03, 0.03}, 0, 0.01, 2},
		{"wrong sign", []float64{0.5, -0.5}, 0, 0.25, 7}, // 1 − y f = 1 + 1.5·4
		{"sum", []float64{-2. / 9, 2./9 + 3}, -5. / 3, 1, 48},
	} {
		got := KKTViolation(K, d.Y, test.alpha, test.offset, test.C)
		if math.Abs(got-test.wants) > 1e-12 {
			t.Errorf("%s: %v, want %v", test.name, got, test.wants)
		}
	}
	wantPanic(t, "sizes", func() { KKTViolation(K, d.Y, []float64{0}, 0, 1) })
	wantPanic(t, "C", func() { KKTViolation(K, d.Y, []float64{0, 0}, 0, 0) })
}

func TestSVMHardCases(t *testing.T) {
	ctx := context.Background()
	cloud := normalPoints(30, 2, newRand(2))
	labels := alternating(30)
	for _, test := range []struct {
		name   string
		k      Kernel
		d      Dataset
		C      float64
		err    error
		offset float64
	}{
		{"one point", Gaussian{1}, Dataset{[][]float64{{3}}, []float64{-1}}, 1, nil, -1},
		{"one class", Gaussian{1}, Dataset{[][]float64{{0}, {1}, {2}}, []float64{1, 1, 1}}, 1, nil, 1},
		{"one point, two labels", Gaussian{1}, Dataset{[][]float64{{1}, {1}}, []float64{1, -1}}, 5, nil, 0},
		{"zero inputs", Linear{}, Dataset{[][]float64{{0}, {0}}, []float64{-1, 1}}, 1, nil, 0},
		{"tiny inputs", Linear{}, Dataset{[][]float64{{1e-300}, {-1e-300}}, []float64{-1, 1}}, 1, nil, 0},
		{"small inputs", Linear{}, Dataset{[][]float64{{1e-150}, {-1e-150}}, []float64{-1, 1}}, 1, nil, 0},
		{"large inputs", Linear{}, Dataset{[][]float64{{1e150}, {-1e150}}, []float64{-1, 1}}, 1, nil, 0},
		{"larger inputs", Linear{}, Dataset{[][]float64{{1e154}, {-1e154}}, []float64{-1, 1}}, 1, ErrOverflow, 0},
		{"huge inputs", Linear{}, Dataset{[][]float64{{1e300}, {-1e300}}, []float64{-1, 1}}, 1, ErrOverflow, 0},
		{"huge inputs, radial", Gaussian{1}, Dataset{[][]float64{{1e300}, {-1e300}}, []float64{-1, 1}}, 1, nil, 0},
		{"huge C, separable", Linear{}, Dataset{[][]float64{{1}, {-1}}, []float64{-1, 1}}, 1e300, nil, 0},
		{"huge C, not separable", Linear{}, Dataset{[][]float64{{1}, {1}}, []float64{-1, 1}}, 1e300, ErrNoConvergence,
			0},
		{"tiny C", Gaussian{1}, Dataset{[][]float64{{1}, {-1}}, []float64{-1, 1}}, 1e-300, nil, 0},
		{"indefinite", Polynomial{2, -1}, Dataset{cloud, labels}, 1, ErrIndefinite, 0},
	} {
		fit, err := SVM(ctx, test.k, test.d, test.C)
		if !errors.Is(err, test.err) {
			t.Errorf("%s: error %v, want %v", test.name, err, test.err)
			continue
		}
		if err != nil {
			continue
		}
		if !allFinite(slices.Concat(fit.Alpha, fit.Decision, []float64{fit.Offset, fit.Norm, fit.Objective,
			fit.Violation})) || math.IsNaN(fit.Margin) {
			t.Errorf("%s: %+v", test.name, fit)
		}
		if math.Abs(fit.Offset-test.offset) > 1e-9 {
			t.Errorf("%s: offset %v, want %v", test.name, fit.Offset, test.offset)
		}
		if fit.Violation > 1e-9 {
			t.Errorf("%s: violation %v", test.name, fit.Violation)
		}
	}
	one, err := SVM(ctx, Gaussian{1}, Dataset{[][]float64{{0}, {1}}, []float64{1, 1}}, 1)
	if err != nil || !math.IsInf(one.Margin, 1) || len(one.Support) != 0 || one.Eval([]float64{7}) != 1 {
		t.Errorf("one class: %+v, %v", one, err)
	}
	both, err := SVM(ctx, Gaussian{1}, Dataset{[][]float64{{1}, {1}}, []float64{1, -1}}, 5)
	if err != nil || !slices.Equal(both.Alpha, []float64{5, -5}) {
		t.Errorf("a point with both labels: %+v, %v; want both at C", both, err)
	}

	stopped := ended(t)
	d := twoClasses(10, 0.1, 1)
	wantError(t, "cancelled", errorOf(SVM(stopped, Gaussian{1}, d, 1)), context.Canceled)
	for _, C := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		wantPanic(t, fmt.Sprint("C = ", C), func() { SVM(ctx, Gaussian{1}, d, C) })
	}
	wantPanic(t, "labels 0 and 1", func() { SVM(ctx, Gaussian{1}, Dataset{d.X, make([]float64, 10)}, 1) })
	wantPanic(t, "sizes", func() { SolveSVM(ctx, Gram(Gaussian{1}, d.X), d.Y[1:], 1) })
}

// The order of the points does not matter.
func TestSVMPermuted(t *testing.T) {
	d := twoClasses(40, 0.3, 5)
	at := newRand(6).Perm(40)
	a := Must(SVM(context.Background(), Gaussian{0.5}, d, 1))
	b := Must(SVM(context.Background(), Gaussian{0.5}, Dataset{Pick(d.X, at), Pick(d.Y, at)}, 1))
	wantClose(t, "decision", b.Decision, Pick(a.Decision, at), 1e-8)
	wantNear(t, "offset", b.Offset, a.Offset, 1e-7)
}

// Whatever the data, the answer is a minimum or an error, never a NaN.
func TestClassifiersOnAnything(t *testing.T) {
	rng := newRand(9)
	ctx := context.Background()
	known := []error{nil, ErrSingular, ErrOverflow, ErrNoConvergence}
	for range 400 {
		n, p := 1+rng.IntN(25), 1+rng.IntN(5)
		scale := []float64{1, 1, 1e3, 1e-3, 1e140, 1e-140, 1e300}[rng.IntN(7)]
		d := Dataset{X: normalPoints(n, p, rng), Y: make([]float64, n)}
		for i := range d.X {
			floats.Scale(scale, d.X[i])
			d.Y[i] = float64(1 - 2*rng.IntN(2))
			if j := i - n/2; j >= 0 && rng.IntN(2) == 0 {
				d.X[i] = d.X[j]
			}
		}
		k := []Kernel{Linear{}, Polynomial{3, 1}, Gaussian{1}, Gaussian{1e-9}, Gaussian{1e9},
			Exponential{2}}[rng.IntN(6)]
		lambda := math.Pow(10, float64(rng.IntN(60)-45))
		name := fmt.Sprintf("n %d, p %d, scale %g, %v, λ %g", n, p, scale, k, lambda)
		fit, err := KLR(ctx, k, d, lambda)
		if !slices.Contains(known, err) {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil {
			if !(fit.GradientNorm <= 1e-9*(1+mat.Max(Gram(k, d.X)))) {
				t.Errorf("%s: gradient norm %v", name, fit.GradientNorm)
			}
			if !allFinite(slices.Concat(fit.Alpha, fit.Decision, fit.Probability,
				[]float64{fit.Loss, fit.Norm, fit.Residual})) {
				t.Errorf("%s: %+v", name, fit)
			}
		} else if _, radial := k.(Radial); radial && lambda > 1e-12 {
			t.Errorf("%s: %v", name, err)
		}
		if _, radial := k.(Radial); !radial {
			continue // inputs of 1000 take too many steps
		}
		machine, err := SVM(ctx, k, d, 1)
		if err != nil || !(machine.Violation <= 1e-9) || !allFinite(machine.Decision) {
			t.Errorf("%s: SVM: %+v, %v", name, machine, err)
		}
	}
}

// Where pairs of α creep, the interior-point method goes on. The duality gap proves it.
func TestSVMOfLargeInputs(t *testing.T) {
	for _, p := range []int{1, 2, 5} {
		for _, k := range []Kernel{Linear{}, Polynomial{2, 1}} {
			rng := newRand(uint64(p))
			const n, C = 60, 1000
			d := Dataset{X: normalPoints(n, p, rng), Y: make([]float64, n)}
			for i, x := range d.X {
				floats.Scale(10, x)
				d.Y[i] = float64(1 - 2*rng.IntN(2))
			}
			fit, err := SVM(t.Context(), k, d, C)
			noError(t, err, fmt.Sprintf("p %d, %v", p, k))
			primal := primalOf(fit, d.Y)
			// Kα is known to ε times its terms, some 10⁻⁶ here.
			if gap := primal - fit.Objective; math.Abs(gap) > 1e-6*primal || fit.Violation > 1e-5 {
				t.Errorf("p %d, %v: duality gap %v of %v, violation %v", p, k, gap, primal, fit.Violation)
			}
			if fit.Iterations > 100_000 {
				t.Errorf("p %d, %v: %d steps", p, k, fit.Iterations)
			}
		}
	}
}

// Both methods find the same machine.
func TestSVMInterior(t *testing.T) {
	for _, k := range []Kernel{Linear{}, Gaussian{0.5}, Gaussian{1e9}, Exponential{1}} {
		for _, C := range []float64{0.1, 1, 20} {
			d := twoClasses(50, 0.2, 3)
			K := Gram(k, d.X)
			fit := Must(SolveSVM(t.Context(), K, d.Y, C))
			m := newSMO(K, d.Y, C)
			if found, err := m.interior(t.Context(), K, C); !found || err != nil {
				t.Errorf("%v, C = %v: found %t, %v", k, C, found, err)
				continue
			}
			other := Must(m.fit(K))
			wantNear(t, fmt.Sprintf("%v, C = %v: objective", k, C), other.Objective, fit.Objective, 1e-8)
			wantClose(t, fmt.Sprintf("%v, C = %v: f", k, C), other.Decision, fit.Decision, 1e-5)
		}
	}
	cancelled := ended(t)
	d := twoClasses(10, 0.1, 1)
	K := Gram(Gaussian{1}, d.X)
	m := newSMO(K, d.Y, 1)
	if _, err := m.interior(cancelled, K, 1); !errors.Is(err, context.Canceled) || floats.Norm(m.alpha, 1) != 0 {
		t.Errorf("cancelled: %v, α = %v", err, m.alpha)
	}
}

// A counted context counts how often it is looked at.
type counted struct {
	context.Context
	looks int
}

func (c *counted) Err() error {
	c.looks++
	return c.Context.Err()
}

// However hopeless a problem, it ends after n² steps and some factorisations: n points of
// two classes in the four corners of a cross, a polynomial whose values are up to 10¹⁷.
func TestSVMBudget(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const n = 200
	d := Dataset{}
	for range n {
		x := []float64{random.NormFloat64(), random.NormFloat64()}
		d.X, d.Y = append(d.X, x), append(d.Y, math.Copysign(1, x[0]*x[1]+random.NormFloat64()))
	}
	for _, k := range []Kernel{Polynomial{Degree: 12, Offset: 10}, Polynomial{Degree: 8, Offset: 10}, Gaussian{0.02},
		Gaussian{3}} {
		for _, C := range []float64{0.01, 1000} {
			ctx := &counted{Context: t.Context()}
			fit, err := SVM(ctx, k, d, C)
			if err == nil && fit.Violation > doubtfulMargin || err != nil && err != ErrNoConvergence {
				t.Errorf("%v, C = %g: %v", k, C, err)
			}
			if most := n*n/svmContext + 2*maxRounds + maxSVMInterior; ctx.looks > most {
				t.Errorf("%v, C = %g: %d looks at the context, want at most %d", k, C, ctx.looks, most)
			}
		}
	}
}

// The gap holds for whichever kernel K is rounded from: its objective at the fit is above the
// least there is by no more. Where rounding has lost the differences of K, the gap says so.
func TestSVMDualityGap(t *testing.T) {
	ctx, rng := context.Background(), newRand(31)
	objective := func(K mat.Symmetric, y []float64, f *SVMFit) float64 {
		w := Apply(K, f.Alpha)
		sum := floats.Dot(w, f.Alpha) / 2
		for i, v := range w {
			sum += f.C * max(0, 1-y[i]*(v+f.Offset))
		}
		return sum
	}
	d := twoClasses(30, 0.2, 8)
	for _, shift := range []float64{0, 10, 1e3, 1e5} {
		K := Gram(Linear{}, each(d.X, func(x []float64) []float64 { return []float64{x[0] + shift, x[1] + shift} }))
		fit := Must(SolveSVM(ctx, K, d.Y, 1))
		gap := fit.DualityGap(K, d.Y)
		for range 5 {
			other := mat.NewSymDense(len(d.Y), nil)
			other.CopySym(K)
			for i := range d.Y {
				for j := range i + 1 {
					other.SetSym(i, j, K.At(i, j)*(1+3*Epsilon*(2*rng.Float64()-1)))
				}
			}
			best := Must(SolveSVM(ctx, other, d.Y, 1))
			P := objective(other, d.Y, fit)
			if least := objective(other, d.Y, best); P-least > (gap+1e-9)*P {
				t.Errorf("at %g: above the least by %.3g of it, and %.3g is said", shift, (P-least)/P, gap)
			}
		}
		if want := 1e-8 * (1 + shift*shift); gap > want {
			t.Errorf("at %g: a gap of %v", shift, gap)
		}
	}
	lost := Dataset{X: [][]float64{{1e8}, {1e8 + 1}}, Y: []float64{-1, 1}}
	squared := Power{Polynomial{2, 1}, 2}
	fit := Must(SVM(ctx, squared, lost, 1))
	if gap := fit.DualityGap(Gram(squared, lost.X), lost.Y); !math.IsInf(gap, 1) {
		t.Errorf("α = %v is said to be within %v", fit.Alpha, gap)
	}
	wantPanic(t, "sizes", func() { fit.DualityGap(Gram(squared, lost.X), lost.Y[1:]) })
}
