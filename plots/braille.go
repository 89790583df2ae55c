package plots

import (
	"math"
	"slices"
)

// Graph is the panel's last line of the class "curve", or else of the class "heard", if it
// is the graph of a function: if it does not turn back. It is what a reader can hear, and
// touch as Braille.
func (p Panel) Graph() (Line, bool) {
	line, ok := p.Line("curve")
	if !ok {
		line, ok = p.Line("heard")
	}
	if !ok || len(line.Xs) < 2 {
		return Line{}, false
	}
	last := math.Inf(-1)
	for _, x := range line.Xs {
		if x < last {
			return Line{}, false
		}
		if !math.IsNaN(x) {
			last = x
		}
	}
	return line, true
}

// brailleDots are the bits of a Braille character's dots (Unicode's block from U+2800) by
// column, from the bottom to the top.
var brailleDots = [2][4]rune{{0x40, 0x04, 0x02, 0x01}, {0x80, 0x20, 0x10, 0x08}}

// Braille is the shape of the panel's graph in so many Braille characters, as its axes show
// it: two steps of x a character, even from the line's beginning to its end, and at each a
// dot in one of four rows, of which the lowest is that of the least value in sight and the
// highest that of the greatest. Where the line has no value there is no dot; a line that is
// level has its dots in the second row. It is empty for no character, for a panel without a
// graph, and for a graph without values.
func (p Panel) Braille(cells int) string {
	line, graph := p.Graph()
	x, y, framed := p.Axes()
	if !graph || !framed || cells < 1 {
		return ""
	}
	heights := line.even(x, y, 2*cells)
	there := slices.DeleteFunc(slices.Clone(heights), math.IsNaN)
	if len(there) == 0 {
		return ""
	}
	low, high := slices.Min(there), slices.Max(there)
	text := make([]rune, cells)
	for i := range text {
		text[i] = 0x2800
		for side, v := range heights[2*i : 2*i+2] {
			row := 1
			if high > low {
				row = int(math.Round(3 * (v - low) / (high - low)))
			}
			if !math.IsNaN(v) {
				text[i] |= brailleDots[side][row]
			}
		}
	}
	return string(text)
}

// even are the line's heights at n steps that are even on the axis x: shares of the axis y,
// from 0 to 1, and NaN where there is none.
func (l Line) even(x, y Axis, n int) []float64 {
	heights := make([]float64, n)
	first, last := x.norm(l.Xs[0]), x.norm(l.Xs[len(l.Xs)-1])
	at := 1
	for i := range heights {
		share := first + (last-first)*float64(i)/float64(n-1)
		for at < len(l.Xs)-1 && x.norm(l.Xs[at]) < share {
			at++
		}
		from, to := x.norm(l.Xs[at-1]), x.norm(l.Xs[at])
		t := 0.0
		if to > from {
			t = min(max((share-from)/(to-from), 0), 1)
		}
		height := y.norm(l.Ys[at-1])
		switch { // not the sum alone: 0 times NaN is NaN
		case t == 1:
			height = y.norm(l.Ys[at])
		case t > 0:
			height = y.norm(l.Ys[at])*t + height*(1-t)
		}
		heights[i] = min(max(height, 0), 1) // NaN stays
	}
	return heights
}
