package engine_test

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
)

func ExampleRidgeQR() {
	Phi := mat.NewDense(2, 1, []float64{0, 1})
	theta, err := engine.RidgeQR(Phi, []float64{1, 2}, 0.5)
	fmt.Printf("θ = %.2f, error %v\n", theta, err)
	// Output: θ = [1.00], error <nil>
}

func ExampleSpectrum_Leverage() {
	// Two points close together share what they know; the third is alone.
	x := [][]float64{{0}, {0.1}, {5}}
	s := engine.Must(engine.Eigen(engine.Gram(engine.Gaussian{Length: 1}, x)))
	h, err := s.Leverage(0.1)
	fmt.Printf("h = %.2f, error %v\n", h, err)
	// Output: h = [0.44 0.44 0.77], error <nil>
}

func ExampleGaussianProcess() {
	d := engine.Dataset{X: [][]float64{{0}, {1}}, Y: []float64{1, 2}}
	p := engine.Must(engine.GaussianProcess(engine.Gaussian{Length: 1}, d, 0.05))
	p.Signal = 1 // believed, not estimated
	mean, sd, err := p.Predict([][]float64{{0.5}, {10}})
	fmt.Printf("mean %.2f, deviation %.2f, noise %.2f, error %v\n", mean, sd, p.Noise(), err)
	// Output: mean [1.55 0.00], deviation [0.30 1.00], noise 0.32, error <nil>
}

func ExampleSemiparametricKRR() {
	// A straight line; a Gaussian alone would return to zero beyond it.
	d := engine.Dataset{X: [][]float64{{0}, {1}, {2}}, Y: []float64{1, 3, 5}}
	f := engine.Must(engine.SemiparametricKRR(engine.Gaussian{Length: 1}, d, 1, 0.1))
	fmt.Printf("f(100) = %.1f, ‖g‖ = %.1f\n", f.Eval([]float64{100}), f.Kernel.Norm())
	// Output: f(100) = 201.0, ‖g‖ = 0.0
}

// One fit with all that is said about it, from K.
func ExampleFitKRR() {
	x, y := [][]float64{{0}, {1}, {3}}, []float64{1, 2, 0}
	K := engine.Gram(engine.Gaussian{Length: 1}, x)
	f := engine.Must(engine.FitKRR(context.Background(), K, y, 0.01))
	fmt.Printf("α = %.3f, left out %.3f, freedom %.3f\n", f.Alpha, f.LOOResiduals, f.DegreesOfFreedom)
	// Output: α = [-0.293 2.151 -0.279], left out [-0.196 1.412 -0.281], freedom 2.880
}

func ExampleEigenvalues() {
	K := engine.Gram(engine.Linear{}, [][]float64{{3}, {4}})
	s, err := engine.Eigenvalues(context.Background(), K)
	fmt.Printf("%.0f %.1f %v\n", s[0], math.Abs(s[1]), err)
	// Output: 25 0.0 <nil>
}

// cosines is a kernel of one's own, made of others, and as fast as they are.
type cosines struct{ weight float64 }

func (k cosines) Combined() engine.Kernel {
	return engine.Sum{engine.Cosine{}, engine.Scaled{Kernel: engine.Linear{}, Factor: k.weight}}
}
func (k cosines) Eval(x, y []float64) float64 { return k.Combined().Eval(x, y) }

func ExampleCombined() {
	K := engine.Gram(cosines{0.5}, [][]float64{{1, 0}, {0, 2}, {3, 0}})
	fmt.Println(K.At(0, 1), K.At(0, 2))
	// Output: 0 2.5
}
