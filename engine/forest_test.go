package engine

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/floats"
)

func squareError(y, f []float64) float64 {
	sum := 0.0
	for i := range y {
		sum += (y[i] - f[i]) * (y[i] - f[i])
	}
	return math.Sqrt(sum / float64(len(y)))
}

// A constant response is predicted to the bit; a single row, and equal rows, are no trouble.
func TestForestOfLittle(t *testing.T) {
	const far = math.MaxFloat64
	for name, test := range map[string]struct {
		x         [][]float64
		y         []float64
		want, out float64 // at x[0]
	}{
		"constant": {friedman(30, 3+2, newRand(1)).X, slices.Repeat([]float64{0.1}, 30), 0.1, 0.1},
		"one row":  {[][]float64{{1, 2}}, []float64{0.3}, 0.3, 0.3},
		"equal":    {[][]float64{{1}, {1}, {1}}, []float64{7, 7, 7}, 7, 7},
		"far":      {Column([]float64{1, 2}), []float64{far, far}, far, far},
	} {
		f := Must(Forest{}.Fit(t.Context(), Dataset{X: test.x, Y: test.y}, newRand(1)))
		if got := f.Eval(test.x[0]); got != test.want || f.OutOfBag[0] != test.out {
			t.Errorf("%s: %v and out of bag %v", name, got, f.OutOfBag[0])
		}
	}
	// Rows that no tree was grown without have the mean of the others.
	three := Dataset{X: Column([]float64{1, 2, 3}), Y: []float64{1, 2, 6}}
	f := Must(Forest{Trees: 1}.Fit(t.Context(), three, newRand(1)))
	for i, out := range f.Out {
		if want := []float64{4, 3.5, 1.5}[i]; out == 0 && f.OutOfBag[i] != want {
			t.Errorf("row %d, in every bag: %v, not %v", i, f.OutOfBag[i], want)
		}
	}
	one := Must(Forest{}.FitClasses(t.Context(), Labelled{X: [][]float64{{1}}, Labels: []int{4}}, newRand(1)))
	if one.Predict([]float64{0}) != 4 || one.OutOfBag[0][0] != 1 {
		t.Errorf("one row of one class: %v, %v", one.Predict([]float64{0}), one.OutOfBag)
	}
}

// Predictions out of bag are those of the trees that did not have the row: they tell the error
// on other rows, which those at the rows themselves do not.
func TestForestOutOfBag(t *testing.T) {
	d, other := friedman(300, 8, newRand(1)), friedman(2000, 8, newRand(2))
	f := Must(Forest{}.Fit(t.Context(), d, newRand(3)))
	out, fresh := squareError(d.Y, f.OutOfBag), squareError(other.Y, Evaluate(f, other.X))
	if own := squareError(d.Y, Evaluate(f, d.X)); math.Abs(out/fresh-1) > 0.1 || own > 0.6*fresh {
		t.Errorf("error %v out of bag, %v on other rows, %v on its own", out, fresh, own)
	}
	low, high := slices.Min(d.Y), slices.Max(d.Y)
	for i, trees := range f.Out {
		if trees < 60 || trees > 160 {
			t.Errorf("row %d is out of %d bags of 300", i, trees)
		}
		if v := f.OutOfBag[i]; v < low || v > high {
			t.Errorf("row %d: %v is outside the responses", i, v)
		}
	}
}

// The units of responses are those of the predictions.
func TestForestUnits(t *testing.T) {
	d := friedman(60, 5, newRand(1))
	f := Must(Forest{Trees: 20}.Fit(t.Context(), d, newRand(2)))
	for _, unit := range []float64{math.Ldexp(1, -1040), math.Ldexp(1, 900)} {
		y := divided(d.Y, 1/unit)
		if unit < 1e-300 {
			for i := range y {
				y[i] = d.Y[i] * unit
			}
		}
		g := Must(Forest{Trees: 20}.Fit(t.Context(), Dataset{X: d.X, Y: y}, newRand(2)))
		if got, want := g.Eval(d.X[0])/unit, f.Eval(d.X[0]); math.Abs(got/want-1) > 1e-8 {
			t.Errorf("in units of %g: %v, not %v", 1/unit, got, want)
		}
	}
}

