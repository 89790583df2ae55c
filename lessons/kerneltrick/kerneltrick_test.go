package kerneltrick

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/many/manytest"
	"github.com/gramophone-course/gramophone/lessons/timing"
	"github.com/gramophone-course/gramophone/lessons/timing/timingtest"
)

var statements = []coursetest.Statement{
	{"Lecture 16", "a scaled cubic has the inner product (1 + xx′)³", `1 + 3xx' + 3x^2x'^2 + x^3x'^3 = (1 + xx')^3`},
	{"Lecture 16", "a suitably scaled polynomial of order q has (1 + xx′)^q",
		"all monomials of order at most $q$, suitably scaled"},
	{"Lecture 16", "usually one computes φ first, then the inner product", "Multiply feature by feature"},
	{"Lecture 16", "here the expression itself can be evaluated", "Now do it again"},
	{"Lecture 16", "if the inner product needs no φ, d can be very large", "$d$ may be as large as you like"},
	{"Lecture 16", "a kernel is a function of two inputs that returns a scalar",
		"takes two elements of $\\X$ and returns a real number"},
	{"Lecture 16", "we keep to real, symmetric kernels", "ours are symmetric"},
	{"Lecture 16", "φ(x)ᵀφ(x′) is a kernel", "Every map $\\varphi: \\X \\to \\R^d$ gives one"},
	{"Lecture 16", "the kernel trick: choose k if x enters through inner products only",
		"wherever an algorithm uses the inputs in no other way"},
	{"Lecture 16", "the prediction with K(X, X) and K(X, x*)",
		"y\\T \\bigl(\\class{t-gram}{\\K} + n\\class{t-lambda}{\\lambda}\\,\\I\\bigr)^{-1} k_*"},
	{"Lecture 16", "ridge with a kernel is kernel ridge regression; K is the Gram matrix",
		"$\\K$ is the **Gram matrix**, and this is **kernel ridge regression**"},
	{"Lecture 16", "the design choice is k, not φ; easier when d is large",
		"You then choose $k$ instead of $\\varphi$, which is easier when there are very many features"},
	{"Lecture 16", "K + NλI must be invertible, so Gram matrices must be PSD",
		"We only use kernels whose Gram matrices are positive semi-definite"},
	{"Lecture 16", "PSD: vᵀMv ≥ 0 for all v, or no negative eigenvalue",
		"$v\\T M v \\ge 0$ for all $v$, which is the same as to have no negative eigenvalue"},
	{"Lecture 16", "such kernels are called PSD kernels",
		"for every choice of points, **positive semi-definite kernels**"},
	{"Lecture 16", "the Gaussian is also the squared exponential or RBF kernel",
		"also called squared exponential or RBF"},
	{"Lecture 16", "the Gaussian kernel, ℓ > 0 by cross-validation",
		"whose length $\\ell > 0$ you choose by cross-validation"},
	{"Lecture 16", "the polynomial kernel; its exponent is the order", "With more inputs the exponent is the order"},
	{"Jörnsten", "a kernel measures similarity: an inner product without bilinearity",
		"It generalises the inner product, without its linearity"},
	{"Jörnsten", "(xᵀy + 1)² in two dimensions, expanded", "$(1 + x_1x_1' + x_2x_2')^2$ multiplied out has six terms"},
	{"Jörnsten", "φ(x) = (1, √2x₁, √2x₂, x₁², x₂², √2x₁x₂)",
		"(1,\\; \\sqrt2 x_1,\\; \\sqrt2 x_2,\\; x_1^2,\\; \\sqrt2 x_1 x_2,\\; x_2^2)"},
	{"Jörnsten", "two dimensions are six", "A kernel of two-dimensional points is an inner product in six dimensions"},
	{"Jörnsten", "a p.d. kernel is a map and the scalar product there",
		"mapping each point by $\\varphi$ and taking the usual inner product there"},
	{"Jörnsten", "φ may be hard to compute", "But $\\varphi$ may be hard to compute, and $k$ is not"},
	{"Jörnsten", "the trick replaces scalar products by kernel evaluations", "is to replace inner products by $k$"},
	{"CPSC 340", "predictions depend on features through K and K̂ only, of sizes without d",
		"whatever $d$ is. There are no features left in the formula"},
	{"CPSC 340", "(x₁², √2x₁x₂, x₂²) by completing the square", "by completing the square"},
	{"CPSC 340", "a bias and linear terms: (1 + xᵀx′)²", "one for each feature of the example"},
	{"CPSC 340", "all degree-4 monomials by (xᵀx′)⁴, lower ones by (1 + xᵀx′)⁴",
		"$(1 + x\\T x')^4$ has the lower ones too"},
	{"CPSC 340", "(1 + xᵀx′)^p for any number of inputs", "On $\\R^p$"},
	{"CPSC 340", "O(d) instead of O(dᵖ) for one inner product",
		"$O(d)$, and for a fixed $q$ the number $d$ grows like $p^q/q!$"},
	{"CPSC 340", "training O(n²d + n³)", "$O(n^2p + n^3)$"},
	{"CPSC 340", "testing O(ndt)", "$O(mnp)$"},
	{"CPSC 340", "linear and kernel regression side by side",
		"$(\\Phi\\T\\Phi + n\\lambda\\I)\\,\\theta = \\Phi\\T y$"},
	{"CPSC 340", "non-parametric", "It keeps all training points, so it is non-parametric"},
	{"CPSC 340", "dot products without the features", "The kernel is that inner product, written without them"},
	{"CPSC 340", "for medium n", "so it is for medium $n$"},
	{"Lecture notes", "an algorithm that needs scalar products only takes kernel evaluations instead",
		"wherever an algorithm uses the inputs in no other way"},
	{"Lecture notes", "distances are one case", "distances are another"},
}

