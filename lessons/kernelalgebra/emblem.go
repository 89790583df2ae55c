package kernelalgebra

import (
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// emblem is six years of air: what rises, and what comes back with the seasons.
func emblem(p *course.Picture) plots.Emblem {
	return plots.Emblem{{
		X: plots.Axis{Min: 6, Max: 12}, Y: plots.Axis{Min: 326, Max: 346},
		Parts: []plots.Part{
			plots.Dots{Xs: p.Column("data", "x"), Ys: p.Column("data", "y")},
			plots.Stroke{Xs: p.Column("fit", "x"), Ys: p.Column("fit", "y")},
		},
	}}
}
