package kernelridge

import (
	"gramophone/lessons/course"
	"gramophone/plots"
)

// emblem is readings of the crash and the curve that was fitted to them.
func emblem(p *course.Picture) plots.Emblem {
	return plots.Emblem{{X: plots.Axis{Min: 0, Max: 60}, Y: plots.Axis{Min: -150, Max: 95}, Parts: []plots.Part{
		plots.Dots{Xs: p.Column("data", "x"), Ys: p.Column("data", "y"), Color: plots.Data.Fade(0.72)},
		plots.Stroke{Xs: p.Column("fit", "x"), Ys: p.Column("fit", "y")},
	}}}
}
