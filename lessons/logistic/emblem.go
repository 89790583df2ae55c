package logistic

import (
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// emblem is a probability over the plane, the line where it is ½, and ten of each class.
func emblem(p *course.Picture) plots.Emblem {
	plane := p.Panel("boundary-plane").Plot.(plots.Surface)
	v := plots.Pane{X: plane.X, Y: plots.Axis{Min: -0.85, Max: 1.35}}
	dots := plots.Dots{Xs: p.Column("data", "x1"), Ys: p.Column("data", "x2"), Most: 10, Rim: true}
	v.Parts = append(v.Parts, plots.Ground{Relief: plane.Relief, X: plane.X, Y: plane.Y})
	v.Parts = append(v.Parts, plots.ByClass(dots, p.Column("data", "y"), 1, -1)...)
	return plots.Emblem{v}
}
