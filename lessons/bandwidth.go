package lessons

import (
	"context"
	"embed"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gramophone/engine"
	"gramophone/lessons/data"
	"gramophone/plots"
)

//go:embed bandwidth.md
var bandwidthProse string

//go:embed code/gram.* code/map.* code/kernel.*
var bandwidthFiles embed.FS

var bandwidthPrograms = ParsePrograms(bandwidthFiles)

var bandwidth = &Lesson{
	Slug:  "bandwidth",
	Short: "Bandwidth",
	Title: "Too narrow, too wide",
	Lede:  "One number decides how far a data point’s voice carries. Too short, and every point speaks only for itself; too far, and all say the same.",
	Prose: bandwidthProse,
	Facts: bandwidthFacts,
	Figures: []Figure{{
		Name:   "fit",
		Title:  "The fit and its Gram matrix.",
		Goal:   "Goal: a bandwidth that follows the crash without following the noise. Leave-one-out error under 23.5 g.",
		Linked: "dot",
		Build:  buildBandwidthFit,
	}, {
		Name:  "gram",
		Title: "Distances become similarities.",
		Goal:  "Goal: a bandwidth at which the average pair is half alike.",
		Build: buildGram,
	}, {
		Name:   "map",
		Title:  "Every fit at once.",
		Goal:   "Leave-one-out error over bandwidth and $\\lambda$, exact, from one eigendecomposition a column. Goal: drag yourself into the valley.",
		Linked: "dot",
		Drag:   "bandwidth lambda",
		Build:  buildMap,
	}},
}

func buildBandwidthFit(f *Form) Draw {
	load := regressionControls(f, sample{data: "mcycle", edit: "fit-curve"})
	kernel := bandwidthControls(f, hookBandwidth)
	mean := lambdaControl(f, hookLambda, load)
	at := pointedAt(f, load)
	return func(ctx context.Context, memo *Memo) (*Picture, error) {
		r := load()
		if r.data.Len() == 0 {
			return r.blank("fit-curve", 400), nil
		}
		ell := f.Control("bandwidth").Number()
		fit, err := fitRidge(ctx, memo, r, kernel(ell), mean(r.data.Len()))
		if err != nil {
			return nil, err
		}
		fit.pointAt(at)
		p := fit.picture(f,
			[]plots.Panel{fit.curvePanel("fit-curve", "f, ℓ = "+Quantity(ell, r.xu), 400)},
			[]plots.Panel{fit.gramPanel("fit-gram")})
		ok := fit.at.Err == nil
		p.Goals = []Goal{
			{Name: "follow", Reached: ok && r.name == "mcycle" && fit.at.LOORMSE < goodLOO, Text: fmt.Sprintf("Goal reached: %s g.", Digits(fit.at.LOORMSE))},
			{Name: "through", Reached: ok && r.name == "sine" && fit.at.TrainRMSE < 0.005 && fit.at.LOORMSE < 0.05, Text: "Through every point, and still a good guess between them."},
		}
		return p, nil
	}
}

func buildGram(f *Form) Draw {
	load := regressionControls(f, sample{data: "mcycle"})
	kernel := bandwidthControls(f, hookBandwidth)
	return func(ctx context.Context, memo *Memo) (*Picture, error) {
		r := load()
		ell := f.Control("bandwidth").Number()
		gram, _, err := gramOf(ctx, memo, r, kernel(ell))
		if err != nil {
			return nil, err
		}
		distances := engine.PairwiseDistances(engine.Euclidean, r.data.X)
		median := engine.MedianHeuristic(r.data.X)
		mean := engine.OffDiagonalMean(gram)
		identity, ones := engine.DistanceToIdentity(gram), engine.DistanceToOnes(gram)
		longest := 0.0
		for _, d := range distances {
			longest = math.Max(longest, d)
		}
		p := &Picture{
			Columns: [][]plots.Panel{
				{
					gramPanel("gram-matrix", plots.EncodeRaster(gram, plots.Scale{}), r.ordered),
				},
				{
					{ID: "gram-distances", Title: "Distances between pairs of points", Width: wide, Height: 400, Plot: plots.Histogram{
						X:     plots.Axis{Label: labelled("distance between two points", r.xu), Min: 0, Max: math.Max(longest, 1e-9)},
						Count: "pairs", Values: distances,
						Marks: []plots.Mark{
							{At: median, Name: "median", Color: plots.Ink, Dash: true},
							{At: ell, Name: "ℓ", Color: plots.Bandwidth, Class: "t-bandwidth"},
						},
					}},
				},
			},
			Numbers: []Number{
				{Name: "median_heuristic", Label: "median distance", Value: median, Unit: r.xu},
				{Name: "offdiagonal_mean", Label: "mean off the diagonal", Value: mean},
				{Name: "distance_to_identity", Label: "‖K − I‖", Value: identity},
				{Name: "distance_to_ones", Label: "‖K − 11ᵀ‖", Value: ones},
			},
			Series:   []Series{Table("data", "x y", r.data.Input(0), r.data.Y), Table("distances", "distance", distances)},
			Matrices: []NamedMatrix{{Name: "gram", Values: gram}},
			Code:     gramCode(f, r),
		}
		near := "between the identity and all ones"
		switch {
		case mean < 0.05:
			near = "close to the identity: every point resembles only itself"
		case mean > 0.95:
			near = "close to all ones: every point resembles every other"
		}
		p.Description = fmt.Sprintf("The Gram matrix of %d points at ℓ = %s is %s. The average pair is %s alike; the median distance is %s.",
			r.data.Len(), Quantity(ell, r.xu), near, Digits(mean), Quantity(median, r.xu))
		p.Goals = []Goal{
			{Name: "half", Reached: mean > 0.45 && mean < 0.55, Text: fmt.Sprintf("Goal reached: the average pair is %s alike.", Digits(mean))},
		}
		return p, nil
	}
}

