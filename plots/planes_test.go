package plots

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"
)

func svgFrom(v Drawer) []byte { return Panel{ID: "a", Title: "t", Plot: v}.AppendSVG(nil) }

// one returns the path of a class.
func one(t *testing.T, svg []byte, name string) element {
	t.Helper()
	found := class(t, svg, name)
	if len(found) != 1 {
		t.Fatalf("%d elements of class %q, want 1", len(found), name)
	}
	return found[0]
}

// subpaths returns the vertices of each subpath, arcs left out.
func subpaths(t *testing.T, d string) [][]Point {
	t.Helper()
	var all [][]Point
	d = regexp.MustCompile(`[zZ]`).ReplaceAllString(d, "")
	pts, moves := follow(t, d), 0
	for i, m := range regexp.MustCompile(`[Mm][^Mm]*`).FindAllString(d, -1) {
		n := len(follow(t, regexp.MustCompile(`^m`).ReplaceAllString(m, "M")))
		all = append(all, pts[moves:moves+n])
		moves += n
		_ = i
	}
	return all
}

func centre(pts []Point) Point {
	lo, hi := pts[0], pts[0]
	for _, p := range pts {
		lo, hi = Point{min(lo.X, p.X), min(lo.Y, p.Y)}, Point{max(hi.X, p.X), max(hi.Y, p.Y)}
	}
	return Point{(lo.X + hi.X) / 2, (lo.Y + hi.Y) / 2}
}

// Every class is one path, of its shape and its colour, with a mark where every
// point is; data-index says which data they are.
func TestScatterMarksEveryPoint(t *testing.T) {
	v := Scatter{X: Axis{Max: 10}, Y: Axis{Max: 10}, Classes: []Class{
		{Name: "a", Points: []Point{{1, 1}, {2, 2}}},
		{Name: "b", Points: []Point{{3, 3}, {11, 3}, {5, 5}}},
		{Name: "c", Points: []Point{{6, 6}}},
		{Name: "d", Points: []Point{{7, 7}}, Index: []int{40}},
		{Name: "e", Points: []Point{{8, 8}, {math.NaN(), 1}}},
	}, Rings: []int{4, 0}, Numbers: true}
	svg := svgFrom(v)
	at := func(p Point) Point { return Point{68 + 47.6*p.X, 310 - 27*p.Y} }
	for i, c := range []struct {
		index string
		at    []Point
	}{{"", []Point{{1, 1}, {2, 2}}}, {"2 4", []Point{{3, 3}, {5, 5}}}, {"5", []Point{{6, 6}}}, {"40", []Point{{7, 7}}}, {"7", []Point{{8, 8}}}} {
		e := one(t, svg, "class-"+strconv.Itoa(i+1))
		if got := e.attr["data-index"]; got != c.index {
			t.Errorf("class %d: data-index %q, want %q", i+1, got, c.index)
		}
		paint := e.attr["fill"]
		if i == 0 {
			paint = e.attr["stroke"] // discs are empty strokes
		}
		if want := "var(" + Categories[i].Var + ")"; paint != want {
			t.Errorf("class %d: %s, want %s", i+1, paint, want)
		}
		marks := subpaths(t, e.attr["d"])
		if len(marks) != len(c.at) {
			t.Fatalf("class %d: %d marks, want %d", i+1, len(marks), len(c.at))
		}
		for j, m := range marks {
			// A triangle's middle is not that of the box around it.
			if got, want := centre(m), at(c.at[j]); math.Hypot(got.X-want.X, got.Y-want.Y) > 1.2 {
				t.Errorf("class %d: a mark at %v, want %v", i+1, got, want)
			}
		}
	}
	if got := strings.Count(strings.ToLower(one(t, svg, "rings").attr["d"]), "m"); got != 2 {
		t.Errorf("%d rings, want 2", got)
	}
	if all := strings.Join(words(t, svg), " "); !strings.Contains(all, "a b c d e") && !strings.Contains(all, "1 2 3 5 6 41 8") {
		t.Errorf("no legend or no numbers in %q", all)
	}
}

func TestCurvesSayWhichPointsTheyShow(t *testing.T) {
	v := Curves{X: Axis{Max: 1}, Y: Axis{Max: 1}, Points: []Point{{0, 0}, {2, 0}, {1, 1}, {0, 9}, {0.5, 0.5}}}
	if got := one(t, svgFrom(v), "points").attr["data-index"]; got != "0 2 4" {
		t.Errorf("data-index %q", got)
	}
	v.Points = v.Points[:1]
	if got, said := one(t, svgFrom(v), "points").attr["data-index"]; said {
		t.Errorf("data-index %q where all are in the frame", got)
	}
	v.Points, v.Lines = []Point{{5, 5}}, []Line{{Xs: []float64{0, 1}, Ys: []float64{0, 1}, Class: "curve"}}
	svg := svgFrom(v)
	if _, said := one(t, svg, "curve").attr["data-index"]; said || len(class(t, svg, "points")) > 0 {
		t.Error("an empty scatter leaves its name to what follows")
	}
}

