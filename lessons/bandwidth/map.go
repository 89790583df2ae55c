package bandwidth

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// The figure map: the leave-one-out error of every bandwidth and λ.

// The error map's grid stands on the places of the sliders, so that the dot
// stands in the middle of a cell: 41 bandwidths from 0.2, 40 values of λ from 10⁻⁸
// or a little less.
var mapBandwidths, mapLambdas = within(model.Bandwidths, 0.2, 100), within(model.Lambdas, 5e-9, 3)

// within are the values of an ascending grid from low to high.
func within(grid []float64, low, high float64) []float64 {
	from, _ := slices.BinarySearch(grid, low)
	to, _ := slices.BinarySearch(grid, math.Nextafter(high, math.Inf(1)))
	return grid[from:to]
}

// An errorMap is the leave-one-out error over bandwidth and λ, with its least place.
type errorMap struct {
	loo                   *mat.Dense // len(mapLambdas)×len(mapBandwidths)
	bestLambda, bestWidth float64
	best, worst           float64 // +Inf where there is no fit
	standardError         float64 // of best
	tied                  int     // places as good as the best

	// paired is by how much each place is worse than the best, in standard errors of their
	// difference: +Inf where there is no fit, or no standard error.
	paired *mat.Dense
	within int     // places of which that is less than toldApart
	inside int     // places with at most best + standardError, which says less
	most   float64 // all greater errors have one colour
	edge   bool    // it is in an outermost row or column, wherever it is
	raster *plots.Raster
	failed error // engine.ErrNoConvergence or engine.ErrOverflow; then there is no map
}

type mapOf struct {
	points.LineSpec
	kernel model.Family
}

// Compute fits all places of the map, and returns the bytes of it.
func (of mapOf) Compute(ctx context.Context, memo *course.Memo) (*errorMap, int, error) {
	r := of.Load()
	gram := func(ell float64) *mat.SymDense { return engine.Gram(of.kernel.At(ell), r.Data.X) }
	if radial, ok := of.kernel.At(1).(engine.Radial); ok { // one set of distances serves all
		D, err := curves.Distances(ctx, memo, of.LineSpec, radial.Metric())
		if err != nil {
			return nil, 0, err
		}
		gram = func(ell float64) *mat.SymDense { return engine.GramFromDistances(of.kernel.At(ell).(engine.Radial), D) }
	}
	loo, missed := mat.NewDense(len(mapLambdas), len(mapBandwidths), nil), make([][][]float64, len(mapBandwidths))
	err := engine.LOOPaths(ctx, mapBandwidths, mapLambdas, gram, r.Data.Y, func(j int, path []engine.PathPoint) {
		missed[j] = make([][]float64, len(path))
		for i, p := range path {
			if loo.Set(i, j, math.Inf(1)); p.Err == nil {
				loo.Set(i, j, p.LOORMSE)
				missed[j][i] = p.LOOResiduals
			}
		}
	})
	switch {
	case errors.Is(err, engine.ErrNoConvergence) || errors.Is(err, engine.ErrOverflow):
		return &errorMap{failed: err}, 8, nil
	case err != nil:
		return nil, 0, err
	}
	m := newErrorMap(loo, missed)
	m.most = m.best + 0.6*math.Max(r.Spread()-m.best, 0.2*m.best)
	m.raster = plots.EncodeErrorMap(loo, m.most)
	return m, 8 * len(mapLambdas) * len(mapBandwidths) * 3, nil
}

// toldApart is from how many standard errors of their difference on two errors are told apart.
const toldApart = 2

