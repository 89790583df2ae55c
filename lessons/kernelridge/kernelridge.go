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

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/lessons/points"
)

//go:embed kernel-ridge-regression.md
var prose string

//go:embed lab.py
var lab string

var Lesson = &course.Lesson{
	Slug:  "kernel-ridge-regression",
	Short: "Kernel ridge regression",
	Title: "The whole method",
	Lede: "The readings of a crash disagree. Put a bump on each, add the bumps up, and there is one curve. " +
		"One linear system finds how high each bump must be, and that is the whole method.",
	Emblem: course.Emblem{State: "fit?bandwidth=3.98", Draw: emblem},
	Film:   film,
	Prose:  prose,
	Lab:    lab,
	Facts:  facts,
	Fresh:  fresh,
	Home: &course.Home{Figure: "fit", Control: "bandwidth", Emblem: triptych,
		Ask: "Each dot is a reading of a head’s acceleration in a simulated motorcycle crash. The slider says " +
			"how far a reading speaks for its neighbours. Follow the crash, and not its noise: leave out one reading " +
			"at a time, and the curve without it should miss it by **less than 23.5 g**."},
	Figures: []course.Figure{{
		Name:       "fit",
		Title:      "A fit is a sum of bumps.",
		Goal:       "bring the leave-one-out error under 23.5 g",
		Conditions: "Of these readings, each left out in turn.",
		Method:     "krr", Same: "train_rmse",
		Watched: []string{"kernel=cosine"},
		Build:   buildFit,

		Samples: &course.Samples{
			Seed: "seed", Of: "samples", Draws: resampledFits, Most: 150, Resampled: anew, Ignores: "terms resampled",
			Designs: points.DrawnOnLine,
			Claims: []course.Claim{{
				Name: "fit-honest", Says: "The leave-one-out error is within a tenth of the error on new points",
				Holds: honest,
			}},
			Rank:  "loo_rmse",
			Curve: &course.Trace{Panel: "fit-curve", Series: "fit", X: "x", Y: "y"},
		},

		Guesses: []course.Guesses{{Ask: "limit", Panel: "fit-curve",
			In: []string{"lambda=10", throughAll}, Draw: limits}},
	}, {
		Name:       "path",
		Title:      "Every $\\lambda$ at once.",
		Goal:       "bring the degrees of freedom to 5, within a half",
		Conditions: "On these readings.",
		Method:     "krr", Same: "loo_rmse",
		Drawn:   []string{"heights path loo_rmse"},
		Rounded: map[string]float64{"path": 1e-4},
		Build:   buildPath,

		Samples: &course.Samples{
			Seed: "seed", Of: "samples", Draws: 60, Most: 120, Resampled: splitPaths, Ignores: "lambda draw",
			Designs: points.DrawnOnLine,
			Claims: []course.Claim{{
				Name: "path-inside", Says: "The least leave-one-out error lies strictly inside the path", Holds: inside,
			}, {
				Name:  "path-ten",
				Says:  "With ten times the best λ, points that the fit has not seen are missed by less",
				Holds: tenIsBetter,
			}},
			Curve: &course.Trace{Panel: "path-error", Series: "path", X: "lambda", Y: "loo_rmse"},
			Error: "best_test_rmse", Rivals: curves.Rivals(), Choosing: choosing,
		},
	}, {
		Name:       "price",
		Title:      "The same bumps at two prices.",
		Goal:       fmt.Sprintf("bring the curves within %d g at %d degrees of freedom", priceFar, priceFreedom),
		Conditions: "On these readings; more degrees of freedom will do.",
		Method:     "krr", Same: "train_rmse",
		Drawn: []string{"points data x y", "curve fit x y", "points alpha alpha residual"},
		Build: buildPrice,

		Samples: &course.Samples{
			Draws: 60, Most: 150, Resampled: splitPrices, Ignores: "lambda penalty",
			Claims: []course.Claim{{
				Name:  "price-norm",
				Says:  "With each price at its own best λ, that of αᵀKα misses the points set aside by less",
				Holds: normIsBetter,
			}},
			Error: "norm_test_rmse",
			Rivals: []course.Rival{{
				Name: "ridge on the bumps, Σαᵢ²", Tuned: "its λ by leaving one out of what is fitted, as that of αᵀKα",
				Error: func(_ context.Context, _ *course.Memo, p *course.Picture) (float64, error) {
					return p.Find("squares_test_rmse"), nil
				},
			}},
		},
	}},
}

