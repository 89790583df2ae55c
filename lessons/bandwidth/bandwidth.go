// Package bandwidth is the lesson on the bandwidth: too narrow, too wide, and the
// map between.
package bandwidth

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

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

//go:embed bandwidth.md
var prose string

//go:embed code
var files embed.FS

var programs = model.ParsePrograms(files)

var Lesson = &course.Lesson{
	Slug:   "bandwidth",
	Short:  "Bandwidth",
	Title:  "Too narrow, too wide",
	Lede:   "One number decides which data count as near. Too small or too large, and a fit is of no use. Is there a good guess?",
	Emblem: course.Emblem{State: "gram", Draw: emblem},
	Prose:  prose,
	Facts:  facts,
	Figures: []course.Figure{{
		Name:  "geyser",
		Title: "How long must they wait?",
		Goal:  "waits left out missed by less than 5.74 minutes",
		Build: buildGeyser,
	}, {
		Name:   "fit",
		Title:  "The fit and its Gram matrix.",
		Goal:   "readings left out missed by less than 25 g, and $\\ell$ at most 1.4 ms",
		Linked: "dot",
		Build:  buildFit,
	}, {
		Name:  "gram",
		Title: "Distances become similarities.",
		Goal:  "the average pair 0.45 to 0.55 alike",
		Build: buildGram,
	}, {
		Name:  "arrows",
		Title: "The bandwidth is an angle.",
		Goal:  "the first two arrows 60° apart, give or take 2°",
		Build: buildArrows,
	}, {
		Name:  "rules",
		Title: "Each bandwidth at its own best $\\lambda$.",
		Goal:  "$\\lambda$ from $10^{-12}$: on Old Faithful, a rule two standard errors worse than the best",
		Build: buildRules,
	}, {
		Name:   "map",
		Title:  "Every fit at once.",
		Goal:   "at 13 ms or more, a leave-one-out error within two per cent of the least on the map",
		Linked: "dot",
		Drag:   "bandwidth lambda",
		Build:  buildMap,
	}},
}

// buildGeyser opens the lesson on a bandwidth at which nobody would believe the fit.
func buildGeyser(f *course.Form) course.Draw {
	offer := points.Offer{Data: "faithful", Of: []string{"faithful", "points"}}
	return fitted(f, "geyser", offer, geyserBandwidth, func(fit *curves.Ridge) []course.Goal {
		loo := fit.Solution.LOORMSE
		return []course.Goal{{
			Name: "wait", At: "bandwidth=1.58", Now: fit.On("faithful", loo),
			Reached: fit.Solution.Err == nil && fit.Name == "faithful" && loo < geyserLOO,
			Text:    fmt.Sprintf("Goal reached: a wait left out is missed by %s min.", course.Digits(loo)),
		}}
	})
}

func buildFit(f *course.Form) course.Draw {
	return fitted(f, "fit", points.Offer{Data: "mcycle"}, hookBandwidth, func(fit *curves.Ridge) []course.Goal {
		at, ok := fit.Solution, fit.Solution.Err == nil
		narrow := model.HasBandwidth(f) && f.Control("bandwidth").Number() <= narrowBandwidth
		return []course.Goal{{
			Name: "narrow", At: "lambda=0.00562", Now: fit.On("mcycle", at.LOORMSE),
			Reached: ok && fit.Name == "mcycle" && narrow && at.LOORMSE < narrowLOO,
			Text: fmt.Sprintf("Goal reached: %s g. A higher price smooths what narrow bumps leave rough.",
				course.Digits(at.LOORMSE)),
		}, {
			Name: "through", At: "data=sine&n=20&noise=0&bandwidth=1&lambda=0.0001",
			Reached: ok && fit.Name == "sine" && at.TrainRMSE < 0.005 && at.LOORMSE < 0.05,
			Text:    "Through every point, and still a good guess between them.",
		}}
	})
}

