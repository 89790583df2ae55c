package plots

import (
	"math"
	"strings"
	"testing"
)

// Every number has a stem from 0 on its own side that holds it; a zero has a ring on the
// line; the most negative number is seen however small it is beside the largest.
func TestSignedSpectrum(t *testing.T) {
	v := SignedSpectrum{Y: Axis{Label: "eigenvalue"}, Values: []float64{7.5, 0.2, 0, -0.003, -0.03}}
	svg := svgFrom(v)
	f := v.frame(panelWidth, panelHeight)
	zero := panelHeight - (f.y0 + (f.y1-f.y0)*f.y.norm(0))
	for i, e := range some(t, svg, "eigen", 2) { // those up and those down
		ends := follow(t, e.attr["d"])
		if len(ends) != 4 {
			t.Errorf("path %d has %d ends of stems, want 4", i, len(ends))
		}
		for j, at := range ends {
			if j%2 == 0 && math.Abs(at.Y-zero) > 0.2 {
				t.Errorf("a stem begins at %v, 0 is at %v", at.Y, zero)
			}
			if j%2 == 1 && (at.Y < zero) != (i == 0) {
				t.Errorf("a stem of path %d ends at %v, 0 is at %v", i, at.Y, zero)
			}
		}
	}
	for name, want := range map[string]int{"positive": 2, "negative": 2, "null": 1} {
		if e := one(t, svg, name); strings.Count(e.attr["d"], "M")+strings.Count(e.attr["d"], "m") != want {
			t.Errorf("%s marks: %s, want %d", name, e.attr["d"], want)
		}
	}
	for _, values := range [][]float64{v.Values, {1, 1, 1}, {40, 1, -1e-6}, {-5, -7}, {0, 0}, nil, {math.NaN(), 2}} {
		v.Values = values
		y := v.scale()
		least, _, _ := extremes(values)
		for i, x := range values {
			if at := y.norm(x); x < y.Min || x > y.Max || i == least && x < 0 && at > y.norm(0)-0.05 {
				t.Errorf("of %v, %v is at %v of the axis from %v to %v, and 0 at %v", values, x, at, y.Min, y.Max,
					y.norm(0))
			}
		}
		checkSound(t, "signed spectrum", v)
	}
	want := "A stem of either direction for each eigenvalue of 5 values, on a symmetric logarithmic axis: 2 above 0, " +
		"2 below it and 1 equal to it. " +
		"The greatest is 7.5, at place 1, the least −0.03, at place 5."
	v.Values = []float64{7.5, 0.2, 0, -0.003, -0.03}
	wantEqual(t, "it says", v.Describe(), want)
}

// Those kept are told from those left out: by colour, by name and in words.
func TestSignedSpectrumKept(t *testing.T) {
	v := SignedSpectrum{Values: []float64{5, 3, 1, 0, -2}, Kept: 2, KeptName: "kept", RestName: "left out"}
	svg := svgFrom(v)
	for name, want := range map[string]int{"positive": 2, "left-out": 1, "null": 1, "negative": 1} {
		if e := one(t, svg, name); strings.Count(e.attr["d"], "M")+strings.Count(e.attr["d"], "m") != want {
			t.Errorf("%s marks: %s, want %d", name, e.attr["d"], want)
		}
	}
	if all := strings.Join(words(t, svg), " "); !strings.Contains(all, "kept") || !strings.Contains(all, "left out") ||
		strings.Contains(all, "above 0") {
		t.Errorf("the legend says %q", all)
	}
	if got := v.Describe(); !strings.Contains(got, "3 above 0, 1 below it and 1 equal to it. The first 2 are kept.") {
		t.Error(got)
	}
}