func TestLesson(t *testing.T) { coursetest.Check(t, Lesson, statements...) }

func TestPrograms(t *testing.T) { coursetest.Programs(t, Lesson) }

// The counts of multiplications are those of programs that count.
func TestMultiplicationsAreCounted(t *testing.T) {
	for _, c := range []struct{ p, q int }{{1, 1}, {1, 3}, {2, 2}, {2, 3}, {3, 4}} {
		monomials := (engine.PolynomialFeatures{Degree: c.q, Offset: 1}).Monomials(c.p)
		count := 0
		for _, m := range monomials {
			order := 0
			for _, e := range m.Exponents {
				order += e
			}
			if order > 1 {
				count++ // from the monomial that lacks one factor
			}
			if m.Scale != 1 {
				count++
			}
		}
		built, d := buildCost(c.p, float64(len(monomials))), float64(len(monomials))
		coursetest.Within(t, built, float64(count), 0, "%+v: multiplications, counted", c)
		coursetest.Within(t, sumCost(monomials), 2*float64(count)+d, 0, "%+v: multiplications for the sum", c)
	}
}

// said are the facts, computed once.
var said = sync.OnceValue(facts)

// find is a number of a figure in a state.
func find(t *testing.T, figure, query, number string) float64 {
	t.Helper()
	_, p := coursetest.Draw(t, Lesson, figure, query)
	return p.Find(number)
}

func TestGoals(t *testing.T) {
	coursetest.Goals(t, Lesson, map[[2]string]coursetest.Queries{
		{"exploder", "zero"}: {{"y1=1&y2=-1", "y1=-3&y2=1", "inputs=1&y1=-1"},
			{"x1=0&x2=0&offset=0", "degree=12&x1=3&x2=3&y1=-3&y2=3"}},
		{"race", "full"}:     {{"degree=10"}, {"degree=9", "degree=11", "inputs=5&degree=12"}},
		{"digits", "sorted"}: {{"degree=6&n=300", "degree=6&n=300&seed=7"}, {"degree=3&n=300"}},
		{"same", "amber"}:    {{"lambda=1e-8"}, {"compare=plain", "degree=15&lambda=1e-10"}},
	})
}

