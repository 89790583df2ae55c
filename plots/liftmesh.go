package plots

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const (
	meshCells = 10 // between lines, along either axis
	meshSteps = 60 // of a line

	shadeCells = meshCells // along either axis
	shadeSteps = 5         // from low to high
	darkest    = 0.18      // opacity of the highest cells: a wash
)

// drawShade fills the surface in cells, the higher the darker; what is above the lid of the
// box or under its floor is cut off. Cells of one shade that follow each other share an
// outline. A box without height has no shade.
func (v Lift) drawShade(c draw.Canvas, t turntable) {
	if v.Surface == nil || t.height == 0 {
		return
	}
	var nodes [shadeCells + 1][shadeCells + 1]Point3
	for j := range nodes {
		for i := range nodes[j] {
			nodes[j][i] = v.onSurface(float64(i)/shadeCells, float64(j)/shadeCells)
		}
	}
	var traces [shadeSteps]tracer
	for s := range traces {
		traces[s].tolerance = 0.4
	}
	for j := range shadeCells {
		low, high := &nodes[j], &nodes[j+1]
		for i := 0; i < shadeCells; {
			s, whole := shadeOf(low[i], low[i+1], high[i+1], high[i])
			end, front := i+1, t.turn(low[i], low[i+1], high[i+1], high[i]) > 0
			for ; whole && end < shadeCells; end++ {
				next, also := shadeOf(low[end], low[end+1], high[end+1], high[end])
				if next != s || !also || t.turn(low[end], low[end+1], high[end+1], high[end]) > 0 != front {
					break
				}
			}
			switch {
			case whole:
				outline(&traces[s], t, low[i:end+1], high[i:end+1])
			case s >= 0:
				outline(&traces[s], t, cutCell([]Point3{low[i], low[i+1], high[i+1], high[i]}), nil)
			}
			i = end
		}
	}
	for s, trace := range traces {
		if len(trace.path) > 0 {
			fillPath(c, "shade", trace.path, Soft.Fade(darkest*float64(s+1)/shadeSteps))
		}
	}
}

// turn is twice the area of a polygon on the canvas, negative where its corners run clockwise.
func (t turntable) turn(corners ...Point3) (area float64) {
	for i, p := range corners {
		a, b := t.at(p), t.at(corners[(i+1)%len(corners)])
		area += float64(a.X*b.Y - a.Y*b.X)
	}
	return area
}

// shadeOf is the shade of a cell with these corners, from 0; −1 where it lies outside the box;
// and whether all of it lies in the box.
func shadeOf(corners ...Point3) (shade int, whole bool) {
	low, high, sum := math.Inf(1), math.Inf(-1), 0.0
	for _, p := range corners {
		if !finite(p.Z) {
			return -1, false
		}
		low, high, sum = math.Min(low, p.Z), math.Max(high, p.Z), sum+p.Z
	}
	if high < 0 || low > 1 {
		return -1, false
	}
	mean := math.Min(math.Max(sum/float64(len(corners)), 0), 1)
	return min(int(mean*shadeSteps), shadeSteps-1), low >= 0 && high <= 1
}

// cutCell is the part of a cell between the floor and the lid of the box.
func cutCell(cell []Point3) []Point3 {
	for _, side := range [...]struct{ at, sign float64 }{{0, 1}, {1, -1}} {
		var kept []Point3
		for i, p := range cell {
			q := cell[(i+1)%len(cell)]
			in, next := side.sign*(p.Z-side.at) >= 0, side.sign*(q.Z-side.at) >= 0
			if in {
				kept = append(kept, p)
			}
			if in != next {
				s := (side.at - p.Z) / (q.Z - p.Z)
				kept = append(kept, Point3{p.X + s*(q.X-p.X), p.Y + s*(q.Y-p.Y), side.at})
			}
		}
		cell = kept
	}
	return cell
}

// outline closes a path along one edge and back along the other, always the same way round on
// the canvas: where the surface is seen through itself, nothing is cut out.
func outline(trace *tracer, t turntable, there, back []Point3) {
	switch {
	case back == nil && t.turn(there...) < 0:
		slices.Reverse(there)
	case back != nil && t.turn(there[0], there[1], back[1], back[0]) < 0:
		there, back = back, there
	}
	run := make([]vg.Point, 0, len(there))
	at := func(p Point3) vg.Point { // a wash's edge needs no tenths of a pixel
		on := t.at(p)
		return vg.Point{X: vg.Length(math.Round(float64(on.X))), Y: vg.Length(math.Round(float64(on.Y)))}
	}
	for _, p := range there {
		run = append(run, at(p))
	}
	if len(run)+len(back) < 3 {
		return
	}
	if back == nil { // a cell with nothing to be left out
		trace.path = appendPolygon(trace.path, run...)
		return
	}
	trace.add(run)
	run = run[:0]
	for i := range back {
		run = append(run, at(back[len(back)-1-i]))
	}
	trace.path.Line(run[0])
	trace.simplify(run)
	trace.path.Close()
}

