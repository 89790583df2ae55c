package bandwidth

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// A rule makes a bandwidth of the inputs alone. None looks at the responses.
type rule struct {
	name, label string
	of          func(x [][]float64) float64
}

// rules are those that go about; the first is what the figure opens with.
var rules = []rule{
	{"median", "median distance", engine.MedianHeuristic},
	{"all", "median with the zeros of i = j", func(x [][]float64) float64 { return medians(x).withDiagonal }},
	{"halved", "√(half the median squared distance)", func(x [][]float64) float64 { return medians(x).halved }},
	{"mean", "mean distance", func(x [][]float64) float64 {
		return stat.Mean(engine.PairwiseDistances(engine.Euclidean, x), nil)
	}},
	{"q10", "10 % quantile", quantile(0.1)},
	{"q25", "25 % quantile", quantile(0.25)},
	{"q75", "75 % quantile", quantile(0.75)},
	{"scale", "scikit-learn’s gamma=\"scale\"", scale},
	{"sigest", "kernlab’s automatic sigma", sigest},
}

func quantile(p float64) func([][]float64) float64 {
	return func(x [][]float64) float64 {
		return engine.Quantile(engine.PairwiseDistances(engine.Euclidean, x), p)
	}
}

// scale is what scikit-learn's support vector machines take,
//
//	γ = 1/(p · Var X),   γ = 1/2ℓ²,
//
// the variance being of all np numbers together, divided by np.
func scale(x [][]float64) float64 {
	return math.Sqrt(float64(len(x[0])) * stat.PopVariance(slices.Concat(x...), nil) / 2)
}

// sigest is what R's kernlab takes where sigma is left to it, but of all pairs and not of
// some at random,
//
//	σ = (1/q₀.₉ + 1/q₀.₁)/2,   σ = 1/2ℓ²,
//
// with the quantiles q of the squared distances that are not zero; NaN where all are.
func sigest(x [][]float64) float64 {
	var squares []float64
	for _, d := range engine.PairwiseDistances(engine.Euclidean, x) {
		if d > 0 {
			squares = append(squares, d*d)
		}
	}
	if len(squares) == 0 {
		return math.NaN()
	}
	sigma := (1/engine.Quantile(squares, 0.9) + 1/engine.Quantile(squares, 0.1)) / 2
	return 1 / math.Sqrt(2*sigma)
}

// ruleLambdas are those that each bandwidth may choose from. Where λ is smaller, wide
// kernels have systems that sixteen digits cannot solve well, and fits of some points
// swing beyond them. Wide kernels could use it all the same: see ruled.
var ruleLambdas = within(model.Lambdas, 1e-9, 3)

// A choice is a bandwidth with the λ that has the least leave-one-out error there.
type choice struct {
	bandwidth, lambda float64
	loo, se           float64
	residuals         []float64
	together          float64 // with that λ, all of one x left out at once; NaN where no x repeats
	fixed             float64 // leave-one-out error at the profile's own λ
}

// choiceAt is the best that a bandwidth can do with one of those λ.
func choiceAt(
	d engine.Dataset, D *mat.SymDense, ell float64, lambdas []float64, folds [][]int,
) (choice, *engine.Spectrum, error) {
	s, err := engine.Eigen(engine.GramFromDistances(gaussian(ell), D))
	if err != nil {
		return choice{}, nil, err
	}
	c := choice{bandwidth: ell, loo: math.Inf(1), together: math.NaN(), fixed: math.NaN()}
	for _, at := range s.Path(d.Y, lambdas) {
		if at.Err == nil && at.LOORMSE < c.loo {
			c.lambda, c.loo, c.residuals = at.Lambda, at.LOORMSE, at.LOOResiduals
		}
	}
	c.residuals = slices.Clone(c.residuals) // of the path it is one in many
	if c.se = engine.StandardError(c.residuals); engine.Agree(c.se, 0, c.loo) {
		c.se = 0 // of misses of one size
	}
	if folds != nil && !math.IsInf(c.loo, 1) {
		if at := s.CrossValidate(d.Y, []float64{c.lambda}, folds)[0]; at.Err == nil {
			c.together = at.RMSE
		}
	}
	return c, s, nil
}

