package engine_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/gramophone-course/gramophone/engine"
)

// A forest of responses, and its error at rows that its trees were grown without.
func ExampleForest() {
	d := engine.Sine(200, 0.2, rand.New(rand.NewPCG(1, 0)))
	f := engine.Must(engine.Forest{}.Fit(context.Background(), d, rand.New(rand.NewPCG(2, 0))))
	sum := 0.0
	for i, y := range d.Y {
		sum += (y - f.OutOfBag[i]) * (y - f.OutOfBag[i])
	}
	fmt.Printf("mean squared error %.2f, f(1) = %.1f\n", sum/float64(d.Len()), f.Eval([]float64{1}))
	// Output: mean squared error 0.06, f(1) = 1.0
}

// Boosting for classes, with as many trees as cross-validation finds.
func ExampleBoost() {
	l := engine.Moons(200, 0.2, rand.New(rand.NewPCG(1, 0)))
	f := engine.Must(engine.Boost{}.FitClasses(context.Background(), l, rand.New(rand.NewPCG(2, 0))))
	x := []float64{0, 1}
	fmt.Printf("log loss %.2f, class %d: %.1f\n", f.Losses[f.Stages], f.Predict(x), f.Probabilities(x))
	// Output: log loss 0.21, class 0: [1.0 0.0]
}
