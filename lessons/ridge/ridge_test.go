package ridge

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/many/manytest"
	"github.com/gramophone-course/gramophone/plots"
)

var statements = []coursetest.Statement{
	{"Lecture 16", "a more flexible model can overfit", "followed their noise too"},
	{"Lecture 16", "some regularisation prevents it", "a price for the size of the coefficients"},
	{"Lecture 16", "the L2-regularised objective",
		`J(\theta) = \frac1n \sum_{i=1}^n \bigl(y_i - \varphi(x_i)\T\theta\bigr)^2 +`},
	{"Lecture 16", "closed form on the inputs", `$\hat\theta = (X\T X + n\lambda\I)^{-1}X\T y$`},
	{"Lecture 16", "closed form on features, with all sizes",
		`\underbrace{\Phi\T}_{d \times n}\;\;\underbrace{\Phi}_{n \times d} + ` +
			`\underbrace{n\class{t-lambda}{\lambda}\,\I}_{d \times d}`},
	{"Lecture 16", "θ has d entries", `$\hat\theta$ has $d$ entries`},
	{"Lecture 16", "d → ∞ cannot be stored", `with $d \to \infty$ it cannot be stored at all`},
	{"Lecture 16", "a prediction needs the d-vector", `every prediction $\varphi(x_*)\T\hat\theta$ needs them all`},
	{"Lecture 16", "how to scale to d → ∞?", "Lesson 4 shows a way round"},
	{"Lecture 16", "ridge regression is linear regression with L2",
		"**Ridge regression** is linear regression with an $L_2$ penalty"},
	{"Jörnsten", "argmin ‖y − Xβ‖² + λ‖β‖²", `sum: $\norm{y - \Phi\theta}^2 + \lambda\norm{\theta}^2$ | $\Phi\T\Phi ` +
		`+ \lambda\I$ | Jörnsten`},
	{"Jörnsten", "β is our θ", `Jörnsten has $\beta$ for $\theta$`},
	{"Lecture 11", "squared loss over the span of φ₁ … φ_m", "the span of the features"},
	{"Lecture 11", "the regularised risk is a sum", "Jörnsten, Lecture 11 | $n\\lambda$"},
	{"Lecture 11", "partial derivatives", `\dfrac{\partial J}{\partial\theta_\ell} = -\frac2n`},
	{"Lecture 11", "setting them to zero", "All of them vanish exactly if"},
	{"Lecture 11", "(ΦΦᵀ + λI)w = Φy, features in rows", `$(\Phi\Phi\T + \lambda\I)w = \Phi y$`},
	{"Lecture 11", "always invertible for λ > 0", "Their matrix is always invertible"},
	{"CPSC 340", "½‖Xw − y‖² + (λ/2)‖w‖²", `\frac12\norm{\Phi\theta - y}^2 + \frac\lambda2\norm{\theta}^2`},
	{"CPSC 340", "w = (XᵀX + λI)⁻¹Xᵀy", `$\Phi\T\Phi + \lambda\I$ | CPSC 340`},
	{"CPSC 340", "solve, do not invert", "solve the system and do not form the inverse"},
}

func TestLesson(t *testing.T) { coursetest.Check(t, Lesson, statements...) }

func TestPrograms(t *testing.T) { coursetest.Programs(t, Lesson) }

// The picture of the coefficients holds all of each, and names four.
func TestThePathHoldsEveryCoefficient(t *testing.T) {
	for _, q := range []string{"", "data=mcycle", "data=step&degree=3", "degree=15&inputs=raw", "lambda=10",
		"data=points&points=1,5"} {
		_, p := coursetest.Draw(t, Lesson, "path", q)
		v, named := p.Columns[0][0].Plot.(plots.Paths), 0
		for _, l := range v.Lines {
			if l.Name != "" {
				named++
			}
			for i, theta := range l.Ys {
				if theta < v.Y.Min || theta > v.Y.Max {
					t.Errorf("?%s: %v at λ = %v is not between %v and %v", q, theta, l.Xs[i], v.Y.Min, v.Y.Max)
				}
			}
		}
		if named != min(4, len(v.Lines)) {
			t.Errorf("?%s: %d of %d lines are named", q, named, len(v.Lines))
		}
	}
}

