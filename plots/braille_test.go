package plots

import (
	"fmt"
	"math"
	"testing"
)

// A rising line climbs the four rows, a level one stays, and what is not there has no dot.
func TestBraille(t *testing.T) {
	nan := math.NaN()
	level := []float64{0, 1, 2, 3}
	for _, c := range []struct {
		xs, ys []float64
		log    bool
		cells  int
		want   string
	}{
		{[]float64{0, 3}, []float64{0, 3}, false, 2, "⡠⠊"},
		{[]float64{0, 3}, []float64{3, 0}, false, 2, "⠑⢄"},
		{level, []float64{2, 2, 2, 2}, false, 2, "⠤⠤"},
		{level, []float64{0, nan, nan, 1}, false, 2, "⡀⠈"},
		{level, []float64{0, math.Inf(1), math.Inf(-1), 1e308}, false, 0, ""},
		{level, []float64{nan, nan, nan, nan}, false, 3, ""},
		{[]float64{1, 10, 100, 1000}, []float64{0, 1, 2, 3}, true, 2, "⡠⠊"},
	} {
		p := Panel{Plot: Curves{
			X: Axis{Min: c.xs[0], Max: c.xs[len(c.xs)-1], Log: c.log}, Y: Axis{Min: 0, Max: 3},
			Lines: []Line{{Xs: c.xs, Ys: c.ys, Class: "curve"}},
		}}
		wantEqual(t, fmt.Sprintf("%v over %v", c.ys, c.xs), p.Braille(c.cells), c.want)
	}
	back := Panel{Plot: Curves{Lines: []Line{{Xs: []float64{0, 2, 1}, Ys: []float64{0, 1, 2}, Class: "curve"}}}}
	if _, ok := back.Graph(); ok {
		t.Error("a line that turns back is no graph")
	}
}
