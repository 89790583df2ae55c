package kernelridge

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// A path is the fit at every λ, and at the one chosen.
type path struct {
	// What the controls say.
	data   *points.Line
	kernel engine.Kernel
	family model.Family // the same, where
	width  float64      // is its bandwidth
	lambda float64      // of the mean loss
	chosen float64      // the same as it is written,
	factor float64      // which is so many times that of the mean loss
	all    bool         // degrees of freedom and norms are drawn too
	thirds string       // how a third is set aside to try it

	// What is computed.
	fit *curves.Ridge // at the λ chosen
	run
	lambdas []float64 // of the run, as they are written
	best    int       // where its leave-one-out error is least

	trial *curves.Trial
	// The error of the best, and of ten times its λ, where the trial judges; NaN where nobody does.
	bestMiss, tenMiss float64
}

// A run is the fits at each λ of a grid that gives one, a column for each thing known of them.
type run struct {
	mean                    []float64 // λ of the mean loss
	bound                   []float64 // what rounding may change there, as a part
	train, loo              []float64
	standardError, together []float64 // standard error of loo, and the error with all of one x left out
	freedom, norm, squares  []float64 // degrees of freedom, ‖f‖ and Σαᵢ²

	// How much larger the squared residuals left out are than the best's, in standard errors of
	// their difference.
	paired []float64
}

// toldApart is from how many standard errors of their difference on two errors are told apart.
const toldApart = 2

// pathBandwidth, in ms, is where the path opens: near the least leave-one-out error.
const pathBandwidth = 7.36

type runOf struct {
	points.LineSpec
	kernel engine.Kernel
}

// Compute follows the path along the grid of λ.
func (of runOf) Compute(ctx context.Context, memo *course.Memo) (run, int, error) {
	fit, err := curves.FitRidge(ctx, memo, of.Load(), of.kernel, openLambda) // of any λ
	if err != nil {
		return run{}, 0, err
	}
	var r run
	var missed [][]float64
	together := fit.LeaveTogether(model.Lambdas)
	for i, at := range fit.Path(model.Lambdas) {
		if at.Err != nil || math.IsNaN(at.LOORMSE) {
			continue
		}
		r.mean, r.bound = append(r.mean, at.Lambda), append(r.bound, at.Bound)
		r.train, r.loo = append(r.train, at.TrainRMSE), append(r.loo, at.LOORMSE)
		r.standardError = append(r.standardError, engine.StandardError(at.LOOResiduals))
		r.together = append(r.together, together[i].RMSE)
		r.freedom, r.norm = append(r.freedom, at.DegreesOfFreedom), append(r.norm, at.Norm)
		r.squares = append(r.squares, floats.Dot(at.Alpha, at.Alpha))
		missed = append(missed, at.LOOResiduals)
	}
	for i := range missed {
		r.paired = append(r.paired, paired(missed[i], missed[floats.MinIdx(r.loo)]))
	}
	return r, 8 * 10 * len(model.Lambdas), nil
}

var buildPath = course.Steps(func(f *course.Form) course.Work {
	load := points.OnLine(f, points.Offer{Data: "mcycle"})
	family, width := model.AnyKernel(f, pathBandwidth)
	mean := model.Lambda(f, openLambda, load)
	r := &path{data: load(), kernel: family.At(width), family: family, width: width}
	r.chosen = f.Control("lambda").Number()
	n := r.data.Data.Len()
	r.lambda, r.factor = mean(n), model.Written(f, n)
	r.all = f.Choice("draw", "draw", "errors",
		course.Options("errors", "the errors", "all", "degrees of freedom and norms too"), course.More) == "all"
	r.thirds = curves.ReadThirds(f, r.data.Data)
	return r
})

func (r *path) Compute(ctx context.Context, memo *course.Memo) (err error) {
	if r.fit, err = curves.FitRidge(ctx, memo, r.data, r.kernel, r.lambda); err != nil {
		return err
	}
	if r.run, err = course.Remember(ctx, memo, runOf{r.data.Spec, r.kernel}); err != nil {
		return err
	}
	r.lambdas = nil
	for _, v := range r.mean {
		r.lambdas = append(r.lambdas, course.Round(v*r.factor, 12))
	}
	if len(r.loo) > 0 {
		r.best = floats.MinIdx(r.loo)
	}
	if r.bestMiss, r.tenMiss = math.NaN(), math.NaN(); r.data.Truth != nil {
		r.judge(curves.TrialOn(r.data))
	}
	return nil
}