// Of the states that the lesson links to, one has no fit: the one it says it of.
func TestWhereTheCurveIsMissing(t *testing.T) {
	text := course.Must(Lesson.Text())
	for _, link := range text.Links() {
		for _, f := range Lesson.Figures {
			q := course.Sub(course.ParseQuery(link), f.Name, false)
			_, p := coursetest.Draw(t, Lesson, f.Name, q.Encode())
			if none := link == "fit.lambda=0&fit.degree=15" && f.Name == "fit"; (p.Message != "") != none {
				t.Errorf("?%s: %s says %q", link, f.Name, p.Message)
			}
		}
	}
}

func TestWhatManySamplesSay(t *testing.T) {
	t.Parallel()
	bottles, _ := Lesson.Figure("bottles")
	path, _ := Lesson.Figure("path")
	shrink, _ := Lesson.Figure("shrink")
	manytest.Recounted(t, "shares.csv", many.Parse(shares), cellars, sines, bottles.Study(""),
		path.Study("errors=shown"), shrink.Study(""))
}

// What the prose says of its states.
func TestPriceClaims(t *testing.T) {
	f := facts()
	claim := coursetest.Claims(t)
	claim(f["open-test_rmse"] > 4*f["noise"] && f["open-train_rmse"] < f["noise"]/2, "it overfits")
	claim(f["stiff-test_rmse"] > 0.5, "degree 3 cannot follow the sine")
	_, six := coursetest.Draw(t, Lesson, "fit", "degree=6&lambda=0")
	claim(six.Find("test_rmse") < f["stiff-test_rmse"]/2, "degree 6 does better")
	claim(f["valley-test_rmse"] < 0.3 && f["valley-test_rmse"] < f["stiff-test_rmse"]/2, "better than degree 3")
	claim(f["flat-least"] > 0.265 && f["flat-most"] < 0.325 && f["valley-test_rmse"] > six.Find("test_rmse"),
		"from degree 4 to 15 hardly another error, though degree 6 alone is better")
	usually := func(fact string) bool { return f[fact]-f[fact+"-margin"] > 65 }
	claim(f["sine-wins-free"] > 99, "the price beats degree 12 without it, nearly always")
	claim(usually("sine-degree-wins"), "to choose the degree is better on a sine")
	claim(f["sine-flat"]-f["sine-flat-margin"] > 50 && f["sine-flat-free"] == 0, "with a price the degree matters less")
	claim(f["sine-inside"]-f["sine-inside-margin"] > 97 && f["sine-valley"]+f["sine-valley-margin"] < 35,
		"the test error is least between the ends, and seldom falls and rises once")
	claim(usually("wins-few") && usually("wins-all") && f["mean-wins-all"]-f["mean-wins-all-margin"] > 50,
		"on wines the price wins, and least squares loses to the mean")
	claim(f["wins-lasso"]+f["wins-lasso-margin"] < 50 && f["wins-lasso"]-f["wins-lasso-margin"] > 35,
		"the lasso is as good as ridge regression on wines, or a little better")
	claim(f["shrink-third"]-f["shrink-third-margin"] > 97 && f["shrink-last"]-f["shrink-last-margin"] > 97,
		"direction 3 stays and the last goes, nearly always")
	claim(f["bottles-test_rmse"] > f["bottles-mean_rmse"] && f["bottles-train_rmse"] < f["bottles-mean_rmse"]/2,
		"worse than the mean, and well fitted")
	claim(f["bottles-inside"] == 100,
		"the error on other wines is least between no price and a huge one")
	claim(f["bottles-least"] < f["bottles-test_rmse"] && f["bottles-least"] < f["dear-bottles-test_rmse"]-0.05 &&
		f["dear-bottles-train_rmse"] > f["bottles-train_rmse"],
		"it falls, then rises, and the error on the twenty rises")
	claim(f["last-share"] < 1e-6 && f["third-share"] > 0.99, "the last direction goes, the third stays")
	claim(f["open-train_rmse"] < f["valley-train_rmse"] && f["valley-train_rmse"] < f["top-train_rmse"],
		"the train error rises")
	claim(f["valley-test_rmse"] < f["open-test_rmse"] && f["valley-test_rmse"] < f["top-test_rmse"],
		"the test error falls, then rises")
	claim(f["open-norm"] > 10*f["valley-norm"] && f["squares-norm"] > 10*f["open-norm"],
		"coefficients are huge where λ is small")
	claim(f["rich-features"] > f["n"], "more coefficients than points")
	claim(f["rich-valley-test_rmse"] < 0.3, "any λ > 0 tames degree 15 too")
	claim(f["top-degrees_of_freedom"] < 0.5, "hardly anything is left at λ = 10")
	squares := 0.0
	for _, x := range curves.Grid(0, 10) {
		squares += math.Pow(engine.SineTruth(x), 2) / curves.GridPoints
	}
	claim(math.Abs(f["top-test_rmse"]-math.Sqrt(squares+f["noise"]*f["noise"])) < 0.01,
		"and the error is nearly that of predicting zero")
	claim(f["raw-degrees_of_freedom"] > f["scaled-degrees_of_freedom"]+1, "raw powers make another fit of the same λ")

	// Least squares does not care about the units of x, ridge regression does.
	for lambda, same := range map[string]bool{"0": true, "0.1": false} {
		_, scaled := coursetest.Draw(t, Lesson, "fit", "degree=5&lambda="+lambda)
		_, raw := coursetest.Draw(t, Lesson, "fit", "degree=5&inputs=raw&lambda="+lambda)
		d := floats.Distance(coursetest.Values(t, scaled, "fit", "y"), coursetest.Values(t, raw, "fit", "y"),
			math.Inf(1))
		claim((d < 1e-8) == same, "units at λ = "+lambda)
	}

	claim(f["circle-theta_2"] > f["free-theta_2"] && f["circle-theta_1"] < f["free-theta_1"],
		"the second coefficient grows")
	claim(f["corner-theta_2"] == 0 && f["corner-theta_1"] > 0.1, "the diamond's corner")
	claim(f["circle-dear-theta_1"] > 0.1 && f["circle-dear-theta_2"] > 0.1, "the circle keeps both")
	claim(f["all-out-zeros"] == 2, "in the end the diamond is a point")
	claim(f["short-effect"] < f["unit-effect"]/3 && f["unit-effect"] < f["long-effect"] &&
		f["long-effect"] > 0.9*f["effect"], "the unit of a feature sets its price")

	// The worked example and the exercises, on paper.
	claim(f["hand-0"] > f["hand-free-0"] && f["hand-norm"] < f["hand-free-norm"] &&
		f["hand-train"] > f["hand-free-train"], "θ₀ up, norm down, train error up")
	coursetest.Same(t, coursetest.Of(f), 1e-12, map[string]float64{
		"hand-0": 0.8, "hand-1": 29. / 15, "hand-free-0": 0.5, "hand-free-1": 2.5,
		"hand-dof": 2 - 10./15, // 2 − tr(ΦᵀΦ + I)⁻¹
		"d":        96_560_646, "valley-sum": 0.00423,
	})
}