// What the prose says of a state is so in the figure.
func TestExploderClaims(t *testing.T) {
	facts := said()
	if find(t, "exploder", "", "features") != 10 || facts["opens-kernel"] != 8 ||
		facts["opens-with"] < 9*facts["opens-without"] {
		t.Error("the first figure does not open with ten bars that end at 8, nine times as expensive as the kernel")
	}
	if facts["cancelled-kernel"] != 1 || math.Abs(facts["cancelled-sum"]-1) < 0.05 {
		t.Errorf("cancellation leaves %v of %v", facts["cancelled-sum"], facts["cancelled-kernel"])
	}
	if find(t, "exploder", "inputs=1", "features") != 4 {
		t.Error("one input of order 3 has not four bars")
	}
	// With c = 0 the features below the order are none, and of terms that are left, none is one.
	_, bare := coursetest.Draw(t, Lesson, "exploder", "degree=2&offset=0")
	if v := bare.Series[0].Columns[0].Values; len(v) != 3 || slices.Contains(v, 0) || bare.Find("features") != 3 {
		t.Errorf("(xᵀx′)² has the terms %v of %v features", v, bare.Find("features"))
	}
	// Decimals that cancel leave zero, and not what rounding does.
	_, p := coursetest.Draw(t, Lesson, "exploder", "degree=2&x1=0.1&x2=0&y1=-3&offset=0.3")
	if p.Find("kernel") != 0 || !p.Reached("zero") {
		t.Errorf("(0.3 − 0.3)² is %v", p.Find("kernel"))
	}
	// Of a kernel no eigenvalue is below zero, whatever rounding makes of it.
	if v := find(t, "same", "inputs=raw&degree=13", "smallest_eigenvalue"); v != 0 {
		t.Errorf("the smallest eigenvalue of a kernel is %v", v)
	}
}

func TestRaceClaims(t *testing.T) {
	facts := said()
	if facts["ten"] != 184756 || featureCount(4, 10) != 1001 || facts["hundred"] != 96560646 {
		t.Error("features are miscounted")
	}
	if facts["ten-mb"] <= facts["limit-mb"] || 8*raceRows*facts["nine"]/1e6 >= facts["limit-mb"] {
		t.Error("degree 10 fits, or degree 9 does not")
	}
	if facts["race-with"] < 50*facts["race-without"] {
		t.Errorf("at degree 6 features take %v ms, the kernel %v ms", facts["race-with"], facts["race-without"])
	}
	least, most := math.Inf(1), 0.0
	for q := 1; q <= raceDegree; q++ {
		ms := find(t, "race", "degree="+strconv.Itoa(q), "time_kernel_ms")
		least, most = min(least, ms), max(most, ms)
	}
	if most > 0.2 || least < 0.03 {
		t.Errorf("a tenth of a millisecond at every degree is %v to %v", least, most)
	}
	const two = "inputs=2&degree=12"
	if a, b := find(t, "race", two, "time_features_ms"), find(t, "race", two, "time_kernel_ms"); a > 20*b {
		t.Errorf("with two inputs there is a race: %v against %v ms", a, b)
	}
}

func TestSameClaims(t *testing.T) {
	facts := said()
	if facts["same-gap"] > 1e-6 {
		t.Errorf("the two fits differ by %v", facts["same-gap"])
	}
	norm := find(t, "same", "", "norm")
	coursetest.Within(t, find(t, "same", "", "rkhs_norm"), norm, 1e-6*norm, "√(αᵀKα) beside ‖θ‖")
}

// missedLast is the squared error on the last 50 of 200 images, learnt from the others.
func missedLast(m *mail, degree int, lambda float64) (sum float64) {
	K := m.gram(200, degree)
	for i, a := 150, course.Must(engine.SolveKRR(K.SliceSym(0, 150), m.learnt[:150], lambda)); i < 200; i++ {
		f := floats.Dot(a, mat.Row(nil, i, K)[:len(a)])
		sum += (f - m.learnt[i]) * (f - m.learnt[i])
	}
	return sum
}

