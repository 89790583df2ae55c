package engine_test

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/gramophone-course/gramophone/engine"
)

func ExampleNystromFeatures() {
	k := engine.Gaussian{Length: 1}
	x := [][]float64{{0}, {1}, {2}}
	f := engine.Must(engine.NystromFeatures(k, x[:2]))
	fmt.Printf("%.3f of K is missing\n", engine.GramError(engine.Gram(k, x), f.Matrix(x)))
	// Output: 0.257 of K is missing
}

func ExampleRandomFourier() {
	rng := rand.New(rand.NewPCG(1, 0))
	k := engine.Gaussian{Length: 1}
	x, y := []float64{0}, []float64{1}
	for _, m := range []int{10, 1000} {
		waves := engine.RandomFourier(k, 1, m, rng)
		phi, psi := waves.Map(x), waves.Map(y)
		sum := 0.0
		for j := range phi {
			sum += phi[j] * psi[j]
		}
		fmt.Printf("%d frequencies: off by less than %.2f: %t\n", m, 3/math.Sqrt(float64(m)),
			math.Abs(sum-k.Eval(x, y)) < 3/math.Sqrt(float64(m)))
	}
	// Output:
	// 10 frequencies: off by less than 0.95: true
	// 1000 frequencies: off by less than 0.09: true
}
