package plots

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
)

// However narrow the spikes are, the path reaches the top of each, and it has at
// most two vertices for a pixel of the frame.
func TestNoSpikeIsLost(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	for _, width := range []float64{0.001, 0.01, 0.1, 0.3} {
		const lo, hi, n = 0, 60, 201
		var at, height []float64
		for x := 0.7; x < hi; x += 0.7 + 0.3*r.Float64() {
			at, height = append(at, x), append(height, 0.2+0.8*r.Float64())
		}
		f := func(x float64) float64 {
			y := 0.0
			for i, c := range at {
				y = max(y, height[i]*math.Exp(-math.Abs(x-c)/width))
			}
			return y
		}
		values := func(xs []float64) []float64 {
			ys := make([]float64, len(xs))
			for i, x := range xs {
				ys[i] = f(x)
			}
			return ys
		}
		even, _ := grid(lo, hi, n, f)
		bends := Bends(lo, hi, n, at, width)
		places := Refine(even, bends)
		if !slices.IsSorted(places.Xs) || len(slices.Compact(slices.Clone(places.Xs))) != len(places.Xs) {
			t.Fatalf("width %g: places out of order or twice", width)
		}
		ys := places.Values(values(even), values(bends))
		for i, x := range places.Xs {
			if ys[i] != f(x) {
				t.Fatalf("width %g: the value at %g is another place's", width, x)
			}
		}
		svg := Panel{ID: "a", Plot: Curves{X: Axis{Min: lo, Max: hi}, Y: Axis{Max: 1},
			Lines: []Line{{Xs: places.Xs, Ys: ys, Class: "curve"}}}}.AppendSVG(nil)
		path := follow(t, class(t, svg, "curve")[0].attr["d"])
		if most := 2*(panelWidth-marginLeft-marginRight) + 2; len(path) > most {
			t.Errorf("width %g: %d vertices", width, len(path))
		}
		top, bottom := float64(marginTop), float64(panelHeight-marginBottom)
		for i, x := range at {
			px, py := marginLeft+x/hi*(panelWidth-marginLeft-marginRight), bottom-f(x)*(bottom-top)
			if f(x) > height[i] {
				continue // on the flank of another
			}
			// The datum may share its pixel with a higher one.
			if !slices.ContainsFunc(path, func(p Point) bool { return math.Abs(p.X-px) <= 1.1 && p.Y <= py+0.3 }) {
				t.Errorf("width %g: the spike at %g, of %.2f, is not reached", width, x, height[i])
			}
		}
	}
}

func TestBends(t *testing.T) {
	for _, c := range []struct {
		at    []float64
		width float64
		want  []float64
	}{
		{[]float64{1.5, 3, 9}, math.Inf(1), []float64{1.5}}, // on the grid, and beyond it
		{[]float64{1.5, 1.5}, 0.1, []float64{1.0 / 3, 2.0 / 3, 4.0 / 3, 1.4, 1.5, 1.6, 5.0 / 3, 7.0 / 3, 8.0 / 3,
			10.0 / 3, 11.0 / 3}},
		{nil, 3, []float64{0.5, 1.5, 2.5, 3.5}},
		{[]float64{math.NaN(), math.Inf(1)}, 9, nil},
	} {
		got := Bends(0, 4, 5, c.at, c.width)
		if !slices.EqualFunc(got, c.want, func(a, b float64) bool { return math.Abs(a-b) < 1e-12 }) {
			t.Errorf("Bends of %v within %v: %v, want %v", c.at, c.width, got, c.want)
		}
	}
	if got := Bends(1, 1, 5, []float64{1}, 1); got != nil {
		t.Errorf("on an axis of no length: %v", got)
	}
}

// Noise at ten thousand places costs no more than two vertices a pixel.
func TestDenseCurveIsBounded(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	xs, ys := grid(0, 1, 10_000, func(float64) float64 { return r.Float64() })
	svg := Panel{ID: "a", Plot: Curves{X: Axis{Max: 1}, Y: Axis{Max: 1},
		Lines: []Line{{Xs: xs, Ys: ys, Class: "curve"}}}}.AppendSVG(nil)
	n := len(follow(t, class(t, svg, "curve")[0].attr["d"]))
	if most := 2*(panelWidth-marginLeft-marginRight) + 2; n > most {
		t.Errorf("%d vertices, want at most %d", n, most)
	}
}

func TestPerColumn(t *testing.T) {
	pts := []vg.Point{{X: 0.2, Y: 5}, {X: 1.1, Y: 0}, {X: 1.3, Y: 9}, {X: 1.5, Y: 3}, {X: 1.7, Y: -2}, {X: 2.5, Y: 1},
		{X: 2.6, Y: 1}, {X: 3, Y: 4}}
	want := []vg.Point{{X: 0.2, Y: 5}, {X: 1.3, Y: 9}, {X: 1.7, Y: -2}, {X: 2.5, Y: 1}, {X: 3, Y: 4}}
	if got := perColumn(slices.Clone(pts)); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
