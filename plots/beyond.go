package plots

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// beyond marks where lines leave the frame at its upper or lower edge: a triangle
// that points out, in the line's colour. Of places closer than a triangle is wide
// one is marked.
type beyond []Line

// lost are points above or below the frame, marked as [beyond] marks lines.
type lost []Point

func (pts lost) plot(c draw.Canvas, p *frame) {
	var path vg.Path
	taken := map[[2]int]bool{} // places of a triangle's width, at either edge
	for _, pt := range pts {
		x, y := p.x.norm(pt.X), p.y.norm(pt.Y)
		if !(x >= 0 && x <= 1) || !(y < 0 || y > 1) {
			continue
		}
		tip := vg.Point{X: c.X(x), Y: c.Min.Y}
		if y > 1 {
			tip.Y = c.Max.Y
		}
		if place := [2]int{int(tip.X / edgeWide), int(tip.Y)}; !taken[place] {
			taken[place] = true
			path = edgeMark(path, c, tip)
		}
	}
	if len(path) > 0 {
		fillPath(c, "beyond", path, Data)
	}
}

const (
	edgeWide = 10 // px of a triangle
	edgeTall = 7
)

func (ls beyond) plot(c draw.Canvas, p *frame) {
	for _, l := range ls {
		var path vg.Path
		for _, at := range l.exits(c, p) {
			path = edgeMark(path, c, at)
		}
		if len(path) > 0 {
			ink := l.color()
			ink.Light.A, ink.Dark.A = 255, 255
			fillPath(c, "beyond", path, ink)
		}
	}
}

// edgeMark appends a triangle with its tip at a place of the frame's upper or lower
// edge.
func edgeMark(path vg.Path, c draw.Canvas, tip vg.Point) vg.Path {
	base := tip.Y - edgeTall
	if tip.Y < c.Center().Y {
		base = tip.Y + edgeTall
	}
	x := min(max(tip.X, c.Min.X+edgeWide/2), c.Max.X-edgeWide/2)
	return appendPolygon(path, vg.Point{X: x, Y: tip.Y}, vg.Point{X: x + edgeWide/2, Y: base},
		vg.Point{X: x - edgeWide/2, Y: base})
}

// exits returns where the line crosses the upper and the lower edge, and where it
// begins outside of them.
func (l Line) exits(c draw.Canvas, p *frame) []vg.Point {
	var at []vg.Point
	last := [2]vg.Length{vg.Length(math.Inf(-1)), vg.Length(math.Inf(-1))}
	exit := func(x float64, side int) {
		if !(x >= 0 && x <= 1) {
			return
		}
		px := c.X(x)
		if d := px - last[side]; d < edgeWide && d > -edgeWide {
			return
		}
		last[side] = px
		at = append(at, vg.Point{X: px, Y: [2]vg.Length{c.Min.Y, c.Max.Y}[side]})
	}
	const slack = 1e-9 // a curve may end on the edge
	side := func(y float64) int {
		switch {
		case y < -slack:
			return 0
		case y > 1+slack:
			return 1
		}
		return -1
	}
	px, py := math.NaN(), math.NaN()
	for i := range l.Xs {
		x, y := p.x.norm(l.Xs[i]), p.y.norm(l.Ys[i])
		if math.IsNaN(x) || math.IsNaN(y) {
			px, py = math.NaN(), math.NaN()
			continue
		}
		now := side(y)
		switch before := side(py); {
		case math.IsNaN(py):
			if now >= 0 {
				exit(x, now)
			}
		case now != before:
			for _, s := range [...]int{before, now} { // of a steep line both
				if s >= 0 {
					exit(px+(x-px)*(float64(s)-py)/(y-py), s)
				}
			}
		}
		px, py = x, y
	}
	return at
}
