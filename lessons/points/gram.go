package points

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course"
)

// Inputs are what kernels are taken between, under the name that what was computed of
// them is remembered by.
type Inputs struct {
	Key string      // names X and At: other numbers, another key
	X   [][]float64 // the data
	At  [][]float64 // where functions of the data are wanted besides; nil for nowhere
}

// distances are shared by all bandwidths of a kernel family.
type distances struct {
	between *mat.SymDense // n×n
	cross   *mat.Dense    // len(At)×n; nil for nowhere
}

func (in Inputs) distances(ctx context.Context, memo *course.Memo, m engine.Metric) (distances, error) {
	key := fmt.Sprintf("distances %s %v", in.Key, m)
	return course.Remember(ctx, memo, key, func(context.Context) (distances, int, error) {
		n := len(in.X)
		d := distances{between: engine.Distances(m, in.X)}
		if in.At != nil {
			d.cross = engine.CrossDistances(m, in.At, in.X)
		}
		return d, 8 * n * (n + len(in.At)), nil
	})
}

// Distances returns the distances between the data, remembered.
func (in Inputs) Distances(ctx context.Context, memo *course.Memo, m engine.Metric) (*mat.SymDense, error) {
	d, err := in.distances(ctx, memo, m)
	return d.between, err
}

// Gram returns
//
//	Kᵢⱼ = k(xᵢ, xⱼ),  n×n,  and  Cₐⱼ = k(Atₐ, xⱼ),  len(At)×n,
//
// the latter nil without places. Distances are remembered, so that another bandwidth
// costs a function of each; the matrices are the caller's.
func (in Inputs) Gram(
	ctx context.Context, memo *course.Memo, k engine.Kernel,
) (gram *mat.SymDense, cross *mat.Dense, err error) {
	radial, ok := k.(engine.Radial)
	if !ok {
		if in.At != nil {
			cross = engine.Cross(k, in.At, in.X)
		}
		return engine.Gram(k, in.X), cross, nil
	}
	d, err := in.distances(ctx, memo, radial.Metric())
	if err != nil {
		return nil, nil, err
	}
	if d.cross != nil {
		cross = engine.CrossFromDistances(radial, d.cross)
	}
	return engine.GramFromDistances(radial, d.between), cross, nil
}

// GramInputs are the points' inputs, for their Gram matrices.
func (l *Labelled) GramInputs() Inputs { return Inputs{Key: l.Key, X: l.Data.X} }
