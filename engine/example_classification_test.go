package engine_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/gramophone-course/gramophone/engine"
)

func ExampleKLR() {
	d := engine.Dataset{X: [][]float64{{-2}, {-1}, {1}, {2}}, Y: []float64{-1, -1, 1, 1}}
	fit := engine.Must(engine.KLR(context.Background(), engine.Linear{}, d, 0.01))
	p := engine.Logistic(fit.Eval([]float64{0.5}))
	fmt.Printf("α = %.2f, loss %.3f, P(y = 1 | x = ½) = %.2f\n", fit.Alpha, fit.Loss, p)
	// Output: α = [-0.10 -1.02 1.02 0.10], loss 0.105, P(y = 1 | x = ½) = 0.77
}

// The Gram matrix is shared by every λ.
func ExampleSolveKLR() {
	d := engine.Moons(40, 0.1, rand.New(rand.NewPCG(1, 0))).Against(1)
	K := engine.Gram(engine.Gaussian{Length: 0.5}, d.X)
	for _, lambda := range []float64{1, 0.01, 0.0001} {
		fit := engine.Must(engine.SolveKLR(context.Background(), K, d.Y, lambda))
		fmt.Printf("λ = %-6g loss %.3f, accuracy %.3f\n", lambda, fit.Loss, engine.Accuracy(fit.Decision, d.Y))
	}
	// Output:
	// λ = 1      loss 0.686, accuracy 0.925
	// λ = 0.01   loss 0.408, accuracy 0.975
	// λ = 0.0001 loss 0.039, accuracy 1.000
}

// Below the limit the loss falls; at a hundred times the limit it does not.
func ExampleDescendKLR() {
	d := engine.Dataset{X: [][]float64{{-2}, {-1}, {1}, {2}}, Y: []float64{-1, -1, 1, 1}}
	K := engine.Gram(engine.Linear{}, d.X)
	limit := engine.Must(engine.KLRStepLimit(K, 0.01))
	for _, step := range []float64{limit / 2, 100 * limit} {
		fit := engine.Must(engine.DescendKLR(context.Background(), K, d.Y, 0.01, step, 50))
		fmt.Printf("step %.3g: first loss %.3f, fell %t, diverged %t\n", step, fit.Path[0].Loss,
			fit.Loss < fit.Path[0].Loss, fit.Diverged)
	}
	// Output:
	// step 0.155: first loss 0.693, fell true, diverged false
	// step 31: first loss 0.693, fell false, diverged true
}

func ExampleSVM() {
	d := engine.Dataset{X: [][]float64{{1}, {4}, {9}}, Y: []float64{-1, 1, 1}}
	fit := engine.Must(engine.SVM(context.Background(), engine.Linear{}, d, 1000))
	// The boundary is half way between 1 and 4, at 2.5.
	fmt.Printf("support vectors %v, margin %.2f, f(2.5) = %.2f, f(7) = %.2f\n",
		fit.Support, fit.Margin, math.Abs(fit.Eval([]float64{2.5})), fit.Eval([]float64{7}))
	// Output: support vectors [0 1], margin 1.50, f(2.5) = 0.00, f(7) = 3.00
}

// As C grows, fewer points are allowed within the margin.
func ExampleSolveSVM() {
	d := engine.Moons(60, 0.2, rand.New(rand.NewPCG(1, 0))).Against(1)
	K := engine.Gram(engine.Gaussian{Length: 0.5}, d.X)
	for _, C := range []float64{0.1, 1, 10} {
		fit := engine.Must(engine.SolveSVM(context.Background(), K, d.Y, C))
		fmt.Printf("C = %-3g %d support vectors, margin %.3f, optimal %t\n", C, len(fit.Support), fit.Margin,
			fit.Violation < 1e-9)
	}
	// Output:
	// C = 0.1 60 support vectors, margin 0.542, optimal true
	// C = 1   30 support vectors, margin 0.302, optimal true
	// C = 10  17 support vectors, margin 0.180, optimal true
}

func ExampleKKTViolation() {
	d := engine.Dataset{X: [][]float64{{1}, {4}}, Y: []float64{-1, 1}}
	K := engine.Gram(engine.Linear{}, d.X)
	alpha := []float64{-2. / 9, 2. / 9}
	fmt.Printf("%.2f\n", engine.KKTViolation(K, d.Y, alpha, -5./3, 1000))
	fmt.Printf("%.2f\n", engine.KKTViolation(K, d.Y, alpha, -1.5, 1000))
	// Output:
	// 0.00
	// 0.17
}

