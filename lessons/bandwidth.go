package lessons

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/plots"
)

var bandwidth = &Lesson{
	Slug:  "bandwidth",
	Short: "Bandwidth",
	Title: "Too narrow, too wide",
	Lede:  "One number decides how far a data point’s voice carries. Too short, and every point speaks only for itself; too far, and all say the same.",
	Facts: bandwidthFacts,
	Figures: []Figure{{
		Name:   "fit",
		Title:  "The fit and its Gram matrix.",
		Goal:   "Goal: a bandwidth that follows the crash without following the noise. Leave-one-out error under 23.5 g.",
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
		Build:  buildMap,
	}},
}

func buildBandwidthFit(f *Form) Draw {
	load := regressionControls(f, "mcycle")
	kernel := bandwidthControls(f, 1.36)
	mean := f.lambda(0.000282)
	return func(ctx context.Context, memo *Memo) (*Picture, error) {
		r := load()
		ell := f.Control("bandwidth").Number()
		fit, err := r.fit(ctx, memo, kernel(ell), mean(r.data.Len()))
		if err != nil {
			return nil, err
		}
		p := &Picture{
			Columns: [][]plots.Panel{
				{fit.curvePanel("fit-curve", "f, ℓ = "+with(ell, r.xu))},
				{fit.gramPanel("fit-gram")},
			},
			Numbers:     fit.numbers(),
			Description: fit.describe(),
			Message:     fit.message(),
			Certificate: fit.check(),
			Series:      fit.series(),
			Matrices:    []NamedMatrix{{"gram", fit.gram}},
			Code:        fit.code(f),
		}
		ok := fit.at.Err == nil
		p.Goals = []Goal{
			{"follow", ok && r.name == "mcycle" && fit.at.LOORMSE < goodLOO, fmt.Sprintf("Goal reached: %s g.", Digits(fit.at.LOORMSE))},
			{"through", ok && r.name == "sine" && fit.at.TrainRMSE < 0.02 && fit.at.LOORMSE < 0.25, "Through every point, and still a good guess between them."},
		}
		return p, nil
	}
}

func buildGram(f *Form) Draw {
	load := regressionControls(f, "mcycle")
	kernel := bandwidthControls(f, 1.36)
	return func(ctx context.Context, memo *Memo) (*Picture, error) {
		r := load()
		ell := f.Control("bandwidth").Number()
		gram, _, err := r.gramOf(ctx, memo, kernel(ell))
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
					plots.Heatmap{Raster: plots.EncodeRaster(gram), Labels: r.ordered}.Panel("gram-matrix", "The Gram matrix K"),
				},
				{
					plots.Histogram{X: plots.Axis{Label: labelled("distance between two points", r.xu), Min: 0, Max: math.Max(longest, 1e-9)}, Values: distances, Bins: 40, Marks: []plots.Mark{
						{At: median, Name: "median", Color: plots.Ink, Dash: true},
						{At: ell, Name: "ℓ", Color: plots.Bandwidth},
					}}.Panel("gram-distances", "Distances between pairs of points"),
				},
			},
			Numbers: []Number{
				{Name: "median_heuristic", Label: "median distance", Value: median, Unit: r.xu},
				{Name: "offdiagonal_mean", Label: "mean off the diagonal", Value: mean},
				{Name: "distance_to_identity", Label: "‖K − I‖", Value: identity},
				{Name: "distance_to_ones", Label: "‖K − 11ᵀ‖", Value: ones},
			},
			Series:   []Series{{"data", []Column{{"x", column(r.data.X)}, {"y", r.data.Y}}}, {"distances", []Column{{"distance", distances}}}},
			Matrices: []NamedMatrix{{"gram", gram}},
			Code:     gramCode(f, r),
		}
		near := "between the two"
		switch {
		case mean < 0.05:
			near = "close to the identity: every point resembles only itself"
		case mean > 0.95:
			near = "close to all ones: every point resembles every other"
		}
		p.Description = fmt.Sprintf("The Gram matrix of %d points at ℓ = %s is %s. The average pair is %s alike; the median distance is %s.",
			r.data.Len(), with(ell, r.xu), near, Digits(mean), with(median, r.xu))
		p.Goals = []Goal{
			{"half", mean > 0.45 && mean < 0.55, fmt.Sprintf("Goal reached: the average pair is %s alike.", Digits(mean))},
		}
		return p, nil
	}
}

// gramCode computes the Gram matrix's numbers in other languages.
func gramCode(f *Form, r *regression) *Code {
	state := f.Query("")
	if state == "" {
		state = "as it opens"
	}
	return &Code{Name: "gram", Data: ridgeCode{State: state, X: column(r.data.X), Kernel: f.Control("kernel").Value, Bandwidth: f.Control("bandwidth").Number()}}
}