// newErrorMap finds the least error, and which others are not told from it: missed are the
// leave-one-out residuals at bandwidth j and λ i, nil where there is no fit.
func newErrorMap(loo *mat.Dense, missed [][][]float64) *errorMap {
	m := &errorMap{loo: loo, best: math.Inf(1), worst: math.Inf(-1)}
	var least []float64
	for i, lambda := range mapLambdas {
		for j, ell := range mapBandwidths {
			v := loo.At(i, j)
			if v < m.best {
				m.best, m.bestLambda, m.bestWidth, least = v, lambda, ell, missed[j][i]
			}
			m.worst = math.Max(m.worst, v)
		}
	}
	if m.level() {
		return m
	}
	if m.standardError = engine.StandardError(least); engine.Agree(m.standardError, 0, m.best) {
		m.standardError = 0 // of misses of one size
	}
	rows, cols := loo.Dims()
	m.paired, m.edge = mat.NewDense(rows, cols, nil), true
	for i := range rows {
		for j := range cols {
			v, t := loo.At(i, j), math.Inf(1)
			if missed[j][i] != nil {
				t = apart(missed[j][i], least)
			}
			if engine.Agree(v, m.best, m.best) {
				m.edge = m.edge && (i == 0 || j == 0 || i == rows-1 || j == cols-1)
				m.tied++
				t = 0
			}
			if math.IsNaN(t) { // all squared misses differ by the same
				t = math.Inf(1)
			}
			m.paired.Set(i, j, t)
			if t < toldApart {
				m.within++
			}
			if v <= m.best+m.standardError {
				m.inside++
			}
		}
	}
	return m
}

// level reports whether the error is the same all over the map, so that no place is the
// best; of a map without a fit, too.
func (m *errorMap) level() bool {
	return math.IsInf(m.best, 1) || engine.Agree(m.worst, m.best, m.best)
}

// A place is the reader's on an error map, with the fit that is there.
type place struct {
	load   func() *points.Line
	family model.Family
	mean   func(n int) float64 // λ of the mean loss
	ell    float64

	line   *points.Line
	m      *errorMap
	fit    *curves.Ridge // nil where there is no map
	median float64       // distance; NaN of no pair
}

var buildMap = course.Steps(func(f *course.Form) course.Work {
	r := &place{}
	r.load = points.OnLine(f, points.Offer{Data: "mcycle"})
	r.family = model.KernelOfWidth(f, hookBandwidth)
	r.mean = model.Lambda(f, hookLambda, r.load)
	r.ell = f.Control("bandwidth").Number()
	return r
})

func (r *place) Compute(ctx context.Context, memo *course.Memo) (err error) {
	r.line = r.load()
	if r.m, err = course.Remember(ctx, memo, mapOf{r.line.Spec, r.family}); err != nil || r.m.failed != nil {
		return err
	}
	n := r.line.Data.Len()
	if r.median = engine.MedianHeuristic(r.line.Data.X); n < 2 {
		r.median = math.NaN()
	}
	r.fit, err = curves.FitRidge(ctx, memo, r.line, r.family.At(r.ell), r.mean(n))
	return err
}

// best is the place of the least error, λ as the reader writes it; NaN where no place is
// better than another.
func (r *place) best(f *course.Form) (bandwidth, lambda float64) {
	if r.m.level() {
		return math.NaN(), math.NaN()
	}
	return r.m.bestWidth, course.Round(r.m.bestLambda*model.Written(f, r.line.Data.Len()), 12)
}

func (r *place) Show(f *course.Form) *course.Picture {
	if r.m.failed != nil {
		return r.m.nothing()
	}
	return &course.Picture{
		Columns: [][]plots.Panel{{{ID: "map-error", Title: "Leave-one-out error over bandwidth and λ",
			Width: 760, Height: 460, Plot: r.plot(f)}}},
		Numbers: r.numbers(f),
		Message: r.fit.Message(),
		Series: []course.Series{
			course.Table("bandwidths", "bandwidth", mapBandwidths), course.Table("lambdas", "lambda", r.lambdas(f)),
		},
		Matrices: []course.NamedMatrix{{Name: "loo_rmse", Values: r.m.loo}},
		Code:     mapCode(f, r.line, r.m.most),
		Says:     r.says(f),
		Goals:    []course.Goal{r.goal()},
	}
}

// lambdas are those of the map as the reader writes them.
func (r *place) lambdas(f *course.Form) []float64 {
	return model.WrittenAll(f, mapLambdas, r.line.Data.Len())
}

