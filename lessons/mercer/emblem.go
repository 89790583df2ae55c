package mercer

import (
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// emblem is a Gram matrix, and the points that it gives back.
func emblem(p *course.Picture) plots.Emblem {
	back := plots.Dots{Xs: p.Column("coordinates", "c1"), Ys: p.Column("coordinates", "c2")}
	return plots.Emblem{plots.MatrixPane(p.Matrix("gram")), {
		X: plots.Axis{Min: -0.1, Max: 1}, Y: plots.Axis{Min: -0.95, Max: 0.95},
		Parts: plots.ByClass(back, p.Column("data", "class"), 0, 1),
	}}
}