// The number moves, the fit does not: the three links of the table, and the switch.
func TestPriceConventions(t *testing.T) {
	_, mean := coursetest.Draw(t, Lesson, "fit", "lambda=0.000282")
	for _, query := range []string{"lambda=0.00423&convention=sum", "lambda=0.00423&convention=half",
		"lambda=0.000282&convention=sum&was=mean"} {
		form, p := coursetest.Draw(t, Lesson, "fit", query)
		if v := form.Control("lambda").Value; v != "0.00423" {
			t.Errorf("%s: λ stands at %s", query, v)
		}
		a, b := coursetest.Values(t, mean, "theta", "theta"), coursetest.Values(t, p, "theta", "theta")
		if d := floats.Distance(a, b, math.Inf(1)); d > 1e-9*floats.Norm(a, 2) {
			t.Errorf("%s: another fit, by %g", query, d)
		}
	}
}

// What the proposition says, on samples of its own; and what nothing says.
func TestPricePathIsMonotone(t *testing.T) {
	rising := func(v []float64) bool {
		for i := 1; i < len(v); i++ {
			if v[i] < v[i-1]*(1-1e-9) {
				return false
			}
		}
		return true
	}
	valleys := func(v []float64) int {
		n := 0
		for i := 1; i+1 < len(v); i++ {
			if v[i] < v[i-1] && v[i] <= v[i+1] {
				n++
			}
		}
		return n
	}
	for query, want := range map[string]int{"": 1, "seed=2": 3, "data=mcycle": -1, "data=step&degree=9&seed=7": -1} {
		_, p := coursetest.Draw(t, Lesson, "path", "errors=shown&"+query)
		if !rising(coursetest.Values(t, p, "path", "train_rmse")) {
			t.Errorf("%s: the train error falls somewhere", query)
		}
		for _, name := range []string{"norm", "degrees_of_freedom"} {
			v := slices.Clone(coursetest.Values(t, p, "path", name))
			slices.Reverse(v)
			if !rising(v) {
				t.Errorf("%s: %s rises somewhere with λ", query, name)
			}
		}
		unseen := "test_rmse"
		if strings.Contains(query, "mcycle") {
			unseen = "loo_rmse"
		}
		if got := valleys(coursetest.Values(t, p, "path", unseen)); want >= 0 && got != want {
			t.Errorf("%s: the %s has %d valleys", query, unseen, got)
		}
	}
}

