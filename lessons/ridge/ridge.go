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

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

//go:embed ridge.md
var prose string

//go:embed lab.py
var lab string

// shares are the counts of [cellars], of [sines] and of the claims of three figures.
//
//go:embed shares.csv
var shares string

//go:embed code
var files embed.FS

var programs = course.ParsePrograms(files)

var Lesson = &course.Lesson{
	Slug:  "ridge",
	Short: "Ridge regression",
	Title: "The price of flexibility",
	Lede: "Twenty bottles of wine, and twelve measures of each: a formula foretells the alcohol of the next bottle. " +
		"Or say the mean of the twenty, and measure nothing. Which of the two would you bet on?",
	Emblem: course.Emblem{State: "objective", Draw: emblem},
	Film:   film,
	Prose:  prose,
	Lab:    lab,
	Facts:  facts,
	Fresh:  fresh,
	Figures: []course.Figure{{
		Name:       "bottles",
		Title:      "Twenty wines, twelve measures.",
		Goal:       "bring the median error under 0.65 % from 20 wines",
		Conditions: "The median of 100 hidden draws of 20 wines.",
		NoTable:    "It is about twenty wines, and its questions name their measures.",
		Build:      buildBottles,

		Samples: bottlesAmong,
	}, {
		Name:       "fit",
		Title:      "Flexible, and at a price.",
		Goal:       "bring the test error under 0.65 at degree 15",
		Conditions: "In at least 135 of 200 hidden samples of 15 points of the sine, with noise of 0.2 at least.",
		Linked:     "price",
		Samples: &course.Samples{
			Seed: "seed", Of: "samples", Draws: 100, Designs: points.DrawnOnLine,
			Claims: []course.Claim{{
				Name: "fit-tame", Says: "The test error here is under 0.65", Under: hiddenError,
				Holds: func(p *course.Picture) many.Outcome { return many.If(p.Find("test_rmse") < hiddenError) },
			}},
			Rank:  "test_rmse",
			Curve: &course.Trace{Panel: "fit-degrees", Series: "degrees", X: "degree", Y: "test_rmse"},
			Most:  mostAsked, Error: "test_rmse", Rivals: []course.Rival{byDegree, byLambda},
		},
		Method: "ridge", Same: "condition",
		Rounded: map[string]float64{"loo_rmse": 1e-8, "loo_standard_error": 1e-8},
		Build:   buildFit,
	}, {
		Name:  "path",
		Title: "Every price at once.",
		Goal:  "bring the test error under 0.65 by λ",
		Conditions: "With the errors shown, in at least 140 of 200 hidden samples of 15 points of " +
			"the sine with noise 0.2, at degree 12.",
		Linked: "price",
		Own:    "lambda",
		Samples: &course.Samples{
			Seed: "seed", Of: "samples", Draws: 100, Needs: "errors=shown", Ignores: "lambda convention",
			Designs: points.DrawnOnLine,
			Claims: []course.Claim{{
				Name: "sine-inside", Says: "The least test error lies strictly inside the slider",
				Holds: func(p *course.Picture) many.Outcome { return many.If(inside(p.Column("path", "test_rmse"))) },
			}, {
				Name: "sine-valley", Says: "The test error falls once and then rises once, and turns nowhere else",
				Holds: func(p *course.Picture) many.Outcome { return many.If(onceDown(p.Column("path", "test_rmse"))) },
			}},
			Rank:  "best_test_rmse",
			Curve: &course.Trace{Panel: "path-error", Series: "path", X: "lambda", Y: "test_rmse"},
			Most:  mostAsked, Choosing: choosing,
		},
		Method: "ridge", Same: "condition",
		Rounded: map[string]float64{"loo_rmse": 1e-8, "loo_standard_error": 1e-8},
		Build:   buildPath,
	}, {
		Name:    "objective",
		Title:   "Where loss and penalty touch.",
		Goal:    "make the first coefficient exactly 0, the second not",
		NoTable: course.ByHand,
		Drawn:   []string{},
		Build:   buildObjective,
	}, {
		Name:       "shrink",
		Title:      "What shrinks.",
		Goal:       "have four directions keep over half, and nine less",
		Conditions: "In this sample of the sine, at degree 12.",
		Method:     "ridge", Same: "degrees_of_freedom",
		Build: buildShrink,

		Samples: shrinkAmong,
	}},
}

// What three figures ask for: of the wines a median error in hidden draws, of a sine an error
// in so many of the hidden samples.
const (
	bottlesError  = 0.65 // % by volume; the mean misses by 0.82 in the middle, a few measures by 0.71
	hiddenBottles = 100

	hiddenError          = 0.65
	hiddenSines          = 200
	tameNeed, valleyNeed = 135, 140
)