// code is what the snippets of the Gram matrix and of the error map are filled with.
type code struct {
	State               string
	X, Y                []float64
	Kernel              string
	Bandwidth           float64
	Bandwidths, Lambdas []float64 // of the map
}

// gramCode computes the Gram matrix's numbers in other languages.
func gramCode(f *Form, r *regression) *Code {
	return bandwidthPrograms.Code("gram", code{State: f.State(), X: r.data.Input(0), Kernel: f.Control("kernel").Value, Bandwidth: f.Control("bandwidth").Number()})
}

// The error map's grid stands on the places of the sliders, so that the dot
// stands in the middle of a cell: 41 bandwidths from 0.2, 40 values of λ from 10⁻⁸
// or a little less.
var mapBandwidths, mapLambdas = within(pathBandwidths, 0.2, 100), within(pathLambdas, 5e-9, 3)

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
	best                  float64
	raster                *plots.Raster
}

func errorMapOf(ctx context.Context, memo *Memo, r *regression, kernel func(float64) engine.Kernel) (*errorMap, error) {
	key := fmt.Sprintf("map %s %T", r.key, kernel(1))
	return RememberLong(ctx, memo, key, func(ctx context.Context) (*errorMap, int, error) {
		D, err := pairDistances(ctx, memo, r, kernel(1).(engine.Radial).Metric())
		if err != nil {
			return nil, 0, err
		}
		loo, err := engine.LOOMap(ctx, mapBandwidths, mapLambdas, func(ell float64) *mat.SymDense {
			return engine.GramFromDistances(kernel(ell).(engine.Radial), D)
		}, r.data.Y)
		if err != nil {
			return nil, 0, err
		}
		m := &errorMap{loo: loo, best: math.Inf(1)}
		for i, lambda := range mapLambdas {
			for j, ell := range mapBandwidths {
				if v := loo.At(i, j); v < m.best {
					m.best, m.bestLambda, m.bestWidth = v, lambda, ell
				}
			}
		}
		m.raster = plots.EncodeErrorMap(loo, m.best+0.6*math.Max(r.spread()-m.best, 0.2*m.best))
		return m, 8 * len(mapLambdas) * len(mapBandwidths) * 2, nil
	})
}

