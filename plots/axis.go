package plots

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// An Axis is a range of values with its name and unit. On a Log axis Min and Max
// are positive.
type Axis struct {
	Label    string
	Min, Max float64
	Log      bool
	Whole    bool // values are whole numbers, and so are the ticks
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
	if a.Log {
		if !(v > 0) {
			return math.NaN()
		}
		t = math.Log(v/a.Min) / math.Log(a.Max/a.Min)
	} else {
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
	return a.Min + t*(a.Max-a.Min)
}

// scale lets an Axis normalise for gonum/plot.
type scale struct{ Axis }

func (s scale) Normalize(_, _, v float64) float64 { return s.norm(v) }

// draw draws the plotters in the frame, through a plot.Plot without axes of its
// own, in the panel c.
func (f frame) draw(c draw.Canvas, plotters ...plot.Plotter) {
	p := plot.New()
	p.BackgroundColor = nil
	p.HideAxes()
	p.X.Padding, p.Y.Padding = 0, 0
	p.X.Min, p.X.Max, p.X.Scale = f.x.Min, f.x.Max, scale{f.x}
	p.Y.Min, p.Y.Max, p.Y.Scale = f.y.Min, f.y.Max, scale{f.y}
	p.Add(plotters...)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = f.x.Min, f.x.Max, f.y.Min, f.y.Max
	p.Draw(draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
		Min: vg.Point{X: c.Min.X + vg.Length(f.x0), Y: c.Min.Y + vg.Length(f.y0)},
		Max: vg.Point{X: c.Min.X + vg.Length(f.x1), Y: c.Min.Y + vg.Length(f.y1)},
	}})
}

// axes draws tick labels and names of both axes around the frame, and the grid
// in it. It is a plotter like any other: see the package comment.
type axes struct {
	x, y Axis
	grid bool
}

const (
	tickLength = 5
	tickGap    = 8
)

func (a axes) Plot(c draw.Canvas, p *plot.Plot) {
	xt := a.x.Ticks(float64(c.Max.X-c.Min.X), 72)
	yt := a.y.Ticks(float64(c.Max.Y-c.Min.Y), 46)
	trX, trY := p.Transforms(&c)
	var grid, ticks vg.Path
	for _, t := range yt {
		y := trY(t.Value)
		if a.grid {
			grid.Move(vg.Point{X: c.Min.X, Y: y})
			grid.Line(vg.Point{X: c.Max.X, Y: y})
		}
	}
	for _, t := range xt {
		x := trX(t.Value)
		ticks.Move(vg.Point{X: x, Y: c.Min.Y})
		ticks.Line(vg.Point{X: x, Y: c.Min.Y - tickLength})
	}
	if len(grid) > 0 {
		strokePath(c, "grid", grid, draw.LineStyle{Color: Hairline, Width: 1})
	}
	if len(ticks) > 0 {
		strokePath(c, "ticks", ticks, draw.LineStyle{Color: Soft, Width: 1})
	}
	set := tickText.with(Soft, middle)
	for _, t := range xt {
		set.draw(c, trX(t.Value), c.Min.Y-20, t.Label)
	}
	set = tickText.with(Soft, end)
	for _, t := range yt {
		set.draw(c, c.Min.X-tickGap, trY(t.Value)-4, t.Label)
	}
	axisLabels(c, a.x.Label, a.y.Label)
}

// axisLabels names the axes of the frame c. Where a page enlarges the type, its
// style sheet moves them out by their classes.
func axisLabels(c draw.Canvas, x, y string) {
	centre := c.Center()
	for _, l := range []struct {
		class, name string
		angle       float64
		x, y        vg.Length
	}{
		{"name-x", x, 0, centre.X, c.Min.Y - 42},
		{"name-y", y, math.Pi / 2, c.Min.X - marginLeft + 13, centre.Y},
	} {
		if canvas := svgOf(c); canvas != nil && l.name != "" {
			canvas.Class(l.class)
		}
		set := labelText.with(Ink, middle)
		set.Angle = l.angle
		set.draw(c, l.x, l.y, l.name)
	}
}

// strokePath strokes path, naming it where the canvas can hold a name.
func strokePath(c draw.Canvas, class string, path vg.Path, style draw.LineStyle) {
	if s := svgOf(c); s != nil {
		s.Class(class)
	}
	c.SetLineStyle(style)
	c.Stroke(path)
}

// fillPath fills path, naming it where the canvas can hold a name.
func fillPath(c draw.Canvas, class string, path vg.Path, fill Token) {
	if s := svgOf(c); s != nil {
		s.Class(class)
	}
	c.SetColor(fill)
	c.Fill(path)
}

// box is the outline of a rectangle.
func box(r vg.Rectangle) vg.Path {
	return appendBox(nil, r)
}

func appendBox(path vg.Path, r vg.Rectangle) vg.Path {
	path.Move(r.Min)
	path.Line(vg.Point{X: r.Max.X, Y: r.Min.Y})
	path.Line(r.Max)
	path.Line(vg.Point{X: r.Min.X, Y: r.Max.Y})
	path.Close()
	return path
}

// Ticks returns labelled ticks for an axis px pixels long, apart pixels apart or
// more: multiples of 1, 2 or 5 powers of ten; on a Log axis 1, 2, 5 of every
// decade, or decades alone, or every second decade and so on. Minus is U+2212.
func (a Axis) Ticks(px, apart float64) []plot.Tick {
	a = a.sane()
	n := math.Max(1, px/apart)
	if a.Log && a.Max/a.Min >= 5 {
		return a.logTicks(n)
	}
	return a.linearTicks(n)
}

