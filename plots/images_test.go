package plots

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"testing"
)

// Images lie over their points, the highlighted first; of two that would overlap one is
// drawn; and however many points there are, the picture is small.
func TestImages(t *testing.T) {
	black, white := slices.Repeat([]float64{1}, 64), make([]float64, 64)
	v := Scatter{
		X: Axis{Max: 1}, Y: Axis{Max: 1}, Highlight: []int{1},
		Classes: []Class{{Points: []Point{{0.5, 0.5}, {0.51, 0.5}, {0.9, 0.1}, {0.9, 0.9}}}},
		Images:  &Images{Side: 8, Ink: [][]float64{black, white, black}}, // the last has none
	}
	svg := svgFrom(v)
	e := one(t, svg, "images")
	img := decode(t, e.attr["href"])
	dark, light, edge := 0, 0, 0
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			r, g, b, a := img.At(x, y).RGBA()
			switch {
			case a == 0:
			case r>>8 == 255 && g>>8 == 255:
				light++
			case r>>8 == 16 && g>>8 == 16:
				dark++
			case b > 0:
				edge++
			}
		}
	}
	if dark != 64 || light != 64 || edge != 2*(100-64) {
		t.Errorf("%d dark, %d light pixels and %d of edges; want one image of each and their edges", dark, light, edge)
	}
	// The dark one is in the lower right corner of the frame, around its point.
	w, h := float64(img.Bounds().Dx()), float64(img.Bounds().Dy())
	if r, _, _, a := img.At(int(0.9*w), int(0.9*h)).RGBA(); a == 0 || r>>8 != 16 {
		t.Error("the image at (0.9, 0.1) is not there")
	}

	v.Classes, v.Images.Ink = []Class{{}}, nil
	for i := range 1000 {
		v.Classes[0].Points = append(v.Classes[0].Points,
			Point{math.Mod(float64(i)*0.618, 1), math.Mod(float64(i)*0.414, 1)})
		ink := make([]float64, 64)
		for j := range ink {
			ink[j] = math.Mod(float64(i*64+j)*0.7548, 1)
		}
		v.Images.Ink = append(v.Images.Ink, ink)
	}
	if n := len(one(t, svgFrom(v), "images").attr["href"]); n > 14<<10 {
		t.Errorf("a thousand images take %d bytes", n)
	}
	v.Images = &Images{Side: 8}
	if bytes.Contains(svgFrom(v), []byte("images")) {
		t.Error("no image is drawn as one")
	}
}

// Of where points were, nothing can be pointed at.
func TestBefore(t *testing.T) {
	v := Scatter{X: Axis{Max: 1}, Y: Axis{Max: 1}, Classes: []Class{{Points: []Point{{0.5, 0.5}}}},
		Before: []Class{{Points: []Point{{0.2, 0.2}, {0.3, 0.1}}}}}
	svg := svgFrom(v)
	wantEqual(t, "points of before", len(subpaths(t, one(t, svg, "earlier").attr["d"])), 2)
	one(t, svg, "points")
}

func TestMultiples(t *testing.T) {
	svg := svgFrom(sampleMultiples())
	wantCount(t, svg, "small", 6)
	wantCount(t, svg, "raster", 3)
	if bytes.Contains(svg, []byte("data-frame")) {
		t.Error("many frames have no one frame")
	}
}

// Small pictures of curves show 0, a name at the left and a note at the right, and stand
// fewer beside each other where the panel is narrow.
func TestMultiplesOfCurves(t *testing.T) {
	v := Multiples{Cols: 4, Note: "each on a scale of its own"}
	for _, k := range []string{"1", "2", "4", "8", "16"} {
		line := Line{Xs: []float64{0, 1}, Ys: []float64{-atof(t, k), atof(t, k)}, Class: "small-curve"}
		v.Parts = append(v.Parts, Multiple{Name: "t", Note: "× " + k, X: Axis{Max: 1}, Y: Axis{Min: -20, Max: 20},
			Lines: []Line{line}})
	}
	for width, cols := range map[float64]int{540: 4, 358: 3, 100: 1} {
		wantEqual(t, fmt.Sprintf("beside each other in %v px", width), v.cols(width), cols)
	}
	svg := svgFrom(v)
	wantCount(t, svg, "small-curve", 5)
	for _, note := range []string{"× 1", "× 16", v.Note} {
		if !bytes.Contains(svg, []byte(">"+note+"<")) {
			t.Errorf("%q is not written", note)
		}
	}
	want := "5 small pictures beside each other: t from −1 to 1, t from −2 to 2, t from −4 to 4, t from −8 to 8 and " +
		"t from −16 to 16. They are drawn each on a scale of its own."
	wantEqual(t, "it says", v.Describe(), want)
}
