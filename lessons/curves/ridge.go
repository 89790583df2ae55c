// Package curves fits curves through points on a line and draws them: kernel ridge
// regression, and ridge regression on powers of the input. What is dear about a fit
// is remembered, so that a change of λ costs little.
package curves

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// GridPoints is how many places a fit is drawn at: one each 2.5 px.
const GridPoints = 201

//go:embed code
var files embed.FS

var programs = model.ParsePrograms(files)

// A basis is what one data set and one kernel give before λ: it serves every λ.
type basis struct {
	Gram     *mat.SymDense
	Spectrum *engine.KernelSpectrum // nil where it failed
	failed   error                  // engine.ErrNoConvergence or engine.ErrOverflow
	Grid     []float64              // even, as in the series
	Cross    *mat.Dense             // len(grid)×n, k(grid[g], xᵢ)
	bends    *mat.Dense             // the same where f bends besides; nil for nowhere
	places   plots.Refined          // grid and bends: where f is drawn
	coarse   plots.Refined          // every other place of the grid, and bends: where bumps are drawn
	Raster   *plots.Raster
}

// Grid is GridPoints places from lo to hi, each rounded once.
func Grid(lo, hi float64) []float64 {
	g := make([]float64, GridPoints)
	for i := range g {
		g[i] = lo + (hi-lo)*float64(i)/(GridPoints-1)
	}
	return g
}

// gridded are the inputs of data, with the grid.
type gridded struct{ points.LineSpec }

// Inputs are the data's, and the grid.
func (of gridded) Inputs() (x, at [][]float64) {
	r := of.Load()
	return r.Data.X, engine.Column(Grid(r.XMin, r.XMax))
}

// Distances returns the distances between the data.
func Distances(ctx context.Context, memo *course.Memo, of points.LineSpec, m engine.Metric) (*mat.SymDense, error) {
	return points.Distances(ctx, memo, gridded{of}, m)
}

// Gram returns the Gram matrix of the data and that between grid and data.
func Gram(
	ctx context.Context, memo *course.Memo, of points.LineSpec, k engine.Kernel,
) (gram *mat.SymDense, cross *mat.Dense, err error) {
	return points.Gram(ctx, memo, gridded{of}, k)
}

type basisOf struct {
	points.LineSpec
	kernel engine.Kernel
	bare   bool // of another sample, which nobody looks at
}

// Compute returns the basis, and its bytes.
func (of basisOf) Compute(ctx context.Context, memo *course.Memo) (*basis, int, error) {
	r, k := of.Load(), of.kernel
	gram, cross, err := Gram(ctx, memo, of.LineSpec, k)
	if err != nil {
		return nil, 0, err
	}
	if err := ctx.Err(); err != nil {
		return nil, 0, err
	}
	spectrum, failed := engine.DecomposeGram(k, r.Data.X, gram)
	n := r.Data.Len()
	b := &basis{Gram: gram, Spectrum: spectrum, failed: failed, Grid: Grid(r.XMin, r.XMax), Cross: cross}
	if !of.bare {
		b.Raster = plots.EncodeRaster(gram, plots.Scale{})
	}
	bends := plots.Bends(r.XMin, r.XMax, GridPoints, peaks(r, k), width(k))
	if len(bends) > 0 {
		b.bends = engine.Cross(k, engine.Column(bends), r.Data.X)
	}
	b.places, b.coarse = plots.Refine(b.Grid, bends), plots.Refine(everyOther(b.Grid), bends)
	return b, 8*(2*n*n+(GridPoints+len(bends))*n) + n*n, nil
}

// width is the length over which k falls; without end where it is not a bump.
func width(k engine.Kernel) float64 {
	form, values, _ := engine.FormOf(k)
	return form.Width(values)
}

// mostPeaks bounds the places where a curve is known for its bumps' peaks.
const mostPeaks = 1000

