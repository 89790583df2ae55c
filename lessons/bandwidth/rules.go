package bandwidth

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/curves"
	"gramophone/lessons/model"
	"gramophone/lessons/points"
	"gramophone/plots"
)

// A rule makes a bandwidth of the inputs alone. None looks at the responses.
type rule struct {
	name, label string
	of          func(x [][]float64) float64
}

// rules are those that go about; the first is what the figure opens with.
var rules = []rule{
	{"median", "median distance", engine.MedianHeuristic},
	{"all", "median with the zeros of i = j", func(x [][]float64) float64 { _, all, _, _ := medians(x); return all }},
	{"halved", "√(half the median squared distance)", func(x [][]float64) float64 { _, _, _, halved := medians(x); return halved }},
	{"mean", "mean distance", func(x [][]float64) float64 { return stat.Mean(engine.PairwiseDistances(engine.Euclidean, x), nil) }},
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
	all := make([]float64, 0, len(x)*len(x[0]))
	for _, xi := range x {
		all = append(all, xi...)
	}
	return math.Sqrt(float64(len(x[0])) * stat.PopVariance(all, nil) / 2)
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
func choiceAt(d engine.Dataset, D *mat.SymDense, ell float64, lambdas []float64, folds [][]int) (choice, *engine.Spectrum, error) {
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

func buildRules(f *course.Form) course.Draw {
	load := points.OnLine(f, points.Offer{Data: "mcycle"})
	whole := f.Choice("show", "show", "piece", course.Options("piece", "a piece, to go on from", "whole", "all of it")) == "whole"
	var options []course.Option
	for _, r := range rules {
		options = append(options, course.Option{Value: r.name, Label: r.label})
	}
	name := f.Choice("rule", "rule", rules[0].name, options, course.When("show", "whole"))
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		r := load()
		if r.Data.Len() < 2 {
			return &course.Picture{Message: "There is no pair of points here, and so no distance to make a bandwidth of.", Description: "No bandwidth."}, nil
		}
		p, err := course.RememberLong(ctx, memo, profileOf{r.Spec})
		if err != nil {
			return nil, err
		}
		if p == nil || len(p.at) == 0 || math.IsInf(p.at[p.best].loo, 1) {
			return &course.Picture{Message: "There is nothing to choose here: all points are at one x, or no bandwidth from 0.01 to 100 suits their distances.", Description: "No bandwidth."}, nil
		}
		return p.picture(ctx, memo, f, r, name, whole)
	}
}

func (p *profile) picture(ctx context.Context, memo *course.Memo, f *course.Form, r *points.Line, name string, whole bool) (*course.Picture, error) {
	best, unit := p.at[p.best], r.XUnit
	widths := p.column(func(c choice) float64 { return c.bandwidth })
	loo := p.column(func(c choice) float64 { return c.loo })
	se := p.column(func(c choice) float64 { return c.se })
	together := p.column(func(c choice) float64 { return c.together })
	fixed := p.column(func(c choice) float64 { return c.fixed })
	lambdas := p.column(func(c choice) float64 { return c.lambda })
	shown := p.best + 1
	if whole {
		shown = len(p.at)
	}
	sum := func(sign float64) []float64 {
		v := make([]float64, len(loo))
		floats.AddScaledTo(v, loo, sign, se)
		return v
	}
	var lines []plots.Line
	if whole {
		lines = append(lines,
			plots.Line{Name: "± standard error", Xs: widths, Ys: sum(-1), Color: plots.Curve.Fade(0.72), Width: 1.2, Dots: true},
			plots.Line{Xs: widths, Ys: sum(1), Color: plots.Curve.Fade(0.72), Width: 1.2, Dots: true})
		if curves.Together(r) != nil {
			lines = append(lines, plots.Line{Name: "whole x out", Xs: widths, Ys: together, Color: plots.Soft, Width: 1.6, Class: "together"})
		}
	}
	lines = append(lines,
		plots.Line{Name: "one λ", Xs: widths, Ys: fixed, Color: plots.Accent, Width: 2, Dash: true, Class: "fixed"},
		plots.Line{Name: "best λ", Xs: widths[:shown], Ys: loo[:shown], Color: plots.Curve, Width: 2.6, Class: "curve"})
	panel := plots.Curves{
		X:      plots.Axis{Label: course.WithUnit("bandwidth ℓ", unit), Min: 0, Max: profileTo * p.longest},
		Y:      plots.Axis{Label: course.WithUnit("leave-one-out error", r.YUnit), Min: 0.8 * best.loo, Max: 1.1 * highest(loo, fixed)},
		Points: []plots.Point{{X: best.bandwidth, Y: best.loo}}, // the best
		Lines:  lines, Legend: true,
	}
	how := "How it goes on is yours to draw."
	if p.best == len(p.at)-1 {
		how = "There the figure ends."
	}
	pic := &course.Picture{
		Numbers: []course.Number{
			{Name: "best_loo_rmse", Label: "least drawn", Means: "The least leave-one-out error of all bandwidths drawn, each with the λ that is best for it.", Value: best.loo, Unit: r.YUnit},
			{Name: "best_bandwidth", Label: "at bandwidth", Means: "The bandwidth of that least error.", Value: best.bandwidth, Unit: unit},
			{Name: "best_lambda", Label: "and λ", Means: "The λ of that least error.", Value: best.lambda},
			{Name: "median_heuristic", Label: "median distance", Means: "Half of all pairs of points are closer together than this, half farther apart.", Value: engine.MedianHeuristic(r.Data.X), Unit: unit},
		},
		Description: fmt.Sprintf("With the λ that is best for it, each ℓ up to %s is shown; there the error is %s. %s", course.Quantity(best.bandwidth, unit), course.Quantity(best.loo, r.YUnit), how),
		Code: programs.Code("map", f, course.Values{"X": r.Data.Input(0), "Y": r.Data.Y, "Parameters": []string{"bandwidth"}, "kernel": "gaussian",
			"Bandwidths": widths, "Lambdas": ruleLambdas, "Sum": false, "Shown": shown, "XAxis": panel.X, "YAxis": panel.Y}),
	}
	now, reached, text := "not shown yet", false, ""
	if whole {
		pic.Series = []course.Series{course.Table("profile", "bandwidth lambda loo_rmse loo_standard_error loo_together_rmse loo_rmse_at_best_lambda", widths, lambdas, loo, se, together, fixed),
			course.Table("data", "x y", r.Data.Input(0), r.Data.Y)}
		at, err := course.Remember(ctx, memo, ruledOf{r.Spec, name})
		if err != nil {
			return nil, err
		}
		if at == nil {
			now = "no bandwidth"
			pic.Description = fmt.Sprintf("The least error drawn is %s, at ℓ = %s. The rule gives no bandwidth here.", course.Quantity(best.loo, r.YUnit), course.Quantity(best.bandwidth, unit))
		} else {
			at, deep := at.choice, at.deep
			t, floorless := apart(at.residuals, best.residuals), apart(deep.residuals, best.residuals)
			panel.VLines = []plots.Mark{{At: at.bandwidth, Name: "the rule", Color: plots.Bandwidth, Class: "t-bandwidth"}}
			pic.Numbers = append([]course.Number{
				{Name: "rule_bandwidth", Label: "the rule’s bandwidth", Means: "What the rule makes of the inputs. It does not look at the responses.", Value: at.bandwidth, Unit: unit},
				{Name: "rule_loo_rmse", Label: "its error at its best λ", Means: "The leave-one-out error of that bandwidth, with the λ that is best for it.", Value: at.loo, Unit: r.YUnit},
				{Name: "paired", Label: "worse by, in standard errors", Means: "How much larger its squared misses are than those of the best ℓ, on average over the points, divided by the standard error of that average. Below 2 the two are not told apart.", Value: t},
				{Name: "rule_standard_error", Label: "standard error of its error", Value: at.se, Unit: r.YUnit},
				{Name: "rule_lambda", Label: "its λ", Value: at.lambda},
				{Name: "paired_deep", Label: "worse by, with λ down to 10⁻¹²", Value: floorless},
				{Name: "rule_loo_deep", Label: "its error then", Value: deep.loo, Unit: r.YUnit},
			}, pic.Numbers...)
			pic.Description = fmt.Sprintf("The rule gives ℓ = %s. With its best λ the error is %s, give or take %s; the least of those drawn is %s, at ℓ = %s.", course.Quantity(at.bandwidth, unit), course.Quantity(at.loo, r.YUnit),
				course.Quantity(at.se, r.YUnit), course.Quantity(best.loo, r.YUnit), course.Quantity(best.bandwidth, unit))
			pic.Description += describePaired(t, floorless, course.Quantity(deep.loo, r.YUnit))
			t = min(t, floorless)
			switch now, reached = course.Digits(t)+" standard errors", r.Name == "faithful" && t > 2; {
			case r.Name != "faithful":
				now = "other data"
			case math.IsNaN(t):
				now = "no standard error"
			}
			text = fmt.Sprintf("Goal reached: worse by %s standard errors of the difference.", course.Digits(t))
		}
	}
	pic.Columns = [][]plots.Panel{{{ID: "rules-profile", Title: "The error of each bandwidth", Width: 760, Height: 420, Plot: panel}}}
	pic.Goals = []course.Goal{{Name: "worse", At: "data=faithful&show=whole&rule=q10", Now: now, Reached: reached, Text: text}}
	return pic, nil
}

// describePaired says how far a rule's misses are from those of the best ℓ, in standard
// errors of the difference, with λ as everywhere and without its floor; deep is the error
// then.
func describePaired(t, floorless float64, deep string) string {
	switch {
	case math.IsNaN(t):
		return " All squared misses differ by the same, so that there is no standard error to measure it by."
	case t == 0:
		return " Point by point the two are the same."
	case t < -2:
		return fmt.Sprintf(" Point by point the rule is better by %s standard errors.", course.Digits(-t))
	case t <= 2:
		return fmt.Sprintf(" Point by point the two are %s standard errors apart, which may be chance.", course.Digits(math.Abs(t)))
	}
	s := fmt.Sprintf(" Point by point the rule is worse by %s standard errors.", course.Digits(t))
	switch {
	case floorless < -2:
		s += fmt.Sprintf(" That is because λ stops at 10⁻⁹ here: down to 10⁻¹² its error is %s, and it is better by %s.", deep, course.Digits(-floorless))
	case floorless <= 2:
		s += fmt.Sprintf(" That is because λ stops at 10⁻⁹ here: down to 10⁻¹² its error is %s, and %s standard errors may be chance.", deep, course.Digits(math.Abs(floorless)))
	}
	return s
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
	for _, r := range rules {
		if r.name == name {
			return r.of(x)
		}
	}
	panic("bandwidth: no rule " + name) // Choice lets no other through
}