// The errors of every degree are those of the fit of that degree, and at λ = 0 a
// class within another never fits worse.
func TestPriceDegrees(t *testing.T) {
	_, p := coursetest.Draw(t, Lesson, "fit", "lambda=0")
	train, test := coursetest.Values(t, p, "degrees", "train_rmse"), coursetest.Values(t, p, "degrees", "test_rmse")
	for q := range 15 {
		_, at := coursetest.Draw(t, Lesson, "fit", "lambda=0&degree="+strconv.Itoa(q))
		if math.Abs(at.Find("train_rmse")-train[q]) > 1e-9 || math.Abs(at.Find("test_rmse")-test[q]) > 1e-9*test[q] {
			t.Errorf("degree %d: %v and %v, the fit says %v and %v", q, train[q], test[q], at.Find("train_rmse"),
				at.Find("test_rmse"))
		}
		if q > 0 && train[q] > train[q-1]+1e-12 {
			t.Errorf("degree %d fits worse than degree %d", q, q-1)
		}
	}
	if !math.IsNaN(train[15]) || !math.IsNaN(test[15]) {
		t.Error("degree 15 on 15 points has an error at λ = 0")
	}
	_, p = coursetest.Draw(t, Lesson, "fit", "")
	train, test = coursetest.Values(t, p, "degrees", "train_rmse"), coursetest.Values(t, p, "degrees", "test_rmse")
	for q := range 15 {
		if train[q+1] > train[q] {
			t.Errorf("the train error rises at degree %d, as it opens", q+1)
		}
	}
	if best := floats.MinIdx(test); best == 0 || best > 10 || test[12] < 2*test[best] {
		t.Errorf("the test error against degree does not turn round: %v", test)
	}
}

