package engine

import (
	"context"
	"math"
	"testing"
)

type functionOfX func(x []float64) float64

func (f functionOfX) Eval(x []float64) float64 { return f(x) }

// Evaluate gives the numbers of Eval, for every kernel and every fit, but for the order in
// which a machine adds them up.
func TestEvaluate(t *testing.T) {
	rng := newRand(91)
	x, new := normalPoints(12, 2, rng), normalPoints(9, 2, rng)
	check := func(name string, f Function) {
		t.Helper()
		wantClose(t, name, Evaluate(f, new), evaluate(f, new), 100*Epsilon)
	}
	for _, k := range kernels {
		check(name(k), &Expansion{Kernel: k, X: x, Alpha: normalVector(12, rng)})
	}
	d := Dataset{X: x, Y: make([]float64, len(x))}
	for i := range d.Y {
		d.Y[i] = math.Copysign(1, x[i][0]*x[i][1])
	}
	klr := Must(KLR(context.Background(), Gaussian{1}, d, 0.01))
	svm := Must(SVM(context.Background(), Gaussian{1}, d, 1))
	if svm.Offset == 0 {
		t.Error("the offset is not tried")
	}
	check("KLR", klr)
	check("SVM", svm)
	check("a function", functionOfX(func(x []float64) float64 { return x[0] - x[1] }))
	check("nothing", &Expansion{Kernel: Linear{}})
	wantPanic(t, "no points", func() { Evaluate(klr, nil) })
	wantPanic(t, "ragged", func() { Evaluate(klr, [][]float64{{1, 2}, {1}}) })
	wantPanic(t, "other inputs", func() { Evaluate(klr, [][]float64{{1}}) })
	wantPanic(t, "α of another length", func() { Evaluate(&Expansion{Kernel: Linear{}, X: x}, new) })
}

// Where every σ underflows the classes are equally likely; elsewhere see ExampleClassProbabilities.
func TestClassProbabilitiesFarAway(t *testing.T) {
	p, _ := ClassProbabilities([]float64{-1e4, -2e4})
	wantEqual(t, "far away", p, []float64{0.5, 0.5})
}