func buildMap(f *Form) Draw {
	load := regressionControls(f, sample{data: "mcycle"})
	kernel := bandwidthControls(f, hookBandwidth)
	lambda := lambdaControl(f, hookLambda, load)
	return func(ctx context.Context, memo *Memo) (*Picture, error) {
		r := load()
		ell, lam := f.Control("bandwidth").Number(), lambda(r.data.Len())
		m, err := errorMapOf(ctx, memo, r, kernel)
		if err != nil {
			return nil, err
		}
		fit, err := fitRidge(ctx, memo, r, kernel(ell), lam)
		if err != nil {
			return nil, err
		}
		here := fit.numbers()[0]
		here.Label = "leave-one-out error here"
		median := engine.MedianHeuristic(r.data.X)
		p := &Picture{
			Columns: [][]plots.Panel{{{ID: "map-error", Title: "Leave-one-out error over bandwidth and λ", Width: 760, Height: 460, Plot: plots.ErrorMap{
				X:      plots.Axis{Label: labelled("bandwidth ℓ", r.xu), Min: mapBandwidths[0], Max: mapBandwidths[len(mapBandwidths)-1], Log: true},
				Y:      plots.Axis{Label: "λ", Min: mapLambdas[0], Max: mapLambdas[len(mapLambdas)-1], Log: true},
				Raster: m.raster, Label: "leave-one-out error", Unit: r.yu,
				Best:  plots.Marker{X: m.bestWidth, Y: m.bestLambda, Name: "best " + Digits(m.bestWidth)},
				You:   onMap(ell, lam),
				VLine: plots.Mark{At: median, Name: "median " + Digits(median)},
			}}}},
			Numbers: []Number{
				here,
				{Name: "best_loo_rmse", Label: "least on the map", Value: m.best, Unit: r.yu},
				{Name: "best_bandwidth", Label: "at bandwidth", Value: m.bestWidth, Unit: r.xu},
				{Name: "best_lambda", Label: "and λ", Value: m.bestLambda},
				{Name: "median_heuristic", Label: "median distance", Value: median, Unit: r.xu},
			},
			Message: fit.message(),
			Series: []Series{
				Table("bandwidths", "bandwidth", mapBandwidths),
				Table("lambdas", "lambda", mapLambdas),
			},
			Matrices: []NamedMatrix{{Name: "loo_rmse", Values: m.loo}},
			Code:     mapCode(f, r),
		}
		p.Description = fmt.Sprintf("You stand at ℓ = %s and λ = %s with a leave-one-out error of %s. The least on the map is %s, at ℓ = %s and λ = %s. The median distance is %s.",
			Quantity(ell, r.xu), Value(lam), Quantity(here.Value, r.yu), Quantity(m.best, r.yu), Quantity(m.bestWidth, r.xu), Digits(m.bestLambda), Quantity(median, r.xu))
		if fit.at.Err != nil {
			p.Description = fmt.Sprintf("At ℓ = %s and λ = %s there is no fit. The least leave-one-out error on the map is %s, at ℓ = %s and λ = %s.",
				Quantity(ell, r.xu), Value(lam), Quantity(m.best, r.yu), Quantity(m.bestWidth, r.xu), Digits(m.bestLambda))
		}
		p.Goals = []Goal{
			{Name: "valley", Reached: here.Value <= 1.02*m.best, Text: fmt.Sprintf("Goal reached: %s, within two percent of the least.", Quantity(here.Value, r.yu))},
		}
		return p, nil
	}
}

// onMap is the reader's place, held at the edge where it lies beyond the map.
func onMap(ell, lambda float64) plots.Marker {
	x := math.Min(math.Max(ell, mapBandwidths[0]), mapBandwidths[len(mapBandwidths)-1])
	y := math.Min(math.Max(lambda, mapLambdas[0]), mapLambdas[len(mapLambdas)-1])
	name := "you"
	if x != ell || y != lambda {
		name = "you, beyond the edge"
	}
	return plots.Marker{X: x, Y: y, Name: name}
}

// mapCode computes the error map in other languages.
func mapCode(f *Form, r *regression) *Code {
	return bandwidthPrograms.Code("map", code{State: f.State(), X: r.data.Input(0), Y: r.data.Y, Kernel: f.Control("kernel").Value,
		Bandwidths: mapBandwidths, Lambdas: mapLambdas})
}

// bandwidthFacts are the numbers in the lesson's prose.
func bandwidthFacts() Facts {
	f := Facts{}
	crashFacts(f)
	threePointFacts(f)
	medianExerciseFacts(f)
	otherBandwidthFacts(f)
	return f
}

// goodLOO is the leave-one-out error, in g, that the first figure asks for: half a
// g above the best that any bandwidth and λ reach.
const goodLOO = 23.5

// The state that the lesson opens in: too narrow, at the λ that is best on the map.
const (
	hookBandwidth = 1.36
	hookLambda    = 0.000282
)

// ridgeAt returns kernel ridge regression of d in a state that has a fit, as all
// that the prose cites have.
func ridgeAt(d engine.Dataset, k engine.Kernel, lambda float64) engine.PathPoint {
	return Must(Must(engine.Eigen(engine.Gram(k, d.X))).Solve(d.Y, lambda))
}