// peaks are where the bumps of a kernel have theirs: at the data, and of a periodic one
// whole periods away too, unless they are too many.
func peaks(r *points.Line, k engine.Kernel) []float64 {
	at := r.Data.Input(0)
	p, ok := k.(engine.Periodic)
	if !ok || float64(len(at))*(r.XMax-r.XMin)/p.Period > mostPeaks {
		return at
	}
	for _, x := range at {
		for m := math.Ceil((r.XMin - x) / p.Period); x+m*p.Period <= r.XMax; m++ {
			at = append(at, x+m*p.Period)
		}
	}
	return at
}

// repeats is the period of a curve that repeats more often than turns can be counted;
// fast says that it does so too often for the picture. Otherwise it is 0.
func (fit *Ridge) repeats() (period float64, fast bool) {
	k, ok := fit.kernel.(engine.Periodic)
	if !ok || k.Period > (fit.XMax-fit.XMin)/20 {
		return 0, false
	}
	return k.Period, k.Period < (fit.XMax-fit.XMin)/150 // four places a period, of three times the grid's
}

// onBends returns Σ αᵢk(xᵢ, ·) at the bends.
func (b *basis) onBends(alpha []float64) []float64 {
	if b.bends == nil {
		return nil
	}
	return engine.Apply(b.bends, alpha)
}

// A Ridge is kernel ridge regression in one state.
type Ridge struct {
	*points.Line
	*basis
	kernel      engine.Kernel
	Lambda      float64 // of the mean loss
	Solution    engine.PathPoint
	curve       []float64 // f on the grid
	drawn       []float64 // f at the places
	certificate engine.Certificate
	datum       *datum // the one pointed at; nil if none
}

// FitRidge fits, or says in fit.Solution.Err why there is no fit. A K with negative
// eigenvalues has one wherever K + nλI has an inverse.
func FitRidge(ctx context.Context, memo *course.Memo, r *points.Line, k engine.Kernel, lambda float64) (*Ridge, error) {
	b, err := course.Remember(ctx, memo, basisOf{r.Spec, k, course.Redrawn(ctx)})
	if err != nil {
		return nil, err
	}
	fit := &Ridge{Line: r, basis: b, kernel: k, Lambda: lambda}
	var at engine.PathPoint
	nothing := func(err error) (*Ridge, error) {
		nan := math.NaN()
		fit.Solution = engine.PathPoint{Lambda: lambda, Err: err, Condition: math.Inf(1),
			TrainRMSE: nan, LOORMSE: nan, DegreesOfFreedom: nan, Norm: nan, Stationary: at.Stationary}
		return fit, nil
	}
	if b.failed != nil {
		return nothing(b.failed)
	}
	if at, err = b.Spectrum.Solve(r.Data.Y, lambda); err != nil {
		return nothing(err)
	}
	if at.Stationary == nil {
		dual, err := engine.SolveKRR(b.Gram, r.Data.Y, lambda)
		if errors.Is(err, engine.ErrIndefinite) { // by rounding
			err = engine.ErrSingular
		}
		if err != nil {
			return nothing(err)
		}
		fit.certificate = engine.Certify(b.Gram, r.Data.Y, lambda, dual, at)
	} else {
		dual, err := engine.SolveIndefinite(b.Gram, r.Data.Y, lambda)
		if err != nil {
			return nothing(err)
		}
		fit.certificate = engine.CertifyStationary(b.Gram, r.Data.Y, lambda, dual, *at.Stationary)
	}
	fit.Solution = at
	fit.curve = engine.Apply(b.Cross, at.Alpha)
	fit.drawn = b.places.Values(fit.curve, b.onBends(at.Alpha))
	return fit, nil
}

// Path is the solution at each λ, as [FitRidge] has it at one; nil where there are no
// eigenvalues.
func (fit *Ridge) Path(lambdas []float64) []engine.PathPoint {
	if fit.Spectrum == nil {
		return nil
	}
	return fit.Spectrum.Path(fit.Data.Y, lambdas)
}

// Negative is how many negative eigenvalues K has; rounding aside, a kernel's has none.
func (fit *Ridge) Negative() int {
	if fit.Spectrum == nil {
		return 0
	}
	return fit.Spectrum.Negative()
}

