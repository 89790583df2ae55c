package plots

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The area of a mark is in proportion to its number, whatever the sign; what is not
// finite, next to nothing or out of the frame has none.
func TestSignedAreas(t *testing.T) {
	v := Scatter{X: Axis{Max: 1}, Y: Axis{Max: 1}, Classes: []Class{{}}, Signed: &Signed{
		Name:   "c",
		Points: []Point{{0.1, 0.5}, {0.3, 0.5}, {0.5, 0.5}, {0.7, 0.5}, {0.9, 0.5}, {2, 2}, {0.2, 0.2}},
		Values: []float64{1, 0.25, -1, -0.25, math.NaN(), 1, 1e-9},
	}}
	v.Classes[0].Points = v.Signed.Points
	svg := svgFrom(v)
	discs := regexp.MustCompile(`A([\d.]+)`).FindAllStringSubmatch(one(t, svg, "positive").attr["d"], -1)
	var radii []string
	for _, m := range discs {
		radii = append(radii, m[1])
	}
	wantEqual(t, "radii, of a quarter of the number half as wide", slices.Compact(radii), []string{"20", "10"})
	squares := subpaths(t, one(t, svg, "negative").attr["d"])
	if len(squares) != 2 {
		t.Fatalf("%d squares, want 2", len(squares))
	}
	for i, want := range []float64{400 * math.Pi, 100 * math.Pi} {
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, p := range squares[i] {
			lo, hi = math.Min(lo, p.X), math.Max(hi, p.X)
		}
		if area := (hi - lo) * (hi - lo); math.Abs(area-want) > 0.02*want {
			t.Errorf("square %d has an area of %.0f px², its disc %.0f", i, area, want)
		}
	}
	if all := strings.Join(words(t, svg), " "); !strings.Contains(all, "c > 0 c < 0") {
		t.Errorf("no legend in %q", all)
	}
	if said := v.Describe(); !strings.Contains(said,
		"The numbers c on them: 4 positive, as discs, 2 negative, as squares.") ||
		!strings.Contains(said, "The largest in size is 1, on point 1.") {
		t.Errorf("it says %q", said)
	}
}