// judge puts the best of the path on trial.
func (r *path) judge(t *curves.Trial) {
	miss := func(lambda float64) float64 {
		f, err := curves.FitPart(r.kernel, t.Fitted, lambda)
		if err != nil {
			return math.NaN()
		}
		return t.Miss(func(x float64) float64 { return f.Eval([]float64{x}) })
	}
	r.trial, r.bestMiss, r.tenMiss = t, math.NaN(), math.NaN()
	if len(r.loo) > 0 {
		r.bestMiss, r.tenMiss = miss(r.mean[r.best]), miss(10*r.mean[r.best])
	}
}

// OnTrial is the points that are fitted, and those that judge.
func (r *path) OnTrial() *curves.Trial { return r.trial }

// splitPaths are the paths of two thirds of the points in sight, of which the rest judges.
var splitPaths = &course.Resampled{
	Of: "splits of these points", PerFitted: 0.5, Designs: curves.Thirds,
	Draw: func(_ context.Context, _ *course.Memo, p *course.Picture, number int) (*course.Picture, error) {
		of := p.Result.(*path)
		t := curves.TrialOf(of.data.Data, of.thirds, number)
		r := &path{kernel: of.kernel}
		s, err := engine.Eigen(engine.Gram(of.kernel, t.Fitted.X))
		if err != nil {
			return &course.Picture{Result: r}, nil
		}
		for _, at := range s.Path(t.Fitted.Y, model.Lambdas) {
			if at.Err == nil && !math.IsNaN(at.LOORMSE) {
				r.mean, r.loo = append(r.mean, at.Lambda), append(r.loo, at.LOORMSE)
				r.lambdas = append(r.lambdas, course.Round(at.Lambda*of.factor, 12))
			}
		}
		if len(r.loo) > 0 {
			r.best = floats.MinIdx(r.loo)
		}
		r.judge(t)
		return &course.Picture{
			Result:  r,
			Numbers: []course.Number{{Name: "best_test_rmse", Value: r.bestMiss}},
			Series:  []course.Series{course.Table("path", "lambda loo_rmse", r.lambdas, r.loo)},
		}, nil
	},
}

// choosing asks what it costs to choose λ anew in each sample.
func choosing(ctx context.Context, memo *course.Memo, p *course.Picture) (*course.Choosing, error) {
	r := p.Result.(*path)
	return curves.ChooseKernel(ctx, memo, r.data, r.family, r.width, r.lambda, false)
}

// inside is whether the least leave-one-out error is at neither end of the path.
func inside(p *course.Picture) many.Outcome {
	r := p.Result.(*path)
	if len(r.loo) < 3 || r.level() {
		return many.Ties
	}
	return many.If(r.best > 0 && r.best < len(r.loo)-1)
}

// tenIsBetter is whether ten times the best λ misses by less where the trial judges.
func tenIsBetter(p *course.Picture) many.Outcome {
	r := p.Result.(*path)
	if math.IsNaN(r.tenMiss - r.bestMiss) {
		return many.Ties
	}
	return many.Less(r.tenMiss, r.bestMiss)
}

// freedomHere is what the degrees of freedom are at the λ chosen, and fitted whether there
// is a fit; pure is whether K has no negative eigenvalues, so that they count something.
func (r *path) freedomHere() float64 { return r.fit.Solution.DegreesOfFreedom }
func (r *path) fitted() bool         { return r.fit.Solution.Err == nil }
func (r *path) pure() bool           { return r.fit.Negative() == 0 }

func (r *path) Show(f *course.Form) *course.Picture {
	return &course.Picture{
		Columns:     r.columns(model.WrittenAll(f, model.Lambdas, r.data.Data.Len())),
		Numbers:     r.numbers(),
		Message:     r.fit.Message(),
		Certificate: r.check(),
		Says:        r.says(),
		Goals:       r.goals(),
		Series: []course.Series{course.Table("path", "lambda train_rmse loo_rmse "+
			"degrees_of_freedom rkhs_norm alpha_squares loo_standard_error loo_together_rmse paired",
			r.lambdas, r.train, r.loo, r.freedom, r.norm, r.squares, r.standardError, r.together, r.paired)},
		Code: r.fit.Code(f, model.Lambdas...),
	}
}

