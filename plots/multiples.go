package plots

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Multiples is small pictures of one kind beside each other, to be compared: functions
// over one plane with the same points over each, or the points of one class after
// another along different axes. They have names and no ticks: the picture beside them
// that is large enough has those.
type Multiples struct {
	Parts []Multiple // row after row
	Cols  int        // 3 if zero
}

// A Multiple is one of them.
type Multiple struct {
	Name    string
	X, Y    Axis
	Relief  *Relief // nil for none
	Classes []Class
	Strong  bool // brought out
}

func (v Multiples) cols() int {
	if v.Cols > 0 {
		return v.Cols
	}
	return 3
}

func (v Multiples) size() (w, h float64) { return 640, 470 }

// Draw draws the panel; see [Drawer].
func (v Multiples) Draw(c draw.Canvas) {
	const gap, name, top, side = 14, 24, 30, 8
	w, h := size(c)
	cols := v.cols()
	rows := max(1, (len(v.Parts)+cols-1)/cols)
	cw, ch := (w-2*side-gap*float64(cols-1))/float64(cols), (h-top-side-gap*float64(rows-1))/float64(rows)
	if len(v.Parts) > 0 {
		classKey(inOrder(v.Parts[0].Classes)).plot(draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
			Min: vg.Point{X: c.Min.X + side, Y: c.Min.Y}, Max: vg.Point{X: c.Max.X - side, Y: c.Max.Y - top}}}, nil)
	}
	for i, part := range v.Parts {
		x0 := float64(c.Min.X) + side + (cw+gap)*float64(i%cols)
		y1 := float64(c.Max.Y) - top - (ch+gap)*float64(i/cols)
		in := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
			Min: vg.Point{X: vg.Length(x0), Y: vg.Length(y1 - ch)}, Max: vg.Point{X: vg.Length(x0 + cw), Y: vg.Length(y1 - name)}}}
		part.draw(in)
	}
}

// draw draws one into its frame, its name above.
func (v Multiple) draw(c draw.Canvas) {
	f := &frame{x: v.X.sane(), y: v.Y.sane()}
	if v.Relief != nil { // one unit is as long in x as in y
		side := min(c.Max.X-c.Min.X, c.Max.Y-c.Min.Y)
		mid := c.Center()
		c.Min.X, c.Max.X, c.Min.Y = mid.X-side/2, mid.X+side/2, c.Max.Y-side
		if v.Relief.raster != nil {
			drawRaster(c, "", c.Rectangle, v.Relief.raster)
		}
		v.Relief.plot(c, 0, float64(v.Relief.cols-1), float64(v.Relief.rows-1), onShade)
	}
	edge := draw.LineStyle{Color: Hairline, Width: 1}
	ink := Soft
	if v.Strong {
		edge, ink = draw.LineStyle{Color: Accent, Width: 2.4}, Accent
	}
	strokePath(c, "", box(c.Rectangle), edge)
	classes := inOrder(v.Classes)
	for i := range classes {
		classes[i].Size = 4
	}
	for i, k := range classes {
		g := k.glyphs(c, f, i)
		g.class, g.numbers = fmt.Sprintf("small class-%d", i+1), nil
		g.draw(c)
	}
	set := tickText.with(ink, middle)
	set.Bold = v.Strong
	set.draw(c, c.Center().X, c.Max.Y+6, v.Name)
}

// Describe says what each part is.
func (v Multiples) Describe() string {
	var s sentences
	var names []string
	for _, p := range v.Parts {
		name := p.Name
		if p.Relief != nil && p.Relief.known > 0 {
			name += fmt.Sprintf(" from %s to %s", brief(p.Relief.lo.value), brief(p.Relief.hi.value))
		} else {
			lo, hi := math.Inf(1), math.Inf(-1)
			for _, k := range p.Classes {
				for _, pt := range k.Points {
					lo, hi = math.Min(lo, pt.X), math.Max(hi, pt.X)
				}
			}
			if lo <= hi {
				name += fmt.Sprintf(" from %s to %s", brief(lo), brief(hi))
			}
		}
		names = append(names, name)
	}
	s.say("%s beside each other: %s", count(len(v.Parts), "small picture"), list(names))
	if len(v.Parts) > 0 {
		s.classes(inOrder(v.Parts[0].Classes))
	}
	return s.String()
}
