package engine

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The number of stages is the one with the least held-out loss, and held-out predictions are
// those of fits to the other folds with as many.
func TestBoostChoosesStages(t *testing.T) {
	d := friedman(100, 6, newRand(1))
	folds := randomFolds(100, 5, nil, newRand(2))
	f := Must(Boost{Folds: folds, Most: 60}.Fit(t.Context(), d, newRand(1)))
	if len(f.Losses) != 61 || f.Losses[f.Stages] != slices.Min(f.Losses) || f.Stages == 0 {
		t.Fatalf("%d stages, losses %v", f.Stages, f.Losses)
	}
	sum := 0.0
	for _, fold := range folds {
		g := Must(Boost{Stages: f.Stages}.Fit(t.Context(), without(d, fold...), newRand(1)))
		for _, i := range fold {
			wantNear(t, fmt.Sprintf("row %d", i), f.HeldOut[i], g.Eval(d.X[i]), 1e-10)
			sum += (g.Eval(d.X[i]) - d.Y[i]) * (g.Eval(d.X[i]) - d.Y[i]) / 100
		}
	}
	wantNear(t, "loss", f.Losses[f.Stages], sum, 1e-10)
}

// Rows held out tell the error on other rows, and it is less than a forest's where inputs add up.
func TestBoostOnOtherRows(t *testing.T) {
	d, other := friedman(300, 8, newRand(1)), friedman(2000, 8, newRand(2))
	f := Must(Boost{}.Fit(t.Context(), d, newRand(3)))
	held, fresh := squareError(d.Y, f.HeldOut), squareError(other.Y, Evaluate(f, other.X))
	if held < 0.9*fresh || held > 1.25*fresh { // by fits to four rows of five
		t.Errorf("error %v held out, %v on other rows", held, fresh)
	}
	forest := Must(Forest{}.Fit(t.Context(), d, newRand(3)))
	if e := squareError(other.Y, Evaluate(forest, other.X)); e < fresh {
		t.Errorf("error %v, of a forest %v", fresh, e)
	}
}

// What an increasing function makes of an input changes nothing at the rows of the data.
func TestBoostOfBentInputs(t *testing.T) {
	d := friedman(80, 5, newRand(1))
	bent := Dataset{X: make([][]float64, len(d.X)), Y: d.Y}
	for i, x := range d.X {
		bent.X[i] = []float64{math.Exp(9 * x[0]), x[1], -1 / (x[2] + 0.01), x[3] * x[3], x[4]}
	}
	p := Boost{Stages: 30}
	f, g := Must(p.Fit(t.Context(), d, newRand(1))), Must(p.Fit(t.Context(), bent, newRand(1)))
	wantEqual(t, "values at the rows differ", Evaluate(f, d.X), Evaluate(g, bent.X))
}

func TestBoostOfLittle(t *testing.T) {
	for name, d := range map[string]Dataset{
		"constant": {friedman(30, 5, newRand(1)).X, slices.Repeat([]float64{0.1}, 30)},
		"one row":  {[][]float64{{1, 2}}, []float64{0.1}},
		"equal":    {[][]float64{{1}, {1}, {1}}, []float64{0.1, 0.1, 0.1}},
	} {
		for _, stages := range []int{0, 7} {
			f := Must(Boost{Stages: stages}.Fit(t.Context(), d, newRand(1)))
			if got := f.Eval(d.X[0]); got != 0.1 || f.Stages != stages {
				t.Errorf("%s: %v after %d stages", name, got, f.Stages)
			}
			if f.HeldOut != nil && (stages > 0 || f.HeldOut[0] != 0.1) {
				t.Errorf("%s: held out %v", name, f.HeldOut)
			}
		}
	}
	// Inputs all the same: nothing is better than the mean.
	f := Must(Boost{}.Fit(t.Context(), Dataset{[][]float64{{1}, {1}, {1}, {1}}, []float64{1, 2, 3, 6}}, newRand(1)))
	if f.Stages != 0 || f.Eval([]float64{5}) != 3 {
		t.Errorf("of equal inputs %v after %d stages", f.Eval([]float64{5}), f.Stages)
	}
	one := Must(Boost{}.FitClasses(t.Context(), Labelled{X: Column([]float64{1, 2}), Labels: []int{4, 4}}, newRand(1)))
	if p := one.Probabilities([]float64{1}); one.Predict([]float64{1}) != 4 || p[0] != 1 {
		t.Errorf("one class: %v", p)
	}
	// A class that a fold has alone.
	alone := Labelled{X: Column([]float64{1, 2, 3, 4, 5, 6}), Labels: []int{0, 0, 0, 1, 1, 2}}
	if got := Must(Boost{}.FitClasses(t.Context(), alone, newRand(1))); !allFinite(got.Losses) {
		t.Errorf("losses %v", got.Losses)
	}
	huge := Dataset{X: Column([]float64{1, 2}), Y: []float64{-math.MaxFloat64, math.MaxFloat64}}
	wantError(t, "squares beyond float64", errorOf(Boost{Leaf: 1}.Fit(t.Context(), huge, newRand(1))), ErrOverflow)
}

