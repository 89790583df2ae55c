package plots

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Plane is the points p where W·p + B = 0. The zero Plane is none.
type Plane struct {
	W    [3]float64
	B    float64
	Name string // in the legend; "" for none
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

// drawPlane draws where the plane cuts the box.
func (v Lift) drawPlane(c draw.Canvas, t turntable) {
	corners := v.boxPlane().section()
	if len(corners) < 3 {
		return
	}
	at := make([]vg.Point, len(corners))
	for i, p := range corners {
		at[i] = t.at(p)
	}
	path := appendPolygon(nil, at...)
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
