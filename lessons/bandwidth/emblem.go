package bandwidth

import (
	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// emblem is a Gram matrix at three bandwidths: nearly I, in between, nearly 11ᵀ.
func emblem(p *course.Picture) plots.Emblem {
	var x [][]float64
	for i, v := range p.Column("data", "x") {
		if i%5 == 0 {
			x = append(x, []float64{v})
		}
	}
	var e plots.Emblem
	for _, ell := range []float64{0.6, 6, 60} { // ms
		e = append(e, plots.MatrixPane(engine.Gram(engine.Gaussian{Length: ell}, x)))
	}
	return e
}
