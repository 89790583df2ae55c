package plots

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Where a curve leaves the frame stands a triangle on the edge, one for a spike, none
// where it ends on the edge or breaks off.
func TestCurvesThatLeaveSaySo(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		what string
		ys   []float64
		want []Point // tips
	}{
		{"stays", []float64{0, 1, 0, 1}, nil},
		{"ends on the edge, to rounding", []float64{0.5, 1 + 1e-12, 0.5, -1e-12}, nil},
		{"goes out and stays", []float64{0.5, 0.5, 1.5, 2}, []Point{{X: 306, Y: 40}}},
		{"comes in", []float64{-0.5, 0.5, 0.5, 0.5}, []Point{{X: 73, Y: 310}, {X: 147.3, Y: 310}}},
		{"spikes", []float64{0.5, 1e9, 0.5, 0.5}, []Point{{X: 68, Y: 40}, {X: 385.3, Y: 40}}},
		{"crosses", []float64{0.5, -1, 2, 0.5}, nil},
		{"breaks off", []float64{0.5, nan, 0.5, nan}, nil},
	} {
		l := Line{Name: "f", Xs: []float64{0, 1, 2, 3}, Ys: c.ys, Color: Accent.Fade(0.5)}
		v := Curves{X: Axis{Max: 3}, Y: Axis{Max: 1}, Lines: []Line{l}}
		svg := svgFrom(v)
		marks := class(t, svg, "beyond")
		if c.want == nil && c.what != "crosses" {
			if len(marks) > 0 {
				t.Errorf("%s: %s", c.what, marks[0].attr["d"])
			}
			if strings.Contains(v.Describe(), "leaves") {
				t.Errorf("%s: it says %s", c.what, v.Describe())
			}
			continue
		}
		if len(marks) != 1 {
			t.Errorf("%s: %d paths of marks, want one", c.what, len(marks))
			continue
		}
		if marks[0].attr["fill-opacity"] != "" || !strings.Contains(v.Describe(), "leaves the frame") {
			t.Errorf("%s: %v; it says %s", c.what, marks[0].attr, v.Describe())
		}
		if c.what == "crosses" { // both edges, on the way down, up and down again
			wantEqual(t, "crosses: triangles", strings.Count(marks[0].attr["d"], "z"), 4)
			continue
		}
		var tips []Point
		for i, p := range follow(t, strings.ReplaceAll(marks[0].attr["d"], "z", "")) {
			if i%3 == 0 {
				tips = append(tips, p)
			}
		}
		if len(tips) != len(c.want) {
			t.Errorf("%s: triangles at %v, want %v", c.what, tips, c.want)
			continue
		}
		for i, tip := range tips {
			if math.Abs(tip.X-c.want[i].X) > 5.1 || tip.Y != c.want[i].Y {
				t.Errorf("%s: a triangle at %v, want %v", c.what, tip, c.want[i])
			}
		}
	}
	// Spikes closer than a triangle is wide share one.
	xs, ys := grid(0, 1, 2000, func(x float64) float64 { return 2 * math.Sin(1000*x) })
	svg := Panel{ID: "a", Plot: Curves{X: Axis{Max: 1}, Y: Axis{Min: -1, Max: 1},
		Lines: []Line{{Xs: xs, Ys: ys}}}}.AppendSVG(nil)
	if n := strings.Count(class(t, svg, "beyond")[0].attr["d"], "z"); n > 2*476/edgeWide+2 {
		t.Errorf("%d triangles", n)
	}
}

func TestStemsThatLeaveSaySo(t *testing.T) {
	v := Stems{X: Axis{Max: 3}, Y: Axis{Min: -1, Max: 1}, Xs: []float64{1, 2}, Alpha: []float64{0.5, -7}}
	svg := svgFrom(v)
	wantEqual(t, "triangles", strings.Count(one(t, svg, "beyond").attr["d"], "z"), 1)
}

// What is left out is said on the picture, and in words.
func TestThinnedBumpsAreCounted(t *testing.T) {
	v := sampleStems(6)
	note := "4 of 6 bumps drawn"
	for _, n := range []int{6, 4} {
		v.Bumps = v.Bumps[:n]
		shown := said(t, svgFrom(v))
		if strings.Contains(shown, note) != (n == 4) || strings.Contains(v.Describe(), note) != (n == 4) {
			t.Errorf("%d bumps: %s; %s", n, shown, v.Describe())
		}
	}
	c := sampleCurves(3)
	c.Note = "3 of 133 points drawn"
	if shown := said(t, svgFrom(c)); !strings.Contains(shown, c.Note) ||
		!strings.Contains(c.Describe(), c.Note) {
		t.Errorf("%s; %s", shown, c.Describe())
	}
}

