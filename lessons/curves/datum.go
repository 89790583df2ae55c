package curves

import (
	"math"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
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
	response, _ := fit.Spectrum.Solve(unit, fit.Lambda)
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

// What is said of the datum.
const (
	SaysDatum     = "Point {at} at x = {x} and y = {y}."
	SaysDatumLeft = "Point {at} at x = {x} and y = {y} has α = {alpha} and leverage {leverage}; " +
		"the curve without it misses it by {missed}."
)

// says is a sentence about the datum; nothing for none.
func (d *datum) says() []course.Said {
	if d == nil {
		return nil
	}
	r := d.fit.Line
	x, y := course.Measure{Value: r.Data.X[d.i][0], Unit: r.XUnit}, d.fit.measured(r.Data.Y[d.i])
	if d.without == nil {
		return []course.Said{course.Say(SaysDatum, d.i+1, x, y)}
	}
	return []course.Said{course.Say(SaysDatumLeft, d.i+1, x, y, d.alpha, d.leverage,
		d.fit.measured(math.Abs(d.residual)))}
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