// MinimaTo is the λ of the mean loss below which fits are minima of the objective, and
// from which on they are saddles,
//
//	min |sⱼ|/n over the negative eigenvalues sⱼ of K;
//
// NaN where there are none.
func (fit *Ridge) MinimaTo() float64 {
	if fit.Negative() == 0 {
		return math.NaN()
	}
	n := len(fit.Spectrum.Values)
	return -fit.Spectrum.Values[n-fit.Negative()] / float64(n)
}

// Message says why there is no fit, in a reader's words.
func (fit *Ridge) Message() string {
	switch {
	case fit.Solution.Err == nil:
		return ""
	case errors.Is(fit.Solution.Err, engine.ErrSingular) && fit.opposite():
		return "There is no fit here: an eigenvalue of K is −nλ to working precision, so that K + nλI has no inverse."
	case errors.Is(fit.Solution.Err, engine.ErrSingular) && fit.Lambda == 0:
		const sentence = "There is no fit at λ = 0: the system Kα = y has to be solved, and K is singular to " +
			"working precision. "
		switch fit.kernel.(type) {
		case engine.Periodic:
			return sentence + "Two points a whole number of periods apart, or a wide bandwidth, make rows of K " +
				"equal to all digits there are."
		case engine.Min:
			return sentence + "Two points at the same x make rows of K equal, and with no x below 0 a point at x = " +
				"0 makes one of zeros."
		case engine.Sigmoid:
			return sentence + "Two points at the same x, or a slope so small that tanh is straight or so large that " +
				"it is flat, leave K less than full rank."
		case engine.Radial:
			return sentence + "Two points at the same x, or a bandwidth far above their spacing, make rows of K " +
				"equal to all digits there are."
		}
		return sentence + fit.fewFeatures()
	case errors.Is(fit.Solution.Err, engine.ErrSingular):
		return "There is no fit here: K + nλI is singular to working precision. λ is too small beside the entries of K."
	}
	if errors.Is(fit.Solution.Err, engine.ErrNoConvergence) {
		return "There is no fit here: the eigenvalues of K were not found, for the iteration that looks for them " +
			"did not end."
	}
	return "There is no fit here: a number in it is beyond what a float64 can hold."
}

// fewFeatures says why K is singular where the kernel has finitely many features.
func (fit *Ridge) fewFeatures() string {
	features, x := 1, fit.Data.Input(0)
	if k, ok := fit.kernel.(engine.Polynomial); ok && k.Offset != 0 {
		features = k.Degree + 1
	}
	slices.Sort(x)
	switch {
	case len(x) > features:
		return "With one input this kernel has few features (a linear one and a cosine have one, a polynomial at " +
			"most its degree and one more), and K no higher rank than that."
	case len(x) == 1:
		return "The one point lies at x = 0, where this kernel is 0."
	case len(slices.Compact(x)) < fit.Data.Len():
		return "Two points at the same x make rows of K equal."
	}
	return "Powers of large numbers make rows of K that look alike to all digits there are."
}

// opposite reports whether an eigenvalue of K that is no rounding is −nλ.
func (fit *Ridge) opposite() bool {
	if fit.Solution.Stationary == nil {
		return false
	}
	negative := len(fit.Spectrum.Values) - fit.Negative()
	return slices.ContainsFunc(fit.Solution.Stationary.Offending, func(j int) bool { return j >= negative })
}

// What is said of the objective, where K has negative eigenvalues.
const (
	atMinimum = ": the objective bends down nowhere, and the curve is its minimum."
	atSaddle  = " the objective falls for ever, and the curve is a saddle, where the slope is zero " +
		"and nothing is least."

	SaysNotBetween  = "K has {negative}, which does not lie between −nλ and 0" + atMinimum
	SaysNoneBetween = "K has {negative}, none of them between −nλ and 0" + atMinimum
	SaysLoneBetween = "K has {negative}, which lies between −nλ and 0: along its eigenvector" + atSaddle
	SaysAllBetween  = "K has {negative}, all of them between −nλ and 0: along their eigenvectors" + atSaddle
	SaysOneBetween  = "K has {negative}, one of them between −nλ and 0: along its eigenvector" + atSaddle
	SaysSomeBetween = "K has {negative}, {between} of them between −nλ and 0: along their eigenvectors" + atSaddle
	SaysNoSquare    = "αᵀKα is {quadratic}: no square of a norm."
)