func (r *place) plot(f *course.Form) plots.ErrorMap {
	bandwidth, lambda := r.best(f)
	lambdas := r.lambdas(f)
	p := plots.ErrorMap{
		X:      widthAxis(f),
		Y:      plots.Axis{Label: "λ", Min: lambdas[0], Max: lambdas[len(lambdas)-1], Log: true},
		Raster: r.m.raster, Label: "leave-one-out error", Unit: r.line.YUnit,
		Values: r.m.loo,
		Best:   plots.Marker{X: bandwidth, Y: lambda, Name: "best: " + course.Digits(bandwidth)},
		You:    onMap(r.ell, f.Control("lambda").Number(), lambdas),
	}
	if !r.m.level() {
		p.Outline, p.Within = r.m.paired, math.Nextafter(toldApart, 0)
		p.WithinName = "outlined: not told apart from the best"
	}
	if r.line.Data.Len() > 1 && compared(r.family.At(1)) {
		p.VLine = plots.Mark{At: r.median, Name: "median " + course.Digits(r.median)}
	}
	return p
}

// widthAxis is that of the map's bandwidths.
func widthAxis(f *course.Form) plots.Axis {
	return plots.Axis{
		Label: course.WithUnit("bandwidth ℓ", f.Control("bandwidth").Unit),
		Min:   mapBandwidths[0], Max: mapBandwidths[len(mapBandwidths)-1], Log: true,
	}
}

// error is the leave-one-out error at the reader's place.
func (r *place) error() course.Number {
	loo := r.fit.Numbers()[0]
	loo.Label = "leave-one-out error here"
	return loo
}

func (r *place) numbers(f *course.Form) []course.Number {
	bandwidth, lambda := r.best(f)
	return []course.Number{
		r.error(),
		{Name: "best_loo_rmse", Label: "least on the map", Value: r.m.best, Unit: r.line.YUnit,
			Means: "The least leave-one-out error of all the fits that are drawn."},
		{Name: "best_bandwidth", Label: "at bandwidth", Value: bandwidth, Unit: f.Control("bandwidth").Unit,
			Means: "The bandwidth of the least error on the map."},
		{Name: "best_lambda", Label: "and λ", Value: lambda},
		{Name: "median_heuristic", Label: "median distance", Value: r.median, Unit: r.line.XUnit, Means: meansMedian},
		{Name: "best_standard_error", Label: "standard error of the least",
			Value: r.m.standardError, Unit: r.line.YUnit},
		{Name: "within", Label: "places not told apart from it", Value: float64(r.m.within), Whole: true,
			Means: "At how many places the squared misses are larger than those of the best, on average over the " +
				"points, by less than two standard errors of that average: outlined on the map."},
		{Name: "inside", Label: "places within one standard error of it, which tells less",
			Value: float64(r.m.inside), Whole: true},
	}
}

// goal is reached at a bandwidth beyond the median that is nearly as good as the best.
func (r *place) goal() course.Goal {
	loo := r.error()
	g := course.Goal{
		Name: "valley", At: "bandwidth=13.6&lambda=3.55e-08", Now: course.Quantity(loo.Value, loo.Unit),
		Reached: r.line.Name == "mcycle" && r.ell >= wideBandwidth && loo.Value <= 1.02*r.m.best,
	}
	if r.line.Name != "mcycle" {
		g.But = r.line.Unless("mcycle")
	} else if r.ell < wideBandwidth {
		g.But = "at " + course.Quantity(r.ell, r.line.XUnit)
	}
	how := "within two per cent of the least"
	if loo.Value < r.m.best && !engine.Agree(loo.Value, r.m.best, r.m.best) { // beyond the map's edge
		how = "less than anywhere on the map"
	}
	g.Text = fmt.Sprintf("Goal reached: %s, %s.", course.Quantity(loo.Value, loo.Unit), how)
	return g
}

