package plots

import (
	"gonum.org/v1/plot/vg/draw"
)

// An Arrow is a straight piece from one place in the box to another, with a name
// beside its end, on the side it points to. One that leaves the box is not drawn.
type Arrow struct {
	From, To Point3
	Name     string // beside To; "" for none
	Color    Token  // Ink if zero
	Dash     bool
	Headless bool   // a plain piece, named in the legend
	Class    string // in the SVG, after "arrow"
}

// drawArrows draws the arrows, in order.
func (v Lift) drawArrows(c draw.Canvas, t turntable) {
	for _, a := range v.Arrows {
		p, in := v.box(a.From)
		q, also := v.box(a.To)
		if !in || !also {
			continue
		}
		from, to, ink := t.at(p), t.at(q), a.Color.or(Ink)
		class := classes("arrow", a.Class)
		strokePath(c, class, segment(from, to), a.line().style())
		if a.Headless {
			continue
		}
		arrowhead(c, class, from, to, ink)
		set := noteText.with(ink, start)
		set.Halo = true
		if to.X < from.X-4 {
			set.Anchor = end
			set.draw(c, to.X-6, to.Y+4, a.Name)
			continue
		}
		beside(c, set, to.X, to.Y+4, 6, a.Name)
	}
}

// line is the arrow's shaft as a legend shows it.
func (a Arrow) line() Line { return Line{Color: a.Color.or(Ink), Width: 2.2, Dash: a.Dash} }
