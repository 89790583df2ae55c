package plots

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func svgFrom(v Drawer) []byte { return Panel{ID: "a", Plot: v}.AppendSVG(nil) }

// subpaths returns the vertices of each subpath, arcs left out.
func subpaths(t *testing.T, d string) [][]Point {
	t.Helper()
	var all [][]Point
	d = regexp.MustCompile(`[zZ]`).ReplaceAllString(d, "")
	pts, moves := follow(t, d), 0
	for _, m := range regexp.MustCompile(`[Mm][^Mm]*`).FindAllString(d, -1) {
		n := len(follow(t, regexp.MustCompile(`^m`).ReplaceAllString(m, "M")))
		all = append(all, pts[moves:moves+n])
		moves += n
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

// One unit is as long in x as in y, whatever the ranges.
func TestEqualScales(t *testing.T) {
	m := mat.NewDense(2, 2, []float64{1, 2, 3, 4})
	country := EncodeCountry([]Point{{0, 0}, {0.4, 1}}, []float64{1, 2}, 0.04, Scale{}, nil)
	for _, ends := range []Point{{1, 1}, {10, 1}, {1, 30}, {4, 3}} {
		x, y := Axis{Max: ends.X}, Axis{Max: ends.Y}
		for _, v := range []framed{
			Scatter{X: x, Y: y, Equal: true}, Surface{X: x, Y: y, Values: m, Equal: true}, GeoMap{Country: country},
		} {
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
	v := Surface{X: Axis{Min: -2, Max: 2}, Y: Axis{Min: -2, Max: 2}, Values: x,
		Levels:  []Level{{At: 1, Bold: true}, {At: 7}},
		Classes: []Class{{Name: "a", Points: []Point{{1, -2}}}}, Lines: []Line{{Xs: []float64{-2, 2},
			Ys: []float64{0, 0}, Class: "axis"}}}
	svg := svgFrom(v)
	for _, p := range follow(t, one(t, svg, "bold").attr["d"]) {
		if want := 68 + 476*0.75; math.Abs(p.X-want) > 0.05 {
			t.Errorf("the contour passes %v, want x = %v", p, want)
		}
	}
	wantCount(t, svg, "contour", 1) // one level is not reached
	wantCount(t, svg, "raster", 2)  // its ramp is one
	mark := centre(follow(t, one(t, svg, "class-1").attr["d"]))
	wantEqual(t, "the point", mark, Point{425, 332})
	kept := v
	kept.Relief, kept.Values, kept.Levels = EncodeRelief(x, Scale{}, v.Levels), nil, nil
	wantEqual(t, "the picture of a kept Relief", string(svgFrom(kept)), string(svg))
	v.LinesOnly = true
	wantCount(t, svgFrom(v), "raster", 0)
}

func TestPlanesTellTheTruth(t *testing.T) {
	x, y := Axis{Label: "PC1 (cm)", Min: -2, Max: 2}, Axis{Label: "PC2 (cm)", Min: -2, Max: 2}
	classes := []Class{{Name: "a", Points: []Point{{0, 0}, {1, 2}}}, {Points: []Point{{1, math.NaN()}}, Shape: Cross}}
	for _, c := range []struct {
		of   describer
		want string
	}{
		{Scatter{X: x, Y: y, Classes: classes, Rings: []int{0}},
			"A plot of PC2 against PC1, with 3 points. The classes: 2 discs of a around (0.5, 1) and 1 cross of " +
				"class 2. 1 point has a ring."},
		{Surface{X: x, Y: y, Values: sheetOf(3, 2, func(x, y float64) float64 { return x + 2*y }), Label: "height",
			Unit: "m", Levels: []Level{{At: 0}, {At: 1, Name: "one"}, {At: 99}}},
			"A map of height over PC1 and PC2, with contours at 0 and one. Its least value is −6 m at (−2, −2), its " +
				"greatest 6 m at (2, 2)."},
		{Curves{X: x, Y: y, Bands: []Band{{Name: "±sd", Xs: []float64{0, 1, 2}, Lo: []float64{0, 0, math.Inf(-1)},
			Hi: []float64{1, 3, 1}}}},
			"A plot of PC2 against PC1. The band ±sd is narrowest at 0 cm, 1 cm wide, and widest at 1 cm, 3 cm wide."},
		{GeoMap{Label: "zinc", Unit: "ppm", Samples: make([]Point, 2), Sizes: []float64{1, 7}, Size: "zinc (ppm)",
			Country: EncodeCountry([]Point{{0, 0}, {0.04, 0}, {0.08, 0.08}}, []float64{5, 9, math.NaN()}, 0.04, Scale{},
				nil)},
			"A map of zinc on 3 cells of 40 m a side. The least is 5 ppm in the south-west, the greatest 9 ppm in " +
				"the south. The discs are 2 samples, their areas zinc, up to 7 ppm."},
		{Spectrum{Y: Axis{Label: "eigenvalue", Min: 0.01, Max: 10}, Values: []float64{4, 0.5, 0.001, 0, math.NaN()},
			Kept: 1, Levels: []Mark{{At: 0.1, Name: "nλ"}}},
			"On a logarithmic axis 4 values of eigenvalue: the greatest is 4, at place 1, the least 0, at place 4. " +
				"The first 1 are kept. At or under zero: 1. Positive but below the axis: 1. " +
				"Of the values, 2 above nλ, 0.1."},
		{Stack{X: Axis{Label: "degree", Max: 9}, Y: Axis{Label: "error"}, Xs: []float64{1, 2, 3},
			Layers: []Layer{{Name: "a", Ys: []float64{3, 1, 1}}, {Name: "b", Ys: []float64{0, 1, 7}}}},
			"Layers of error stacked over degree. From the bottom they are a and b. The total is least at 2, where " +
				"it is 2, made of a 1 and b 1. It is greatest at 3, where it is 8."},
	} {
		wantEqual(t, fmt.Sprintf("%T says", c.of), c.of.Describe(), c.want)
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
			Curves{Bands: []Band{{Name: "b", Xs: odd, Lo: odd, Hi: odd, Hatch: Falling}}, Legend: true, EndNames: true,
				Lines: []Line{{Name: "l", Xs: odd, Ys: odd}}},
			Curves{Bands: []Band{{}, {Xs: []float64{0}, Lo: []float64{0}, Hi: []float64{1}},
				{Xs: []float64{0, 0}, Lo: []float64{0, 0}, Hi: []float64{1, 1}, Hatch: Upright}}},
		},
		"scatter": {Scatter{}, Scatter{Equal: true, Numbers: true, Classes: []Class{{}, {Name: "a", Points: pts}},
			Rings: []int{-1, 2, 99}}, Scatter{X: Axis{Max: 1e308}, Y: Axis{Max: 1e-300}, Equal: true,
			Classes: []Class{{Points: []Point{{0, 0}}}}}},
		"surface": {
			Surface{Values: mat.NewDense(1, 1, []float64{nan}), Levels: levels},
			Surface{Values: mat.NewDense(2, 3, odd), Levels: levels, Equal: true, Classes: []Class{{Points: pts}},
				Markers: []Marker{{X: nan, Y: inf, Name: "m"}}},
			Surface{Values: mat.NewDense(3, 2, odd), Levels: levels, LinesOnly: true},
			Surface{Values: level, Levels: []Level{{At: 4, Name: "4"}}, Scale: Scale{Cividis, 4, 4}},
		},
		"geomap": {
			GeoMap{Country: EncodeCountry(nil, nil, 40, Scale{}, levels)},
			GeoMap{Country: EncodeCountry([]Point{{5, 5}}, []float64{nan}, 40, Scale{}, levels), Samples: pts,
				Sizes: append(odd, odd...), Size: "s"},
			GeoMap{Country: EncodeCountry([]Point{{0, 0}, {0, 40}, {0, 40}}, []float64{3, 3, 3}, 40, Scale{}, levels),
				Samples: pts},
		},
		"spectrum": {Spectrum{}, Spectrum{Values: odd, Kept: 99,
			Levels: []Mark{{At: nan, Name: "n"}, {At: -1, Name: "m"}}}, Spectrum{Values: []float64{0, -1}},
			Spectrum{Values: []float64{5e-324}}},
		"stack": {Stack{}, Stack{Xs: odd, Layers: []Layer{{Name: "a", Ys: odd}, {Name: "b", Ys: odd}}, Steps: true,
			TotalName: "t"}, Stack{Xs: []float64{1}, Layers: []Layer{{Ys: []float64{1}}}, Steps: true}},
		"addends": {Curves{Lines: Addends(nil, Line{})},
			Curves{Lines: Addends([]Line{{Xs: odd, Ys: odd}}, Line{Name: "s"}), Legend: true}},
	} {
		for _, v := range plots {
			checkSound(t, name, v)
		}
	}
}

// An arrow's head ends where its line does, unless that is out of the frame.
func TestLineHasAHead(t *testing.T) {
	at := func(x, y float64) Point { return Point{68 + 47.6*x, 310 - 27*y} }
	v := Curves{X: Axis{Max: 10}, Y: Axis{Max: 10}, Lines: []Line{
		{Xs: []float64{1, 5}, Ys: []float64{1, 5}, Head: true, Class: "here"},
		{Xs: []float64{1, 11}, Ys: []float64{1, 5}, Head: true, Class: "gone"},
	}}
	svg := svgFrom(v)
	here := some(t, svg, "here", 2) // a line and a head
	tip := follow(t, strings.ReplaceAll(here[1].attr["d"], "z", ""))
	if want := at(5, 5); len(tip) != 3 || math.Hypot(tip[0].X-want.X, tip[0].Y-want.Y) > 0.1 {
		t.Errorf("the head's corners are %v, not at %v", tip, want)
	}
	wantCount(t, svg, "gone", 1) // an arrow that leaves the frame
}
