package plots

import (
	"image"
	"image/color"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Raster is a matrix as a picture, one pixel an entry, with its PNG encoded
// once. A caller that draws the same matrix again, as when λ moves and K does
// not, keeps the Raster.
type Raster struct {
	*image.Paletted
	Scale  Scale
	uri    string
	smooth bool // enlarged without edges between the pixels
	ends   ends
}

// ends are the least and the greatest finite value of what a scale colours; values
// that are not finite are beyond all.
type ends struct {
	least, greatest float64
	infinite        bool
}

func noEnds() ends { return ends{least: math.Inf(1), greatest: math.Inf(-1)} }

func (e *ends) add(v float64) {
	if !finite(v) {
		e.infinite = true
		return
	}
	e.least, e.greatest = math.Min(e.least, v), math.Max(e.greatest, v)
}

// flat says whether all values are one, up to rounding.
func (e ends) flat() bool {
	return !(e.greatest-e.least > 1e-9*math.Max(math.Abs(e.greatest), math.Abs(e.least)))
}

// under and over say whether there are values beyond the scale's ends.
func (e ends) under(s Scale) bool { return e.least < s.Min-1e-9*(s.Max-s.Min) }
func (e ends) over(s Scale) bool  { return e.greatest > s.Max+1e-9*(s.Max-s.Min) }

// EncodeRaster draws m, row 0 on top. A zero scale is ScaleOf(m).
func EncodeRaster(m mat.Matrix, scale Scale) *Raster {
	if scale == (Scale{}) {
		scale = ScaleOf(m)
	}
	rows, cols := m.Dims()
	p := palettes()[scale.Ramp]
	img := image.NewPaletted(image.Rect(0, 0, cols, rows), p)
	e := noEnds()
	if raw, ok := m.(mat.RawSymmetricer); ok {
		s := raw.RawSymmetric()
		for i := range rows {
			for j := i; j < cols; j++ {
				v := s.Data[i*s.Stride+j]
				e.add(v)
				l := scale.level(v, len(p))
				img.Pix[i*img.Stride+j], img.Pix[j*img.Stride+i] = l, l
			}
		}
	} else {
		for i := range rows {
			for j := range cols {
				v := m.At(i, j)
				e.add(v)
				img.Pix[i*img.Stride+j] = scale.level(v, len(p))
			}
		}
	}
	return &Raster{Paletted: img, Scale: scale, uri: dataURI(img), ends: e}
}

// enlarged returns r with every pixel a square of about cell × cell: for canvases
// that smooth what they enlarge.
func (r *Raster) enlarged(cell int) image.Image {
	cell = max(1, cell)
	b := r.Bounds()
	out := image.NewPaletted(image.Rect(0, 0, b.Dx()*cell, b.Dy()*cell), r.Palette)
	each(out.Rect, func(x, y int) { out.Pix[y*out.Stride+x] = r.Pix[y/cell*r.Stride+x/cell] })
	return out
}

// onPaper returns r with its see-through colours as they are seen: PDFs know none that
// are half so.
func (r *Raster) onPaper() *Raster {
	if !r.Scale.Ramp.clear() {
		return r
	}
	flat, img := *r, *r.Paletted
	img.Palette = make(color.Palette, len(r.Palette))
	for i, c := range r.Palette {
		img.Palette[i] = c
		if over := color.NRGBAModel.Convert(c).(color.NRGBA); over.A > 0 {
			mix := func(a, b uint8) uint8 { return uint8((int(a)*int(over.A) + int(b)*(255-int(over.A)) + 127) / 255) }
			img.Palette[i] = color.NRGBA{mix(over.R, Paper.Light.R), mix(over.G, Paper.Light.G),
				mix(over.B, Paper.Light.B), 255}
		}
	}
	flat.Paletted = &img
	return &flat
}

// drawRaster fills rect with r, of a class after "raster".
func drawRaster(c draw.Canvas, class string, rect vg.Rectangle, r *Raster) {
	if s := svgOf(c); s != nil {
		s.Class(classes("raster", class))
		s.DrawImage(rect, r)
		return
	}
	r = r.onPaper()
	if r.smooth {
		c.DrawImage(rect, r.Paletted)
		return
	}
	const sharp = 3 // px of the picture to one of the panel, for PNG at scale 2 or 3
	c.DrawImage(rect, r.enlarged(sharp*int(math.Ceil(float64(rect.Size().X)/float64(r.Bounds().Dx())))))
}

// Heatmap is a matrix as a picture, row 1 on top, with a colour-bar above.
type Heatmap struct {
	Values mat.Matrix
	Raster *Raster // drawn instead of Values if not nil
	Scale  Scale   // ScaleOf(Values) if zero
	Label  string  // what an entry is; beside the colour-bar
	Row    string  // what a row is; "point i"
	Col    string  // what a column is; "point j"
	Class  string  // of the matrix in the SVG, after "raster"
	Item   string  // names the first and last row and column, as x₁ and xₙ; "x" if empty
	// Groups are rows that stand together, and columns alike, named instead, with lines
	// between. Those beyond the last row are of columns alone.
	Groups []Group
	// Names are of the rows, up to 30, and stand in place of Row; where a row is lower than a
	// line of type, every second one or fewer.
	Names []string
	// Counted puts entry (i, j), counted from 1, at x = j, y = i in the frame, for
	// controls that are the numbers of a row and a column.
	Counted bool

	Rows, Cols []int // to outline, counted from 0
	Alone      bool  // all but these rows and columns step back
	Index      []int // the numbers among all data of its rows and columns, where these are in another order
	Below      int   // how many of the last rows are another matrix under the first, with a line between
	Numbers    bool  // print the entries, if there are at most 6 × 6
	// Bare is a small picture to stand in a row of others: square entries, Label and
	// Sizes under it, no axes and no colour-bar.
	Bare  bool
	Sizes string // the number of rows and columns as letters, "p×p"
	// Empty is said in the middle of a matrix that has nothing to show, with a line around it.
	Empty string
	// Under stands under it in place of the sizes, where rows and columns mean nothing:
	// images side by side.
	Under string
}

// A Group is some rows one after the other, and as many columns.
type Group struct {
	Name string
	Size int
}

const (
	squareWidth = 360
	squareLeft  = 46
	mostRows    = 30 // that have names
	bareWidth   = 168
	bareWords   = 40 // px under a bare map
)

func (v Heatmap) namesItself() bool { return v.Bare }

func (v Heatmap) size() (w, h float64) {
	if v.Bare {
		return bareWidth, bareWidth + bareWords
	}
	return squareWidth, panelHeight
}

// frame has entry (i, j), counted from 0, at x = j, y = i.
func (v Heatmap) frame(w, h float64) frame {
	rows, cols := dims(v.Raster, v.Values)
	if v.Bare {
		return v.bareFrame(w, h, float64(rows), float64(cols))
	}
	left := v.left()
	side := math.Min(w-left-marginRight, h-marginTop-marginBottom)
	from := -0.5
	if v.Counted {
		from = 0.5
	}
	return frame{
		left, h - marginTop - side, left + side, h - marginTop,
		Axis{Label: v.Col, Min: from, Max: float64(cols) + from},
		// Downwards: Min is the value at the bottom.
		Axis{Label: v.Row, Min: float64(rows) + from, Max: from},
	}
}

// left is the room, in px, at the left of the frame.
func (v Heatmap) left() float64 {
	left := 0.0
	for _, name := range v.named() {
		left = math.Max(left, rowsLarger*float64(tickText.width(name)))
	}
	return math.Max(squareLeft, math.Ceil(left)+tickGap)
}

// named are the names of the rows where there are not too many.
func (v Heatmap) named() []string {
	if len(v.Names) > mostRows {
		return nil
	}
	return v.Names
}

// rowNames writes the names of the rows beside them: those outlined and, where a row is lower
// than a line of type, every second one or fewer. Those between are of a class of their own:
// a page shows them where it sets type small enough.
func (v Heatmap) rowNames(c draw.Canvas) {
	const line, close = 13, 9.5 // px
	names := v.named()
	h := float64(c.Max.Y-c.Min.Y) / float64(len(names))
	stride := int(math.Ceil(line / h))
	var between []int
	set := tickText.with(Soft, end)
	write := func(i int, set text) {
		set.draw(c, c.Min.X-tickGap/2-2, c.Max.Y-vg.Length(h*(float64(i)+0.5))-4, names[i])
	}
	bold := set.with(Ink, end)
	bold.Bold = true
	named(c, "rows") // what is outlined first: a page that has room for fewer keeps these
	for i := range names {
		if slices.Contains(v.Rows, i) {
			write(i, bold)
		}
	}
	named(c, "rows")
	for i := range names {
		near := func(j int) bool { return i-j < stride && j-i < stride }
		switch {
		case slices.Contains(v.Rows, i):
		case i%stride != 0 || slices.ContainsFunc(v.Rows, near):
			between = append(between, i)
		default:
			write(i, set)
		}
	}
	if h < close {
		return
	}
	named(c, "rows between")
	for _, i := range between {
		write(i, set)
	}
}

// dims returns the rows and columns of what a map shows.
func dims(r *Raster, values mat.Matrix) (rows, cols int) {
	if r != nil {
		return r.Bounds().Dy(), r.Bounds().Dx()
	}
	if values == nil {
		panic("plots: a map needs Values or a Raster")
	}
	return values.Dims()
}

func (v Heatmap) raster() *Raster {
	if v.Raster != nil {
		return v.Raster
	}
	return EncodeRaster(v.Values, v.Scale)
}

// Draw draws the panel; see [Drawer].
func (v Heatmap) Draw(c draw.Canvas) {
	f := v.frame(size(c))
	v.Raster = v.raster()
	f.draw(c, v)
}

// plot draws into the frame.
func (v Heatmap) plot(c draw.Canvas, _ *frame) {
	r := v.raster()
	numbered(c, v.Index)
	v.cells(c)
	if v.Empty != "" {
		strokePath(c, "around", box(c.Rectangle), draw.LineStyle{Color: Hairline, Width: 1})
		labelText.with(Soft, middle).draw(c, c.Center().X, c.Center().Y-4, v.Empty)
	}
	if v.Bare {
		v.caption(c)
		return
	}
	if len(v.Groups) > 0 {
		v.groupNames(c)
		colourBar(c, r.Scale, r.ends, v.Label, "", false)
		return
	}
	item := v.Item
	if item == "" {
		item = "x"
	}
	first, lastRow, lastCol := item+"₁", item+subscript(r.Bounds().Dy()), item+subscript(r.Bounds().Dx())
	set := tickText.with(Soft, start)
	set.draw(c, c.Min.X, c.Min.Y-20, first)
	set.Anchor = end
	set.draw(c, c.Max.X, c.Min.Y-20, lastCol)
	label := labelText.with(Ink, middle)
	label.draw(c, c.Center().X, c.Min.Y-labelBase(c), v.Col)
	if len(v.named()) > 0 {
		v.rowNames(c)
		colourBar(c, r.Scale, r.ends, v.Label, "", false)
		return
	}
	set.draw(c, c.Min.X-tickGap, c.Max.Y-10, first)
	set.draw(c, c.Min.X-tickGap, c.Min.Y+2, lastRow)
	label.Angle = math.Pi / 2
	label.draw(c, c.Min.X-20, c.Center().Y, v.Row)
	colourBar(c, r.Scale, r.ends, v.Label, "", false)
}

// cells draws the entries into the rectangle, with what is drawn over them.
func (v Heatmap) cells(c draw.Canvas) {
	drawRaster(c, v.Class, c.Rectangle, v.raster())
	v.between(c)
	v.numbers(c)
	v.outlines(c)
}

// labelBase is how far under a matrix the name of its columns stands: where its height counts, as on the
// projector, between the first one's and the last one's.
func labelBase(c draw.Canvas) vg.Length {
	if legendOf(c) != nil {
		return 20
	}
	return 42
}

// bars are the ramps as pictures of one row, Shares of one for each class.
var bars = sync.OnceValue(func() [ramps]*Raster {
	var bars [ramps]*Raster
	for i, p := range palettes() {
		img := image.NewPaletted(image.Rect(0, 0, len(p), 1), p)
		if Ramp(i) == Shares {
			img = image.NewPaletted(image.Rect(0, 0, shareSteps, len(shareHues)), p)
		}
		for j := range p {
			img.Pix[j] = uint8(j)
		}
		bars[i] = &Raster{Paletted: img, Scale: Scale{Ramp: Ramp(i)}, uri: dataURI(img)}
	}
	return bars
})

// colourBar draws the row above the frame: what the colours measure, and the
// ramp between the numbers at its ends. Where there are values beyond an end, it says
// so. A legend may stand above.
func colourBar(c draw.Canvas, s Scale, e ends, label, unit string, legend bool) {
	const height = 9
	y := c.Max.Y + keyBase
	lo, hi := brief(s.Min), brief(s.Max)
	if unit != "" {
		hi += " " + unit
	}
	if (s.Ramp == Diverging || s.Ramp == Field) && s.Min < 0 {
		hi = "+" + hi
	}
	if l := legendOf(c); l != nil {
		_, short := e.written(s, lo, hi)
		l.bar(s.Ramp, label, short[0], short[1])
		return
	}
	left := barName(c, y, label, legend)
	width, room, lo, hi := barWidth(c, s, e, left, lo, hi)
	right := c.Max.X - room
	drawRaster(c, "", vg.Rectangle{
		Min: vg.Point{X: right - width, Y: y},
		Max: vg.Point{X: right, Y: y + height},
	}, bars()[s.Ramp])
	set := tickText.with(Soft, end)
	set.draw(c, right-width-6, y, lo)
	set.Anchor = start
	set.draw(c, right+6, y, hi)
}

// barName writes what a bar shows, from y down: before the bar, where the panel has room,
// else above it. It returns the width that it takes before the bar.
func barName(c draw.Canvas, y vg.Length, label string, legend bool) vg.Length {
	name := tickText.with(Ink, start)
	switch {
	case !barLabelAbove(label, float64(c.Max.X-c.Min.X)):
		name.draw(c, c.Min.X, y, label)
		return tickText.width(label)
	case legend:
		name.draw(c, c.Min.X, y+bandRow, label)
	default:
		svg := svgOf(c)
		if svg != nil {
			svg.Group("upper") // as in a legend of two rows
		}
		name.draw(c, c.Min.X, y+keyRow, label)
		if svg != nil {
			svg.EndGroup()
		}
	}
	return 0
}

// barWidth is how wide a bar is beside the left that its name takes, the room at its
// right, and what is written at its ends, lo and hi: shorter where there is little room.
func barWidth(c draw.Canvas, s Scale, e ends, left vg.Length, lo, hi string) (width, room vg.Length, low, high string) {
	const widest, numbers = 96, 44
	larger := vg.Length(enlarged(float64(c.Max.X - c.Min.X)))
	room = numbers
	long, short := e.written(s, lo, hi)
	if long == short {
		return max(narrowest, min(widest, c.Max.X-room-c.Min.X-larger*(left+tickText.width(lo))-12)), room, lo, hi
	}
	fit := func(low, high string) bool {
		room = max(numbers, larger*tickText.width(high)+6)
		width = min(widest, c.Max.X-room-c.Min.X-larger*(left+tickText.width(low))-20)
		return width >= narrowest
	}
	if fit(long[0], long[1]) {
		return width, room, long[0], long[1]
	}
	fit(short[0], short[1])
	return max(width, narrowest), room, short[0], short[1]
}

// written is what is written at a bar's ends, where some values lie beyond them in words
// and in signs.
func (e ends) written(s Scale, lo, hi string) (long, short [2]string) {
	long, short = [2]string{lo, hi}, [2]string{lo, hi}
	if e.under(s) {
		long[0], short[0] = lo+" and less", "≤ "+lo
	}
	if e.over(s) || e.infinite && s.Ramp == ReversedCividis {
		long[1], short[1] = hi+" and more", "≥ "+hi
	}
	return long, short
}

const narrowest = 40 // that a colour-bar is drawn

// barLabelAbove says that in a frame so wide what the colours measure takes a row of its
// own, above the ramp and numbers of a usual length, on a screen at a wall, which
// doubles the type. It is the same for all values, or the picture would jump.
func barLabelAbove(label string, width float64) bool {
	return float64(2*(tickText.width(label)+2*tickText.width("−0.44")))+narrowest+18 > width
}

// brief writes v to three significant digits.
func brief(v float64) string { return rounded(v, 3) }

// rounded writes v to so many significant digits, and whole numbers as brief does.
func rounded(v float64, digits int) string {
	if v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return "0"
	}
	e := int(math.Floor(math.Log10(math.Abs(v))))
	if e < -3 || e > 4 {
		return number(v, 9)
	}
	p := math.Pow(10, float64(max(digits-1-e, min(2-e, 0))))
	v = math.Round(v*p) / p
	return number(v, decimals(v))
}

// decimals returns how many places v needs, at most 4.
func decimals(v float64) int {
	for places := range 4 {
		p := math.Pow(10, float64(places))
		if math.Abs(math.Round(v*p)/p-v) < 1e-9*math.Abs(v) {
			return places
		}
	}
	return 4
}