// fitted declares a fit to data on a line and returns what draws it with its Gram
// matrix; goals are what the figure of that name asks for.
func fitted(
	f *course.Form, figure string, offer points.Offer, bandwidth float64, goals func(*curves.Ridge) []course.Goal,
) course.Draw {
	offer.Edit = figure + "-curve"
	load := points.OnLine(f, offer)
	kernel := model.Kernel(f, bandwidth)
	mean := model.Lambda(f, hookLambda, load)
	at := curves.PointedAt(f, load)
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		r := load()
		if r.Data.Len() == 0 {
			return r.Blank(offer.Edit, 400), nil
		}
		fit, err := curves.FitRidge(ctx, memo, r, kernel(), mean(r.Data.Len()))
		if err != nil {
			return nil, err
		}
		fit.PointAt(at)
		name := "f = Σ αᵢ k(xᵢ, ·)"
		if model.HasBandwidth(f) {
			name = "f, ℓ = " + width(f)
		}
		p := fit.Picture(f,
			[]plots.Panel{fit.CurvePanel(offer.Edit, name, 400)},
			[]plots.Panel{fit.GramPanel(figure + "-gram")})
		left := fit.LeftOut()
		p.Numbers = slices.Insert(p.Numbers, 1, left.Numbers()...)
		p.Description += left.Describe()
		p.Goals = goals(fit)
		return p, nil
	}
}

// width is the bandwidth with its unit.
func width(f *course.Form) string {
	c := f.Control("bandwidth")
	return course.Quantity(c.Number(), c.Unit)
}

// compared reports whether the bandwidth is a distance between inputs: that of the
// periodic kernel is one on the circle.
func compared(k engine.Kernel) bool {
	_, radial := k.(engine.Radial)
	return radial
}

func buildGram(f *course.Form) course.Draw {
	load := points.OnLine(f, points.Offer{Data: "mcycle"})
	kernel := model.Kernel(f, hookBandwidth)
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		r := load()
		gram, _, err := curves.Gram(ctx, memo, r.Spec, kernel())
		if err != nil {
			return nil, err
		}
		distances := engine.PairwiseDistances(engine.Euclidean, r.Data.X)
		median := engine.MedianHeuristic(r.Data.X)
		mean := engine.OffDiagonalMean(gram)
		if len(distances) == 0 {
			mean, median = math.NaN(), math.NaN() // of no pair
		}
		identity, ones := engine.DistanceToIdentity(gram), engine.DistanceToOnes(gram)
		if ones <= engine.Rounding(r.Data.Len(), mat.Norm(gram, 2)) {
			ones = 0 // each entry is 1 but for an ulp or so
		}
		const shortest = 1e-9 // an axis has a length where all points are at one x
		longest := 0.0
		for _, d := range distances {
			longest = math.Max(longest, d)
		}
		var marks []plots.Mark
		if len(distances) > 0 {
			marks = append(marks, plots.Mark{At: median, Name: "median", Color: plots.Ink, Dash: true})
		}
		if compared(kernel()) {
			marks = append(marks, plots.Mark{At: f.Control("bandwidth").Number(), Name: "ℓ", Color: plots.Bandwidth, Class: "t-bandwidth"})
		}
		p := &course.Picture{
			Columns: [][]plots.Panel{
				{
					curves.GramPanel("gram-matrix", plots.EncodeRaster(gram, plots.Scale{}), r.Order),
				},
				{
					{ID: "gram-distances", Title: "Distances between pairs of points", Width: course.Wide, Height: 400, Plot: plots.Histogram{
						X:     plots.Axis{Label: course.WithUnit("distance between two points", r.XUnit), Min: 0, Max: math.Max(longest, shortest)},
						Count: "pairs", Values: distances,
						Marks: marks,
					}},
				},
			},
			Numbers: []course.Number{
				{Name: "offdiagonal_mean", Label: "mean off the diagonal", Means: "How alike two different points are on average: 0 is not at all, 1 is equal.", Value: mean},
				{Name: "median_heuristic", Label: "median distance", Means: "Half of all pairs of points are closer together than this, half farther apart.", Value: median, Unit: r.XUnit},
				{Name: "distance_to_identity", Label: "‖K − I‖", Means: "How far K is from the matrix in which every point resembles only itself: the root of the sum of all squared differences.", Value: identity},
				{Name: "distance_to_ones", Label: "‖K − 11ᵀ‖", Value: ones},
			},
			Series:   []course.Series{course.Table("data", "x y", r.Data.Input(0), r.Data.Y), course.Table("distances", "distance", distances)},
			Matrices: []course.NamedMatrix{{Name: "gram", Values: gram}},
			Code:     gramCode(f, r),
		}
		if model.HasBandwidth(f) {
			p.Description = describeGram(gram, engine.SameInputs(r.Data.X), width(f))
		} else {
			p.Description = describeEntries(gram)
		}
		if len(distances) > 0 {
			p.Description += fmt.Sprintf(" The median distance is %s.", course.Quantity(median, r.XUnit))
		}
		asks := ""
		if !model.HasBandwidth(f) {
			asks = "with a kernel that has a bandwidth, the average pair 0.45 to 0.55 alike"
		}
		p.Goals = []course.Goal{
			{Name: "half", Asks: asks, At: "bandwidth=10", Now: course.Digits(mean), Reached: model.HasBandwidth(f) && mean > 0.45 && mean < 0.55, Text: fmt.Sprintf("Goal reached: the average pair is %s alike.", course.Digits(mean))},
		}
		return p, nil
	}
}

