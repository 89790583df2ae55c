package reference

import (
	"context"
	_ "embed"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/points"
)

// normalTable are 30 normal numbers: numpy.random.default_rng(0).normal(size=30).
//
//go:embed normal.csv
var normalTable string

// normal are the points that most cards compute on, on a line.
func normal() [][]float64 {
	return course.Must(engine.ReadCSV(strings.NewReader(normalTable), []string{"x"}, "x")).X
}

// Of the fits on the cards: λ on the diagonal of the system, and the responses sin 2x.
const diagonal = 0.1

func waves(x [][]float64) []float64 {
	y := make([]float64, len(x))
	for i := range x {
		y[i] = math.Sin(2 * x[i][0])
	}
	return y
}

// errataFacts are the numbers on the cards, each under the name of its card.
func errataFacts() course.Facts {
	f := course.Facts{"n": float64(len(normal())), "diagonal": diagonal}
	kernelFacts(f)
	bandwidthFacts(f)
	logisticFacts(f)
	gradientFacts(f)
	componentFacts(f)
	featureFacts(f)
	swingFacts(f)
	roundingFacts(f)
	holdingFacts(f)
	return f
}

// spread are the smallest and the largest eigenvalue of K.
func spread(K mat.Symmetric) (least, most float64) {
	s := course.Must(engine.Eigen(K))
	return s.Values[len(s.Values)-1], s.Values[0]
}

// evenly are n numbers from lo to hi.
func evenly(n int, lo, hi float64) [][]float64 {
	return engine.Column(floats.Span(make([]float64, n), lo, hi))
}

// kernelFacts are of functions that are kernels, or are not.
func kernelFacts(f course.Facts) {
	K := engine.Gram(engine.Linear{}, [][]float64{{-1}, {1}})
	f["sign-entry"] = K.At(0, 1)
	f["sign-least"], f["sign-most"] = spread(K)

	f["min-one"] = engine.Min{}.Eval([]float64{-1}, []float64{-1})
	f["min-line"], _ = spread(engine.Gram(engine.Min{}, evenly(20, -2, 2)))
	f["min-half"], _ = spread(engine.Gram(engine.Min{}, evenly(20, 0, 4)))

	cloud := points.OfNoClass(course.NewForm(course.ParseQuery("data=cloud&n=30")), points.Offer{Data: "clock"})().X
	for _, r := range []float64{1, 0, -1} {
		f[fmt.Sprintf("offset%+.0f", r)], _ = spread(engine.Gram(engine.Polynomial{Degree: 2, Offset: r}, cloud))
	}

	var clock [][]float64
	for hour := range 12 {
		sin, cos := math.Sincos(2 * math.Pi * float64(hour) / 12)
		clock = append(clock, []float64{sin, cos})
	}
	f["arc-width"] = 1.6
	f["arc-least"], _ = spread(engine.Gram(engine.Arc{Length: f["arc-width"]}, clock))
	f["chord-least"], _ = spread(engine.Gram(engine.Gaussian{Length: f["arc-width"]}, clock))

	words := []string{""}
	for at := 0; len(words[at]) < 4; at++ {
		words = append(words, words[at]+"a", words[at]+"b")
	}
	edit := course.Must(engine.GramStrings(context.Background(), engine.EditSimilarity{Rate: 1}, words))
	f["edit-words"] = float64(len(words))
	f["edit-least"], _ = spread(edit)
}

// bandwidthFacts are of widths, and of what goes by one name.
func bandwidthFacts(f course.Facts) {
	x := normal()
	for _, nu := range []float64{0.001, 0.1, 1, 1000} {
		f[fmt.Sprintf("limit-%g", nu)] = engine.OffDiagonalMean(engine.Gram(engine.Gaussian{Length: nu}, x))
	}

	f["median-pairs"] = engine.MedianHeuristic(x)
	pairs := engine.PairwiseDistances(engine.Euclidean, x)
	f["median-all"] = engine.Median(append(append(make([]float64, len(x)), pairs...), pairs...))

	origin, along, across := []float64{0, 0}, []float64{1, 0}, []float64{math.Sqrt2 / 2, math.Sqrt2 / 2}
	f["round-along"] = engine.Exponential{Length: 1}.Eval(origin, along)
	f["round-across"] = engine.Exponential{Length: 1}.Eval(origin, across)
	f["diamond-along"] = engine.Laplacian{Length: 1}.Eval(origin, along)
	f["diamond-across"] = engine.Laplacian{Length: 1}.Eval(origin, across)

	at, other := []float64{0.7}, []float64{-0.4}
	f["basis-with"] = engine.Gaussian{Length: 1}.Eval(at, other)
	f["basis-without"] = engine.Gaussian{Length: 1 / math.Sqrt2}.Eval(at, other)
	f["basis-sum"] = slideFeatures(at[0], other[0])
}

