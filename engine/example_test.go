package engine_test

import (
	"context"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
)

func ExampleGram() {
	x := [][]float64{{0}, {1}, {3}}
	K := engine.Gram(engine.Gaussian{Length: 1}, x)
	fmt.Printf("%.4f\n", mat.Formatted(K))
	// Output:
	// ⎡1.0000  0.6065  0.0111⎤
	// ⎢0.6065  1.0000  0.1353⎥
	// ⎣0.0111  0.1353  1.0000⎦
}

// Every bandwidth shares the distances.
func ExampleGramFromDistances() {
	x := [][]float64{{0}, {1}, {3}}
	D := engine.Distances(engine.Euclidean, x)
	for _, length := range []float64{0.1, 1, 10} {
		K := engine.GramFromDistances(engine.Gaussian{Length: length}, D)
		fmt.Printf("ℓ = %-4g mean similarity %.4f\n", length, engine.OffDiagonalMean(K))
	}
	// Output:
	// ℓ = 0.1  mean similarity 0.0000
	// ℓ = 1    mean similarity 0.2510
	// ℓ = 10   mean similarity 0.9771
}

func ExampleMedianHeuristic() {
	x := [][]float64{{0}, {1}, {3}, {7}}
	fmt.Println(engine.MedianHeuristic(x)) // of 1, 3, 7, 2, 6, 4
	// Output: 3.5
}

func ExampleKRR() {
	d := engine.Dataset{X: [][]float64{{0}, {1}}, Y: []float64{1, 2}}
	f := engine.Must(engine.KRR(engine.Linear{}, d, 0.5))
	// K = (0 0; 0 1) and nλ = 1, so α = (1/1, 2/2).
	fmt.Printf("α = %.2f, f(3) = %.2f, ‖f‖ = %.2f\n", f.Alpha, f.Eval([]float64{3}), f.Norm())
	// Output: α = [1.00 1.00], f(3) = 3.00, ‖f‖ = 1.00
}

func ExampleRidge() {
	Phi := mat.NewDense(2, 1, []float64{0, 1})
	theta, err := engine.Ridge(Phi, []float64{1, 2}, 0.5)
	fmt.Printf("θ = %.2f, error %v\n", theta, err)
	// Output: θ = [1.00], error <nil>
}

// One eigendecomposition serves every λ; λ = 0 fails here because two points are
// equal, and the path says so.
func ExampleSpectrum_Path() {
	d := engine.Dataset{X: [][]float64{{0}, {1}, {1}, {2}}, Y: []float64{0, 1, 2, 0}}
	s := engine.Must(engine.Eigen(engine.Gram(engine.Gaussian{Length: 1}, d.X)))
	for _, p := range s.Path(d.Y, []float64{1, 0.01, 0}) {
		if p.Err != nil {
			fmt.Printf("λ = %-4g %v\n", p.Lambda, p.Err)
			continue
		}
		fmt.Printf("λ = %-4g freedom %.2f, error %.3f, left out %.3f\n", p.Lambda, p.DegreesOfFreedom, p.TrainRMSE,
			p.LOORMSE)
	}
	// Output:
	// λ = 1    freedom 0.66, error 0.841, left out 0.991
	// λ = 0.01 freedom 2.82, error 0.362, left out 1.081
	// λ = 0    engine: matrix is singular to working precision
}

// With two points equal, cond(K + nλI) grows as 1/λ, and with it what rounding
// may do. At λ = 10⁻¹² too few digits are left to promise any.
func ExampleCertify() {
	d := engine.Dataset{X: [][]float64{{0}, {1}, {1}}, Y: []float64{0, 1, 2}}
	K := engine.Gram(engine.Gaussian{Length: 1}, d.X)
	for _, lambda := range []float64{0.01, 1e-12} {
		s := engine.Must(engine.Eigen(K))
		primal := engine.Must(s.Solve(d.Y, lambda))
		dual := engine.Must(engine.SolveKRR(K, d.Y, lambda))
		c := engine.Certify(K, d.Y, lambda, dual, primal)
		fmt.Printf("λ = %-5g condition %.2g, bound %.1g, OK %t\n", lambda, primal.Condition, c.Bound, c.OK)
	}
	// Output:
	// λ = 0.01  condition 84, bound 1e-13, OK true
	// λ = 1e-12 condition 8.3e+11, bound 0.001, OK false
}

func ExampleLOOMap() {
	d := engine.Dataset{X: [][]float64{{0}, {1}, {2}, {3}, {4}}, Y: []float64{0, 1, 0, -1, 0}}
	D := engine.Distances(engine.Euclidean, d.X)
	gram := func(length float64) *mat.SymDense {
		return engine.GramFromDistances(engine.Gaussian{Length: length}, D)
	}
	bandwidths, lambdas := []float64{0.5, 1, 2}, []float64{0.001, 0.1}
	m := engine.Must(engine.LOOMap(context.Background(), bandwidths, lambdas, gram, d.Y))
	at := floats.MinIdx(m.RawMatrix().Data)
	fmt.Printf("%.3f\nbest: ℓ = %g, λ = %g\n", mat.Formatted(m), bandwidths[at%3], lambdas[at/3])
	// Output:
	// ⎡0.627  0.513  0.898⎤
	// ⎣0.630  0.647  0.804⎦
	// best: ℓ = 1, λ = 0.001
}

