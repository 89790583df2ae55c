package engine

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
)

// LOOMap returns the leave-one-out root mean squared error of kernel ridge
// regression over a grid: row i belongs to lambdas[i], column j to
// bandwidths[j]. It is exact, see [Spectrum.Solve], and costs one
// eigendecomposition a column. gram returns the Gram matrix at a bandwidth; it is
// called from two goroutines.
//
// A place without a solution holds +Inf: it is on the map, and never the
// minimum. The error is ctx's, looked at between columns, or that of [Eigen].
// LOOMap panics if a side of the grid is empty, and as Solve does.
func LOOMap(
	ctx context.Context, bandwidths, lambdas []float64, gram func(bandwidth float64) *mat.SymDense, y []float64,
) (*mat.Dense, error) {
	if len(lambdas) == 0 || len(bandwidths) == 0 {
		panic("engine: empty grid")
	}
	m := mat.NewDense(len(lambdas), len(bandwidths), nil)
	err := LOOPaths(ctx, bandwidths, lambdas, gram, y, func(j int, path []PathPoint) {
		for i, p := range path {
			if p.Err != nil {
				m.Set(i, j, math.Inf(1))
			} else {
				m.Set(i, j, p.LOORMSE)
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return m, nil
}

// LOOPaths calls with each column of the grid of [LOOMap] the path of its bandwidth, for
// whoever wants more of the fits than their error. It calls from two goroutines, each with
// columns of its own; path is not used again. Errors and panics are those of LOOMap.
func LOOPaths(
	ctx context.Context, bandwidths, lambdas []float64, gram func(bandwidth float64) *mat.SymDense, y []float64,
	column func(j int, path []PathPoint),
) error {
	one := ReportOf(ctx).counted(partBandwidths, len(bandwidths))
	return InTwo(ctx, len(bandwidths), func(j int) error {
		defer one()
		s, err := Eigen(gram(bandwidths[j]))
		if err != nil {
			return err
		}
		column(j, s.Path(y, lambdas))
		return nil
	})
}
