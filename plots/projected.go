package plots

import "math"

// The size of a projected panel, in px of the drawing without its heading. One that is
// no wider than high has more height, and a row of matrices, whose words need it, its own
// width. A screen shows it alone, a third larger or more, and its
// type at twice its size.
const (
	projectedWidth, projectedHeight = 400, 250
	uprightHeight                   = 330
	rowWidth                        = 480
)

// planeWidth is how wide, in px, a plane is projected: without title, legend and scale,
// which stand among the words, so that it has the height of the screen.
const planeWidth = 440

// matrixWidth is that of a matrix: its letters stand around it, and take less of the screen the wider it is drawn.
const matrixWidth = 560

// Projected is the panel drawn so small that its type, enlarged with the picture until
// that fills the better part of a screen, is read from the last row. No panel becomes
// larger than it is.
func (p Panel) Projected() Panel {
	w, h := p.Body()
	if p.plane() {
		if v, ok := p.Plot.(Heatmap); ok {
			p.Width, p.Height = matrixWidth, v.heightAt(matrixWidth)
		} else {
			p = p.Shaped(planeWidth, 0)
		}
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
	}
	return p
}

// heightAt is how high, in px, a matrix is that fills that width.
func (v Heatmap) heightAt(width float64) float64 {
	const ample = 10_000 // px
	low, high := v.frame(ample, width), v.frame(width, ample)
	return width - (low.y1 - low.y0) + high.y1 - high.y0
}

// plane reports whether the panel is a picture of a plane, and not much wider than high, or a matrix by itself.
func (p Panel) plane() bool {
	switch v := p.Plot.(type) {
	case GeoMap:
		return true
	case Heatmap:
		return !v.Bare
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
	if _, ok := plot.(Heatmap); ok { // no tick reaches above it, and under it is one row of words
		const over, under = 2, 32
		return [4]float64{0, h - f.y1 - over, w, f.y1 - f.y0 + over + under}
	}
	return [4]float64{0, y, w, h - y}
}
