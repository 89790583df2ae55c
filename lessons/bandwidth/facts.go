package bandwidth

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/lessons/points"
)

// facts are the numbers in the lesson's prose.
func facts() course.Facts {
	f := course.Facts{}
	geyserFacts(f)
	crashFacts(f)
	ruleFacts(f)
	halfFacts(f)
	chosenFacts(f)
	twoPointFacts(f)
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

// leastLOO returns the place of the least leave-one-out error on the map's grid.
func leastLOO(d engine.Dataset, kernel func(ell float64) engine.Radial) (bandwidth, lambda float64) {
	D := engine.Distances(kernel(1).Metric(), d.X)
	m := course.Must(engine.LOOMap(context.Background(), mapBandwidths, mapLambdas, func(ell float64) *mat.SymDense {
		return engine.GramFromDistances(kernel(ell), D)
	}, d.Y))
	loo := math.Inf(1)
	for i := range mapLambdas {
		for j := range mapBandwidths {
			if v := m.At(i, j); v < loo {
				loo, bandwidth, lambda = v, mapBandwidths[j], mapLambdas[i]
			}
		}
	}
	return bandwidth, lambda
}

func gaussian(ell float64) engine.Radial  { return engine.Gaussian{Length: ell} }
func laplacian(ell float64) engine.Radial { return engine.Laplacian{Length: ell} }

// A medianRules is the bandwidths that go by the name of median heuristic.
type medianRules struct{ pairs, withDiagonal, squared, halved float64 }

func medians(x [][]float64) medianRules {
	distances := engine.PairwiseDistances(engine.Euclidean, x)
	all := make([]float64, len(x), len(x)*len(x)) // the zeros of i = j, then each pair twice
	squares := make([]float64, len(distances))
	for i, d := range distances {
		all = append(all, d, d)
		squares[i] = d * d
	}
	squared := engine.Median(squares)
	return medianRules{engine.Median(distances), engine.Median(all), squared, math.Sqrt(squared / 2)}
}

// crashFacts are those of the motorcycle data.
func crashFacts(f course.Facts) {
	d := data.MCycle()
	distances := engine.PairwiseDistances(engine.Euclidean, d.X)
	f["n"] = float64(d.Len())

	f["median"] = engine.MedianHeuristic(d.X)
	f["median_loo"] = ridgeAt(d, gaussian(f["median"]), hookLambda).LOORMSE
	f.Read(course.NewMemo(1<<22), buildMap, "", "", "best_loo", "best_loo_rmse", "best_bandwidth",
		"best_bandwidth", "best_lambda", "best_lambda", "map_within", "within")
	f["places"] = float64(len(mapLambdas) * len(mapBandwidths))
	f["hook_lambda"] = hookLambda
	f["columns"], f["rows"] = float64(len(mapBandwidths)), float64(len(mapLambdas))

	best := f["best_bandwidth"]
	f["good_dof"] = ridgeAt(d, gaussian(best), hookLambda).DegreesOfFreedom
	narrow := ridgeAt(d, gaussian(0.01), hookLambda)
	f["narrow_loo"] = narrow.LOORMSE
	f["narrow_identity"] = engine.DistanceToIdentity(engine.Gram(gaussian(0.01), d.X))
	f["wide_dof"] = ridgeAt(d, gaussian(100), hookLambda).DegreesOfFreedom
	longest := engine.Quantile(distances, 1)
	f["wide_slack"] = longest * longest / (2 * 100 * 100)
	flat := ridgeAt(d, gaussian(100), 1e-12)
	f["flat_dof"], f["flat_condition"] = flat.DegreesOfFreedom, flat.Condition

	f["laplacian_dof"] = ridgeAt(d, laplacian(best), hookLambda).DegreesOfFreedom
	f["laplacian_bandwidth"], _ = leastLOO(d, laplacian)
	f["gaussian_at_ell"] = gaussian(1).OfDistance(1)
	f["laplacian_at_ell"] = laplacian(1).OfDistance(1)
	f["half_alike"] = engine.OffDiagonalMean(engine.Gram(gaussian(10), d.X))
}

// ruleFacts are those of each rule at its own best λ, on the crash, beside the best
// bandwidth of all, and of the best fit's misses.
func ruleFacts(f course.Facts) {
	memo := course.NewMemo(1 << 24)
	for _, r := range rules {
		f.Read(memo, buildRules, "show=whole&rule="+r.name, r.name+"_", "ell", "rule_bandwidth", "own", "rule_loo_rmse",
			"own_se", "rule_standard_error", "paired", "paired", "lambda", "rule_lambda", "deep", "rule_loo_deep",
			"paired_deep", "paired_deep")
	}
	p := f.Read(memo, buildRules, "show=whole", "profile_", "loo", "best_loo_rmse", "bandwidth", "best_bandwidth")
	at, best := p.Result.(*trial).p.at, p.Result.(*trial).p.best
	f["profile_se"] = at[best].se
	from, to := best, best
	for from > 0 && apart(at[from-1].residuals, at[best].residuals) < toldApart {
		from--
	}
	for to+1 < len(at) && apart(at[to+1].residuals, at[best].residuals) < toldApart {
		to++
	}
	f["level_from"], f["level_to"] = at[from].bandwidth, at[to].bandwidth

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

// otherBandwidthFacts are those of the other data that the prose opens.
func otherBandwidthFacts(f course.Facts) {
	d := data.Faithful()
	f["faithful_loo"] = ridgeAt(d, gaussian(1), 0.001).LOORMSE
	f["faithful_wrong_loo"] = ridgeAt(d, gaussian(60), 0.001).LOORMSE
	f["faithful_wrong_tuned"] = ridgeAt(d, gaussian(60), 1e-6).LOORMSE
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
	ell, lambda := leastLOO(d, gaussian)
	f["both_bandwidth"], f["both_lambda"] = ell, lambda
	f["both_slow_error"] = miss(ridgeAt(d, gaussian(ell), lambda).Fitted)
	ell, lambda = leastLOO(slow, gaussian)
	f["slow_bandwidth"] = ell
	f["slow_error"] = miss(ridgeAt(slow, gaussian(ell), lambda).Fitted)

	d = engine.Sine(20, 0, rand.New(rand.NewPCG(1, 0)))
	for name, ell := range map[string]float64{"sine_narrow": 0.1, "sine_right": 1} {
		at := ridgeAt(d, gaussian(ell), 1e-4)
		f[name+"_train"], f[name+"_loo"] = at.TrainRMSE, at.LOORMSE
	}
}