// SaysOfObjective says what the curve is of the objective, where K has negative eigenvalues;
// nothing where it has none, and where there is no curve.
func (fit *Ridge) SaysOfObjective() []course.Said {
	s := fit.Solution.Stationary
	if s == nil || s.Err != nil {
		return nil
	}
	text, between := SaysSomeBetween, len(s.Offending)
	switch {
	case s.Curvature == engine.Minimum && fit.Negative() == 1:
		text = SaysNotBetween
	case s.Curvature == engine.Minimum:
		text = SaysNoneBetween
	case fit.Negative() == 1:
		text = SaysLoneBetween
	case between == fit.Negative():
		text = SaysAllBetween
	case between == 1:
		text = SaysOneBetween
	}
	values := []any{course.Some{N: fit.Negative(), Noun: "negative eigenvalue"}}
	if text == SaysSomeBetween {
		values = append(values, between)
	}
	says := []course.Said{course.Say(text, values...)}
	if s.Quadratic < 0 {
		says = append(says, course.Say(SaysNoSquare, s.Quadratic))
	}
	return says
}

// Numbers are the values of a fit, under the names of the contract.
func (fit *Ridge) Numbers() []course.Number {
	at, freedom := fit.Solution, "degrees of freedom"
	if fit.Negative() > 0 {
		freedom = "Σ s/(s + nλ)"
	}
	numbers := []course.Number{
		{Name: "loo_rmse", Label: "leave-one-out error", Means: "Leave each point out in turn, fit the others, and " +
			"see how far the curve misses the one left out: the root of the mean of these misses squared.",
			Value: at.LOORMSE, Unit: fit.YUnit},
		{Name: "train_rmse", Label: "train error", Means: "How far the curve misses the points it was fitted to: " +
			"the root of the mean of the misses squared.", Value: at.TrainRMSE, Unit: fit.YUnit},
		{Name: "degrees_of_freedom", Label: freedom, Means: "How many numbers the fit could choose freely, counted " +
			"in fractions: from n, where it follows every point, down to 0.", Value: at.DegreesOfFreedom},
	}
	if fit.Negative() == 0 { // else nothing has a norm
		numbers = append(numbers, course.Number{Name: "rkhs_norm", Label: "‖f‖", Value: at.Norm})
	}
	return append(numbers, course.Number{Name: "condition", Label: "condition number", Value: at.Condition,
		Aside: true})
}

// Check is the certificate with its reasons; nil where there is no fit.
func (fit *Ridge) Check() *course.Certificate {
	if fit.Solution.Err != nil {
		return nil
	}
	c := fit.certificate
	if fit.Solution.Stationary != nil {
		return course.Agreement(c, "two factorisations",
			fmt.Sprintf("α from the eigenvalues of K, and by elimination on K + nλI, which is symmetric. Their "+
				"fitted values differ by at most %s of the largest |y|.", course.Digits(c.PrimalDualGap)),
			fmt.Sprintf("Residual: ‖(K + nλI)α − y‖ is %s of ‖y‖.", course.Digits(c.Residual)),
			fmt.Sprintf("Bound: %d√n · ε · cond, times the largest |s/(s + nλ)| where that is above 1, is %s. Here "+
				"cond = %s is the largest |s + nλ| over the least.", engine.BoundFactor, course.Digits(c.Bound),
				course.Digits(fit.Solution.Condition)),
		).Else("Nothing is broken: an eigenvalue of K is too near to −nλ for sixteen digits. Another λ brings them " +
			"back.")
	}
	return course.Agreement(c, "two factorisations",
		fmt.Sprintf("Primal: ridge regression on the features that the eigendecomposition of K gives. Dual: α by a "+
			"Cholesky factorisation of K + nλI. Their fitted values differ by at most %s of the largest |y|.",
			course.Digits(c.PrimalDualGap)),
		fmt.Sprintf("Residual: ‖(K + nλI)α − y‖ is %s of ‖y‖.", course.Digits(c.Residual)),
		fmt.Sprintf("Bound: arithmetic with 16 digits loses as many as the condition number %s has. %d√n · ε · cond "+
			"= %s is what honest rounding may leave.", course.Digits(fit.Solution.Condition), engine.BoundFactor,
			course.Digits(c.Bound)),
	).Else("Nothing is broken: a smaller λ or a wider kernel asks more of the arithmetic than it has. A larger λ " +
		"brings the digits back.")
}