// Shapes of one size are about as large as each other.
func TestShapesAreOfOneSize(t *testing.T) {
	for s := Triangle; s <= Cross; s++ {
		area, p := 0.0, s.outline(100)
		for i := range p {
			q := p[(i+1)%len(p)]
			area += float64(p[i].X*q.Y-q.X*p[i].Y) / 2
		}
		if got, want := math.Abs(area), 2500*math.Pi; got < 0.8*want || got > 1.15*want {
			t.Errorf("%v: area %.0f, a disc's is %.0f", s, got, want)
		}
	}
}

// One unit is as long in x as in y, whatever the ranges.
func TestEqualScales(t *testing.T) {
	m := mat.NewDense(2, 2, []float64{1, 2, 3, 4})
	country := EncodeCountry([]Point{{0, 0}, {400, 1000}}, []float64{1, 2}, 40, Scale{}, nil)
	for _, ends := range []Point{{1, 1}, {10, 1}, {1, 30}, {4, 3}} {
		x, y := Axis{Max: ends.X}, Axis{Max: ends.Y}
		for _, v := range []framed{Scatter{X: x, Y: y, Equal: true}, Surface{X: x, Y: y, Values: m, Equal: true}, GeoMap{Country: country}} {
			w, h := Panel{Plot: v.(Drawer)}.Size()
			f := v.frame(w, h)
			kx, ky := (f.x1-f.x0)/(f.x.Max-f.x.Min), (f.y1-f.y0)/(f.y.Max-f.y.Min)
			if math.Abs(kx-ky) > 1e-9*kx || f.x0 < 0 || f.x1 > w || f.y0 < 0 || f.y1 > h {
				t.Errorf("%T: %v px a unit in x and %v in y, frame %v of %v × %v", v, kx, ky, f, w, h)
			}
		}
	}
}

// What is drawn of a plane: the contour x = 1 is upright where x is 1, and the
// point lies on it.
func TestSurfaceGeometry(t *testing.T) {
	x := sheetOf(5, 2, func(x, _ float64) float64 { return x })
	v := Surface{X: Axis{Min: -2, Max: 2}, Y: Axis{Min: -2, Max: 2}, Values: x, Levels: []Level{{At: 1, Bold: true}, {At: 7}},
		Classes: []Class{{Name: "a", Points: []Point{{1, -2}}}}, Lines: []Line{{Xs: []float64{-2, 2}, Ys: []float64{0, 0}, Class: "axis"}}}
	svg := svgFrom(v)
	for _, p := range follow(t, one(t, svg, "bold").attr["d"]) {
		if want := 68 + 476*0.75; math.Abs(p.X-want) > 0.05 {
			t.Errorf("the contour passes %v, want x = %v", p, want)
		}
	}
	if n := len(class(t, svg, "contour")); n != 1 {
		t.Errorf("%d contours, one at a level that is not reached", n)
	}
	if n := len(class(t, svg, "raster")); n != 2 { // its ramp is one
		t.Errorf("%d pictures", n)
	}
	mark := centre(follow(t, one(t, svg, "class-1").attr["d"]))
	if want := (Point{425, 332}); mark != want {
		t.Errorf("the point is at %v, want %v", mark, want)
	}
	kept := v
	kept.Relief, kept.Values, kept.Levels = EncodeRelief(x, Scale{}, v.Levels), nil, nil
	if diff := cmp.Diff(string(svg), string(svgFrom(kept))); diff != "" {
		t.Errorf("a kept Relief draws another picture:\n%s", diff)
	}
	v.LinesOnly = true
	if n := len(class(t, svgFrom(v), "raster")); n != 0 {
		t.Errorf("%d pictures where only lines are wanted", n)
	}
}

