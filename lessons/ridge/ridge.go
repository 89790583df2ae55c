// Package ridge is the lesson on ridge regression: what flexibility costs, and what
// a price on coefficients buys.
package ridge

import (
	"context"
	"embed"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/curves"
	"gramophone/lessons/model"
	"gramophone/lessons/points"
	"gramophone/plots"
)

//go:embed ridge.md
var prose string

//go:embed code
var files embed.FS

var programs = course.ParsePrograms(files)

var Lesson = &course.Lesson{
	Slug:   "ridge",
	Short:  "Ridge regression",
	Title:  "The price of flexibility",
	Lede:   "Twenty bottles of wine, twelve measures of each, and a fit that is worse than no fit at all. What went wrong, and can a price on large numbers mend it?",
	Emblem: course.Emblem{State: "objective", Draw: emblem},
	Prose:  prose,
	Facts:  facts,
	Figures: []course.Figure{{
		Name:  "bottles",
		Title: "Twenty wines, twelve measures.",
		Goal:  "on the other wines, nearer than the mean and than a few chosen measures",
		Build: buildBottles,
	}, {
		Name:   "fit",
		Title:  "Flexible, and at a price.",
		Goal:   "test error under 0.3, at degree 15: more features than points",
		Linked: "price",
		Build:  buildFit,
	}, {
		Name:   "path",
		Title:  "Every price at once.",
		Goal:   "errors shown, and the test error within two per cent of its least",
		Linked: "price",
		Own:    "lambda",
		Build:  buildPath,
	}, {
		Name:  "objective",
		Title: "Where loss and penalty touch.",
		Goal:  "the first coefficient exactly zero, the second not",
		Build: buildObjective,
	}, {
		Name:  "shrink",
		Title: "What shrinks.",
		Goal:  "four directions keep more than half, the other nine less",
		Build: buildShrink,
	}},
}

// What the first two figures ask for: a test error under tameError, and one within
// a factor of valleyWithin of the least.
const (
	tameError    = 0.3
	valleyWithin = 1.02
)

// tooLow is the λ at which the first figures open.
const tooLow = 1e-8

// controls are those of the figures that fit a polynomial: a sample whose test error
// has one valley, not several.
func controls(f *course.Form, lambda float64, edit string) (load func() *points.Line, features func(*points.Line) curves.Powers, mean func(int) float64) {
	load = points.OnLine(f, points.Offer{Data: "sine", N: 15, Seed: 13, Of: []string{"sine", "step", "mcycle", "faithful", "points"}, Edit: edit})
	features = curves.ChoosePowers(f, 12)
	return load, features, model.Lambda(f, lambda, load)
}

func buildFit(f *course.Form) course.Draw {
	load, features, mean := controls(f, tooLow, "fit-curve")
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		r := load()
		if r.Data.Len() == 0 {
			return r.Blank("fit-curve", 400), nil
		}
		p := features(r)
		fit := curves.FitPolynomial(r, p, mean(r.Data.Len()))
		p.Degree = curves.MaxDegree
		l, err := course.Remember(ctx, memo, ladderOf{r.Spec, p})
		if err != nil {
			return nil, err
		}
		train, unseen := l.errors(r, fit.Lambda)
		degrees := make([]float64, len(train))
		for q := range degrees {
			degrees[q] = float64(q)
		}
		picture := fit.Picture(f,
			[]plots.Panel{fit.CurvePanel("fit-curve", 400)},
			[]plots.Panel{{ID: "fit-degrees", Title: fmt.Sprintf("Train and %s error by degree", unseenLabel(r)), Width: course.Square, Height: 400, Plot: plots.Paths{
				X: plots.Axis{Label: "degree q", Min: 0, Max: curves.MaxDegree, Whole: true}, Y: errorAxis(r),
				Lines: errorLines(r, degrees, train, unseen),
				At:    float64(fit.Degree), AtName: "q", Color: plots.Ink,
			}}})
		picture.Series = append(picture.Series, course.Series{Name: "degrees", Columns: []course.Column{{Name: "degree", Values: degrees}, {Name: "train_rmse", Values: train}, {Name: unseenName(r), Values: unseen}}})
		test := fit.TestRMSE()
		tame, asks := r.Name == "sine" && r.Data.Len() == 15 && r.Noise >= 0.2, ""
		if !tame { // more data, or none of the noise, would do it for nothing
			asks = "test error under 0.3 at degree 15, on 15 points of the sine with noise 0.2"
		}
		picture.Goals = []course.Goal{
			{Name: "tame", Asks: asks, At: "degree=15&lambda=0.000282", Now: fmt.Sprintf("%s at degree %d", course.Digits(test), fit.Degree), Reached: tame && fit.Degree == 15 && test < tameError,
				Text: fmt.Sprintf("Goal reached: %s, with sixteen features on fifteen points.", course.Digits(test))},
		}
		return picture, nil
	}
}

