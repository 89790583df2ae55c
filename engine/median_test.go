package engine

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestQuantile(t *testing.T) {
	v := []float64{3, 1, 2, 10}
	for _, test := range []struct{ p, want float64 }{
		// R: quantile(c(3, 1, 2, 10), c(0, .1, .25, .5, .9, 1))
		{0, 1}, {0.1, 1.3}, {0.25, 1.75}, {0.5, 2.5}, {0.9, 7.9}, {1, 10},
	} {
		wantNear(t, "quantile", Quantile(v, test.p), test.want, 2*Epsilon)
	}
	if diff := cmp.Diff([]float64{3, 1, 2, 10}, v); diff != "" {
		t.Errorf("Quantile changed its argument:\n%s", diff)
	}
	if got := Median([]float64{7}); got != 7 {
		t.Errorf("median of one value %v", got)
	}
	inf := math.Inf(1)
	if got := Median([]float64{1, inf, inf, inf}); got != inf {
		t.Errorf("median of infinities %v", got)
	}
	wantPanic(t, "no values", func() { Median(nil) })
	wantPanic(t, "NaN", func() { Median([]float64{1, math.NaN()}) })
	wantPanic(t, "p = 1.1", func() { Quantile(v, 1.1) })
	wantPanic(t, "p NaN", func() { Quantile(v, math.NaN()) })
}

func TestMedianHeuristic(t *testing.T) {
	// The motorcycle data: 12.4 ms over i < j.
	wantNear(t, "mcycle", MedianHeuristic(mcycle(t).X), 12.4, 4*Epsilon)
	if got := MedianHeuristic([][]float64{{1}}); got != 0 {
		t.Errorf("one point: %v, want 0", got)
	}
	if got := MedianHeuristic([][]float64{{1}, {1}, {1}}); got != 0 {
		t.Errorf("one place: %v, want 0", got)
	}
}

func TestPairwiseDistances(t *testing.T) {
	x := [][]float64{{0, 0}, {3, 4}, {0, 1}}
	if diff := cmp.Diff([]float64{7, 1, 6}, PairwiseDistances(Manhattan, x)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]float64{5, 1, math.Sqrt(18)}, PairwiseDistances(Euclidean, x)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