// slideFeatures is the inner product of the features e^(−x²)√(2ᵏ/k!)xᵏ at x and y.
func slideFeatures(x, y float64) (sum float64) {
	term := math.Exp(-x*x - y*y)
	for k := 1; k <= 60; k++ {
		sum += term
		term *= 2 * x * y / float64(k)
	}
	return sum
}

// logisticFacts are of kernel logistic regression on the points, of which those above zero
// are of class 1.
func logisticFacts(f course.Facts) {
	for _, at := range []float64{-3, 0, 3} {
		f[fmt.Sprintf("loss-bit%+.0f", at)] = engine.LogisticLoss(0 * at)
		f[fmt.Sprintf("loss-sign%+.0f", at)] = engine.LogisticLoss(-1 * at)
	}
	const lambda = 0.1
	x := normal()
	var ones [][]float64
	y := make([]float64, len(x))
	for i := range x {
		y[i] = -1
		if x[i][0] > 0 {
			y[i] = 1
			ones = append(ones, x[i])
		}
	}
	n, m := float64(len(x)), float64(len(ones))
	k := engine.Gaussian{Length: 1}
	alone := course.Must(engine.SolveKLR(context.Background(), engine.Gram(k, ones),
		floats.Span(make([]float64, len(ones)), 1, 1), lambda*n/m))
	f["bits-gradient"], f["bits-least"] = bitsGradient(k, x, ones, alone.Alpha, lambda)

	K := engine.Gram(k, x)
	outside := course.Must(engine.SolveKLR(context.Background(), K, y, lambda))
	inside := course.Must(engine.SolveKLR(context.Background(), K, y, lambda/n))
	f["klr-lambda"], f["klr-inside"] = lambda, lambda/n
	f["norm-outside"], f["norm-inside"] = outside.Norm, inside.Norm
	f["sure-outside"], f["sure-inside"] = floats.Max(outside.Probability), floats.Max(inside.Probability)
}

// bitsGradient is the largest entry of the gradient of
//
//	J(α) = (1/n) Σᵢ log(1 + e^(−yᵢ(Kα)ᵢ)) + λ αᵀKα
//
// where yᵢ is 1 at the points of class 1 and 0 at all others, for α that is not zero at the
// first only; and the least value of f.
func bitsGradient(k engine.Kernel, x, ones [][]float64, alpha []float64, lambda float64) (largest, least float64) {
	f := engine.Expansion{Kernel: k, X: ones, Alpha: alpha}
	least = math.Inf(1)
	for _, at := range x {
		g, one := 0.0, 0
		for _, z := range x {
			if z[0] > 0 {
				pull := engine.Logistic(-f.Eval(z)) / float64(len(x))
				g += k.Eval(at, z) * (2*lambda*alpha[one] - pull)
				one++
			}
		}
		largest, least = math.Max(largest, math.Abs(g)), math.Min(least, f.Eval(at))
	}
	return largest, least
}

// gradientFacts are the largest entry of a gradient at what a lecture gives for its
// minimum, and at the minimum.
func gradientFacts(f course.Facts) {
	x := normal()
	y, K, n := waves(x), engine.Gram(engine.Gaussian{Length: 1}, x), float64(len(x))
	solved := func(onDiagonal float64) *mat.VecDense {
		return mat.NewVecDense(len(y), course.Must(engine.SolveKRR(K, y, onDiagonal/n)))
	}
	// gradient is that of ½‖y − Kα‖² + penalty/2 αᵀKα: K(Kα − y + penalty α).
	gradient := func(alpha *mat.VecDense, penalty float64) float64 {
		var r, g mat.VecDense
		r.MulVec(K, alpha)
		r.SubVec(&r, mat.NewVecDense(len(y), y))
		r.AddScaledVec(&r, penalty, alpha)
		g.MulVec(K, &r)
		return mat.Norm(&g, math.Inf(1))
	}
	f["equation-stated"], f["equation-other"] = 2*gradient(solved(diagonal), 1), 2*gradient(solved(1), 1)
	f["equation-mended"] = 2 * gradient(solved(diagonal), diagonal)
	f["half-stated"] = gradient(solved(diagonal), 2*diagonal)
	f["half-mended"] = gradient(solved(2*diagonal), 2*diagonal)
}

