package plots

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// A matrix in another order says whose its rows and columns are; in their own order it
// need not.
func TestHeatmapSaysWhoseItsRowsAre(t *testing.T) {
	K := mat.NewSymDense(3, []float64{1, 0.5, 0.2, 0.5, 1, 0.1, 0.2, 0.1, 1})
	for _, tt := range []struct {
		index []int
		want  string
	}{{[]int{2, 0, 1}, ` data-index="2 0 1"`}, {[]int{0, 1, 2}, ""}, {nil, ""}} {
		got := string(svgFrom(Heatmap{Values: K, Index: tt.index}))
		if has := strings.Contains(got, "data-index"); has != (tt.want != "") || !strings.Contains(got, tt.want) {
			t.Errorf("index %v: it does not say %q", tt.index, tt.want)
		}
	}
}

// What is alone stands in its row and column: a veil lies over the other entries, and over
// none of these.
func TestHeatmapAlone(t *testing.T) {
	K := mat.NewDense(4, 4, nil)
	area := func(v Heatmap) float64 {
		all := 0.0
		for _, e := range class(t, svgFrom(v), "back") {
			for _, r := range subpaths(t, e.attr["d"]) {
				all += (r[2].X - r[0].X) * (r[2].Y - r[0].Y)
			}
		}
		return math.Abs(all)
	}
	whole := area(Heatmap{Values: K, Alone: true})
	for _, tt := range []struct {
		rows, cols []int
		want       float64 // of 16 entries
	}{{[]int{1}, []int{1}, 9}, {[]int{0}, nil, 12}, {[]int{3, 0}, []int{2}, 6}, {[]int{9, -1}, nil, 16}} {
		lit := area(Heatmap{Values: K, Alone: true, Rows: tt.rows, Cols: tt.cols})
		if got := 16 * lit / whole; math.Abs(got-tt.want) > 0.1 {
			t.Errorf("rows %v and columns %v: %.2f entries step back, want %g", tt.rows, tt.cols, got, tt.want)
		}
	}
	if got := area(Heatmap{Values: K, Rows: []int{1}}); got > 0 {
		t.Error("a row that is only outlined has the others step back")
	}
}

// One matrix under another has a line between them, and is told of.
func TestHeatmapBelow(t *testing.T) {
	both := Heatmap{Values: mat.NewDense(3, 2, []float64{1, 0, 0, 1, 0.5, 0.5}), Below: 1}
	if !strings.Contains(string(svgFrom(both)), `class="below"`) ||
		!strings.Contains(both.Describe(), "With 1 row of another matrix under the first") {
		t.Errorf("%s", both.Describe())
	}
	one := Heatmap{Values: both.Values}
	if strings.Contains(string(svgFrom(one)), `class="below"`) || strings.Contains(one.Describe(), "another") {
		t.Errorf("%s", one.Describe())
	}
}

// The labels of a shelf that are some in an order are not counted.
func TestTilesUncounted(t *testing.T) {
	v := Tiles{Shelves: []Shelf{{Name: "cosine", Labels: []string{"milk powder", "spinach"}}}, Uncounted: true}
	if all := said(t, svgFrom(v)); !strings.Contains(all, "cosine|") || strings.Contains(all, "2") {
		t.Errorf("it says %s", all)
	}
}

// A number in a cell is read on every colour that the cell can have: where white and the
// dark are as good as one another, both have more than 4.2:1.
func TestHeatmapNumbersAreRead(t *testing.T) {
	for _, ramp := range []Ramp{Cividis, ReversedCividis} {
		for at := range 101 {
			r := EncodeRaster(mat.NewDense(1, 1, []float64{float64(at)}), Scale{Ramp: ramp, Max: 100})
			ink, rim := inkOn(r, 0, 0)
			if c := contrast(ink.(Token).Light, r.At(0, 0)); c < 4.2 || rim {
				t.Errorf("ramp %d at %d %%: contrast %.2f, rim %v", ramp, at, c, rim)
			}
		}
	}
}
