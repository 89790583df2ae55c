// Package approximation is the lesson on approximation error: noise, a poor class,
// too few data, and the price of a ball.
package approximation

import (
	"context"
	"embed"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/curves"
	"gramophone/lessons/data"
	"gramophone/lessons/model"
	"gramophone/lessons/points"
	"gramophone/plots"
)

//go:embed approximation-error.md
var prose string

//go:embed code
var files embed.FS

var programs = model.ParsePrograms(files)

var Lesson = &course.Lesson{
	Slug:   "approximation-error",
	Short:  "Approximation error",
	Title:  "Three ways to be wrong",
	Lede:   "A bad fit can have three causes, and what helps against one does not help against another. Before you pay for more data or for a larger model, find out which of them you have.",
	Emblem: course.Emblem{State: "budget", Draw: emblem},
	Prose:  prose,
	Facts:  facts,
	Figures: []course.Figure{{
		Name:  "budget",
		Title: "Where the error goes.",
		Goal:  "degree 12 as good as degree 5, to within 10 %",
		Build: buildBudget,
	}, {
		Name:  "learning",
		Title: "What more data buy.",
		Goal:  "a degree worse than 4 with 20 points, and better with 300",
		Build: buildLearning,

		Guesses: []course.Guesses{{Ask: "more", Panel: "learning-curve", Draw: ends}},
	}, {
		Name:  "ball",
		Title: "The price of a short $\\theta$.",
		Goal:  "at most two thirds of $\\norm{\\theta^*}$, for less than 0.08 of risk",
		Build: buildBall,
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
	known := make(map[string]points.Source)
	var options []course.Option
	for _, s := range points.Sources {
		if s.Value == "sine" || s.Value == "step" {
			known[s.Value] = s
			options = append(options, course.Option{Value: s.Value, Label: s.Label})
		}
	}
	return known[f.Choice("data", "truth", "sine", options, course.More)]
}

func buildBudget(f *course.Form) course.Draw {
	degree := f.Int("degree", "degree q", 4, 0, curves.MaxDegree, course.Term("fit"))
	n := f.Int("n", "sample size n", 30, 5, points.MaxN)
	noise := f.Float("noise", "noise σ", 0.3, 0, 1)
	seed := f.Int("seed", "seed", 1, 1, 999)
	truth := chooseTruth(f)
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		b, err := course.Remember(ctx, memo, budgetOf{truth.Value, n, noise, seed})
		if err != nil {
			return nil, err
		}
		sample, bayes := b.samples[0], noise*noise
		degrees, constant := make([]float64, curves.MaxDegree+1), make([]float64, curves.MaxDegree+1)
		total := make([]float64, curves.MaxDegree+1)
		for q := range degrees {
			degrees[q], constant[q], total[q] = float64(q), bayes, bayes+b.excess(q)
		}
		p := &course.Picture{
			Columns: [][]plots.Panel{
				{{ID: "budget-stack", Title: "Squared error by degree, in parts", Width: course.Half, Height: 400, Plot: plots.Stack{
					X: plots.Axis{Label: "degree q", Min: -0.5, Max: curves.MaxDegree + 0.5},
					Y: plots.Axis{Label: "squared error on new points", Min: 0, Max: plots.RoundUp(1.2 * (b.Approximation[0] + bayes))},
					Layers: []plots.Layer{
						{Name: "noise", Ys: constant},
						{Name: "approximation", Ys: b.Approximation},
						{Name: "estimation", Ys: b.estimation},
					},
					Xs: degrees, TotalName: "all three", Steps: true,
					VLines: []plots.Mark{{At: float64(degree), Name: fmt.Sprintf("q = %d", degree), Color: plots.Ink, Dash: true}},
				}}},
				{{ID: "budget-curves", Title: "One sample and its fit", Width: course.Half, Height: 400, Plot: plots.Curves{
					X: plots.Axis{Label: "x", Min: 0, Max: 10}, Y: plots.Axis{Label: "y", Min: -plots.RoundUp(1 + 2.5*noise), Max: plots.RoundUp(1 + 2.5*noise)},
					Points: points.Dots(sample.data), PointsName: "data",
					Lines: budgetLines(b, degree), Legend: true,
				}}},
			},
			Numbers: []course.Number{
				{Name: "bayes_risk", Label: "noise σ²", Means: "The error of the truth itself: the variance of the noise.", Value: bayes},
				{Name: "approximation_error", Label: "approximation error", Means: "What the best polynomial of this degree errs beyond the noise.", Value: b.Approximation[degree]},
				{Name: "estimation_error", Label: fmt.Sprintf("estimation error, middle of %d samples", budgetSamples), Means: "What a fit to so few points errs beyond the best of its degree.", Value: b.estimation[degree]},
				{Name: "risk", Label: "all three, the test error", Value: total[degree]},
				{Name: "best_degree", Label: "degree of the least total", Value: float64(b.leastDegree())},
				{Name: "sample_estimation_error", Label: "estimation error of the fit shown", Value: sample.estimation[degree]},
				{Name: "sample_risk", Label: "risk of the fit shown", Value: bayes + b.Approximation[degree] + sample.estimation[degree]},
				{Name: "train_risk", Label: "its train error", Value: sample.train[degree]},
			},
			Series: []course.Series{
				course.Table("budget", "degree bayes_risk approximation_error estimation_error risk", degrees, constant, b.Approximation, b.estimation, total),
				course.Table("data", "x y", sample.data.Input(0), sample.data.Y),
				course.Table("best", "x y", b.grid, b.Best[degree]),
			},
			Code: budgetCode(f, b, degree, truth.Value),
		}
		if f := sample.curves[degree]; f != nil {
			p.Series = append(p.Series, course.Table("fit", "x y", b.grid, f))
		} else {
			p.Message = fmt.Sprintf("There is no single best fit: a polynomial of degree %d has %d coefficients, and %d points do not determine them.", degree, degree+1, n)
		}
		p.Description = describeBudget(b, degree, bayes)
		poor, rich := b.excess(poorDegree), b.excess(richDegree)
		p.Goals = []course.Goal{
			{Name: "even", At: "n=55", Now: fmt.Sprintf("%s against %s", course.Digits(rich), course.Digits(poor)), Reached: math.Abs(rich-poor) <= evenWithin*poor, Text: fmt.Sprintf("Goal reached: %s against %s above the noise, with %d points.", course.Digits(rich), course.Digits(poor), n)},
			{Name: "eight", At: "n=300", Reached: truth.Value == "sine" && b.leastDegree() == 8, Text: "Degree 8 has the least total."},
		}
		return p, nil
	}
}

// budgetLines are the truth, the best of its degree, and the fit.
func budgetLines(b *budget, degree int) []plots.Line {
	lines := []plots.Line{
		{Name: "truth", Xs: b.grid, Ys: b.truth, Color: plots.Soft, Width: 1.6, Dash: true, Class: "truth"},
		{Name: fmt.Sprintf("best of degree %d", degree), Xs: b.grid, Ys: b.Best[degree], Color: plots.Categories[1], Width: 2, Dots: true},
	}
	if f := b.samples[0].curves[degree]; f != nil {
		lines = append(lines, plots.Line{Name: "fit", Xs: b.grid, Ys: f, Color: plots.Curve, Width: 2.6, Class: "curve t-fit"})
	}
	return lines
}

// describeBudget says which part is the largest, and where the total is least.
func describeBudget(b *budget, degree int, bayes float64) string {
	approximation, estimation := b.Approximation[degree], b.estimation[degree]
	least := b.leastDegree()
	if math.IsNaN(estimation) {
		return fmt.Sprintf("At degree %d the approximation error is %s, and there are too few points for a fit. The total is least at degree %d.", degree, course.Digits(approximation), least)
	}
	largest := "noise"
	switch {
	case estimation > bayes && estimation > approximation:
		largest = "estimation error"
	case approximation > bayes:
		largest = "approximation error"
	}
	return fmt.Sprintf("At degree %d an error of %s is made of noise %s, approximation error %s and, in the middle one of the samples, estimation error %s: the largest part is the %s. The total is least at degree %d, where it is %s.",
		degree, course.Digits(bayes+approximation+estimation), course.Digits(bayes), course.Digits(approximation), course.Digits(estimation), largest, least, course.Digits(bayes+b.excess(least)))
}

// budgetCode computes the budget of the sample that is shown in other languages.
func budgetCode(f *course.Form, b *budget, degree int, truth string) *course.Code {
	d := b.samples[0].data
	return programs.Code("budget", f, course.Values{"X": d.Input(0), "Y": d.Y, "Truth": truth, "Determined": degree < d.Len()})
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

func buildBall(f *course.Form) course.Draw {
	radius := f.Float("radius", "radius D", 6, 0, 30, course.Term("lambda"))
	degree := f.Int("degree", "degree q", 5, 0, maxBallDegree, course.Term("fit"))
	noise := f.Float("noise", "noise σ", 0.2, 0.1, 1)
	raw := f.Choice("inputs", "powers of", "scaled", course.Options("scaled", "x scaled to [−1, 1]", "raw", "x as it is"), course.More) == "raw"
	steps := f.Choice("draw", "draw", "price", course.Options("price", "the price of the ball", "steps", "the steps of the proof too")) == "steps"
	straight := f.Choice("scale", "risk axis", "log", course.Options("log", "logarithmic", "even", "even, cut at the top"), course.More) == "even"
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		features := curves.ScaledPowers(degree, 0, 10)
		if raw {
			features = curves.RawPowers(degree)
		}
		b, err := course.Remember(ctx, memo, riskOf{features, noise})
		if err != nil {
			return nil, err
		}
		best, err := b.At(ctx, radius)
		if err != nil {
			return nil, err
		}
		here, curves, x := chainOf(b, best, radius), chainsOf(b, best), curves.Grid(0, 10)
		title := "What a ball costs, against its radius"
		if steps {
			title = "What a ball costs, and the steps of the bound, against its radius"
		}
		p := &course.Picture{
			Columns: [][]plots.Panel{
				{{ID: "ball-risk", Title: title, Width: course.Half, Height: 400, Plot: ballPaths(b, curves, radius, straight, steps)}},
				{{ID: "ball-curves", Title: "The best and the best in the ball", Width: course.Half, Height: 400, Plot: plots.Curves{
					X: plots.Axis{Label: "x", Min: 0, Max: 10}, Y: plots.Axis{Label: "y", Min: -2, Max: 2}, Legend: true,
					Lines: []plots.Line{
						{Name: "truth", Xs: x, Ys: b.Truth, Color: plots.Soft, Width: 1.6, Dash: true, Class: "truth"},
						{Name: "θ*", Xs: x, Ys: b.Fitted(b.Best), Color: plots.Categories[1], Width: 2, Dots: true},
						{Name: "best in the ball", Xs: x, Ys: b.Fitted(here.best), Color: plots.Curve, Width: 2.6, Class: "curve t-fit"},
					},
				}}},
			},
			Numbers: []course.Number{
				{Name: "gap", Label: "price of the ball", Means: "How much more the best in the ball errs than the best of all θ.", Value: here.gap},
				{Name: "theta_star_norm", Label: "‖θ*‖", Means: "The length of the coefficients of the best θ of all.", Value: b.Best.Norm},
				{Name: "bayes_risk", Label: "noise E|σZ|", Means: "The error of the truth itself: the mean size of the noise.", Value: b.BayesRisk()},
				{Name: "class_error", Label: "incompressible part", Value: b.Best.Risk - b.BayesRisk()},
				{Name: "bound", Label: "the bound on the price", Means: "What the theorem promises that the price does not exceed.", Value: here.bound},
				{Name: "projection_gap", Label: "price of θ₁", Means: "What it costs to cut θ* to length instead of choosing the best of the ball.", Value: here.projection},
				{Name: "lipschitz_step", Label: "E|(θ₁ − θ*)ᵀφ|", Value: here.lipschitz},
				{Name: "mean_feature_norm", Label: "E‖φ(X)‖", Value: b.FeatureNorm()},
				{Name: "multiplier", Label: "λ that gives this ball", Value: here.best.Multiplier},
			},
			Description: describeBall(b, here, radius, steps),
			Certificate: checkBall(b, here.best),
			Series: []course.Series{
				course.Table("path", "radius gap projection_gap lipschitz_step bound", curves[0], curves[1], curves[2], curves[3], curves[4]),
				course.Table("best", "x y", x, b.Fitted(b.Best)),
				course.Table("ball", "x y", x, b.Fitted(here.best)),
				course.Table("theta", "theta_star theta_ball", b.Best.Theta, here.best.Theta),
			},
			Code: programs.Code("ball", f, course.Values{"Centre": features.Centre, "Half": features.Half}),
		}
		asks := ""
		if raw || degree != 5 {
			asks = "at degree 5 on scaled x, at most two thirds of $\\norm{\\theta^*}$, for less than 0.08 of risk"
		}
		p.Goals = []course.Goal{
			{Name: "save", Asks: asks, At: "radius=7", Now: ballNow(b, here.gap, radius, degree, raw), Reached: !raw && radius <= b.Best.Norm*2/3 && here.gap < 0.08 && here.gap > 0 && degree == 5, Text: fmt.Sprintf("Goal reached: ‖θ‖ is %s instead of %s, for %s of risk.", course.Digits(radius), course.Digits(b.Best.Norm), course.Digits(here.gap))},
			{Name: "specified", At: "degree=4&radius=12", Reached: degree == 4 && here.gap == 0, Text: fmt.Sprintf("Well specified: θ* of degree 4 lies in the ball of radius %s.", course.Value(radius))},
		}
		return p, nil
	}
}

// ballNow is what stands of the ball's goal, which is one of degree 5.
func ballNow(b *engine.BallRisk, gap, radius float64, degree int, raw bool) string {
	if raw || degree != 5 {
		return "another class"
	}
	return fmt.Sprintf("%s of it, for %s", course.Digits(math.Min(1, radius/b.Best.Norm)), course.Digits(gap))
}

func describeBall(b *engine.BallRisk, c chain, radius float64, steps bool) string {
	if radius >= b.Best.Norm {
		return fmt.Sprintf("The ball of radius %s holds θ*, whose norm is %s: it costs nothing.", course.Value(radius), course.Digits(b.Best.Norm))
	}
	s := fmt.Sprintf("The ball of radius %s costs %s of risk. θ* has the norm %s; from there on a ball costs nothing.",
		course.Value(radius), course.Digits(c.gap), course.Digits(b.Best.Norm))
	if steps {
		s += fmt.Sprintf(" θ₁, which is θ* cut to length, costs %s; the Lipschitz step allows %s, and the bound %s.", course.Digits(c.projection), course.Digits(c.lipschitz), course.Digits(c.bound))
	}
	return s
}

// checkBall is the certificate with its reasons.
func checkBall(b *engine.BallRisk, m engine.RiskMinimum) *course.Certificate {
	c := b.Certify(m)
	line := fmt.Sprintf("Checked just now: nothing in the ball is better by more than %s of the risk; rounding allows %s.", course.Digits(c.PrimalDualGap), course.Digits(c.Bound))
	if !c.OK {
		line = fmt.Sprintf("Take these digits with care: the duality gap is %s of the risk, and rounding allows %s.", course.Digits(c.PrimalDualGap), course.Digits(c.Bound))
	}
	return &course.Certificate{Certificate: c, Line: line, Reasons: []string{
		fmt.Sprintf("The risk is convex, so that it lies above its tangent. The least value of the tangent in the ball is a lower bound, %s of the risk below what was found.", course.Digits(c.PrimalDualGap)),
		fmt.Sprintf("Residual: the gradient of risk + λ‖θ‖² is %s of E‖φ(X)‖.", course.Digits(c.Residual)),
		fmt.Sprintf("Bound: 8dε times the condition number of the features, %s.", course.Digits(mat.Cond(b.Phi, 2))),
	}}
}

// facts are the numbers in the lesson's prose.
func facts() course.Facts {
	facts := course.Facts{}
	memo := course.NewMemo(1 << 24)
	parts := []string{"bayes", "bayes_risk", "approx", "approximation_error", "estim", "estimation_error", "risk", "risk", "train", "train_risk", "least", "best_degree"}
	facts.Read(memo, buildBudget, "", "open-", parts...)
	facts.Read(memo, buildBudget, "n=300", "more-", parts...)
	facts.Read(memo, buildBudget, "degree=3", "poor-", parts...)
	facts.Read(memo, buildBudget, "degree=3&n=300", "poor-more-", parts...)
	facts.Read(memo, buildBudget, "degree=12", "rich-", parts...)
	facts.Read(memo, buildBudget, "degree=12&n=300", "rich-more-", parts...)
	facts.Read(memo, buildBudget, "degree=12&seed=5", "rich-other-", parts...)
	facts.Read(memo, buildBudget, "degree=5&n=6", "six-", parts...)
	facts.Read(memo, buildBudget, "degree=15&n=300&data=step", "step-", parts...)
	facts.Read(memo, buildBudget, "degree=8", "eight-", parts...)
	facts.Read(memo, buildBudget, "degree=6", "rich6-", parts...)
	facts["n"], facts["samples"] = 30, budgetSamples
	whole := []string{"20", "error_20", "30", "error_30", "300", "error_300", "floor", "floor", "train-20", "train_20", "train-300", "train_300"}
	facts.Read(memo, buildLearning, "show=whole", "learning-", whole...)
	facts.Read(memo, buildLearning, "show=whole&degree=8", "learning-rich-", whole...)

	// The rule for the mean, against the mean of many samples.
	sine := chooseTruth(course.NewForm(nil))
	few, many, rich := spreadOf(sine, 4, 30, 0.3, spreadSamples), spreadOf(sine, 4, 300, 0.3, spreadSamples), spreadOf(sine, 8, 300, 0.3, spreadSamples)
	facts["spread-samples"] = spreadSamples
	facts["mean-few"], facts["mean-more"], facts["mean-rich"] = few.mean, many.mean, rich.mean
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
	boundExerciseFacts(facts)
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
	facts["repeats"], facts["readings"], facts["repeat-spread"] = float64(readings), float64(d.Len()), math.Sqrt(squares/float64(freedom))
}

// threePlaceFacts are the worked example: X is −1, 0 or 1, each as likely, and
// Y = X² ± ½. The class is that of straight lines; the sample is (−1, 3/2), (1, ½).
func threePlaceFacts(facts course.Facts) {
	lines := func(x ...float64) *mat.Dense { return curves.RawPowers(1).Matrix(x) }
	all := lines(-1, 0, 1)
	truth := []float64{1, 0, 1}
	best := course.Must(engine.RidgeQR(all, truth, 0))
	fit := course.Must(engine.RidgeQR(lines(-1, 1), []float64{1.5, 0.5}, 0))
	on := func(theta []float64) []float64 {
		f := mat.NewVecDense(3, nil)
		f.MulVec(all, mat.NewVecDense(2, theta))
		return f.RawVector().Data
	}
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

// boundExerciseFacts are the exercise: L = 1, φ(x) = (1, x), X = ±1, θ* = (3, 4),
// D = 1; and what its usual slips lead to.
func boundExerciseFacts(facts course.Facts) {
	star := []float64{3, 4}
	const D = 1
	phi := floats.Norm([]float64{1, 1}, 2)
	facts["hand-phi"], facts["hand-norm"] = phi, floats.Norm(star, 2)
	facts["hand-bound"] = phi * (floats.Norm(star, 2) - D)
	facts["hand-no-phi"] = floats.Norm(star, 2) - D
	facts["hand-no-D"] = phi * floats.Norm(star, 2)
	facts["hand-one-norm"] = phi * (floats.Norm(star, 1) - D)
}
