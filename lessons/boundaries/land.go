package boundaries

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/mat"

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

// cells are those of the flood plain, by their number east and north of the corner.
var cells = sync.OnceValue(func() map[[2]int]bool {
	all := map[[2]int]bool{}
	for _, x := range data.MeuseGrid().X {
		all[cellAt(x[0]/1000-landEast, x[1]/1000-landNorth)] = true
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
	for i, x := range nodes {
		if !ashore(cellAt(x[0], x[1])) {
			values[i] = math.NaN()
		}
	}
	return values
}

// ashore reports whether a cell or one beside it is of the flood plain.
func ashore(at [2]int) bool {
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			if cells()[[2]int{at[0] + dx, at[1] + dy}] {
				return true
			}
		}
	}
	return false
}

// shore is the line around what a clipped map shows.
func (s *Surface) shore() plots.Line {
	var land mat.Dense
	land.Apply(func(_, _ int, f float64) float64 {
		if math.IsNaN(f) {
			return 0
		}
		return 1
	}, s.Values)
	xs, ys := plots.Contour(&land, s.Grid.X, s.Grid.Y, 0.5)
	return plots.Line{Xs: xs, Ys: ys, Color: plots.Soft, Width: 1, Class: "shore"}
}
