package plots

import (
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Spectrum is numbers in order, such as eigenvalues, on a logarithmic axis against
// their place, counted from 1. The first Kept are filled, the rest hollow. A
// number at or under zero has no place on the axis: it is a cross at the bottom
// of the frame. One that is positive but under the frame is a triangle there, one over
// it a triangle at the top.
type Spectrum struct {
	X        Axis // from 0 to one more than the count if zero
	Y        Axis // logarithmic, whatever Log says; around the positive values if zero
	Values   []float64
	Kept     int
	KeptName string // in the legend; "" for none
	RestName string
	Levels   []Mark // horizontal lines, such as nλ or what rounding leaves
}

func (v Spectrum) frame(w, h float64) frame {
	x, y := v.X, v.Y
	x.Whole, y.Log = true, true
	if x.Min == 0 && x.Max == 0 {
		x.Max = float64(len(v.Values) + 1)
	}
	if y.Min == 0 && y.Max == 0 {
		y.Min, y.Max = decades(v.Values)
	}
	return newFrame(w, h, x, y)
}

// decades returns the powers of ten around the positive values.
func decades(values []float64) (lo, hi float64) {
	lo, hi = math.Inf(1), 0
	for _, v := range values {
		if v > 0 && finite(v) {
			lo, hi = math.Min(lo, v), math.Max(hi, v)
		}
	}
	if hi == 0 {
		return 0.1, 1
	}
	return math.Pow(10, math.Floor(math.Log10(lo)-0.1)), math.Pow(10, math.Ceil(math.Log10(hi)+0.1))
}

// Draw draws the panel; see [Drawer].
func (v Spectrum) Draw(c draw.Canvas) {
	f := v.frame(size(c))
	f.draw(c, axes{f.x, f.y, true}, levels{marks: v.Levels}, v)
}

// How a value is drawn.
const (
	kept = iota
	rest
	notPositive
	under
	above
)

// sorts returns how each value is drawn; what is not finite is not.
func (v Spectrum) sorts(y Axis) (sort [5][]int) {
	for i, value := range v.Values {
		k := rest
		switch {
		case !finite(value):
			continue
		case value <= 0:
			k = notPositive
		case value < y.Min:
			k = under
		case value > y.Max*(1+1e-9):
			k = above
		case i < v.Kept:
			k = kept
		}
		sort[k] = append(sort[k], i)
	}
	return sort
}

var spectrumMarks = [...]glyphs{
	kept:        {class: "kept", shape: Disc, color: Accent, size: 7},
	rest:        {class: "rest", shape: Disc, color: Accent, size: 7},
	notPositive: {class: "not-positive", shape: Cross, color: Warn, size: 9},
	under:       {class: "under", shape: Triangle, color: Soft, size: 8},
	above:       {class: "above", shape: Triangle, color: Soft, size: 8},
}

// plot draws values and legend into the frame.
func (v Spectrum) plot(c draw.Canvas, p *frame) {
	const bottom = 7 // px above the frame's edge
	names := [...]string{v.KeptName, v.RestName, "≤ 0", "below the axis", "above the axis"}
	var k key
	for sort, indices := range v.sorts(p.y) {
		g := spectrumMarks[sort]
		for _, i := range indices {
			x, y := p.x.norm(float64(i+1)), p.y.norm(v.Values[i])
			at := vg.Point{X: c.X(x), Y: c.Y(y)}
			switch sort {
			case notPositive, under:
				at.Y = c.Min.Y + bottom
			case above:
				at.Y = c.Max.Y - bottom
			}
			if x >= 0 && x <= 1 {
				g.at, g.numbers = append(g.at, at), append(g.numbers, i)
			}
		}
		var mark sampler = g
		if sort == rest {
			mark = hollow{g}
			hollow{g}.draw(c)
		} else {
			g.draw(c)
		}
		if len(indices) > 0 && names[sort] != "" {
			k = append(k, entry{names[sort], mark})
		}
	}
	k.plot(c, p)
}

// hollow is discs that are rings.
type hollow struct{ glyphs }

func (g hollow) draw(c draw.Canvas) {
	inner := g.glyphs
	inner.class, inner.color, inner.numbers, inner.size = "", Paper, nil, g.size-3
	g.glyphs.draw(c)
	inner.draw(c)
}

func (g hollow) sample(c draw.Canvas, mid vg.Point) {
	g.class, g.at, g.numbers = "", []vg.Point{mid}, nil
	g.draw(c)
}

// levels are horizontal lines with their names above them at the right, or at the left.
type levels struct {
	marks []Mark
	left  bool
}

func (v levels) plot(c draw.Canvas, p *frame) {
	for _, m := range v.marks {
		t := p.y.norm(m.At)
		if !(t >= 0 && t <= 1) {
			continue
		}
		y, ink := c.Y(t), m.Color.or(Soft)
		style := draw.LineStyle{Color: ink, Width: 1.6}
		if m.Dash {
			style.Dashes = []vg.Length{4, 4}
		}
		strokePath(c, classes("level", m.Class), horizontal(c, y), style)
		base := y + 6
		if base > c.Max.Y-14 {
			base = y - 16
		}
		set, x := noteText.with(ink, end), c.Max.X-4
		if v.left {
			set, x = noteText.with(ink, start), c.Min.X+4
		}
		set.Halo = true
		set.draw(c, x, base, m.Name)
	}
}

// Describe says how many values there are, how far they fall, how many are kept,
// how many are at or under zero, and how many lie above each level.
func (v Spectrum) Describe() string {
	var s sentences
	f := v.frame(panelWidth, panelHeight)
	what := f.y.name("y")
	least, greatest, n := extremes(v.Values)
	if n == 0 {
		s.say("No %s to show", what)
		return s.String()
	}
	s.say("On a logarithmic axis %s of %s: the greatest is %s, at place %d, the least %s, at place %d",
		count(n, "value"), what,
		f.y.amount(v.Values[greatest]), greatest+1, f.y.amount(v.Values[least]), least+1)
	if v.Kept > 0 {
		s.say("The first %d are kept", min(v.Kept, len(v.Values)))
	}
	sort := v.sorts(f.y)
	if k := len(sort[notPositive]); k > 0 {
		s.say("At or under zero: %d", k)
	}
	if k := len(sort[under]); k > 0 {
		s.say("Positive but below the axis: %d", k)
	}
	if k := len(sort[above]); k > 0 {
		s.say("Above the axis: %d", k)
	}
	var above []string
	for _, m := range v.Levels {
		k := 0
		for _, value := range v.Values {
			if value > m.At && finite(value) {
				k++
			}
		}
		if m.Name != "" && finite(m.At) {
			above = append(above, strconv.Itoa(k)+" above "+m.Name+", "+f.y.amount(m.At))
		}
	}
	if len(above) > 0 {
		s.say("Of the values, %s", list(above))
	}
	return s.String()
}