// The error map's grid stands on the places of the sliders, so that the dot
// stands in the middle of a cell: 41 bandwidths from 0.2, 30 values of λ.
var mapBandwidths, mapLambdas = func() (b, l []float64) {
	numbers := func(c Control, from, to int) (v []float64) {
		for _, s := range c.Grid()[from:to] {
			x, _ := parse(s)
			v = append(v, x)
		}
		return v
	}
	return numbers(Control{Min: 0.01, Max: 100, Log: true}, 20, 61), numbers(Control{Min: 1e-12, Max: 10, Log: true}, 28, 58)
}()

// An errorMap is the leave-one-out error over bandwidth and λ, with its least place.
type errorMap struct {
	loo                   *mat.Dense // len(mapLambdas)×len(mapBandwidths)
	bestLambda, bestWidth float64
	best                  float64
	raster                *plots.Raster
}

func (r *regression) errorMap(ctx context.Context, memo *Memo, kernel func(float64) engine.Kernel) (*errorMap, error) {
	key := fmt.Sprintf("map %s %T", r.key, kernel(1))
	return Remember(ctx, memo, key, func(ctx context.Context) (*errorMap, int, error) {
		d, err := r.distances(ctx, memo, kernel(1).(engine.Radial).Metric())
		if err != nil {
			return nil, 0, err
		}
		loo, err := engine.LOOMap(ctx, mapBandwidths, mapLambdas, func(ell float64) *mat.SymDense {
			return engine.GramFromDistances(kernel(ell).(engine.Radial), d.points)
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
		return m, 8 * len(mapLambdas) * len(mapBandwidths) * 2, nil
	})
}

func buildMap(f *Form) Draw {
	load := regressionControls(f, "mcycle")
	kernel := bandwidthControls(f, 1.36)
	lambda := f.lambda(0.000282)
	return func(ctx context.Context, memo *Memo) (*Picture, error) {
		r := load()
		ell, lam := f.Control("bandwidth").Number(), lambda(r.data.Len())
		m, err := r.errorMap(ctx, memo, kernel)
		if err != nil {
			return nil, err
		}
		fit, err := r.fit(ctx, memo, kernel(ell), lam)
		if err != nil {
			return nil, err
		}
		here := fit.numbers()[0]
		here.Label = "leave-one-out error here"
		median := engine.MedianHeuristic(r.data.X)
		clip := m.best + 0.6*math.Max(deviation(r.data.Y)-m.best, 0.2*m.best)
		p := &Picture{
			Columns: [][]plots.Panel{{plots.ErrorMap{
				X:      plots.Axis{Label: labelled("bandwidth ℓ", r.xu), Min: mapBandwidths[0], Max: mapBandwidths[len(mapBandwidths)-1], Log: true},
				Y:      plots.Axis{Label: "λ", Min: mapLambdas[0], Max: mapLambdas[len(mapLambdas)-1], Log: true},
				Values: m.loo, Clip: clip, Unit: r.yu,
				Best:  plots.Mark2D{X: m.bestWidth, Y: m.bestLambda, Name: "best " + Digits(m.bestWidth)},
				You:   plots.Mark2D{X: ell, Y: lam, Name: "you"},
				VLine: plots.Mark{At: median, Name: "median " + Digits(median)},
			}.Panel("map-error", "Leave-one-out error over bandwidth and λ")}},
			Numbers: []Number{
				here,
				{Name: "best_loo_rmse", Label: "least on the map", Value: m.best, Unit: r.yu},
				{Name: "best_bandwidth", Label: "at bandwidth", Value: m.bestWidth, Unit: r.xu},
				{Name: "best_lambda", Label: "and λ", Value: m.bestLambda},
				{Name: "median_heuristic", Label: "median distance", Value: median, Unit: r.xu},
			},
			Message: fit.message(),
			Series: []Series{
				{"bandwidths", []Column{{"bandwidth", mapBandwidths}}},
				{"lambdas", []Column{{"lambda", mapLambdas}}},
			},
			Matrices: []NamedMatrix{{"loo_rmse", m.loo}},
			Code:     mapCode(f, r),
		}
		p.Description = fmt.Sprintf("The leave-one-out error has a valley: %s at ℓ = %s and λ = %s. You stand at ℓ = %s and λ = %s with %s. The median distance is %s.",
			with(m.best, r.yu), with(m.bestWidth, r.xu), Digits(m.bestLambda), with(ell, r.xu), Digits(lam), with(here.Value, r.yu), with(median, r.xu))
		p.Goals = []Goal{
			{"valley", here.Value <= 1.02*m.best, fmt.Sprintf("Goal reached: %s, within two percent of the least.", with(here.Value, r.yu))},
		}
		return p, nil
	}
}

// mapCode computes the error map in other languages.
func mapCode(f *Form, r *regression) *Code {
	state := f.Query("")
	if state == "" {
		state = "as it opens"
	}
	return &Code{Name: "map", Data: struct {
		ridgeCode
		Bandwidths, Lambdas []float64
	}{
		ridgeCode{State: state, X: column(r.data.X), Y: r.data.Y, Kernel: f.Control("kernel").Value},
		mapBandwidths, mapLambdas,
	}}
}

// bandwidthFacts are the numbers in the lesson's prose.
func bandwidthFacts() Facts {
	return Facts{}
}