// Where colours end, the scale says so.
func TestColoursThatEndSaySo(t *testing.T) {
	m := mat.NewDense(2, 2, []float64{-3, 0, 1, 5})
	for _, c := range []struct {
		scale Scale
		want  string
	}{
		{Scale{Diverging, -5, 5}, "−5|+5"},
		{Scale{Cividis, -3, 5}, "−3|5"},
		{Scale{Cividis, -3, 4}, "−3|4 and more"},
		{Scale{Cividis, -2, 5}, "−2 and less|5"},
		{Scale{Cividis, -2, 4}, "−2 and less|4 and more"},
	} {
		for name, plot := range map[string]Drawer{
			"heatmap": Heatmap{Values: m, Scale: c.scale},
			"surface": Surface{X: Axis{Max: 1}, Y: Axis{Max: 1}, Values: m, Scale: c.scale},
		} {
			shown := said(t, Panel{ID: "a", Plot: plot}.AppendSVG(nil))
			if !strings.HasSuffix(shown, c.want) {
				t.Errorf("%s, %v: %s, want %s", name, c.scale, shown, c.want)
			}
		}
	}
	long := Heatmap{Values: m, Scale: Scale{Cividis, -2, 4}, Label: "the leave-one-out error"}
	shown := said(t, Panel{ID: "a", Width: 230, Plot: long}.AppendSVG(nil))
	if !strings.HasSuffix(shown, "≤ −2|≥ 4") {
		t.Errorf("where there is little room: %s", shown)
	}
}

// A best on the map's edge is flagged, for it might go on beyond; where all errors are
// one, none is best.
func TestErrorMapBest(t *testing.T) {
	at := func(x, y float64, values ...float64) (shown, described string) {
		v := ErrorMap{X: Axis{Min: 1, Max: 4}, Y: Axis{Min: 1, Max: 100, Log: true}, Values: mat.NewDense(3, 4, values),
			Best: Marker{X: x, Y: y, Name: "best"}, Clip: 9}
		return said(t, svgFrom(v)), v.Describe()
	}
	ramp := []float64{5, 5, 5, 5, 5, 1, 5, 5, 5, 5, 5, 12}
	shown, said := at(2, 10, ramp...)
	if !strings.Contains(shown, "|best|") || strings.Contains(said, "edge") || !strings.Contains(shown, "9 and more") ||
		!strings.Contains(said, "over 9 have the darkest") {
		t.Errorf("%s; %s", shown, said)
	}
	for _, p := range []Point{{1, 10}, {4, 10}, {2, 1}, {2, 100}} {
		if shown, said := at(p.X, p.Y, ramp...); !strings.Contains(shown, "|best, on the edge|") ||
			!strings.Contains(said, "on the map's edge") {
			t.Errorf("%v: %s; %s", p, shown, said)
		}
	}
	shown, said = at(2, 10, slices.Repeat([]float64{5}, 12)...)
	if strings.Contains(shown, "best") || strings.Contains(said, "best") ||
		!strings.Contains(said, "The error is 5 everywhere") {
		t.Errorf("%s; %s", shown, said)
	}
}

// A value over the axis of a spectrum, and a point over or under a frame, are marked.
func TestValuesBeyondSaySo(t *testing.T) {
	s := Spectrum{Y: Axis{Min: 1e-3, Max: 10}, Values: []float64{100, 10, 1e-6}}
	svg := svgFrom(s)
	one(t, svg, "above")
	if !strings.Contains(said(t, svg), "above the axis") ||
		!strings.Contains(s.Describe(), "Above the axis: 1") {
		t.Errorf("%s", s.Describe())
	}
	c := Curves{X: Axis{Max: 1}, Y: Axis{Max: 1},
		Points: []Point{{0.5, 0.5}, {0.2, 7}, {0.201, 8}, {0.2, -7}, {3, 7}, {math.NaN(), 7}}}
	svg = svgFrom(c)
	wantEqual(t, "triangles, one at each edge", strings.Count(one(t, svg, "beyond").attr["d"], "z"), 2)
}
