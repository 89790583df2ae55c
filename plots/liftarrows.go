package plots

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// An Arrow is a straight piece from one place in the box to another, with a name
// beside its end. One that leaves the box is not drawn.
type Arrow struct {
	From, To Point3
	Name     string // beside To; "" for none
	Color    Token  // Ink if zero
	Dash     bool
	Headless bool   // a plain piece, its name beside its middle
	Class    string // in the SVG, after "arrow"
}

// drawArrows draws the arrows, in order.
func (v Lift) drawArrows(c draw.Canvas, t turntable) {
	const head = 9 // px
	for _, a := range v.Arrows {
		p, in := v.box(a.From)
		q, also := v.box(a.To)
		if !in || !also {
			continue
		}
		from, to, ink := t.at(p), t.at(q), a.Color.or(Ink)
		style := draw.LineStyle{Color: ink, Width: 2.2}
		if a.Dash {
			style.Dashes = []vg.Length{5, 4}
		}
		var path vg.Path
		path.Move(from)
		path.Line(to)
		class := classes("arrow", a.Class)
		strokePath(c, class, path, style)
		at, length := to, vg.Length(distance(from, to))
		if a.Headless {
			at = middleOf(from, to).Sub(vg.Point{Y: 22})
		} else if length > head {
			along := vg.Point{X: (to.X - from.X) / length, Y: (to.Y - from.Y) / length}
			var tip vg.Path
			tip.Move(to)
			for _, side := range [...]vg.Length{0.38, -0.38} {
				tip.Line(vg.Point{X: to.X - head*(along.X-side*along.Y), Y: to.Y - head*(along.Y+side*along.X)})
			}
			tip.Close()
			fillPath(c, class, tip, ink)
		}
		set := noteText.with(ink, start)
		set.Halo = true
		beside(c, set, at.X, at.Y+4, vg.Length(math.Max(6, head/2)), a.Name)
	}
}
