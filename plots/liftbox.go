package plots

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// corner i of the unit box has x, y and z as bits 0, 1 and 2.
func corner(i int) Point3 {
	return Point3{float64(i & 1), float64(i >> 1 & 1), float64(i >> 2 & 1)}
}

// drawBox draws the box's edges but the three before everything else, and names
// its axes.
func (v Lift) drawBox(c draw.Canvas, t turntable) {
	nearest := 0
	for i := range 8 {
		if t.near(corner(i)) > t.near(corner(nearest))+1e-9 {
			nearest = i
		}
	}
	var floor, edges vg.Path
	for i := range 8 {
		for bit := 1; bit < 8; bit <<= 1 {
			j := i | bit
			if j == i {
				continue
			}
			path := &edges
			switch {
			case i < 4 && j < 4:
				path = &floor
			case i == nearest || j == nearest:
				continue
			}
			*path = append(*path, segment(t.at(corner(i)), t.at(corner(j)))...)
		}
	}
	strokePath(c, "grid", edges, draw.LineStyle{Color: Hairline, Width: 1})
	strokePath(c, "floor", floor, draw.LineStyle{Color: Soft.Fade(faint), Width: 1})

	said := map[int]string{}
	for bit, a := range [...]Axis{v.X.sane(), v.Y.sane(), v.Z.sane()} {
		v.nameEdge(c, t, 1<<bit, a, said)
	}
}

// nameEdge names the axis whose edges join corners that differ in the given bit:
// at the edge of the floor nearest to the reader, or at the leftmost upright one.
// An edge seen end on has no name. A corner of the floor has the same number once: said is
// what stands at each.
func (v Lift) nameEdge(c draw.Canvas, t turntable, bit int, a Axis, said map[int]string) {
	const upright = 4
	best, at := math.Inf(-1), 0
	for i := range 8 {
		if i&bit != 0 || bit != upright && i >= upright {
			continue
		}
		mid := middleOf(t.at(corner(i)), t.at(corner(i|bit)))
		score := -float64(mid.X)
		if bit != upright {
			score = -float64(mid.Y) + float64(mid.X)/1000 // the lower one; of two, the right one
		}
		if score > best {
			best, at = score, i
		}
	}
	from, to := t.at(corner(at)), t.at(corner(at|bit))
	if distance(from, to) < 40 {
		return
	}
	set, numbers := labelText.with(Ink, middle), tickText.with(Soft, middle)
	mid := middleOf(from, to)
	out := mid.Sub(t.centre)
	if bit == upright {
		set.Anchor, numbers.Anchor = end, end
		set.draw(c, mid.X-12, mid.Y-4, a.Label)
		numbers.draw(c, from.X-8, from.Y-2, brief(a.Min))
		numbers.draw(c, to.X-8, to.Y-6, brief(a.Max))
		return
	}
	// Away from the middle of the box, more to the side than text is tall.
	length := vg.Length(math.Max(1, distance(mid, t.centre)))
	away := vg.Point{X: out.X / length, Y: out.Y / length}
	place := func(p vg.Point, gap vg.Length) (x, y vg.Length) {
		return p.X + 1.3*gap*away.X, p.Y + gap*away.Y - 4
	}
	x, y := place(mid, 20)
	set.draw(c, x, y, a.Label)
	if vg.Length(distance(from, to)) < 2*set.width(a.Label)+40 {
		return // the name has all the room there is where type is enlarged
	}
	for i, p := range [...]vg.Point{from, to} {
		x, y := place(middleOf(p, middleOf(p, middleOf(p, mid))), 14) // an eighth of the way in
		number, foot := brief([...]float64{a.Min, a.Max}[i]), at|i*bit
		if said[foot] != number {
			numbers.draw(c, x, y, number)
		}
		said[foot] = number
	}
}

func middleOf(p, q vg.Point) vg.Point { return vg.Point{X: (p.X + q.X) / 2, Y: (p.Y + q.Y) / 2} }

func distance(p, q vg.Point) float64 { return math.Hypot(float64(p.X-q.X), float64(p.Y-q.Y)) }

// drawShadow draws the curves on the floor.
func (v Lift) drawShadow(c draw.Canvas, t turntable) {
	floor := draw.Canvas{Rectangle: vg.Rectangle{Max: vg.Point{X: 1, Y: 1}}}
	x, y := v.X.sane(), v.Y.sane()
	for _, l := range v.Shadow {
		var run []vg.Point
		trace := tracer{tolerance: 0.15}
		lift := func() {
			for _, piece := range floor.ClipLinesXY(run) {
				for i, p := range piece {
					piece[i] = t.at(Point3{float64(p.X), float64(p.Y), 0})
				}
				trace.add(piece)
			}
			run = nil
		}
		for i := range l.Xs {
			a, b := x.norm(l.Xs[i]), y.norm(l.Ys[i])
			if !(math.Abs(a) < 1e5 && math.Abs(b) < 1e5) {
				lift()
				continue
			}
			run = append(run, vg.Point{X: vg.Length(a), Y: vg.Length(b)})
		}
		lift()
		strokePath(c, l.Class, trace.path, l.style())
	}
}
