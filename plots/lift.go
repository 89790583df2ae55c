package plots

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Point3 is a place in space.
type Point3 struct{ X, Y, Z float64 }

// A Cloud is the points of one class in space.
type Cloud struct {
	Name   string // in the legend; "" for none
	Points []Point3
	Index  []int // numbers of the points among all data; counted on from cloud to cloud if nil
	Color  Token // the category of the class's place if zero
	Shape  Shape // of the class's place if zero
}

// A Marker3 is a ring around a place in space, with a name beside it.
type Marker3 struct {
	At   Point3
	Name string
}

// Lift is points in a box, on a turntable, in parallel projection. At Yaw 0 x
// runs to the right; at Pitch 90 the box is seen from above and the picture is the
// plane of x and y; at Pitch 0 it is seen from the side and z runs up. The box
// does not change its size while Yaw or Squash does. What lies outside it is not drawn.
type Lift struct {
	X, Y, Z    Axis
	Yaw, Pitch float64 // degrees; Pitch in [0, 90]
	Squash     float64 // of the box's height, from 0, a cube, to 1, flat
	Clouds     []Cloud
	Stems      bool                       // from every point to the floor
	Surface    func(x, y float64) float64 // on which the points lie, shaded, as a mesh; nil for none
	Plane      Plane
	Shadow     []Line    // on the floor, in x and y, and above it on the Surface
	Rings      []Marker3 // before everything else
	Arrows     []Arrow   // over everything else
	Legend     bool
}

func (v Lift) size() (w, h float64) { return 460, 420 }

// turntable takes the box [0, 1]³ to the canvas.
type turntable struct {
	sinYaw, cosYaw, sinPitch, cosPitch float64
	centre                             vg.Point
	side                               float64 // of the box, px
	height                             float64 // of the box, as a share of its side
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
	t := turntable{height: 1 - math.Min(math.Max(v.Squash, 0), 1)}
	if !finite(v.Squash) {
		t.height = 1
	}
	t.sinYaw, t.cosYaw = math.Sincos(radians(v.Yaw))
	t.sinPitch, t.cosPitch = math.Sincos(radians(math.Min(math.Max(v.Pitch, 0), 90)))
	t.centre = vg.Point{X: c.Min.X + vg.Length(w/2), Y: c.Min.Y + vg.Length((bottom+h-top)/2)}
	// The box's shadow is at most so wide and tall, whichever way it is turned.
	wide, tall := math.Sqrt2, math.Max(math.Sqrt2, math.Sqrt2*t.sinPitch+t.cosPitch)
	t.side = math.Max(1, math.Min((w-90)/wide, (h-top-bottom)/tall))
	return t
}

// at projects p:
//
//	right = x cos ψ − y sin ψ
//	deep  = x sin ψ + y cos ψ
//	up    = deep · sin φ + z cos φ
func (t turntable) at(p Point3) vg.Point {
	x, y, z := p.X-0.5, p.Y-0.5, t.height*p.Z-0.5
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
	return 0.5 + (e[0]*(p.X-0.5)+e[1]*(p.Y-0.5)+e[2]*(t.height*p.Z-0.5))/math.Sqrt(3)
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
	v.drawShade(c, t)
	v.drawMesh(c, t)
	// What lies behind the plane, the plane, and what lies before it.
	e, w := t.eye(), v.boxPlane().W
	facing := e[0]*w[0]+e[1]*w[1]+e[2]*w[2] >= 0
	v.drawClouds(c, t, func(p Point3) bool { return v.above(p) != facing })
	v.drawPlane(c, t)
	v.drawCut(c, t)
	v.drawClouds(c, t, func(p Point3) bool { return v.above(p) == facing })
	for _, m := range v.Rings {
		if q, ok := v.box(m.At); ok {
			Marker{Name: m.Name, Datum: true}.draw(c, t.at(q))
		}
	}
	v.drawArrows(c, t)
	if v.Legend {
		v.key().plot(draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
			Min: vg.Point{X: c.Min.X + 14, Y: c.Min.Y}, Max: vg.Point{X: c.Max.X, Y: c.Max.Y - 34}}}, nil)
	}
}

