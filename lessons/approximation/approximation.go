// Package approximation is the lesson on approximation error: noise, a poor class,
// too few data, and the price of a ball.
package approximation

import (
	"context"
	"embed"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

//go:embed approximation-error.md
var prose string

//go:embed code
var files embed.FS

//go:embed lab.py
var lab string

var programs = model.ParsePrograms(files)

var Lesson = &course.Lesson{
	Slug:  "approximation-error",
	Short: "Approximation error",
	Title: "Three ways to be wrong",
	Lede: "A bad fit can have three causes, and what helps against one does not help against another. Before you " +
		"pay for more data or for a larger model, find out which of them you have.",
	Emblem: course.Emblem{State: "budget", Draw: emblem},
	Film:   film,
	Prose:  prose,
	Lab:    lab,
	Facts:  facts,
	Fresh:  fresh,
	Figures: []course.Figure{{
		Name:       "budget",
		Title:      "Where the error goes.",
		Goal:       "bring degree 12 within 10 % of degree 5",
		Conditions: "What they miss above the noise, in these samples.",
		NoTable:    course.NeedsTruth,
		Drawn:      []string{"points data x y", "curve fit x y", "curve best x y"},
		Build:      buildBudget,
	}, {
		Name:       "learning",
		Title:      "What more data buy.",
		Goal:       "find a degree worse than 4 at 20 points, better at 300",
		Conditions: "By the test error on the sine, with the whole curves shown.",
		NoTable:    course.NeedsTruth,
		Build:      buildLearning,
	}, {
		Name:       "ball",
		Title:      "The price of a short $\\theta$.",
		Goal:       "cut the norm by a third for less than 0.08 of risk",
		Conditions: "A radius of at most two thirds of ‖θ*‖, at degree 5 on scaled x.",
		NoTable:    course.NeedsTruth,
		Drawn:      []string{"curve best x y", "curve ball x y"},
		Build:      buildBall,
	}},
}

// The two degrees that the figure's goal holds against each other, and how close
// is close.
const (
	poorDegree, richDegree = 5, 12
	evenWithin             = 0.1
)

// chooseTruth declares the choice of what the noise is added to.
func chooseTruth(f *course.Form) points.Source {
	options := course.Options("sine", points.SourceOf("sine").Label, "step", points.SourceOf("step").Label)
	return points.SourceOf(f.Choice("data", "truth", "sine", options, course.More))
}

// An errorSplit is the error of least squares by degree, in its parts.
type errorSplit struct {
	// What the controls say.
	degree, n, seed int
	noise           float64
	source          points.Source

	*budget // what is computed
}

var buildBudget = course.Steps(func(f *course.Form) course.Work {
	return &errorSplit{
		degree: f.Int("degree", "degree q", 4, 0, curves.MaxDegree, course.Term("fit")),
		n:      f.Int("n", "sample size n", 30, 5, points.MaxN),
		noise:  f.Float("noise", "noise σ", 0.3, 0, 1),
		seed:   f.Int("seed", "seed", 1, 1, 999, course.More),
		source: chooseTruth(f),
	}
})

func (r *errorSplit) Compute(ctx context.Context, memo *course.Memo) (err error) {
	r.budget, err = course.Remember(ctx, memo, budgetOf{r.source.Value, r.n, r.noise, r.seed})
	return err
}

// bayes is the error of the truth itself, and total all three parts.
func (r *errorSplit) bayes() float64        { return r.noise * r.noise }
func (r *errorSplit) total(q int) float64   { return r.bayes() + r.excess(q) }
func (r *errorSplit) fitted() []float64     { return r.samples[0].curves[r.degree] }
func (r *errorSplit) determined() bool      { return r.fitted() != nil }
func (r *errorSplit) sampleExcess() float64 { return r.samples[0].estimation[r.degree] }

func (r *errorSplit) Show(f *course.Form) *course.Picture {
	p := &course.Picture{
		Columns: [][]plots.Panel{
			{{ID: "budget-stack", Title: "Squared error by degree, in parts", Width: course.Half, Height: 400,
				Plot: r.stack()}},
			{{ID: "budget-curves", Title: "One sample and its fit", Width: course.Half, Height: 400, Plot: r.sample()}},
		},
		Numbers: r.numbers(),
		Series:  r.series(),
		Says:    r.says(),
		Goals:   r.goals(),
		Code:    budgetCode(f, r.budget, r.degree, r.source.Value),
	}
	if !r.determined() {
		p.Message = fmt.Sprintf("There is no single best fit: a polynomial of degree %d has %d coefficients, "+
			"and %d points do not determine them.", r.degree, r.degree+1, r.n)
	}
	return p
}

// byDegree are the degrees, and for each the noise and the total.
func (r *errorSplit) byDegree() (degrees, noise, total []float64) {
	for q := range curves.MaxDegree + 1 {
		degrees, noise, total = append(degrees, float64(q)), append(noise, r.bayes()), append(total, r.total(q))
	}
	return degrees, noise, total
}

func (r *errorSplit) stack() plots.Stack {
	degrees, noise, _ := r.byDegree()
	return plots.Stack{
		X: plots.Axis{Label: "degree q", Min: -0.5, Max: curves.MaxDegree + 0.5},
		Y: plots.Axis{Label: "squared error on new points", Min: 0,
			Max: plots.RoundUp(1.2 * (r.Approximation[0] + r.bayes()))},
		Layers: []plots.Layer{
			{Name: "noise", Ys: noise},
			{Name: "approximation", Ys: r.Approximation},
			{Name: "estimation", Ys: r.estimation},
		},
		Xs: degrees, TotalName: "all three", Steps: true,
		VLines: []plots.Mark{{At: float64(r.degree), Name: fmt.Sprintf("q = %d", r.degree), Color: plots.Ink,
			Dash: true}},
	}
}

// sample is the first sample with the truth, the best of the degree, and the fit.
func (r *errorSplit) sample() plots.Curves {
	high := plots.RoundUp(1 + 2.5*r.noise)
	v := plots.Curves{
		X: plots.Axis{Label: "x", Min: 0, Max: 10}, Y: plots.Axis{Label: "y", Min: -high, Max: high},
		Points: points.Dots(r.samples[0].data), PointsName: "data", Legend: true,
		Lines: []plots.Line{
			{Name: "truth", Xs: r.grid, Ys: r.truth, Color: plots.Soft, Width: 1.6, Dash: true, Class: "truth"},
			{Name: fmt.Sprintf("best of degree %d", r.degree), Xs: r.grid, Ys: r.Best[r.degree],
				Color: plots.Categories[1], Width: 2, Dots: true},
		},
	}
	if r.determined() {
		v.Lines = append(v.Lines,
			plots.Line{Name: "fit", Xs: r.grid, Ys: r.fitted(), Color: plots.Curve, Width: 2.6, Class: "curve t-fit"})
	}
	return v
}

func (r *errorSplit) numbers() []course.Number {
	return []course.Number{
		{Name: "bayes_risk", Label: "noise σ²", Means: "The error of the truth itself: the variance of the noise.",
			Value: r.bayes()},
		{Name: "approximation_error", Label: "approximation error", Value: r.Approximation[r.degree],
			Means: "By how much the best polynomial of this degree errs beyond the noise."},
		{Name: "estimation_error", Label: fmt.Sprintf("estimation error, middle of %d", budgetSamples),
			Means: "By how much a fit to so few points errs beyond the best of its degree.",
			Value: r.estimation[r.degree]},
		{Name: "risk", Label: "all three, the test error", Value: r.total(r.degree)},
		{Name: "estimation_margin", Label: "estimation error, give or take", Value: r.margin[r.degree],
			Means: marginMeans},
		{Name: "best_degree", Label: "degree of the least total", Value: float64(r.leastDegree())},
		{Name: "sample_estimation_error", Label: "estimation error of the fit shown", Value: r.sampleExcess()},
		{Name: "sample_risk", Label: "risk of the fit shown",
			Value: r.bayes() + r.Approximation[r.degree] + r.sampleExcess()},
		{Name: "train_risk", Label: "its train error", Value: r.samples[0].train[r.degree]},
	}
}

func (r *errorSplit) series() []course.Series {
	degrees, noise, total := r.byDegree()
	d := r.samples[0].data
	all := []course.Series{
		course.Table("budget", "degree bayes_risk approximation_error estimation_error risk",
			degrees, noise, r.Approximation, r.estimation, total),
		course.Table("data", "x y", d.Input(0), d.Y),
		course.Table("best", "x y", r.grid, r.Best[r.degree]),
	}
	if r.determined() {
		all = append(all, course.Table("fit", "x y", r.grid, r.fitted()))
	}
	return all
}

// marginMeans says what the margin of a middle error is.
const marginMeans = "How far the middle of these samples may be from that of all samples, in 95 of 100 cases."

// What the picture shows.
const (
	saysTooFew = "At degree {degree} the approximation error is {approximation_error}, and there are too few points " +
		"for a fit."
	saysParts = "At degree {degree} an error of {risk} is made of noise {bayes_risk}, approximation error " +
		"{approximation_error} and, in the middle one of the samples, estimation error {estimation_error}, " +
		"give or take {estimation_margin}: the largest part is the {largest}."
)

// says which part is the largest.
func (r *errorSplit) says() []course.Said {
	approximation, estimation := r.Approximation[r.degree], r.estimation[r.degree]
	if math.IsNaN(estimation) {
		return []course.Said{course.Say(saysTooFew, r.degree, approximation)}
	}
	largest := "noise"
	switch {
	case estimation > r.bayes() && estimation > approximation:
		largest = "estimation error"
	case approximation > r.bayes():
		largest = "approximation error"
	}
	return []course.Said{course.Say(saysParts, r.degree, r.total(r.degree), r.bayes(), approximation, estimation,
		r.margin[r.degree], largest)}
}

func (r *errorSplit) goals() []course.Goal {
	poor, rich := r.excess(poorDegree), r.excess(richDegree)
	against := fmt.Sprintf("%s against %s", course.Digits(rich), course.Digits(poor))
	return []course.Goal{
		{Name: "even", At: "n=55", Now: against, Reached: math.Abs(rich-poor) <= evenWithin*poor,
			Text: fmt.Sprintf("Goal reached: %s above the noise, with %d points.", against, r.n)},
		{Name: "eight", At: "n=300", Reached: r.source.Value == "sine" && r.leastDegree() == 8,
			Text: "Degree 8 has the least total."},
	}
}

// budgetCode computes the budget of the sample that is shown in other languages.
func budgetCode(f *course.Form, b *budget, degree int, truth string) *course.Code {
	d := b.samples[0].data
	return programs.Code("budget", f, course.Values{"X": d.Input(0), "Y": d.Y, "Truth": truth,
		"Determined": degree < d.Len()})
}

// maxBallDegree keeps the ball's problem at eight unknowns.
const maxBallDegree = 7

type riskOf struct {
	curves.Powers
	noise float64
}

// Compute returns the risk in balls of every radius, and its bytes.
func (of riskOf) Compute(ctx context.Context, _ *course.Memo) (*engine.BallRisk, int, error) {
	b, err := engine.RiskInBalls(ctx, sinePopulation(of.Powers, of.noise))
	if err != nil {
		return nil, 0, err
	}
	d := of.D()
	return b, 8 * (curves.GridPoints*(2*d+2) + len(b.Path)*(2*d+13) + 3*d*d), nil
}

// A ballPrice is what it costs to search a ball of θ only.
type ballPrice struct {
	// What the controls say.
	radius, noise        float64
	degree               int
	raw, steps, straight bool

	// What is computed.
	risk   *engine.BallRisk
	here   chain
	chains [5][]float64 // along the path of all balls
}

var buildBall = course.Steps(func(f *course.Form) course.Work {
	r := &ballPrice{
		radius: f.Float("radius", "radius D", 6, 0, 30, course.Term("lambda")),
		degree: f.Int("degree", "degree q", 5, 0, maxBallDegree, course.Term("fit")),
		noise:  f.Float("noise", "noise σ", 0.2, 0.1, 1),
	}
	r.raw = f.Choice("inputs", "powers of", "scaled",
		course.Options("scaled", "x scaled to [−1, 1]", "raw", "x as it is"), course.More) == "raw"
	r.steps = f.Choice("draw", "draw", "price",
		course.Options("price", "the price of the ball", "steps", "the steps of the proof too")) == "steps"
	r.straight = f.Choice("scale", "risk axis", "log",
		course.Options("log", "logarithmic", "even", "even, cut at the top"), course.More) == "even"
	return r
})

func (r *ballPrice) features() curves.Powers {
	if r.raw {
		return curves.RawPowers(r.degree)
	}
	return curves.ScaledPowers(r.degree, 0, 10)
}

func (r *ballPrice) Compute(ctx context.Context, memo *course.Memo) (err error) {
	if r.risk, err = course.Remember(ctx, memo, riskOf{r.features(), r.noise}); err != nil {
		return err
	}
	best, err := r.risk.At(ctx, r.radius)
	if err != nil {
		return err
	}
	r.here, r.chains = chainOf(r.risk, best, r.radius), chainsOf(r.risk, best)
	return nil
}

func (r *ballPrice) norm() float64 { return r.risk.Best.Norm }

func (r *ballPrice) Show(f *course.Form) *course.Picture {
	title, c, p := "What a ball costs, by radius", r.chains, r.features()
	if r.steps {
		title = "What a ball costs, and the steps of the bound, against its radius"
	}
	x, star, ball := places(), r.risk.Fitted(r.risk.Best), r.risk.Fitted(r.here.best)
	return &course.Picture{
		Columns: [][]plots.Panel{
			{{ID: "ball-risk", Title: title, Width: course.Half, Height: 400,
				Plot: ballPaths(r.risk, c, r.radius, r.straight, r.steps)}},
			{{ID: "ball-curves", Title: "The best and the best in the ball", Width: course.Half, Height: 400,
				Plot: r.curves(x, star, ball)}},
		},
		Numbers:     r.numbers(),
		Says:        r.says(),
		Certificate: certifyBall(r.risk, r.here.best),
		Series: []course.Series{
			course.Table("path", "radius gap projection_gap lipschitz_step bound", c[0], c[1], c[2], c[3], c[4]),
			course.Table("best", "x y", x, star),
			course.Table("ball", "x y", x, ball),
			course.Table("theta", "theta_star theta_ball", r.risk.Best.Theta, r.here.best.Theta),
		},
		Code:  programs.Code("ball", f, course.Values{"Centre": p.Centre, "Half": p.Half}),
		Goals: r.goals(),
	}
}

// curves are the truth, and what θ* and the best θ in the ball make of x.
func (r *ballPrice) curves(x, star, ball []float64) plots.Curves {
	return plots.Curves{
		X: plots.Axis{Label: "x", Min: 0, Max: 10}, Y: plots.Axis{Label: "y", Min: -2, Max: 2}, Legend: true,
		Lines: []plots.Line{
			{Name: "truth", Xs: x, Ys: r.risk.Truth, Color: plots.Soft, Width: 1.6, Dash: true, Class: "truth"},
			{Name: "θ*", Xs: x, Ys: star, Color: plots.Categories[1], Width: 2, Dots: true},
			{Name: "best in the ball", Xs: x, Ys: ball, Color: plots.Curve, Width: 2.6, Class: "curve t-fit"},
		},
	}
}

func (r *ballPrice) numbers() []course.Number {
	bayes := r.risk.BayesRisk()
	return []course.Number{
		{Name: "gap", Label: "price of the ball", Value: r.here.gap,
			Means: "How much more the best in the ball errs than the best of all θ."},
		{Name: "theta_star_norm", Label: "‖θ*‖", Means: "The length of the coefficients of the best θ of all.",
			Value: r.norm()},
		{Name: "bayes_risk", Label: "noise E|σZ|", Means: "The error of the truth itself: the mean size of the noise.",
			Value: bayes},
		{Name: "class_error", Label: "incompressible part", Value: r.risk.Best.Risk - bayes},
		{Name: "bound", Label: "the bound on the price", Value: r.here.bound,
			Means: "What the theorem promises that the price does not exceed."},
		{Name: "projection_gap", Label: "price of θ₁", Value: r.here.projection,
			Means: "What it costs to cut θ* to length instead of choosing the best of the ball."},
		{Name: "lipschitz_step", Label: "E|(θ₁ − θ*)ᵀφ|", Value: r.here.lipschitz},
		{Name: "mean_feature_norm", Label: "E‖φ(X)‖", Value: r.risk.FeatureNorm()},
		{Name: "multiplier", Label: "λ that gives this ball", Value: r.here.best.Multiplier},
	}
}

// What the picture shows.
const (
	saysHolds = "The ball of radius {radius} holds θ*, whose norm is {theta_star_norm}: it costs nothing."
	saysCosts = "The ball of radius {radius} costs {gap} of risk. θ* has the norm {theta_star_norm}; " +
		"from there on a ball costs nothing."
)

func (r *ballPrice) says() []course.Said {
	radius := course.Chosen(r.radius)
	if r.radius >= r.norm() {
		return []course.Said{course.Say(saysHolds, radius, r.norm())}
	}
	return []course.Said{course.Say(saysCosts, radius, r.here.gap, r.norm())}
}

// goals are of degree 5, and of degree 4.
func (r *ballPrice) goals() []course.Goal {
	gap := r.here.gap
	save := course.Goal{
		Name: "save", At: "radius=7",
		Now:     fmt.Sprintf("%s of it for %s", course.Digits(math.Min(1, r.radius/r.norm())), course.Digits(gap)),
		Reached: !r.raw && r.radius <= r.norm()*2/3 && gap < 0.08 && gap > 0 && r.degree == 5,
		Text: fmt.Sprintf("Goal reached: ‖θ‖ is %s instead of %s, for %s of risk.",
			course.Digits(r.radius), course.Digits(r.norm()), course.Digits(gap)),
	}
	if r.raw || r.degree != 5 {
		save.But = "not at degree 5 on scaled x"
	}
	return []course.Goal{save, {
		Name: "specified", At: "degree=4&radius=12", Reached: r.degree == 4 && gap == 0,
		Text: fmt.Sprintf("Well specified: θ* of degree 4 lies in the ball of radius %s.", course.Value(r.radius)),
	}}
}

// certifyBall is the certificate with its reasons.
func certifyBall(b *engine.BallRisk, m engine.RiskMinimum) *course.Certificate {
	c := b.Certify(m)
	line := fmt.Sprintf("Checked just now: nothing in the ball is better by more than %s of the risk; rounding "+
		"allows %s.", course.Digits(c.PrimalDualGap), course.Digits(c.Bound))
	if !c.OK {
		line = fmt.Sprintf("Take these digits with care: the duality gap is %s of the risk, and rounding allows %s.",
			course.Digits(c.PrimalDualGap), course.Digits(c.Bound))
	}
	return &course.Certificate{Certificate: c, Line: line, Reasons: []string{
		fmt.Sprintf("The risk is convex, so that it lies above its tangent. The least value of the tangent in the "+
			"ball is a lower bound, %s of the risk below what was found.", course.Digits(c.PrimalDualGap)),
		fmt.Sprintf("Residual: the gradient of risk + λ‖θ‖² is %s of E‖φ(X)‖.", course.Digits(c.Residual)),
		fmt.Sprintf("Bound: 8dε times the condition number of the features, %s.", course.Digits(mat.Cond(b.Phi, 2))),
	}}
}

// facts are the numbers in the lesson's prose.
func facts() course.Facts {
	facts := course.Facts{}
	memo := course.NewMemo(1 << 24)
	parts := []string{"bayes", "bayes_risk", "approx", "approximation_error", "estim", "estimation_error", "risk",
		"risk", "train", "train_risk", "least", "best_degree", "margin", "estimation_margin"}
	facts.Read(memo, buildBudget, "", "open-", parts...)
	facts.Read(memo, buildBudget, "n=300", "more-", parts...)
	facts.Read(memo, buildBudget, "degree=3", "poor-", parts...)
	facts.Read(memo, buildBudget, "degree=3&n=300", "poor-more-", parts...)
	facts.Read(memo, buildBudget, "degree=12", "rich-", parts...)
	facts.Read(memo, buildBudget, "degree=12&n=300", "rich-more-", parts...)
	facts.Read(memo, buildBudget, "degree=5&n=6", "six-", parts...)
	facts.Read(memo, buildBudget, "degree=15&n=300&data=step", "step-", parts...)
	facts.Read(memo, buildBudget, "degree=8", "eight-", parts...)
	facts.Read(memo, buildBudget, "degree=6", "rich6-", parts...)
	facts["n"], facts["samples"] = 30, budgetSamples
	whole := []string{"20", "error_20", "30", "error_30", "300", "error_300", "floor", "floor", "train-20", "train_20",
		"train-300", "train_300"}
	facts.Read(memo, buildLearning, "show=whole", "learning-", whole...)
	facts.Read(memo, buildLearning, "show=whole&degree=8", "learning-rich-", whole...)

	// The rule for the mean, against the mean of many samples.
	sine := chooseTruth(course.NewForm(nil))
	spread := func(degree, n int) spread { return spreadOf(sine, degree, n, 0.3, spreadSamples) }
	few, many, rich := spread(4, 30), spread(4, 300), spread(8, 300)
	facts["spread-samples"] = spreadSamples
	facts["mean-few"], facts["mean-more"], facts["mean-rich"] = few.mean, many.mean, rich.mean
	facts["mean-few-margin"], facts["mean-more-margin"] = few.margin, many.margin
	facts["mean-rich-margin"] = rich.margin
	facts["bias-more"], facts["variance-more"] = many.bias, many.variance
	facts["rule-more"], facts["rule-rich"] = (facts["more-bayes"]+facts["more-approx"])*5/300, facts["more-bayes"]*9/300
	repeatFacts(facts)

	chain := []string{"gap", "gap", "bound", "bound", "projection", "projection_gap", "lipschitz", "lipschitz_step",
		"norm", "theta_star_norm", "phi", "mean_feature_norm", "class", "class_error", "multiplier", "multiplier"}
	facts.Read(memo, buildBall, "", "ball-", chain...)
	facts.Read(memo, buildBall, "radius=0.5", "tiny-", chain...)
	facts.Read(memo, buildBall, "inputs=raw&radius=2", "raw-", chain...)
	facts.Read(memo, buildBall, "degree=7", "seven-", chain...)
	facts.Read(memo, buildBall, "radius=0", "zero-", chain...)
	facts["tiny-factor"] = facts["tiny-bound"] / facts["tiny-gap"]
	facts["ball-factor"] = facts["ball-bound"] / facts["ball-gap"]
	facts["raw-factor"] = facts["raw-bound"] / facts["raw-gap"]

	threePlaceFacts(facts)
	return facts
}

// spreadSamples are as many as a mean of skewed errors wants.
const spreadSamples = 800

// repeatFacts are what readings of the crash data that share a time vary by about
// their own means: no function of time misses them by less.
func repeatFacts(facts course.Facts) {
	d := data.MCycle()
	at := map[float64][]float64{}
	for i, x := range d.X {
		at[x[0]] = append(at[x[0]], d.Y[i])
	}
	squares, freedom, readings := 0.0, 0, 0
	for _, y := range at {
		if len(y) < 2 {
			continue
		}
		mean := stat.Mean(y, nil)
		for _, v := range y {
			squares += (v - mean) * (v - mean)
		}
		freedom, readings = freedom+len(y)-1, readings+len(y)
	}
	facts["repeats"], facts["readings"] = float64(readings), float64(d.Len())
	facts["repeat-spread"] = math.Sqrt(squares / float64(freedom))
}

// threePlaceFacts are the worked example: X is −1, 0 or 1, each as likely, and
// Y = X² ± ½. The class is that of straight lines; the sample is (−1, 3/2), (1, ½).
func threePlaceFacts(facts course.Facts) {
	lines := func(x ...float64) *mat.Dense { return curves.RawPowers(1).Matrix(x) }
	all := lines(-1, 0, 1)
	truth := []float64{1, 0, 1}
	best := course.Must(engine.RidgeQR(all, truth, 0))
	fit := course.Must(engine.RidgeQR(lines(-1, 1), []float64{1.5, 0.5}, 0))
	on := func(theta []float64) []float64 { return engine.Apply(all, theta) }
	// Within a ball of radius ½ the best line is still level, since truth and
	// places are even: the constant nearest to the best one.
	short := []float64{math.Min(best[0], 0.5), 0}
	facts["three-bayes"] = 0.25
	facts["three-mean"] = best[0]
	facts["three-approx"] = engine.MeanSquare(on(best), truth)
	facts["three-fit"], facts["three-drop"] = fit[0], -fit[1]
	facts["three-estim"] = engine.MeanSquare(on(fit), on(best))
	facts["three-risk"] = facts["three-bayes"] + engine.MeanSquare(on(fit), truth)
	facts["three-ball"] = engine.MeanSquare(on(short), truth) - facts["three-approx"]
}
