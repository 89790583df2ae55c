// Package kernelridge is the lesson on kernel ridge regression: bumps, their
// heights, and every λ at once.
package kernelridge

import (
	"context"
	_ "embed"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/curves"
	"gramophone/lessons/data"
	"gramophone/lessons/model"
	"gramophone/lessons/points"
	"gramophone/plots"
)

//go:embed kernel-ridge-regression.md
var prose string

var Lesson = &course.Lesson{
	Slug:   "kernel-ridge-regression",
	Short:  "Kernel ridge regression",
	Title:  "The whole method",
	Lede:   "The readings of a crash disagree. Put a bump on each, add the bumps up, and there is one curve. One linear system finds how high each bump must be, and that is the whole method.",
	Emblem: course.Emblem{State: "fit?bandwidth=3.98", Draw: emblem},
	Prose:  prose,
	Facts:  facts,
	Door: &course.Door{Figure: "fit", Control: "bandwidth", Emblem: triptych,
		Ask: "Each dot is a reading of a head’s acceleration in a simulated motorcycle crash. The slider says how far a reading speaks for its neighbours. Follow the crash, and not its noise: leave out one reading at a time, and the curve without it should miss it by **less than 23.5 g**."},
	Figures: []course.Figure{{
		Name:  "fit",
		Title: "A fit is a sum of bumps.",
		Goal:  "readings left out missed by less than 23.5 g",
		Build: buildFit,

		Guesses: []course.Guesses{{Ask: "limit", Panel: "fit-curve", Draw: limits}},
	}, {
		Name:  "path",
		Title: "Every $\\lambda$ at once.",
		Goal:  "five degrees of freedom, give or take a half",
		Build: buildPath,
	}, {
		Name:  "price",
		Title: "The same bumps at two prices.",
		Goal:  fmt.Sprintf("two curves at most %d g apart, with %d degrees of freedom or more", priceFar, priceFreedom),
		Build: buildPrice,
	}},
}

// crashLOO is the leave-one-out error, in g, that the first figure asks for: half
// a g above the best that any bandwidth and λ reach.
const crashLOO = 23.5

// openLambda is the λ that the first figure opens with.
const openLambda = 0.01

func buildFit(f *course.Form) course.Draw {
	terms := f.Int("terms", "terms added", allTerms, 0, allTerms, course.Unit("of 24"), course.Film, course.More)
	load := points.OnLine(f, points.Offer{Data: "mcycle", Edit: "fit-curve"})
	kernel := model.Kernel(f, 2)
	mean := model.Lambda(f, openLambda, load)
	resampled := f.Bool("resampled", "resampled fits", false, course.More)
	at := curves.PointedAt(f, load)
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		r := load()
		if r.Data.Len() == 0 {
			return r.Blank("fit-curve", 300), nil
		}
		fit, err := curves.FitRidge(ctx, memo, r, kernel(), mean(r.Data.Len()))
		if err != nil {
			return nil, err
		}
		fit.PointAt(at)
		p := fit.Picture(f,
			[]plots.Panel{fit.CurvePanel("fit-curve", "f = Σ αᵢ k(xᵢ, ·)", 300), fit.AlphaPanel("fit-alpha", openLambda)},
			[]plots.Panel{fit.GramPanel("fit-gram")})
		at := fit.Solution
		fitted := at.Err == nil
		left := fit.LeftOut()
		p.Numbers = slices.Insert(p.Numbers, 1, left.Numbers()...)
		p.Description += left.Describe()
		if resampled && fitted && fit.Negative() == 0 {
			ghosts(fit, p)
		}
		if terms < allTerms && fitted {
			partialSum(fit, terms).show(p)
		}
		p.Goals = []course.Goal{
			{Name: "follow", At: "bandwidth=3.98", Now: r.On("mcycle", at.LOORMSE), Reached: fitted && r.Name == "mcycle" && at.LOORMSE < crashLOO, Text: fmt.Sprintf("Goal reached: %s g.", course.Digits(at.LOORMSE))},
			{Name: "interpolate", At: "data=sine&kernel=exponential&lambda=0", Reached: fitted && r.Name == "sine" && at.TrainRMSE < 0.005, Text: "It passes through the points, noise and all."},
		}
		return p, nil
	}
}

