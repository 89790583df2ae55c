package approximation

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/plots"
)

var statements = []coursetest.Statement{
	{"lecture notes 4.3", "approximation error is inf over the class of R(f), minus R*",
		`\underbrace{\bigl(\inf_{f \in F} R(f) - R^*\bigr)}_{\text{approximation error}}`},
	{"lecture notes 4.3", "excess risk is estimation error and approximation error", "**excess risk** splits"},
	{"lecture notes 4.3", "R* is the Bayes risk", "the **Bayes risk** $R^*$"},
	{"lecture notes 4.3", "it is deterministic", "The approximation error is *deterministic*"},
	{"lecture notes 4.3", "small if the class is large", "It never grows when the class grows"},
	{"lecture notes 4.3", "parametric models {f_θ, θ ∈ Θ}",
		`$F = \{f_\theta : \theta \in \Theta\}$, $\Theta \subseteq \R^d$`},
	{"lecture notes 4.3", "θ* is the parameter of f*", `Their $\theta^*$ is first the parameter of $f^*$`},
	{"lecture notes 4.3", "θ* typically is not in Θ", `Typically it is not in $\Theta$`},
	{"lecture notes 4.3", "further decomposition into two terms",
		`& \Bigl(\inf_{\theta \in \Theta} R(\theta) - \inf_{\theta \in \R^d} R(\theta)\Bigr) \\`},
	{"lecture notes 4.3", "both terms are positive", "Both terms are at least zero"},
	{"lecture notes 4.3", "the second term is incompressible", "The second term is the **incompressible** part"},
	{"lecture notes 4.3", "for a rich model class it goes to zero", "For rich classes it goes to zero"},
	{"lecture notes 4.3", "the first is bounded by a distance between the best candidates",
		`Typically it is bounded by a *distance*, from the best in $\Theta$ to the best in $\R^d$`},
	{"lecture notes 4.3", "example: linear in features, Θ a ball of radius D",
		`Let $f_\theta(x) = \theta\T\varphi(x)$ and $\Theta = \{\theta : \norm{\theta} \le`},
	{"lecture notes 4.3", "L-Lipschitz loss", `be $L$-Lipschitz for every $y$`},
	{"lecture notes 4.3", "the difference of expected losses at θ₁ and θ*", `\E[\ell(\theta_1\T\varphi(X), Y) - \ell(`},
	{"lecture notes 4.3", "at most L E[‖φ(X)‖ ‖θ₁ − θ*‖]", `L\,\E\norm{\varphi(X)}\cdot\norm{\theta_1 - \theta^*}`},
	{"lecture notes 4.3", "at most L E‖φ(X)‖ (‖θ*‖ − D)₊",
		`\le L\;\E\norm{\varphi(X)}\,\bigl(\norm{\theta^*} - \class{t-lambda}{D}\bigr)_+`},
	{"lecture notes 4.3", "zero if ‖θ*‖ ≤ D: well specified", `the ball is **well specified**`},
	{"lecture notes 4.3", "p and d are one number", "They write $p$ and $d$ for one number"},
	{"lecture notes 4.3", "θ₁ and the equals sign", "The notes write an equals sign where step 1 has"},
}

func TestLesson(t *testing.T) { coursetest.Check(t, Lesson, statements...) }

func TestPrograms(t *testing.T) { coursetest.Programs(t, Lesson) }

