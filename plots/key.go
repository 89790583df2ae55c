package plots

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// key is the legend: a quiet row above the frame.
type key []entry

// An entry names what is drawn; without a sample it is a quiet note.
type entry struct {
	name string
	of   sampler
}

// lines adds those that have names.
func (k key) lines(lines []Line) key {
	for _, l := range lines {
		if l.Name != "" {
			k = append(k, entry{l.Name, l})
		}
	}
	return k
}

// indent is the room of the sample.
func (e entry) indent() vg.Length {
	if e.of == nil {
		return 0
	}
	return keySample + 7
}

// A sampler draws what stands for it in a legend, keySample wide around mid.
type sampler interface {
	sample(c draw.Canvas, mid vg.Point)
}

func (v points) sample(c draw.Canvas, mid vg.Point) {
	discs(c, "", []vg.Point{mid}, v.color, v.diameter)
}

func (l Line) sample(c draw.Canvas, mid vg.Point) {
	half := vg.Point{X: keySample / 2}
	strokePath(c, "", segment(mid.Sub(half), mid.Add(half)), l.style())
}

const (
	keyBase   = 16 // baseline above the frame
	keySample = 20
	keyRow    = 15 // from one row to the next
)

// lay says of each entry in which row it stands and where that begins in a legend so wide:
// what does not fit in a row goes to the next. Last is the last row's number.
func (k key) lay(width float64) (rows []int, at []vg.Length, last int) {
	set := tickText.with(Ink, start)
	rows, at = make([]int, len(k)), make([]vg.Length, len(k))
	larger := vg.Length(max(1.4, width/325)) // type is so much larger on phones: in wide panels most
	if math.Abs(width+marginLeft+marginRight-PhoneWidth) < 1 {
		larger = 1.1
	}
	var x vg.Length
	for i, e := range k {
		needs := e.indent() + set.width(e.name)*larger
		if x > 0 && x+needs > vg.Length(width) {
			last, x = last+1, 0
		}
		rows[i], at[i] = last, x
		x += needs + 16
	}
	return rows, at, last
}

// plot draws the legend. There is room for two rows; a small panel leaves the rest out.
func (k key) plot(c draw.Canvas, _ *frame) { k.draw(c, 2) }

// threeRows is a legend with room for a third row.
type threeRows key

func (k threeRows) plot(c draw.Canvas, _ *frame) { key(k).draw(c, 3) }

// draw draws the legend, of a small panel so many rows.
func (k key) draw(c draw.Canvas, most int) {
	s := svgOf(c)
	if s != nil && s.legend != nil {
		s.legend.add(k)
		return
	}
	if s != nil {
		s.Group("key")
		defer s.EndGroup()
	}
	set := tickText.with(Ink, start)
	width := float64(c.Max.X - c.Min.X)
	rows, at, row := k.lay(width)
	if width+marginLeft+marginRight < narrow {
		row = min(row, most-1)
	}
	for i, e := range k {
		if rows[i] > row {
			break
		}
		if s != nil && i == 0 {
			for range row { // a page with larger type moves each row farther from the one below
				s.Group("upper")
			}
		}
		if s != nil && i > 0 && rows[i] > rows[i-1] {
			s.EndGroup()
		}
		y := c.Max.Y + keyBase + keyRow*vg.Length(row-rows[i])
		if e.of == nil {
			set.with(Soft, start).draw(c, c.Min.X+at[i], y, e.name)
			continue
		}
		e.of.sample(c, vg.Point{X: c.Min.X + at[i] + keySample/2, Y: y + 4})
		set.draw(c, c.Min.X+at[i]+e.indent(), y, e.name)
	}
}

// atEnds are the names of lines at the right ends of what is seen of them, far enough
// apart to be read.
type atEnds []Line

func (v atEnds) plot(c draw.Canvas, p *frame) {
	const apart = 20 // type is drawn larger on a phone
	type name struct {
		Line
		at vg.Point
	}
	var names []name
	for _, l := range v {
		if at, _ := placed(c, p, l.vertices()); l.Name != "" && len(at) > 0 {
			names = append(names, name{l, at[len(at)-1].Add(vg.Point{X: -4, Y: 5})})
		}
	}
	// From the top down; where the frame ends, from the bottom up.
	slices.SortStableFunc(names, func(a, b name) int { return cmp.Compare(b.at.Y, a.at.Y) })
	ceiling := c.Max.Y - 12
	for i := range names {
		names[i].at.Y = min(names[i].at.Y, ceiling)
		ceiling = names[i].at.Y - apart
	}
	floor := c.Min.Y + 5
	for i := len(names) - 1; i >= 0; i-- {
		names[i].at.Y = max(names[i].at.Y, floor)
		floor = names[i].at.Y + apart
	}
	for _, n := range names {
		ink := n.color()
		ink.Light.A, ink.Dark.A = 255, 255
		set := noteText.with(ink, end)
		set.Halo = true
		set.draw(c, n.at.X, n.at.Y, n.Name)
	}
}

func (l Line) vertices() []Point { return Points(l.Xs, l.Ys) }