// pathBandwidth, in ms, is where the path opens: near the least leave-one-out error.
const pathBandwidth = 7.36

type pathOf struct {
	points.LineSpec
	kernel engine.Kernel
}

type column = []float64

// Compute returns λ and what it leads to, column by column, and their bytes.
func (of pathOf) Compute(ctx context.Context, memo *course.Memo) ([8]column, int, error) {
	fit, err := curves.FitRidge(ctx, memo, of.Load(), of.kernel, openLambda) // of any λ
	if err != nil {
		return [8]column{}, 0, err
	}
	var c [8]column
	together := fit.LeaveTogether(model.Lambdas)
	for l, at := range fit.Path(model.Lambdas) {
		if at.Err != nil || math.IsNaN(at.LOORMSE) {
			continue
		}
		squares := 0.0
		for _, a := range at.Alpha {
			squares += a * a
		}
		for i, v := range []float64{at.Lambda, at.TrainRMSE, at.LOORMSE, at.DegreesOfFreedom, at.Norm, squares,
			engine.StandardError(at.LOOResiduals), together[l].RMSE} {
			c[i] = append(c[i], v)
		}
	}
	return c, 8 * 8 * len(model.Lambdas), nil
}

func buildPath(f *course.Form) course.Draw {
	load := points.OnLine(f, points.Offer{Data: "mcycle"})
	kernel := model.Kernel(f, pathBandwidth)
	mean := model.Lambda(f, 0.01, load)
	all := f.Choice("draw", "draw", "errors", course.Options("errors", "the errors", "all", "degrees of freedom and norms too"), course.More) == "all"
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		r := load()
		fit, err := curves.FitRidge(ctx, memo, r, kernel(), mean(r.Data.Len()))
		if err != nil {
			return nil, err
		}
		path, err := course.Remember(ctx, memo, pathOf{r.Spec, kernel()})
		if err != nil {
			return nil, err
		}
		n := r.Data.Len()
		lambdas := model.WrittenAll(f, path[0], n)
		train, loo, dof, norm, squares, se, whole := path[1], path[2], path[3], path[4], path[5], path[6], path[7]
		here := f.Control("lambda").Number()
		ends := model.WrittenAll(f, model.Lambdas, n)
		best := 0
		for i := range loo {
			if loo[i] < loo[best] {
				best = i
			}
		}
		bestLambda := at(lambdas, best)
		if len(loo) > 0 && engine.Agree(slices.Max(loo), loo[best], loo[best]) {
			bestLambda = math.NaN() // no place is the best
		}
		x := plots.Axis{Label: "λ", Min: ends[0], Max: ends[len(ends)-1], Log: true}
		spread := r.Spread()
		errors := []plots.Line{
			{Name: "± standard error", Xs: lambdas, Ys: floats.AddScaledTo(make([]float64, len(loo)), loo, -1, se), Color: plots.Curve.Fade(0.72), Width: 1.2, Dots: true},
			{Xs: lambdas, Ys: floats.AddScaledTo(make([]float64, len(loo)), loo, 1, se), Color: plots.Curve.Fade(0.72), Width: 1.2, Dots: true},
			{Name: "leave-one-out", Xs: lambdas, Ys: loo, Color: plots.Curve, Width: 2.6, Class: "curve"},
			{Name: "train", Xs: lambdas, Ys: train, Color: plots.Accent, Width: 2, Dash: true},
		}
		if curves.Together(r) != nil {
			errors = append(errors, plots.Line{Name: "all of one x left out", Xs: lambdas, Ys: whole, Color: plots.Soft, Width: 1.6})
		}
		panel := func(id, title string, height float64, y plots.Axis, lines ...plots.Line) plots.Panel {
			return plots.Panel{ID: id, Title: title, Width: course.Half, Height: height, Plot: plots.Paths{X: x, Y: y, Lines: lines, At: here, AtName: "λ", Class: "t-lambda"}}
		}
		lowNorm, highNorm := decades(norm, squares)
		freedom := plots.Axis{Label: "degrees of freedom", Min: 0, Max: plots.RoundUp(1.05 * at(dof, 0))}
		if fit.Negative() > 0 { // they run off to both sides where nλ passes one
			freedom = plots.Axis{Label: "Σ s/(s + nλ)", Min: -plots.RoundUp(float64(n)), Max: plots.RoundUp(float64(n))}
		}
		p := &course.Picture{
			Columns: [][]plots.Panel{
				{
					panel("path-error", "Errors against λ", 440, plots.Axis{Label: course.WithUnit("error", r.YUnit), Min: 0, Max: plots.RoundUp(1.2 * spread)}, errors...),
				},
				{
					panel("path-dof", "Degrees of freedom against λ", 220, freedom,
						plots.Line{Name: "tr K(K + nλI)⁻¹", Xs: lambdas, Ys: dof, Color: plots.Curve, Width: 2.6}),
					panel("path-norm", "Norms against λ", 220, plots.Axis{Label: "norms", Min: lowNorm, Max: highNorm, Log: true},
						plots.Line{Name: "‖f‖", Xs: lambdas, Ys: norm, Color: plots.Curve, Width: 2.6},
						plots.Line{Name: "Σ αᵢ²", Xs: lambdas, Ys: squares, Color: plots.Accent, Width: 2, Dash: true}),
				},
			},
			Numbers: append(slices.Insert(fit.Numbers(), 1, fit.LeftOut().Numbers()...),
				course.Number{Name: "best_lambda", Label: "best λ on this path", Value: bestLambda},
				course.Number{Name: "best_loo_rmse", Label: "its leave-one-out error", Means: "The least leave-one-out error of all the fits that are drawn.", Value: at(loo, best), Unit: r.YUnit}),
			Message:     fit.Message(),
			Certificate: fit.Check(),
			Series: []course.Series{course.Table("path", "lambda train_rmse loo_rmse degrees_of_freedom rkhs_norm alpha_squares loo_standard_error loo_together_rmse", lambdas, train, loo,
				dof, norm, squares, se, whole)},
			Code: fit.Code(f, model.Lambdas...),
		}
		if !all { // they tell where the curve goes in the end
			p.Columns = p.Columns[:1]
		}
		p.Description = describePath(fit, here, model.Written(f, n), lambdas, train, loo, best)
		asks := ""
		if fit.Negative() > 0 { // Σ s/(s + nλ) counts nothing
			asks = "with a positive semi-definite kernel, five degrees of freedom, give or take a half"
		}
		p.Goals = []course.Goal{
			{Name: "five", Asks: asks, At: "lambda=0.0251", Now: course.Digits(fit.Solution.DegreesOfFreedom), Reached: fit.Solution.Err == nil && fit.Negative() == 0 && math.Abs(fit.Solution.DegreesOfFreedom-5) <= 0.5, Text: fmt.Sprintf("Goal reached: %s degrees of freedom.", course.Digits(fit.Solution.DegreesOfFreedom))},
			{Name: "best", At: "lambda=0.000282", Reached: fit.Solution.Err == nil && fit.Solution.LOORMSE <= 1.002*at(loo, best), Text: "That is the bottom of the valley."},
		}
		return p, nil
	}
}

