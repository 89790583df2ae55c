package plots

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Point3 is a place in space.
type Point3 struct{ X, Y, Z float64 }

// A Cloud is the points of one class in space.
type Cloud struct {
	Name   string // in the legend; "" for none
	Points []Point3
	Color  Token // the category of the class's place if zero
	Shape  Shape
}

// A Plane is the points p where W·p + B = 0. The zero Plane is none.
type Plane struct {
	W    [3]float64
	B    float64
	Name string // in the legend; "" for none
}

// Lift is points in a box, on a turntable, in parallel projection. At Yaw 0 x
// runs to the right; at Pitch 90 the box is seen from above and the picture is the
// plane of x and y; at Pitch 0 it is seen from the side and z runs up. The box
// does not change its size while it turns. What lies outside it is not drawn.
type Lift struct {
	X, Y, Z    Axis
	Yaw, Pitch float64 // degrees; Pitch in [0, 90]
	Clouds     []Cloud
	Stems      bool                       // from every point to the floor
	Surface    func(x, y float64) float64 // on which the points lie, as a wire mesh; nil for none
	Plane      Plane
	Shadow     []Line // on the floor, in x and y
	Legend     bool
}

func (v Lift) size() (w, h float64) { return 460, 420 }

// turntable takes the box [0, 1]³ to the canvas.
type turntable struct {
	sinYaw, cosYaw, sinPitch, cosPitch float64
	centre                             vg.Point
	side                               float64 // of the box, px
}

func (v Lift) turntable(c draw.Canvas) turntable {
	radians := func(degrees float64) float64 {
		if !finite(degrees) {
			return 0
		}
		return math.Mod(degrees, 360) * math.Pi / 180
	}
	const top, bottom = 36, 26
	w, h := size(c)
	var t turntable
	t.sinYaw, t.cosYaw = math.Sincos(radians(v.Yaw))
	t.sinPitch, t.cosPitch = math.Sincos(radians(math.Min(math.Max(v.Pitch, 0), 90)))
	t.centre = vg.Point{X: c.Min.X + vg.Length(w/2), Y: c.Min.Y + vg.Length((bottom+h-top)/2)}
	// The box's shadow is at most √2 wide and √3 tall, whichever way it is turned.
	t.side = math.Max(1, math.Min((w-90)/math.Sqrt2, (h-top-bottom)/math.Sqrt(3)))
	return t
}

// at projects p:
//
//	right = x cos ψ − y sin ψ
//	deep  = x sin ψ + y cos ψ
//	up    = deep · sin φ + z cos φ
func (t turntable) at(p Point3) vg.Point {
	x, y, z := p.X-0.5, p.Y-0.5, p.Z-0.5
	right, deep := x*t.cosYaw-y*t.sinYaw, x*t.sinYaw+y*t.cosYaw
	return t.centre.Add(vg.Point{X: vg.Length(t.side * right), Y: vg.Length(t.side * (deep*t.sinPitch + z*t.cosPitch))})
}

// eye is the direction to the viewer.
func (t turntable) eye() [3]float64 {
	return [3]float64{-t.sinYaw * t.cosPitch, -t.cosYaw * t.cosPitch, t.sinPitch}
}

// near is how near p is to the viewer, from 0 to 1.
func (t turntable) near(p Point3) float64 {
	e := t.eye()
	return 0.5 + (e[0]*(p.X-0.5)+e[1]*(p.Y-0.5)+e[2]*(p.Z-0.5))/math.Sqrt(3)
}

// box takes p to the unit box; ok says whether it lies in it.
func (v Lift) box(p Point3) (q Point3, ok bool) {
	q = Point3{v.X.sane().norm(p.X), v.Y.sane().norm(p.Y), v.Z.sane().norm(p.Z)}
	in := func(t float64) bool { return t >= 0 && t <= 1 }
	return q, in(q.X) && in(q.Y) && in(q.Z)
}