func TestDigitsClaims(t *testing.T) {
	facts := said()
	// The images to sort have no say in λ: it stays when all of them are others.
	for seed := 1; seed <= 10; seed++ {
		m := mailOf{seed}.mail()
		was := m.choose(200, 2)
		floats.Scale(-1, m.parities)
		if is := m.choose(200, 2); is != was {
			t.Errorf("choice %d: λ = %v, and %v for other images to sort", seed, was, is)
		}
	}
	// It is the best of a list on which nothing hangs but the last quarter of those learnt from.
	if n := len(lambdas); n < 20 || lambdas[0] > 1e-8 || lambdas[n-1] < 1 || facts["lambdas"] != float64(n) {
		t.Errorf("λ is chosen among %v", lambdas)
	}
	for seed := 1; seed <= 20; seed++ {
		m := mailOf{seed}.mail()
		for degree := 1; degree <= 2; degree++ {
			best, least := m.choose(200, degree), math.Inf(1)
			for _, lambda := range lambdas {
				least = math.Min(least, missedLast(m, degree, lambda))
			}
			if e := missedLast(m, degree, best); !engine.Agree(e, least, least) || best == lambdas[len(lambdas)-1] {
				t.Errorf("choice %d, degree %d: λ = %v costs %v, the best %v", seed, degree, best, e, least)
			}
			if best == lambdas[0] && missedLast(m, degree, best/100) < 0.99*least {
				t.Errorf("choice %d, degree %d: a smaller λ than the least is better", seed, degree)
			}
		}
	}
	if facts["digits-pairs"]-facts["digits-pairs-margin"] <= 97 || facts["share-2"] > 0.6*facts["share-1"] {
		t.Errorf("products of two are better in %v of 100 choices: %v %% against %v %%",
			facts["digits-pairs"], facts["share-2"], facts["share-1"])
	}
	if facts["pairs"] != 2145 || facts["triples"] != 47905 || facts["exactly"] != 92378 ||
		facts["ordered"] != 25937424601 {
		t.Error("products are miscounted")
	}
}

func TestWhatManySamplesSay(t *testing.T) {
	t.Parallel()
	manytest.Recounted(t, "shares.csv", many.Parse(recorded), pairs, twoCurves)
}

func TestBreaksBreak(t *testing.T) {
	facts := said()
	for _, nearly := range []string{"same-close", "same-closer"} {
		if facts[nearly]-facts[nearly+"-margin"] <= 97 {
			t.Errorf("%s holds in %v of 100 samples", nearly, facts[nearly])
		}
	}
	if facts["plain-beyond"]-facts["plain-beyond-margin"] <= 65 {
		t.Errorf("plain powers differ most beyond the data in %v of 100 samples", facts["plain-beyond"])
	}
	if facts["plain-gap"] < 1 || facts["plain-data"] > 0.2 || facts["plain-edge"] != 10 || facts["plain-last"] > 8 {
		t.Errorf("plain powers differ by %v at %v, and by %v to %v",
			facts["plain-gap"], facts["plain-edge"], facts["plain-data"], facts["plain-last"])
	}
	_, few := coursetest.Draw(t, Lesson, "same", "degree=15&lambda=0&n=5")
	if facts["few-d"] != 16 || facts["few-n"] != 5 || !strings.Contains(few.Message, "least ‖θ‖") {
		t.Errorf("%v features of %v points: %q", facts["few-d"], facts["few-n"], few.Message)
	}
	// θ = Φᵀα fits exactly, and is at right angles to all that Φ sends to zero.
	K, alpha := few.Matrices[0].Values, coursetest.Values(t, few, "alpha", "alpha")
	for i, y := range coursetest.Values(t, few, "data", "y") {
		coursetest.Within(t, floats.Dot(mat.Row(nil, i, K), alpha), y, 1e-6, "the kernel's fit at point %d", i+1)
	}
	if least, shift, saddle := facts["none-least"], facts["none-shift"], facts["saddle-shift"]; least > -1 ||
		shift > -least || saddle < -least {
		t.Errorf("(tt′ − 1)²: smallest eigenvalue %v, nλ %v and %v", least, shift, saddle)
	}
	coursetest.Within(t, facts["same-n"]*facts["none-lambda"], -facts["none-least"], 1e-12, "nλ at the λ said")
}

func TestCurvesThatAreMissing(t *testing.T) {
	facts := said()
	drawn := func(query, curve string) bool {
		_, p := coursetest.Draw(t, Lesson, "same", query)
		return slices.ContainsFunc(p.Series, func(s course.Series) bool { return s.Name == curve })
	}
	if primal, fit := drawn("lambda=0", "primal"), drawn("lambda=0", "fit"); !primal || fit ||
		facts["same-d"] >= facts["same-n"] {
		t.Errorf("at λ = 0 there are the curves of θ, %t, and of α, %t", primal, fit)
	}
	if drawn("inputs=raw&degree=12", "fit") || facts["raw-shift"] > engine.Epsilon*facts["raw-top"] {
		t.Error("without scaling there is the curve of α, or nλ is not lost")
	}
	_, amber := coursetest.Draw(t, Lesson, "same", "degree=15&lambda=1e-10")
	c := amber.Certificate
	if c == nil || c.OK || c.PrimalDualGap > math.Min(c.Bound, 1e-3) || facts["amber-gap"] < 0.5 {
		t.Errorf("degree 15: %+v, curves %v apart", c, facts["amber-gap"])
	}
}