// What the prose says of its states.
func TestApproximationClaims(t *testing.T) {
	f := facts()
	claim := coursetest.Claims(t)
	near := func(a, b, within float64) bool { return math.Abs(a-b) <= within*math.Abs(b) }
	claim(f["open-approx"] == f["more-approx"] && f["poor-approx"] == f["poor-more-approx"],
		"more data leave the approximation error alone")
	claim(f["more-estim"] < f["open-estim"]/8, "ten times the data are a tenth of the estimation error, about")
	claim(f["more-train"] > f["open-train"], "the training error rises with n")
	claim(f["poor-approx"] > 3*f["poor-estim"] && f["poor-approx"] > 3*f["poor-bayes"],
		"at degree 3 most is approximation error")
	claim(f["rich-approx"] < 1e-9 && f["rich-estim"] > 3*f["rich-bayes"], "at degree 12 most is estimation error")
	claim(f["rich-margin"] > 0.05*f["rich-estim"] && f["rich-margin"] < f["rich-estim"],
		"at degree 12 the median is known to a part of itself")
	claim(f["open-approx"] > 0.02 && f["open-estim"] > 0.02 && f["open-bayes"] > 0.02,
		"all three layers can be seen in the first state")
	claim(near(f["rule-rich"], f["mean-rich"], 0.15) && near(f["rule-more"], f["mean-more"], 0.3) &&
		f["mean-more"]-f["mean-more-margin"] > f["rule-more"],
		"σ²d/n for a truth in the class, and more where the class misses most at the ends")
	claim(f["mean-few"] > 1.5*f["open-estim"], "with few points the mean is far above the median")
	claim(near(f["bias-more"], f["more-approx"], 0.02) && near(f["variance-more"], f["mean-more"], 0.1),
		"squared bias and variance are nearly the two errors")
	claim(near(f["bias-more"]+f["variance-more"], f["more-approx"]+f["mean-more"], 1e-9), "and have the same sum")
	claim(near(f["learning-300"], f["learning-floor"], 0.05) && f["learning-floor"] < f["learning-30"]-0.02 &&
		f["learning-floor"] > f["open-bayes"]+0.02, "the learning curve ends at noise and approximation")
	claim(f["learning-train-300"] > f["learning-train-20"], "the train error rises with n")
	claim(f["repeats"] == 67 && f["readings"] == 133, "readings that share a time")
	claim(f["six-estim"] > 100 && f["six-train"] < 1e-12 && f["six-approx"] < 0.05, "six points, six coefficients")
	claim(f["step-approx"] > 1000*f["eight-approx"], "the step is slow")
	claim(f["poor-risk"]-f["poor-more-risk"] < f["poor-risk"]-f["rich6-risk"],
		"a richer class helps more than ten times the data")
	quiet := coursetest.Opened(t, Lesson, "budget", "degree=3&noise=0")
	claim(quiet.Find("risk") > f["rich6-risk"], "and more than no noise")

	claim(f["ball-gap"] < f["ball-projection"] && f["ball-projection"] < f["ball-lipschitz"] &&
		f["ball-lipschitz"] < f["ball-bound"], "each step of the proof loses")
	claim(f["ball-bound"]/f["ball-lipschitz"] > f["ball-lipschitz"]/f["ball-projection"] &&
		f["ball-lipschitz"]/f["ball-projection"] > 1 &&
		f["ball-bound"]/f["ball-lipschitz"] > f["ball-projection"]/f["ball-gap"], "Cauchy–Schwarz loses most")
	claim(f["tiny-factor"] > 20 && f["zero-gap"] < f["tiny-bound"]/20,
		"the bound at D = 0.5 is far above what predicting zero costs")
	claim(f["raw-bound"] > 1e4 && f["raw-gap"] < 0.1, "raw powers make the bound useless")
	claim(near(f["raw-class"], f["ball-class"], 1e-9), "the functions are the same")
	claim(f["seven-gap"] > f["ball-gap"] && f["seven-class"] < f["ball-class"] && f["seven-norm"] > f["ball-norm"],
		"from degree 5 to 7 in one ball")
	claim(f["seven-gap"]+f["seven-class"] < f["ball-gap"]+f["ball-class"], "the sum falls")
	for query, zero := range map[string]bool{"radius=14": true, "radius=14&scale=even": true, "radius=11": false} {
		p := coursetest.Opened(t, Lesson, "ball", query)
		claim((p.Find("gap") == 0 && p.Find("bound") == 0 && p.Find("projection_gap") == 0) == zero,
			"zero from ‖θ*‖ on, at "+query)
	}

	// The worked example, on paper.
	coursetest.Same(t, coursetest.Of(f), 1e-12, map[string]float64{
		"three-approx": 2. / 9, "three-estim": 5. / 18, "three-risk": 0.75, "three-ball": 1. / 36, "three-mean": 2. / 3,
		"three-fit": 1, "three-drop": 0.5,
	})
	claim(math.Abs(f["three-bayes"]+f["three-approx"]+f["three-estim"]-f["three-risk"]) < 1e-12, "the three add up")
}