// Draw draws the panel; see [Drawer].
func (v Lift) Draw(c draw.Canvas) {
	t := v.turntable(c)
	v.drawBox(c, t)
	v.drawShadow(c, t)
	v.drawMesh(c, t)
	// What lies behind the plane, the plane, and what lies before it.
	e, w := t.eye(), v.boxPlane().W
	facing := e[0]*w[0]+e[1]*w[1]+e[2]*w[2] >= 0
	v.drawClouds(c, t, func(p Point3) bool { return v.above(p) != facing })
	v.drawPlane(c, t)
	v.drawClouds(c, t, func(p Point3) bool { return v.above(p) == facing })
	if v.Legend {
		v.key().Plot(draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
			Min: vg.Point{X: c.Min.X + 14, Y: c.Min.Y}, Max: vg.Point{X: c.Max.X, Y: c.Max.Y - 34}}}, nil)
	}
}

// boxPlane is the plane in the coordinates of the unit box.
func (v Lift) boxPlane() Plane {
	q := v.Plane
	for i, a := range [...]Axis{v.X.sane(), v.Y.sane(), v.Z.sane()} {
		q.B += q.W[i] * a.Min
		q.W[i] *= a.Max - a.Min
	}
	for _, f := range [...]float64{q.W[0], q.W[1], q.W[2], q.B} {
		if !finite(f) {
			return Plane{}
		}
	}
	return q
}

func (v Lift) above(p Point3) bool {
	w := v.Plane.W
	return w[0]*p.X+w[1]*p.Y+w[2]*p.Z+v.Plane.B >= 0
}

// drawClouds draws the points that keep keeps, far ones first and a little
// smaller. Depths come in slabs, so that a class needs few paths.
func (v Lift) drawClouds(c draw.Canvas, t turntable, keep func(Point3) bool) {
	const slabs = 8
	var stems vg.Path
	var marks [slabs][]glyphs
	for k, cloud := range v.Clouds {
		for s := range slabs {
			marks[s] = append(marks[s], glyphs{class: fmt.Sprintf("points class-%d", k+1), shape: cloud.shape(k), color: cloud.color(k), size: vg.Length(5.2 + 2*float64(s)/(slabs-1))})
		}
		for i, p := range cloud.Points {
			q, ok := v.box(p)
			if !ok || !keep(p) {
				continue
			}
			m := &marks[int(math.Min(math.Max(t.near(q), 0), 0.999)*slabs)][k]
			m.at, m.numbers = append(m.at, t.at(q)), append(m.numbers, i)
			if v.Stems {
				stems.Move(t.at(Point3{q.X, q.Y, 0}))
				stems.Line(t.at(q))
			}
		}
	}
	if len(stems) > 0 {
		strokePath(c, "stems", stems, draw.LineStyle{Color: Soft.Fade(0.3), Width: 1})
	}
	for _, slab := range marks {
		for _, m := range slab {
			m.draw(c)
		}
	}
}

func (k Cloud) color(i int) Token { return k.Color.or(Categories[i%len(Categories)]) }

func (k Cloud) shape(i int) Shape {
	if k.Shape != 0 {
		return k.Shape
	}
	return Shape(i%shapes) + Disc
}

// drawPlane draws where the plane cuts the box.
func (v Lift) drawPlane(c draw.Canvas, t turntable) {
	corners := v.boxPlane().section()
	if len(corners) < 3 {
		return
	}
	var path vg.Path
	for i, p := range corners {
		if i == 0 {
			path.Move(t.at(p))
		} else {
			path.Line(t.at(p))
		}
	}
	path.Close()
	fillPath(c, "plane", path, Accent.Fade(0.2))
	strokePath(c, "plane-rim", path, draw.LineStyle{Color: Accent, Width: 1.6})
}

