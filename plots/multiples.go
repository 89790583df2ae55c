package plots

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Multiples is small pictures of one kind beside each other, to be compared: functions
// over one plane with the same points over each, the points of one class after
// another along different axes, or curves over one axis. They have names and no ticks: the
// picture beside them that is large enough has those.
type Multiples struct {
	Parts []Multiple // row after row
	Cols  int        // at most so many beside each other; 3 if zero
	Note  string     // above them, where there are no classes: "each on a scale of its own"
}

// A Multiple is one of them.
type Multiple struct {
	Name    string // in the middle, or at the left where there is a Note
	Note    string // at the right
	X, Y    Axis
	Relief  *Relief // nil for none
	Classes []Class
	Bands   []Band // under the lines
	Lines   []Line // over a line at 0
	Strong  bool   // brought out
}

// noteWidth is how wide a small picture must be for a name and a note above it, px; the
// projector's letters are a quarter wider.
func (v Multiples) noteWidth() float64 {
	most := 115.
	for _, p := range v.Parts {
		most = math.Max(most, 1.25*float64(tickText.width(p.Name)+tickText.width(p.Note))+8)
	}
	return most
}

// cols is how many stand beside each other in a panel so wide.
func (v Multiples) cols(width float64) int {
	most := 3
	if v.Cols > 0 {
		most = v.Cols
	}
	if len(v.Parts) > 0 && v.Parts[0].Note != "" {
		most = min(most, max(1, int(width/v.noteWidth())))
	}
	return most
}

func (v Multiples) size() (w, h float64) { return 640, 470 }

// Draw draws the panel; see [Drawer].
func (v Multiples) Draw(c draw.Canvas) {
	const gap, name, top, side = 14, 24, 30, 8
	w, h := size(c)
	cols := v.cols(w)
	rows := max(1, (len(v.Parts)+cols-1)/cols)
	cw, ch := (w-2*side-gap*float64(cols-1))/float64(cols), (h-top-side-gap*float64(rows-1))/float64(rows)
	ch = math.Min(ch, cw+name) // a frame is no higher than wide
	var k key
	if len(v.Parts) > 0 {
		k = classKey(inOrder(v.Parts[0].Classes))
	}
	if v.Note != "" {
		k = append(k, entry{name: v.Note})
	}
	k.plot(draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
		Min: vg.Point{X: c.Min.X + side, Y: c.Min.Y}, Max: vg.Point{X: c.Max.X - side, Y: c.Max.Y - top}}}, nil)
	for i, part := range v.Parts {
		x0 := float64(c.Min.X) + side + (cw+gap)*float64(i%cols)
		y1 := float64(c.Max.Y) - top - (ch+gap)*float64(i/cols)
		in := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
			Min: vg.Point{X: vg.Length(x0), Y: vg.Length(y1 - ch)},
			Max: vg.Point{X: vg.Length(x0 + cw), Y: vg.Length(y1 - name)},
		}}
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
	strokePath(c, "grid", box(c.Rectangle), edge)
	classes := inOrder(v.Classes)
	for i := range classes {
		classes[i].Size = 4
	}
	for i, k := range classes {
		g := k.glyphs(c, f, i)
		g.class, g.numbers = fmt.Sprintf("small class-%d", i+1), nil
		g.draw(c)
	}
	for _, b := range v.Bands {
		b.plot(c, f)
	}
	v.drawLines(c, f)
	set := tickText.with(ink, middle)
	set.Bold = v.Strong
	if v.Note == "" {
		set.draw(c, c.Center().X, c.Max.Y+6, v.Name)
		return
	}
	set.Bold = true
	set.with(ink, start).draw(c, c.Min.X, c.Max.Y+6, v.Name)
	tickText.with(ink, end).draw(c, c.Max.X, c.Max.Y+6, v.Note)
}

func (v Multiple) drawLines(c draw.Canvas, f *frame) {
	if len(v.Lines) == 0 {
		return
	}
	zero := []float64{f.x.Min, f.x.Max}
	Line{Xs: zero, Ys: []float64{0, 0}, Color: Hairline, Width: 1, Class: "grid"}.plot(c, f)
	for _, l := range v.Lines {
		l.plot(c, f)
	}
}

// Describe says what each part is.
func (v Multiples) Describe() string {
	var s sentences
	var names []string
	for _, p := range v.Parts {
		names = append(names, p.says())
	}
	s.say("%s beside each other: %s", count(len(v.Parts), "small picture"), list(names))
	if v.Note != "" {
		s.say("They are drawn %s", v.Note)
	}
	if len(v.Parts) > 0 {
		s.classes(inOrder(v.Parts[0].Classes))
	}
	return s.String()
}

// says is the name of the part and between which values it lies.
func (v Multiple) says() string {
	lo, hi := math.Inf(1), math.Inf(-1)
	take := func(x float64) {
		if finite(x) {
			lo, hi = math.Min(lo, x), math.Max(hi, x)
		}
	}
	switch {
	case v.Relief != nil && v.Relief.known > 0:
		lo, hi = v.Relief.lo.value, v.Relief.hi.value
	case len(v.Lines) > 0:
		for _, l := range v.Lines {
			for _, y := range l.Ys {
				take(y)
			}
		}
	default:
		for _, k := range v.Classes {
			for _, pt := range k.Points {
				take(pt.X)
			}
		}
	}
	if lo > hi {
		return v.Name
	}
	return fmt.Sprintf("%s from %s to %s", v.Name, brief(lo), brief(hi))
}
