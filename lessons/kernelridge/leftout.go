package kernelridge

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/curves"
	"gramophone/lessons/points"
	"gramophone/plots"
)

// How far to trust the error at points left out, and the curve.

// folds are the points of each x, where some x has more than one; nil where none has.
func folds(r *points.Line) [][]int {
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

// together is the error with all points of one x left out at once, at each λ; NaN where
// no x has more than one, and where there is none.
func together(fit *curves.Ridge, lambdas []float64) []engine.FoldPoint {
	nan := math.NaN()
	if f := folds(fit.Line); f != nil && fit.Spectrum != nil {
		cv := fit.Spectrum.CrossValidate(fit.Data.Y, lambdas, f)
		for l := range cv {
			if cv[l].Err != nil {
				cv[l].RMSE, cv[l].StandardError = nan, nan
			}
		}
		return cv
	}
	cv := make([]engine.FoldPoint, len(lambdas))
	for l := range cv {
		cv[l] = engine.FoldPoint{RMSE: nan, StandardError: nan}
	}
	return cv
}

// lefts is what is known of the leave-one-out error beside its value.
type lefts struct {
	se, together, togetherSE float64 // NaN where there is none
	repeats                  bool    // an x has more than one point
}

func leftOut(fit *curves.Ridge) lefts {
	nan := math.NaN()
	l := lefts{nan, nan, nan, folds(fit.Line) != nil}
	if fit.Solution.Err != nil || math.IsNaN(fit.Solution.LOORMSE) {
		return l
	}
	l.se = engine.StandardError(fit.Solution.LOOResiduals)
	at := together(fit, []float64{fit.Lambda})[0]
	l.together, l.togetherSE = at.RMSE, at.StandardError
	return l
}

func (l lefts) numbers(unit string) []course.Number {
	all := []course.Number{{Name: "loo_standard_error", Label: "its standard error", Means: "How far the leave-one-out error could be off by the luck of these points: differences smaller than this mean little.", Value: l.se, Unit: unit}}
	if l.repeats {
		all = append(all, course.Number{Name: "loo_together_rmse", Label: "error with all of one x left out", Means: "As the leave-one-out error, but points at the same x leave together, so that none gives another away.", Value: l.together, Unit: unit},
			course.Number{Name: "loo_together_standard_error", Label: "its standard error", Value: l.togetherSE, Unit: unit})
	}
	return all
}

// describe is a sentence; empty where there is no error to speak of.
func (l lefts) describe(unit string) string {
	s := ""
	if !math.IsNaN(l.se) {
		s = fmt.Sprintf(" The standard error of the leave-one-out error is %s.", course.Quantity(l.se, unit))
	}
	if !math.IsNaN(l.together) {
		s += fmt.Sprintf(" With all points of one x left out at once the error is %s.", course.Quantity(l.together, unit))
	}
	return s
}

// ghostCount is how many resampled fits are drawn.
const ghostCount = 12

// ghosts puts fits to resampled data behind the curve: each response is f(xᵢ) plus or
// minus the leave-one-out residual there, by the toss of a coin, so that noise is as
// large as it is at xᵢ.
//
// Source: Wu, Jackknife, bootstrap and other resampling methods in regression analysis,
// Annals of Statistics 14 (1986).
func ghosts(fit *curves.Ridge, p *course.Picture) {
	panel := &p.Columns[0][0]
	over := panel.Plot.(plots.Curves)
	rng := rand.New(rand.NewPCG(1, 0))
	var behind []plots.Line
	for b := range ghostCount {
		y := make([]float64, fit.Data.Len())
		for i := range y {
			y[i] = fit.Solution.Fitted[i] + fit.Solution.LOOResiduals[i]*float64(2*rng.IntN(2)-1)
		}
		at, err := fit.Spectrum.Solve(y, fit.Lambda)
		if err != nil {
			return // no finite numbers, and no picture of them
		}
		line := plots.Line{Color: plots.Ghost, Width: 1.2, Class: "resampled"}
		if line.Xs, line.Ys = fit.Curve(at.Alpha); b == 0 {
			line.Name = fmt.Sprintf("%d resampled fits", ghostCount)
		}
		behind = append(behind, line)
	}
	over.Lines = append(behind, over.Lines...)
	panel.Plot = over
}

// sum is v + factor·w.
func sum(v, w []float64, factor float64) []float64 {
	s := make([]float64, len(v))
	for i := range v {
		s[i] = v[i] + factor*w[i]
	}
	return s
}
