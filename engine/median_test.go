package engine

import (
	"math"
	"testing"
)

func TestQuantile(t *testing.T) {
	v := []float64{3, 1, 2, 10}
	for _, test := range []struct{ p, want float64 }{
		// R: quantile(c(3, 1, 2, 10), c(0, .1, .25, .5, .9, 1))
		{0, 1}, {0.1, 1.3}, {0.25, 1.75}, {0.5, 2.5}, {0.9, 7.9}, {1, 10},
	} {
		wantNear(t, "quantile", Quantile(v, test.p), test.want, 2*Epsilon)
	}
	wantEqual(t, "Quantile changed its argument", v, []float64{3, 1, 2, 10})
	wantEqual(t, "median of one value", Median([]float64{7}), 7)
	inf := math.Inf(1)
	wantEqual(t, "median of infinities", Median([]float64{1, inf, inf, inf}), inf)
	wantPanic(t, "no values", func() { Median(nil) })
	wantPanic(t, "NaN", func() { Median([]float64{1, math.NaN()}) })
	wantPanic(t, "p = 1.1", func() { Quantile(v, 1.1) })
	wantPanic(t, "p NaN", func() { Quantile(v, math.NaN()) })
}

func TestMedianHeuristic(t *testing.T) {
	// The motorcycle data: 12.4 ms over i < j.
	wantNear(t, "mcycle", MedianHeuristic(mcycle(t).X), 12.4, 4*Epsilon)
	wantEqual(t, "one point", MedianHeuristic([][]float64{{1}}), 0)
	wantEqual(t, "one place", MedianHeuristic([][]float64{{1}, {1}, {1}}), 0)
}

func TestPairwiseDistances(t *testing.T) {
	x := [][]float64{{0, 0}, {3, 4}, {0, 1}}
	wantEqual(t, "Manhattan", PairwiseDistances(Manhattan, x), []float64{7, 1, 6})
	wantEqual(t, "Euclidean", PairwiseDistances(Euclidean, x), []float64{5, 1, math.Sqrt(18)})
}
