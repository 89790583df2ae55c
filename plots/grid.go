package plots

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// A Grid is the nodes at which a function over a window of the plane is known: Cols
// even steps from X.Min to X.Max, Rows from Y.Min to Y.Max.
type Grid struct {
	X, Y       Axis
	Cols, Rows int
}

// Nodes returns the nodes as inputs of two coordinates, row after row from the bottom,
// so that
//
//	mat.NewDense(g.Rows, g.Cols, values)
//
// of a value each is what a [Surface] and [EncodeRelief] take.
func (g Grid) Nodes() [][]float64 {
	flat := make([]float64, 0, 2*g.Rows*g.Cols)
	nodes := make([][]float64, 0, g.Rows*g.Cols)
	for i := range g.Rows {
		y := g.Y.value(step(i, g.Rows))
		for j := range g.Cols {
			flat = append(flat, g.X.value(step(j, g.Cols)), y)
			nodes = append(nodes, flat[len(flat)-2:len(flat):len(flat)])
		}
	}
	return nodes
}

// Over returns f's values at the nodes.
func (g Grid) Over(f func(x, y float64) float64) *mat.Dense {
	m := mat.NewDense(g.Rows, g.Cols, nil)
	for k, node := range g.Nodes() {
		m.Set(k/g.Cols, k%g.Cols, f(node[0], node[1]))
	}
	return m
}

// LevelsOf returns about n levels between the least and the greatest value of m, at
// multiples of 1, 2 or 5 powers of ten: those below zero dashed, zero bold. A constant
// has none.
func LevelsOf(m mat.Matrix, n int) []Level {
	lo, hi, known := entries(m)
	if known == 0 || n < 1 || !(hi.value-lo.value > 1e-9*math.Max(math.Abs(lo.value), math.Abs(hi.value))) {
		return nil
	}
	by := NiceStep((hi.value - lo.value) / float64(n))
	dot := float64(0.02 * (hi.value - lo.value)) // nearer to an end a contour is a dot
	var levels []Level
	for i := math.Floor((lo.value+dot)/by) + 1; i*by < hi.value-dot; i++ {
		levels = append(levels, Level{At: i * by, Bold: i == 0, Dash: i < 0})
	}
	return levels
}