// Probabilities are some, and tell classes apart on other rows.
func TestClassBoost(t *testing.T) {
	for _, k := range []int{2, 3} {
		l, other := labelledBy(friedman(300, 5, newRand(1)), k), labelledBy(friedman(300, 5, newRand(2)), k)
		for i := range l.Labels {
			l.Labels[i], other.Labels[i] = 10-3*l.Labels[i], 10-3*other.Labels[i]
		}
		f := Must(Boost{}.FitClasses(t.Context(), l, newRand(1)))
		right, loss := 0, 0.0
		for i, x := range other.X {
			p := f.Probabilities(x)
			if sum := p[0] + p[1] + p[k-1]*float64(k-2); math.Abs(sum-1) > 1e-12 || slices.Min(p) < 0 {
				t.Errorf("probabilities %v", p)
			}
			if f.Predict(x) == other.Labels[i] {
				right++
			}
			c, _ := slices.BinarySearch(f.Classes, l.Labels[i])
			loss -= math.Log(f.HeldOut[i][c]) / 300
		}
		wantNear(t, fmt.Sprintf("%d classes: loss", k), loss, f.Losses[f.Stages], 1e-10)
		if right < 230 {
			t.Errorf("%d classes: %d of 300 right", k, right)
		}
	}
}

// Where an input parts the classes, and where one row has the other's label, numbers stay finite.
func TestClassBoostWithoutNoise(t *testing.T) {
	l := Labelled{X: Column([]float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}), Labels: []int{0, 0, 0, 0, 0, 1, 1, 1, 1, 1}}
	for range 2 {
		for _, third := range []int{1, 2} {
			l.Labels[9] = third
			f := Must(Boost{Stages: 3000, Rate: 1, Leaf: 1}.FitClasses(t.Context(), l, newRand(1)))
			for i, x := range l.X {
				if p := f.Probabilities(x); !allFinite(p) || f.Predict(x) != l.Labels[i] {
					t.Errorf("at %v: %v", x, p)
				}
			}
		}
		l.Labels[2] = 1
	}
}

func TestBoostRepeats(t *testing.T) {
	d := friedman(80, 6, newRand(1))
	fit := func(seed uint64) *BoostFit { return Must(Boost{Most: 50}.Fit(t.Context(), d, newRand(seed))) }
	if a, b := fit(1), fit(1); !cmp.Equal(a.HeldOut, b.HeldOut) || a.Eval(d.X[0]) != b.Eval(d.X[0]) {
		t.Error("the same seed gives another fit")
	}
	if cmp.Equal(fit(1).HeldOut, fit(2).HeldOut) {
		t.Error("another seed gives the same folds")
	}
}

func TestBoostRefuses(t *testing.T) {
	d := friedman(20, 5, newRand(1))
	ctx := ended(t)
	wantError(t, "after its end", errorOf(Boost{}.Fit(ctx, d, newRand(1))), context.Canceled)
	wantError(t, "classes, after its end", errorOf(Boost{Stages: 3}.FitClasses(ctx, labelledBy(d, 3), newRand(1))),
		context.Canceled)
	fit := func(p Boost, d Dataset) func() { return func() { _, _ = p.Fit(t.Context(), d, newRand(1)) } }
	f := Must(Boost{Stages: 1}.Fit(t.Context(), d, newRand(1)))
	all := indices(20)
	for what, do := range map[string]func(){
		"no rows":         fit(Boost{}, Dataset{}),
		"NaN in x":        fit(Boost{}, Dataset{[][]float64{{math.NaN()}}, []float64{1}}),
		"infinite y":      fit(Boost{}, Dataset{[][]float64{{1}}, []float64{math.Inf(1)}}),
		"lengths":         fit(Boost{}, Dataset{d.X, d.Y[1:]}),
		"labels":          func() { _, _ = Boost{}.FitClasses(t.Context(), Labelled{d.X, nil}, newRand(1)) },
		"negative stages": fit(Boost{Stages: -1}, d),
		"rate above 1":    fit(Boost{Rate: 1.5}, d),
		"rate NaN":        fit(Boost{Rate: math.NaN()}, d),
		"no partition":    fit(Boost{Folds: [][]int{{0, 1}, {1, 2}}}, d),
		"one fold":        fit(Boost{Folds: [][]int{all}}, d),
		"other inputs":    func() { f.Eval([]float64{1}) },
	} {
		wantPanic(t, what, do)
	}
}

func BenchmarkBoost(b *testing.B) {
	d := friedman(500, 30, newRand(1))
	timed(b, "n=500", func() { Must(Boost{}.Fit(b.Context(), d, newRand(1))) })
	for _, k := range []int{2, 3} {
		l := labelledBy(d, k)
		timed(b, fmt.Sprintf("n=500, %d classes", k), func() { Must(Boost{}.FitClasses(b.Context(), l, newRand(1))) })
	}
}