// On a map a kilometre is a kilometre, a disc twice as much has twice the area,
// and there is no land outside the cells.
func TestGeoMapIsToScale(t *testing.T) {
	var cells []Point
	for x := 20.0; x < 3000; x += 40 {
		for y := 20.0; y < 4000; y += 40 {
			if x+y < 5000 {
				cells = append(cells, Point{x, y})
			}
		}
	}
	v := GeoMap{
		Country: EncodeCountry(cells, make([]float64, len(cells)), 40, Scale{Cividis, 0, 1}, nil),
		Samples: []Point{{1000, 1000}, {-5, 0}, {2000, 1000}}, Sizes: []float64{8, 9, 4},
	}
	svg := svgFrom(v)
	root := parse(t, svg)[0].attr["data-frame"]
	var frame [4]float64
	for i, s := range strings.Fields(root) {
		frame[i] = atof(t, s)
	}
	bar := follow(t, one(t, svg, "scale-bar").attr["d"])
	px := (frame[2] - frame[0]) / 3000
	if got := bar[len(bar)-1].X - bar[0].X; math.Abs(got-1000*px) > 0.2 {
		t.Errorf("1 km is %v px, want %v", got, 1000*px)
	}
	if all := strings.Join(words(t, svg), "|"); !strings.Contains(all, "1 km") || !strings.Contains(all, "N") {
		t.Errorf("no length or no north in %s", all)
	}
	points := one(t, svg, "points")
	if got := points.attr["data-index"]; got != "0 2" {
		t.Errorf("data-index %q", got)
	}
	var r []float64
	for _, a := range regexp.MustCompile(`A([\d.]+)`).FindAllStringSubmatch(points.attr["d"], -1) {
		r = append(r, atof(t, a[1]))
	}
	if len(r) != 2 || math.Abs(r[0]*r[0]/(r[1]*r[1])-2) > 0.05 {
		t.Errorf("radii %v of samples 8 and 4", r)
	}
	img := decode(t, v.Country.raster)
	size := img.Bounds().Max
	if _, _, _, a := img.At(size.X-1, 0).RGBA(); a != 0 || size.X != 75 || size.Y != 100 {
		t.Errorf("the empty corner of %v cells has opacity %d", size, a)
	}
	if _, _, _, a := img.At(0, size.Y-1).RGBA(); a == 0 {
		t.Error("the south-western cell is empty")
	}
}

func TestSpectrumMarks(t *testing.T) {
	v := Spectrum{X: Axis{Max: 10}, Y: Axis{Min: 1e-4, Max: 1}, Values: []float64{1, 0.01, 0, 1e-4, -3, 1e-9, math.NaN()}, Kept: 2,
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
		if got := e.attr["data-index"]; got != want.index {
			t.Errorf("%s: data-index %q, want %q", name, got, want.index)
		}
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
	all := strings.Join(words(t, svg), "|")
	for _, want := range []string{"kept", "rest", "≤ 0", "below the axis", "nλ"} {
		if !strings.Contains("|"+all+"|", "|"+want+"|") {
			t.Errorf("no %q in %s", want, all)
		}
	}
}

// Layers lie on each other, from half a step before the first value to half a
// step after the last, and the line on top is their sum.
func TestStackAddsUp(t *testing.T) {
	v := Stack{X: Axis{Min: -0.5, Max: 2.5}, Y: Axis{Max: 10}, Xs: []float64{0, 1, 2}, Steps: true, TotalName: "all",
		Layers: []Layer{{"a", []float64{1, 2, 3}, Token{}}, {"b", []float64{4, 3, 2}, Token{}}}}
	bands, total := v.parts()
	if diff := cmp.Diff([]float64{-0.5, 0.5, 0.5, 1.5, 1.5, 2.5}, total.Xs); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]float64{5, 5, 5, 5, 5, 5}, total.Ys); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(bands[0].Hi, bands[1].Lo); diff != "" {
		t.Error(diff)
	}
	if bands[0].Hatch == bands[1].Hatch || bands[0].Color == bands[1].Color {
		t.Error("two layers look the same")
	}
	svg := svgFrom(v)
	layers := class(t, svg, "layer")
	if len(layers) != 2 {
		t.Fatalf("%d layers", len(layers))
	}
	// The lowest layer's area in px: (1 + 2 + 3) of 10 × 3 in a frame of 476 × 270.
	area, p := 0.0, subpaths(t, layers[0].attr["d"])[0]
	for i := range p {
		q := p[(i+1)%len(p)]
		area += (p[i].X*q.Y - q.X*p[i].Y) / 2
	}
	if got, want := math.Abs(area), 476*270*6.0/30; math.Abs(got-want) > 1 {
		t.Errorf("the first layer covers %v px², want %v", got, want)
	}
	if diff := cmp.Diff([]float64{0.5, 1.5, 1.5, 3.5, 3.5, 6.5}, steps([]float64{1, 2, 5})); diff != "" {
		t.Error(diff)
	}
}