// maxLegs is how many rises and falls of a path a sentence can tell.
const maxLegs = 4

// describePath says where the reader stands, and how the errors run on the path:
// every swing of the leave-one-out error above one percent of its least value is told, or
// counted, and so is the way to its least. Every λ is in the convention in force, factor times that of the mean loss.
func describePath(fit *curves.Ridge, lambda, factor float64, lambdas, train, loo []float64, best int) string {
	here := fmt.Sprintf("At λ = %s there is no fit.", course.Value(lambda))
	if fit.Solution.Err == nil {
		freedom := fmt.Sprintf("there are %s degrees of freedom", course.Digits(fit.Solution.DegreesOfFreedom))
		if fit.Negative() > 0 {
			freedom = fmt.Sprintf("Σ s/(s + nλ) is %s", course.Digits(fit.Solution.DegreesOfFreedom))
		}
		here = fmt.Sprintf("At λ = %s %s, and the leave-one-out error is %s.", course.Value(lambda), freedom, course.Quantity(fit.Solution.LOORMSE, fit.YUnit))
	}
	if len(loo) == 0 {
		return here + " No λ on this path gives a fit."
	}
	if to := fit.MinimaTo(); !math.IsNaN(to) {
		here += fmt.Sprintf(" K has %s: below λ = %s the fits are minima of the objective, and from there on saddles.", course.Plural(fit.Negative(), "negative eigenvalue"), course.Digits(to*factor))
	}
	if last := len(train) - 1; train[last] > 1.01*train[0] && fit.Negative() == 0 {
		here += " As λ grows the train error rises."
	}
	return here + describeErrors(fit.YUnit, lambdas, loo, best)
}