// tooLow is the λ at which the first figures open.
const tooLow = 1e-8

// A polynomial is what the controls say of one at a price.
type polynomial struct {
	load   func() *points.Line
	powers func(*points.Line) curves.Powers
	mean   func(n int) float64 // λ of the mean loss
}

// choosePolynomial declares the controls of the figures that fit a polynomial: a sample
// whose test error falls once and rises once.
func choosePolynomial(f *course.Form, lambda float64, edit string) polynomial {
	of := []string{"sine", "step", "mcycle", "faithful", "points"}
	load := points.OnLine(f, points.Offer{Data: "sine", N: 15, Seed: 13, Of: of, Edit: edit, Rows: points.MoreRows})
	powers := curves.ChoosePowers(f, 12)
	return polynomial{load, powers, model.Lambda(f, lambda, load)}
}

func (p polynomial) fit() *curves.Polynomial {
	r := p.load()
	return curves.FitPolynomial(r, p.powers(r), p.mean(r.Data.Len()))
}

// A degreeList is a polynomial at a price, and the errors of every degree at that price.
type degreeList struct {
	polynomial // what the controls say

	// What is computed.
	fit           *curves.Polynomial // nil where there is no point
	train, unseen []float64
}

var buildFit = course.Steps(func(f *course.Form) course.Work {
	return &degreeList{polynomial: choosePolynomial(f, tooLow, "fit-curve")}
})

func (r *degreeList) Compute(ctx context.Context, memo *course.Memo) error {
	if r.load().Data.Len() == 0 {
		return nil
	}
	if r.fit = r.polynomial.fit(); course.Judged(ctx) {
		return nil
	}
	l, err := course.Remember(ctx, memo, ladderFor(r.fit))
	if err != nil {
		return err
	}
	r.train, r.unseen = l.errors(r.fit.Line, r.fit.Lambda)
	return nil
}

func (r *degreeList) Show(f *course.Form) *course.Picture {
	if r.fit == nil {
		return r.load().Blank("fit-curve", 400)
	}
	if r.train == nil {
		return judged(r.fit)
	}
	line, degrees := r.fit.Line, make([]float64, len(r.train))
	for q := range degrees {
		degrees[q] = float64(q)
	}
	picture := r.fit.Picture(f,
		[]plots.Panel{r.fit.CurvePanel("fit-curve", 400)},
		[]plots.Panel{{ID: "fit-degrees", Title: fmt.Sprintf("Train and %s error by degree", unseenLabel(line)),
			Width: course.Square, Height: 400, Plot: plots.Paths{
				X: plots.Axis{Label: "degree q", Min: 0, Max: curves.MaxDegree, Whole: true}, Y: errorAxis(line),
				Lines: errorLines(line, degrees, r.train, r.unseen),
				At:    float64(r.fit.Degree), AtName: "q", Color: plots.Ink,
			}}})
	picture.Series = append(picture.Series,
		course.Table("degrees", "degree train_rmse "+unseenName(line), degrees, r.train, r.unseen))
	picture.Goals = []course.Goal{r.goal()}
	return picture
}

func (r *degreeList) goal() course.Goal {
	line, test := r.fit.Line, r.fit.TestRMSE()
	but := line.Unless("sine")
	switch { // more data, or none of the noise, would do it for nothing
	case but != "":
	case line.Data.Len() != 15:
		but = "with " + course.Plural(line.Data.Len(), "point")
	case line.Noise < 0.2:
		but = "with less noise"
	case r.fit.Degree != 15:
		but = fmt.Sprintf("at degree %d", r.fit.Degree)
	}
	return course.Goal{Name: "tame", At: "degree=15&lambda=0.00316", Now: course.Digits(test), But: but,
		Reached: but == "",
		Hidden: &course.Hidden{Number: "test_rmse", Below: hiddenError, Of: hiddenSines, Need: tameNeed,
			Tuned: "degree=15&lambda=0.000282"},
		Text: fmt.Sprintf("Here it is %s, with sixteen features on fifteen points.", course.Digits(test)),
	}
}