// The best of the ball of the worked example, against every direction of its rim.
func TestThreePlacesBall(t *testing.T) {
	risk := func(a, b float64) float64 {
		return ((a-b-1)*(a-b-1) + a*a + (a+b-1)*(a+b-1)) / 3
	}
	least := math.Inf(1)
	for i := range 3600 {
		s, c := math.Sincos(2 * math.Pi * float64(i) / 3600)
		least = math.Min(least, risk(0.5*c, 0.5*s))
	}
	f := facts()
	if got := f["three-ball"] + f["three-approx"]; math.Abs(got-least) > 1e-9 {
		t.Errorf("the best of the ball has %v, the rim %v", got, least)
	}
}

// The fit is least squares, and a class within another never approximates better.
func TestBudgetFits(t *testing.T) {
	p := coursetest.Opened(t, Lesson, "budget", "degree=6")
	a := coursetest.Values(t, p, "budget", "approximation_error")
	for q := 1; q < len(a); q++ {
		if a[q] > a[q-1]*(1+1e-12) {
			t.Errorf("degree %d approximates worse than degree %d", q, q-1)
		}
	}
	grid, fit := coursetest.Values(t, p, "fit", "x"), coursetest.Values(t, p, "fit", "y")
	powers := curves.ScaledPowers(6, 0, 10)
	theta := course.Must(engine.RidgeQR(powers.Matrix(p.Column("data", "x")), p.Column("data", "y"), 0))
	var want mat.VecDense
	want.MulVec(powers.Matrix(grid), mat.NewVecDense(7, theta))
	for g := range grid {
		if math.Abs(fit[g]-want.AtVec(g)) > 1e-9 {
			t.Fatalf("at %v the fit is %v, by another basis %v", grid[g], fit[g], want.AtVec(g))
		}
	}
	// A larger sample holds the smaller one.
	small, large := coursetest.Opened(t, Lesson, "budget", "n=20"), coursetest.Opened(t, Lesson, "budget", "n=60")
	for _, v := range coursetest.Values(t, small, "data", "x") {
		if !slices.Contains(large.Column("data", "x"), v) {
			t.Errorf("x = %v is in the sample of 20 and not in that of 60", v)
		}
	}
}

// For every degree, noise and scale: the price falls with D and is convex, no step
// of the proof is exceeded.
func TestBallPaths(t *testing.T) {
	for degree := range maxBallDegree + 1 {
		for _, noise := range []float64{0.1, 0.2, 1} {
			for _, p := range []curves.Powers{curves.ScaledPowers(degree, 0, 10), curves.RawPowers(degree)} {
				b := course.Must(engine.RiskInBalls(t.Context(), sinePopulation(p, noise)))
				third := course.Must(b.At(t.Context(), b.Best.Norm/3))
				c := chainsOf(b, third)
				for i := range c[0] {
					if !(c[1][i] <= c[2][i]+1e-14 && c[2][i] <= c[3][i]+1e-14 && c[3][i] <= c[4][i]*(1+1e-13)) {
						t.Errorf("%+v σ = %v: at D = %v the chain is %v ≤ %v ≤ %v ≤ %v", p, noise, c[0][i], c[1][i],
							c[2][i], c[3][i], c[4][i])
					}
					if i > 0 && c[1][i] > c[1][i-1]+1e-15 {
						t.Errorf("%+v σ = %v: the price rises at D = %v", p, noise, c[0][i])
					}
					if i < 2 {
						continue
					}
					left := (c[1][i-1] - c[1][i-2]) / (c[0][i-1] - c[0][i-2])
					right := (c[1][i] - c[1][i-1]) / (c[0][i] - c[0][i-1])
					if c[0][i]-c[0][i-1] > 1e-6*b.Best.Norm && c[0][i-1]-c[0][i-2] > 1e-6*b.Best.Norm &&
						right < left-1e-9 {
						t.Errorf("%+v σ = %v: the price is not convex at D = %v", p, noise, c[0][i])
					}
				}
			}
		}
	}
}

