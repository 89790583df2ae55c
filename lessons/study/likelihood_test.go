package study

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// idle are points whose first two inputs tell the responses, and whose other three tell nothing.
func idle(n int) (X, Y [][]float64) {
	rng := newRand(7)
	for range n {
		x := make([]float64, 5)
		for j := range x {
			x[j] = rng.NormFloat64()
		}
		X = append(X, x)
	}
	Y = [][]float64{make([]float64, n), make([]float64, n)}
	for i, x := range X {
		Y[0][i] = math.Sin(3*x[0]) + 0.5*x[1] + 0.1*rng.NormFloat64()
		Y[1][i] = math.Cos(3*x[0]) + 0.1*rng.NormFloat64()
	}
	return X, Y
}

var even = inputWidths{Lengths: []float64{2, 2, 2, 2, 2}, Lambda: 1e-3}

// The gradient is that of differences.
func TestLikelihoodHasItsGradient(t *testing.T) {
	X, Y := idle(40)
	l := &likelihood{ctx: t.Context(), X: X, Y: Y, origin: make([]float64, 6)}
	theta := []float64{0.1, 0.4, 0.7, -0.2, 1, -4}
	gradient := make([]float64, 6)
	if _, err := l.at(theta, gradient); err != nil {
		t.Fatal(err)
	}
	for j := range theta {
		const h = 1e-5
		up, down := slices.Clone(theta), slices.Clone(theta)
		up[j] += h
		down[j] -= h
		want := (course.Must(l.at(up, nil)) - course.Must(l.at(down, nil))) / (2 * h)
		if !(math.Abs(gradient[j]-want) <= 1e-6*math.Max(1, math.Abs(want))) {
			t.Errorf("by θ[%d]: %v, and by differences %v", j, gradient[j], want)
		}
	}
}

// With one response the likelihood is that of the Gaussian process.
func TestLikelihoodIsThePosteriors(t *testing.T) {
	X, Y := idle(40)
	l := &likelihood{ctx: t.Context(), X: X, Y: Y[:1], origin: make([]float64, 6)}
	theta := []float64{0.5, 0.5, 0.5, 0.5, 0.5, -5}
	course.Must(l.at(theta, nil))
	p := course.Must(engine.GaussianProcess(engine.Gaussian{Length: math.Exp(0.5)}, engine.Dataset{X: X, Y: Y[0]},
		math.Exp(-5)))
	want := p.LogLikelihood() + float64(len(X))/2*(1+math.Log(2*math.Pi)) // constants that fitLikely leaves out
	if !(math.Abs(l.likely-want) <= 1e-9*math.Abs(want)) {
		t.Errorf("%v, want %v", l.likely, want)
	}
}

// Inputs without effect get the widest widths, and what is found is likelier than the start.
func TestWidthsFindIdleInputs(t *testing.T) {
	X, Y := idle(120)
	none := course.Must(fitLikely(t.Context(), X, Y, even, 1))
	w := course.Must(fitLikely(t.Context(), X, Y, even, 100))
	if told, idle := max(w.Lengths[0], w.Lengths[1]), floats.Min(w.Lengths[2:]); !(idle > 2*told) {
		t.Errorf("the widths are %.3g", w.Lengths)
	}
	if !(w.LogLikelihood > none.LogLikelihood+20) || !(w.Lambda > 0 && w.Lambda < 0.1) {
		t.Errorf("λ = %g; log likelihood %.1f, at the start %.1f", w.Lambda, w.LogLikelihood, none.LogLikelihood)
	}
	l := &likelihood{ctx: t.Context(), X: X, Y: Y, origin: make([]float64, 6)}
	theta, gradient := make([]float64, 6), make([]float64, 6)
	for j, v := range append(slices.Clone(w.Lengths), w.Lambda) {
		theta[j], l.origin[j] = math.Log(v), math.Log(append(slices.Clone(even.Lengths), even.Lambda)[j])
	}
	course.Must(l.at(theta, gradient))
	if size := floats.Norm(gradient, math.Inf(1)); !(size < 0.05) {
		t.Errorf("the gradient there is %.3g", gradient)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := fitLikely(ctx, X, Y, even, 100); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}
