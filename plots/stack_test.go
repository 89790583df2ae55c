package plots

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// Layers lie on each other, from half a step before the first value to half a
// step after the last, and the line on top is their sum.
func TestStackAddsUp(t *testing.T) {
	v := Stack{X: Axis{Min: -0.5, Max: 2.5}, Y: Axis{Max: 10}, Xs: []float64{0, 1, 2}, Steps: true, TotalName: "all",
		Layers: []Layer{{"a", []float64{1, 2, 3}, Token{}}, {"b", []float64{4, 3, 2}, Token{}}}}
	bands, total := v.parts()
	wantEqual(t, "xs of the total", total.Xs, []float64{-0.5, 0.5, 0.5, 1.5, 1.5, 2.5})
	wantEqual(t, "ys of the total", total.Ys, []float64{5, 5, 5, 5, 5, 5})
	wantEqual(t, "where layers meet", bands[1].Lo, bands[0].Hi)
	if bands[0].Hatch == bands[1].Hatch || bands[0].Color == bands[1].Color {
		t.Error("two layers look the same")
	}
	svg := svgFrom(v)
	layers := some(t, svg, "layer", 2)
	// The lowest layer's area in px: (1 + 2 + 3) of 10 × 3 in a frame of 476 × 270.
	area, p := 0.0, subpaths(t, layers[0].attr["d"])[0]
	for i := range p {
		q := p[(i+1)%len(p)]
		area += (p[i].X*q.Y - q.X*p[i].Y) / 2
	}
	if got, want := math.Abs(area), 476*270*6.0/30; math.Abs(got-want) > 1 {
		t.Errorf("the first layer covers %v px², want %v", got, want)
	}
	wantEqual(t, "steps", steps([]float64{1, 2, 5}), []float64{0.5, 1.5, 1.5, 3.5, 3.5, 6.5})
}

// A band stays in the frame, has its gaps, and its hatch stays in the band.
func TestBandIsClipped(t *testing.T) {
	xs, lo := grid(0, 10, 101, func(x float64) float64 { return math.Sin(x) - 0.5 })
	_, hi := grid(0, 10, 101, func(x float64) float64 { return 1 + 3*math.Pow(math.Sin(x), 2) })
	hi[50] = math.NaN()
	v := Curves{X: Axis{Max: 10}, Y: Axis{Min: -1, Max: 2}, Bands: []Band{{Xs: xs, Lo: lo, Hi: hi, Hatch: Rising}}}
	svg := svgFrom(v)
	band := one(t, svg, "band")
	wantEqual(t, "pieces around a gap", len(subpaths(t, band.attr["d"])), 2)
	inside := func(p Point) bool { return p.X > 67.9 && p.X < 544.1 && p.Y > 39.9 && p.Y < 310.1 }
	all := parse(t, svg)
	for i, e := range all {
		if e.attr["class"] != "band" {
			continue
		}
		for _, p := range append(follow(t, strings.ReplaceAll(e.attr["d"], "z", "")),
			follow(t, strings.ReplaceAll(all[i+2].attr["d"], "z", ""))...) {
			if !inside(p) {
				t.Errorf("%v is outside the frame", p)
			}
		}
		hatch := subpaths(t, all[i+2].attr["d"])
		if len(hatch) < 20 {
			t.Errorf("%d lines of hatch", len(hatch))
		}
		for _, l := range hatch {
			for _, p := range l {
				x, y := (p.X-68)/47.6, (310-p.Y)/90-1
				if y < math.Sin(x)-0.5-0.03 || y > 1+3*math.Pow(math.Sin(x), 2)+0.03 {
					t.Errorf("hatch at (%v, %v), outside the band", x, y)
				}
			}
		}
	}
}

func TestAddendsAddUp(t *testing.T) {
	xs := []float64{0, 1, 2}
	parts := []Line{{Xs: xs, Ys: []float64{1, 2, 3}}, {Name: "b", Xs: xs, Ys: []float64{-1, 0, 5}, Class: "mine"}}
	lines := Addends(parts, Line{Name: "sum"})
	if len(lines) != 3 {
		t.Fatalf("%d lines", len(lines))
	}
	wantEqual(t, "sum", lines[2].Ys, []float64{0, 2, 8})
	if lines[0].Class != "addend addend-1" || lines[1].Class != "mine" || lines[2].Class != "total" {
		t.Errorf("classes %q, %q, %q", lines[0].Class, lines[1].Class, lines[2].Class)
	}
	want := "A plot of y against x. The line sum is least at 0, where it is 0, and greatest at 2, where it is 8. It " +
		"leaves the frame at the upper edge. The bold line is the sum of 2 thin lines."
	wantEqual(t, "it says", Curves{Lines: lines}.Describe(), want)
	if lines[0].Width >= lines[2].Width || parts[0].Width != 0 {
		t.Error("a part is as thick as the whole, or the caller's line was changed")
	}
}

// Names at the ends of lines can be told apart though the lines meet.
func TestEndNamesStayApart(t *testing.T) {
	v := Curves{X: Axis{Max: 1}, Y: Axis{Max: 1}, EndNames: true, Legend: true}
	for _, name := range []string{"a", "b", "c", "d"} {
		v.Lines = append(v.Lines, Line{Name: name, Xs: []float64{0, 1},
			Ys: []float64{0.5, 0.01 * float64(len(v.Lines))}})
	}
	var at []float64
	for _, e := range parse(t, svgFrom(v)) {
		if e.name == "text" && strings.Contains("abcd", e.text) {
			at = append(at, atof(t, e.attr["y"]))
			wantEqual(t, "x of "+e.text, atof(t, e.attr["x"]), 540)
		}
	}
	if len(at) != 4 {
		t.Fatalf("%d names, want each once", len(at))
	}
	for i := 1; i < 4; i++ {
		if math.Abs(at[i]-at[i-1]) < 16 || at[i] > 310 || at[i] < 40 {
			t.Errorf("names at %v", at)
		}
	}
}

// A legend too long for a row goes on in another; no word meets the next sample.
func TestLegendWraps(t *testing.T) {
	v := Curves{X: Axis{Max: 1}, Y: Axis{Max: 1}, Legend: true}
	names := []string{"incompressible", "approximation", "estimation", "expected error"}
	for _, name := range names {
		v.Lines = append(v.Lines, Line{Name: name, Class: "line"})
	}
	rows := map[float64]int{}
	for _, e := range parse(t, svgFrom(v)) {
		if e.name == "text" && slices.Contains(names, e.text) {
			x, y := atof(t, e.attr["x"]), atof(t, e.attr["y"])
			rows[y]++
			if wide := x + 1.25*float64(tickText.width(e.text)); wide > 545 || y < 9 || y > 30 {
				t.Errorf("%s at (%v, %v) reaches %v", e.text, x, y, wide)
			}
		}
	}
	wantEqual(t, "names in rows", rows, map[float64]int{9: 3, 24: 1})
}
