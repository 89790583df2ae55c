package plots

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Block is a matrix in an expression: Rows × Cols, with what is written before
// it ("=", "·", "( ", " )⁻¹"). Without Rows and Cols it is the writing alone.
type Block struct {
	Op         string
	Symbol     string // "Φᵀ"
	Sizes      string // its rows and columns as letters, "p×n"
	Rows, Cols int
	Color      Token      // Accent if zero
	Values     mat.Matrix // its entries, drawn in it; nil for none
	Key        string     // a dotted line leads from the block of the same Key in the line above
}

// An Expression is blocks in a row.
type Expression struct {
	Name   string
	Blocks []Block
}

// Blocks is products of matrices with every factor drawn to scale, one scale for
// the whole picture. A side that would be thinner than three pixels is three
// pixels thick, and the picture says so.
type Blocks struct {
	Lines []Expression
	Held  []Expression // others that the scale is to fit as well: those of a film's other places
}

const (
	blockLeast = 3  // px
	blockName  = 26 // px above a line, for its name
	blockWords = 48 // px under a rectangle, for its symbol and size
	blockGap   = 12
	blockInset = 16
	wayGap     = 12 // between a way and a name beside it
	blockFoot  = 28 // px under everything, for what is said of the scale
)

func (v Blocks) size() (w, h float64) {
	return panelWidth, blockFoot + 190*math.Max(1, float64(len(v.Lines)))
}

var (
	opText     = text{Size: 18, Color: Ink}
	symbolText = text{Size: 14, Bold: true, Color: Ink}
)

// sides returns the width and height of the rectangle at so many px an entry.
func (b Block) sides(scale float64) (w, h float64) {
	return math.Max(blockLeast, scale*float64(b.Cols)), math.Max(blockLeast, scale*float64(b.Rows))
}

func (b Block) empty() bool { return b.Rows <= 0 || b.Cols <= 0 }

// sizes is the caption "n×d = 50×5000".
func (b Block) sizes() string {
	numbers := inShort(b.Rows) + "×" + inShort(b.Cols)
	if b.Sizes == "" {
		return numbers
	}
	return b.Sizes + " = " + numbers
}

// inShort is n, from 10,000 on in thousands or millions where it is a whole number of
// them: "500k", "1M".
func inShort(n int) string {
	switch {
	case n >= 1e6 && n%1e6 == 0:
		return strconv.Itoa(n/1e6) + "M"
	case n >= 1e4 && n%1e3 == 0:
		return strconv.Itoa(n/1e3) + "k"
	}
	return strconv.Itoa(n)
}

// A row is an expression whose words have been measured.
type row struct {
	Expression
	op, words []float64 // widths of each block's operator, and of the words under it
}

// rowsOf measures the words; a phone sets them 1.35 times as wide.
func rowsOf(lines []Expression) []row {
	rows := make([]row, len(lines))
	for i, e := range lines {
		rows[i].Expression = e
		for _, b := range e.Blocks {
			op := 1.35 * float64(opText.width(b.Op))
			if b.Op != "" {
				op += blockGap
			}
			words := math.Max(float64(symbolText.width(b.Symbol)), float64(tickText.width(b.sizes())))
			rows[i].op, rows[i].words = append(rows[i].op, op), append(rows[i].words, 1.35*words)
		}
	}
	return rows
}

// body is the width of block i, of the rectangle or of the words under it.
func (r row) body(i int, scale float64) float64 {
	side, _ := r.Blocks[i].sides(scale)
	return math.Max(side, r.words[i])
}

// measure returns how wide and tall the expression is.
func (r row) measure(scale float64) (w, h float64) {
	for i, b := range r.Blocks {
		w += r.op[i]
		if !b.empty() {
			if w += r.body(i, scale); i < len(r.Blocks)-1 {
				w += blockGap
			}
			_, side := b.sides(scale)
			h = math.Max(h, side)
		}
	}
	return w, h + blockWords + blockName
}