// describeGram says how far a Gram matrix is from its two limits, pair by pair: an
// average hides blocks of ones, which points of one group, at the same x, leave at every
// bandwidth. Its kernel has the value 1 for a point and itself.
func describeGram(gram *mat.SymDense, groups []int, ell string) string {
	n := gram.SymmetricDim()
	if n == 1 {
		return fmt.Sprintf("The Gram matrix of one point at ℓ = %s is the number 1. There is no pair to be alike.", ell)
	}
	pairs, half, twins, least, most := 0, 0, 0, math.Inf(1), 0.0
	for i := range n {
		for j := range i {
			v := gram.At(i, j)
			pairs++
			if v > 0.5 {
				half++
			}
			least = math.Min(least, v)
			if groups[i] == groups[j] {
				twins++
			} else {
				most = math.Max(most, v)
			}
		}
	}
	are := func(k int) string {
		if k == 1 {
			return "is"
		}
		return "are"
	}
	all := course.Count(float64(pairs)) + " pairs"
	if pairs == 1 {
		all = "1 pair"
	}
	near := fmt.Sprintf("lies between the identity and all ones: %s of %s %s more than half alike", course.Count(float64(half)), all, are(half))
	switch {
	case least > 0.95:
		near = "is close to all ones: every point resembles every other"
	case most < 0.05 && twins > 0:
		near = fmt.Sprintf("is the identity with blocks of ones, or close to it: %s of %s %s at one x and fully alike, and no other pair is", course.Count(float64(twins)), all, are(twins))
	case most < 0.05:
		near = "is close to the identity: every point resembles only itself"
	}
	return fmt.Sprintf("The Gram matrix of %d points at ℓ = %s %s. The average pair is %s alike.", n, ell, near, course.Digits(engine.OffDiagonalMean(gram)))
}

// describeEntries says between which numbers the entries of a Gram matrix lie, whose
// kernel knows no alike: its values may be any.
func describeEntries(gram *mat.SymDense) string {
	n := gram.SymmetricDim()
	if n == 1 {
		return fmt.Sprintf("The Gram matrix of one point is the number %s. This kernel has no bandwidth.", course.Digits(gram.At(0, 0)))
	}
	on, off := [2]float64{math.Inf(1), math.Inf(-1)}, [2]float64{math.Inf(1), math.Inf(-1)}
	for i := range n {
		for j := range i + 1 {
			of := &off
			if i == j {
				of = &on
			}
			of[0], of[1] = math.Min(of[0], gram.At(i, j)), math.Max(of[1], gram.At(i, j))
		}
	}
	return fmt.Sprintf("The Gram matrix of %d points has entries %s on its diagonal, and %s off it, on average %s. This kernel has no bandwidth, and no limits to lie between.",
		n, span(on), span(off), course.Digits(engine.OffDiagonalMean(gram)))
}

// span says between which two numbers others lie, or which they all are.
func span(ends [2]float64) string {
	if engine.Agree(ends[0], ends[1], ends[1]) {
		return "of " + course.Digits(ends[1])
	}
	return "from " + course.Digits(ends[0]) + " to " + course.Digits(ends[1])
}

