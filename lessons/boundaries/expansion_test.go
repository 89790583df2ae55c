package boundaries

import (
	"fmt"
	"math"
	"testing"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/plots"
)

// What is expanded along the sides of the grid is what every node has by itself.
func TestExpand(t *testing.T) {
	d := load("data=moons&n=30")
	x, y := d.Axes()
	nodes := plots.Grid{X: x, Y: y, Cols: 31, Rows: 31}.Nodes()
	alpha := make([]float64, d.Data.Len())
	for i := range alpha {
		alpha[i] = math.Sin(float64(i))
	}
	for _, k := range []engine.Kernel{
		engine.Gaussian{Length: 0.3}, engine.Laplacian{Length: 0.3}, engine.Periodic{Length: 1, Period: 2},
		engine.Exponential{Length: 0.3}, engine.Polynomial{Degree: 3, Offset: 1},
	} {
		e := &engine.Expansion{Kernel: k, X: d.Data.X, Alpha: alpha}
		values := Expand(k, d.Data.X, alpha, nodes)
		for i, node := range nodes {
			coursetest.Near(t, fmt.Sprintf("%v at %v", k, node), values[i], e.Eval(node), 1e-12)
		}
	}
}