func ExampleReadCSV() {
	const file = `name,height,weight
Ada,1.68,58
Ben,tall,80
`
	_, err := engine.ReadCSV(strings.NewReader(file), []string{"height"}, "weight")
	fmt.Println(err)
	// Output: engine: line 3, column "height": "tall" is not a number
}

func ExampleSum() {
	k := engine.Sum{
		engine.Gaussian{Length: 0.3},
		engine.Scaled{Kernel: engine.Product{engine.Linear{}, engine.Polynomial{Degree: 2, Offset: 1}}, Factor: 0.1},
	}
	fmt.Println(k)
	fmt.Println(k.Eval([]float64{2}, []float64{2})) // 1 + 0.1·4·25
	// Output:
	// gaussian(0.3) + 0.1*linear()*polynomial(2, 1)
	// 11
}

func ExampleDistance() {
	x, y := []float64{1, 0}, []float64{0, 1}
	fmt.Printf("%.4f %.4f\n",
		engine.Distance(engine.Linear{}, x, y), engine.Distance(engine.Gaussian{Length: 1}, x, y))
	// Output: 1.4142 1.1244
}

// Centred, the linear kernel is that of 1 − 2, 2 − 2 and 3 − 2.
func ExampleCentre() {
	K := engine.Gram(engine.Linear{}, [][]float64{{1}, {2}, {3}})
	fmt.Printf("%.0f\n", mat.Formatted(engine.Centre(K)))
	// Output:
	// ⎡ 1   0  -1⎤
	// ⎢ 0   0   0⎥
	// ⎣-1   0   1⎦
}

// Symmetric, positive in every entry, and no Gram matrix.
func ExampleCheckPSD() {
	r, err := engine.CheckPSD(mat.NewSymDense(2, []float64{1, 2, 2, 1}))
	convicted := r.Verdict == engine.Indefinite
	fmt.Printf("indefinite %t: c = %.4f, cᵀKc = %.4f, error %v\n", convicted, r.Witness, r.Value, err)
	// Output: indefinite true: c = [0.7071 -0.7071], cᵀKc = -1.0000, error <nil>
}

func ExampleParseKernel() {
	k, err := engine.ParseKernel("gaussian(0.3) + 2*linear()*0.05")
	fmt.Println(k, err)
	_, err = engine.ParseKernel("linear() + gaussian(0)")
	fmt.Println(err)
	// Output:
	// gaussian(0.3) + 0.1*linear() <nil>
	// engine: kernel expression, character 21: the bandwidth of gaussian must be above zero
}

func ExampleSubsequence() {
	k := engine.Subsequence{Length: 2, Decay: 0.5}
	// Shared: ca, in two letters of each, so 0.5²·0.5².
	fmt.Println(k.Eval("cat", "car"))
	fmt.Printf("%.4f\n", engine.NormalizedString{Kernel: k}.Eval("cat", "car"))
	// Output:
	// 0.0625
	// 0.4444
}

func ExampleGramStrings() {
	k := engine.NormalizedString{Kernel: engine.StringSpectrum{Length: 2}}
	K := engine.Must(engine.GramStrings(context.Background(), k, []string{"banana", "ananas", "berry"}))
	fmt.Printf("%.3f\n", mat.Formatted(K))
	// Output:
	// ⎡1.000  0.889  0.000⎤
	// ⎢0.889  1.000  0.000⎥
	// ⎣0.000  0.000  1.000⎦
}

func ExampleCountFeatures() {
	fmt.Println(engine.CountFeatures(4, 10), engine.CountFeatures(100, 5))
	// Output: 1001 96560646
}

// The kernel and its features, for x = (1, 2) and y = (3, −1): (1 + 1)² = 4.
func ExamplePolynomialFeatures() {
	f := engine.PolynomialFeatures{Degree: 2, Offset: 1}
	phi, psi := f.Map([]float64{1, 2}), f.Map([]float64{3, -1})
	for j, m := range f.Monomials(2) {
		fmt.Printf("%v %d: %4.1f\n", m.Exponents, m.Multinomial, phi[j]*psi[j])
	}
	fmt.Printf("sum: %.1f\n", floats.Dot(phi, psi))
	// Output:
	// [0 0] 1:  1.0
	// [1 0] 2:  6.0
	// [0 1] 2: -4.0
	// [2 0] 1:  9.0
	// [1 1] 2: -12.0
	// [0 2] 1:  4.0
	// sum: 4.0
}