// gramCode computes the Gram matrix's numbers in other languages; nil where there is
// no pair.
func gramCode(f *course.Form, r *points.Line) *course.Code {
	if r.Data.Len() < 2 {
		return nil
	}
	return programs.Code("gram", f, course.Values{"X": r.Data.Input(0), "Parameters": model.Parameters(f)})
}

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
	within                int     // places with at most best + standardError
	most                  float64 // all greater errors have one colour
	edge                  bool    // it is in an outermost row or column, wherever it is
	raster                *plots.Raster
	failed                error // engine.ErrNoConvergence or engine.ErrOverflow; then there is no map
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
	loo, err := engine.LOOMap(ctx, mapBandwidths, mapLambdas, gram, r.Data.Y)
	switch {
	case errors.Is(err, engine.ErrNoConvergence) || errors.Is(err, engine.ErrOverflow):
		return &errorMap{failed: err}, 8, nil
	case err != nil:
		return nil, 0, err
	}
	m := &errorMap{loo: loo, best: math.Inf(1), worst: math.Inf(-1)}
	for i, lambda := range mapLambdas {
		for j, ell := range mapBandwidths {
			v := loo.At(i, j)
			if v < m.best {
				m.best, m.bestLambda, m.bestWidth = v, lambda, ell
			}
			m.worst = math.Max(m.worst, v)
		}
	}
	if !m.level() {
		s, err := engine.Eigen(gram(m.bestWidth))
		if err != nil {
			return nil, 0, err
		}
		at, err := s.Solve(r.Data.Y, m.bestLambda)
		if err != nil {
			return nil, 0, err
		}
		if m.standardError = engine.StandardError(at.LOOResiduals); engine.Agree(m.standardError, 0, m.best) {
			m.standardError = 0 // of misses of one size
		}
		m.edge = true
		for at, v := range loo.RawMatrix().Data {
			tied := engine.Agree(v, m.best, m.best)
			if tied {
				i, j := at/len(mapBandwidths), at%len(mapBandwidths)
				m.edge = m.edge && (i == 0 || j == 0 || i == len(mapLambdas)-1 || j == len(mapBandwidths)-1)
				m.tied++
			}
			if tied || v <= m.best+m.standardError {
				m.within++
			}
		}
	}
	m.most = m.best + 0.6*math.Max(r.Spread()-m.best, 0.2*m.best)
	m.raster = plots.EncodeErrorMap(loo, m.most)
	return m, 8 * len(mapLambdas) * len(mapBandwidths) * 2, nil
}

// level reports whether the error is the same all over the map, so that no place is the
// best; of a map without a fit, too.
func (m *errorMap) level() bool {
	return math.IsInf(m.best, 1) || engine.Agree(m.worst, m.best, m.best)
}

