package points

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// Inputs name what kernels are taken between, and have it.
type Inputs interface {
	comparable
	// Inputs are the data x, and where functions of them are wanted besides; nil for
	// nowhere.
	Inputs() (x, at [][]float64)
}

// Inputs are the points', and nowhere besides.
func (spec LabelledSpec) Inputs() (x, at [][]float64) { return spec.Load().Data.X, nil }

// A Mesh is points of two inputs, with so many places a side evenly over their window.
type Mesh struct {
	LabelledSpec
	Side int
}

// Grid is the mesh's.
func (m Mesh) Grid() plots.Grid { return m.Load().Grid(m.Side) }

// Inputs are the points' and the places of the mesh.
func (m Mesh) Inputs() (x, at [][]float64) {
	l := m.Load()
	return l.Data.X, l.Grid(m.Side).Nodes()
}

// Grid has so many places a side evenly over the window.
func (l *Labelled) Grid(side int) plots.Grid {
	x, y := l.Axes()
	return plots.Grid{X: x, Y: y, Cols: side, Rows: side}
}

// distances are shared by all bandwidths of a kernel family.
type distances struct {
	between *mat.SymDense // n×n
	cross   *mat.Dense    // len(at)×n; nil for nowhere
}

type distancesOf[I Inputs] struct {
	inputs I
	metric engine.Metric
}

// Compute returns the distances, and their bytes.
func (of distancesOf[I]) Compute(context.Context, *course.Memo) (distances, int, error) {
	x, at := of.inputs.Inputs()
	n := len(x)
	d := distances{between: engine.Distances(of.metric, x)}
	if at != nil {
		d.cross = engine.CrossDistances(of.metric, at, x)
	}
	return d, 8 * n * (n + len(at)), nil
}

// Distances returns the distances between the data, remembered.
func Distances[I Inputs](ctx context.Context, memo *course.Memo, in I, m engine.Metric) (*mat.SymDense, error) {
	d, err := course.Remember(ctx, memo, distancesOf[I]{in, m})
	return d.between, err
}

// Gram returns
//
//	Kᵢⱼ = k(xᵢ, xⱼ),  n×n,  and  Cₐⱼ = k(atₐ, xⱼ),  len(at)×n,
//
// the latter nil without places. Distances are remembered, so that another bandwidth
// costs a function of each; the matrices are the caller's.
func Gram[I Inputs](
	ctx context.Context, memo *course.Memo, in I, k engine.Kernel,
) (gram *mat.SymDense, cross *mat.Dense, err error) {
	radial, ok := k.(engine.Radial)
	if !ok {
		x, at := in.Inputs()
		if at != nil {
			cross = engine.Cross(k, at, x)
		}
		return engine.Gram(k, x), cross, nil
	}
	d, err := course.Remember(ctx, memo, distancesOf[I]{in, radial.Metric()})
	if err != nil {
		return nil, nil, err
	}
	if d.cross != nil {
		cross = engine.CrossFromDistances(radial, d.cross)
	}
	return engine.GramFromDistances(radial, d.between), cross, nil
}

// MostAlike are the others with the largest entry in the row of point i, all that agree with it, and
// that entry.
func MostAlike(K mat.Matrix, i int) (best []int, likeness float64) {
	n, _ := K.Dims()
	likeness = math.Inf(-1)
	for j := range n {
		if j != i {
			likeness = math.Max(likeness, K.At(i, j))
		}
	}
	for j := range n {
		if j != i && engine.Agree(K.At(i, j), likeness, likeness) {
			best = append(best, j)
		}
	}
	return best, likeness
}