// Between −nλ and 0 lies no eigenvalue at first, and one at λ = 1: then a step along its
// eigenvector gains, however the sign, and a step of the other kind loses.
func TestSaddle(t *testing.T) {
	facts := said()
	for query, saddle := range map[string]bool{"compare=none&degree=2": false, "compare=none&degree=2&lambda=1": true} {
		_, none := coursetest.Draw(t, Lesson, "same", query)
		K, y := none.Matrices[0].Values.(*mat.SymDense), coursetest.Values(t, none, "data", "y")
		n, shift, alpha := len(y), none.Find("shift"), coursetest.Values(t, none, "alpha", "alpha")
		objective := func(a []float64) float64 { // times n
			var f mat.VecDense
			f.MulVec(K, mat.NewVecDense(n, a))
			return math.Pow(floats.Distance(y, f.RawVector().Data, 2), 2) + shift*mat.Dot(mat.NewVecDense(n, a), &f)
		}
		least := objective(alpha)
		values, U := coursetest.Eigen((&coursetest.State{Picture: none}).Rows("gram"))
		gains := false
		for j, s := range values {
			for _, step := range []float64{-1, 1} {
				moved := slices.Clone(alpha)
				floats.AddScaled(moved, step, mat.Col(nil, j, U))
				gains = gains || math.Abs(s) > 1e-6 && objective(moved) < least-1e-6
			}
		}
		says := strings.Contains(none.Description, "saddle")
		minimum := strings.Contains(none.Description, "its minimum")
		if gains != saddle || says != saddle || !says && !minimum || none.Message != "" {
			t.Errorf("same?%s: a step gains: %v; it says %q %q", query, gains, none.Message, none.Description)
		}
		quadratic := mat.Inner(mat.NewVecDense(n, alpha), K, mat.NewVecDense(n, alpha))
		// An indefinite K has no norm, whatever the sign of αᵀKα.
		if indefinite := values[0] < -1e-9; math.IsNaN(none.Find("rkhs_norm")) != indefinite ||
			saddle && math.Abs(quadratic-facts["saddle-quadratic"]) > 1e-9 {
			t.Errorf("same?%s: αᵀKα = %v, and the norm %v", query, quadratic, none.Find("rkhs_norm"))
		}
	}
}

// What the figure same computes is what engine says of the same problem.
func TestSameIsRidgeTwice(t *testing.T) {
	_, p := coursetest.Draw(t, Lesson, "same", "degree=4&lambda=0.01")
	d := engine.Dataset{Y: coursetest.Values(t, p, "data", "y")}
	for _, x := range coursetest.Values(t, p, "data", "x") {
		d.X = append(d.X, []float64{x/5 - 1})
	}
	f := course.Must(engine.KRR(engine.Polynomial{Degree: 4, Offset: 1}, d, 0.01))
	for _, name := range []string{"primal", "fit"} {
		y := coursetest.Values(t, p, name, "y")
		for g, x := range coursetest.Values(t, p, name, "x") {
			coursetest.Within(t, y[g], f.Eval([]float64{x/5 - 1}), 1e-9, "%s at %v", name, x)
		}
	}
}