// apart is the mean of rᵢ² − sᵢ² in its standard errors, of residuals of one size: 0 where
// all differences are, and NaN where they are the same and not 0, for then there is no
// standard error.
func apart(r, s []float64) float64 {
	d, size := make([]float64, len(r)), 0.0
	for i := range r {
		d[i] = r[i]*r[i] - s[i]*s[i]
		size = math.Max(size, math.Max(r[i]*r[i], s[i]*s[i]))
	}
	mean, deviation := stat.MeanStdDev(d, nil)
	switch {
	case engine.Agree(mean, 0, size) && engine.Agree(deviation, 0, size):
		return 0
	case engine.Agree(deviation, 0, size):
		return math.NaN()
	}
	return mean / deviation * math.Sqrt(float64(len(d)))
}

// A ruled is what a rule's bandwidth can do, with λ as everywhere and with λ down to the
// least of the sliders: what it loses by the first only, it loses because λ stops there.
type ruled struct{ choice, deep choice }

type ruledOf struct {
	points.LineSpec
	rule string
}

// Compute returns nil where the rule gives no bandwidth, or no fit.
func (of ruledOf) Compute(ctx context.Context, memo *course.Memo) (*ruled, int, error) {
	r := of.Load()
	ell := widthBy(of.rule, r.Data.X)
	if !(ell > 0) {
		return nil, 8, nil
	}
	D, err := curves.Distances(ctx, memo, of.LineSpec, engine.Euclidean)
	if err != nil {
		return nil, 0, err
	}
	c, _, err := choiceAt(r.Data, D, ell, ruleLambdas, nil)
	if err != nil || math.IsInf(c.loo, 1) {
		return nil, 8, nil
	}
	deep, _, err := choiceAt(r.Data, D, ell, model.Lambdas, nil)
	if err != nil {
		return nil, 8, nil
	}
	return &ruled{c, deep}, 16 * (8 + r.Data.Len()), nil
}

// A profile is every bandwidth with its own best λ, and with the λ of the best of all.
type profile struct {
	at      []choice
	best    int
	longest float64
}

// A profileOf is nil where there are not two different points, or no eigenvalues; it is
// empty where no bandwidth of the sliders suits the distances.
type profileOf struct{ points.LineSpec }

// Compute fits at every bandwidth, and returns the bytes of that.
func (of profileOf) Compute(ctx context.Context, memo *course.Memo) (*profile, int, error) {
	r := of.Load()
	D, err := curves.Distances(ctx, memo, of.LineSpec, engine.Euclidean)
	if err != nil {
		return nil, 0, err
	}
	longest := mat.Max(D)
	if !(longest > 0) {
		return nil, 8, nil
	}
	p := &profile{longest: longest}
	var spectra []*engine.Spectrum
	for _, ell := range within(model.Bandwidths, longest/200, profileTo*longest) {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		c, s, err := choiceAt(r.Data, D, ell, ruleLambdas, curves.Together(r))
		if err != nil {
			return nil, 8, nil
		}
		p.at, spectra = append(p.at, c), append(spectra, s)
		if c.loo < p.at[p.best].loo {
			p.best = len(p.at) - 1
		}
	}
	for i, s := range spectra {
		if at, err := s.Solve(r.Data.Y, p.at[p.best].lambda); err == nil {
			p.at[i].fixed = at.LOORMSE
		}
	}
	return p, 8 * len(p.at) * (8 + r.Data.Len()), nil
}

// profileTo is how far bandwidths go, in the longest distance.
const profileTo = 0.4

// column is one value of each bandwidth.
func (p *profile) column(of func(choice) float64) []float64 {
	v := make([]float64, len(p.at))
	for i, c := range p.at {
		v[i] = of(c)
	}
	return v
}

// A trial is a rule beside every bandwidth with its own best λ.
type trial struct {
	load  func() *points.Line
	name  string // of the rule
	whole bool   // all of the profile is shown, and the rule

	line              *points.Line
	p                 *profile
	without           string  // why there is no profile
	rule              *ruled  // nil where it gives no bandwidth, or is not shown
	paired, unbounded float64 // how much worse the rule is, in standard errors; with λ down to 10⁻¹²
}