func (a Axis) linearTicks(n float64) []plot.Tick {
	step := NiceStep((a.Max - a.Min) / n)
	if a.Whole {
		step = math.Max(step, 1)
	}
	places := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	first := math.Ceil(a.Min/step - 1e-9)
	last := math.Floor(a.Max/step + 1e-9)
	var ticks []plot.Tick
	for i := first; i <= last && len(ticks) < 50; i++ {
		v := i * step
		if a.Log && v <= 0 {
			continue
		}
		ticks = append(ticks, plot.Tick{Value: v, Label: number(v, places)})
	}
	return ticks
}

// NiceStep returns the smallest of 1, 2, 5 × 10ᵏ not under s > 0: what people
// count in.
func NiceStep(s float64) float64 {
	e := int(math.Floor(math.Log10(s)))
	for _, m := range [...]float64{1, 2, 5} {
		if step := m * math.Pow10(e); s <= step*(1+1e-9) {
			return step
		}
	}
	return math.Pow10(e + 1)
}

// RoundUp returns the end of an axis that is to hold values up to v in size: the
// smallest of 1, 2, 5 × 10ᵏ not under |v|, and 1 where v is 0 or not finite.
//
// A figure's axes are a function of its state alone, and yet they should stay while
// one control moves. There are two ways:
//
//   - Where it costs little, as when one decomposition serves every λ, pass
//     the range over the whole slider: the axis never moves. But where that range is
//     of many decades, as of α when λ falls to 10⁻¹², nearly every state is flat in it.
//   - Else round the state's own range up with RoundUp: neighbouring states share an
//     axis, which changes at most three times a decade.
func RoundUp(v float64) float64 {
	if v = math.Abs(v); v == 0 || !finite(v) {
		return 1
	}
	up := NiceStep(v)
	if !(up >= v) || math.IsInf(up, 0) { // where floats end, there are no powers of ten
		return v
	}
	return up
}

func (a Axis) logTicks(n float64) []plot.Tick {
	lo, hi := math.Log10(a.Min), math.Log10(a.Max)
	mantissas := []float64{1}
	stride := 1
	if (hi-lo)*3 <= n*1.4 { // 1, 2, 5 lie at least 0.3 decades apart
		mantissas = []float64{1, 2, 5}
	} else {
		for float64(stride)*n < hi-lo {
			stride++
		}
	}
	var ticks []plot.Tick
	for e := int(math.Floor(lo)); e <= int(math.Ceil(hi)); e++ {
		if e%stride != 0 {
			continue
		}
		for _, m := range mantissas {
			v := m * math.Pow(10, float64(e))
			if t := a.norm(v); t >= -1e-9 && t <= 1+1e-9 {
				ticks = append(ticks, plot.Tick{Value: v, Label: power(m, e)})
			}
		}
	}
	return ticks
}

// power writes m·10ᵉ: plainly from 0.01 to 5000, else as 10⁻⁴ or 2·10⁻⁴.
func power(m float64, e int) string {
	if -2 <= e && e <= 3 {
		return number(m*math.Pow(10, float64(e)), max(0, -e))
	}
	s := "10" + superscript(e)
	if m != 1 {
		s = strconv.FormatFloat(m, 'g', -1, 64) + "·" + s
	}
	return s
}

// number writes v to so many decimal places, or as a power of ten when that
// would not fit beside an axis.
func number(v float64, places int) string {
	if abs := math.Abs(v); places > 4 || abs >= 1e5 {
		if v == 0 {
			return "0"
		}
		e := int(math.Floor(math.Log10(abs) + 1e-9))
		m := math.Round(v/math.Pow(10, float64(e))*100) / 100
		if m == 1 {
			return "10" + superscript(e)
		}
		return minus(strconv.FormatFloat(m, 'g', -1, 64)) + "·10" + superscript(e)
	}
	s := strconv.FormatFloat(v, 'f', places, 64)
	if v == 0 || s == "-0" {
		return "0"
	}
	return minus(s)
}

func minus(s string) string {
	if s[0] == '-' {
		return "−" + s[1:]
	}
	return s
}

func superscript(n int) string { return shifted(n, []rune("⁰¹²³⁴⁵⁶⁷⁸⁹"), "⁻") }
func subscript(n int) string   { return shifted(n, []rune("₀₁₂₃₄₅₆₇₈₉"), "₋") }

func shifted(n int, digits []rune, minus string) string {
	var out []rune
	for _, r := range strconv.Itoa(n) {
		if r == '-' {
			out = append(out, []rune(minus)...)
		} else {
			out = append(out, digits[r-'0'])
		}
	}
	return string(out)
}

// equal returns f made narrower or lower, so that one unit is as long in x as in
// y. Its upper left corner stays.
func (f frame) equal() frame {
	dx, dy := f.x.Max-f.x.Min, f.y.Max-f.y.Min
	k := math.Min((f.x1-f.x0)/dx, (f.y1-f.y0)/dy)
	f.x1, f.y0 = f.x0+k*dx, f.y1-k*dy
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
	fw := math.Min(math.Max(side*ratio, 160), panelWidth-marginLeft-marginRight)
	fh := math.Min(math.Max(fw/ratio, 100), side)
	return math.Round(fw) + marginLeft + marginRight, math.Round(fh) + marginTop + marginBottom
}
