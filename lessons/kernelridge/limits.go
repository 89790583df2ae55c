package kernelridge

import (
	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/plots"
)

// throughAll is the state whose curve goes through all readings, as near as readings at
// one time let it: nearly straight from one to the next, so that the others are seen.
const throughAll = "kernel=exponential&lambda=1e-6"

// limits are what may be left of the curve as λ grows without end: the least-squares line,
// the mean, zero, as the fit nearly is at λ = 10, and the curve through all points.
func limits(in []*course.Picture) []plots.Guess {
	d := data.MCycle()
	x := d.Input(0)
	a, b := stat.LinearRegression(x, d.Y, nil, false)
	left := in[0].Drawn("fit-curve", "curve")
	first, last := left.Xs[0], left.Xs[len(left.Xs)-1]
	mean := stat.Mean(d.Y, nil)
	return []plots.Guess{
		{Xs: []float64{first, last}, Ys: []float64{a + b*first, a + b*last}},
		{Xs: []float64{first, last}, Ys: []float64{mean, mean}},
		left,
		in[1].Drawn("fit-curve", "curve"),
	}
}
