// Package bandwidth is the lesson on the bandwidth: too narrow, too wide, and the
// map between.
package bandwidth

import (
	"context"
	"embed"
	"fmt"
	"slices"
	"strings"

	"gramophone/lessons/course"
	"gramophone/lessons/curves"
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
	Slug:  "bandwidth",
	Short: "Bandwidth",
	Title: "Too narrow, too wide",
	Lede: "One number decides which data count as near. Too small or too large, and a fit is of no use. " +
		"Is there a good guess?",
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
			name = strings.TrimSpace("f, ℓ = " + course.Value(chosenWidth(f).Value) + " " + chosenWidth(f).Unit)
		}
		p := fit.Picture(f,
			[]plots.Panel{fit.CurvePanel(offer.Edit, name, 400)},
			[]plots.Panel{fit.GramPanel(figure + "-gram")})
		left := fit.LeftOut()
		p.Numbers = slices.Insert(p.Numbers, 1, left.Numbers()...)
		p.Says = append(p.Says, left.Says()...)
		p.Goals = goals(fit)
		return p.Told(), nil
	}
}