// check is the certificate of the fit chosen, with what is known of those at the least λ drawn.
func (r *path) check() *course.Certificate {
	c := r.fit.Check()
	if c == nil || len(r.bound) == 0 || r.bound[0] <= engine.MaxBound {
		return c
	}
	known := slices.IndexFunc(r.bound, func(b float64) bool { return b <= engine.MaxBound })
	text := fmt.Sprintf("The curves: at their least λ, %s, rounding may change a curve by %s of its greatest height, "+
		"for the condition number grows as λ falls", course.Digits(r.lambdas[0]), course.Digits(r.bound[0]))
	if known > 0 {
		text += fmt.Sprintf("; from λ = %s on six digits are known", course.Digits(r.lambdas[known]))
	}
	c.Reasons = append(c.Reasons, text+".")
	return c
}

// columns are the panels over the grid of λ: the errors, and where all is drawn what tells
// how the curve ends.
func (r *path) columns(grid []float64) [][]plots.Panel {
	x := plots.Axis{Label: "λ", Min: grid[0], Max: grid[len(grid)-1], Log: true}
	panel := func(id, title string, height float64, y plots.Axis, lines ...plots.Line) plots.Panel {
		return plots.Panel{ID: id, Title: title, Width: course.Half, Height: height,
			Plot: plots.Paths{X: x, Y: y, Lines: lines, At: r.chosen, AtName: "λ", Class: "t-lambda"}}
	}
	over := func(name string, v []float64) plots.Line {
		return plots.Line{Name: name, Xs: r.lambdas, Ys: v, Color: plots.Curve, Width: 2.6}
	}
	squares := over("Σ αᵢ²", r.squares)
	squares.Color, squares.Width, squares.Dash = plots.Accent, 2, true
	low, high := decades(r.norm, r.squares)
	errors := plots.Axis{Label: course.WithUnit("error", r.data.YUnit), Max: plots.RoundUp(1.2 * r.data.Spread())}
	columns := [][]plots.Panel{
		{panel("path-error", "Errors against λ", 440, errors, r.errorLines()...)},
		{
			panel("path-dof", "Degrees of freedom against λ", 220, r.freedomAxis(), over("tr K(K + nλI)⁻¹", r.freedom)),
			panel("path-norm", "Norms against λ", 220, plots.Axis{Label: "norms", Min: low, Max: high, Log: true},
				over("‖f‖", r.norm), squares),
		},
	}
	if !r.all {
		return columns[:1]
	}
	return columns
}

// freedomAxis has room on both sides of zero where K has negative eigenvalues: there
// Σ s/(s + nλ) has poles.
func (r *path) freedomAxis() plots.Axis {
	if r.pure() {
		return plots.Axis{Label: "degrees of freedom", Max: plots.RoundUp(1.05 * at(r.freedom, 0))}
	}
	most := plots.RoundUp(float64(r.data.Data.Len()))
	return plots.Axis{Label: "Σ s/(s + nλ)", Min: -most, Max: most}
}

func (r *path) errorLines() []plots.Line {
	var lines []plots.Line
	if curves.Together(r.data) != nil { // broad and beneath leave-one-out, which it mostly follows
		lines = append(lines, plots.Line{Name: "one x left out", Xs: r.lambdas, Ys: r.together,
			Color: plots.Soft.Fade(0.72), Width: 6})
	}
	return append(lines, // in an order that a phone has room for in its legend
		plots.Line{Name: "train", Xs: r.lambdas, Ys: r.train, Color: plots.Accent, Width: 2, Dash: true},
		r.alike(),
		plots.Line{Name: "leave-one-out", Xs: r.lambdas, Ys: r.loo, Color: plots.Curve, Width: 2.6, Class: "curve"})
}

