package plots

import "math"

// The size of a projected panel, in px of the drawing without its heading. One that is
// no wider than high has more height, and a row of matrices, whose words need it, its own
// width. A screen shows it alone, a third larger or more, and its
// type at twice its size.
const (
	projectedWidth, projectedHeight = 400, 250
	uprightHeight, squaredWidth     = 330, 310
	rowWidth                        = 480
)

// planeWidth is how wide, in px, a plane is projected: without title, legend and scale,
// which stand among the words, so that it has the height of the screen.
const planeWidth = 440

// Projected is the panel drawn so small that its type, enlarged with the picture until
// that fills the better part of a screen, is read from the last row. No panel becomes
// larger than it is.
func (p Panel) Projected() Panel {
	w, h := p.Body()
	if p.plane() {
		p = p.Shaped(planeWidth, 0)
		p.apart, p.Class = true, "plane"
		return p
	}
	p.Width, p.Height = math.Min(w, projectedWidth), math.Min(h, projectedHeight)
	switch p.Plot.(type) {
	case Blocks, Equation:
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

// crop is the part of a panel w × h px that is seen where title, legend and scale stand
// apart from its frame f: the upper left corner, width and height. A map has its bar and
// arrow at the left of its frame.
func crop(w, h float64, f frame, plot Drawer) [4]float64 {
	const over = 10 // px above the frame: half a letter of the uppermost tick
	y := h - f.y1 - over
	if _, ok := plot.(GeoMap); ok {
		left, right := f.x0-mapBeside, f.x1+mapEdge
		return [4]float64{left, y, right - left, h - f.y0 + mapEdge - y}
	}
	return [4]float64{0, y, w, h - y}
}