func ExampleWoodbury() {
	one := func(v float64) *mat.Dense { return mat.NewDense(1, 1, []float64{v}) }
	d := engine.Must(engine.Woodbury(one(2), one(1), one(3), one(2))) // 1/(2 + 1·3·2)
	last := d.Lines[len(d.Lines)-1]
	fmt.Printf("%s = %.4f\n", last.Formula, last.Value.At(0, 0))
	_, err := engine.Woodbury(one(1), one(1), one(1), one(-1))
	fmt.Println(err)
	// Output:
	// A⁻¹ − A⁻¹U(C⁻¹ + VA⁻¹U)⁻¹VA⁻¹ = 0.1250
	// engine: matrix is singular to working precision: C⁻¹ + VA⁻¹U
}

func ExamplePushThrough() {
	d := engine.Must(engine.PushThrough(mat.NewDense(1, 2, []float64{1, 2}), 5))
	for _, l := range []engine.Line{d.Lines[0], d.Lines[5]} {
		fmt.Printf("%-15s %.2f\n", l.Formula, mat.Formatted(l.Value.T()))
	}
	// Output:
	// (XᵀX + cI)⁻¹Xᵀ  [0.10  0.20]
	// Xᵀ(cI + XXᵀ)⁻¹  [0.10  0.20]
}

// On a product of spaces: a season in the first input, a trend in the second.
func ExampleBlock() {
	k := engine.Product{
		engine.Block{Kernel: engine.Periodic{Length: 1, Period: 12}, From: 0, To: 1},
		engine.Block{Kernel: engine.Linear{}, From: 1, To: 2},
	}
	fmt.Println(k)
	fmt.Printf("%.1f\n", k.Eval([]float64{3, 2}, []float64{15, 5})) // one period apart
	fmt.Println(engine.LeastInputs(k))
	// Output:
	// block(periodic(1, 12), 0, 1)*block(linear(), 1, 2)
	// 10.0
	// 2
}

// The Gaussian kernel is exp(xᵀy), normalised.
func ExampleNormalized() {
	x, y := []float64{1, 0.5}, []float64{0, 2}
	fmt.Printf("%.6f %.6f\n",
		engine.Normalized{Kernel: engine.Exp{Kernel: engine.Linear{}}}.Eval(x, y),
		engine.Gaussian{Length: 1}.Eval(x, y))
	// Output: 0.196912 0.196912
}

// A kernel on the circle from one in the plane.
func ExampleMapped() {
	wind := func(x []float64) []float64 { return []float64{math.Cos(x[0]), math.Sin(x[0])} }
	k := engine.Mapped{Kernel: engine.Gaussian{Length: 1}, Map: wind}
	fmt.Printf("%.4f %.4f\n", k.Eval([]float64{0}, []float64{2 * math.Pi}), k.Eval([]float64{0}, []float64{math.Pi}))
	// Output: 1.0000 0.1353
}

// With f(x) = −x for a weight, −x·(−y) is the linear kernel of one input.
func ExampleModulated() {
	k := engine.Modulated{Kernel: engine.Constant{Value: 1}, Weight: func(x []float64) float64 { return -x[0] }}
	fmt.Println(k.Eval([]float64{2}, []float64{3}))
	// Output: 6
}

func ExampleStringSpectrum() {
	k := engine.StringSpectrum{Length: 2}
	fmt.Println(k.Counts("banana"), k.Eval("banana", "ananas"))
	// Output: map[an:2 ba:1 na:2] 8
}

func ExampleCrossStrings() {
	k := engine.StringSpectrum{Length: 1}
	C := engine.Must(engine.CrossStrings(context.Background(), k, []string{"aab"}, []string{"a", "ab", "c"}))
	fmt.Println(mat.Formatted(C))
	// Output: [2  3  0]
}

func ExampleEditDistance() {
	fmt.Println(engine.EditDistance("kitten", "sitting"))
	// Output: 3
}

// (xy − 1)² is no kernel. Its fit minimises the objective all the same where λ is
// small, and nothing does where −nλ lies below the negative eigenvalue.
func ExampleSpectrum_Stationary() {
	x := [][]float64{{-1}, {-0.5}, {0}, {0.5}, {1}}
	s := engine.Must(engine.Eigen(engine.Gram(engine.Polynomial{Degree: 2, Offset: -1}, x)))
	fmt.Printf("the smallest eigenvalue is %.3f\n", s.Values[4])
	for _, lambda := range []float64{0.1, 1, 2} {
		at, err := s.Stationary([]float64{1, 0, 2, 1, 0}, lambda)
		if err != nil {
			fmt.Printf("λ = %g: %v\n", lambda, err)
			continue
		}
		fmt.Printf("λ = %g: %v, αᵀKα = %.2f\n", lambda, at.Curvature, at.Quadratic)
	}
	// Output:
	// the smallest eigenvalue is -5.000
	// λ = 0.1: minimum, αᵀKα = 0.93
	// λ = 1: engine: matrix is singular to working precision
	// λ = 2: saddle, αᵀKα = 0.05
}
