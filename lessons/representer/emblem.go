package representer

import (
	"math"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// emblem is a function with the bumps αᵢ k(xᵢ, ·) that it is the sum of.
func emblem(p *course.Picture) plots.Emblem {
	xs := p.Column("fit", "x")
	v := plots.Pane{X: plots.Axis{Min: 40, Max: 83}, Y: plots.Axis{Min: -1.7, Max: 2.9}}
	for i, alpha := range p.Column("alpha", "alpha") {
		bump := make([]float64, len(xs))
		for j, x := range xs {
			z := (x - p.Column("alpha", "x")[i]) / 6
			bump[j] = alpha * math.Exp(-z*z/2)
		}
		ink := plots.Categories[0]
		if alpha < 0 {
			ink = plots.Categories[1]
		}
		v.Parts = append(v.Parts, plots.Between(xs, make([]float64, len(xs)), bump, ink.Fade(0.3)))
	}
	v.Parts = append(v.Parts,
		plots.Stroke{Xs: xs, Ys: p.Column("fit", "f")},
		plots.Dots{Xs: p.Column("data", "x"), Ys: p.Column("data", "y"), Size: 1.8})
	return plots.Emblem{v}
}