// Two classes are as likely as each other, and the third a third as likely.
func ExampleClassProbabilities() {
	p, sum := engine.ClassProbabilities([]float64{math.Log(3), math.Log(3), -math.Log(3)})
	fmt.Printf("%.3f of %.2f\n", p, sum)
	// Output: [0.429 0.429 0.143] of 1.75
}

func ExampleLabelled_Against() {
	l := engine.Labelled{X: [][]float64{{0}, {1}, {2}}, Labels: []int{2, 0, 5}}
	for _, class := range l.Classes() {
		fmt.Println(class, l.Against(class).Y)
	}
	// Output:
	// 0 [-1 1 -1]
	// 2 [1 -1 -1]
	// 5 [-1 -1 1]
}

func ExampleRings() {
	l := engine.Rings(5, 0, rand.New(rand.NewPCG(1, 0)))
	for i, x := range l.X {
		fmt.Printf("class %d: %5.2f\n", l.Labels[i], x)
	}
	// Output:
	// class 0: [ 1.00  0.00]
	// class 0: [-0.50  0.87]
	// class 0: [-0.50 -0.87]
	// class 1: [ 0.30  0.00]
	// class 1: [-0.30  0.00]
}

// Where nobody has spaced the points of a ring, the longest gap between neighbours is far
// longer, here in radians.
func ExampleAnywhere() {
	for _, draw := range []func(engine.Shape, int, float64, *rand.Rand) engine.Labelled{
		engine.Evenly, engine.Anywhere,
	} {
		l := draw(engine.RingShape, 80, 0, rand.New(rand.NewPCG(1, 0)))
		var angles []float64
		for i, x := range l.X {
			if l.Labels[i] == 0 {
				angles = append(angles, math.Atan2(x[1], x[0]))
			}
		}
		slices.Sort(angles)
		longest := angles[0] + 2*math.Pi - angles[len(angles)-1]
		for i, at := range angles[1:] {
			longest = max(longest, at-angles[i])
		}
		fmt.Printf("%.2f\n", longest)
	}
	// Output:
	// 0.16
	// 0.66
}

// Each shape has classes of equal size; where n does not divide, the first have
// one more.
func ExampleBlobs() {
	rng := rand.New(rand.NewPCG(1, 0))
	for _, shape := range []struct {
		name string
		data engine.Labelled
	}{
		{"moons", engine.Moons(61, 0.1, rng)},
		{"xor", engine.XOR(61, 0.1, rng)},
		{"spiral", engine.Spiral(61, 0.02, rng)},
		{"two Gaussians", engine.TwoGaussians(61, 0.8, rng)},
		{"blobs", engine.Blobs(61, 0.5, rng)},
	} {
		sizes := map[int]int{}
		for _, label := range shape.data.Labels {
			sizes[label]++
		}
		fmt.Println(shape.name, sizes)
	}
	// Output:
	// moons map[0:31 1:30]
	// xor map[0:31 1:30]
	// spiral map[0:31 1:30]
	// two Gaussians map[0:31 1:30]
	// blobs map[0:21 1:20 2:20]
}

func ExampleAccuracy() {
	decision := []float64{1.3, -0.2, 0.4}
	fmt.Printf("%.2f\n", engine.Accuracy(decision, []float64{1, -1, -1}))
	// Output: 0.67
}

// A label of 0 would cost log 2 whatever f is, for its margin is always 0.
func ExampleLogisticLoss() {
	for _, margin := range []float64{-1000, 0, 1000} {
		fmt.Printf("%.4g\n", engine.LogisticLoss(margin))
	}
	// Output:
	// 1000
	// 0.6931
	// 0
}

func ExampleLabelled_Split() {
	l := engine.Moons(10, 0.1, rand.New(rand.NewPCG(1, 0)))
	train, test := l.Split(7, rand.New(rand.NewPCG(2, 0)))
	fmt.Println(train.Len(), test.Len())
	// Output: 7 3
}

// New points go through the transformation of the old ones.
func ExampleStandardize() {
	s := engine.Standardize([][]float64{{1, 7}, {3, 7}})
	fmt.Println(s.Mean, s.SD, s.Apply([][]float64{{5, 8}}))
	// Output: [2 7] [1 1] [[3 1]]
}
