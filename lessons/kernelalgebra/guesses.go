package kernelalgebra

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// alone are what the curve of gaussian(1) may do after the last year fitted: rise on as
// the least-squares line of the years fitted does, come back to their mean, as it does, stay where it
// is, or repeat the last of these years as the figure's first curve has it.
func alone(in []*course.Picture) []plots.Guess {
	const from = lastYear + 1
	back := in[1].Drawn("builder-fit", "curve").From(from)
	r := air(origin, end)
	n := 0
	for n < len(r.x) && origin+r.x[n] < from {
		n++
	}
	_, b := stat.LinearRegression(r.x[:n], r.y[:n], nil, false)
	first := back.Ys[0]
	seasons := in[0].Drawn("builder-fit", "curve").From(lastYear)
	last := back.Xs[len(back.Xs)-1]
	ends := []float64{back.Xs[0], last}
	return []plots.Guess{
		{Xs: ends, Ys: []float64{first, first + b*(last-back.Xs[0])}},
		back,
		{Xs: ends, Ys: []float64{first, first}},
		back.Map(func(x float64) float64 { return seasons.At(lastYear + math.Mod(x-from, 1)) }),
	}
}
