package losses

import (
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// emblem is readings, one of them wrong, with a curve that follows it and one that does not.
func emblem(p *course.Picture) plots.Emblem {
	xs, ys := p.Column("data", "x"), p.Column("data", "y")
	wrong := plots.Dots{Color: plots.Categories[0], Size: 2.4}
	for i, y := range ys {
		if y > 100 {
			wrong.Xs, wrong.Ys = append(wrong.Xs, xs[i]), append(wrong.Ys, y)
		}
	}
	return plots.Emblem{{
		X: plots.Axis{Min: 2, Max: 57}, Y: plots.Axis{Min: -150, Max: 150},
		Parts: []plots.Part{
			plots.Stroke{Xs: p.Column("squared", "x"), Ys: p.Column("squared", "y"), Color: plots.Categories[0],
				Dash: true},
			plots.Dots{Xs: xs, Ys: ys, Size: 1.2},
			wrong,
			plots.Stroke{Xs: p.Column("fit", "x"), Ys: p.Column("fit", "y")},
		},
	}}
}
