// Package classplot draws what a class has done at a figure: where each student stands by
// bandwidth and λ, what they have sketched, and how a fit differs between as many samples as
// there are seats. It knows no HTTP.
//
//	p := &classplot.Picks{Of: picks, Form: form}
//	if err := p.Compute(ctx, memo); err != nil { … }
//	shown := p.Show()
package classplot

import (
	"context"
	"math"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// A Plot is a figure of a class in the three steps of [course.Steps]: its fields say what it
// is of, Compute finds what a test wants to know, Show draws.
type Plot interface {
	Compute(context.Context, *course.Memo) error
	Show() Shown
}

// Shown is a panel with what it says. Without a plot in the panel there is nothing to show.
type Shown struct {
	Panel plots.Panel
	Says  string
}

// width and height are a panel's size in px; the style sheet knows the width.
const width, height = course.Wide, 400

// rms is the root of the mean square of the values that are finite; NaN of none.
func rms(values []float64) float64 {
	sum, n := 0.0, 0.0
	for _, v := range values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			sum += v * v
			n++
		}
	}
	return math.Sqrt(sum / n)
}

// finite are those of the values that are.
func finite(values []float64) []float64 {
	var kept []float64
	for _, v := range values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			kept = append(kept, v)
		}
	}
	return kept
}

// quantile is that of finite values; NaN of none.
func quantile(values []float64, p float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	return engine.Quantile(values, p)
}

// within is whether x lies on the course of a curve, whose Xs increase.
func within(g plots.Guess, x float64) bool {
	return len(g.Xs) > 0 && x >= g.Xs[0] && x <= g.Xs[len(g.Xs)-1]
}
