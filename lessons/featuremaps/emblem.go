package featuremaps

import (
	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// emblem is the line of least squares through points that lie on none, and a polynomial.
func emblem(p *course.Picture) plots.Emblem {
	xs, ys := p.Column("data", "x"), p.Column("data", "y")
	a, b := stat.LinearRegression(xs, ys, nil, false)
	ends := []float64{-1, 8}
	return plots.Emblem{{
		X: plots.Axis{Min: -0.3, Max: 6.6}, Y: plots.Axis{Min: -1.75, Max: 1.75},
		Parts: []plots.Part{
			plots.Stroke{Xs: ends, Ys: []float64{a + b*ends[0], a + b*ends[1]}, Color: plots.Ghost},
			plots.Dots{Xs: xs, Ys: ys},
			plots.Stroke{Xs: p.Column("fit", "x"), Ys: p.Column("fit", "y")},
		},
	}}
}
