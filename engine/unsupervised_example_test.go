package engine_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
)

func ExampleLeadingEigen() {
	x := [][]float64{{0}, {1}, {3}}
	l := engine.Must(engine.LeadingEigen(context.Background(), engine.Gram(engine.Gaussian{Length: 1}, x), 2))
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
	c := engine.Must(engine.KernelPCA{Components: 1, Centred: true}.Fit(context.Background(), engine.Gram(k, x)))
	P := engine.Must(c.Project(engine.Cross(k, [][]float64{{0, 0}, {0.7, 0.7}}, x)))
	fmt.Printf("variance %.4f\nscores %.2f\nof new points %.2f\n", c.Variances[0], mat.Col(nil, 0, c.Scores),
		mat.Col(nil, 0, P))
	// Output:
	// variance 0.2100
	// scores [0.65 0.65 -0.30 -0.35 -0.30 -0.35]
	// of new points [0.67 -0.21]
}

func ExampleKMeans_Fit() {
	x := [][]float64{{0}, {1}, {7}, {8}, {0.5}}
	K := engine.Gram(engine.Linear{}, x)
	c := engine.Must(engine.KMeans{Clusters: 2, Restarts: 5}.Fit(context.Background(), K, rand.New(rand.NewPCG(1, 1))))
	fmt.Printf("labels %v, objective %.3f\n", c.Labels, c.Objective)
	// Output: labels [0 0 1 1 0], objective 1.000
}

func ExampleKMeans_From() {
	x := [][]float64{{0}, {1}, {4}, {6}, {7}}
	K := engine.Gram(engine.Linear{}, x)
	c := engine.Must(engine.KMeans{Clusters: 2}.From(context.Background(), K, []int{0, 1, 1, 1, 1}))
	for _, step := range c.Steps {
		fmt.Printf("%v %.2f\n", step.Labels, step.Objective)
	}
	// Output:
	// [0 1 1 1 1] 21.00
	// [0 0 1 1 1] 5.17
}

func ExampleClustering_Nearest() {
	x := [][]float64{{0}, {1}, {6}, {7}}
	k := engine.Linear{}
	c := engine.Must(engine.KMeans{Clusters: 2}.From(context.Background(), engine.Gram(k, x), []int{0, 0, 1, 1}))
	fmt.Println(c.Nearest(engine.Cross(k, [][]float64{{3.4}, {3.6}}, x)))
	// Output: [0 1] <nil>
}

func ExampleFeatureDistances() {
	// The feature of (xy)² is x², and the points go to 0, 1 and 9.
	D := engine.Must(engine.FeatureDistances(engine.Gram(engine.Polynomial{Degree: 2}, [][]float64{{0}, {1}, {3}})))
	fmt.Println(mat.Formatted(D))
	// Output:
	// ⎡0  1  9⎤
	// ⎢1  0  8⎥
	// ⎣9  8  0⎦
}

func ExampleSelfKernels() {
	fmt.Println(engine.SelfKernels(engine.Linear{}, [][]float64{{1, 2}, {3, 0}}))
	// Output: [5 9]
}

func ExampleOutlierScores() {
	k := engine.Linear{}
	x := [][]float64{{0}, {1}, {2}, {9}}
	m := engine.Must(engine.OutlierScores(engine.Gram(k, x)))
	fmt.Println(m.Distances) // from the mean, 3
	fresh := [][]float64{{20}}
	fmt.Println(m.Of(engine.SelfKernels(k, fresh), engine.Cross(k, fresh, x)))
	// Output:
	// [3 2 1 6]
	// [17] <nil>
}

func ExampleKNN_Classify() {
	D := mat.NewDense(1, 4, []float64{3, 1, 2, 9}) // of one new point
	v := engine.KNN{Neighbours: 3}.Classify(D, []int{1, 0, 1, 0})[0]
	fmt.Printf("class %d with %.2f of the votes of %v\n", v.Label, v.Share, v.Neighbours)
	// Output: class 1 with 0.67 of the votes of [1 2 0]
}

func ExampleKNN_LeaveOneOut() {
	D := engine.Distances(engine.Euclidean, [][]float64{{0}, {1}, {3}, {7}})
	for _, v := range (engine.KNN{Neighbours: 1}).LeaveOneOut(D, []int{0, 0, 1, 1}) {
		fmt.Print(v.Label, " by ", v.Neighbours[0], "; ")
	}
	// Output: 0 by 1; 0 by 0; 0 by 1; 1 by 2;
}

func ExampleAgglomerate() {
	D := engine.Distances(engine.Euclidean, [][]float64{{0}, {1}, {3}, {7}, {7.5}})
	t := engine.Must(engine.Agglomerate(context.Background(), D, engine.CompleteLinkage))
	for i, m := range t.Merges {
		fmt.Printf("%d = %d + %d at %g\n", 5+i, m.A, m.B, m.Height)
	}
	fmt.Println("two clusters:", t.Cut(2))
	fmt.Println("up to 1:", t.CutAt(1))
	fmt.Println("leaves:", t.Leaves())
	// Output:
	// 5 = 3 + 4 at 0.5
	// 6 = 0 + 1 at 1
	// 7 = 2 + 6 at 3
	// 8 = 5 + 7 at 7.5
	// two clusters: [0 0 0 1 1]
	// up to 1: [0 0 1 2 2]
	// leaves: [3 4 2 0 1]
}

func ExampleDBSCAN_Fit() {
	D := engine.Distances(engine.Euclidean, [][]float64{{0}, {1}, {2}, {3.5}, {9}, {20}, {20.5}, {21}})
	c := engine.DBSCAN{Radius: 1.5, MinPoints: 3}.Fit(D)
	fmt.Println(c.Clusters, "clusters:", c.Labels)
	fmt.Println("core:", c.Core)
	// Output:
	// 2 clusters: [0 0 0 0 -1 1 1 1]
	// core: [false true true false false true true true]
}