// leastLOO returns the place of the least leave-one-out error on a grid.
func leastLOO(d engine.Dataset, kernel func(ell float64) engine.Radial, bandwidths, lambdas []float64) (loo, bandwidth, lambda float64) {
	D := engine.Distances(kernel(1).Metric(), d.X)
	m := Must(engine.LOOMap(context.Background(), bandwidths, lambdas, func(ell float64) *mat.SymDense {
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
func crashFacts(f Facts) {
	d := data.MCycle()
	distances := engine.PairwiseDistances(engine.Euclidean, d.X)
	f["n"] = float64(d.Len())
	f["mean_distance"] = stat.Mean(distances, nil)
	f["times"] = float64(len(slices.Compact(d.Input(0))))

	f["median"], f["median_diagonal"], f["median_squared"], f["median_halved"] = medians(d.X)
	for name, p := range map[string]float64{"q10": 0.1, "q25": 0.25, "q75": 0.75} {
		f[name] = engine.Quantile(distances, p)
	}
	for _, rule := range []string{"median", "median_diagonal", "median_halved", "mean_distance", "q10", "q25", "q75"} {
		f[rule+"_loo"] = ridgeAt(d, gaussian(f[rule]), hookLambda).LOORMSE
	}
	f["median_best"], _, f["median_lambda"] = leastLOO(d, gaussian, []float64{f["median"]}, pathLambdas)
	f["best_loo"], f["best_bandwidth"], f["best_lambda"] = leastLOO(d, gaussian, mapBandwidths, mapLambdas)
	f["hook_lambda"] = hookLambda
	f["columns"], f["rows"] = float64(len(mapBandwidths)), float64(len(mapLambdas))

	f["best_gamma"] = 1 / (2 * 7.36 * 7.36)
	f["best_sigma"] = math.Sqrt2 * 7.36
	f["best_seconds"] = 7.36 / 1000

	f["good_dof"] = ridgeAt(d, gaussian(7.36), hookLambda).DegreesOfFreedom
	narrow := ridgeAt(d, gaussian(0.01), hookLambda)
	f["narrow_loo"], f["narrow_train"] = narrow.LOORMSE, narrow.TrainRMSE
	f["narrow_identity"] = engine.DistanceToIdentity(engine.Gram(gaussian(0.01), d.X))
	f["wide_dof"] = ridgeAt(d, gaussian(100), hookLambda).DegreesOfFreedom
	longest := engine.Quantile(distances, 1)
	f["wide_slack"] = longest * longest / (2 * 100 * 100)
	flat := ridgeAt(d, gaussian(100), 1e-12)
	f["flat_dof"], f["flat_condition"] = flat.DegreesOfFreedom, flat.Condition

	f["laplacian_dof"] = ridgeAt(d, laplacian(7.36), hookLambda).DegreesOfFreedom
	_, f["laplacian_bandwidth"], _ = leastLOO(d, laplacian, mapBandwidths, mapLambdas)
	f["gaussian_at_ell"] = gaussian(1).OfDistance(1)
	f["laplacian_at_ell"] = laplacian(1).OfDistance(1)
	f["half_alike"] = engine.OffDiagonalMean(engine.Gram(gaussian(10), d.X))
}

// threePointFacts are those of the example done by hand: x = 0, 1, 3,
// y = 1, 2, 6 and λ = 0.1.
func threePointFacts(f Facts) {
	d := engine.Dataset{X: engine.Column([]float64{0, 1, 3}), Y: []float64{1, 2, 6}}
	for name, ell := range map[string]float64{"one": 1, "two": 2} {
		K := engine.Gram(gaussian(ell), d.X)
		f[name+"_12"], f[name+"_13"], f[name+"_23"] = K.At(0, 1), K.At(0, 2), K.At(1, 2)
	}
	f["three_median"], f["three_diagonal"], _, _ = medians(d.X)
	f["three_narrow"] = d.Y[1] / (1 + 3*0.1)
	f["three_wide"] = stat.Mean(d.Y, nil) / (1 + 0.1)
	for name, ell := range map[string]float64{"three_at_narrow": 0.1, "three_at_one": 1, "three_at_wide": 100} {
		f[name] = ridgeAt(d, gaussian(ell), 0.1).Fitted[1]
	}
}

// medianExerciseFacts are the answer to the exercise, x = 0, 1, 2, 4, 30, and
// what slips lead to.
func medianExerciseFacts(f Facts) {
	x := engine.Column([]float64{0, 1, 2, 4, 30})
	f["five_median"], f["five_diagonal"], f["five_squared"], f["five_halved"] = medians(x)
	f["five_root"] = math.Sqrt(f["five_squared"])
	f["five_mean"] = stat.Mean(engine.PairwiseDistances(engine.Euclidean, x), nil)
}

// otherBandwidthFacts are those of the other data that the prose opens.
func otherBandwidthFacts(f Facts) {
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