// describeErrors says how the leave-one-out error runs on the path, and where it is least.
func describeErrors(unit string, lambdas, loo []float64, best int) string {
	value := func(i int) string { return course.Quantity(loo[i], unit) }
	most := slices.Index(loo, slices.Max(loo))
	swing := 0.01 * loo[best]
	switch {
	case engine.Agree(loo[best], loo[most], loo[most]):
		return fmt.Sprintf(" The leave-one-out error is %s at every λ of the path.", value(best))
	case loo[most]-loo[best] <= swing && value(best) == value(most):
		return fmt.Sprintf(" The leave-one-out error hardly depends on λ: it is %s throughout, to within 1 %%.", value(best))
	case loo[most]-loo[best] <= swing:
		return fmt.Sprintf(" The leave-one-out error hardly depends on λ: it is between %s and %s.", value(best), value(most))
	}
	least := fmt.Sprintf(" It is least, %s, at λ = %s.", value(best), course.Digits(lambdas[best]))
	if first, last := curves.Tied(loo, best); last > first {
		least = fmt.Sprintf(" It is least, %s, from λ = %s to λ = %s.", value(best), course.Digits(lambdas[first]), course.Digits(lambdas[last]))
	}
	turns := curves.Turns(loo, swing)
	if len(turns)-1 > maxLegs {
		return fmt.Sprintf(" The leave-one-out error turns %d times on the path.", len(turns)-2) + least
	}
	if i, known := slices.BinarySearch(turns, best); !known {
		turns = slices.Insert(turns, i, best) // in a leg that falls or rises elsewhere
	}
	legs := ""
	for i, to := range turns[1:] {
		from := turns[i]
		switch {
		case i > 0 && i == len(turns)-2:
			legs += " and"
		case i > 0:
			legs += ","
		}
		switch change := loo[to] - loo[from]; {
		case math.Abs(change) <= swing:
			legs += fmt.Sprintf(" hardly changes up to λ = %s", course.Digits(lambdas[to]))
		case change > 0:
			legs += fmt.Sprintf(" rises to %s at λ = %s", value(to), course.Digits(lambdas[to]))
		default:
			legs += fmt.Sprintf(" falls to %s at λ = %s", value(to), course.Digits(lambdas[to]))
		}
	}
	return fmt.Sprintf(" From %s at λ = %s the leave-one-out error%s.", value(0), course.Digits(lambdas[0]), legs) + least
}

// at returns v[i], or NaN where there is none.
func at(v []float64, i int) float64 {
	if i >= len(v) {
		return math.NaN()
	}
	return v[i]
}

// decades are the powers of ten around the positive values of all columns, at most forty of them.
func decades(columns ...[]float64) (low, high float64) {
	low, high = math.Inf(1), 0
	for _, c := range columns {
		for _, v := range c {
			if v > 0 {
				low, high = math.Min(low, v), math.Max(high, v)
			}
		}
	}
	if high == 0 {
		return 0.1, 10
	}
	high = math.Pow(10, math.Ceil(math.Log10(high)))
	low = math.Pow(10, math.Floor(math.Log10(low)))
	return math.Max(low, high*1e-40), math.Max(high, low*10)
}