var buildRules = course.Steps(func(f *course.Form) course.Work {
	r := &trial{load: points.OnLine(f, points.Offer{Data: "mcycle"})}
	r.whole = f.Choice("show", "show", "piece",
		course.Options("piece", "a piece, to go on from", "whole", "all of it")) == "whole"
	var options []course.Option
	for _, r := range rules {
		options = append(options, course.Option{Value: r.name, Label: r.label})
	}
	r.name = f.Choice("rule", "rule", rules[0].name, options, course.When("show", "whole"))
	return r
})

func (r *trial) Compute(ctx context.Context, memo *course.Memo) (err error) {
	r.line = r.load()
	if r.line.Data.Len() < 2 {
		r.without = "There is no pair of points here, and so no distance to make a bandwidth of."
		return nil
	}
	if r.p, err = course.RememberLong(ctx, memo, profileOf{r.line.Spec}); err != nil {
		return err
	}
	if r.p == nil || len(r.p.at) == 0 || math.IsInf(r.p.least().loo, 1) {
		r.without = "There is nothing to choose here: all points are at one x, " +
			"or no bandwidth from 0.01 to 100 suits their distances."
		return nil
	}
	if !r.whole {
		return nil
	}
	if r.rule, err = course.Remember(ctx, memo, ruledOf{r.line.Spec, r.name}); err != nil || r.rule == nil {
		return err
	}
	best := r.p.least().residuals
	r.paired, r.unbounded = apart(r.rule.choice.residuals, best), apart(r.rule.deep.residuals, best)
	return nil
}

func (p *profile) least() choice { return p.at[p.best] }

func (r *trial) Show(f *course.Form) *course.Picture {
	if r.without != "" {
		return &course.Picture{Message: r.without, Says: []course.Said{course.Say("No bandwidth.")}}
	}
	panel := r.panel()
	p := &course.Picture{
		Columns: [][]plots.Panel{{{ID: "rules-profile", Title: "The error of each bandwidth",
			Width: 760, Height: 420, Plot: panel}}},
		Numbers: append(r.numbers(), r.numbersOfBest()...),
		Says:    r.says(),
		Goals:   []course.Goal{r.goal()},
		Code: programs.Code("map", f, course.Values{
			"X": r.line.Data.Input(0), "Y": r.line.Data.Y, "Parameters": []string{"bandwidth"}, "kernel": "gaussian",
			"Bandwidths": r.p.column(bandwidthOf), "Lambdas": ruleLambdas, "Sum": false, "Shown": r.shown(),
			"XAxis": panel.X, "YAxis": panel.Y,
		}),
	}
	if r.whole {
		p.Series = []course.Series{
			course.Table("profile", "bandwidth lambda loo_rmse loo_standard_error "+
				"loo_together_rmse loo_rmse_at_best_lambda",
				r.p.column(bandwidthOf), r.p.column(lambdaOf), r.p.column(looOf),
				r.p.column(errorOf), r.p.column(togetherOf), r.p.column(fixedOf)),
			course.Table("data", "x y", r.line.Data.Input(0), r.line.Data.Y),
		}
	}
	return p
}

// What a column of the profile is of.
func bandwidthOf(c choice) float64 { return c.bandwidth }
func lambdaOf(c choice) float64    { return c.lambda }
func looOf(c choice) float64       { return c.loo }
func errorOf(c choice) float64     { return c.se }
func togetherOf(c choice) float64  { return c.together }
func fixedOf(c choice) float64     { return c.fixed }

// shown is how many bandwidths are shown with their best λ: a piece ends at the best.
func (r *trial) shown() int {
	if r.whole {
		return len(r.p.at)
	}
	return r.p.best + 1
}