// componentFacts are of kernel PCA of the points.
func componentFacts(f course.Facts) {
	K := engine.Gram(engine.Gaussian{Length: 1}, normal())
	n := float64(K.SymmetricDim())
	fit := func(p engine.KernelPCA) *engine.KernelComponents {
		p.Components = 2
		return course.Must(p.Fit(context.Background(), K))
	}
	// square is the mean square of component j's projections.
	square := func(c *engine.KernelComponents, j int) float64 {
		v := mat.Col(nil, j, c.Scores)
		return floats.Dot(v, v) / n
	}
	unit := fit(engine.KernelPCA{Centred: true})
	column := fit(engine.KernelPCA{Centred: true, Scaling: engine.UnitCoefficients})
	for j := range 2 {
		f[fmt.Sprintf("value-%d", j+1)] = unit.Eigenvalues[j]
		f[fmt.Sprintf("derived-%d", j+1)] = square(unit, j)
		f[fmt.Sprintf("column-%d", j+1)] = square(column, j)
	}
	raw := fit(engine.KernelPCA{})
	total := 0.0
	for i := range int(n) {
		total += K.At(i, i) / n
	}
	f["raw-share"] = 100 * square(raw, 0) / total
	// The direction v of the first component, and the mean of the φ(xᵢ): their cosine is
	// mean(vᵀφ(xᵢ)) / ‖mean‖.
	f["raw-cosine"] = math.Abs(floats.Sum(mat.Col(nil, 0, raw.Scores))/n) / math.Sqrt(mat.Sum(K)/(n*n))
}

// featureFacts are of features, counted and multiplied.
func featureFacts(f course.Facts) {
	f["product"], f["product-slide"] = 0.2*0.3, 0.1*0.3
	f["order"] = 3
	for p := 1; p <= 3; p++ {
		d, _ := engine.CountFeatures(p, 3).Float64()
		f[fmt.Sprintf("features-%d", p)], f[fmt.Sprintf("exponent-%d", p)] = d, d-1
	}

	Phi, y := powers(normal()[:5], 2), waves(normal()[:5])
	theta := course.Must(engine.Ridge(Phi, y, diagonal))
	var K mat.SymDense
	K.SymOuterK(1, Phi)
	alpha := course.Must(engine.SolveKRR(&K, y, diagonal))
	var back mat.VecDense
	back.MulVec(Phi.T(), mat.NewVecDense(len(alpha), alpha))
	f["rows"], f["columns"] = float64(len(alpha)), float64(len(theta))
	f["transposed-gap"] = floats.Distance(theta, back.RawVector().Data, math.Inf(1))
}

// powers is Φ with the columns 1, x, …, x^q.
func powers(x [][]float64, q int) *mat.Dense {
	Phi := mat.NewDense(len(x), q+1, nil)
	for i := range x {
		for j := range q + 1 {
			Phi.Set(i, j, math.Pow(x[i][0], float64(j)))
		}
	}
	return Phi
}

// swingFacts are of f + t f⊥, where f goes through five points and f⊥ is zero at them:
// k(z, ·) less what lies in their span.
func swingFacts(f course.Facts) {
	k := engine.Gaussian{Length: 1}
	x, z := evenly(5, -2, 2), []float64{3}
	K := engine.Gram(k, x)
	alpha := course.Must(engine.SolveKRR(K, waves(x), 0))
	atZ := make([]float64, len(x))
	for i := range x {
		atZ[i] = k.Eval(x[i], z)
	}
	beta := course.Must(engine.SolveKRR(K, atZ, 0))
	for _, t := range []float64{0, 1, 10} {
		swung := engine.Expansion{Kernel: k, X: append(append([][]float64{}, x...), z)}
		for i := range x {
			swung.Alpha = append(swung.Alpha, alpha[i]-t*beta[i])
		}
		swung.Alpha = append(swung.Alpha, t)
		miss := 0.0
		for i, at := range x {
			miss = math.Max(miss, math.Abs(swung.Eval(at)-waves(x)[i]))
		}
		f[fmt.Sprintf("swing-miss-%g", t)] = miss
		f[fmt.Sprintf("swing-norm-%g", t)], f[fmt.Sprintf("swing-at-%g", t)] = swung.Norm(), swung.Eval(z)
	}
}