func buildMap(f *course.Form) course.Draw {
	load := points.OnLine(f, points.Offer{Data: "mcycle"})
	kernel := model.KernelOfWidth(f, hookBandwidth)
	mean := model.Lambda(f, hookLambda, load)
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		r := load()
		n := r.Data.Len()
		ell, here := f.Control("bandwidth").Number(), f.Control("lambda").Number()
		m, err := course.RememberLong(ctx, memo, mapOf{r.Spec, kernel})
		if err != nil {
			return nil, err
		}
		if m.failed != nil {
			return m.nothing(), nil
		}
		fit, err := curves.FitRidge(ctx, memo, r, kernel.At(ell), mean(n))
		if err != nil {
			return nil, err
		}
		loo := fit.Numbers()[0]
		loo.Label = "leave-one-out error here"
		lambdas, bestLambda, bestWidth := model.WrittenAll(f, mapLambdas, n), course.Round(m.bestLambda*model.Written(f, n), 12), m.bestWidth
		if m.level() {
			bestLambda, bestWidth = math.NaN(), math.NaN() // no place is the best
		}
		median, unit := engine.MedianHeuristic(r.Data.X), f.Control("bandwidth").Unit
		if n < 2 {
			median = math.NaN() // of no pair
		}
		within := m.best + m.standardError
		if m.level() {
			within = math.NaN() // no place is better than another
		}
		var line plots.Mark
		if n > 1 && compared(kernel.At(1)) {
			line = plots.Mark{At: median, Name: "median " + course.Digits(median)}
		}
		p := &course.Picture{
			Columns: [][]plots.Panel{{{ID: "map-error", Title: "Leave-one-out error over bandwidth and λ", Width: 760, Height: 460, Plot: plots.ErrorMap{
				X:      plots.Axis{Label: course.WithUnit("bandwidth ℓ", unit), Min: mapBandwidths[0], Max: mapBandwidths[len(mapBandwidths)-1], Log: true},
				Y:      plots.Axis{Label: "λ", Min: lambdas[0], Max: lambdas[len(lambdas)-1], Log: true},
				Raster: m.raster, Label: "leave-one-out error", Unit: r.YUnit,
				Values: m.loo, Within: within, WithinName: "outlined: best + one standard error",
				Best:  plots.Marker{X: bestWidth, Y: bestLambda, Name: "best: " + course.Digits(bestWidth)},
				You:   onMap(ell, here, lambdas),
				VLine: line,
			}}}},
			Numbers: []course.Number{
				loo,
				{Name: "best_loo_rmse", Label: "least on the map", Means: "The least leave-one-out error of all the fits that are drawn.", Value: m.best, Unit: r.YUnit},
				{Name: "best_bandwidth", Label: "at bandwidth", Means: "The bandwidth of the least error on the map.", Value: bestWidth, Unit: unit},
				{Name: "best_lambda", Label: "and λ", Value: bestLambda},
				{Name: "median_heuristic", Label: "median distance", Means: "Half of all pairs of points are closer together than this, half farther apart.", Value: median, Unit: r.XUnit},
				{Name: "best_standard_error", Label: "standard error of the least", Value: m.standardError, Unit: r.YUnit},
				{Name: "within", Label: "places within one standard error of it", Value: float64(m.within), Whole: true},
			},
			Message: fit.Message(),
			Series: []course.Series{
				course.Table("bandwidths", "bandwidth", mapBandwidths),
				course.Table("lambdas", "lambda", lambdas),
			},
			Matrices: []course.NamedMatrix{{Name: "loo_rmse", Values: m.loo}},
			Code:     mapCode(f, r, m.most),
		}
		stand := fmt.Sprintf("You stand at ℓ = %s and λ = %s with a leave-one-out error of %s.", width(f), course.Value(here), course.Quantity(loo.Value, r.YUnit))
		if fit.Solution.Err != nil {
			stand = fmt.Sprintf("At ℓ = %s and λ = %s there is no fit.", width(f), course.Value(here))
		}
		p.Description = stand + " " + m.describe(r.YUnit, unit, bestLambda)
		if n > 1 {
			p.Description += fmt.Sprintf(" The median distance is %s.", course.Quantity(median, r.XUnit))
		}
		asks, now := "", course.Quantity(loo.Value, r.YUnit)
		if r.Name != "mcycle" {
			asks, now = "of the crash, at 13 ms or more, a leave-one-out error within two per cent of the least on the map", "other data"
		}
		how := "within two per cent of the least"
		if loo.Value < m.best && !engine.Agree(loo.Value, m.best, m.best) { // beyond the map's edge
			how = "less than anywhere on the map"
		}
		p.Goals = []course.Goal{
			{Name: "valley", Asks: asks, At: "bandwidth=13.6&lambda=3.55e-08", Now: now, Reached: r.Name == "mcycle" && ell >= wideBandwidth && loo.Value <= 1.02*m.best, Text: fmt.Sprintf("Goal reached: %s, %s.", course.Quantity(loo.Value, r.YUnit), how)},
		}
		return p, nil
	}
}

// nothing is the picture where the eigensolver has given up.
func (m *errorMap) nothing() *course.Picture {
	why := "the eigenvalues of a K on it were not found, for the iteration that looks for them did not end."
	if errors.Is(m.failed, engine.ErrOverflow) {
		why = "a number on it is beyond what a float64 can hold."
	}
	return &course.Picture{Message: "There is no map here: " + why, Description: "No map, and so no least error."}
}

