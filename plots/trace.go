package plots

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// curveTolerance is that of curves, in px: less than a tenth of a line's width, and about what
// coordinates are rounded by.
const curveTolerance = 0.12

// tracer collects the pieces of curves that lie in a frame, without the vertices
// that a straight line through their neighbours misses by less than tolerance.
type tracer struct {
	c         draw.Canvas
	tolerance vg.Length
	graph     bool // of a function: x does not fall
	pts       []vg.Point
	path      vg.Path
}

// to draws on to (x, y) in data coordinates; a value that is not finite breaks
// the curve.
func (t *tracer) to(p *frame, x, y float64) {
	nx, ny := p.x.norm(x), p.y.norm(y)
	if math.IsNaN(nx) || math.IsNaN(ny) {
		t.lift()
		return
	}
	// Far outside, a vertex is moved nearer: clipping subtracts coordinates.
	const far = 1e5
	nx, ny = math.Min(math.Max(nx, -far), far), math.Min(math.Max(ny, -far), far)
	t.pts = append(t.pts, vg.Point{X: t.c.X(nx), Y: t.c.Y(ny)})
}

// lift ends the curve.
func (t *tracer) lift() {
	if t.graph {
		t.pts = perColumn(t.pts)
	}
	pieces := [][]vg.Point{t.pts}
	for _, pt := range t.pts {
		if !t.c.Contains(pt) {
			pieces = t.c.ClipLinesXY(t.pts)
			break
		}
	}
	for _, piece := range pieces {
		t.add(piece)
	}
	t.pts = t.pts[:0]
}

func (t *tracer) add(piece []vg.Point) {
	if len(piece) < 2 {
		return
	}
	if t.path == nil {
		t.path = make(vg.Path, 0, len(piece))
	}
	t.path.Move(piece[0])
	t.simplify(piece)
}

// simplify appends piece without its first vertex (Ramer, Douglas and Peucker).
func (t *tracer) simplify(piece []vg.Point) {
	a, b := piece[0], piece[len(piece)-1]
	ab := b.Sub(a)
	length := vg.Length(math.Hypot(float64(ab.X), float64(ab.Y)))
	worst, at := t.tolerance, 0
	for i := 1; i < len(piece)-1; i++ {
		ap := piece[i].Sub(a)
		var d vg.Length
		if length > 0 {
			d = vg.Length(math.Abs(float64(ab.X*ap.Y-ab.Y*ap.X))) / length
		} else {
			d = vg.Length(math.Hypot(float64(ap.X), float64(ap.Y)))
		}
		if d > worst {
			worst, at = d, i
		}
	}
	if at == 0 {
		t.path.Line(b)
		return
	}
	t.simplify(piece[:at+1])
	t.simplify(piece[at:])
}