// scaleFor returns the px an entry with which everything just fits into w × h, by
// bisection: sides have a least thickness and words a width of their own. As many of the
// held rows fit as there are others.
func scaleFor(rows, held []row, w, h float64) float64 {
	fits := func(scale float64) bool {
		var tall, tallest float64
		for i, r := range slices.Concat(rows, held) {
			wide, t := r.measure(scale)
			if wide > w {
				return false
			}
			if i < len(rows) {
				tall += t
			}
			tallest = math.Max(tallest, t)
		}
		return tall <= h && (len(held) == 0 || float64(len(rows))*tallest <= h)
	}
	lo, hi := 0.0, math.Max(h, 0)/4 // an entry is at most a quarter of the picture
	for range 40 {
		if mid := (lo + hi) / 2; fits(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// Draw draws the panel; see [Drawer].
func (v Blocks) Draw(c draw.Canvas) {
	w, h := size(c)
	rows := rowsOf(v.Lines)
	scale := scaleFor(rows, rowsOf(v.Held), w-2*blockInset, h-blockFoot)
	y := c.Max.Y - 4
	var tall float64
	for _, r := range rows {
		_, t := r.measure(scale)
		tall += t
	}
	spare := math.Max(0, h-blockFoot-tall) / math.Max(1, float64(len(v.Lines)))
	above := map[string]vg.Point{}
	for _, r := range rows {
		_, t := r.measure(scale)
		y -= vg.Length(t + spare)
		above = r.draw(c, scale, y+vg.Length(spare/2), t, above)
	}
	if v.thin(scale) {
		tickText.with(Soft, start).draw(c, c.Min.X+blockInset, c.Min.Y+8, "to scale, but no side thinner than 3 px")
	}
}

// draw draws the expression with its lower edge at y and, from those of the line above,
// lines to the blocks of the same keys. It returns the feet of its own.
func (r row) draw(
	c draw.Canvas, scale float64, y vg.Length, tall float64, above map[string]vg.Point,
) map[string]vg.Point {
	x := c.Min.X + blockInset
	mid := y + blockWords + vg.Length(tall-blockWords-blockName)/2
	feet := map[string]vg.Point{}
	name := noteText.with(Soft, start)
	name.Halo = len(above) > 0
	left, named := x, y+vg.Length(tall)-16
	for i, b := range r.Blocks {
		opText.with(Ink, start).draw(c, x, mid-6, b.Op)
		x += vg.Length(r.op[i])
		if b.empty() {
			continue
		}
		body := vg.Length(r.body(i, scale))
		w, h := b.sides(scale)
		centre := x + body/2
		b.draw(c, vg.Rectangle{
			Min: vg.Point{X: centre - vg.Length(w/2), Y: mid - vg.Length(h/2)},
			Max: vg.Point{X: centre + vg.Length(w/2), Y: mid + vg.Length(h/2)},
		})
		under := mid - vg.Length(h/2)
		symbolText.with(Ink, middle).draw(c, centre, under-20, b.Symbol)
		tickText.with(Soft, middle).draw(c, centre, under-42, b.sizes())
		if b.Key != "" {
			if from, ok := above[b.Key]; ok {
				to := vg.Point{X: centre, Y: mid + vg.Length(h/2) + 3}
				b.moved(c, from, to)
				// The name stands behind a way that would cross it, at its foot or at its head.
				for _, height := range []vg.Length{named, named + 12, named + 20} {
					along := min(max((from.Y-height)/max(from.Y-to.Y, 1), 0), 1)
					at := from.X + along*(to.X-from.X)
					if at > left-wayGap && at < left+name.width(r.Name)+wayGap {
						left = at + wayGap
					}
				}
			}
			feet[b.Key] = vg.Point{X: centre, Y: under - 46}
		}
		x += body + blockGap
	}
	name.draw(c, left, named, r.Name)
	return feet
}

// draw draws the rectangle with its entries, if they are known.
func (b Block) draw(c draw.Canvas, r vg.Rectangle) {
	ink := b.Color.or(Accent)
	path := box(r)
	if b.Values != nil {
		drawRaster(c, "", r, EncodeRaster(b.Values, ScaleOf(b.Values)))
		strokePath(c, "block", path, draw.LineStyle{Color: ink, Width: 2.4})
		return
	}
	fillPath(c, "block", path, ink.Fade(0.22))
	strokePath(c, "", path, draw.LineStyle{Color: ink, Width: 1.4})
}

// moved draws the way of a block from a line to the next.
func (b Block) moved(c draw.Canvas, from, to vg.Point) {
	ink := b.Color.or(Accent)
	strokePath(c, "way", segment(from, to), draw.LineStyle{Color: ink, Width: 2, Dashes: []vg.Length{2, 4}})
	arrowhead(c, "way", from, to, ink)
}

// thin says whether a side is thicker than its scale.
func (v Blocks) thin(scale float64) bool {
	for _, e := range v.Lines {
		for _, b := range e.Blocks {
			if !b.empty() && scale*float64(min(b.Rows, b.Cols)) < blockLeast {
				return true
			}
		}
	}
	return false
}

// Describe writes the expressions out with their sizes.
func (v Blocks) Describe() string {
	var s sentences
	s.say("Matrices drawn as rectangles, all to one scale")
	entries := 0
	var largest Block
	for _, e := range v.Lines {
		var words []string
		for _, b := range e.Blocks {
			if op := strings.TrimSpace(b.Op); op != "" {
				words = append(words, op)
			}
			if b.empty() {
				continue
			}
			words = append(words, fmt.Sprintf("%s [%d×%d]", b.Symbol, b.Rows, b.Cols))
			if n := b.Rows * b.Cols; n > entries {
				entries, largest = n, b
			}
		}
		if len(words) == 0 {
			continue
		}
		text := strings.Join(words, " ")
		if e.Name != "" {
			text = e.Name + ": " + text
		}
		s.say("%s", text)
	}
	if entries > 0 {
		s.say("The largest is %s, with %s numbers", largest.Symbol, thousands(entries))
	}
	return s.String()
}
