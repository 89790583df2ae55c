package rkhs

import (
	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// emblem is functions through three readings, and the one of the least norm.
func emblem(p *course.Picture) plots.Emblem {
	xs, least := p.Column("least", "x"), p.Column("least", "y")
	away := floats.SubTo(make([]float64, len(xs)), p.Column("f", "y"), least)
	v := plots.Pane{X: plots.Axis{Min: 0.6, Max: 5}, Y: plots.Axis{Min: -1.75, Max: 1.25}}
	for _, t := range []float64{-1, 0.5, 1} {
		ys := floats.AddScaledTo(make([]float64, len(xs)), least, t, away)
		v.Parts = append(v.Parts, plots.Stroke{Xs: xs, Ys: ys, Color: plots.Ghost, Fine: true})
	}
	v.Parts = append(v.Parts, plots.Stroke{Xs: xs, Ys: least})
	dots := plots.Dots{Size: 2}
	for _, r := range sources["crash"].readings() {
		dots.Xs, dots.Ys = append(dots.Xs, r[0]), append(dots.Ys, r[1])
	}
	v.Parts = append(v.Parts, dots)
	return plots.Emblem{v}
}
