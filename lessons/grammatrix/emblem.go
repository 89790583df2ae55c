package grammatrix

import (
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// emblem is irises by their petals, and the Gram matrix of every fifth.
func emblem(p *course.Picture) plots.Emblem {
	const every = 5
	all := p.Matrix("gram")
	n, _ := all.Dims()
	K := mat.NewDense(n/every, n/every, nil)
	K.Apply(func(i, j int, _ float64) float64 { return all.At(every*i, every*j) }, K)
	petals := plots.Dots{Xs: p.Column("data", "x1"), Ys: p.Column("data", "x2")}
	return plots.Emblem{{
		X: plots.Axis{Min: 0.4, Max: 7.4}, Y: plots.Axis{Min: -0.3, Max: 2.9},
		Parts: plots.ByClass(petals, p.Column("data", "class"), 0, 1, 2),
	}, plots.MatrixPane(K)}
}
