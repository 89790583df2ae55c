package curves

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"gramophone/lessons/course"
	"gramophone/lessons/points"
	"gramophone/plots"
)

// A datum is the data point that a reader points at, with its part in the fit.
type datum struct {
	fit      *Ridge
	i        int       // from 0
	alpha    float64   // αᵢ
	leverage float64   // Hᵢᵢ, how much of yᵢ comes back as f(xᵢ)
	residual float64   // yᵢ − f₋ᵢ(xᵢ)
	without  []float64 // f₋ᵢ on the grid; nil where there is no fit
	drawn    []float64 // f₋ᵢ at the places
}

// PointedAt declares which point of the line is pointed at.
func PointedAt(f *course.Form, load func() *points.Line) int {
	return points.PointedAt(f, load().Data.Len(), course.Shows("what the fit owes it"))
}

// PointAt marks point at, counted from 1; 0 is none.
//
// With C = (K + nλI)⁻¹ and r = yᵢ − f₋ᵢ(xᵢ), f₋ᵢ is what all n points give once
// yᵢ is replaced by f₋ᵢ(xᵢ): it was best without point i, and at i its loss is now
// zero. Only yᵢ has changed, and by −r, so
//
//	f₋ᵢ = f − r Σⱼ Cⱼᵢ k(xⱼ, ·),
//
// the sum being the fit to the responses eᵢ. Its value at xᵢ is the leverage.
func (fit *Ridge) PointAt(at int) {
	if at == 0 {
		return
	}
	n, nan := fit.Data.Len(), math.NaN()
	d := &datum{fit: fit, i: at - 1, alpha: nan, leverage: nan, residual: nan}
	fit.datum = d
	if fit.Solution.Err != nil {
		return
	}
	unit := make([]float64, n)
	unit[d.i] = 1
	response, _ := fit.solve(unit, fit.Lambda)
	if response.Err != nil || math.IsInf(fit.Solution.LOOResiduals[d.i], 0) {
		return // as f has no fit, or there is none without the point
	}
	d.alpha, d.leverage, d.residual = fit.Solution.Alpha[d.i], response.Fitted[d.i], fit.Solution.LOOResiduals[d.i]
	d.without = make([]float64, GridPoints)
	out := mat.NewVecDense(GridPoints, d.without)
	out.MulVec(fit.Cross, mat.NewVecDense(n, response.Alpha))
	out.AddScaledVec(mat.NewVecDense(GridPoints, fit.curve), -d.residual, out)
	bends := fit.onBends(response.Alpha)
	for g, f := range fit.onBends(fit.Solution.Alpha) {
		bends[g] = f - d.residual*bends[g]
	}
	d.drawn = fit.places.Values(d.without, bends)
}

func (d *datum) name() string { return "point " + strconv.Itoa(d.i+1) }

// numbers are the values of the datum; none of a nil one.
func (d *datum) numbers() []course.Number {
	if d == nil {
		return nil
	}
	return []course.Number{
		{Name: "leverage", Label: "leverage of " + d.name(), Value: d.leverage, Datum: true},
		{Name: "loo_residual", Label: "its leave-one-out residual", Value: d.residual, Unit: d.fit.YUnit, Datum: true},
	}
}

// describe is a sentence about the datum; empty for none.
func (d *datum) describe() string {
	if d == nil {
		return ""
	}
	r := d.fit.Line
	place := fmt.Sprintf("Point %d at x = %s and y = %s", d.i+1, course.Quantity(r.Data.X[d.i][0], r.XUnit),
		course.Quantity(r.Data.Y[d.i], r.YUnit))
	if d.without == nil {
		return place + "."
	}
	return place + fmt.Sprintf(" has α = %s and leverage %s; the curve without it misses it by %s.",
		course.Digits(d.alpha), course.Digits(d.leverage), course.Quantity(math.Abs(d.residual), r.YUnit))
}

// markers are a ring about the datum.
func (d *datum) markers() []plots.Marker {
	if d == nil {
		return nil
	}
	return []plots.Marker{points.Ring(d.i, d.fit.Data.X[d.i][0], d.fit.Data.Y[d.i])}
}

// miss is the datum's leave-one-out residual, drawn: from f₋ᵢ to yᵢ, at xᵢ.
func (d *datum) miss() plots.Line {
	x, y := d.fit.Data.X[d.i][0], d.fit.Data.Y[d.i]
	return plots.Line{Xs: []float64{x, x}, Ys: []float64{y - d.residual, y}, Color: plots.Accent,
		Width: 4, Class: "miss"}
}

// rows are the datum's row of the Gram matrix.
func (d *datum) rows() []int {
	if d == nil {
		return nil
	}
	return []int{d.i}
}
