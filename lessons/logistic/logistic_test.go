package logistic

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/boundaries"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/many/manytest"
)

const notes, slides = "Lecture notes, 5.7", "CPSC 340"

var statements = []coursetest.Statement{
	{notes, "classification, 𝒳 may be anything, a kernel on it",
		"takes points $x_i$ of any set $\\X$ with a kernel, and labels $y_i = \\pm1$"},
	{notes, "labels in {0, 1} in the ±1 loss", "The loss was given 0 for −1. " +
		"Where is the border?"},
	{notes, "the kernelised objective",
		"\\log\\bigl(1 + e^{-y_i f(x_i)}\\bigr) + \\class{t-lambda}{\\lambda}\\norm f^2"},
	{notes, "the same effect of the penalty", "The penalty keeps $f$ smooth, " +
		"as it did in ridge regression"},
	{notes, "no explicit solution", "This is no formula for $\\alpha$"},
	{notes, "convex and smooth", "$J$ is convex, with $\\nabla J(\\alpha)"},
	{notes, "representer theorem, f(xᵢ) = (Kα)ᵢ, ‖f‖² = αᵀKα",
		"By the representer theorem $\\hat f = \\sum_i \\alpha_i k(x_i, \\cdot)$, with $f(x_i) = (\\K\\alpha)_i$ " +
			"and $\\norm f^2 = \\alpha\\T\\K\\alpha$"},
	{notes, "the objective in α", "\\log\\bigl(1 + e^{-y_i(\\K\\alpha)_i}\\bigr) + " +
		"\\lambda\\,\\alpha\\T\\K\\alpha"},
	{notes, "λ inside the bracket", "$\\lambda$ has slipped into the bracket that $1/n$ " +
		"multiplies"},
	{notes, "solved approximately by gradient descent", "*Gradient descent* goes $\\alpha \\leftarrow"},
	{notes, "an illustration", "::: figure boundary :::"},
	{slides, "L2-regularised logistic regression can be kernelised",
		"CPSC 340 lists L2-regularised logistic regression among the models"},
	{slides, "logistic regression with kernels, pictured", "::: figure boundary :::"},
}

func TestLesson(t *testing.T) { coursetest.Check(t, Lesson, statements...) }

func TestPrograms(t *testing.T) { coursetest.Programs(t, Lesson) }

// What the prose says of a state is so in the figure.
func TestClaims(t *testing.T) {
	facts := facts()
	draw := func(figure, query string) *course.Picture { return coursetest.Opened(t, Lesson, figure, query) }
	claim := coursetest.Claims(t)

	// The map.
	for f, p := range map[float64]float64{0: 0.5, 2.2: 0.9, -2.2: 0.1} {
		claim(math.Abs(engine.Logistic(f)-p) < 0.005, "f and its probability")
	}
	claim(draw("boundary", "bandwidth=0.05").Find("train_accuracy") == 1 &&
		draw("boundary", "bandwidth=0.05").Find("held_out_loss") > 0.6,
		"bumps of 50 m tell their own samples and no other")
	flat := draw("boundary", "lambda=1")
	claim(flat.Find("least_probability") > 0.4 && flat.Find("greatest_probability") < 0.6 && facts["base"] < 30,
		"at λ = 1 every place gets nearly ½, and none the share of bad samples")
	claim(facts["flat-least"] == flat.Find("least_probability") && facts["flat-most"] ==
		flat.Find("greatest_probability"), "the bounds that the verdict gives are the map's")
	far := engine.Logistic(decisionOf(coursetest.Draw(t, Lesson, "boundary", "bandwidth=0.1")).Eval([]float64{4, 0.6}))
	claim(math.Abs(far-0.5) < 1e-3, "in the corner farthest from all samples it says ½")

	// What is said and what is so, over sixty samples.
	claim(facts["small-over"] > 97 && facts["small-said"] > facts["small-right"]+8, "a small λ is too sure")
	claim(facts["large-under"] > 97 && facts["large-said"] < facts["large-right"]-25,
		"a large λ is less sure than it could be")
	claim(math.Abs(facts["mid-right"]-facts["large-right"]) < 2 && facts["mid-said"] > facts["large-said"]+30,
		"λ changes what is said, and hardly what is decided")
	claim(facts["loss-gap"] < facts["accuracy-gap"] &&
		facts["loss-wins"]-facts["loss-wins-margin"] > facts["share-wins"]+facts["share-wins-margin"],
		"the loss chooses better than the share")
	claim(facts["points-said"] < facts["points-right"] && facts["points-said"] > facts["points-right"]-5,
		"the soil is told nearly as sure as it is, among neighbours")
	own := draw("trust", "lambda=1e-6")
	claim(own.Find("said") > own.Find("right")+5, "at the first sample too")
}

