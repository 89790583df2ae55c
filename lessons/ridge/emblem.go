package ridge

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// emblem is where the loss's ellipses touch the circle of all θ of one norm.
func emblem(p *course.Picture) plots.Emblem {
	x1, x2, y := p.Column("data", "x1"), p.Column("data", "x2"), p.Column("data", "y")
	loss := func(a, b float64) (sum float64) {
		for i := range y {
			sum += math.Pow(y[i]-a*x1[i]-b*x2[i], 2)
		}
		return sum / float64(len(y))
	}
	t1, t2 := p.Find("theta_1"), p.Find("theta_2")
	v := plots.Pane{X: plots.Axis{Min: -1.4, Max: 3.4}, Y: plots.Axis{Min: -1.4, Max: 1.9}, Equal: true}
	grid := plots.Grid{X: plots.Axis{Min: -2, Max: 4}, Y: plots.Axis{Min: -2, Max: 3}, Cols: 121, Rows: 101}
	values := grid.Over(loss)
	least, touching := mat.Min(values), loss(t1, t2)
	for _, share := range []float64{0.3, 1, 2.6} {
		xs, ys := plots.Contour(values, grid.X, grid.Y, least+share*(touching-least))
		v.Parts = append(v.Parts, plots.Stroke{Xs: xs, Ys: ys, Color: plots.Soft, Fine: true})
	}
	var xs, ys []float64
	norm := math.Hypot(t1, t2)
	for i := range 65 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / 64)
		xs, ys = append(xs, norm*cos), append(ys, norm*sin)
	}
	v.Parts = append(v.Parts,
		plots.Fill{Xs: xs, Ys: ys, Color: plots.Lambda.Fade(0.16)},
		plots.Stroke{Xs: xs, Ys: ys, Color: plots.Lambda},
		plots.Dots{Xs: []float64{t1}, Ys: []float64{t2}, Color: plots.Curve, Size: 2.4})
	return plots.Emblem{v}
}
