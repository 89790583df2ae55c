package engine_test

import (
	"context"
	"fmt"
	"log"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
)

// Five points on a line through zero, and one that is not.
func ExampleKernelRegression() {
	d := engine.Dataset{
		X: [][]float64{{1}, {2}, {3}, {4}, {5}, {6}},
		Y: []float64{1, 2, 3, 4, 5, 60},
	}
	for _, loss := range []engine.Loss{
		engine.Squared{}, engine.Absolute{}, engine.Huber{Delta: 1},
		engine.EpsilonInsensitive{Epsilon: 0.5}, engine.LargestError{},
	} {
		f, fit, err := engine.KernelRegression(context.Background(), engine.Linear{}, d, loss, 1e-3)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%-18T slope %.3f, proved: %t\n", loss, f.Eval([]float64{1}), fit.Gap <= 1e-9*fit.Objective)
	}
	// Output:
	// engine.Squared     slope 4.560, proved: true
	// engine.Absolute    slope 1.000, proved: true
	// engine.Huber       slope 1.109, proved: true
	// engine.EpsilonInsensitive slope 1.125, proved: true
	// engine.LargestError slope 5.909, proved: true
}

func ExampleSolveLoss() {
	K := mat.NewSymDense(2, []float64{1, 0, 0, 1})
	fit, err := engine.SolveLoss(context.Background(), K, []float64{1, 0.1}, engine.EpsilonInsensitive{Epsilon: 0.2},
		0.5)
	if err != nil {
		log.Fatal(err)
	}
	// No α is beyond 1/2nλ = 0.5, and that of a point within ε is zero.
	fmt.Printf("α = %v, gap = %.0f\n", fit.Alpha, fit.Gap)
	// Output: α = [0.5 0], gap = 0
}

func ExampleLasso() {
	Phi := mat.NewDense(2, 2, []float64{1, 0, 0, 1})
	f := engine.Must(engine.Lasso(context.Background(), Phi, []float64{3, 0.5}, 1))
	// Orthogonal features: each is shrunk by nλ/2 = 1.
	fmt.Printf("θ = %v, gap = %.0f\n", f.Theta, f.Gap)
	// Output: θ = [2 0], gap = 0
}

func ExampleSpanDistance() {
	// One point, two features: the span is the line through (1, 2), and the lasso
	// takes the larger feature alone.
	Phi := mat.NewDense(1, 2, []float64{1, 2})
	f := engine.Must(engine.Lasso(context.Background(), Phi, []float64{2}, 0.4))
	distance, err := engine.SpanDistance(Phi, f.Theta)
	fmt.Printf("θ = %.2f, distance %.2f, error %v\n", f.Theta, distance, err)
	// Output: θ = [0.00 0.95], distance 0.42, error <nil>
}