func TestClaimsOfSteps(t *testing.T) {
	facts := facts()
	draw := func(figure, query string) *course.Picture { return coursetest.Opened(t, Lesson, figure, query) }
	claim := coursetest.Claims(t)

	// The step.
	claim(facts["half-arrival"] == 2*facts["one-arrival"], "twice the step, half the time")
	claim(math.IsNaN(facts["long-arrival"]) && facts["long-loss"] > math.Ln2 && facts["settles"] < 2.5 &&
		facts["long-never"] > 97, "a step of 2.5 never arrives")
	claim(facts["doubled"] > 97, "half the step takes twice as many, nearly always")
	claim(facts["over-arrives"]-facts["over-arrives-margin"] > 65 && facts["two-never"]-facts["two-never-margin"] > 65,
		"a step of 1.6 usually arrives, and one of 2 usually does not")
	claim(facts["map-knows"] > 80 && facts["map-sure"] > 40 && facts["points-sure"] < 25 && facts["map-kind"] < 25,
		"the map knows something, and is too sure far from its samples; the squares shown are hard")
	claim(facts["soil-said"] > facts["soil-right"] && math.Abs(facts["soil-right"]-facts["clean"]) < 1 &&
		facts["points-right"] > facts["clean"]+3, "by squares it decides hardly better than calling all clean")
	claim(facts["anew-more"] < 0 && facts["kept-more"] < 0 && facts["anew-worse"] < facts["anew-of"]/2 &&
		facts["kept-worse"] < facts["kept-of"]/2, "what is promised is too high on average, chosen or kept")
	claim(facts["soil-loss"] > facts["points-loss"]+0.05, "squares cost more than points at random")
	crowded := draw("descent", fmt.Sprintf("step=1.6&seed=%d", crowdedSeed))
	claim(math.IsNaN(crowded.Find("arrival")) && facts["crowded-settles"] < 1.6 && facts["crowded-largest"] >
		facts["largest"] && facts["even-over-arrives"]-facts["even-over-arrives-margin"] > facts["over-arrives"]+
		facts["over-arrives-margin"], "in a sample with heaps it does not, and evenly spaced it does more often")
	claim(facts["far-offset"] < 50 && facts["far-times"] > 2, "½ is no “I do not know”, and an offset says less")
	claim(facts["tight-right"] > facts["iris-right"] && facts["tight-held"] <= facts["iris-held"] &&
		facts["flowers-right"] > 65, "a tighter fit calls more right of those it has seen alone")
	claim(facts["limit"] < 1.6 && facts["settles"] > 1.6 && facts["over-arrival"] < facts["one-arrival"],
		"a step over 2/L arrives, and sooner")
	claim(coursetest.Opened(t, Lesson, "descent", "step=1.6").Reached("quick") == false,
		"a step over 2/L is not what the goal asks for")
	well := draw("descent", "lambda=0.001&step=3")
	down := coursetest.Values(t, well, "loss", "loss")
	slices.Reverse(down)
	claim(well.Find("step_limit") < 3 && slices.IsSorted(down), "a step over 2/L may raise nothing")
	ten := coursetest.Values(t, draw("descent", "step=10"), "loss", "loss")
	claim(slices.IsSorted(ten) && ten[len(ten)-1] > 1e5, "a step of 10 climbs")
	last := math.Sqrt(ten[len(ten)-1] / ten[len(ten)-2]) // J is of the square of the distance
	claim(math.Abs(last-facts["climbs"]) < 1e-6 && facts["climbs"] > 1, "each step leads so many times as far out")
	newton := coursetest.Values(t, draw("descent", ""), "newton", "loss")
	least := newton[len(newton)-1]
	claim(newton[2]-least < math.Pow(newton[1]-least, 1.5), "Newton's method doubles its digits")

	// Labels of 0.
	bits := draw("boundary", "data=moons&labels=bits")
	claim(facts["bits-none"] == 40 && bits.Find("over_half") > 0.999 && bits.Find("least_probability") >= 0.5,
		"no border is left")
	f, p := coursetest.Draw(t, Lesson, "boundary", "data=moons&labels=bits")
	both, y := decisionOf(f, p), p.Column("data", "y")
	var alone engine.Dataset
	var theirs []float64
	for i := range y {
		if y[i] > 0 {
			alone.X, alone.Y = append(alone.X, both.X[i]), append(alone.Y, 1)
			theirs = append(theirs, both.Alpha[i])
		}
	}
	fit := course.Must(engine.KLR(t.Context(), engine.Gaussian{Length: 0.5}, alone,
		f.Control("lambda").Number()*float64(len(y))/float64(alone.Len())))
	claim(floats.EqualApprox(theirs, fit.Alpha, 0.99e-9), "without class 0 the fit is the same")
	claim(draw("boundary", "data=moons&kernel=exponential&lambda=0").Message != "", "there is a fit at λ = 0")
	claim(facts["wide-most"]-facts["wide-least"] < 0.25 && facts["wide-least"] < facts["base"]/100 &&
		facts["wide-most"] > facts["base"]/100, "bumps of 10 km leave next to a constant")

	// The example, in whole numbers, and the figure in that state.
	hand := draw("descent", "data=points&points=1,0,1;0,1,-1&kernel=linear&lambda=0.0625&step=4&iteration=1")
	if a := coursetest.Values(t, hand, "alpha", "alpha"); math.Abs(a[0]-1) > 1e-12 || math.Abs(a[1]+1) > 1e-12 ||
		facts["hand-alpha"] != 1 {
		t.Errorf("after one step α = %v", a)
	}
	claim(math.Abs(hand.Find("loss")-facts["hand-loss"]) < 1e-12 &&
		math.Abs(hand.Find("step_limit")-facts["hand-limit"]) < 1e-12 && facts["hand-gradient"] == 0.25,
		"the example is the figure")
	claim(math.Abs(facts["hand-best"]-4*engine.Logistic(-facts["hand-best"])) < 1e-9,
		"the best α of the example is q/2nλ")
}

