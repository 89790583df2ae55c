package plots

import (
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Equation is symmetric matrices in a row, such as K₁ ∘ K₂ = K, all of one size, with the
// eigenvalues of each as stems under it, on one axis. Each is coloured on a scale of its own,
// whose ends it names; where one has a negative entry, zero has the same colour in all.
type Equation struct {
	Matrices []Matrix // up to three
	Numbers  bool     // print the entries, if there are at most 6 × 6
}

// A Matrix is one of an equation's.
type Matrix struct {
	Op          string // what is written before it: "∘", "="
	Symbol      string // "K₁"
	Name        string // what it is, under its symbol: "gaussian(1.6)"
	Class       string // in the SVG, after "raster"
	Values      mat.Matrix
	Eigenvalues []float64 // descending
}

const (
	equationWidth  = 640
	equationHeight = 331 // with a heading of one row 0.56 of the width, which the style sheet knows
	equationTop    = 6   // px over the matrices
	equationLeft   = 50  // px at the left of the first: for what stands before it, and the ticks of the stems
	equationRight  = 8   // px at the right of the last
	equationFoot   = 22  // px under the stems, for the least eigenvalue
	equationTight  = 480 // px: in a narrower panel names take two rows
	opBeside       = 6   // px between an operation and a matrix
)

func (v Equation) size() (w, h float64) { return equationWidth, equationHeight }

// A laying is where the matrices of an equation lie in its panel.
type laying struct {
	side float64   // of a matrix
	left []float64 // its left edge
	op   text      // how what is written before it is set
}

// lay lays the matrices out as a row in the middle. Two have the size of three, and an
// operation wider than the usual gap takes its own room.
func (v Equation) lay(w, h float64) laying {
	const (
		most   = 0.75 // of the height that words leave is for the matrices
		larger = 1.15 // times that a page sets type
	)
	l := laying{op: opText, left: make([]float64, len(v.Matrices))}
	if w < equationTight {
		l.op.Size = 15
	}
	gap := math.Max(30, w/15)
	usual, rooms := equationLeft+2*gap, 0.0
	for i, m := range v.Matrices {
		room := math.Max(gap, larger*float64(l.op.width(m.Op))+2*opBeside)
		if i == 0 {
			room = math.Max(room, equationLeft)
		}
		rooms += room
		l.left[i] = rooms
	}
	n := float64(len(v.Matrices))
	l.side = math.Min((w-equationRight-usual)/3, (w-equationRight-rooms)/n)
	l.side = math.Max(math.Min(l.side, most*(h-equationTop-v.words(w)-equationFoot)), 1)
	for i := range l.left {
		l.left[i] += l.side*float64(i) + (w-equationRight-rooms-n*l.side)/2
	}
	return l
}

// words is the height, in px, of symbol and name between a matrix and its stems.
func (v Equation) words(w float64) float64 {
	if w < equationTight {
		return 70
	}
	return 52
}

// eigenvalues is the axis of all stems.
func (v Equation) eigenvalues() Axis {
	var all SignedSpectrum
	for _, m := range v.Matrices {
		all.Values = append(all.Values, m.Eigenvalues...)
	}
	return all.scale()
}

// signed reports whether one of the matrices has a negative entry.
func (v Equation) signed() bool {
	return slices.ContainsFunc(v.Matrices, func(m Matrix) bool {
		least, _ := m.ends()
		return least < 0
	})
}

// ends are the least and the greatest finite entry.
func (m Matrix) ends() (least, greatest float64) {
	lo, hi, _ := entries(m.Values)
	return lo.value, hi.value
}

// colours is the scale of the matrix in an equation with or without negative entries.
func (m Matrix) colours(signed bool) Scale {
	s := ScaleOf(m.Values)
	if signed && s.Ramp != Diverging {
		return Scale{Diverging, -s.Max, s.Max}
	}
	return s
}

// Draw draws the panel; see [Drawer].
func (v Equation) Draw(c draw.Canvas) {
	w, h := size(c)
	l, signed, y := v.lay(w, h), v.signed(), v.eigenvalues()
	top := float64(c.Max.Y) - equationTop
	for i, m := range v.Matrices {
		x := float64(c.Min.X) + l.left[i]
		square := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
			Min: vg.Point{X: vg.Length(x), Y: vg.Length(top - l.side)},
			Max: vg.Point{X: vg.Length(x + l.side), Y: vg.Length(top)},
		}}
		l.op.with(Ink, end).draw(c, square.Min.X-opBeside, square.Center().Y-6, m.Op)
		m.draw(square, m.colours(signed), v.Numbers)
		m.caption(square, w < equationTight)
		stems := draw.Canvas{Canvas: c.Canvas, Rectangle: square.Rectangle}
		stems.Min.Y = c.Min.Y + equationFoot
		stems.Max.Y = max(c.Max.Y-vg.Length(equationTop+l.side+v.words(w)), stems.Min.Y+1)
		m.stems(stems, y, i == 0)
	}
}