// The solution is the best of its ball, of either shape, by every direction of the
// rim; and least squares lies outside.
func TestPriceTouches(t *testing.T) {
	for _, rho := range []float64{-0.95, 0, 0.6, 0.95} {
		for _, scale := range []float64{0.3, 1, 3} {
			p := newTwoFeatures(rho, scale)
			Phi, y := p.Phi, mat.NewVecDense(8, p.y)
			for _, lambda := range []float64{0.05, 0.5, 2} {
				for _, lasso := range []bool{false, true} {
					at := course.Must(p.solve(t.Context(), lasso, lambda))
					if !at.certificate.OK {
						t.Errorf("ρ = %v, s = %v, λ = %v: certificate %+v", rho, scale, lambda, at.certificate)
					}
					kind := 2.
					if lasso {
						kind = 1
					}
					here := p.Loss(at.theta...)
					r := floats.Norm(at.theta, kind)
					for i := range 720 {
						sin, cos := math.Sincos(float64(i) * math.Pi / 360)
						size := floats.Norm([]float64{cos, sin}, kind)
						if l := p.Loss(r*cos/size, r*sin/size); l < here-1e-9 {
							t.Fatalf("ρ = %v, s = %v, λ = %v: the rim has %v, the solution %v", rho, scale, lambda, l,
								here)
						}
					}
					if r > floats.Norm(p.Best, kind) {
						t.Errorf("ρ = %v, s = %v, λ = %v: longer than least squares", rho, scale, lambda)
					}
				}
			}
			var e mat.VecDense // the loss of the formula is that of the points
			e.MulVec(Phi, mat.NewVecDense(2, []float64{0.3, -0.7}))
			e.SubVec(y, &e)
			want := mat.Dot(&e, &e) / 8
			coursetest.Within(t, p.Loss(0.3, -0.7), want, 1e-12*want, "ρ = %v, s = %v: the loss", rho, scale)
		}
	}
}

// Some price pays: the derivative at 0 of the mean squared error of θ, by draws.
func TestSomePricePays(t *testing.T) {
	Phi := curves.ScaledPowers(6, 0, 10).Matrix(floats.Span(make([]float64, 20), 0, 10))
	star := []float64{1, -2, 0.5, 1, 0, -1, 2}
	truth := mat.NewVecDense(20, nil)
	truth.MulVec(Phi, mat.NewVecDense(7, star))
	spectrum := course.Must(engine.SVD(Phi))
	rng := rand.New(rand.NewPCG(4, 0))
	var errors [2]float64
	for range 2000 {
		y := slices.Clone(truth.RawVector().Data)
		for i := range y {
			y[i] += 0.5 * rng.NormFloat64()
		}
		for k, at := range spectrum.Path(y, []float64{0, 1e-4}) {
			errors[k] += math.Pow(floats.Distance(at.Theta, star, 2), 2) / 2000
		}
	}
	if errors[1] >= errors[0] {
		t.Errorf("λ = 0 has %v, a small price %v", errors[0], errors[1])
	}
}

// The prediction's answer is not on the page before it is asked for: neither errors
// against λ nor where they are least.
func TestNothingAnswersThePrediction(t *testing.T) {
	_, p := coursetest.Draw(t, Lesson, "path", "")
	for _, name := range []string{"train_rmse", "test_rmse", "loo_rmse"} {
		if p.Column("path", name) != nil {
			t.Errorf("the path has %s as it opens", name)
		}
	}
	if strings.Contains(p.Description, "least") || !math.IsNaN(p.Find("best_lambda")) {
		t.Errorf("it opens with %q", p.Description)
	}
	if v, ok := p.Panel("path-error").Plot.(plots.Paths); ok && len(v.Lines) > 0 {
		t.Errorf("it opens with %d lines of errors", len(v.Lines))
	}
	var lengths []int
	for _, c := range coursetest.Ask(t, Lesson, "price").Choices {
		lengths = append(lengths, len([]rune(course.Plain(c.Text))))
	}
	if slices.Max(lengths)-slices.Min(lengths) > 6 {
		t.Errorf("the options have %v characters", lengths)
	}
}

// A wine left out is a fit to the others, with the same columns, the same nλ and a
// mean of its own.
func TestBottlesLeftOut(t *testing.T) {
	const lambda = 0.1
	c := cellarOf(20, rand.New(rand.NewPCG(3, 0)))
	n, d := c.fitted.Dims()
	for i, r := range leaveOneOut(c.y, c.spectrum.Solve(c.y, lambda)) {
		// The intercept is a column that pays nothing: rows √(nλ)I under the others.
		A, b := mat.NewDense(n-1+d, d+1, nil), mat.NewVecDense(n-1+d, nil)
		row := 0
		for k := range n {
			if k == i {
				continue
			}
			A.SetRow(row, slices.Concat([]float64{1}, c.fitted.RawRowView(k)))
			b.SetVec(row, c.y[k])
			row++
		}
		for j := range d {
			A.Set(row+j, j+1, math.Sqrt(float64(n)*lambda))
		}
		var theta mat.VecDense
		if err := theta.SolveVec(A, b); err != nil {
			t.Fatal(err)
		}
		told := floats.Dot(theta.RawVector().Data, slices.Concat([]float64{1}, c.fitted.RawRowView(i)))
		coursetest.Within(t, r, c.y[i]-told, 1e-10, "the miss of wine %d, by a fit to the others", i)
	}
}