// YAxis is that of the data, on which zero need not be. A large λ draws f to zero: while more
// than half of f lies beyond the edge that is nearer to zero, the axis goes on to zero. Axes of
// the reader's own stay.
func (fit *Ridge) YAxis() plots.Axis {
	y := fit.Line.YAxis()
	if fit.Name == "points" {
		return y
	}
	below, above := 0, 0
	for _, v := range fit.curve {
		if v < y.Min {
			below++
		} else if v > y.Max {
			above++
		}
	}
	switch half := len(fit.curve) / 2; {
	case y.Min > 0 && below > half:
		y.Min = 0
	case y.Max < 0 && above > half:
		y.Max = 0
	}
	return y
}

// CurvePanel is the data with the fit.
func (fit *Ridge) CurvePanel(id, name string, height float64) plots.Panel {
	return plots.Panel{ID: id, Title: "The fit over the data", Width: course.Wide, Height: height, Plot: plots.Curves{
		X: fit.XAxis(), Y: fit.YAxis(),
		Points: points.Dots(fit.Data), PointsName: "data",
		Lines: fit.lines(name), Markers: fit.datum.markers(), Legend: true,
	}}
}

// Curve is Σ αᵢk(xᵢ, ·) of coefficients that need not be the fit's, where it is drawn.
func (fit *Ridge) Curve(alpha []float64) (xs, ys []float64) {
	return fit.places.Xs, fit.places.Values(engine.Apply(fit.Cross, alpha), fit.onBends(alpha))
}

// lines are what the curve panel draws: the truth where it is known, and f.
func (fit *Ridge) lines(name string) []plots.Line {
	var lines []plots.Line
	if fit.Truth != nil {
		lines = append(lines, fit.TruthLine(fit.Grid))
	}
	if fit.curve != nil {
		lines = append(lines, plots.Line{Name: name, Xs: fit.places.Xs, Ys: fit.drawn,
			Color: plots.Curve, Width: 2.6, Class: "curve t-fit"})
	}
	if d := fit.datum; d != nil && d.without != nil {
		lines = append(lines, plots.Line{Name: "without " + strconv.Itoa(d.i+1), Xs: fit.places.Xs, Ys: d.drawn,
			Color: plots.Accent, Width: 3.2, Dash: true, Class: "without"}, d.miss())
	}
	return lines
}

// maxBumps is how many of the bumps αᵢk(xᵢ, ·) are drawn: more is a thicket, and
// bytes.
const maxBumps = 24

// everyOther leaves every second place out: every 6 px is enough for bumps, which
// stand behind.
func everyOther(grid []float64) []float64 {
	var g []float64
	for i := 0; i < len(grid); i += 2 {
		g = append(g, grid[i])
	}
	return g
}

// bump is αᵢk(xᵢ, ·) at the coarse places.
func (fit *Ridge) bump(i int) []float64 {
	var bends []float64
	if fit.bends != nil {
		bends = mat.Col(nil, i, fit.bends)
	}
	b := fit.coarse.Values(everyOther(mat.Col(nil, i, fit.Cross)), bends)
	for g := range b {
		b[g] *= fit.Solution.Alpha[i]
	}
	return b
}

