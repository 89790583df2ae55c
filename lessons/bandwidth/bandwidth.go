// Package bandwidth is the lesson on the bandwidth: too narrow, too wide, and the
// map between.
package bandwidth

import (
	"embed"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
)

//go:embed bandwidth.md
var prose string

//go:embed code
var files embed.FS

//go:embed lab.py
var lab string

var programs = model.ParsePrograms(files)

var Lesson = &course.Lesson{
	Slug:  "bandwidth",
	Short: "Bandwidth",
	Title: "Too narrow, too wide",
	Lede: "One number decides which data count as near. Too small or too large, and a fit is of no use. " +
		"Is there a good guess?",
	Emblem: course.Emblem{State: "gram", Draw: emblem},
	Film:   film,
	Prose:  prose,
	Lab:    lab,
	Facts:  facts,
	Fresh:  fresh,
	Figures: []course.Figure{{
		Name:       "geyser",
		Title:      "How long must they wait?",
		Goal:       "bring the leave-one-out error under 5.74 minutes",
		Conditions: "Of these waits, each left out in turn.",
		Method:     "krr", Same: "loo_rmse",
		Build: buildGeyser,
	}, {
		Name:       "fit",
		Title:      "The fit and its Gram matrix.",
		Goal:       "bring the leave-one-out error under 25 g by ℓ ≤ 1.4 ms",
		Conditions: "Of these readings, each left out in turn; ℓ is at most 1.4 ms.",
		Linked:     "dot",

		Samples: &course.Samples{
			Seed: "seed", Of: "samples", Draws: 60, Most: 150, Resampled: splitFits,
			Designs: points.DrawnOnLine,
			Claims: []course.Claim{{
				Name: "fit-misled",
				Says: "Points that the fit has not seen are missed by more than 1.5 times as much as " +
					"those it was fitted to",
				Holds: misled,
			}},
			Curve: &course.Trace{Panel: "fit-curve", Series: "fit", X: "x", Y: "y"},
			Error: "test_rmse", Rivals: curves.Rivals(), Choosing: choosing,
		},
		Method: "krr", Same: "loo_rmse",
		Build: buildFit,
	}, {
		Name:   "gram",
		Title:  "Distances become similarities.",
		Goal:   "make the average pair 0.45 to 0.55 alike",
		Method: "krr", Same: "gram",
		Drawn: []string{"image gram"},
		Build: buildGram,
	}, {
		Name:    "arrows",
		Title:   "The bandwidth is an angle.",
		Goal:    "bring the first two arrows to 60° apart, within 2°",
		NoTable: course.OfKernels,
		Build:   buildArrows,
	}, {
		Name:       "rules",
		Title:      "Each bandwidth at its own best $\\lambda$.",
		Goal:       "find a rule two standard errors worse than the best",
		Conditions: "On Old Faithful, by the standard error of the difference, with λ as offered and from 10⁻¹².",
		Drawn:      []string{"curve profile bandwidth loo_rmse", "curve profile bandwidth loo_rmse_at_best_lambda"},
		Build:      buildRules,
	}, {
		Name:       "map",
		Title:      "Every fit at once.",
		Goal:       "come within 2 % of the least error at 13 ms or more",
		Conditions: "The leave-one-out error for the crash, and the least of it on the map.",
		Linked:     "dot",
		Drag:       "bandwidth lambda",
		Method:     "krr", Same: "loo_rmse",
		Drawn: []string{"image loo_rmse"},
		Build: buildMap,
	}},
}
