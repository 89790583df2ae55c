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
func alone(at func(query string) (*course.Picture, error)) ([]plots.Guess, error) {
	opens, err := at("")
	if err != nil {
		return nil, err
	}
	left, err := at("kernel=gaussian%281%29")
	if err != nil {
		return nil, err
	}
	const from = lastYear + 1
	back := left.Drawn("builder-fit", "curve").From(from)
	r := air(origin, end)
	n := 0
	for n < len(r.x) && origin+r.x[n] < from {
		n++
	}
	_, b := stat.LinearRegression(r.x[:n], r.y[:n], nil, false)
	first := back.Ys[0]
	seasons := opens.Drawn("builder-fit", "curve").From(lastYear)
	repeat := plots.Guess{Xs: back.Xs}
	for _, x := range back.Xs {
		repeat.Ys = append(repeat.Ys, seasons.At(lastYear+math.Mod(x-from, 1)))
	}
	last := back.Xs[len(back.Xs)-1]
	ends := []float64{back.Xs[0], last}
	return []plots.Guess{
		{Xs: ends, Ys: []float64{first, first + b*(last-back.Xs[0])}},
		back,
		{Xs: ends, Ys: []float64{first, first}},
		repeat,
	}, nil
}