// describe says where the error is least, the best λ as the reader writes it.
func (m *errorMap) describe(unit, widthUnit string, lambda float64) string {
	switch {
	case math.IsInf(m.best, 1):
		return "Nowhere on the map is there a fit."
	case m.level():
		return fmt.Sprintf("The error is %s all over the map.", course.Quantity(m.best, unit))
	}
	s := fmt.Sprintf("The least on the map is %s, at ℓ = %s and λ = %s", course.Quantity(m.best, unit), course.Quantity(m.bestWidth, widthUnit), course.Digits(lambda))
	if others := m.tied - 1; others > 0 {
		s += " and at " + course.Plural(others, "more place")
	}
	if m.edge {
		s += ", on its edge: beyond it there may be less"
	}
	are := "are"
	if m.within == 1 {
		are = "is"
	}
	s += fmt.Sprintf(". Its standard error is %s: %s of the map’s %s places %s within that of the least.", course.Quantity(m.standardError, unit), course.Count(float64(m.within)), course.Count(float64(len(mapLambdas)*len(mapBandwidths))), are)
	if m.worst > m.most {
		s += fmt.Sprintf(" All errors of %s and more have the darkest colour.", course.Quantity(m.most, unit))
	}
	return s
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
	return programs.Code("map", f, course.Values{"X": r.Data.Input(0), "Y": r.Data.Y, "Parameters": model.Parameters(f),
		"XAxis": plots.Axis{Label: course.WithUnit("bandwidth ℓ", f.Control("bandwidth").Unit)}, "Shown": 0, "Most": most,
		"Bandwidths": mapBandwidths, "Lambdas": mapLambdas, "Sum": model.Written(f, r.Data.Len()) > 1})
}

// facts are the numbers in the lesson's prose.
func facts() course.Facts {
	f := course.Facts{}
	geyserFacts(f)
	crashFacts(f)
	ruleFacts(f)
	halfFacts(f)
	twoPointFacts(f)
	medianExerciseFacts(f)
	otherBandwidthFacts(f)
	return f
}

// The bandwidth, in min, that the lesson opens with, and the error, in min, that its
// figure asks for: at the λ it opens with, those from 0.9 to 2.5 min have less.
const (
	geyserBandwidth = 0.05
	geyserLOO       = 5.74
)

// geyserFacts are what the fit that the lesson opens with says after two eruptions.
func geyserFacts(f course.Facts) {
	d := data.Faithful()
	kernel := gaussian(geyserBandwidth)
	alpha := ridgeAt(d, kernel, hookLambda).Alpha
	after := func(length float64) (wait float64) {
		for i, x := range d.X {
			wait += alpha[i] * kernel.OfDistance(math.Abs(x[0]-length))
		}
		return wait
	}
	f["eruptions"] = float64(d.Len())
	f["geyser_long"], f["geyser_short"] = after(3.3), after(3.2)
	f["geyser_least"] = slices.Min(d.Y)
}

// What the fit to the crash asks for: bumps of at most so many ms, and a leave-one-out error
// in g. At the bandwidth that it opens with, λ alone goes half a g below that. Lesson 12
// opens at 2 ms, where its λ would do.
const (
	narrowBandwidth = 1.4
	narrowLOO       = 25
)

// wideBandwidth, in ms, is where the map's goal begins: wider than the median.
const wideBandwidth = 13

// The state that the lesson opens in: too narrow, at the λ that is best on the map.
const (
	hookBandwidth = 1.36
	hookLambda    = 0.000282
)

// ridgeAt returns kernel ridge regression of d in a state that has a fit, as all
// that the prose cites have.
func ridgeAt(d engine.Dataset, k engine.Kernel, lambda float64) engine.PathPoint {
	return course.Must(course.Must(engine.Eigen(engine.Gram(k, d.X))).Solve(d.Y, lambda))
}

// leastLOO returns the place of the least leave-one-out error on a grid.
func leastLOO(d engine.Dataset, kernel func(ell float64) engine.Radial, bandwidths, lambdas []float64) (loo, bandwidth, lambda float64) {
	D := engine.Distances(kernel(1).Metric(), d.X)
	m := course.Must(engine.LOOMap(context.Background(), bandwidths, lambdas, func(ell float64) *mat.SymDense {
		return engine.GramFromDistances(kernel(ell), D)
	}, d.Y))
	loo = math.Inf(1)
	for i := range lambdas {
		for j := range bandwidths {
			if v := m.At(i, j); v < loo {
				loo, bandwidth, lambda = v, bandwidths[j], lambdas[i]
			}
		}
	}
	return loo, bandwidth, lambda
}

func gaussian(ell float64) engine.Radial  { return engine.Gaussian{Length: ell} }
func laplacian(ell float64) engine.Radial { return engine.Laplacian{Length: ell} }

// medians are the bandwidths that go by the name of median heuristic.
func medians(x [][]float64) (pairs, withDiagonal, squared, halved float64) {
	distances := engine.PairwiseDistances(engine.Euclidean, x)
	all := make([]float64, len(x), len(x)*len(x)) // the zeros of i = j, then each pair twice
	squares := make([]float64, len(distances))
	for i, d := range distances {
		all = append(all, d, d)
		squares[i] = d * d
	}
	squared = engine.Median(squares)
	return engine.Median(distances), engine.Median(all), squared, math.Sqrt(squared / 2)
}