// AlphaPanel is α as stems at the data, with the bumps that add up to f. Its axis has room
// for those of the λ of the mean loss named, too: for all greater ones, at which they
// shrink, it stays. Over the whole slider they shrink by ten powers of ten, and nearly
// every state would be flat in one axis for all.
func (fit *Ridge) AlphaPanel(id string, from float64) plots.Panel {
	stems := plots.Stems{X: fit.XAxis(), Y: plots.Axis{Label: "αᵢ", Min: -1, Max: 1}, Legend: true}
	if fit.Solution.Err == nil {
		stems.Xs, stems.Alpha = fit.Data.Input(0), fit.Solution.Alpha
		held := fit.Solution.Alpha
		if fit.Lambda > from {
			if at, _ := fit.Spectrum.Solve(fit.Data.Y, from); at.Err == nil {
				held = at.Alpha
			}
		}
		peak := math.Max(floats.Norm(fit.Solution.Alpha, math.Inf(1)), floats.Norm(held, math.Inf(1)))
		n := fit.Data.Len()
		for b := range min(n, maxBumps) {
			i := b * n / min(n, maxBumps)
			bump := fit.bump(i)
			stems.Bumps, stems.BumpIndex = append(stems.Bumps, bump), append(stems.BumpIndex, i)
			high := floats.Norm(bump, math.Inf(1))
			if peak = math.Max(peak, high); fit.Solution.Alpha[i] != 0 {
				peak = math.Max(peak, high*math.Abs(held[i]/fit.Solution.Alpha[i]))
			}
		}
		if fit.datum != nil {
			stems.Highlight = []int{fit.datum.i}
			stems.HighBumps = [][]float64{fit.bump(fit.datum.i)}
		}
		stems.BumpX = fit.coarse.Xs
		stems.Y.Max = plots.RoundUp(peak)
		stems.Y.Min = -stems.Y.Max
	}
	return plots.Panel{ID: id, Title: "Each αᵢ and its bump", Width: course.Wide, Height: 210, Plot: stems}
}

// GramPanel is the Gram matrix, points in the order of x.
func (fit *Ridge) GramPanel(id string) plots.Panel {
	return GramPanel(id, fit.Raster, fit.Order, fit.datum.rows()...)
}

// GramPanel is a Gram matrix with some of its rows, counted from 0, brought out.
func GramPanel(id string, raster *plots.Raster, ordered string, rows ...int) plots.Panel {
	return plots.Panel{ID: id, Title: "The Gram matrix K", Width: course.Square,
		Height: course.Square, Plot: plots.Heatmap{
			Raster: raster, Class: "t-gram", Label: "k(xᵢ, xⱼ)", Row: "point i", Col: "point j, " + ordered, Rows: rows,
			Cols: rows, Alone: len(rows) > 0,
		}}
}

// Picture is a fit with all that is said of it, drawn in the columns given.
func (fit *Ridge) Picture(f *course.Form, columns ...[]plots.Panel) *course.Picture {
	return &course.Picture{
		Columns:     columns,
		Numbers:     append(fit.Numbers(), fit.datum.numbers()...),
		Says:        fit.Says(),
		SaysOfDatum: fit.datum.says(),
		Message:     fit.Message(),
		Certificate: fit.Check(),
		Series:      fit.series(),
		Matrices:    []course.NamedMatrix{{Name: "gram", Values: fit.Gram}},
		Code:        fit.Code(f),
	}
}

// series are the numbers of a fit, under the names of the contract.
func (fit *Ridge) series() []course.Series {
	s := []course.Series{course.Table("data", "x y", fit.Data.Input(0), fit.Data.Y)}
	if fit.Solution.Err == nil {
		s = append(s, course.Table("fit", "x y", fit.Grid, fit.curve),
			course.Table("alpha", "i alpha", course.Counting(1, len(fit.Solution.Alpha)), fit.Solution.Alpha))
	}
	if d := fit.datum; d != nil && d.without != nil {
		s = append(s, course.Table("without", "x y", fit.Grid, d.without))
	}
	return s
}