func (r *trial) panel() plots.Curves {
	best, unit := r.p.least(), r.line.XUnit
	widths, loo, fixed := r.p.column(bandwidthOf), r.p.column(looOf), r.p.column(fixedOf)
	p := plots.Curves{
		X: plots.Axis{Label: course.WithUnit("bandwidth ℓ", unit), Max: profileTo * r.p.longest},
		Y: plots.Axis{Label: course.WithUnit("leave-one-out error", r.line.YUnit),
			Min: 0.8 * best.loo, Max: 1.1 * highest(loo, fixed)},
		Points: []plots.Point{{X: best.bandwidth, Y: best.loo}},
		Lines: append(r.around(),
			plots.Line{Name: "one λ", Xs: widths, Ys: fixed, Color: plots.Accent, Width: 2, Dash: true, Class: "fixed"},
			plots.Line{Name: "best λ", Xs: widths[:r.shown()], Ys: loo[:r.shown()],
				Color: plots.Curve, Width: 2.6, Class: "curve"}),
		Legend: true,
	}
	if r.rule != nil {
		at := r.rule.choice.bandwidth
		p.VLines = []plots.Mark{{At: at, Name: "the rule", Color: plots.Bandwidth, Class: "t-bandwidth"}}
	}
	return p
}

// around are the lines of the whole profile beside its own: a standard error to both
// sides, and the error with all of one x left out.
func (r *trial) around() []plots.Line {
	if !r.whole {
		return nil
	}
	widths, loo, se := r.p.column(bandwidthOf), r.p.column(looOf), r.p.column(errorOf)
	side := func(sign float64) plots.Line {
		ys := make([]float64, len(loo))
		floats.AddScaledTo(ys, loo, sign, se)
		return plots.Line{Xs: widths, Ys: ys, Color: plots.Curve.Fade(0.72), Width: 1.2, Dots: true}
	}
	lines := []plots.Line{side(-1), side(1)}
	lines[0].Name = "± standard error"
	if curves.Together(r.line) != nil {
		lines = append(lines, plots.Line{Name: "whole x out", Xs: widths, Ys: r.p.column(togetherOf),
			Color: plots.Soft, Width: 1.6, Class: "together"})
	}
	return lines
}

func (r *trial) numbersOfBest() []course.Number {
	best, unit := r.p.least(), r.line.XUnit
	return []course.Number{
		{Name: "best_loo_rmse", Label: "least drawn", Value: best.loo, Unit: r.line.YUnit,
			Means: "The least leave-one-out error of all bandwidths drawn, each with the λ that is best for it."},
		{Name: "best_bandwidth", Label: "at bandwidth", Value: best.bandwidth, Unit: unit,
			Means: "The bandwidth of that least error."},
		{Name: "best_lambda", Label: "and λ", Value: best.lambda, Means: "The λ of that least error."},
		{Name: "median_heuristic", Label: "median distance", Value: engine.MedianHeuristic(r.line.Data.X), Unit: unit,
			Means: meansMedian},
	}
}

// numbers are those of the rule.
func (r *trial) numbers() []course.Number {
	if r.rule == nil {
		return nil
	}
	at, unit := r.rule.choice, r.line.YUnit
	return []course.Number{
		{Name: "rule_bandwidth", Label: "the rule’s bandwidth", Value: at.bandwidth, Unit: r.line.XUnit,
			Means: "What the rule makes of the inputs. It does not look at the responses."},
		{Name: "rule_loo_rmse", Label: "its error at its best λ", Value: at.loo, Unit: unit,
			Means: "The leave-one-out error of that bandwidth, with the λ that is best for it."},
		{Name: "paired", Label: "worse by, in standard errors", Value: r.paired,
			Means: "How much larger its squared misses are than those of the best ℓ, on average over the points, " +
				"divided by the standard error of that average. Below 2 the two are not told apart."},
		{Name: "rule_standard_error", Label: "standard error of its error", Value: at.se, Unit: unit},
		{Name: "rule_lambda", Label: "its λ", Value: at.lambda},
		{Name: "paired_deep", Label: "worse by, with λ down to 10⁻¹²", Value: r.unbounded},
		{Name: "rule_loo_deep", Label: "its error then", Value: r.rule.deep.loo, Unit: unit},
	}
}

// goal is reached by a rule that is worse whatever λ may be.
func (r *trial) goal() course.Goal {
	g := course.Goal{Name: "worse", At: "data=faithful&show=whole&rule=q10"}
	t := min(r.paired, r.unbounded)
	switch {
	case !r.whole:
		g.But = "with one λ for all"
	case r.rule == nil:
		g.But = "with no bandwidth"
	case math.IsNaN(t):
		g.But = "with no standard error"
	case r.line.Name != "faithful":
		g.Now, g.But = course.Digits(t)+" standard errors", r.line.Unless("faithful")
	default:
		g.Now, g.Reached = course.Digits(t)+" standard errors", t > 2
	}
	if r.rule != nil {
		g.Text = fmt.Sprintf("Goal reached: worse by %s standard errors of the difference.", course.Digits(t))
	}
	return g
}