// The interval around the middle one holds the median of the distribution in 95 of 100 cases.
func TestMarginOfTheMiddle(t *testing.T) {
	const draws = 2000
	rng, held, widths := rand.New(rand.NewPCG(1, 0)), 0, 0.
	for range draws {
		values := make([]float64, budgetSamples)
		for i := range values {
			values[i] = rng.NormFloat64()
		}
		median, margin := middle(values)
		widths += margin / draws
		if math.Abs(median) <= margin { // about, for the interval need not be even
			held++
		}
	}
	if share := float64(held) / draws; share < 0.93 || share > 0.98 {
		t.Errorf("the margin reaches the median in %v of all", share)
	}
	// Of a normal distribution the median has the standard error √(π/2n).
	if want := 1.96 * math.Sqrt(math.Pi/2/budgetSamples); math.Abs(widths-want) > 0.1*want {
		t.Errorf("a margin of %v, not about %v", widths, want)
	}
	if m, margin := middle(make([]float64, budgetSamples-1)); !math.IsNaN(m) || !math.IsNaN(margin) {
		t.Error("too few values have a middle")
	}
}

// A learning curve at a size is the budget of that size, by another way of fitting.
func TestLearningIsTheBudget(t *testing.T) {
	for _, query := range []string{"", "degree=7&seed=3", "data=step&noise=0.5&degree=2"} {
		p := coursetest.Opened(t, Lesson, "learning", "show=whole&"+query)
		n, estimation := coursetest.Values(t, p, "learning", "n"), coursetest.Values(t, p, "learning",
			"estimation_error")
		for _, k := range []int{of(12), of(30), of(300)} {
			b := coursetest.Opened(t, Lesson, "budget", "n="+strconv.Itoa(int(n[k]))+"&"+query)
			if want := b.Find("estimation_error"); math.Abs(estimation[k]-want) > 1e-8*want {
				t.Errorf("%s: with %v points %v, the budget has %v", query, n[k], estimation[k], want)
			}
		}
	}
}

// The picture under the prediction does not show where its curve ends, and the ball
// shows no step of a proof before it is asked for.
func TestNothingAnswersThePrediction(t *testing.T) {
	p := coursetest.Opened(t, Lesson, "learning", "")
	for _, panel := range slices.Concat(p.Columns...) {
		switch v := panel.Plot.(type) {
		case plots.Curves:
			for _, l := range v.Lines {
				if slices.Max(l.Xs) > 40 || len(v.Lines) > 1 {
					t.Errorf("%s is drawn to %v", l.Name, slices.Max(l.Xs))
				}
			}
		case plots.Stack:
			t.Error("the layers show that only one of them falls")
		}
	}
	if !math.IsNaN(p.Find("error_300")) || !math.IsNaN(p.Find("floor")) {
		t.Error("the answer is a number of the figure")
	}
	for _, number := range p.Numbers[:course.OpenNumbers] {
		if strings.Contains(number.Name, "approximation") || number.Name == "bayes_risk" {
			t.Errorf("%s is in sight, and the answer is a sum", number.Label)
		}
	}
	for query, lines := range map[string]int{"": 1, "draw=steps": 4} {
		p := coursetest.Opened(t, Lesson, "ball", query)
		if v := p.Columns[0][0].Plot.(plots.Paths); len(v.Lines) != lines {
			t.Errorf("ball?%s: %d lines", query, len(v.Lines))
		}
	}
}

func TestGoals(t *testing.T) {
	coursetest.Goals(t, Lesson, map[[2]string]coursetest.Queries{
		{"budget", "even"}:    {{"n=55"}, {"n=50", "n=80"}},
		{"budget", "eight"}:   {{"n=300", "noise=0.05"}, {"n=5", "data=step&n=300"}},
		{"learning", "later"}: {{"show=whole&degree=8"}, {"show=whole", "degree=8", "show=whole&degree=3"}},
		{"ball", "save"}:      {{"radius=7"}, {"radius=8", "radius=12", "radius=7&degree=4"}},
	})
}