// section returns the polygon in which the plane cuts the unit box, its corners in
// order around it.
func (q Plane) section() []Point3 {
	var corners []Point3
	for axis := range 3 {
		if q.W[axis] == 0 {
			continue
		}
		j, k := (axis+1)%3, (axis+2)%3
		for _, e := range [...][2]float64{{0, 0}, {0, 1}, {1, 0}, {1, 1}} {
			s := -(q.B + q.W[j]*e[0] + q.W[k]*e[1]) / q.W[axis]
			if !(s >= 0 && s <= 1) {
				continue
			}
			var p [3]float64
			p[axis], p[j], p[k] = s, e[0], e[1]
			corners = append(corners, Point3{p[0], p[1], p[2]})
		}
	}
	// Around the middle, in the coordinate plane that the normal is furthest from.
	flat := 0
	for i := range 3 {
		if math.Abs(q.W[i]) > math.Abs(q.W[flat]) {
			flat = i
		}
	}
	drop := func(p Point3) (a, b float64) {
		v := [3]float64{p.X, p.Y, p.Z}
		return v[(flat+1)%3], v[(flat+2)%3]
	}
	var ma, mb float64
	for _, p := range corners {
		a, b := drop(p)
		ma, mb = ma+a/float64(len(corners)), mb+b/float64(len(corners))
	}
	angle := func(p Point3) float64 { a, b := drop(p); return math.Atan2(b-mb, a-ma) }
	slices.SortFunc(corners, func(p, r Point3) int {
		if d := angle(p) - angle(r); d != 0 {
			return int(math.Copysign(1, d))
		}
		return 0
	})
	return slices.CompactFunc(corners, func(p, r Point3) bool {
		return math.Abs(p.X-r.X)+math.Abs(p.Y-r.Y)+math.Abs(p.Z-r.Z) < 1e-9
	})
}

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
		if len(trace.path) > 0 {
			strokePath(c, l.Class, trace.path, l.style())
		}
	}
}

// drawMesh draws the surface as lines of constant x and of constant y.
func (v Lift) drawMesh(c draw.Canvas, t turntable) {
	if v.Surface == nil {
		return
	}
	const lines, steps = 10, 40
	x, y, z := v.X.sane(), v.Y.sane(), v.Z.sane()
	trace := tracer{tolerance: 0.3}
	for _, along := range [...]bool{false, true} {
		for i := range lines + 1 {
			var run []vg.Point
			var last Point3
			for j := range steps + 1 {
				a, b := float64(i)/lines, float64(j)/steps
				if along {
					a, b = b, a
				}
				p := Point3{a, b, z.norm(v.Surface(x.value(a), y.value(b)))}
				if j > 0 {
					from, to, ok := clipHeight(last, p)
					if ok && (len(run) == 0 || from != last) {
						trace.add(run)
						run = []vg.Point{t.at(from)}
					}
					if ok {
						run = append(run, t.at(to))
					}
					if !ok || to != p {
						trace.add(run)
						run = nil
					}
				}
				last = p
			}
			trace.add(run)
		}
	}
	if len(trace.path) > 0 {
		strokePath(c, "mesh", trace.path, draw.LineStyle{Color: Ghost, Width: 0.8})
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

func (v Lift) key() key {
	var k key
	for i, cloud := range v.Clouds {
		if cloud.Name != "" {
			k = append(k, entry{cloud.Name, glyphs{shape: cloud.shape(i), color: cloud.color(i), size: 7}})
		}
	}
	if v.Plane.Name != "" {
		k = append(k, entry{v.Plane.Name, Line{Color: Accent, Width: 1.6}})
	}
	for _, l := range v.Shadow {
		if l.Name != "" {
			k = append(k, entry{l.Name, l})
		}
	}
	return k
}

// Describe says how many points each class has, from where they are seen, and how
// the plane parts them.
func (v Lift) Describe() string {
	var s sentences
	var counts, sides []string
	hidden, all := 0, 0
	for i, cloud := range v.Clouds {
		name := cloud.Name
		if name == "" {
			name = fmt.Sprintf("class %d", i+1)
		}
		n, above := 0, 0
		for _, p := range cloud.Points {
			if _, ok := v.box(p); !ok {
				hidden++
			}
			if finite(p.X) && finite(p.Y) && finite(p.Z) {
				n++
				if v.above(p) {
					above++
				}
			}
		}
		all += n
		counts = append(counts, fmt.Sprintf("%d %s", n, name))
		sides = append(sides, fmt.Sprintf("%d of %d %s", above, n, name))
	}
	s.say("%s over %s, %s and %s, seen from %s° round and %s° up", count(all, "point"),
		v.X.name("x"), v.Y.name("y"), v.Z.name("z"), brief(math.Mod(v.Yaw, 360)), brief(math.Min(math.Max(v.Pitch, 0), 90)))
	if len(counts) > 1 && v.Plane.W == [3]float64{} {
		s.say("There are %s", list(counts))
	}
	if v.Plane.W != [3]float64{} && len(sides) > 0 {
		s.say("On the positive side of the plane lie %s", list(sides))
	}
	if hidden > 0 {
		s.say("Outside the box: %d", hidden)
	}
	return s.String()
}
