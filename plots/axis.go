package plots

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// An Axis is a range of values with its name and unit. On a Log axis Min and Max
// are positive. Where Linear is positive, and Log is not set, the scale is symmetric
// logarithmic: linear up to about Linear in size, logarithmic beyond, for both signs.
type Axis struct {
	Label    string
	Min, Max float64
	Log      bool
	Linear   float64
	Whole    bool   // values are whole numbers, and so are the ticks
	Names    string // of the whole values from 1 on, a line each, in place of their numbers
	Bare     bool   // no ticks: its numbers mean nothing, as where points are only kept apart
}

// The margins between a panel's edge and its frame. They hold the longest tick
// label in text a quarter larger than ours, as a phone's style sheet sets it,
// and above the frame one row for a legend or a colour-bar.
const (
	panelWidth, panelHeight = 560, 360
	marginLeft              = 68
	marginRight             = 16
	marginTop               = 40
	marginBottom            = 50
)

// frame is the data rectangle of a panel, in vg's coordinates, with its axes.
// It depends on the panel's size alone.
type frame struct {
	x0, y0, x1, y1 float64
	x, y           Axis
}

func newFrame(width, height float64, x, y Axis) frame {
	return frame{marginLeft, marginBottom, width - marginRight, height - marginTop, x.sane(), y.sane()}
}