// decisionOf is f of the figure boundary with the Gaussian kernel, made of its α.
func decisionOf(f *course.Form, p *course.Picture) *engine.Expansion {
	k := engine.Gaussian{Length: f.Control("bandwidth").Number()}
	e := &engine.Expansion{Kernel: k, Alpha: p.Column("alpha", "alpha")}
	x2 := p.Column("data", "x2")
	for i, x1 := range p.Column("data", "x1") {
		e.X = append(e.X, []float64{x1, x2[i]})
	}
	return e
}

func TestAnswers(t *testing.T) {
	// The misses are what the slips lead to.
	const n, lambda, p, s = 50, 0.01, 0.8, 2.0
	misses := coursetest.Ask(t, Lesson, "height").Number.Misses
	coursetest.Within(t, misses[0].Value, p/(2*n*lambda), 1e-12, "height: the first miss")
	coursetest.Within(t, misses[1].Value, (1-p)/(n*lambda), 1e-12, "height: the second miss")
	misses = coursetest.Ask(t, Lesson, "limit").Number.Misses
	coursetest.Within(t, misses[1].Value, 2/(s*s/4+2*s/16), 1e-3, "the second miss, 2/L")
}

// Where nothing tells the classes apart, no point is on its side and no flower is called.
func TestNoSide(t *testing.T) {
	twins := coursetest.Opened(t, Lesson, "boundary", "data=points&points=1,1,1;1,1,-1")
	start := coursetest.Opened(t, Lesson, "descent", "iteration=0")
	alike := coursetest.Opened(t, Lesson, "classes", "kernel=periodic&period=0.1")
	for name, p := range map[string]*course.Picture{"twins": twins, "α = 0": start, "petals alike": alike} {
		if right := p.Find("train_accuracy"); right != 0 {
			t.Errorf("%s: a share of %v is right", name, right)
		}
	}
}