func buildPath(f *course.Form) course.Draw {
	load, features, mean := controls(f, tooLow, "")
	shown := f.Choice("errors", "errors", "hidden", course.Options("hidden", "not yet", "shown", "shown")) == "shown"
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		r := load()
		if r.Data.Len() == 0 {
			return r.Blank("path-theta", 300), nil
		}
		fit := curves.FitPolynomial(r, features(r), mean(r.Data.Len()))
		path := pathOf(fit)
		path.lambdas = model.WrittenAll(f, path.lambdas, r.Data.Len())
		x := plots.Axis{Label: "λ", Min: path.lambdas[0], Max: path.lambdas[len(path.lambdas)-1], Log: true}
		over := func(y plots.Axis, lines []plots.Line) plots.Paths {
			return plots.Paths{X: x, Y: y, Lines: lines, At: f.Control("lambda").Number(), AtName: "λ", Class: "t-lambda"}
		}
		best := path.best()
		theta := over(path.coefficientAxis(best), path.coefficientLines(fit, best))
		theta.StartNames = true
		title, errors := "Both errors: your guess?", []plots.Line(nil)
		if shown {
			title, errors = "Both errors against λ", errorLines(r, path.lambdas, path.train, path.unseen)
		}
		dof := []plots.Line{{Name: "degrees of freedom", Xs: path.lambdas, Ys: path.dof, Color: plots.Curve, Width: 2.6}}
		picture := fit.Picture(f,
			[]plots.Panel{{ID: "path-theta", Title: "The coefficients against λ", Width: course.Half, Height: 460, Plot: theta}},
			[]plots.Panel{
				{ID: "path-error", Title: title, Width: course.Half, Height: 230, Plot: over(errorAxis(r), errors)},
				{ID: "path-dof", Title: "Degrees of freedom against λ", Width: course.Half, Height: 230,
					Plot: over(plots.Axis{Label: "degrees of freedom", Min: 0, Max: float64(fit.D() + 1)}, dof)},
			})
		if shown {
			bestLambda := path.lambdas[best]
			if path.level(best) {
				bestLambda = math.NaN() // no λ is the best
			}
			picture.Numbers = append(picture.Numbers,
				course.Number{Name: "best_lambda", Label: "λ of the least " + unseenLabel(r) + " error here", Value: bestLambda},
				course.Number{Name: "best_" + unseenName(r), Label: "the least " + unseenLabel(r) + " error", Value: path.unseen[best], Unit: r.YUnit})
			picture.Series = append(picture.Series, course.Table("path", "lambda train_rmse "+unseenName(r)+" degrees_of_freedom norm", path.lambdas, path.train, path.unseen, path.dof, path.norm))
			picture.Code = fit.Code(f, unseenName(r), model.Lambdas...)
			picture.Description += " " + path.describe(r, best)
		} else {
			picture.Series = append(picture.Series, course.Table("path", "lambda degrees_of_freedom norm", path.lambdas, path.dof, path.norm))
		}
		here := fit.Solution.LOORMSE
		if r.Truth != nil {
			here = fit.TestRMSE()
		}
		now, asks := "not shown yet", ""
		if r.Truth == nil || fit.Degree != 12 {
			asks = fmt.Sprintf("at degree 12, errors shown, and the %s error within two per cent of its least", unseenLabel(r))
		}
		if shown {
			now = course.Quantity(here, r.YUnit)
		}
		picture.Goals = []course.Goal{
			{Name: "valley", Asks: asks, At: "errors=shown&lambda=0.000282", Now: now, Reached: shown && fit.Solution.Err == nil && fit.Degree == 12 && !path.level(best) && here <= valleyWithin*path.unseen[best], Text: fmt.Sprintf("Goal reached: %s.", course.Quantity(here, r.YUnit))},
			{Name: "six", At: "lambda=0.001", Reached: fit.Solution.Err == nil && fit.Degree == 12 && math.Abs(fit.Solution.DegreesOfFreedom-6) <= 0.25, Text: fmt.Sprintf("Thirteen coefficients, and %s degrees of freedom.", course.Digits(fit.Solution.DegreesOfFreedom))},
		}
		return picture, nil
	}
}