// drawMesh draws the surface as lines of constant x and of constant y and, where the box
// cuts it off, its rim. What the surface itself hides is left out.
func (v Lift) drawMesh(c draw.Canvas, t turntable) {
	if v.Surface == nil {
		return
	}
	seen := tracer{tolerance: 0.3}
	for _, along := range [...]bool{false, true} {
		for i := range meshCells + 1 {
			var line []Point3
			for j := range meshSteps + 1 {
				a, b := float64(i)/meshCells, float64(j)/meshSteps
				if along {
					a, b = b, a
				}
				line = append(line, v.onSurface(a, b))
			}
			v.trace(t, line, &seen, true)
		}
	}
	strokePath(c, "mesh", seen.path, draw.LineStyle{Color: Ghost, Width: 0.9})
	v.drawRim(c, t)
}

// onSurface is the place of the surface over (a, b) of the unit box's floor.
func (v Lift) onSurface(a, b float64) Point3 {
	return Point3{a, b, v.Z.sane().norm(v.Surface(v.X.sane().value(a), v.Y.sane().value(b)))}
}

// drawRim draws where the surface meets the lid of the box.
func (v Lift) drawRim(c draw.Canvas, t turntable) {
	const nodes = 41
	unit := Axis{Max: 1}
	height := func(a, b float64) float64 { return v.onSurface(a, b).Z }
	xs, ys := Contour(Grid{unit, unit, nodes, nodes}.Over(height), unit, unit, 1)
	var rim []Point3
	seen := tracer{tolerance: 0.3}
	for i, a := range xs {
		p := Point3{a, ys[i], 1}
		if !finite(a) {
			p.Z = a // where one piece of the rim ends
		}
		rim = append(rim, p)
	}
	v.trace(t, rim, &seen, true)
	strokePath(c, "rim", seen.path, draw.LineStyle{Color: Ghost, Width: 1.6})
}

// drawCut draws the shadow's curves where they lie on the surface: there the plane meets it.
func (v Lift) drawCut(c draw.Canvas, t turntable) {
	if v.Surface == nil {
		return
	}
	x, y := v.X.sane(), v.Y.sane()
	for _, l := range v.Shadow {
		var line []Point3
		for i := range l.Xs {
			p := Point3{math.NaN(), math.NaN(), math.NaN()}
			if a, b := x.norm(l.Xs[i]), y.norm(l.Ys[i]); a >= 0 && a <= 1 && b >= 0 && b <= 1 {
				p = v.onSurface(a, b)
			}
			line = append(line, p)
		}
		trace := tracer{tolerance: 0.15}
		v.trace(t, line, &trace, false)
		strokePath(c, "cut", trace.path, draw.LineStyle{Color: l.color(), Width: 2})
	}
}

// trace draws a line in the box, or what is in sight of it. A place that is not finite
// breaks the line.
func (v Lift) trace(t turntable, line []Point3, into *tracer, inSight bool) {
	var run []vg.Point
	end := func() {
		into.add(run)
		run = nil
	}
	for i := 1; i < len(line); i++ {
		from, to, ok := clipHeight(line[i-1], line[i])
		if !ok || inSight && v.hides(t, Point3{(from.X + to.X) / 2, (from.Y + to.Y) / 2, (from.Z + to.Z) / 2}) {
			end()
			continue
		}
		if run == nil || from != line[i-1] {
			end()
			run = []vg.Point{t.at(from)}
		}
		if run = append(run, t.at(to)); to != line[i] {
			end()
		}
	}
	end()
}

// hides reports whether the surface lies between a place in the box and the viewer.
func (v Lift) hides(t turntable, p Point3) bool {
	const step, flat = 0.02, 0.02
	if t.height < flat {
		return false
	}
	e := t.eye()
	e[2] /= t.height
	length := math.Sqrt(e[0]*e[0] + e[1]*e[1] + e[2]*e[2])
	for i := range e {
		e[i] *= step / length
	}
	side := 0.0
	for k := 2.0; ; k++ { // the place itself may lie on the surface
		q := Point3{p.X + k*e[0], p.Y + k*e[1], p.Z + k*e[2]}
		if !(q.X >= 0 && q.X <= 1 && q.Y >= 0 && q.Y <= 1 && q.Z >= 0 && q.Z <= 1) {
			return false
		}
		above := q.Z - v.onSurface(q.X, q.Y).Z
		if above*side < 0 {
			return true
		}
		side = above
	}
}

// clipHeight returns the part of the segment from p to q with z in [0, 1].
func clipHeight(p, q Point3) (from, to Point3, ok bool) {
	if !finite(p.Z) || !finite(q.Z) || math.Max(p.Z, q.Z) < 0 || math.Min(p.Z, q.Z) > 1 {
		return p, q, false
	}
	cut := func(p, q Point3) Point3 {
		edge := math.Min(math.Max(p.Z, 0), 1)
		if edge == p.Z {
			return p
		}
		s := (edge - p.Z) / (q.Z - p.Z)
		return Point3{p.X + s*(q.X-p.X), p.Y + s*(q.Y-p.Y), edge}
	}
	return cut(p, q), cut(q, p), true
}
