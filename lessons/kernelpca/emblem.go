package kernelpca

import (
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// emblem is two rings, and where their first two components take them.
func emblem(p *course.Picture) plots.Emblem {
	pane := func(series, x, y string, reach float64) plots.Pane {
		axis := plots.Axis{Min: -reach, Max: reach}
		dots := plots.Dots{Xs: p.Column(series, x), Ys: p.Column(series, y), Most: 14}
		return plots.Pane{X: axis, Y: axis, Parts: plots.ByClass(dots, p.Column("data", "label"), 1, 0)}
	}
	return plots.Emblem{pane("data", "x1", "x2", 1.3), pane("components", "pc1", "pc2", 0.7)}
}