// judged is what hidden samples are asked for.
func judged(fit *curves.Polynomial) *course.Picture {
	return &course.Picture{Numbers: []course.Number{{Name: "test_rmse", Value: fit.TestRMSE()}}}
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
	return plots.Axis{Label: course.WithUnit("error", r.YUnit), Min: plots.RoundUp(size / 20),
		Max: plots.RoundUp(10 * size), Log: true}
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

// ladderFor is the ladder of a fit's data and inputs.
func ladderFor(fit *curves.Polynomial) ladderOf {
	p := fit.Powers
	p.Degree = curves.MaxDegree
	return ladderOf{fit.Spec, p}
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
	curve := engine.Apply(features.Slice(0, rows, 0, len(at.Theta)), at.Theta)
	return r.TestRMSE(curves.Grid(r.XMin, r.XMax), curve)
}

// valleyLambda is the slider's λ with the least test error in the first figures.
const valleyLambda = 2.82e-4

// facts are the numbers in the lesson's prose.
func facts() course.Facts {
	facts := course.Facts{}
	memo := course.NewMemo(1 << 24)
	figureFacts(facts, memo)
	handFacts(facts)
	many.Cite(facts, many.Parse(shares))
	facts["bottles-least"] = floats.Min(cellarOf(20, rand.New(rand.NewPCG(bottlesSeed, 0))).errors(bottlesLambdas()))
	return facts
}

// figureFacts are read from the figures in the states that the prose speaks of.
func figureFacts(facts course.Facts, memo *course.Memo) {
	valley := "lambda=" + course.FormatNumber(valleyLambda)
	for prefix, query := range map[string]string{
		"open": "", "squares": "lambda=0", "valley": valley, "dear": "lambda=0.1", "top": "lambda=10",
		"stiff": "degree=3", "rich": "degree=15", "rich-dear": "degree=15&lambda=0.1", "many": "n=300",
		"rich-valley": "degree=15&" + valley,
		"other":       "seed=2", "scaled": "degree=5&lambda=0.1", "raw": "degree=5&lambda=0.1&inputs=raw",
	} {
		facts.Read(memo, buildPath, query, prefix+"-")
	}
	for prefix, query := range map[string]string{
		"circle": "", "free": "lambda=0", "circle-dear": "lambda=2", "diamond": "penalty=l1",
		"corner": "penalty=l1&lambda=2", "all-out": "penalty=l1&lambda=5", "short": "scale=0.3&correlation=0",
		"unit": "correlation=0", "long": "scale=3&correlation=0", "unpriced": "correlation=0&lambda=0",
	} {
		facts.Read(memo, buildObjective, query, prefix+"-")
	}
	facts["short-effect"], facts["long-effect"] = 0.3*facts["short-theta_2"], 3*facts["long-theta_2"]
	facts["unit-effect"], facts["effect"] = facts["unit-theta_2"], facts["unpriced-theta_2"]
	facts.Read(memo, buildBottles, "", "bottles-")
	facts.Read(memo, buildBottles, "lambda=0.316", "priced-bottles-")
	facts.Read(memo, buildBottles, "lambda=10", "dear-bottles-")
	facts.Read(memo, buildShrink, "", "shrink-")
	facts.Read(memo, buildShrink, "direction=3", "third-")
	facts.Read(memo, buildShrink, "direction=13", "last-")
	facts["shrink-count"], facts["unseen"] = 13, 178-20
	degrees := course.Must(buildFit(course.NewForm(course.ParseQuery(valley)))(context.Background(), memo))
	for _, s := range degrees.Series {
		if s.Name == "degrees" {
			high := s.Columns[2].Values[4:]
			facts["flat-least"], facts["flat-most"] = floats.Min(high), floats.Max(high)
		}
	}
}

// handFacts are of the worked example, and what a polynomial of degree 5 in 100 inputs has
// to store, 8 bytes a number.
func handFacts(facts course.Facts) {
	const n = 15
	facts["n"], facts["noise"] = n, 0.2
	facts["valley-lambda"], facts["valley-sum"] = valleyLambda, n*valleyLambda
	Phi, y := curves.RawPowers(1).Matrix([]float64{0, 1, 2}), []float64{1, 2, 6}
	for prefix, lambda := range map[string]float64{"hand": 1. / 3, "hand-free": 0} {
		at := course.Must(engine.SVD(Phi)).Solve(y, lambda)
		facts[prefix+"-0"], facts[prefix+"-1"] = at.Theta[0], at.Theta[1]
		facts[prefix+"-norm"], facts[prefix+"-dof"] = at.Norm, at.DegreesOfFreedom
		facts[prefix+"-train"] = at.TrainRMSE * at.TrainRMSE
	}
	d, _ := new(big.Float).SetInt(engine.CountFeatures(100, 5)).Float64()
	facts["d"], facts["d-megabytes"], facts["gram-petabytes"] = d, 8*d/1e6, 8*d*d/1e15
}

// leastLeftOut is the fit of the least leave-one-out error, of those that are one.
func leastLeftOut(all []engine.RidgePoint) engine.RidgePoint {
	least := all[0]
	for _, p := range all {
		if p.Err == nil && (least.Err != nil || p.LOORMSE < least.LOORMSE) {
			least = p
		}
	}
	return least
}
