package boundaries

import (
	"testing"

	"gonum.org/v1/gonum/mat"
)

// A function has a side, however small it is, and none where its terms cancel.
func TestSide(t *testing.T) {
	same, apart := mat.NewSymDense(2, []float64{1, 1, 1, 1}), mat.NewSymDense(2, []float64{1, 0.9, 0.9, 1})
	for _, c := range []struct {
		K      mat.Symmetric
		alpha  []float64
		offset float64
		values []float64
		want   float64
	}{
		{same, []float64{1e-200, 0}, 0, nil, 1}, {same, []float64{1, -2}, 0, nil, -1},
		{same, []float64{0, 0}, -1e-30, nil, -1},
		{same, []float64{0, 0}, 0, nil, 0}, {same, []float64{125, -125}, 0, nil, 0},
		{apart, []float64{125, -125}, 0, nil, 1},
		{same, []float64{0.3, -0.1 - 0.2}, 0, nil, 0}, {same, []float64{1, 1}, -2 + 1e-12, nil, 1},
		// α cancels to all its digits, and the method has f: at the labels’ own size it is seen.
		{same, []float64{1e13, -1e13}, 0, []float64{3e-4, 3e-4}, 1},
		{same, []float64{1e13, -1e13}, 0, []float64{1e-17, 1}, 0},
	} {
		if got := Decided(c.K, c.alpha, c.offset, c.values).Side(0); got != c.want {
			t.Errorf("%v and %v of %v: %v, not %v", c.alpha, c.offset, c.values, got, c.want)
		}
	}
	// Of two points at one place with both labels f takes no side, of two apart it takes both.
	for K, want := range map[mat.Symmetric]int{same: 0, apart: 2} {
		if got := Decided(K, []float64{125, -125}, 0, nil).Right([]float64{1, -1}); got != want {
			t.Errorf("with K = %v: %d on their side, not %d", K, got, want)
		}
	}
}
