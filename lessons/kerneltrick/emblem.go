package kerneltrick

import (
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// emblem is the terms of φ(x)ᵀφ(x′), each from where the sum stands, and k(x, x′).
func emblem(p *course.Picture) plots.Emblem {
	const width = 0.82
	v := plots.Pane{}
	at := 0.0
	bar := func(i int, from, to float64, ink plots.Token) {
		x := float64(i)
		v.Parts = append(v.Parts, plots.Box(x, x+width, from, to, ink))
		v.X.Max, v.Y.Min, v.Y.Max = x+width, min(v.Y.Min, from, to), max(v.Y.Max, from, to)
	}
	terms := p.Column("terms", "product")
	for i, t := range terms {
		ink := plots.Categories[0]
		if t < 0 {
			ink = plots.Curve
		}
		bar(i, at, at+t, ink)
		at += t
	}
	bar(len(terms), 0, at, plots.Ink)
	v.X = plots.Axis{Min: -0.5, Max: v.X.Max + 0.5}
	v.Y = plots.Axis{Min: v.Y.Min - 4, Max: v.Y.Max + 4}
	v.Parts = append(v.Parts, plots.Stroke{Xs: []float64{-9, 99}, Ys: []float64{0, 0}, Color: plots.Soft, Fine: true})
	return plots.Emblem{v}
}