// unseenLabel is what the error on points that were not fitted is called: on new points
// where the truth is known, and else on each point, left out.
func unseenLabel(r *points.Line) string {
	if r.Truth == nil {
		return "leave-one-out"
	}
	return "test"
}

func unseenName(r *points.Line) string {
	if r.Truth == nil {
		return "loo_rmse"
	}
	return "test_rmse"
}

// errorAxis runs from a twentieth of the size of y to ten times that.
func errorAxis(r *points.Line) plots.Axis {
	size := floats.Norm(r.Data.Y, 2) / math.Sqrt(float64(r.Data.Len()))
	if size == 0 {
		size = 1
	}
	return plots.Axis{Label: course.WithUnit("error", r.YUnit), Min: plots.RoundUp(size / 20), Max: plots.RoundUp(10 * size), Log: true}
}

func errorLines(r *points.Line, x, train, unseen []float64) []plots.Line {
	return []plots.Line{
		{Name: unseenLabel(r), Xs: x, Ys: positive(unseen), Color: plots.Curve, Width: 2.6, Class: "curve"},
		{Name: "train", Xs: x, Ys: positive(train), Color: plots.Accent, Width: 2, Dash: true},
	}
}

// positive has a gap where a logarithmic axis has no place.
func positive(v []float64) []float64 {
	v = slices.Clone(v)
	for i, x := range v {
		if !(x > 0) || math.IsInf(x, 1) {
			v[i] = math.NaN()
		}
	}
	return v
}

// A ladder is what one data set gives for every degree before λ: features of a
// degree are the first columns of those of the highest.
type ladder struct {
	spectra  []*engine.PrimalSpectrum // of degree q; nil where numbers overflow
	features *mat.Dense               // on the grid, of the highest degree
}

type ladderOf struct {
	points.LineSpec
	curves.Powers // of the highest degree
}

// Compute returns the ladder, and its bytes.
func (of ladderOf) Compute(ctx context.Context, _ *course.Memo) (*ladder, int, error) {
	r, p := of.Load(), of.Powers
	n := r.Data.Len()
	Phi := p.Matrix(r.Data.Input(0))
	l := &ladder{features: p.Matrix(curves.Grid(r.XMin, r.XMax))}
	for q := range p.D() {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		spectrum, err := engine.SVD(mat.DenseCopyOf(Phi.Slice(0, n, 0, q+1)))
		if err != nil {
			spectrum = nil // the figure says so at that degree
		}
		l.spectra = append(l.spectra, spectrum)
	}
	return l, 8 * (curves.GridPoints*p.D() + p.D()*p.D()*(n+p.D())/2), nil
}

// errors are the train error and that on what was not seen, of every degree; NaN
// where there is no fit.
func (l *ladder) errors(r *points.Line, lambda float64) (train, unseen []float64) {
	for _, spectrum := range l.spectra {
		e, u := math.NaN(), math.NaN()
		if spectrum != nil {
			if at := spectrum.Solve(r.Data.Y, lambda); at.Err == nil {
				e, u = at.TrainRMSE, unseenError(r, at, l.features)
			}
		}
		train, unseen = append(train, e), append(unseen, u)
	}
	return train, unseen
}

