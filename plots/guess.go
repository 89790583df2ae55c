package plots

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Guess is what a reader may expect of a picture before it is there: a curve through
// (Xs[i], Ys[i]), drawn dashed, with a letter on it to be pressed. One of one point is a
// place, and its letter stands there; one of none is a choice that cannot be drawn.
type Guess struct{ Xs, Ys []float64 }

// From is the guess from x on, whose Xs increase; To is it up to there.
func (g Guess) From(x float64) Guess {
	i, _ := slices.BinarySearch(g.Xs, x)
	return Guess{g.Xs[i:], g.Ys[i:]}
}

func (g Guess) To(x float64) Guess {
	i, found := slices.BinarySearch(g.Xs, x)
	if found {
		i++
	}
	return Guess{g.Xs[:i], g.Ys[:i]}
}

// Map is the guess whose height at each x is that of f there.
func (g Guess) Map(f func(x float64) float64) Guess {
	ys := make([]float64, len(g.Xs))
	for i, x := range g.Xs {
		ys[i] = f(x)
	}
	return Guess{g.Xs, ys}
}

// At is the height of the guess at x, whose Xs increase; before its first and beyond its
// last, the height there.
func (g Guess) At(x float64) float64 {
	i, found := slices.BinarySearch(g.Xs, x)
	switch {
	case found || i == 0:
		return g.Ys[i]
	case i == len(g.Xs):
		return g.Ys[i-1]
	}
	t := (x - g.Xs[i-1]) / (g.Xs[i] - g.Xs[i-1])
	return (1-t)*g.Ys[i-1] + t*g.Ys[i]
}

// Guesses are the answers to one question, lettered from A on. Their group has its class,
// by which a page shows them while nobody has answered; with none it is there all the
// same, so that a picture with guesses and one without have the same parts.
type Guesses struct {
	Class string
	All   []Guess
}

// The letters, in px: their discs, what a finger hits, and how near another letter and
// the way of another guess may come before there is nothing to gain from more distance.
const (
	chipRadius, touchRadius = 12, 22
	chipsApart, wayApart    = 56, 30
	wayStep                 = 6 // from one possible place of a letter to the next
)

var chipText = text{Size: 14, Color: Accent, Bold: true, Anchor: middle}

// plot draws the guesses. They are a page's to press: a file has none.
func (g Guesses) plot(c draw.Canvas, p *frame) {
	s := svgOf(c)
	if s == nil {
		return
	}
	s.Group("guesses " + g.Class)
	chips := g.chips(c, p)
	for i, guess := range g.All {
		s.Class("choice")
		s.open("g")
		s.attr("data-value", strconv.Itoa(i+1))
		s.buf = append(s.buf, '>')
		if len(guess.Xs) > 1 {
			Line{Xs: guess.Xs, Ys: guess.Ys, Color: Accent, Width: 1.6, Dash: true, Class: "way"}.plot(c, p)
		}
		s.EndGroup()
	}
	// Letters lie over all ways.
	for i, at := range chips {
		if math.IsNaN(float64(at.X)) {
			continue
		}
		s.Class("chip")
		s.open("g")
		s.attr("data-value", strconv.Itoa(i+1))
		s.buf = append(s.buf, '>')
		s.disc("hit", at, touchRadius)
		s.disc("disc", at, chipRadius)
		chipText.draw(c, at.X, at.Y, string(rune('A'+i)))
		s.EndGroup()
	}
	s.EndGroup()
}

// disc writes a circle that the style sheet paints.
func (s *svg) disc(class string, at vg.Point, radius int) {
	x, y := s.tenths(at)
	s.Class(class)
	s.open("circle")
	s.attr("cx", string(appendTenths(nil, x)))
	s.attr("cy", string(appendTenths(nil, y)))
	s.attr("r", strconv.Itoa(radius))
	s.buf = append(s.buf, "/>"...)
}

// way is where the guess goes in the frame, in steps of a few px.
func (g Guess) way(c draw.Canvas, p *frame) []vg.Point {
	var all []vg.Point
	var last vg.Point
	broken := true
	for i := range g.Xs {
		x, y := p.x.norm(g.Xs[i]), p.y.norm(g.Ys[i])
		if !finite(x) || !finite(y) {
			broken = true
			continue
		}
		at := vg.Point{X: c.X(x), Y: c.Y(y)}
		steps := 1
		if !broken {
			d := distance(last, at)
			if d < wayStep && i < len(g.Xs)-1 {
				continue
			}
			steps = int(math.Min(math.Ceil(float64(d)/wayStep), 400))
		} else {
			last = at
		}
		for k := 1; k <= steps; k++ {
			t := vg.Length(k) / vg.Length(steps)
			q := vg.Point{X: last.X + t*(at.X-last.X), Y: last.Y + t*(at.Y-last.Y)}
			if c.Contains(q) {
				all = append(all, q)
			}
		}
		last, broken = at, false
	}
	return all
}

// chips are where the letters stand, each on its way, far from the others and from the
// other ways; NaN for a guess of which nothing is in the frame.
func (g Guesses) chips(c draw.Canvas, p *frame) []vg.Point {
	inner := c.Rectangle
	inner.Min = inner.Min.Add(vg.Point{X: chipRadius + 2, Y: chipRadius + 2})
	inner.Max = inner.Max.Sub(vg.Point{X: chipRadius + 2, Y: chipRadius + 2})
	inside := draw.Canvas{Rectangle: inner}
	ways := make([][]vg.Point, len(g.All))
	chips := make([]vg.Point, len(g.All))
	for i, guess := range g.All {
		ways[i] = guess.way(c, p)
		chips[i] = vg.Point{X: vg.Length(math.NaN()), Y: vg.Length(math.NaN())}
	}
	free := make([][]float64, len(g.All)) // how good each place is, but for the other letters
	for i := range ways {
		for _, q := range ways[i] {
			near, within := math.Inf(1), 0.0
			if inside.Contains(q) {
				within = wayApart / 2
			}
			for j := range ways {
				if j != i {
					near = min(near, nearestOf(q, ways[j]))
				}
			}
			if near < 4 { // where ways meet, a letter tells nothing
				within -= 2 * wayApart
			}
			free[i] = append(free[i], 2*math.Min(near, wayApart)+within+0.05*float64(q.X-c.Min.X))
		}
	}
	for range 4 { // each in turn, as the others stand
		for i := range ways {
			best := math.Inf(-1)
			others := append(append([]vg.Point(nil), chips[:i]...), chips[i+1:]...)
			for k, q := range ways[i] {
				if v := free[i][k] + 2*math.Min(nearestOf(q, others), chipsApart); v > best {
					best, chips[i] = v, q
				}
			}
		}
	}
	for i := range chips { // no letter stands on the numbers of the axis below
		chips[i].Y = max(chips[i].Y, inner.Min.Y)
	}
	return chips
}

// nearestOf is how far the nearest of the points is; those that are NaN do not count.
func nearestOf(q vg.Point, points []vg.Point) float64 {
	near := math.Inf(1)
	for _, at := range points {
		if d := float64(distance(q, at)); d < near {
			near = d
		}
	}
	return near
}

// Line is the last line of the panel that has the class among its own; false where there
// is none.
func (p Panel) Line(class string) (line Line, ok bool) {
	var lines []Line
	switch v := p.Plot.(type) {
	case Curves:
		lines = v.Lines
	case Paths:
		lines = v.Lines
	}
	for _, l := range lines {
		if slices.Contains(strings.Fields(l.Class), class) {
			line, ok = l, true
		}
	}
	return line, ok
}
