package plots

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// SignedSpectrum is numbers of either sign in order, such as the eigenvalues of a matrix
// that may be indefinite: stems from 0, up and down, on a symmetric logarithmic axis
// against their place, counted from 1. What is exactly 0 is a ring on the line of 0. Where
// there is a name for those kept, the first Kept are told from those left out.
type SignedSpectrum struct {
	X        Axis // from 0 to one more than the count if zero
	Y        Axis // around the values, if it has no range
	Values   []float64
	Kept     int
	KeptName string // in the legend
	RestName string // of those above 0 that are left out
}

// smallShare is the size, as a share of the largest number's, up to which the scale is
// linear where no negative number is smaller.
const smallShare = 1e-3

// scale is Y, or a range that holds all values in powers of ten and shows 0 and the most
// negative number apart.
func (v SignedSpectrum) scale() Axis {
	if v.Y.Min != v.Y.Max {
		return v.Y
	}
	ten := func(x float64) float64 { return math.Pow10(int(math.Ceil(math.Log10(x) - 1e-9))) }
	most, least := 0.0, 0.0
	for _, x := range v.Values {
		if finite(x) {
			most, least = math.Max(most, x), math.Min(least, x)
		}
	}
	size := math.Max(most, -least)
	if size == 0 {
		size = 1
	}
	y := Axis{Label: v.Y.Label, Linear: ten(smallShare * size)}
	if least < 0 {
		y.Linear = math.Min(y.Linear, ten(-least/10))
	}
	y.Max = math.Max(ten(math.Max(most, size/10)), 10*y.Linear)
	if y.Min = -10 * y.Linear; least == 0 {
		y.Min = -y.Linear
	}
	if least < y.Min {
		y.Min = -ten(-least)
	}
	return y
}

func (v SignedSpectrum) frame(w, h float64) frame {
	x := v.X
	x.Whole = true
	if x.Min == 0 && x.Max == 0 {
		x.Max = float64(len(v.Values) + 1)
	}
	return newFrame(w, h, x, v.scale())
}

// Draw draws the panel; see [Drawer].
func (v SignedSpectrum) Draw(c draw.Canvas) {
	f := v.frame(size(c))
	f.draw(c, axes{f.x, f.y, true}, v)
}

// Of which sign a value is.
const (
	positive = iota
	negative
	leftOut // above 0, but not among those kept
	null
)

var signedMarks = [...]struct {
	glyphs
	name string
}{
	positive: {glyphs{class: "positive", shape: Disc, color: signs[0].color, size: 7}, "above 0"},
	negative: {glyphs{class: "negative", shape: Square, color: signs[1].color, size: 7}, "below 0"},
	leftOut:  {glyphs{class: "left-out", shape: Disc, color: Soft, size: 7}, ""},
	null:     {glyphs{class: "null", shape: Disc, color: Soft, size: 7}, "0"},
}

// signOf is how the value at place i, counted from 0, is drawn.
func (v SignedSpectrum) signOf(i int) int {
	switch value := v.Values[i]; {
	case value > 0 && v.KeptName != "" && i >= v.Kept:
		return leftOut
	case value > 0:
		return positive
	case value < 0:
		return negative
	}
	return null
}

// name is what the legend calls those of a sign.
func (v SignedSpectrum) name(sign int) string {
	switch {
	case sign == positive && v.KeptName != "":
		return v.KeptName
	case sign == leftOut:
		return v.RestName
	}
	return signedMarks[sign].name
}

// plot draws the stems, their heads and the legend into the frame.
func (v SignedSpectrum) plot(c draw.Canvas, p *frame) { v.stems(c, p).plot(c, p) }

// stems draws the stems and their heads into the frame, and returns the legend.
func (v SignedSpectrum) stems(c draw.Canvas, p *frame) (k key) {
	zero := c.Y(min(max(p.y.norm(0), 0), 1))
	strokePath(c, "zero", horizontal(c, zero), draw.LineStyle{Color: Soft, Width: 1.2})
	var stems [null]vg.Path
	marks := signedMarks
	for i, value := range v.Values {
		x, y := p.x.norm(float64(i+1)), p.y.norm(value)
		if !(x >= 0 && x <= 1 && finite(y)) {
			continue
		}
		head, sign := vg.Point{X: c.X(x), Y: c.Y(min(max(y, 0), 1))}, v.signOf(i)
		if sign != null {
			stems[sign] = append(stems[sign], segment(vg.Point{X: head.X, Y: zero}, head)...)
		}
		marks[sign].at, marks[sign].numbers = append(marks[sign].at, head), append(marks[sign].numbers, i)
	}
	for sign, m := range marks {
		if len(m.at) == 0 {
			continue
		}
		var of sampler = m.glyphs
		if sign == null {
			of = hollow{m.glyphs}
			hollow{m.glyphs}.draw(c)
		} else {
			strokePath(c, "eigen", stems[sign], draw.LineStyle{Color: m.color, Width: 2})
			m.draw(c)
		}
		k = append(k, entry{v.name(sign), of})
	}
	return k
}

// Describe says how many numbers there are of each sign, and which are the greatest and
// the least.
func (v SignedSpectrum) Describe() string {
	var s sentences
	y := v.scale()
	what := y.name("y")
	least, greatest, n := extremes(v.Values)
	if n == 0 {
		s.say("No %s to show", what)
		return s.String()
	}
	var counts [len(signedMarks)]int
	for i, value := range v.Values {
		if finite(value) {
			counts[v.signOf(i)]++
		}
	}
	s.say("A stem of either direction for each %s of %s, on a symmetric logarithmic axis: %d above 0, %d below it "+
		"and %d equal to it", what,
		count(n, "value"), counts[positive]+counts[leftOut], counts[negative], counts[null])
	if v.KeptName != "" {
		s.say("The first %d are %s", min(v.Kept, n), v.KeptName)
	}
	s.say("The greatest is %s, at place %d, the least %s, at place %d",
		y.amount(v.Values[greatest]), greatest+1, y.amount(v.Values[least]), least+1)
	return s.String()
}