// roundingFacts are of what holds on paper, in sixteen digits.
func roundingFacts(f course.Facts) {
	x := normal()
	K := engine.Gram(engine.Gaussian{Length: 1}, x)
	f["singular-least"], f["singular-most"] = spread(K)
	f["closest"] = floats.Min(engine.PairwiseDistances(engine.Euclidean, x))
	_, err := engine.SolveKRR(K, waves(x), 0)
	f["singular"] = 0
	if err != nil {
		f["singular"] = 1
	}

	Phi, y := powers(x, 5), waves(x)
	var ofPowers mat.SymDense
	ofPowers.SymOuterK(1, Phi)
	_, most := spread(&ofPowers)
	for _, exponent := range []int{1, 5, 9} {
		lambda := math.Pow(10, -float64(exponent))
		theta := course.Must(engine.Ridge(Phi, y, lambda))
		alpha := course.Must(engine.SolveKRR(&ofPowers, y, lambda))
		var primal, dual mat.VecDense
		primal.MulVec(Phi, mat.NewVecDense(len(theta), theta))
		dual.MulVec(&ofPowers, mat.NewVecDense(len(alpha), alpha))
		primal.SubVec(&primal, &dual)
		name := fmt.Sprintf("-%d", exponent)
		f["gap"+name] = mat.Norm(&primal, math.Inf(1))
		f["condition"+name] = 1 + most/(float64(len(x))*lambda)
		f["allowed"+name] = engine.RoundingBound(len(x), f["condition"+name])
	}
}

// holdingFacts are of what looks wrong and holds.
func holdingFacts(f course.Facts) {
	K := engine.Gram(engine.Gaussian{Length: 1}, normal())
	f["signs-plus"], _ = centredWith(K, 1)
	f["signs-minus"], f["signs-least"] = centredWith(K, -1)

	linear := engine.Gram(engine.Linear{}, [][]float64{{-1}, {1}})
	// exponential is the matrix of e^(±k).
	exponential := func(sign float64) *mat.SymDense {
		return engine.Symmetric(2, func(i, j int) float64 { return math.Exp(sign * linear.At(i, j)) })
	}
	f["exponential-least"], f["exponential-most"] = spread(exponential(1))
	f["exponential-minus"], _ = spread(exponential(-1))

	y := mat.NewVecDense(2, []float64{-3, 3})
	alpha := course.Must(engine.SolveKRR(linear, y.RawVector().Data, 0.5)) // nλ = 1
	// fitted is Kα, and the objective ‖y − Kα‖² + αᵀKα.
	fitted := func(first, second float64) (Ka mat.VecDense, objective float64) {
		a := mat.NewVecDense(2, []float64{first, second})
		Ka.MulVec(linear, a)
		var r mat.VecDense
		r.SubVec(y, &Ka)
		return Ka, mat.Dot(&r, &r) + mat.Dot(a, &Ka)
	}
	values, objective := fitted(alpha[0]+1, alpha[1]+1)
	f["another-first"], f["another-second"] = alpha[0], alpha[1]
	f["another-left"], f["another-right"], f["another-objective"] = values.AtVec(0), values.AtVec(1), objective
	_, f["another-worse"] = fitted(alpha[0]+1, alpha[1])
}

// centredWith is K less its row and column means, and plus or minus the mean of all entries:
// the largest mean of a row, and the smallest eigenvalue.
func centredWith(K *mat.SymDense, sign float64) (mean, least float64) {
	n := K.SymmetricDim()
	rows := make([]float64, n)
	for i := range n {
		rows[i] = floats.Sum(mat.Row(nil, i, K)) / float64(n)
	}
	all := floats.Sum(rows) / float64(n)
	centred := engine.Symmetric(n, func(i, j int) float64 { return K.At(i, j) - rows[i] - rows[j] + sign*all })
	for i := range n {
		mean = math.Max(mean, math.Abs(floats.Sum(mat.Row(nil, i, centred)))/float64(n))
	}
	least, _ = spread(centred)
	return mean, least
}