// A band stays in the frame, has its gaps, and its hatch stays in the band.
func TestBandIsClipped(t *testing.T) {
	xs, lo := grid(0, 10, 101, func(x float64) float64 { return math.Sin(x) - 0.5 })
	_, hi := grid(0, 10, 101, func(x float64) float64 { return 1 + 3*math.Pow(math.Sin(x), 2) })
	hi[50] = math.NaN()
	v := Curves{X: Axis{Max: 10}, Y: Axis{Min: -1, Max: 2}, Bands: []Band{{Xs: xs, Lo: lo, Hi: hi, Hatch: Rising}}}
	svg := svgFrom(v)
	band := one(t, svg, "band")
	if n := len(subpaths(t, band.attr["d"])); n != 2 {
		t.Errorf("%d pieces around a gap, want 2", n)
	}
	inside := func(p Point) bool { return p.X > 67.9 && p.X < 544.1 && p.Y > 39.9 && p.Y < 310.1 }
	all := parse(t, svg)
	for i, e := range all {
		if e.attr["class"] != "band" {
			continue
		}
		for _, p := range append(follow(t, strings.ReplaceAll(e.attr["d"], "z", "")), follow(t, strings.ReplaceAll(all[i+2].attr["d"], "z", ""))...) {
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
	if diff := cmp.Diff([]float64{0, 2, 8}, lines[2].Ys); diff != "" {
		t.Error(diff)
	}
	if lines[0].Class != "addend addend-1" || lines[1].Class != "mine" || lines[2].Class != "total" {
		t.Errorf("classes %q, %q, %q", lines[0].Class, lines[1].Class, lines[2].Class)
	}
	if lines[0].Width >= lines[2].Width || parts[0].Width != 0 {
		t.Error("a part is as thick as the whole, or the caller's line was changed")
	}
}

// Names at the ends of lines can be told apart though the lines meet.
func TestEndNamesStayApart(t *testing.T) {
	v := Curves{X: Axis{Max: 1}, Y: Axis{Max: 1}, EndNames: true, Legend: true}
	for _, name := range []string{"a", "b", "c", "d"} {
		v.Lines = append(v.Lines, Line{Name: name, Xs: []float64{0, 1}, Ys: []float64{0.5, 0.01 * float64(len(v.Lines))}})
	}
	var at []float64
	for _, e := range parse(t, svgFrom(v)) {
		if e.name == "text" && strings.Contains("abcd", e.text) {
			at = append(at, atof(t, e.attr["y"]))
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

func TestPlanesTellTheTruth(t *testing.T) {
	x, y := Axis{Label: "PC1 (cm)", Min: -2, Max: 2}, Axis{Label: "PC2 (cm)", Min: -2, Max: 2}
	classes := []Class{{Name: "a", Points: []Point{{0, 0}, {1, 2}}}, {Points: []Point{{1, math.NaN()}}, Shape: Cross}}
	for _, c := range []struct {
		of   describer
		want string
	}{
		{Scatter{X: x, Y: y, Classes: classes, Rings: []int{0}},
			"A plot of PC2 against PC1, with 3 points. The classes: 2 discs of a around (0.5, 1) and 1 cross of class 2. 1 point has a ring."},
		{Surface{X: x, Y: y, Values: sheetOf(3, 2, func(x, y float64) float64 { return x + 2*y }), Label: "height", Unit: "m", Levels: []Level{{At: 0}, {At: 99}}},
			"A map of height over PC1 and PC2, with contours at 0. Its least value is −6 m at (−2, −2), its greatest 6 m at (2, 2)."},
		{Curves{X: x, Y: y, Bands: []Band{{Name: "±sd", Xs: []float64{0, 1, 2}, Lo: []float64{0, 0, math.Inf(-1)}, Hi: []float64{1, 3, 1}}}},
			"A plot of PC2 against PC1. The band ±sd is narrowest at 0 cm, 1 cm wide, and widest at 1 cm, 3 cm wide."},
		{GeoMap{Label: "zinc", Unit: "ppm", Samples: make([]Point, 2), Sizes: []float64{1, 7}, Size: "zinc (ppm)",
			Country: EncodeCountry([]Point{{0, 0}, {40, 0}, {80, 80}}, []float64{5, 9, math.NaN()}, 40, Scale{}, nil)},
			"A map of zinc on 3 cells of 40 m a side. The least is 5 ppm in the south-west, the greatest 9 ppm in the south. The discs are 2 samples, their areas zinc, up to 7 ppm."},
		{Spectrum{Y: Axis{Label: "eigenvalue", Min: 0.01, Max: 10}, Values: []float64{4, 0.5, 0.001, 0, math.NaN()}, Kept: 1, Levels: []Mark{{At: 0.1, Name: "nλ"}}},
			"On a logarithmic axis 4 values of eigenvalue: the greatest is 4, at place 1, the least 0, at place 4. The first 1 are kept. At or under zero: 1. Positive but below the axis: 1. Of the values, 2 above nλ, 0.1."},
		{Stack{X: Axis{Label: "degree", Max: 9}, Y: Axis{Label: "error"}, Xs: []float64{1, 2, 3}, Layers: []Layer{{Name: "a", Ys: []float64{3, 1, 1}}, {Name: "b", Ys: []float64{0, 1, 7}}}},
			"Layers of error stacked over degree. From the bottom they are a and b. The total is least at 2, where it is 2, made of a 1 and b 1. It is greatest at 3, where it is 8."},
	} {
		if got := c.of.Describe(); got != c.want {
			t.Errorf("%T says\n%s, want\n%s", c.of, got, c.want)
		}
	}
}

func TestPlanesTakeHostileInput(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	odd := []float64{nan, inf, -inf, 1e308, -1e308, 0}
	var pts []Point
	for i := range odd {
		pts = append(pts, Point{odd[i], odd[len(odd)-1-i]}, Point{odd[i], 0})
	}
	levels := []Level{{At: nan, Name: "n"}, {At: inf}, {At: 0, Name: "0", Bold: true}, {At: 1e308}}
	level := mat.NewDense(3, 3, []float64{4, 4, 4, 4, 4, 4, 4, 4, 4})
	for name, plots := range map[string][]Drawer{
		"bands": {
			Curves{Bands: []Band{{Name: "b", Xs: odd, Lo: odd, Hi: odd, Hatch: Falling}}, Legend: true, EndNames: true, Lines: []Line{{Name: "l", Xs: odd, Ys: odd}}},
			Curves{Bands: []Band{{}, {Xs: []float64{0}, Lo: []float64{0}, Hi: []float64{1}}, {Xs: []float64{0, 0}, Lo: []float64{0, 0}, Hi: []float64{1, 1}, Hatch: Upright}}},
		},
		"scatter": {Scatter{}, Scatter{Equal: true, Numbers: true, Classes: []Class{{}, {Name: "a", Points: pts}}, Rings: []int{-1, 2, 99}}, Scatter{X: Axis{Max: 1e308}, Y: Axis{Max: 1e-300}, Equal: true, Classes: []Class{{Points: []Point{{0, 0}}}}}},
		"surface": {
			Surface{Values: mat.NewDense(1, 1, []float64{nan}), Levels: levels},
			Surface{Values: mat.NewDense(2, 3, odd), Levels: levels, Equal: true, Classes: []Class{{Points: pts}}, Markers: []Marker{{X: nan, Y: inf, Name: "m"}}},
			Surface{Values: mat.NewDense(3, 2, odd), Levels: levels, LinesOnly: true},
			Surface{Values: level, Levels: []Level{{At: 4, Name: "4"}}, Scale: Scale{Cividis, 4, 4}},
		},
		"geomap": {
			GeoMap{Country: EncodeCountry(nil, nil, 40, Scale{}, levels)},
			GeoMap{Country: EncodeCountry([]Point{{5, 5}}, []float64{nan}, 40, Scale{}, levels), Samples: pts, Sizes: append(odd, odd...), Size: "s"},
			GeoMap{Country: EncodeCountry([]Point{{0, 0}, {0, 40}, {0, 40}}, []float64{3, 3, 3}, 40, Scale{}, levels), Samples: pts},
		},
		"spectrum": {Spectrum{}, Spectrum{Values: odd, Kept: 99, Levels: []Mark{{At: nan, Name: "n"}, {At: -1, Name: "m"}}}, Spectrum{Values: []float64{0, -1}}, Spectrum{Values: []float64{5e-324}}},
		"stack":    {Stack{}, Stack{Xs: odd, Layers: []Layer{{Name: "a", Ys: odd}, {Name: "b", Ys: odd}}, Steps: true, TotalName: "t"}, Stack{Xs: []float64{1}, Layers: []Layer{{Ys: []float64{1}}}, Steps: true}},
		"addends":  {Curves{Lines: Addends(nil, Line{})}, Curves{Lines: Addends([]Line{{Xs: odd, Ys: odd}}, Line{Name: "s"}), Legend: true}},
	} {
		for _, v := range plots {
			checkSound(t, name, v)
		}
	}
}