// nothing is the picture where the eigensolver has given up.
func (m *errorMap) nothing() *course.Picture {
	why := "the eigenvalues of a K on it were not found, for the iteration that looks for them did not end."
	if errors.Is(m.failed, engine.ErrOverflow) {
		why = "a number on it is beyond what a float64 can hold."
	}
	return &course.Picture{
		Message: "There is no map here: " + why,
		Says:    []course.Said{course.Say("No map, and so no least error.")},
	}
}

// What the picture shows. The least error is followed by what else is as good, and by
// whether all of that is on the map's edge.
const (
	saysStand   = "You stand at ℓ = {bandwidth} and λ = {lambda} with a leave-one-out error of {loo_rmse}."
	saysNoFit   = "At ℓ = {bandwidth} and λ = {lambda} there is no fit."
	saysNowhere = "Nowhere on the map is there a fit."
	saysLevel   = "The error is {best_loo_rmse} all over the map."
	saysLeast   = "The least on the map is {best_loo_rmse}, at ℓ = {best_bandwidth} and λ = {best_lambda}"
	saysTied    = " and at {others}"
	saysEdge    = ", on its edge: beyond it there may be less"
	saysWithin  = ". Point by point {within} of the map’s {places} places {are} less than two standard errors of " +
		"the difference from it, and so not told apart from it."
	saysDarkest = "All errors of {most} and more have the darkest colour."
)

func (r *place) says(f *course.Form) []course.Said {
	here, loo := course.Chosen(f.Control("lambda").Number()), r.error()
	error := course.Measure{Value: loo.Value, Unit: loo.Unit}
	says := []course.Said{course.Say(saysStand, chosenWidth(f), here, error)}
	if r.fit.Solution.Err != nil {
		says[0] = course.Say(saysNoFit, chosenWidth(f), here)
	}
	return append(says, r.saysOfMap(f)...)
}

func (r *place) saysOfMap(f *course.Form) []course.Said {
	m, unit := r.m, r.line.YUnit
	switch {
	case math.IsInf(m.best, 1):
		return []course.Said{course.Say(saysNowhere)}
	case m.level():
		return []course.Said{course.Say(saysLevel, course.Measure{Value: m.best, Unit: unit})}
	}
	bandwidth, lambda := r.best(f)
	width := course.Measure{Value: bandwidth, Unit: f.Control("bandwidth").Unit}
	text, values := saysLeast, []any{course.Measure{Value: m.best, Unit: unit}, width, lambda}
	if others := m.tied - 1; others > 0 {
		text, values = text+saysTied, append(values, course.Some{N: others, Noun: "more place"})
	}
	if m.edge {
		text += saysEdge
	}
	values = append(values, m.within, len(mapLambdas)*len(mapBandwidths), course.ByCount(m.within, "is", "are"))
	says := []course.Said{course.Say(text+saysWithin, values...)}
	if m.worst > m.most {
		says = append(says, course.Say(saysDarkest, course.Measure{Value: m.most, Unit: unit}))
	}
	return says
}

// onMap is the reader's place, held at the edge where it lies beyond the map.
func onMap(ell, lambda float64, lambdas []float64) plots.Marker {
	x := math.Min(math.Max(ell, mapBandwidths[0]), mapBandwidths[len(mapBandwidths)-1])
	y := math.Min(math.Max(lambda, lambdas[0]), lambdas[len(lambdas)-1])
	name := "you"
	if x != ell || y != lambda {
		name = "you, beyond the edge"
	}
	return plots.Marker{X: x, Y: y, Name: name}
}

// mapCode computes the error map in other languages, drawn with one colour for errors of
// most and more; nil where there is no pair.
func mapCode(f *course.Form, r *points.Line, most float64) *course.Code {
	if r.Data.Len() < 2 {
		return nil
	}
	return programs.Code("map", f, course.Values{
		"X": r.Data.Input(0), "Y": r.Data.Y, "Parameters": model.Parameters(f),
		"XAxis": plots.Axis{Label: widthAxis(f).Label}, "Shown": 0, "Most": most,
		"Bandwidths": mapBandwidths, "Lambdas": mapLambdas, "Sum": model.Written(f, r.Data.Len()) > 1,
	})
}