// Where α ~ 1/λ is large and of both signs, f is not, and its points are counted.
func TestSideWhereAlphaCancels(t *testing.T) {
	p := coursetest.Opened(t, Lesson, "boundary", "kernel=polynomial&lambda=1e-12")
	right := 0
	for i, y := range coursetest.Values(t, p, "data", "y") {
		if y*(coursetest.Values(t, p, "probability", "probability")[i]-0.5) > 0 {
			right++
		}
	}
	if got := math.Round(155 * p.Find("train_accuracy")); right != 129 || got != 129 {
		t.Errorf("%v are on the right side, not %d", got, right)
	}
}

// Where the bound of the certificate promises nothing, the dual problem still says how near
// the minimum is, and nobody says that this is none.
func TestCareIsNoFailure(t *testing.T) {
	found := 0
	for _, query := range []string{"lambda=1e-9&kernel=polynomial&degree=12&offset=10",
		"data=moons&lambda=1e-9&bandwidth=100", "lambda=1e-9&bandwidth=100"} {
		_, p := coursetest.Draw(t, Lesson, "boundary", query)
		if p.Message != "" || p.Certificate.OK {
			continue
		}
		found++
		if c := p.Certificate; c.PrimalDualGap > c.Bound || c.Residual > c.Bound {
			t.Errorf("%s: %+v: the solver stopped before the minimum", query, c.Certificate)
		}
	}
	if found == 0 {
		t.Error("no state of doubtful digits was tried")
	}
}

// What agrees with ½ is not over it.
func TestSurvey(t *testing.T) {
	m := survey(&boundaries.Surface{Values: mat.NewDense(2, 2, []float64{0.5, 0.5 + 1e-15, 0.4, 0.6})})
	clipped := survey(&boundaries.Surface{Values: mat.NewDense(1, 3, []float64{math.NaN(), 0.4, 0.95})})
	if clipped.half != 0.5 || clipped.least != 0.4 || clipped.sure != 0.5 {
		t.Errorf("%+v", clipped)
	}
	if m.half != 0.25 || m.least != 0.4 || m.greatest != 0.6 || m.sure != 0 {
		t.Errorf("%+v", m)
	}
}

// Where K has a negative eigenvalue there is no fit, and no condition number of it.
func TestNoConditionWithoutAFit(t *testing.T) {
	for _, query := range []string{"kernel=sigmoid", "kernel=sigmoid&slope=10&offset=-10", "lambda=0"} {
		p := coursetest.Opened(t, Lesson, "boundary", query)
		if c := p.Find("condition"); p.Message == "" || !math.IsNaN(c) {
			t.Errorf("%s: %q, and a condition number of %v", query, p.Message, c)
		}
	}
}

// What the contract names is there under its names: ±1 whatever the classes.
func TestBoundaryToTheLetter(t *testing.T) {
	for _, query := range []string{"", "data=moons&n=40&noise=0.2&seed=3&kernel=polynomial&degree=4&lambda=0.01",
		"data=iris", "data=rings", "data=xor", "data=blobs", "data=spiral", "data=points"} {
		p := coursetest.Opened(t, Lesson, "boundary", query)
		for _, name := range []string{"loss", "iterations", "gradient_norm", "train_accuracy"} {
			if math.IsNaN(p.Find(name)) {
				t.Errorf("%s: no %s", query, name)
			}
		}
		names := map[string]int{}
		for _, s := range p.Series {
			names[s.Name] = len(s.Columns)
		}
		y := p.Column("data", "y")
		if names["data"] != 3 || names["alpha"] != 1 || names["loss"] != 2 {
			t.Errorf("%s: series %v", query, names)
		}
		if slices.ContainsFunc(y, func(y float64) bool { return y != 1 && y != -1 }) {
			t.Errorf("%s: labels %v", query, y)
		}
		loss := coursetest.Values(t, p, "loss", "loss")
		if len(loss) != 1+int(p.Find("iterations")) || loss[len(loss)-1] != p.Find("loss") ||
			math.Abs(loss[0]-math.Ln2) > 1e-14 {
			t.Errorf("%s: losses %v", query, loss)
		}
	}
}

func TestWhatManySamplesSay(t *testing.T) {
	t.Parallel()
	manytest.Recounted(t, "shares.csv", many.Parse(recorded), studies()...)
}

func TestMeansAreComputed(t *testing.T) {
	t.Parallel()
	manytest.Averaged(t, "means.csv", many.ParseMeans(means), saidOfSoil)
}