// unseenError is the error that unseenLabel names, by features on the grid, of which
// the first are those of the fit.
func unseenError(r *points.Line, at engine.RidgePoint, features *mat.Dense) float64 {
	if r.Truth == nil {
		if r.Data.Len() == 1 { // nothing is left, and zero is said of it, whatever λ
			return math.Abs(r.Data.Y[0])
		}
		return at.LOORMSE
	}
	rows, _ := features.Dims()
	curve := mat.NewVecDense(rows, nil)
	curve.MulVec(features.Slice(0, rows, 0, len(at.Theta)), mat.NewVecDense(len(at.Theta), at.Theta))
	return r.TestRMSE(curves.Grid(r.XMin, r.XMax), curve.RawVector().Data)
}

// valleyLambda is the slider's λ with the least test error in the first figures.
const valleyLambda = 2.82e-4

// facts are the numbers in the lesson's prose.
func facts() course.Facts {
	facts := course.Facts{}
	memo := course.NewMemo(1 << 24)
	for prefix, query := range map[string]string{
		"open": "", "squares": "lambda=0", "valley": "lambda=" + course.FormatNumber(valleyLambda), "dear": "lambda=0.1", "top": "lambda=10",
		"stiff": "degree=3", "rich": "degree=15", "rich-dear": "degree=15&lambda=0.01", "rich-valley": "degree=15&lambda=" + course.FormatNumber(valleyLambda), "many": "n=300",
		"other": "seed=2", "scaled": "degree=5&lambda=0.1", "raw": "degree=5&lambda=0.1&inputs=raw",
	} {
		facts.Read(memo, buildPath, query, prefix+"-")
	}
	for prefix, query := range map[string]string{
		"circle": "", "free": "lambda=0", "circle-dear": "lambda=2", "diamond": "penalty=l1", "corner": "penalty=l1&lambda=2", "all-out": "penalty=l1&lambda=5",
		"short": "scale=0.3&correlation=0", "unit": "correlation=0", "long": "scale=3&correlation=0", "unpriced": "correlation=0&lambda=0",
	} {
		facts.Read(memo, buildObjective, query, prefix+"-")
	}
	facts["short-effect"], facts["unit-effect"], facts["long-effect"] = 0.3*facts["short-theta_2"], facts["unit-theta_2"], 3*facts["long-theta_2"]
	facts["effect"] = facts["unpriced-theta_2"]
	const n = 15
	facts["n"], facts["noise"] = n, 0.2
	facts["valley-lambda"], facts["valley-sum"] = valleyLambda, n*valleyLambda

	// The worked example.
	Phi, y := curves.RawPowers(1).Matrix([]float64{0, 1, 2}), []float64{1, 2, 6}
	for prefix, lambda := range map[string]float64{"hand": 1. / 3, "hand-free": 0} {
		at := course.Must(engine.SVD(Phi)).Solve(y, lambda)
		facts[prefix+"-0"], facts[prefix+"-1"] = at.Theta[0], at.Theta[1]
		facts[prefix+"-norm"], facts[prefix+"-train"], facts[prefix+"-dof"] = at.Norm, at.TrainRMSE*at.TrainRMSE, at.DegreesOfFreedom
	}

	// What a polynomial of degree 5 in 100 inputs has to store, 8 bytes a number.
	d, _ := new(big.Float).SetInt(engine.CountFeatures(100, 5)).Float64()
	facts["d"], facts["d-megabytes"], facts["gram-petabytes"] = d, 8*d/1e6, 8*d*d/1e15

	facts.Read(memo, buildBottles, "", "bottles-")
	facts.Read(memo, buildBottles, "lambda=0.316", "priced-bottles-")
	facts.Read(memo, buildBottles, "lambda=10", "dear-bottles-")
	facts.Read(memo, buildShrink, "", "shrink-")
	facts.Read(memo, buildShrink, "direction=3", "third-")
	facts.Read(memo, buildShrink, "direction=13", "last-")
	facts["shrink-count"], facts["unseen"] = 13, 178-20
	degrees := course.Must(buildFit(course.NewForm(course.ParseQuery("lambda="+course.FormatNumber(valleyLambda))))(context.Background(), memo))
	for _, s := range degrees.Series {
		if s.Name == "degrees" {
			high := s.Columns[2].Values[4:]
			facts["flat-least"], facts["flat-most"] = floats.Min(high), floats.Max(high)
		}
	}
	cellarFacts(facts)
	sineFacts(facts)
	exerciseFacts(facts)
	return facts
}

