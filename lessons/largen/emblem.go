package largen

import (
	"math"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// emblem is the time that exact fits took, and a second.
func emblem(p *course.Picture) plots.Emblem {
	n, seconds := p.Column("exact", "points"), p.Column("exact", "seconds")
	var xs, ys []float64
	for i := 1; i < len(n); i++ { // between two, a power of n
		for t := 0.0; t < 1; t += 1.0 / 16 {
			xs = append(xs, n[i-1]*math.Pow(n[i]/n[i-1], t))
			ys = append(ys, seconds[i-1]*math.Pow(seconds[i]/seconds[i-1], t))
		}
	}
	last := len(n) - 1
	xs, ys = append(xs, n[last], 2*n[last]), append(ys, seconds[last], 8*seconds[last])
	return plots.Emblem{{
		X: plots.Axis{Min: -100, Max: 2300}, Y: plots.Axis{Min: -0.16, Max: 1.7},
		Parts: []plots.Part{
			plots.Stroke{Xs: []float64{-100, 9999}, Ys: []float64{1, 1}, Color: plots.Accent, Dash: true},
			plots.Stroke{Xs: xs, Ys: ys},
			plots.Dots{Xs: n, Ys: seconds, Color: plots.Curve, Size: 2.2},
		},
	}}
}