// sane returns a range that can be divided by: not empty, finite, positive if
// Log. A figure of constant data still has axes.
func (a Axis) sane() Axis {
	if !finite(a.Min) || !finite(a.Max) || a.Log && (a.Min <= 0 || a.Max <= 0) {
		a.Min, a.Max = 0, 1
		if a.Log {
			a.Min = 0.1
		}
	}
	if a.Min > a.Max {
		a.Min, a.Max = a.Max, a.Min
	}
	if a.Log || !finite(a.Linear) {
		a.Linear = 0
	}
	if !(a.Max-a.Min > 1e-12*math.Max(math.Abs(a.Min), math.Abs(a.Max))) {
		if a.Log {
			a.Min, a.Max = a.Min/2, a.Max*2
		} else {
			d := math.Max(1, math.Abs(a.Max)) / 2
			a.Min, a.Max = a.Min-d, a.Max+d
		}
	}
	return a
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// norm returns where v lies between Min (0) and Max (1). What is not finite, or
// not positive on a Log axis, is NaN.
func (a Axis) norm(v float64) float64 {
	var t float64
	switch {
	case a.Log:
		if !(v > 0) {
			return math.NaN()
		}
		t = math.Log(v/a.Min) / math.Log(a.Max/a.Min)
		if math.IsInf(a.Max/a.Min, 0) || math.IsInf(v/a.Min, 0) {
			t = (math.Log(v) - math.Log(a.Min)) / (math.Log(a.Max) - math.Log(a.Min))
		}
	case a.Linear > 0:
		least := symlog(a.Min, a.Linear)
		t = (symlog(v, a.Linear) - least) / (symlog(a.Max, a.Linear) - least)
	default:
		t = (v - a.Min) / (a.Max - a.Min)
	}
	if math.IsInf(t, 0) {
		return math.NaN()
	}
	return t
}

// value returns what lies at t, from 0 at Min to 1 at Max: the inverse of norm.
func (a Axis) value(t float64) float64 {
	if a.Log {
		return a.Min * math.Pow(a.Max/a.Min, t)
	}
	if a.Linear > 0 {
		least := symlog(a.Min, a.Linear)
		return symexp(least+t*(symlog(a.Max, a.Linear)-least), a.Linear)
	}
	return a.Min + t*(a.Max-a.Min)
}

// An inFrame draws into the frame c, whose axes are those of p.
type inFrame interface{ plot(c draw.Canvas, p *frame) }

// draw draws the parts in the frame, in order, in the panel c.
func (f frame) draw(c draw.Canvas, parts ...inFrame) {
	c.Rectangle = vg.Rectangle{
		Min: vg.Point{X: c.Min.X + vg.Length(f.x0), Y: c.Min.Y + vg.Length(f.y0)},
		Max: vg.Point{X: c.Min.X + vg.Length(f.x1), Y: c.Min.Y + vg.Length(f.y1)},
	}
	for _, p := range parts {
		p.plot(c, &f)
	}
}

// axes draws tick labels and names of both axes around the frame, and the grid
// in it. Why they are ours is in the package comment.
type axes struct {
	x, y Axis
	grid bool
}

const (
	tickLength = 5
	tickGap    = 8

	// cornerReach is how near the corner two axes' numbers are in each other's way
	// where a page enlarges the type; its style sheet moves one aside by its class.
	cornerReach = 8
)

func (a axes) plot(c draw.Canvas, p *frame) {
	w, h := size(c)
	xt, xNote := a.x.ticks(w, h, alongX)
	lowest := a.plotY(c, p)
	var ticks vg.Path
	for _, t := range xt {
		x := c.X(p.x.norm(t.Value))
		ticks = append(ticks, segment(vg.Point{X: x, Y: c.Min.Y}, vg.Point{X: x, Y: c.Min.Y - tickLength})...)
	}
	strokePath(c, "ticks", ticks, draw.LineStyle{Color: Soft, Width: 1})
	set := tickText.with(Soft, middle)
	corner := ""
	for i, t := range xt {
		x := c.X(p.x.norm(t.Value))
		if i == 0 && x <= c.Min.X+cornerReach && lowest <= c.Min.Y+cornerReach {
			corner = t.Label
			continue
		}
		set.draw(c, x, c.Min.Y-20, t.Label)
	}
	if corner != "" {
		named(c, "corner")
		set.draw(c, c.X(p.x.norm(xt[0].Value)), c.Min.Y-20, corner)
	}
	if xNote != "" {
		named(c, "name-x")
		tickText.with(Soft, end).draw(c, c.Max.X, c.Min.Y-nameBelow, xNote)
	}
	axisLabels(c, a.x.Label, a.y.Label)
}

// plotY draws the y axis but for its name, and returns the height of its lowest tick.
func (a axes) plotY(c draw.Canvas, p *frame) (lowest vg.Length) {
	w, h := size(c)
	yt, note := a.y.ticks(w, h, alongY)
	if a.grid {
		gridOf(c, p, yt)
	}
	set := tickText.with(Soft, end)
	lowest = c.Max.Y
	for _, t := range yt {
		y := c.Y(p.y.norm(t.Value))
		lowest = min(lowest, y)
		set.draw(c, c.Min.X-tickGap, y-4, t.Label)
	}
	set.draw(c, c.Min.X-tickGap, c.Max.Y+keyBase, note)
	return lowest
}

// gridOf draws a line across the frame at each tick of its y axis.
func gridOf(c draw.Canvas, p *frame, ticks []tick) {
	var grid vg.Path
	for _, t := range ticks {
		grid = append(grid, horizontal(c, c.Y(p.y.norm(t.Value)))...)
	}
	strokePath(c, "grid", grid, draw.LineStyle{Color: Hairline, Width: 1})
}

// nameBelow is how far under the frame the x axis's name stands.
const nameBelow = 42

// axisLabels names the axes of the frame c. Where a page enlarges the type, its
// style sheet moves them out by their classes.
func axisLabels(c draw.Canvas, x, y string) {
	centre := c.Center()
	for _, l := range []struct {
		class, name string
		angle       float64
		x, y        vg.Length
	}{
		{"name-x", x, 0, centre.X, c.Min.Y - nameBelow},
		{"name-y", y, math.Pi / 2, c.Min.X - marginLeft + 13, centre.Y},
	} {
		if l.name != "" {
			named(c, l.class)
		}
		set := labelText.with(Ink, middle)
		set.Angle = l.angle
		set.draw(c, l.x, l.y, l.name)
	}
}

// named gives the next element a class, where the canvas can hold one.
func named(c draw.Canvas, class string) {
	if s := svgOf(c); s != nil {
		s.Class(class)
	}
}

// vertical and horizontal are lines from end to end of a canvas.
func vertical(c draw.Canvas, x vg.Length) vg.Path {
	return segment(vg.Point{X: x, Y: c.Min.Y}, vg.Point{X: x, Y: c.Max.Y})
}

func horizontal(c draw.Canvas, y vg.Length) vg.Path {
	return segment(vg.Point{X: c.Min.X, Y: y}, vg.Point{X: c.Max.X, Y: y})
}

// segment is a line from a to b.
func segment(a, b vg.Point) vg.Path {
	return vg.Path{{Type: vg.MoveComp, Pos: a}, {Type: vg.LineComp, Pos: b}}
}

// appendPolygon appends a closed subpath with these corners.
func appendPolygon(path vg.Path, corners ...vg.Point) vg.Path {
	path.Move(corners[0])
	for _, p := range corners[1:] {
		path.Line(p)
	}
	path.Close()
	return path
}

// strokePath strokes path, naming it where the canvas can hold a name.
func strokePath(c draw.Canvas, class string, path vg.Path, style draw.LineStyle) {
	if len(path) == 0 {
		return
	}
	named(c, class)
	c.SetLineStyle(style)
	c.Stroke(path)
}

// fillPath fills path, naming it where the canvas can hold a name.
func fillPath(c draw.Canvas, class string, path vg.Path, fill Token) {
	named(c, class)
	c.SetColor(fill)
	c.Fill(path)
}

// box is the outline of a rectangle.
func box(r vg.Rectangle) vg.Path { return appendBox(nil, r) }

func appendBox(path vg.Path, r vg.Rectangle) vg.Path {
	return appendPolygon(path, r.Min, vg.Point{X: r.Max.X, Y: r.Min.Y}, r.Max, vg.Point{X: r.Min.X, Y: r.Max.Y})
}

// equal returns f made narrower or lower, so that one unit is as long in x as in
// y, in the middle of where it was.
func (f frame) equal() frame {
	dx, dy := f.x.Max-f.x.Min, f.y.Max-f.y.Min
	k := math.Min((f.x1-f.x0)/dx, (f.y1-f.y0)/dy)
	wide := float64(k * dx) // rounded for itself, where half of what is left is half a pixel
	f.x0 += math.Round((f.x1 - f.x0 - wide) / 2)
	f.x1, f.y0 = f.x0+wide, f.y1-k*dy
	return f
}

// planeSize is the size of a panel of a plane: the usual one or, for equal scales,
// what fits around a frame at most 310 high.
func planeSize(equal bool, x, y Axis) (w, h float64) {
	if !equal {
		return panelWidth, panelHeight
	}
	const side = 310 // px, the greatest height of the frame
	x, y = x.sane(), y.sane()
	ratio := (x.Max - x.Min) / (y.Max - y.Min)
	fw := math.Min(math.Max(side*ratio, leastSide), panelWidth-marginLeft-marginRight)
	fh := math.Min(math.Max(fw/ratio, 100), side)
	return math.Round(fw) + marginLeft + marginRight, math.Round(fh) + marginTop + marginBottom
}

// leastSide is the least width of a plane's frame, px: below it three ticks have no
// room where a page enlarges them.
const leastSide = 230

// planeHeight is the height of a panel of that width whose frame has equal scales and
// fills it; 0 where scales differ.
func planeHeight(equal bool, x, y Axis, width float64) float64 {
	if !equal {
		return 0
	}
	const least, most = 90, 560 // px of the frame
	x, y = x.sane(), y.sane()
	fh := (width - marginLeft - marginRight) * (y.Max - y.Min) / (x.Max - x.Min)
	return math.Round(math.Min(math.Max(fh, least), most)) + marginTop + marginBottom
}
