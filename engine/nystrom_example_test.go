package engine_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/gramophone-course/gramophone/engine"
)

// A thousand points and ten landmarks.
func ExampleNystromKRR() {
	rng := rand.New(rand.NewPCG(1, 0))
	d := engine.Sine(1000, 0.1, rng)
	k := engine.Gaussian{Length: 1}
	var landmarks [][]float64
	for i := 0; i <= 10; i++ {
		landmarks = append(landmarks, []float64{float64(i)})
	}
	f, err := engine.NystromKRR(context.Background(), k, d, landmarks, 1e-4)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d coefficients, f(π/2) = %.1f\n", len(f.Alpha), f.Eval([]float64{1.5708}))
	// Output: 11 coefficients, f(π/2) = 1.0
}

func ExampleNystromFeatures() {
	k := engine.Gaussian{Length: 1}
	x := [][]float64{{0}, {1}, {2}}
	f, err := engine.NystromFeatures(k, x[:2])
	if err != nil {
		fmt.Println(err)
		return
	}
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

func ExampleFeatureRidge() {
	rng := rand.New(rand.NewPCG(1, 0))
	d := engine.Sine(5000, 0.1, rng)
	waves := engine.RandomFourier(engine.Gaussian{Length: 1}, 1, 100, rng)
	f, err := engine.FeatureRidge(context.Background(), waves, d, 1e-4)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("f(π/2) = %.1f\n", f.Eval([]float64{1.5708}))
	// Output: f(π/2) = 1.0
}

func ExampleSampleByScore() {
	rng := rand.New(rand.NewPCG(1, 0))
	fmt.Println(engine.SampleByScore([]float64{0.9, 0, 0.8, 0}, 2, rng))
	// Output: [0 2]
}

func ExampleSampleUniform() {
	rng := rand.New(rand.NewPCG(1, 0))
	fmt.Println(engine.SampleUniform(3, 3, rng))
	// Output: [0 1 2]
}
