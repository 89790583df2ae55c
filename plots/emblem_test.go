package plots

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// drawn draws an emblem in that size and returns what is in it.
func drawn(t *testing.T, e Emblem, width, height float64) []element {
	t.Helper()
	s := newSVG([]byte("<svg>"), height)
	e.Draw(draw.NewCanvas(s, vg.Length(width), vg.Length(height)))
	return parse(t, append(s.buf, "</svg>"...))
}

// A larger emblem has bolder strokes, less so than it is larger, and more marks.
func TestEmblemIsDrawnForItsSize(t *testing.T) {
	xs, ys := make([]float64, 200), make([]float64, 200)
	for i := range xs {
		xs[i], ys[i] = float64(i), math.Sin(float64(i)/9)
	}
	e := Emblem{{X: Axis{Min: 0, Max: 199}, Y: Axis{Min: -2, Max: 2}, Parts: []Part{
		Dots{Xs: xs, Ys: ys}, Stroke{Xs: xs, Ys: ys, Class: "curve"},
	}}}
	for _, want := range []struct {
		width, height, stroke, mark float64
		marks                       int
	}{{168, 105, 4, 5, 40}, {672, 420, 8, 10, 160}} {
		for _, el := range drawn(t, e, want.width, want.height) {
			switch el.attr["class"] {
			case "dots":
				if n := strings.Count(el.attr["d"], "h0"); n != want.marks ||
					atof(t, el.attr["stroke-width"]) != want.mark {
					t.Errorf("%v px high: %d marks of %s px, not %d of %v",
						want.height, n, el.attr["stroke-width"], want.marks, want.mark)
				}
			case "curve":
				if atof(t, el.attr["stroke-width"]) != want.stroke {
					t.Errorf("%v px high: a stroke of %s px, not %v", want.height, el.attr["stroke-width"], want.stroke)
				}
			}
		}
	}
}

// What reaches beyond an emblem is cut off: a picture to whole pixels, all else exactly.
func TestEmblemIsCut(t *testing.T) {
	g := Grid{X: Axis{Min: 0, Max: 10}, Y: Axis{Min: 0, Max: 10}, Cols: 41, Rows: 41}
	falling := g.Over(func(x, y float64) float64 { return x - y })
	relief := EncodeRelief(falling, Scale{Ramp: Field}, []Level{{At: 0, Bold: true}})
	v := Pane{X: Axis{Min: 3, Max: 5}, Y: Axis{Min: 3, Max: 5}, Equal: true, Parts: []Part{
		Ground{Relief: relief, X: g.X, Y: g.Y},
		Box(-99, 99, -99, 4, Curve),
		Stroke{Xs: []float64{-99, 99}, Ys: []float64{3.5, 3.5}},
	}}
	const pixel = 0.25 / 2 * emblemHeight // a quarter of a unit, of which two are as high as the emblem
	found := 0
	for _, el := range drawn(t, Emblem{v}, emblemWidth, emblemHeight) {
		switch el.name {
		case "image":
			found++
			x, y := atof(t, el.attr["x"]), atof(t, el.attr["y"])
			w, h := atof(t, el.attr["width"]), atof(t, el.attr["height"])
			over := func(v float64) bool { return v >= 0 && v <= pixel }
			if !over(-x) || !over(-y) || !over(x+w-emblemWidth) || !over(y+h-emblemHeight) {
				t.Errorf("the picture is at %v, %v and %v × %v large", x, y, w, h)
			}
		case "path":
			found++
			for _, p := range follow(t, strings.ReplaceAll(el.attr["d"], "z", "")) {
				if p.X < -0.1 || p.X > emblemWidth+0.1 || p.Y < -0.1 || p.Y > emblemHeight+0.1 {
					t.Errorf("%s reaches %v", el.attr["d"], p)
				}
			}
		}
	}
	if found != 4 { // the contour too
		t.Errorf("%d things are drawn, not 4", found)
	}
}

// Panes side by side are squares of one size in the emblem, none on another.
func TestPanesOfAnEmblem(t *testing.T) {
	K := EncodeRaster(mat.NewDense(2, 2, []float64{1, 0, 0, 1}), Scale{})
	for n := 2; n <= 3; n++ {
		e := make(Emblem, n)
		for i := range e {
			e[i].Parts = []Part{Tile{K}}
		}
		right := 0.0
		for _, el := range drawn(t, e, emblemWidth, emblemHeight) {
			if el.name != "image" {
				continue
			}
			x, y := atof(t, el.attr["x"]), atof(t, el.attr["y"])
			w, h := atof(t, el.attr["width"]), atof(t, el.attr["height"])
			if x <= right || x+w >= emblemWidth || y < 0 || y+h > emblemHeight || w != h ||
				w < 0.8*emblemWidth/float64(n) {
				t.Errorf("%d panes: one at %v, %v is %v × %v large", n, x, y, w, h)
			}
			right = x + w
		}
		if right == 0 {
			t.Errorf("%d panes: none is drawn", n)
		}
	}
}