// alike is the leave-one-out error around the least, as far as it is not told apart from it.
func (r *path) alike() plots.Line {
	line := plots.Line{Name: "as good", Color: plots.Curve.Fade(0.72), Width: 11, Class: "alike"}
	if len(r.loo) > 0 {
		from, to := r.untold()
		line.Xs, line.Ys = r.lambdas[from:to+1], r.loo[from:to+1]
	}
	return line
}

// untold are the first and the last place around the least that are not told apart from it.
// Farther off there may be more: where a few points are missed by so much that the
// difference has a standard error as large.
func (r *path) untold() (from, to int) {
	from, to = r.best, r.best
	for from > 0 && r.paired[from-1] < toldApart {
		from--
	}
	for to+1 < len(r.paired) && r.paired[to+1] < toldApart {
		to++
	}
	return from, to
}

func (r *path) numbers() []course.Number {
	best := at(r.lambdas, r.best)
	if len(r.loo) > 0 && r.level() {
		best = math.NaN() // no place is the best
	}
	numbers := slices.Insert(r.fit.Numbers(), 1, r.fit.LeftOut().Numbers()...)
	if r.data.Truth != nil {
		numbers = append(numbers, course.Number{Name: "best_test_rmse", Label: "error on new points of the best λ",
			Value: r.bestMiss, Unit: r.data.YUnit})
	}
	return append(numbers,
		course.Number{Name: "best_lambda", Label: "best λ on this path", Value: best},
		course.Number{Name: "best_loo_rmse", Label: "its leave-one-out error",
			Means: "The least leave-one-out error of all the fits that are drawn.",
			Value: at(r.loo, r.best), Unit: r.data.YUnit})
}

// level reports whether the leave-one-out error is the same at every λ of the path.
func (r *path) level() bool { return engine.Agree(r.greatest(), r.loo[r.best], r.loo[r.best]) }

// greatest is the most that the leave-one-out error is, and swing what counts as a change of it.
func (r *path) greatest() float64 { return slices.Max(r.loo) }
func (r *path) swing() float64    { return 0.01 * r.loo[r.best] }

// A way is how the leave-one-out error runs up to a place of the path.
type way string

const (
	saysFalls way = "falls to {error} at λ = {there}"
	saysRises way = "rises to {error} at λ = {there}"
	saysStays way = "hardly changes up to λ = {there}"
)

// A leg of the path ends at that place.
type leg struct {
	way
	to int
}

// maxLegs is how many rises and falls of a path a sentence can tell.
const maxLegs = 4

// turns are the ends of the path and where its leave-one-out error turns by more than a swing.
func (r *path) turns() []int { return curves.Turns(r.loo, r.swing()) }

// legs are the rises and falls between the turns, and to the least where that is in one
// that falls or rises elsewhere.
func (r *path) legs() []leg {
	turns := r.turns()
	if i, known := slices.BinarySearch(turns, r.best); !known {
		turns = slices.Insert(turns, i, r.best)
	}
	var legs []leg
	for i, to := range turns[1:] {
		switch change := r.loo[to] - r.loo[turns[i]]; {
		case math.Abs(change) <= r.swing():
			legs = append(legs, leg{saysStays, to})
		case change > 0:
			legs = append(legs, leg{saysRises, to})
		default:
			legs = append(legs, leg{saysFalls, to})
		}
	}
	return legs
}

const (
	saysNoFit = "At λ = {lambda} there is no fit."
	saysHere  = "At λ = {lambda} there are {degrees_of_freedom} degrees of freedom, " +
		"and the leave-one-out error is {loo_rmse}."
	saysSum    = "At λ = {lambda} Σ s/(s + nλ) is {degrees_of_freedom}, and the leave-one-out error is {loo_rmse}."
	saysNone   = "No λ on this path gives a fit."
	saysSaddle = "K has {negative}: below λ = {minima_to} the fits are minima of the objective, " +
		"and from there on saddles."
	saysTrain = "As λ grows the train error rises."
	saysLevel = "The leave-one-out error is {best_loo_rmse} at every λ of the path."
	saysFlat  = "The leave-one-out error hardly depends on λ: it is {best_loo_rmse} throughout, to within 1 %."
	saysRange = "The leave-one-out error hardly depends on λ: it is between {best_loo_rmse} and {greatest}."
	saysTurns = "The leave-one-out error turns {turns} times on the path."
	saysRun   = "From {first_error} at λ = {first} the leave-one-out error {legs}."
	saysTied  = "It is least, {best_loo_rmse}, from λ = {tied_from} to λ = {tied_to}."
)

