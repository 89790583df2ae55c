package plots

import (
	"bytes"
	"image/color"
	"image/png"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Points of classes, contours, rings and a reader's own point are seen 3:1 on all of a
// muted surface, in both themes: themselves, or by a rim of paper.
func TestMutedLeavesMarksAlone(t *testing.T) {
	ramp := palettes()[Muted]
	for theme, pick := range themes {
		paper := pick(Paper)
		for level, c := range ramp {
			ground := shadeOn(c, paper)
			for _, ink := range append([]Token{Ink, Soft, Accent, Curve, Lambda, Yours}, Categories[:4]...) {
				if got := contrast(pick(ink), ground); got < 3 {
					t.Errorf("%s: %s on level %d of %d: contrast %.2f", theme, ink.Var, level+1, len(ramp), got)
				}
			}
			// It has no hue, so that it is of no class.
			if lo, hi := min(ground.R, ground.G, ground.B), max(ground.R, ground.G, ground.B); hi-lo > 8 {
				t.Errorf("%s: level %d is %v", theme, level+1, ground)
			}
		}
		ends := [2]color.NRGBA{paper, over(pick(Shade), paper, mutedMost)}
		if got := contrast(ends[0], ends[1]); got < 1.4 {
			t.Errorf("%s: from end to end the ramp has a contrast of %.2f", theme, got)
		}
	}
	svg := string(Panel{ID: "a", Plot: sampleBoundary()}.AppendSVG(nil))
	if strings.Contains(svg, "--mark") {
		t.Error("marks have the rim of those on a coloured picture")
	}
	if n := strings.Count(svg, `stroke="var(--paper)"`); n < 4 { // two classes, rings, the star
		t.Errorf("%d rims of paper", n)
	}
}

// Share begins with paper, as each class's part of Shares does, and the same is seen on them, with marks
// of a third class.
func TestShareLeavesMarksAlone(t *testing.T) {
	one, all := palettes()[Share], palettes()[Shares]
	for i, c := range all {
		if clear := c.(color.NRGBA).A == 0; clear != (i%shareSteps == 0) {
			t.Errorf("colour %d of %d is clear: %t", i, len(all), clear)
		}
	}
	if one[0].(color.NRGBA).A != 0 {
		t.Error("zero is not clear")
	}
	seenOn(t, one, Categories[2])
	seenOn(t, all, Categories[2])
}

// Where a class is the likeliest a map has its colour, the stronger the likelier it is; contours
// are those of the likeliest, and a node that is not finite has none.
func TestShares(t *testing.T) {
	at := func(v ...float64) *mat.Dense { return mat.NewDense(2, 4, append(v, v...)) }
	nan := math.NaN()
	r := EncodeShares([]*mat.Dense{at(0.9, 0.9, 0.1, 0.1), at(0.05, 0.05, 0.6, 0.6), at(0.05, 0.05, 0.3, 0.3)},
		[]Level{{At: 0.7}})
	left, right := color.NRGBAModel.Convert(r.raster.At(0, 0)).(color.NRGBA), r.raster.At(2, 0).(color.NRGBA)
	wantEqual(t, "left", left, share(0, 0.9))
	wantEqual(t, "right", right, share(1, 0.6))
	if r.lo.value != 0.6 || r.hi.value != 0.9 || len(r.contours[0].pieces) != 1 {
		t.Errorf("from %v to %v, with %d contours", r.lo.value, r.hi.value, len(r.contours[0].pieces))
	}
	if said := (Surface{X: Axis{Max: 1}, Y: Axis{Max: 1}, Relief: r}).Describe(); !strings.Contains(said,
		"the colour of the class that is the likeliest") {
		t.Error(said)
	}
	unknown := EncodeShares([]*mat.Dense{at(nan, nan, 0.4, 0.4)}, nil)
	if c := unknown.raster.At(0, 0).(color.NRGBA); c.A != 0 {
		t.Errorf("what is unknown is %v", c)
	}
	if b := bars()[Shares]; b.Bounds().Dy() != 3 || b.ColorIndexAt(shareSteps-1, 2) != 3*shareSteps-1 {
		t.Errorf("the bar is %v", b.Bounds())
	}
}

// seenOn holds that marks of two classes, contours and a reader's own point are seen on a ramp, in both themes.
func seenOn(t *testing.T, ramp color.Palette, more ...Token) {
	t.Helper()
	for theme, pick := range themes {
		paper, least := pick(Paper), math.Inf(1)
		for level, c := range ramp {
			ground := shadeOn(c, paper)
			for _, ink := range append(append([]Token{Ink, Soft, Yours}, Categories[:2]...), more...) {
				got := contrast(pick(ink), ground)
				if least = min(least, got); got < 3 {
					t.Errorf("%s: %s on level %d of %d: contrast %.2f", theme, ink.Var, level+1, len(ramp), got)
				}
			}
		}
		t.Logf("%s: the least contrast is %.2f", theme, least)
	}
}

// Points of the two classes that a field tells apart, contours and a reader's own point are
// seen 3:1 on all of it, in both themes, and the middle is paper.
func TestFieldLeavesMarksAlone(t *testing.T) {
	ramp := palettes()[Field]
	if len(ramp)%2 == 0 || ramp[len(ramp)/2].(color.NRGBA).A != 0 {
		t.Error("zero is not clear")
	}
	seenOn(t, ramp)
	for theme, pick := range themes {
		ends := [2]color.NRGBA{shadeOn(field(-1), pick(Paper)), shadeOn(field(1), pick(Paper))}
		if got := math.Hypot(float64(ends[0].R)-float64(ends[1].R), float64(ends[0].B)-float64(ends[1].B)); got < 60 {
			t.Errorf("%s: the ends are %.0f apart in red and blue", theme, got)
		}
	}
}

// The picture of a muted surface is see-through in a page, so that it follows the
// theme, and opaque where a canvas knows no half.
func TestMutedFollowsTheTheme(t *testing.T) {
	r := EncodeRelief(mat.NewDense(2, 3, []float64{0, 1, 2, 0, 1, 2}), Scale{Ramp: Muted}, nil)
	if r.Scale.Min != 0 || r.Scale.Max != 2 {
		t.Errorf("the scale runs from %v to %v", r.Scale.Min, r.Scale.Max)
	}
	var b bytes.Buffer
	writePalettePNG(&b, r.raster.Paletted)
	img, err := png.Decode(&b)
	noError(t, err)
	for x := range 2 {
		got := color.NRGBAModel.Convert(img.At(x, 0)).(color.NRGBA)
		want := color.NRGBAModel.Convert(r.raster.At(x, 0)).(color.NRGBA)
		if got != want || got.A == 0 || got.A == 255 {
			t.Errorf("pixel %d is %v, want %v", x, got, want)
		}
	}
	for _, c := range r.raster.onPaper().Palette {
		if _, _, _, a := c.RGBA(); a != 0 && a != 0xffff {
			t.Errorf("%v on paper", c)
		}
	}
}

func TestYours(t *testing.T) {
	for _, c := range Categories {
		if c.Light == Yours.Light || c.Dark == Yours.Dark {
			t.Errorf("%s is a category's colour", Yours.Var)
		}
	}
	for i := range 20 {
		if Shape(0).or(i) == Star {
			t.Errorf("class %d is drawn as stars", i+1)
		}
	}
	v := Scatter{X: Axis{Max: 1}, Y: Axis{Max: 1},
		Markers: []Marker{{X: 0.5, Y: 0.5, Name: "yours", Color: Yours, Shape: Star, Class: "new"}}}
	svg := svgFrom(v)
	star := one(t, svg, "new")
	if star.attr["class"] != "marker new" || star.attr["fill"] != "var(--yours)" ||
		len(follow(t, strings.TrimSuffix(star.attr["d"], "z"))) != 10 {
		t.Errorf("%v", star.attr)
	}
	if !slices.Contains(words(t, svg), "yours") {
		t.Error("it has no name")
	}
}

func TestGrid(t *testing.T) {
	g := Grid{X: Axis{Min: 0, Max: 4}, Y: Axis{Min: 1, Max: 100, Log: true}, Cols: 3, Rows: 3}
	nodes := g.Nodes()
	for k, want := range map[int][]float64{0: {0, 1}, 1: {2, 1}, 3: {0, 10}, 8: {4, 100}} {
		if len(nodes[k]) != 2 || nodes[k][0] != want[0] || nodes[k][1] < want[1]*(1-1e-12) ||
			nodes[k][1] > want[1]*(1+1e-12) {
			t.Errorf("node %d is %v, want %v", k, nodes[k], want)
		}
	}
	if m := g.Over(func(x, y float64) float64 { return x + 1000*y }); m.At(0, 1) != 1002 || m.At(1, 0) < 9999 ||
		m.At(1, 0) > 10001 {
		t.Errorf("%v", mat.Formatted(m))
	}
	// Contours over it run where they should.
	if xs, _ := Contour(g.Over(func(x, _ float64) float64 { return x }), g.X, g.Y, 2); xs[0] != 2 {
		t.Errorf("the contour of x = 2 is at %v", xs[0])
	}
}

func TestLevelsOf(t *testing.T) {
	m := mat.NewDense(1, 3, []float64{-1.2, 0, 2.3})
	want := []Level{{At: -1, Dash: true}, {At: 0, Bold: true}, {At: 1}, {At: 2}}
	if got := LevelsOf(m, 4); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := LevelsOf(mat.NewDense(1, 2, []float64{3, 3}), 5); got != nil {
		t.Errorf("a constant has levels %v", got)
	}
}
