package plots

import (
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

// One matrix under another has a line between them, and is told of.
func TestHeatmapBelow(t *testing.T) {
	both := Heatmap{Values: mat.NewDense(3, 2, []float64{1, 0, 0, 1, 0.5, 0.5}), Below: 1}
	if !strings.Contains(string(svgFrom(both)), `class="below"`) || !strings.Contains(both.Describe(), "With 1 row of another matrix under the first") {
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
	if all := strings.Join(words(t, svgFrom(v)), "|"); !strings.Contains(all, "cosine|") || strings.Contains(all, "2") {
		t.Errorf("it says %s", all)
	}
}