// facts are the numbers in the lesson's prose.
func facts() course.Facts {
	d := data.MCycle()
	n := float64(d.Len())
	facts := course.Facts{
		"n":          n,
		"rms":        floats.Norm(d.Y, 2) / math.Sqrt(n),
		"last-time":  d.X[len(d.X)-1][0],
		"shared":     sharing(d.Input(0)),
		"sum-lambda": n * 0.01,
		"over-n":     0.01 / n,
	}
	memo := course.NewMemo(1 << 22)
	facts.Read(memo, buildFit, "lambda=10", "big-", "train", "train_rmse")
	facts.Read(memo, buildFit, "bandwidth=0.3&lambda=1e-4", "needle-", "train", "train_rmse", "loo", "loo_rmse", "dof", "degrees_of_freedom", "se", "loo_standard_error")
	facts.Read(memo, buildFit, "data=points&points=0,21;1,22;2,20;3,21;8,22;9,21&bandwidth=0.7&lambda=0.001", "raw-", "loo", "loo_rmse")
	facts.Read(memo, buildFit, "data=points&points=0,0;1,1;2,-1;3,0;8,1;9,0&bandwidth=0.7&lambda=0.001", "centred-", "loo", "loo_rmse")
	facts.Read(memo, buildFit, "data=sine&bandwidth=0.1&lambda=0", "gauss-", "loo", "loo_rmse")
	facts.Read(memo, buildFit, "data=sine&kernel=exponential&lambda=0", "rough-", "loo", "loo_rmse")

	geyser := facts.Read(memo, buildFit, "data=faithful&bandwidth=0.1&lambda=0.001", "geyser-", "loo", "loo_rmse")
	for _, s := range geyser.Series {
		if s.Name == "fit" {
			curve := s.Columns[1].Values
			facts["faithful-end"] = curve[len(curve)-1]
		}
	}
	facts["faithful-min"] = slices.Min(data.Faithful().Y)

	facts["poly-shift"] = n * 0.01
	steep := engine.Polynomial{Degree: 12, Offset: 1}
	facts["poly-top"] = steep.Eval(d.X[len(d.X)-1], d.X[len(d.X)-1])

	errorFacts(facts, memo)
	pairFacts(facts)
	twinFacts(facts)
	return facts
}

// paired is how many standard errors of their difference two mean squares of residuals of the
// same readings are apart.
func paired(a, b []float64) float64 {
	mean, square, n := 0.0, 0.0, float64(len(a))
	for i, r := range a {
		v := r*r - b[i]*b[i]
		mean, square = mean+v/n, square+v*v/n
	}
	return math.Abs(mean) / math.Sqrt((square-mean*mean)/(n-1))
}

// pairFacts are the worked example, in whole numbers: two points, the kernel min(x, x′)
// and nλ = 1. The columns of (K + nλI)⁻¹ are its solutions for the unit vectors.
func pairFacts(facts course.Facts) {
	const lambda = 0.5
	d := engine.Dataset{X: engine.Column([]float64{1, 2}), Y: []float64{5, 0}}
	gram := engine.Gram(engine.Min{}, d.X)
	f := course.Must(engine.KRR(engine.Min{}, d, lambda))
	inverse := course.Must(engine.SolveKRR(gram, []float64{1, 0}, lambda))

	facts["pair-shift"] = 2 * lambda
	facts["pair-k"] = gram.At(0, 1)
	facts["pair-a11"], facts["pair-a22"] = gram.At(0, 0)+2*lambda, gram.At(1, 1)+2*lambda
	facts["pair-det"] = facts["pair-a11"]*facts["pair-a22"] - gram.At(0, 1)*gram.At(0, 1)
	facts["pair-alpha1"], facts["pair-alpha2"] = f.Alpha[0], f.Alpha[1]
	facts["pair-f1"], facts["pair-f2"] = f.Eval(d.X[0]), f.Eval(d.X[1])
	facts["pair-miss1"], facts["pair-miss2"] = d.Y[0]-facts["pair-f1"], d.Y[1]-facts["pair-f2"]
	facts["pair-loo"] = f.Alpha[0] / inverse[0]
}