// The rival's coordinate descent ends where the engine's does, which has a proof.
func TestLassosAreLassos(t *testing.T) {
	c := cellarOf(20, rand.New(rand.NewPCG(3, 0)))
	lambdas := []float64{1, 0.1, 0.01}
	for k, theta := range lassos(c.fitted, c.y, lambdas) {
		want := course.Must(engine.Lasso(t.Context(), c.fitted, c.y, lambdas[k])).Theta
		coursetest.Within(t, c.on(nil, theta), c.on(nil, want), 1e-3, "λ = %v: the error", lambdas[k])
	}
}

func TestPriceGoals(t *testing.T) {
	coursetest.Goals(t, Lesson, map[[2]string]coursetest.Queries{
		{"bottles", "rival"}: {
			{"lambda=0.464", "lambda=0.464&seed=2"},
			{"lambda=0.464&n=100", "lambda=0.147", "lambda=10", "lambda=0.01"},
		},
		{"fit", "tame"}: {
			{"degree=15&lambda=0.00316", "degree=15&lambda=0.00316&seed=2"},
			{"lambda=0.000282", "degree=15&lambda=0.000282", "degree=15&lambda=0.0282",
				"degree=15&lambda=0.00316&n=300", "degree=3", "data=mcycle"},
		},
		{"path", "valley"}: {
			{"errors=shown&lambda=0.00316"},
			{"lambda=0.000282", "errors=shown&lambda=0.000282", "lambda=0.00316",
				"errors=shown&lambda=0.00316&n=300", "errors=shown&lambda=0.1", "errors=shown&degree=3",
				"errors=shown&lambda=0&degree=15", "errors=shown&data=points&points=1,5&lambda=10"},
		},
		{"shrink", "cut"}: {{"lambda=0.03"}, {"lambda=0.1"}},
		{"path", "six"}:   {{"lambda=0.001"}, {"lambda=0.000282"}},
		{"objective", "zero"}: {
			{"penalty=l1&scale=3&lambda=4"},
			{"penalty=l1", "penalty=l1&lambda=2", "lambda=2", "penalty=l1&lambda=5"},
		},
	})
	// On the sliders too.
	for figure, goal := range map[string]string{"bottles": "rival", "fit": "tame", "path": "valley six",
		"objective": "zero", "shrink": "cut"} {
		query := map[string]string{"fit": "degree=15&", "path": "errors=shown&",
			"objective": "penalty=l1&scale=3&"}[figure]
		form, _ := coursetest.Draw(t, Lesson, figure, query)
		for _, name := range strings.Fields(goal) {
			if !slices.ContainsFunc(form.Control("lambda").Grid(), func(v string) bool {
				_, p := coursetest.Draw(t, Lesson, figure, query+"lambda="+v)
				return p.Reached(name)
			}) {
				t.Errorf("%s: no place of the slider reaches %s", figure, name)
			}
		}
	}
}

// A certificate that is none says so.
func TestADoubtfulPenaltySaysSo(t *testing.T) {
	for ok, want := range map[bool]string{true: "Checked just now: two factorisations agree",
		false: "Take these digits with care: two fact"} {
		e := endured{certificate: engine.Certificate{PrimalDualGap: 1e-3, Bound: 1e-2, OK: ok}}
		if line := e.check(false).Line; !strings.HasPrefix(line, want) {
			t.Errorf("OK %v: %q", ok, line)
		}
	}
}