// crashFacts are those of the motorcycle data.
func crashFacts(f course.Facts) {
	d := data.MCycle()
	distances := engine.PairwiseDistances(engine.Euclidean, d.X)
	f["n"] = float64(d.Len())
	f["mean_distance"] = stat.Mean(distances, nil)
	f["times"] = float64(len(slices.Compact(d.Input(0))))

	f["median"], f["median_diagonal"], f["median_squared"], f["median_halved"] = medians(d.X)
	f["median_loo"] = ridgeAt(d, gaussian(f["median"]), hookLambda).LOORMSE
	f.Read(course.NewMemo(1<<22), buildMap, "", "", "best_loo", "best_loo_rmse", "best_bandwidth", "best_bandwidth", "best_lambda", "best_lambda", "map_within", "within")
	f["hook_lambda"] = hookLambda
	f["columns"], f["rows"] = float64(len(mapBandwidths)), float64(len(mapLambdas))

	best := f["best_bandwidth"]
	f["good_dof"] = ridgeAt(d, gaussian(best), hookLambda).DegreesOfFreedom
	narrow := ridgeAt(d, gaussian(0.01), hookLambda)
	f["narrow_loo"], f["narrow_train"] = narrow.LOORMSE, narrow.TrainRMSE
	f["narrow_identity"] = engine.DistanceToIdentity(engine.Gram(gaussian(0.01), d.X))
	f["wide_dof"] = ridgeAt(d, gaussian(100), hookLambda).DegreesOfFreedom
	longest := engine.Quantile(distances, 1)
	f["wide_slack"] = longest * longest / (2 * 100 * 100)
	flat := ridgeAt(d, gaussian(100), 1e-12)
	f["flat_dof"], f["flat_condition"] = flat.DegreesOfFreedom, flat.Condition

	f["laplacian_dof"] = ridgeAt(d, laplacian(best), hookLambda).DegreesOfFreedom
	_, f["laplacian_bandwidth"], _ = leastLOO(d, laplacian, mapBandwidths, mapLambdas)
	f["gaussian_at_ell"] = gaussian(1).OfDistance(1)
	f["laplacian_at_ell"] = laplacian(1).OfDistance(1)
	f["half_alike"] = engine.OffDiagonalMean(engine.Gram(gaussian(10), d.X))
}

// ruleFacts are those of each rule at its own best λ, on the crash, beside the best
// bandwidth of all, and of the best fit's misses.
func ruleFacts(f course.Facts) {
	memo := course.NewMemo(1 << 24)
	for _, r := range rules {
		f.Read(memo, buildRules, "show=whole&rule="+r.name, r.name+"_", "ell", "rule_bandwidth", "own", "rule_loo_rmse", "own_se", "rule_standard_error", "paired", "paired", "lambda", "rule_lambda", "deep", "rule_loo_deep", "paired_deep", "paired_deep")
	}
	p := f.Read(memo, buildRules, "show=whole", "profile_", "loo", "best_loo_rmse", "bandwidth", "best_bandwidth")
	columns := map[string][]float64{}
	for _, c := range p.Series[0].Columns {
		columns[c.Name] = c.Values
	}
	widths, loo := columns["bandwidth"], columns["loo_rmse"]
	best := slices.Index(loo, slices.Min(loo))
	f["profile_se"] = columns["loo_standard_error"][best]
	from, to := best, best
	for from > 0 && loo[from-1] <= loo[best]+f["profile_se"] {
		from--
	}
	for to+1 < len(loo) && loo[to+1] <= loo[best]+f["profile_se"] {
		to++
	}
	f["level_from"], f["level_to"] = widths[from], widths[to]

	for name, query := range map[string]string{"dip_narrow": "", "dip_wide": "bandwidth=30"} {
		for _, s := range f.Read(memo, buildFit, query, name+"_", "loo", "loo_rmse").Series {
			if s.Name == "fit" {
				f[name] = slices.Min(s.Columns[1].Values)
			}
		}
	}
	f.Read(memo, buildFit, "bandwidth=0.01", "narrow_", "together", "loo_together_rmse")
	f.Read(memo, buildFit, "bandwidth=7.36", "best_", "se", "loo_standard_error", "together", "loo_together_rmse")
	d := data.MCycle()
	var early, late []float64
	for i, r := range ridgeAt(d, gaussian(f["best_bandwidth"]), hookLambda).LOOResiduals {
		if d.X[i][0] < calm {
			early = append(early, r)
		} else {
			late = append(late, r)
		}
	}
	f["calm"], f["early"], f["late"] = calm, rms(early), rms(late)
	for _, group := range curves.Together(&points.Line{Data: d}) {
		if len(group) > 1 {
			f["shared"] += float64(len(group))
		}
	}
}