// What is said of a fit, and of its curve.
const (
	SaysNoCurve  = "{points}, no curve."
	SaysFit      = "{points} and {shape}, {freedom}: train error {train_rmse}, {left_out}."
	SaysLevel    = "a level line"
	SaysRepeats  = "a curve that repeats every {period}"
	SaysTurns    = "a curve that turns {turns}"
	SaysTurnOnce = "a curve that turns once"
	SaysRises    = "a curve that rises from left to right"
	SaysFalls    = "a curve that falls from left to right"
	SaysThen     = "a curve that {way} up to {until} and is level from there"
	SaysFirst    = "a curve that is level up to {from}, from where it {way}"
	SaysAmid     = "a curve that {way} from {from} to {until} and is level on both sides"

	SaysFreedom   = "with {degrees_of_freedom} degrees of freedom"
	SaysSum       = "with Σ s/(s + nλ) = {degrees_of_freedom} over the eigenvalues s of K" // no number of anything
	SaysLeftOut   = "leave-one-out error {loo_rmse}"
	SaysNoLeftOut = "and no leave-one-out error, for without one of the points there is no fit"

	SaysTooOften    = "That is too often to be drawn."
	SaysNoDirection = "A point at x = 0 has no direction: its cosine with every point, itself included, counts as 0."
)

// Says is what the picture shows. Each sentence is counted on the curve that is drawn.
func (fit *Ridge) Says() []course.Said {
	points := course.Some{N: fit.Data.Len(), Noun: "point"}
	if fit.Solution.Err != nil {
		return []course.Said{course.Say(SaysNoCurve, points)}
	}
	shape, fast := fit.saysOfShape()
	freedom := course.Say(SaysFreedom, fit.Solution.DegreesOfFreedom)
	if fit.Negative() > 0 {
		freedom = course.Say(SaysSum, fit.Solution.DegreesOfFreedom)
	}
	left := course.Say(SaysLeftOut, fit.measured(fit.Solution.LOORMSE))
	if math.IsNaN(fit.Solution.LOORMSE) {
		left = course.Say(SaysNoLeftOut)
	}
	says := []course.Said{course.Say(SaysFit, points, course.List{shape}, course.List{freedom},
		fit.measured(fit.Solution.TrainRMSE), course.List{left})}
	if fast {
		says = append(says, course.Say(SaysTooOften))
	}
	says = append(says, fit.SaysOfObjective()...)
	if _, ok := fit.kernel.(engine.Cosine); ok && slices.Contains(fit.Data.Input(0), 0) {
		says = append(says, course.Say(SaysNoDirection))
	}
	return says
}

// measured is a value in the unit of y.
func (fit *Ridge) measured(v float64) course.Measure {
	return course.Measure{Value: v, Unit: fit.YUnit}
}

// saysOfShape is how the curve runs, and whether it turns too often to be drawn.
func (fit *Ridge) saysOfShape() (shape course.Said, fast bool) {
	noise := fit.noise()
	low, high := 0, 0 // the first places of those that are one to rounding
	for g, v := range fit.drawn {
		one := math.Min(noise, engine.Agreement*math.Abs(v))
		if v < fit.drawn[low]-one {
			low = g
		}
		if v > fit.drawn[high]+one {
			high = g
		}
	}
	at := func(g int) course.Measure { return course.Measure{Value: fit.places.Xs[g], Unit: fit.XUnit} }
	swing := fit.drawn[high] - fit.drawn[low]
	period, fast := fit.repeats()
	turns := Turns(fit.drawn, 0.01*swing)
	if swing <= noise {
		return course.Say(SaysLevel), false
	}
	switch n := len(turns) - 2; {
	case period > 0:
		shape = course.Say(SaysRepeats, course.Measure{Value: period, Unit: fit.XUnit})
	case n == 1:
		shape = course.Say(SaysTurnOnce)
	case n > 1:
		shape = course.Say(SaysTurns, course.Some{N: n, Noun: "time"})
	default:
		shape = fit.saysOfWay(at, noise, swing)
	}
	return shape, fast
}