// crashLOO is the leave-one-out error, in g, that the first figure asks for: half
// a g above the best that any bandwidth and λ reach.
const crashLOO = 23.5

// openLambda is the λ that the first figure opens with.
const openLambda = 0.01

// facts are the numbers in the lesson's prose.
func facts() course.Facts {
	d := data.MCycle()
	n := float64(d.Len())
	facts := course.Facts{
		"n":         n,
		"rms":       floats.Norm(d.Y, 2) / math.Sqrt(n),
		"last-time": d.X[len(d.X)-1][0],
		"shared":    sharing(d.Input(0)),
	}
	memo := course.NewMemo(1 << 22)
	facts.Read(memo, buildFit, "lambda=10", "big-", "train", "train_rmse")
	facts.Read(memo, buildFit, "bandwidth=0.3&lambda=1e-4", "needle-", "train", "train_rmse", "loo", "loo_rmse",
		"dof", "degrees_of_freedom", "se", "loo_standard_error")
	six := "data=points&bandwidth=0.7&lambda=0.001&points="
	facts.Read(memo, buildFit, six+"0,21;1,22;2,20;3,21;8,22;9,21", "raw-", "loo", "loo_rmse")
	facts.Read(memo, buildFit, six+"0,0;1,1;2,-1;3,0;8,1;9,0", "centred-", "loo", "loo_rmse")
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
	anewFacts(facts, memo)
	pairFacts(facts)
	return facts
}

// paired is by how many standard errors of their difference the mean square of residuals a is
// larger than that of b, of the same readings; 0 where they do not differ, and NaN where all
// squares differ by the same.
func paired(a, b []float64) float64 {
	mean, square, n := 0.0, 0.0, float64(len(a))
	for i, r := range a {
		v := r*r - b[i]*b[i]
		mean, square = mean+v/n, square+v*v/n
	}
	spread := math.Sqrt(math.Max(0, square-mean*mean) / (n - 1))
	switch size := floats.Norm(b, 2) * floats.Norm(b, 2) / n; {
	case engine.Agree(spread, 0, size) && engine.Agree(mean, 0, size):
		return 0
	case engine.Agree(spread, 0, size):
		return math.NaN()
	}
	return mean / spread
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
	drawn := facts.Read(memo, buildPath, "", "path-")
	columns := map[string][]float64{}
	for _, s := range drawn.Series {
		for _, c := range s.Columns {
			columns[c.Name] = c.Values
		}
	}
	lambdas, loo := columns["lambda"], columns["loo_rmse"]
	best := slices.Index(loo, slices.Min(loo))
	facts["best-loo"], facts["best-se"] = loo[best], columns["loo_standard_error"][best]
	from, to := drawn.Result.(*path).untold()
	facts["within-from"], facts["within-to"] = lambdas[from], lambdas[to]

	// Each price at its own best λ, ℓ being the path's.
	d := data.MCycle()
	s := course.Must(engine.Eigen(engine.Gram(engine.Gaussian{Length: pathBandwidth}, d.X)))
	norm, squares := bestPrices(s, d.Y)
	facts["best-squares-loo"] = squares.LOORMSE
	facts["paired"] = math.Abs(paired(norm.LOOResiduals, squares.LOOResiduals))
	for name, lambda := range map[string]float64{"ten-paired": 0.00293, "far-paired": 0.1} {
		facts[name] = paired(course.Must(s.Solve(d.Y, lambda)).LOOResiduals, norm.LOOResiduals)
	}
	facts.Read(memo, buildPrice, "", "price-", "apart", "apart")

	facts.Read(memo, buildFit, "bandwidth=0.01", "thin-", "loo", "loo_rmse", "together", "loo_together_rmse")

	// What two readings at one time differ by.
	times := engine.SameInputs(d.X)
	for i := range times {
		for j := range i {
			if times[i] == times[j] {
				facts["twin-gap"] = math.Max(facts["twin-gap"], math.Abs(d.Y[i]-d.Y[j]))
			}
		}
	}
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
