package curves

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/points"
)

// Together are the points of each x, where some x has more than one; nil where none has.
// If such a point is left out alone, the others at its x are still fitted.
func Together(r *points.Line) [][]int {
	groups := engine.SameInputs(r.Data.X)
	var f [][]int
	for i, g := range groups {
		if g == len(f) {
			f = append(f, nil)
		}
		f[g] = append(f[g], i)
	}
	if len(f) == len(groups) {
		return nil
	}
	return f
}

// LeaveTogether is the error with all points of one x left out at once, at each λ; NaN
// where no x has more than one, and where there is none.
func (fit *Ridge) LeaveTogether(lambdas []float64) []engine.FoldPoint {
	nan := math.NaN()
	if f := Together(fit.Line); f != nil && fit.Spectrum != nil {
		cv := fit.Spectrum.CrossValidate(fit.Data.Y, lambdas, f)
		for l := range cv {
			if cv[l].Err != nil {
				cv[l].RMSE, cv[l].StandardError = nan, nan
			}
		}
		return cv
	}
	return slices.Repeat([]engine.FoldPoint{{RMSE: nan, StandardError: nan}}, len(lambdas))
}

// A LeftOut is what is known of the leave-one-out error beside its value.
type LeftOut struct {
	standardError, together, togetherError float64 // NaN where there is none
	repeats                                bool    // an x has more than one point
	unit                                   string
}

// LeftOut says how far to trust the leave-one-out error.
func (fit *Ridge) LeftOut() LeftOut {
	nan := math.NaN()
	l := LeftOut{nan, nan, nan, Together(fit.Line) != nil, fit.YUnit}
	if fit.Solution.Err != nil || math.IsNaN(fit.Solution.LOORMSE) {
		return l
	}
	l.standardError = standardErrorOf(fit.Solution.LOOResiduals)
	at := fit.LeaveTogether([]float64{fit.Lambda})[0]
	l.together, l.togetherError = at.RMSE, at.StandardError
	return l
}

const standardErrorMeans = "How far this error would typically move with other readings of the same kind. Two fits " +
	"to the same readings move together: hold those against each other point by point."

// standardErrorOf is that of the leave-one-out error with these residuals; NaN where a
// point cannot be left out, or there are fewer than two, which do not vary.
func standardErrorOf(residuals []float64) float64 {
	if len(residuals) < 2 || math.IsInf(floats.Norm(residuals, math.Inf(1)), 1) {
		return math.NaN()
	}
	se := engine.StandardError(residuals)
	if engine.Agree(se, 0, floats.Norm(residuals, math.Inf(1))) {
		return 0 // of residuals of one size
	}
	return se
}

// Numbers are the standard error and, where an x repeats, the error with all of its
// points left out.
func (l LeftOut) Numbers() []course.Number {
	all := []course.Number{{Name: "loo_standard_error", Label: "its standard error", Means: standardErrorMeans,
		Value: l.standardError, Unit: l.unit}}
	if l.repeats {
		all = append(all, course.Number{Name: "loo_together_rmse", Label: "error with all of one x left out",
			Means: "Leave out not one point but all points at its x, so that none of them helps to predict it.",
			Value: l.together, Unit: l.unit},
			course.Number{Name: "loo_together_standard_error", Label: "its standard error",
				Value: l.togetherError, Unit: l.unit})
	}
	return all
}