// says tells where the reader stands, and how the errors run on the path: every swing of
// the leave-one-out error above one percent of its least value is told, or counted, and so
// is the way to its least.
func (r *path) says() []course.Said {
	says := []course.Said{r.saysOfHere()}
	if len(r.loo) == 0 {
		return append(says, course.Say(saysNone))
	}
	if to := r.fit.MinimaTo(); !math.IsNaN(to) {
		negative := course.Some{N: r.fit.Negative(), Noun: "negative eigenvalue"}
		says = append(says, course.Say(saysSaddle, negative, to*r.factor))
	}
	if last := len(r.train) - 1; r.train[last] > 1.01*r.train[0] && r.pure() {
		says = append(says, course.Say(saysTrain))
	}
	best, most := r.error(r.best), course.Measure{Value: r.greatest(), Unit: r.data.YUnit}
	small := r.greatest()-r.loo[r.best] <= r.swing()
	switch {
	case r.level():
		return append(says, course.Say(saysLevel, best))
	case small && course.Quantity(best.Value, best.Unit) == course.Quantity(most.Value, most.Unit):
		return append(says, course.Say(saysFlat, best))
	case small:
		return append(says, course.Say(saysRange, best, most))
	}
	says = append(says, r.saysOfRun())
	if first, last := curves.Tied(r.loo, r.best); last > first {
		says = append(says, course.Say(saysTied, best, r.lambdas[first], r.lambdas[last]))
	}
	return says
}

func (r *path) saysOfHere() course.Said {
	text := saysHere
	switch {
	case !r.fitted():
		return course.Say(saysNoFit, course.Chosen(r.chosen))
	case !r.pure():
		text = saysSum
	}
	return course.Say(text, course.Chosen(r.chosen), r.freedomHere(),
		course.Measure{Value: r.fit.Solution.LOORMSE, Unit: r.data.YUnit})
}

func (r *path) saysOfRun() course.Said {
	if turns := r.turns(); len(turns)-1 > maxLegs {
		return course.Say(saysTurns, len(turns)-2)
	}
	var legs course.List
	for _, l := range r.legs() {
		legs = append(legs, course.Say(string(l.way), r.of(l)...))
	}
	return course.Say(saysRun, r.error(0), r.lambdas[0], legs)
}

// of are the values in the sentence of a leg.
func (r *path) of(l leg) []any {
	if l.way == saysStays {
		return []any{r.lambdas[l.to]}
	}
	return []any{r.error(l.to), r.lambdas[l.to]}
}

// error is the leave-one-out error at a place of the path.
func (r *path) error(i int) course.Measure {
	return course.Measure{Value: r.loo[i], Unit: r.data.YUnit}
}

func (r *path) goals() []course.Goal {
	freedom, but := r.freedomHere(), ""
	if !r.pure() { // Σ s/(s + nλ) counts nothing
		but = "with negative eigenvalues"
	}
	return []course.Goal{
		{Name: "five", But: but, At: "lambda=0.0251", Now: course.Digits(freedom),
			Reached: r.fitted() && r.pure() && math.Abs(freedom-5) <= 0.5,
			Text:    fmt.Sprintf("Goal reached: %s degrees of freedom.", course.Digits(freedom))},
		{Name: "best", At: "lambda=0.000282", Text: "That is the bottom of the valley.",
			Reached: r.fitted() && r.fit.Solution.LOORMSE <= 1.002*at(r.loo, r.best)},
	}
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
	for _, v := range slices.Concat(columns...) {
		if v > 0 {
			low, high = math.Min(low, v), math.Max(high, v)
		}
	}
	if high == 0 {
		return 0.1, 10
	}
	high = math.Pow(10, math.Ceil(math.Log10(high)))
	low = math.Pow(10, math.Floor(math.Log10(low)))
	return math.Max(low, high*1e-40), math.Max(high, low*10)
}
