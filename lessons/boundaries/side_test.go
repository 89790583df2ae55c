package boundaries

import (
	"testing"

	"gonum.org/v1/gonum/mat"
)

// A function has a side, however small it is, and none where its terms cancel.
func TestSide(t *testing.T) {
	for _, c := range []struct {
		alpha  []float64
		offset float64
		k      []float64
		want   float64
	}{
		{[]float64{1e-200}, 0, []float64{1}, 1}, {[]float64{1, -2}, 0, []float64{1, 1}, -1}, {nil, -1e-30, nil, -1},
		{nil, 0, nil, 0},
		{[]float64{125, -125}, 0, []float64{1, 1}, 0}, {[]float64{0.1, 0.2, -0.3}, 0, []float64{1, 1, 1}, 0},
		{[]float64{1, 1}, -2 + 1e-12, []float64{1, 1}, 1},
	} {
		if got := Side(c.alpha, c.offset, c.k); got != c.want {
			t.Errorf("%v and %v at %v: %v, not %v", c.alpha, c.offset, c.k, got, c.want)
		}
	}
	// Of two points at one place with both labels f takes no side, of two apart it takes both.
	for _, c := range []struct {
		between float64
		want    int
	}{{1, 0}, {0.9, 2}} {
		K := mat.NewSymDense(2, []float64{1, c.between, c.between, 1})
		if got := Sided(K, []float64{125, -125}, 0, []float64{1, -1}); got != c.want {
			t.Errorf("with k = %v: %d on their side, not %d", c.between, got, c.want)
		}
	}
}