// draw draws the matrix into its square.
func (m Matrix) draw(c draw.Canvas, scale Scale, numbers bool) {
	Heatmap{Values: m.Values, Raster: EncodeRaster(m.Values, scale), Class: m.Class, Numbers: numbers}.cells(c)
}

// caption writes the symbol and the least and greatest entry under the matrix, and under them
// its name; where there is little room, what stands in brackets in a row of its own.
func (m Matrix) caption(c draw.Canvas, tight bool) {
	symbolText.with(Ink, start).draw(c, c.Min.X, c.Min.Y-19, m.Symbol)
	set, right := tickText.with(Soft, end), c.Max.X
	if tight {
		right += opBeside
	}
	least, greatest := m.ends()
	set.draw(c, right, c.Min.Y-19, rounded(least, 2)+" to "+rounded(greatest, 2))
	set.Anchor = start
	name, rest := m.Name, ""
	if at := strings.Index(name, "("); tight && at > 0 && len(name) > at+2 {
		name, rest = name[:at], name[at:]
	}
	set.draw(c, c.Min.X, c.Min.Y-37, name)
	set.draw(c, c.Min.X, c.Min.Y-54, rest)
}

// powers are the ticks of a symmetric logarithmic axis so many px high from one power of ten to
// another: zero and powers of ten, from the ends on, of which some are left out where they would touch.
func powers(y Axis, height float64) []tick {
	const apart = 20 // px
	zero := height * y.norm(0)
	ticks := []tick{{Label: "0"}}
	for _, v := range []float64{y.Max, y.Min} {
		for last := math.Inf(1); math.Abs(v) >= 0.99*y.Linear && y.Linear > 0; v /= 10 {
			at := height * y.norm(v)
			if math.Abs(at-zero) < apart {
				break
			}
			if math.Abs(at-last) >= apart {
				ticks, last = append(ticks, tick{Value: v, Label: brief(v)}), at
			}
		}
	}
	return ticks
}

// stems draws the eigenvalues into the frame, on the axis y, whose ticks have numbers where it
// is the first one's, and under them the least.
func (m Matrix) stems(c draw.Canvas, y Axis, first bool) {
	p := &frame{x: Axis{Max: float64(len(m.Eigenvalues) + 1)}, y: y.sane()}
	ticks := powers(p.y, float64(c.Max.Y-c.Min.Y))
	gridOf(c, p, ticks)
	for _, t := range ticks {
		if first {
			tickText.with(Soft, end).draw(c, c.Min.X-tickGap, c.Y(p.y.norm(t.Value))-4, t.Label)
		}
	}
	SignedSpectrum{Values: m.Eigenvalues}.stems(c, p)
	if len(m.Eigenvalues) > 0 {
		tickText.with(Soft, start).draw(c, c.Min.X, c.Min.Y-17, "least "+brief(slices.Min(m.Eigenvalues)))
	}
}

// Describe writes the equation out, and says between what the entries and the eigenvalues lie.
func (v Equation) Describe() string {
	var s sentences
	var written, entries, eigen []string
	for _, m := range v.Matrices {
		least, greatest := m.ends()
		written = append(written, strings.TrimSpace(m.Op+" "+m.Symbol))
		entries = append(entries, m.Symbol+" from "+brief(least)+" to "+brief(greatest))
		if len(m.Eigenvalues) > 0 {
			eigen = append(eigen, m.Symbol+" from "+brief(slices.Max(m.Eigenvalues))+" down to "+
				brief(slices.Min(m.Eigenvalues)))
		}
	}
	rows := 0
	if len(v.Matrices) > 0 {
		rows, _ = v.Matrices[0].Values.Dims()
	}
	s.say("Matrices of %d × %d entries in a row, %s, each coloured on a scale of its own", rows, rows,
		strings.Join(written, " "))
	s.say("Entries: %s", list(entries))
	if len(eigen) > 0 {
		s.say("Under each its eigenvalues as stems, all on one symmetric logarithmic axis: %s", list(eigen))
	}
	return s.String()
}