// drawClouds draws the points that keep keeps, far ones first and a little
// smaller. Depths come in slabs, so that a class needs few paths.
func (v Lift) drawClouds(c draw.Canvas, t turntable, keep func(Point3) bool) {
	const slabs = 8
	var stems vg.Path
	var stood []int // the data of the stems
	first := 0
	var marks [slabs][]glyphs
	for k, cloud := range v.Clouds {
		for s := range slabs {
			marks[s] = append(marks[s],
				glyphs{class: fmt.Sprintf("points class-%d", k+1), shape: cloud.Shape.or(k),
					color: cloud.Color.or(category(k)), size: vg.Length(5.2 + 2*float64(s)/(slabs-1))})
		}
		for i, p := range cloud.Points {
			q, ok := v.box(p)
			if !ok || !keep(p) {
				continue
			}
			n := first + i
			if cloud.Index != nil {
				n = cloud.Index[i]
			}
			m := &marks[int(math.Min(math.Max(t.near(q), 0), 0.999)*slabs)][k]
			m.at, m.numbers = append(m.at, t.at(q)), append(m.numbers, n)
			if v.Stems {
				stems = append(stems, segment(t.at(Point3{q.X, q.Y, 0}), t.at(q))...)
				stood = append(stood, n)
			}
		}
		first += len(cloud.Points)
	}
	numbered(c, stood)
	strokePath(c, "stems", stems, draw.LineStyle{Color: Soft.Fade(0.3), Width: 1})
	for _, slab := range marks {
		for _, m := range slab {
			m.draw(c)
		}
	}
}

func (v Lift) key() key {
	var k key
	for i, cloud := range v.Clouds {
		if cloud.Name != "" {
			k = append(k, entry{cloud.Name, glyphs{shape: cloud.Shape.or(i), color: cloud.Color.or(category(i)),
				size: 7}})
		}
	}
	if v.Plane.Name != "" {
		k = append(k, entry{v.Plane.Name, Line{Color: Accent, Width: 1.6}})
	}
	for _, a := range v.Arrows {
		if a.Headless && a.Name != "" {
			k = append(k, entry{a.Name, a.line()})
		}
	}
	return k.lines(v.Shadow)
}

// Describe says how many points each class has, from where they are seen, and how
// the plane parts them.
func (v Lift) Describe() string {
	var s sentences
	var counts, sides []string
	hidden, all := 0, 0
	for i, cloud := range v.Clouds {
		name := className(cloud.Name, i)
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
		v.X.name("x"), v.Y.name("y"), v.Z.name("z"),
		brief(math.Mod(v.Yaw, 360)), brief(math.Min(math.Max(v.Pitch, 0), 90)))
	if v.Squash > 0 && v.Squash <= 1 {
		s.say("The box is %s %% of its height", brief(100*(1-v.Squash)))
	}
	if len(counts) > 1 && v.Plane.W == [3]float64{} {
		s.say("There are %s", list(counts))
	}
	if v.Plane.W != [3]float64{} && len(sides) > 0 {
		s.say("On the positive side of the plane lie %s", list(sides))
	}
	var arrows []string
	for _, a := range v.Arrows {
		_, in := v.box(a.From)
		_, also := v.box(a.To)
		if in && also && a.Name != "" && !a.Headless {
			arrows = append(arrows, a.Name)
		}
	}
	if len(arrows) > 0 {
		s.say("%s to %s", map[bool]string{true: "An arrow leads", false: "Arrows lead"}[len(arrows) == 1], list(arrows))
	}
	if hidden > 0 {
		s.say("Outside the box: %d", hidden)
	}
	return s.String()
}
