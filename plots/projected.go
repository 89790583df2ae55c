package plots

import "math"

// The size of a projected panel, in px of the drawing without its heading. One that is
// no wider than high has more height, a square has its own width, and so has a row of
// matrices, whose words need it. A screen shows it alone, a third larger or more, and its
// type at twice its size.
const (
	projectedWidth, projectedHeight = 400, 250
	uprightHeight, squaredWidth     = 330, 310
	rowWidth                        = 480
)

// Projected is the panel drawn so small that its type, enlarged with the picture until
// that fills the better part of a screen, is read from the last row. No panel becomes
// larger than it is.
func (p Panel) Projected() Panel {
	w, h := p.Body()
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
