package plots

import (
	"bytes"
	"slices"
	"strings"
	"testing"
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
		if err := WriteSVG(&document, "", "", [][]Panel{{c.panel}}); err != nil {
			t.Fatal(err)
		}
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