func TestClassForest(t *testing.T) {
	l := Blobs(150, 0.5, newRand(1))
	for i := range l.Labels {
		l.Labels[i] = 10 - 3*l.Labels[i]
	}
	f := Must(Forest{Leaf: 5}.FitClasses(t.Context(), l, newRand(1)))
	if !slices.Equal(f.Classes, l.Classes()) {
		t.Fatalf("classes %v", f.Classes)
	}
	right, out := 0, 0
	for i, x := range l.X {
		p := f.Probabilities(x)
		for _, row := range [][]float64{p, f.OutOfBag[i]} {
			sum := 0.0
			for _, v := range row {
				sum += v
				if v < 0 || v > 1 {
					t.Errorf("probability %v", v)
				}
			}
			if math.Abs(sum-1) > 1e-12 {
				t.Errorf("probabilities add up to %v", sum)
			}
		}
		if f.Predict(x) == l.Labels[i] {
			right++
		}
		if f.Classes[floats.MaxIdx(f.OutOfBag[i])] == l.Labels[i] {
			out++
		}
	}
	if right < 140 || out < 135 || out > right {
		t.Errorf("%d right, %d out of bag, of 150", right, out)
	}
}

func TestForestRepeats(t *testing.T) {
	d := friedman(80, 6, newRand(1))
	fit := func(seed uint64) *ForestFit { return Must(Forest{Trees: 30}.Fit(t.Context(), d, newRand(seed))) }
	if a, b := fit(1), fit(1); !cmp.Equal(a.OutOfBag, b.OutOfBag) || a.Eval(d.X[0]) != b.Eval(d.X[0]) {
		t.Error("the same seed gives another forest")
	}
	if cmp.Equal(fit(1).OutOfBag, fit(2).OutOfBag) {
		t.Error("another seed gives the same forest")
	}
}

func TestForestRefuses(t *testing.T) {
	d := friedman(20, 5, newRand(1))
	ctx := ended(t)
	wantError(t, "after its end", errorOf(Forest{}.Fit(ctx, d, newRand(1))), context.Canceled)
	wantError(t, "classes, after its end", errorOf(Forest{}.FitClasses(ctx, Blobs(9, 1, newRand(1)), newRand(1))),
		context.Canceled)
	fit := func(p Forest, d Dataset) func() { return func() { _, _ = p.Fit(t.Context(), d, newRand(1)) } }
	f := Must(Forest{Trees: 1}.Fit(t.Context(), d, newRand(1)))
	for what, do := range map[string]func(){
		"no rows":         fit(Forest{}, Dataset{}),
		"NaN in x":        fit(Forest{}, Dataset{[][]float64{{math.NaN()}}, []float64{1}}),
		"NaN in y":        fit(Forest{}, Dataset{[][]float64{{1}}, []float64{math.NaN()}}),
		"lengths":         fit(Forest{}, Dataset{d.X, d.Y[1:]}),
		"labels":          func() { _, _ = Forest{}.FitClasses(t.Context(), Labelled{d.X, nil}, newRand(1)) },
		"negative trees":  fit(Forest{Trees: -1}, d),
		"negative leaf":   fit(Forest{Leaf: -1}, d),
		"other inputs":    func() { f.Eval([]float64{1}) },
		"NaN in a point":  func() { f.Eval([]float64{1, 2, 3, 4, math.NaN()}) },
		"negative inputs": fit(Forest{Inputs: -1}, d),
	} {
		wantPanic(t, what, do)
	}
}

func BenchmarkForest(b *testing.B) {
	d := friedman(500, 30, newRand(1))
	l := labelledBy(d, 5)
	timed(b, "n=500", func() { Must(Forest{}.Fit(b.Context(), d, newRand(1))) })
	timed(b, "n=500, classes", func() { Must(Forest{}.FitClasses(b.Context(), l, newRand(1))) })
	large := friedman(1000, 200, newRand(1))
	l20 := labelledBy(large, 20)
	timed(b, "n=1000, 20 classes", func() { Must(Forest{}.FitClasses(b.Context(), l20, newRand(1))) })
}

// labelledBy makes k classes of responses, equal steps of them.
func labelledBy(d Dataset, k int) Labelled {
	l := Labelled{X: d.X, Labels: make([]int, len(d.Y))}
	low, high := slices.Min(d.Y), slices.Max(d.Y)
	for i, y := range d.Y {
		l.Labels[i] = min(k-1, int(float64(k)*(y-low)/(high-low)))
	}
	return l
}
