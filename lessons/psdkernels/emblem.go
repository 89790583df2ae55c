package psdkernels

import (
	"math"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// emblem is eigenvalues that are not all positive, by their roots.
func emblem(p *course.Picture) plots.Emblem {
	values := p.Column("eigenvalues", "eigenvalue")
	v := plots.Pane{X: plots.Axis{Min: -0.9, Max: float64(len(values)) - 0.1}, Y: plots.Axis{Min: -1.35, Max: 3}}
	v.Parts = append(v.Parts, plots.Stroke{Xs: []float64{-9, 99}, Ys: []float64{0, 0}, Color: plots.Soft, Fine: true})
	for i, e := range values {
		x, y, ink := float64(i), math.Copysign(math.Sqrt(math.Abs(e)), e), plots.Categories[0]
		if e < 0 {
			ink = plots.Curve
		}
		v.Parts = append(v.Parts,
			plots.Stroke{Xs: []float64{x, x}, Ys: []float64{0, y}, Color: ink},
			plots.Dots{Xs: []float64{x}, Ys: []float64{y}, Color: ink, Size: 1.6})
	}
	return plots.Emblem{v}
}
