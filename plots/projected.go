package plots

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// The size of a projected panel, in px of the drawing without its heading. One that is
// no wider than high has more height, and a row of matrices, whose words need it, its own
// width. A screen shows it alone, a third larger or more, and its
// type at twice its size.
const (
	projectedWidth, projectedHeight = 400, 250
	uprightHeight, squaredWidth     = 330, 310
	rowWidth                        = 480
)

// A plane is projected with its title, legend and scale at its left, so that it has the
// height of the screen: so wide, in px, beside a column so wide, in which all is as much
// larger than elsewhere.
const (
	planeWidth  = 440
	besideWidth = 222
	besideScale = 1.75
	besideRow   = 32 // px from one row to the next
)

// Projected is the panel drawn so small that its type, enlarged with the picture until
// that fills the better part of a screen, is read from the last row. No panel becomes
// larger than it is.
func (p Panel) Projected() Panel {
	w, h := p.Body()
	if p.plane() {
		p = p.Shaped(planeWidth, 0)
		p.beside, p.Class = true, "plane"
		return p
	}
	p.Width, p.Height = math.Min(w, projectedWidth), math.Min(h, projectedHeight)
	if _, ok := p.Plot.(Blocks); ok {
		p.Width = math.Min(w, rowWidth)
	}
	if w < 1.1*h {
		p.Height = math.Min(h, uprightHeight)
		if _, ok := p.Plot.(Heatmap); ok {
			p.Width = math.Min(w, squaredWidth)
		}
	}
	return p
}

// plane reports whether the panel is a picture of a plane, and not much wider than high.
func (p Panel) plane() bool {
	switch p.Plot.(type) {
	case GeoMap:
		return true
	case fitted:
		w, h := p.Body()
		return p.Proportioned() && w < 1.6*h
	}
	return false
}

// A besides is where a canvas puts what else stands above a frame: at x, one row after the
// other from y on, in px of the drawing.
type besides struct{ x, y, frame float64 }

// crop is the part of a panel w × h px that is seen where title, legend and scale stand
// beside its frame f: the upper left corner, width and height. It has them drawn there.
func (s *svg) crop(w, h float64, f frame, plot Drawer) [4]float64 {
	const over = 10 // px above the frame: half a letter of the uppermost tick
	y := h - f.y1 - over
	s.beside = &besides{-besideWidth, y + besideRow, f.x0}
	low := h
	if _, ok := plot.(GeoMap); ok { // it has its bar beside it, too
		low = h - f.y0 + mapEdge
	}
	return [4]float64{-besideWidth, y, w + besideWidth, low - y}
}

// aside begins so many rows that stand above the frame, the baseline of the first at top;
// where the canvas has them beside it, it takes them there. It returns what ends them.
func aside(c draw.Canvas, top vg.Length, rows int) (end func()) {
	s := svgOf(c)
	if s == nil || s.beside == nil {
		return func() {}
	}
	class := s.class
	s.Group("above")
	s.class = class
	s.Push()
	to := s.beside
	s.a, s.b, s.c, s.d = besideScale, 0, 0, -besideScale
	s.e, s.f = to.x-besideScale*to.frame, to.y+besideScale*float64(top)
	to.y += float64(rows) * besideRow
	return func() {
		s.Pop()
		s.EndGroup()
	}
}
