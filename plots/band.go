package plots

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Band is the area between two curves over Xs, as between an estimate less and
// plus its standard deviation. Where a value is not finite it has a gap. It is
// clipped to the frame.
type Band struct {
	Name       string // in the legend; "" for none
	Xs, Lo, Hi []float64
	Color      Token // Curve if zero
	Hatch      Hatch
	Class      string // of the path in the SVG, after "band"
}

// A Hatch tells one area from another without colour.
type Hatch int

const (
	Plain   Hatch = iota // no lines
	Rising               // lines from the lower left to the upper right
	Falling              // from the upper left to the lower right
	Upright
	hatches = iota
)

// plot draws the band.
//
// It panics if Xs, Lo and Hi differ in length.
func (b Band) plot(c draw.Canvas, p *frame) {
	if len(b.Lo) != len(b.Xs) || len(b.Hi) != len(b.Xs) {
		panic("plots: a band's Xs, Lo and Hi differ in length")
	}
	var runs []run
	var r run
	place := func(x, y float64) vg.Point {
		const far = 1e5 // clipping subtracts coordinates
		return vg.Point{X: c.X(min(max(x, -far), far)), Y: c.Y(min(max(y, -far), far))}
	}
	for i := range b.Xs {
		x, lo, hi := p.x.norm(b.Xs[i]), p.y.norm(b.Lo[i]), p.y.norm(b.Hi[i])
		if math.IsNaN(x + lo + hi) {
			runs, r = append(runs, r), run{}
			continue
		}
		r.lo, r.hi = append(r.lo, place(x, lo)), append(r.hi, place(x, hi))
	}
	b.draw(c, classes("band", b.Class), append(runs, r))
}

func (b Band) sample(c draw.Canvas, mid vg.Point) {
	const half = 5
	at := func(x, y vg.Length) vg.Point { return vg.Point{X: mid.X + x, Y: mid.Y + y} }
	c.Rectangle = vg.Rectangle{Min: at(-keySample/2, -half), Max: at(keySample/2, half)}
	b.draw(c, "", []run{{
		lo: []vg.Point{at(-keySample/2, -half), at(keySample/2, -half)},
		hi: []vg.Point{at(-keySample/2, half), at(keySample/2, half)},
	}})
}

// run is a part of a band without a gap: its lower and its upper edge on the
// canvas, of one length, from left to right.
type run struct{ lo, hi []vg.Point }

func (b Band) draw(c draw.Canvas, class string, runs []run) {
	ink := b.Color.or(Curve)
	t := tracer{c: c, tolerance: curveTolerance}
	var lines vg.Path
	for _, r := range runs {
		if len(r.lo) < 2 {
			continue
		}
		polygon := append([]vg.Point(nil), r.hi...)
		for i := range r.lo {
			polygon = append(polygon, r.lo[len(r.lo)-1-i])
		}
		if polygon = c.ClipPolygonXY(polygon); len(polygon) < 3 {
			continue
		}
		t.path.Move(polygon[0])
		t.simplify(polygon)
		t.path.Close()
		lines = b.Hatch.fill(c, r, lines)
	}
	if len(t.path) == 0 {
		return
	}
	fillPath(c, class, t.path, ink.Fade(0.18))
	strokePath(c, "", t.path, draw.LineStyle{Color: ink.Fade(faint), Width: 1})
	strokePath(c, "", lines, draw.LineStyle{Color: ink.Fade(faint), Width: 1})
}

// fill appends the hatch's lines within r and the frame, a column of a pixel at
// a time.
func (h Hatch) fill(c draw.Canvas, r run, path vg.Path) vg.Path {
	const apart = 7 // px across the lines
	width, height := int(math.Ceil(float64(c.Max.X-c.Min.X))), float64(c.Max.Y-c.Min.Y)
	lo, hi := columns(c, r.lo, width), columns(c, r.hi, width)
	switch h {
	case Upright:
		for i := apart / 2; i <= width; i += apart {
			if bottom, top := max(lo[i], 0), min(hi[i], height); top-bottom > 1 {
				x := c.Min.X + vg.Length(i)
				path = append(path, segment(vg.Point{X: x, Y: c.Min.Y + vg.Length(bottom)},
					vg.Point{X: x, Y: c.Min.Y + vg.Length(top)})...)
			}
		}
	case Rising, Falling:
		slope, first := 1.0, -float64(width)
		if h == Falling {
			slope, first = -1, 0
		}
		step := apart * math.Sqrt2
		for y0 := first; y0 < first+height+float64(width); y0 += step {
			// How far inside the band and the frame the line y0 + slope·i is.
			inside := func(i int) float64 {
				y := y0 + slope*float64(i)
				return min(y-lo[i], hi[i]-y, y, height-y)
			}
			at := func(x float64) vg.Point {
				return vg.Point{X: c.Min.X + vg.Length(x), Y: c.Min.Y + vg.Length(y0+slope*x)}
			}
			from := -1.0
			for i := range width + 1 {
				now := inside(i)
				switch {
				case now >= 0 && from < 0:
					from = float64(i)
					if i > 0 {
						if before := inside(i - 1); before < 0 {
							from -= now / (now - before)
						}
					}
				case !(now >= 0) && from >= 0:
					to := float64(i - 1)
					if before := inside(i - 1); now < 0 {
						to += before / (before - now)
					}
					if to-from > 1 {
						path = append(path, segment(at(from), at(to))...)
					}
					from = -1
				}
			}
			if from >= 0 && float64(width)-from > 1 {
				path = append(path, segment(at(from), at(float64(width)))...)
			}
		}
	}
	return path
}

// columns returns how high above the frame's bottom the curve through pts is at
// every pixel from its left; NaN beyond its ends.
func columns(c draw.Canvas, pts []vg.Point, width int) []float64 {
	ys := make([]float64, width+1)
	j := 0
	for i := range ys {
		x := c.Min.X + vg.Length(i)
		for j+2 < len(pts) && pts[j+1].X < x {
			j++
		}
		a, b := pts[j], pts[j+1]
		switch {
		case x < a.X || x > b.X:
			ys[i] = math.NaN()
		case b.X > a.X:
			ys[i] = float64(a.Y + (b.Y-a.Y)*(x-a.X)/(b.X-a.X) - c.Min.Y)
		default:
			ys[i] = float64(b.Y - c.Min.Y)
		}
	}
	return ys
}

// bands says how wide the named bands are, and where.
func (s *sentences) bands(x, y Axis, bands []Band) {
	for _, b := range bands {
		width := make([]float64, len(b.Xs))
		for i := range width {
			width[i] = b.Hi[i] - b.Lo[i]
		}
		if i, j, n := extremes(width); n > 0 && b.Name != "" {
			s.say("The band %s is narrowest at %s, %s wide, and widest at %s, %s wide",
				b.Name, x.amount(b.Xs[i]), y.amount(width[i]), x.amount(b.Xs[j]), y.amount(width[j]))
		}
	}
}