// errorFacts are what is said of errors at points left out, and of how far to trust them.
func errorFacts(facts course.Facts, memo *course.Memo) {
	path := facts.Read(memo, buildPath, "", "path-")
	columns := map[string][]float64{}
	for _, s := range path.Series {
		for _, c := range s.Columns {
			columns[c.Name] = c.Values
		}
	}
	lambdas, loo := columns["lambda"], columns["loo_rmse"]
	best := slices.Index(loo, slices.Min(loo))
	facts["best-loo"], facts["best-se"] = loo[best], columns["loo_standard_error"][best]
	from, to := best, best
	for from > 0 && loo[from-1] <= loo[best]+facts["best-se"] {
		from--
	}
	for to+1 < len(loo) && loo[to+1] <= loo[best]+facts["best-se"] {
		to++
	}
	facts["within-from"], facts["within-to"] = lambdas[from], lambdas[to]

	// Each price at its own best λ, ℓ being the path's.
	d := data.MCycle()
	s := course.Must(engine.Eigen(engine.Gram(engine.Gaussian{Length: pathBandwidth}, d.X)))
	norm := course.Must(s.Solve(d.Y, lambdas[best]))
	squares := engine.RidgePoint{LOORMSE: math.Inf(1)}
	for _, at := range s.AsFeatures().Path(d.Y, model.Lambdas) {
		if at.Err == nil && at.LOORMSE < squares.LOORMSE {
			squares = at
		}
	}
	facts["best-squares-loo"] = squares.LOORMSE
	facts["paired"] = paired(norm.LOOResiduals, squares.LOOResiduals)
	for name, lambda := range map[string]float64{"ten-paired": 0.00293, "far-paired": 0.1} {
		facts[name] = paired(norm.LOOResiduals, course.Must(s.Solve(d.Y, lambda)).LOOResiduals)
	}
	facts.Read(memo, buildPrice, "", "price-", "apart", "apart")

	facts.Read(memo, buildFit, "bandwidth=0.01", "thin-", "loo", "loo_rmse", "together", "loo_together_rmse")
	facts["dip-least"], facts["dip-most"] = math.Inf(1), math.Inf(-1)
	ghosts := facts.Read(memo, buildFit, "resampled=1", "ghosts-").Columns[0][0].Plot.(plots.Curves)
	for _, line := range ghosts.Lines {
		if line.Class == "resampled" {
			dip := slices.Min(line.Ys)
			facts["dip-least"], facts["dip-most"] = math.Min(facts["dip-least"], dip), math.Max(facts["dip-most"], dip)
		}
	}

	// What two readings at one time differ by, and how many bumps are drawn.
	times := engine.SameInputs(d.X)
	for i := range times {
		for j := range i {
			if times[i] == times[j] {
				facts["twin-gap"] = math.Max(facts["twin-gap"], math.Abs(d.Y[i]-d.Y[j]))
			}
		}
	}
	opens := facts.Read(memo, buildFit, "", "fit-")
	facts["bumps"] = float64(len(opens.Columns[0][1].Plot.(plots.Stems).Bumps))
}

// twinFacts are the exercise of two readings at one place, with the answers that
// its usual slips lead to.
func twinFacts(facts course.Facts) {
	d := engine.Dataset{X: engine.Column([]float64{0, 0}), Y: []float64{1, 3}}
	at0 := func(lambda float64) float64 {
		return course.Must(engine.KRR(engine.Gaussian{Length: 1}, d, lambda)).Eval(d.X[0])
	}
	facts["twins"] = at0(0.5)
	facts["twins-no-n"] = at0(0.5 / 2)
	facts["twins-mean"] = (d.Y[0] + d.Y[1]) / 2
}

// sharing counts the values of v that occur more than once, v being sorted.
func sharing(v []float64) float64 {
	shared := 0.0
	for i, x := range v {
		if i > 0 && v[i-1] == x || i+1 < len(v) && v[i+1] == x {
			shared++
		}
	}
	return shared
}
