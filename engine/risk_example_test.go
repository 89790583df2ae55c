package engine_test

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
)

func ExampleApproximate() {
	// Truth is x² on three places. The best line is level, and misses 2/9 of squared
	// error; a sample of two points has a slope, and misses more.
	line := engine.LegendreFeatures{Degree: 1, Low: -1, High: 1}
	e := engine.Approximate(line.Matrix([][]float64{{-1}, {0}, {1}}), []float64{1, 0, 1})
	fit := e.Estimate(line.Matrix([][]float64{{-1}, {1}}), []float64{1.5, 0.5})[1]
	fmt.Printf("approximation %.3f, estimation %.3f\n", e.Approximation[1], fit.Estimation)
	// Output: approximation 0.222, estimation 0.278
}

func ExampleRiskInBalls() {
	// Y = 2X + noise with X = ±1: the truth is in the class, and needs ‖θ‖ = 2.
	p := engine.Population{Phi: mat.NewDense(2, 1, []float64{-1, 1}), Truth: []float64{-2, 2}, Sigma: 0.5}
	b := engine.Must(engine.RiskInBalls(context.Background(), p))
	for _, radius := range []float64{0, 1, 3} {
		m := engine.Must(b.At(context.Background(), radius))
		fmt.Printf("D = %v: θ = %.3f, %.3f above the noise\n", radius, m.Theta[0], m.Risk-p.BayesRisk())
	}
	// Output:
	// D = 0: θ = 0.000, 1.601 above the noise
	// D = 1: θ = 1.000, 0.610 above the noise
	// D = 3: θ = 2.000, 0.000 above the noise
}

func ExampleSeparate() {
	d := engine.Dataset{X: [][]float64{{0, 0}, {1, 0}, {3, 2}, {4, 3}}, Y: []float64{-1, -1, 1, 1}}
	s := engine.Must(engine.Separate(context.Background(), d, 1e-6))
	fmt.Printf("%d of 4 on their side, certificate %t\n", s.Right, s.Certificate.OK)
	// Output: 4 of 4 on their side, certificate true
}

func ExampleQuadratic() {
	// (θ − 3)² + 1: with 2 on |θ| the minimum is at 2.
	q := engine.Quadratic{A: mat.NewSymDense(1, []float64{1}), Best: []float64{3}, Least: 1}
	fmt.Println(q.Loss(2), q.Pull([]float64{2}))
	// Output: 2 [2]
}
