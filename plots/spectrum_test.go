package plots

import (
	"math"
	"strings"
	"testing"
)

func TestSpectrumMarks(t *testing.T) {
	v := Spectrum{X: Axis{Max: 10}, Y: Axis{Min: 1e-4, Max: 1},
		Values: []float64{1, 0.01, 0, 1e-4, -3, 1e-9, math.NaN()}, Kept: 2,
		KeptName: "kept", RestName: "rest", Levels: []Mark{{At: 0.01, Name: "nλ"}, {At: 7, Name: "above"}}}
	svg := svgFrom(v)
	for name, want := range map[string]struct {
		index string
		at    []Point
	}{
		"kept":         {"", []Point{{115.6, 40}, {163.2, 175}}},
		"rest":         {"3", []Point{{258.4, 310}}},
		"not-positive": {"2 4", []Point{{210.8, 303}, {306, 303}}},
		"under":        {"5", []Point{{353.6, 303}}},
	} {
		e := one(t, svg, name)
		wantEqual(t, name+": data-index", e.attr["data-index"], want.index)
		marks := subpaths(t, e.attr["d"])
		if len(marks) != len(want.at) {
			t.Fatalf("%s: %d marks, want %d", name, len(marks), len(want.at))
		}
		for i, m := range marks {
			if got := centre(m); math.Hypot(got.X-want.at[i].X, got.Y-want.at[i].Y) > 1.2 {
				t.Errorf("%s: a mark at %v, want %v", name, got, want.at[i])
			}
		}
	}
	if y := follow(t, one(t, svg, "level").attr["d"])[0].Y; y != 175 {
		t.Errorf("the level is at %v px, want 175", y)
	}
	all := said(t, svg)
	for _, want := range []string{"kept", "rest", "≤ 0", "below the axis", "nλ"} {
		if !strings.Contains("|"+all+"|", "|"+want+"|") {
			t.Errorf("no %q in %s", want, all)
		}
	}
}
