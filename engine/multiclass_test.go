package engine

import (
	"context"
	"math"
	"slices"
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

// Three classes by KLR: the probabilities are those of each class against the
// others, made to add up; Classify is Predict of many.
func TestMulticlass(t *testing.T) {
	rng := newRand(92)
	var l Labelled
	for i := range 90 {
		c := i % 3
		p := normalVector(2, rng)
		l.X = append(l.X, []float64{p[0] + 4*float64(c), p[1] + 3*float64(c%2)})
		l.Labels = append(l.Labels, []int{7, -1, 3}[c])
	}
	m := Must(OneAgainstRest(l, func(d Dataset) (Function, error) { return KLR(t.Context(), Gaussian{2}, d, 1e-3) }))
	labels := m.Classify(l.X)
	right := 0
	for i, x := range l.X {
		if labels[i] != m.Predict(x) {
			t.Errorf("point %d: Classify says %d, Predict %d", i, labels[i], m.Predict(x))
		}
		if labels[i] == l.Labels[i] {
			right++
		}
		p, sum := m.Probabilities(x), 0.0
		total := 0.0
		for c, f := range m.Functions {
			total += Logistic(f.Eval(x))
			sum += p[c]
		}
		for c, f := range m.Functions {
			wantNear(t, "probability", p[c], Logistic(f.Eval(x))/total, 4*Epsilon)
		}
		wantNear(t, "sum", sum, 1, 4*Epsilon)
		if at := slices.Index(p, slices.Max(p)); m.Classes[at] != labels[i] {
			t.Errorf("point %d: the most probable class is %d, predicted %d", i, m.Classes[at], labels[i])
		}
	}
	if right < 85 {
		t.Errorf("%d of 90 are right", right)
	}
	far := &Multiclass{Classes: []int{0, 1}, Functions: []Function{
		functionOfX(func([]float64) float64 { return -1e4 }),
		functionOfX(func([]float64) float64 { return -2e4 }),
	}}
	wantEqual(t, "far away", far.Probabilities([]float64{0}), []float64{0.5, 0.5})
	wantPanic(t, "no classes", func() { new(Multiclass).Classify(l.X) })
}