// What the picture shows. How far a rule's misses are from those of the best ℓ is said in
// standard errors of the difference: with λ as everywhere and, where the rule loses by
// that, with λ down to 10⁻¹².
const (
	saysPiece = saysUpTo + "How it goes on is yours to draw."
	saysEnd   = saysUpTo + "There the figure ends."
	saysUpTo  = "With the λ that is best for it, each ℓ up to {best_bandwidth} is shown; " +
		"there the error is {best_loo_rmse}. "
	saysNoRule = "The least error drawn is {best_loo_rmse}, at ℓ = {best_bandwidth}. The rule gives no bandwidth here."
	saysRule   = "The rule gives ℓ = {rule_bandwidth}. With its best λ the error is {rule_loo_rmse}, give or take " +
		"{rule_standard_error}; the least of those drawn is {best_loo_rmse}, at ℓ = {best_bandwidth}."

	saysNoError = "All squared misses differ by the same, so that there is no standard error to measure it by."
	saysSame    = "Point by point the two are the same."
	saysBetter  = "Point by point the rule is better by {size} standard errors."
	saysChance  = "Point by point the two are {size} standard errors apart, which may be chance."
	saysWorse   = "Point by point the rule is worse by {paired} standard errors."

	saysBecause   = "That is because λ stops at 10⁻⁹ here: down to 10⁻¹² its error is {rule_loo_deep}, and "
	saysDeep      = saysBecause + "it is better by {size_deep}."
	saysDeepAlike = saysBecause + "the difference, {size_deep} standard errors, may be chance."
)

func (r *trial) says() []course.Said {
	best := r.p.least()
	loo := course.Measure{Value: best.loo, Unit: r.line.YUnit}
	width := course.Measure{Value: best.bandwidth, Unit: r.line.XUnit}
	switch {
	case !r.whole && r.p.best == len(r.p.at)-1:
		return []course.Said{course.Say(saysEnd, width, loo)}
	case !r.whole:
		return []course.Said{course.Say(saysPiece, width, loo)}
	case r.rule == nil:
		return []course.Said{course.Say(saysNoRule, loo, width)}
	}
	at := r.rule.choice
	rule := course.Say(saysRule, course.Measure{Value: at.bandwidth, Unit: r.line.XUnit},
		course.Measure{Value: at.loo, Unit: r.line.YUnit}, course.Measure{Value: at.se, Unit: r.line.YUnit}, loo, width)
	return append([]course.Said{rule}, r.saysPaired()...)
}

func (r *trial) saysPaired() []course.Said {
	size := math.Abs(r.paired)
	switch {
	case math.IsNaN(r.paired):
		return []course.Said{course.Say(saysNoError)}
	case r.paired == 0:
		return []course.Said{course.Say(saysSame)}
	case r.paired < -2:
		return []course.Said{course.Say(saysBetter, size)}
	case r.paired <= 2:
		return []course.Said{course.Say(saysChance, size)}
	}
	says := []course.Said{course.Say(saysWorse, r.paired)}
	deep, size := course.Measure{Value: r.rule.deep.loo, Unit: r.line.YUnit}, math.Abs(r.unbounded)
	switch {
	case r.unbounded < -2:
		says = append(says, course.Say(saysDeep, deep, size))
	case r.unbounded <= 2:
		says = append(says, course.Say(saysDeepAlike, deep, size))
	}
	return says
}

// highest is the greatest finite value of the columns.
func highest(columns ...[]float64) float64 {
	most := 0.0
	for _, c := range columns {
		for _, v := range c {
			if v > most && !math.IsInf(v, 1) {
				most = v
			}
		}
	}
	return most
}

// widthBy is what the rule of that name makes of x.
func widthBy(name string, x [][]float64) float64 {
	return rules[slices.IndexFunc(rules, func(r rule) bool { return r.name == name })].of(x)
}