// calm, in ms, is when the head begins to move.
const calm = 14

func rms(v []float64) float64 { return floats.Norm(v, 2) / math.Sqrt(float64(len(v))) }

// twoPointFacts are those of the example done by hand: x = 0, 1, y = 12, 0, similarity
// ½ and nλ = ½, and of its two limits.
func twoPointFacts(f course.Facts) {
	d := engine.Dataset{X: engine.Column([]float64{0, 1}), Y: []float64{12, 0}}
	f["hand_ell"] = 1 / math.Sqrt(2*math.Ln2)
	for name, ell := range map[string]float64{"hand": f["hand_ell"], "hand_narrow": 0.1, "hand_wide": 1000} {
		at := ridgeAt(d, gaussian(ell), 0.25)
		f[name+"_f1"], f[name+"_f2"] = at.Fitted[0], at.Fitted[1]
		f[name+"_a1"], f[name+"_a2"] = at.Alpha[0], at.Alpha[1]
		f[name+"_r1"], f[name+"_r2"] = at.LOOResiduals[0], at.LOOResiduals[1]
	}
}

// medianExerciseFacts are the answer to the exercise, x = 0, 1, 2, 4, 30, and
// what slips lead to.
func medianExerciseFacts(f course.Facts) {
	x := engine.Column([]float64{0, 1, 2, 4, 30})
	f["five_median"], f["five_diagonal"], f["five_squared"], f["five_halved"] = medians(x)
	f["five_root"] = math.Sqrt(f["five_squared"])
	f["five_mean"] = stat.Mean(engine.PairwiseDistances(engine.Euclidean, x), nil)
}

// otherBandwidthFacts are those of the other data that the prose opens.
func otherBandwidthFacts(f course.Facts) {
	d := data.Faithful()
	f["faithful_loo"] = ridgeAt(d, gaussian(1), 0.001).LOORMSE
	f["faithful_wrong_loo"] = ridgeAt(d, gaussian(60), 0.001).LOORMSE
	f["faithful_wrong_mean"] = engine.OffDiagonalMean(engine.Gram(gaussian(60), d.X))

	// How far fits miss the truth at the data: one bandwidth for both halves, and
	// one for the slow half alone.
	d = engine.TwoScale(120, 0.1, rand.New(rand.NewPCG(1, 0)))
	cut := 0
	for cut < d.Len() && d.X[cut][0] < 5 {
		cut++
	}
	slow := engine.Dataset{X: d.X[:cut], Y: d.Y[:cut]}
	miss := func(fitted []float64) float64 {
		errors := make([]float64, cut)
		for i := range errors {
			errors[i] = fitted[i] - engine.TwoScaleTruth(d.X[i][0])
		}
		return floats.Norm(errors, 2) / math.Sqrt(float64(cut))
	}
	_, ell, lambda := leastLOO(d, gaussian, mapBandwidths, mapLambdas)
	f["both_bandwidth"], f["both_lambda"] = ell, lambda
	f["both_slow_error"] = miss(ridgeAt(d, gaussian(ell), lambda).Fitted)
	_, ell, lambda = leastLOO(slow, gaussian, mapBandwidths, mapLambdas)
	f["slow_bandwidth"] = ell
	f["slow_error"] = miss(ridgeAt(slow, gaussian(ell), lambda).Fitted)

	d = engine.Sine(20, 0, rand.New(rand.NewPCG(1, 0)))
	for name, ell := range map[string]float64{"sine_narrow": 0.1, "sine_right": 1} {
		at := ridgeAt(d, gaussian(ell), 1e-4)
		f[name+"_train"], f[name+"_loo"] = at.TrainRMSE, at.LOORMSE
	}
}