// levelShare is from which share of the axis on a stretch that is level to rounding is said.
const levelShare = 0.1

// saysOfWay says of a curve that does not turn whether it rises or falls, and where it stands
// still; nothing of that where its swing is known to fewer than three digits.
func (fit *Ridge) saysOfWay(at func(int) course.Measure, noise, swing float64) course.Said {
	v := fit.drawn
	from, until := 0, len(v)-1
	for from < until && math.Abs(v[from+1]-v[0]) <= noise {
		from++
	}
	for until > from && math.Abs(v[until-1]-v[len(v)-1]) <= noise {
		until--
	}
	length := levelShare * (fit.places.Xs[len(v)-1] - fit.places.Xs[0])
	before := fit.places.Xs[from]-fit.places.Xs[0] > length && noise < swing/1000
	after := fit.places.Xs[len(v)-1]-fit.places.Xs[until] > length && noise < swing/1000
	way, text := "falls", SaysFalls
	if v[len(v)-1] > v[0] {
		way, text = "rises", SaysRises
	}
	switch {
	case before && after:
		return course.Say(SaysAmid, way, at(from), at(until))
	case before:
		return course.Say(SaysFirst, at(from), way)
	case after:
		return course.Say(SaysThen, way, at(until))
	}
	return course.Say(text)
}

// noise is what rounding may do to the curve: each k(xᵢ, x) is wrong by an ulp or so, and
// large α of both signs leave of f what is small beside them.
func (fit *Ridge) noise() float64 {
	most := 0.0
	for g := range GridPoints {
		most = math.Max(most, engine.DotRounding(fit.Solution.Alpha, fit.Cross.RawRowView(g)))
	}
	return most
}

// Turns are the places between which v rises or falls: the first, each where it
// turns, and the last. It turns where it goes back by more than swing ≥ 0; what it
// goes back by less is no turn.
func Turns(v []float64, swing float64) []int {
	turns := []int{0}
	low, high, rising, known := 0, 0, false, false
	for i := range v {
		if v[i] < v[low] {
			low = i
		}
		if v[i] > v[high] {
			high = i
		}
		switch {
		case (!known || rising) && v[high]-v[i] > swing: // it falls since high
			if known {
				turns = append(turns, high)
			}
			low, rising, known = i, false, true
		case (!known || !rising) && v[i]-v[low] > swing:
			if known {
				turns = append(turns, low)
			}
			high, rising, known = i, true, true
		}
	}
	return append(turns, len(v)-1)
}

// Tied are the first and the last place of those around one, itself included, whose values
// are the same as its own as far as computing can tell.
func Tied(v []float64, at int) (first, last int) {
	first, last = at, at
	for first > 0 && engine.Agree(v[first-1], v[at], v[at]) {
		first--
	}
	for last+1 < len(v) && engine.Agree(v[last+1], v[at], v[at]) {
		last++
	}
	return first, last
}

// Code computes the same fit in other languages, and the path over lambdas if
// there are any. Where there is no fit, it says so.
func (fit *Ridge) Code(f *course.Form, lambdas ...float64) *course.Code {
	return programs.Code("krr", f, course.Values{
		"X": fit.Data.Input(0), "Y": fit.Data.Y, "Low": fit.XMin, "High": fit.XMax,
		"XAxis": fit.XAxis(), "YAxis": fit.YAxis(),
		"Error": course.WithUnit("leave-one-out error", fit.YUnit), "Most": plots.RoundUp(1.2 * fit.Spread()),
		"Parameters": model.Parameters(f), "Lambda": fit.Lambda, "Fitted": fit.Solution.Err == nil,
		"Lambdas": lambdas, "Sum": model.Written(f, fit.Data.Len()) > 1, // as λ is written, and not as it is
	})
}
