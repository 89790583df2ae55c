package plots

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// A panel's title stands above it, in lines that a page can enlarge, and so in a
// document of its own; its frame is as it was, so much lower.
func TestHeading(t *testing.T) {
	short := Panel{ID: "a", Title: "The fit over the data", Width: 640, Plot: sampleCurves(3)}
	long := short
	long.Title, long.Width = "What a ball costs, and what the bound says, against its radius", 400
	none := short
	none.Title = ""
	bare := Panel{ID: "a", Title: "The features", Plot: sampleBare()}
	for _, c := range []struct {
		panel Panel
		lines int
	}{{short, 1}, {long, 2}, {none, 0}, {bare, 0}} {
		svg := c.panel.AppendSVG(nil)
		var document bytes.Buffer
		noError(t, WriteSVG(&document, "", "", [][]Panel{{c.panel}}))
		for _, b := range [][]byte{svg, document.Bytes()} {
			shown := words(t, b)
			if c.lines == 0 {
				if slices.Contains(shown, c.panel.Title) {
					t.Errorf("%q stands above a picture that names itself", c.panel.Title)
				}
			} else if got := strings.Join(shown[:c.lines], " "); got != c.panel.Title {
				t.Errorf("the first %d lines are %q, want %q", c.lines, got, c.panel.Title)
			}
		}
		w, h := c.panel.Size()
		_, body := c.panel.Body()
		if got := c.panel.head(w); len(got.lines) != c.lines || h != body+got.height() {
			t.Errorf("%q: lines %q; %g px tall, %g without", c.panel.Title, got.lines, h, body)
		}
		for _, line := range c.panel.head(w).lines {
			if room := w - c.panel.head(w).x; enlarged(w-84)*float64(headingText.width(line)) > room {
				t.Errorf("%q does not fit into %g px", line, room)
			}
		}
	}
}

// Equal scales fill the width they are given, and stand in the middle of a panel that
// is too wide for its height.
func TestEqualFits(t *testing.T) {
	v := sampleScatter() // twice as wide as tall
	fitting := Panel{Width: 460, Plot: v}
	w, h := fitting.Size()
	if f := v.frame(w, h); w != 460 || h != 188+90 || f.x0 != marginLeft || f.x1 != 444 {
		t.Errorf("%g × %g px with the frame %+v", w, h, f)
	}
	w, h = Panel{Width: 640, Height: 290, Plot: v}.Size()
	if f := v.frame(w, h); h != 290 || f.x1-f.x0 != 400 || f.x0-marginLeft != (640-marginRight)-f.x1 {
		t.Errorf("%g × %g px with the frame %+v", w, h, f)
	}
	s := sampleSurface()
	w, h = Panel{Width: 400, Plot: s}.Size()
	if f := s.frame(w, h); f.x1-f.x0 != 316 || f.y1-f.y0 != 316 {
		t.Errorf("%g × %g px with the frame %+v", w, h, f)
	}
}

// The axes of a panel are those of its frame: a map's reach half a cell further.
func TestAxesOfAPanel(t *testing.T) {
	m := ErrorMap{X: Axis{Min: 1, Max: 3}, Y: Axis{Min: 1, Max: 100, Log: true}, Values: mat.NewDense(3, 3, nil)}
	x, y, ok := Panel{Plot: m}.Axes()
	if !ok || x.Min != 0.5 || x.Max != 3.5 || !y.Log || math.Abs(y.Max-1000/math.Sqrt(10)) > 1e-9 {
		t.Errorf("%v, %v, %v", x, y, ok)
	}
	if _, _, ok := (Panel{Plot: Tree{}}).Axes(); ok {
		t.Error("a tree has axes")
	}
}

// Places on a map are drawn by class, each class with its name.
func TestPlacesOnAnErrorMap(t *testing.T) {
	m := ErrorMap{X: Axis{Min: 1, Max: 3}, Y: Axis{Min: 1, Max: 2},
		Values:  mat.NewDense(2, 3, []float64{1, 2, 3, 4, 5, 6}),
		Classes: []Class{{Name: "tried", Points: []Point{{1, 1}, {3, 2}}}, {Name: "reached", Points: []Point{{2, 1}}}}}
	svg := Panel{ID: "a", Plot: m}.AppendSVG(nil)
	at := follow(t, class(t, svg, "class-1")[0].attr["d"])
	if len(at) < 2 || math.Abs(at[0].X-(68+476./6)) > 0.1 {
		t.Errorf("the first class lies at %v", at)
	}
	if all := said(t, svg); !strings.Contains(all, "tried|") || !strings.Contains(all, "reached|") {
		t.Error(all)
	}
}