// The certificate's bound is the formula that it gives, with the numbers beside it; both
// fits keep to it; and it is amber where it promises fewer than six digits.
func TestSameKeepsToItsBound(t *testing.T) {
	green, amber := 0, 0
	for _, data := range []string{
		"data=sine", "data=sine&n=150&seed=3", "data=gap&n=40", "data=mcycle", "data=points&points=1,2;1,2;4,0",
	} {
		for degree := 1; degree <= 15; degree += 2 {
			for _, lambda := range []string{"1e-12", "1e-8", "0.0001", "1"} {
				query := fmt.Sprintf("%s&degree=%d&lambda=%s", data, degree, lambda)
				p := coursetest.Opened(t, Lesson, "same", query)
				c := p.Certificate
				if c == nil {
					continue // one of the two has no solution
				}
				n, condition := p.Find("points"), p.Find("condition")
				bound := 4 * math.Sqrt(n) * engine.Epsilon * condition
				coursetest.Within(t, c.Bound, bound, 1e-9*bound, "%s: the bound, by its formula", query)
				if c.PrimalDualGap > c.Bound || c.Residual > c.Bound {
					t.Errorf("%s: gap %v and residual %v beyond the bound %v",
						query, c.PrimalDualGap, c.Residual, c.Bound)
				}
				if green++; bound > 1e-6 {
					green, amber = green-1, amber+1
				}
				if c.OK != (bound <= 1e-6) {
					t.Errorf("%s: at a bound of %v it is green: %t", query, bound, c.OK)
				}
			}
		}
	}
	if green < 20 || amber < 20 {
		t.Errorf("%d certificates were green and %d amber", green, amber)
	}
}

// What is sealed takes no part: all images are open or sealed, and each choice is of the open.
func TestSealedImagesAreApart(t *testing.T) {
	for number := range 3 {
		open, sealed := deal(number)
		all := slices.Sorted(slices.Values(slices.Concat(open, sealed)))
		for i, image := range all {
			if i != image {
				t.Fatalf("envelope %d: image %d is not in it once", number, i)
			}
		}
		if len(open) != opened || len(sealed) != 1097 {
			t.Errorf("envelope %d: %d open, %d sealed", number, len(open), len(sealed))
		}
	}
	open, _ := deal(0)
	slices.Sort(open)
	for seed := 1; seed <= 99; seed++ {
		if !slices.Equal(slices.Sorted(slices.Values(chosen(seed))), open) {
			t.Errorf("choice %d is not of the open images", seed)
		}
	}
	// The envelope's share is that of the same images, read by the figure.
	p := coursetest.Opened(t, Lesson, "digits", "degree=2&n=100")
	r := p.Result.(*sorting)
	order := chosen(r.seed)
	_, sealed := deal(0)
	shares, err := r.misreads(order[:r.n], order[mostLearnt:], sealed)
	if err != nil || len(shares) != 2 || shares[0] != r.share {
		t.Errorf("%v of what is sorted is misread, by the envelope's way %v: %v", r.share, shares, err)
	}
}

// With single pixels, what the figure digits computes without features is ridge regression
// on the 65 that there are.
func TestDigitsAreRidgeOnPixels(t *testing.T) {
	const n, lambda = 120, 1e-3
	m := mailOf{3}.mail()
	f := course.Must(m.read(n, 1, lambda))
	all, order := data.Digits(), chosen(3)
	Phi := mat.NewDense(n, 65, nil)
	phi := func(at int) []float64 {
		row := []float64{1}
		for _, ink := range all.X[at] {
			row = append(row, ink/128)
		}
		return row
	}
	for i := range n {
		Phi.SetRow(i, phi(order[i]))
	}
	theta := course.Must(engine.RidgeQR(Phi, m.learnt[:n], lambda))
	for i, v := range f {
		at := order[mostLearnt+i]
		want, y := floats.Dot(phi(at), theta), float64(2*(all.Labels[at]%2)-1)
		if math.Abs(v-want) > 1e-9 || m.parities[i] != y {
			t.Fatalf("image %d: %v, from its pixels %v; y = %v", i, v, want, m.parities[i])
		}
	}
}

// Nothing before the prediction, and no figure as it opens, has its answer.
func TestNothingAnswersThePrediction(t *testing.T) {
	coursetest.Unsaid(t, Lesson, "", "::: predict explosion", "184", "binom", "{ten")
	for _, f := range Lesson.Figures {
		_, p := coursetest.Draw(t, Lesson, f.Name, "")
		for _, n := range p.Numbers {
			if n.Value == 184756 {
				t.Errorf("%s opens with the answer", f.Name)
			}
		}
	}
}

func TestGramRaceIsRecorded(t *testing.T) {
	var all []timing.Task
	for _, p := range raceInputs {
		all = append(all, gramTasks(p)...)
	}
	timingtest.Recorded(t, "recorded.json", recording(), all)
}
