package boundaries

import (
	"context"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// The map of the soil ends where the flood plain does: beyond it there is no soil to ask
// about.

const (
	cellSide            = 0.04     // km, of a cell of the plain
	landEast, landNorth = 178, 329 // km, the corner that the samples' places are counted from
)

// ashore are the cells of the flood plain and those beside one, by their number east and north of
// the corner.
var ashore = sync.OnceValue(func() map[[2]int]bool {
	all := map[[2]int]bool{}
	for _, x := range data.MeuseGrid().X {
		at := cellAt(x[0]/1000-landEast, x[1]/1000-landNorth)
		for dx := -1; dx <= 1; dx++ {
			for dy := -1; dy <= 1; dy++ {
				all[[2]int{at[0] + dx, at[1] + dy}] = true
			}
		}
	}
	return all
})

// cellAt is the cell that a place in km lies in. One on the line between two cells is of
// that beyond it: columns of the map's nodes lie on such lines, and which cells they were of
// hung on their last digit, which differs from machine to machine.
func cellAt(east, north float64) [2]int {
	const line = 1e-9 // of a cell
	return [2]int{int(math.Floor(east/cellSide + line)), int(math.Floor(north/cellSide + line))}
}

// Clipped leaves of values at nodes over the map of d what lies on the flood plain or in a
// cell beside it, so that no sample at its edge stands on bare paper; of other data, all.
func Clipped(d *points.Labelled, nodes [][]float64, values []float64) []float64 {
	if d.Name != "meuse" {
		return values
	}
	land := ashore()
	for i, x := range nodes {
		if !land[cellAt(x[0], x[1])] {
			values[i] = math.NaN()
		}
	}
	return values
}

// A shoreOf names the line around what a map that is [Clipped] shows.
type shoreOf struct{ points.Mesh }

// Compute finds the line, and returns the bytes that takes.
func (of shoreOf) Compute(context.Context, *course.Memo) (plots.Line, int, error) {
	d := of.Load()
	grid := d.Grid(of.Side)
	nodes := grid.Nodes()
	land := Clipped(d, nodes, slices.Repeat([]float64{1}, len(nodes)))
	for i, v := range land {
		if math.IsNaN(v) {
			land[i] = 0
		}
	}
	xs, ys := plots.Contour(mat.NewDense(of.Side, of.Side, land), grid.X, grid.Y, 0.5)
	return plots.Line{Xs: xs, Ys: ys, Color: plots.Soft, Width: 1, Class: "shore"}, 16 * len(xs), nil
}
