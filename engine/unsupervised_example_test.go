package engine_test

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
)

func ExampleLeadingEigen() {
	x := [][]float64{{0}, {1}, {3}}
	l, err := engine.LeadingEigen(context.Background(), engine.Gram(engine.Gaussian{Length: 1}, x), 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("s = %.4f\n%.4f\n", l.Values, mat.Formatted(l.Vectors))
	// Output:
	// s = [1.6239 0.9953]
	// ⎡ 0.6890  -0.2176⎤
	// ⎢ 0.7057  -0.0162⎥
	// ⎣ 0.1653   0.9759⎦
}

func ExampleKernelPCA_Fit() {
	// Two points within a circle of four.
	x := [][]float64{{0.1, 0}, {-0.1, 0}, {1, 0}, {0, 1}, {-1, 0}, {0, -1}}
	k := engine.Gaussian{Length: 0.5}
	c, err := engine.KernelPCA{Components: 1, Centred: true}.Fit(context.Background(), engine.Gram(k, x))
	if err != nil {
		fmt.Println(err)
		return
	}
	P, err := c.Project(engine.Cross(k, [][]float64{{0, 0}, {0.7, 0.7}}, x))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("variance %.4f\nscores %.2f\nof new points %.2f\n", c.Variances[0], mat.Col(nil, 0, c.Scores), mat.Col(nil, 0, P))
	// Output:
	// variance 0.2100
	// scores [0.65 0.65 -0.30 -0.35 -0.30 -0.35]
	// of new points [0.67 -0.21]
}

func ExamplePCA() {
	c, err := engine.PCA([][]float64{{0, 0}, {1, 1}, {5, 5}}, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("direction %.4f, scores %.4f, variance %.4f of %.4f\n",
		mat.Col(nil, 0, c.Directions), mat.Col(nil, 0, c.Scores), c.Variances[0], c.TotalVariance)
	// Output: direction [0.7071 0.7071], scores [-2.8284 -1.4142 4.2426], variance 9.3333 of 9.3333
}