// sineFacts count over samples like that of the figures, fifteen points of a sine.
// The rival chooses the degree of least squares, and not λ.
func sineFacts(facts course.Facts) {
	const n, noise, degree = 15, 0.2, 12
	features := curves.ScaledPowers(curves.MaxDegree, 0, 10)
	grid := features.Matrix(curves.Grid(0, 10))
	var priced, free, six, byDegree, byLambda []float64
	flat, flatFree := 0., 0.
	for seed := range samples {
		r := &points.Line{Data: engine.Sine(n, noise, rand.New(rand.NewPCG(uint64(seed+1), 0))), Truth: engine.SineTruth, Noise: noise}
		r.XMax = 10
		Phi := features.Matrix(r.Data.Input(0))
		var at, at0 []engine.RidgePoint // of each degree
		var spectra []*engine.PrimalSpectrum
		for q := range features.D() {
			s := course.Must(engine.SVD(mat.DenseCopyOf(Phi.Slice(0, n, 0, q+1))))
			spectra, at, at0 = append(spectra, s), append(at, s.Solve(r.Data.Y, valleyLambda)), append(at0, s.Solve(r.Data.Y, 0))
		}
		test := func(p engine.RidgePoint) float64 {
			if p.Err != nil {
				return math.Inf(1) // no fit, and so no limit to its error
			}
			return unseenError(r, p, grid)
		}
		priced, free, six = append(priced, test(at[degree])), append(free, test(at0[degree])), append(six, test(at0[6]))
		least := at0[0] // by leave-one-out, while it is finite
		for _, p := range at0[:n-1] {
			if p.Err == nil && p.LOORMSE < least.LOORMSE {
				least = p
			}
		}
		byDegree = append(byDegree, test(least))
		path := spectra[degree].Path(r.Data.Y, model.Lambdas)
		least = path[0]
		for _, p := range path {
			if p.Err == nil && (least.Err != nil || p.LOORMSE < least.LOORMSE) {
				least = p
			}
		}
		byLambda = append(byLambda, test(least))
		twice := func(all []engine.RidgePoint) float64 {
			lo, hi := math.Inf(1), 0.
			for _, p := range all {
				lo, hi = math.Min(lo, test(p)), math.Max(hi, test(p))
			}
			if hi <= 2*lo {
				return 1
			}
			return 0
		}
		flat += twice(at[4:])
		flatFree += twice(at0[4:n])
	}
	facts["samples"] = samples
	facts["sine-wins-free"], facts["sine-six-wins"], facts["sine-degree-wins"] = wins(priced, free), wins(six, priced), wins(byDegree, byLambda)
	facts["sine-flat"], facts["sine-flat-free"] = flat, flatFree
	facts["sine-middle-free"], facts["sine-middle-priced"], facts["sine-middle-six"] = engine.Median(free), engine.Median(priced), engine.Median(six)
	facts["sine-middle-degree"], facts["sine-middle-lambda"] = engine.Median(byDegree), engine.Median(byLambda)
}

// exerciseFacts are the answers of the exercises with numbers, and what the
// usual slips lead to.
func exerciseFacts(facts course.Facts) {
	// Singular values 6 and 2, n = 4, λ = 1.
	Phi := mat.NewDense(4, 2, []float64{6, 0, 0, 2, 0, 0, 0, 0})
	spectrum, y := course.Must(engine.SVD(Phi)), make([]float64, 4)
	facts["count"] = spectrum.Solve(y, 1).DegreesOfFreedom
	facts["count-sum"] = spectrum.Solve(y, 1./4).DegreesOfFreedom
	facts["count-unsquared"] = 6./(6+4) + 2./(2+4)
	facts["count-free"] = spectrum.Solve(y, 0).DegreesOfFreedom

	// λ = 0.3 of half the sum, 15 points.
	const n, theirs = 15, 0.3
	facts["theirs"], facts["ours"] = theirs, theirs/model.PerPoint("half", n)
	facts["ours-times"], facts["ours-half"], facts["ours-double"] = theirs*n, theirs/n/2, theirs/n*2
}
