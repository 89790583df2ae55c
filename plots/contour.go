package plots

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Contour returns the curve on which a function over the plane has the value at, its
// pieces parted by NaN. Values, x and y are those of a [Surface]: row 0 of values is
// at y.Min, column 0 at x.Min, and between the ends the nodes are evenly spaced.
func Contour(values mat.Matrix, x, y Axis, at float64) (xs, ys []float64) {
	g := newGrid(values)
	for i, piece := range g.contour(at, make([]int32, 2*g.rows*g.cols)) {
		if i > 0 {
			xs, ys = append(xs, math.NaN()), append(ys, math.NaN())
		}
		for _, p := range piece {
			xs = append(xs, x.Min+(x.Max-x.Min)*p.X/float64(g.cols-1))
			ys = append(ys, y.Min+(y.Max-y.Min)*p.Y/float64(g.rows-1))
		}
	}
	return xs, ys
}

// valueGrid is a matrix's values at hand.
type valueGrid struct {
	rows, cols int
	v          []float64
}

func newGrid(m mat.Matrix) valueGrid {
	rows, cols := m.Dims()
	g := valueGrid{rows, cols, make([]float64, 0, rows*cols)}
	for i := range rows {
		for j := range cols {
			g.v = append(g.v, m.At(i, j))
		}
	}
	return g
}

func (g valueGrid) at(i, j int) float64 { return g.v[i*g.cols+j] }

// mean is that of the four nodes around cell (i, j).
func (g valueGrid) mean(i, j int) float64 {
	k := i*g.cols + j
	return g.v[k]/4 + g.v[k+1]/4 + g.v[k+g.cols]/4 + g.v[k+g.cols+1]/4
}

// contour returns the curves on which the grid has value at, higher values on
// their left. next is room for an entry a grid line.
//
// The line from node (i, j) to its right neighbour has number i·cols+j, the one
// to its upper neighbour rows·cols more. A curve comes in through one line of a
// cell and leaves through another; which is which follows from the higher side.
// So a curve is a list linked by the lines it crosses.
func (g valueGrid) contour(at float64, next []int32) [][]Point {
	if !finite(at) {
		return nil
	}
	clear(next) // the next line's number, plus 1
	entered := make([]bool, len(next))
	var crossed []int
	upright := g.rows * g.cols
	join := func(from, to int) {
		next[from] = int32(to) + 1
		entered[to] = true
		crossed = append(crossed, from)
	}
	for i := range g.rows - 1 {
		for j := range g.cols - 1 {
			k := i*g.cols + j
			sw, se, nw, ne := g.v[k], g.v[k+1], g.v[k+g.cols], g.v[k+g.cols+1]
			if !finite(sw) || !finite(se) || !finite(nw) || !finite(ne) {
				continue
			}
			high := 0
			for b, v := range [...]float64{sw, se, ne, nw} {
				if v >= at {
					high |= 1 << b
				}
			}
			edges := [...]int{southEdge: k, eastEdge: upright + k + 1, northEdge: k + g.cols, westEdge: upright + k}
			for _, way := range ways(high, func() bool { return g.mean(i, j) >= at }) {
				join(edges[way[0]], edges[way[1]])
			}
		}
	}
	return g.follow(at, next, entered, crossed)
}

// The edges of a cell.
const (
	southEdge = iota
	eastEdge
	northEdge
	westEdge
)

// crossings are the edges by which a contour enters a cell and leaves it, by which of the
// corners are high: 1 the south-western, 2 the south-eastern, 4 and 8 those above them.
var crossings = [16][][2]int{
	1: {{southEdge, westEdge}}, 2: {{eastEdge, southEdge}}, 3: {{eastEdge, westEdge}}, 4: {{northEdge, eastEdge}},
	5: {{southEdge, westEdge}, {northEdge, eastEdge}}, 6: {{northEdge, southEdge}}, 7: {{northEdge, westEdge}},
	8: {{westEdge, northEdge}},
	9: {{southEdge, northEdge}}, 10: {{eastEdge, southEdge}, {westEdge, northEdge}}, 11: {{eastEdge, northEdge}},
	12: {{westEdge, eastEdge}}, 13: {{southEdge, eastEdge}}, 14: {{westEdge, southEdge}},
}

// ways are a cell's crossings. On a saddle, two corners high that lie across, the cell's
// mean says whether the high ones are together.
func ways(high int, together func() bool) [][2]int {
	switch {
	case high == 5 && together():
		return [][2]int{{southEdge, eastEdge}, {northEdge, westEdge}}
	case high == 10 && together():
		return [][2]int{{westEdge, southEdge}, {eastEdge, northEdge}}
	}
	return crossings[high]
}

// follow makes curves of the crossed edges at a level, each the way to the next.
func (g valueGrid) follow(at float64, next []int32, entered []bool, crossed []int) [][]Point {
	var curves [][]Point
	along := func(from int) {
		curve := []Point{g.crossing(from, at)}
		for next[from] != 0 {
			to := int(next[from]) - 1
			next[from] = 0
			curve = append(curve, g.crossing(to, at))
			from = to
		}
		curves = append(curves, curve)
	}
	for _, from := range crossed { // those that begin at an edge of what is known
		if !entered[from] {
			along(from)
		}
	}
	for _, from := range crossed { // those that close
		if next[from] != 0 {
			along(from)
		}
	}
	return curves
}

// crossing is where the value along a grid line is at.
func (g valueGrid) crossing(line int, at float64) Point {
	k, upright := line, line >= g.rows*g.cols
	other := 1
	if upright {
		k, other = line-g.rows*g.cols, g.cols
	}
	a, b := g.v[k], g.v[k+other]
	// Halved, or the difference of two huge values is none.
	t := (at/2 - a/2) / (b/2 - a/2)
	p := Point{float64(k % g.cols), float64(k / g.cols)}
	if upright {
		p.Y += t
	} else {
		p.X += t
	}
	return p
}
