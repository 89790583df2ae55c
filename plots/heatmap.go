package plots

import (
	"image"
	"image/color"
	"math"
	"sync"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Ramp is a sequence of colours for numbers.
type Ramp int

const (
	Cividis         Ramp = iota // dark blue to yellow, even in lightness
	ReversedCividis             // yellow to dark blue
	BlueWhiteRed                // for signed values, white at 0
)

// A Scale says which colours stand for which values: the ramp runs from Min to
// Max, and what lies outside has the colour of the nearer end.
type Scale struct {
	Ramp     Ramp
	Min, Max float64
}

// ScaleOf returns the scale for m: Cividis from 0 to the greatest entry if none
// is negative, else BlueWhiteRed from −a to a, a the greatest absolute entry.
func ScaleOf(m mat.Matrix) Scale {
	lo, hi := 0.0, 0.0
	rows, cols := m.Dims()
	for i := range rows {
		for j := range cols {
			if v := m.At(i, j); !math.IsInf(v, 0) && !math.IsNaN(v) {
				lo, hi = math.Min(lo, v), math.Max(hi, v)
			}
		}
	}
	if lo < 0 {
		a := math.Max(-lo, hi)
		return Scale{BlueWhiteRed, -a, a}
	}
	if hi == 0 {
		hi = 1
	}
	return Scale{Cividis, 0, hi}
}

// level returns the index of v's colour; NaN has the last.
func (s Scale) level(v float64, levels int) uint8 {
	t := (v - s.Min) / (s.Max - s.Min)
	switch {
	case t <= 0:
		return 0
	case t < 1:
		return uint8(t*float64(levels-1) + 0.5)
	}
	return uint8(levels - 1)
}

// cividis at 64 even steps. Source: J. R. Nuñez, C. R. Anderton and R. S. Renslow,
// Optimizing colormaps with consideration for color vision deficiency, PLoS ONE
// 13 (2018).
const cividis = "00224d00255400285b002a62002d6900307004327011356f1a386f213b6e273d6d2e416c32446c37466c3b496b404c6b444f6b48516b4c546c4f576c535a6c575d6d5a5f6d5e626e61656f656870686b716c6d726f70737373747676767979777e7d788280788583788986788d8978918c77958f779992769d9575a19874a59b73a99e72ada271b1a570b5a86eb9ab6dbdaf6bc2b269c6b567cab964cebc62d4c15ed8c45bdcc858e1cc54e5cf50ead34ceed747f3da42f8de3bfde234fde737"

var palettes = sync.OnceValue(func() [3]color.Palette {
	var p [3]color.Palette
	digit := func(b byte) uint8 {
		if b >= 'a' {
			return b - 'a' + 10
		}
		return b - '0'
	}
	for i := 0; i < len(cividis); i += 6 {
		var c [3]uint8
		for j := range c {
			c[j] = digit(cividis[i+2*j])<<4 | digit(cividis[i+2*j+1])
		}
		p[Cividis] = append(p[Cividis], color.NRGBA{c[0], c[1], c[2], 255})
	}
	for i := range p[Cividis] {
		p[ReversedCividis] = append(p[ReversedCividis], p[Cividis][len(p[Cividis])-1-i])
	}
	// Odd, so that zero is exactly white. Lightness falls evenly to both ends,
	// which are equally dark.
	white, ends := lab{97, 0, 0}, [2]lab{{34, 8, -50}, {34, 56, 38}}
	const half = 32
	for i := -half; i <= half; i++ {
		end, t := ends[0], float64(-i)/half
		if i > 0 {
			end, t = ends[1], float64(i)/half
		}
		p[BlueWhiteRed] = append(p[BlueWhiteRed], white.towards(end, t).rgb())
	}
	return p
})

// lab is a colour of CIE L*a*b*, white point D65.
type lab struct{ l, a, b float64 }

func (c lab) towards(d lab, t float64) lab {
	// Chroma rises faster than lightness falls, or the middle looks grey.
	s := math.Sin(t * math.Pi / 2)
	return lab{c.l + t*(d.l-c.l), c.a + s*(d.a-c.a), c.b + s*(d.b-c.b)}
}

func (c lab) rgb() color.NRGBA {
	inverse := func(t float64) float64 {
		if t > 6.0/29 {
			return t * t * t
		}
		return 3 * 36.0 / 841 * (t - 4.0/29)
	}
	m := (c.l + 16) / 116
	x, y, z := 0.95047*inverse(m+c.a/500), inverse(m), 1.08883*inverse(m-c.b/200)
	gamma := func(v float64) uint8 {
		if v <= 0.0031308 {
			v *= 12.92
		} else {
			v = 1.055*math.Pow(v, 1/2.4) - 0.055
		}
		return uint8(255*math.Min(math.Max(v, 0), 1) + 0.5)
	}
	return color.NRGBA{
		R: gamma(3.2406*x - 1.5372*y - 0.4986*z),
		G: gamma(-0.9689*x + 1.8758*y + 0.0415*z),
		B: gamma(0.0557*x - 0.2040*y + 1.0570*z),
		A: 255,
	}
}

// A Raster is a matrix as a picture, one pixel an entry, with its PNG encoded
// once. A caller that draws the same matrix again, as when λ moves and K does
// not, keeps the Raster.
type Raster struct {
	*image.Paletted
	Scale  Scale
	uri    string
	smooth bool // enlarged without edges between the pixels
}

// EncodeRaster draws m, row 0 on top. A zero scale is ScaleOf(m).
func EncodeRaster(m mat.Matrix, scale Scale) *Raster {
	if scale == (Scale{}) {
		scale = ScaleOf(m)
	}
	rows, cols := m.Dims()
	p := palettes()[scale.Ramp]
	img := image.NewPaletted(image.Rect(0, 0, cols, rows), p)
	if raw, ok := m.(mat.RawSymmetricer); ok {
		s := raw.RawSymmetric()
		for i := range rows {
			for j := i; j < cols; j++ {
				l := scale.level(s.Data[i*s.Stride+j], len(p))
				img.Pix[i*img.Stride+j], img.Pix[j*img.Stride+i] = l, l
			}
		}
	} else {
		for i := range rows {
			for j := range cols {
				img.Pix[i*img.Stride+j] = scale.level(m.At(i, j), len(p))
			}
		}
	}
	return &Raster{Paletted: img, Scale: scale, uri: dataURI(img)}
}

// enlarged returns r with every pixel a square of about cell × cell: for canvases
// that smooth what they enlarge.
func (r *Raster) enlarged(cell int) image.Image {
	cell = max(1, cell)
	b := r.Bounds()
	out := image.NewPaletted(image.Rect(0, 0, b.Dx()*cell, b.Dy()*cell), r.Palette)
	for y := range out.Rect.Max.Y {
		for x := range out.Rect.Max.X {
			out.Pix[y*out.Stride+x] = r.Pix[y/cell*r.Stride+x/cell]
		}
	}
	return out
}

// drawRaster fills rect with r, of a class after "raster".
func drawRaster(c draw.Canvas, class string, rect vg.Rectangle, r *Raster) {
	if s := svgOf(c); s != nil {
		s.Class(classes("raster", class))
		s.DrawImage(rect, r)
		return
	}
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

	Rows, Cols []int // to outline, counted from 0
	Numbers    bool  // print the entries, if there are at most 6 × 6
	// Bare is a small picture to stand in a row of others: square entries, Label and
	// Sizes under it, no axes and no colour-bar.
	Bare  bool
	Sizes string // the number of rows and columns as letters, "p×p"
}

const (
	squareWidth = 360
	squareLeft  = 46
	bareWidth   = 168
	bareWords   = 38 // px under a bare map
)

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
	side := math.Min(w-squareLeft-marginRight, h-marginTop-marginBottom)
	return frame{
		squareLeft, h - marginTop - side, squareLeft + side, h - marginTop,
		Axis{Label: v.Col, Min: -0.5, Max: float64(cols) - 0.5},
		// Downwards: Min is the value at the bottom.
		Axis{Label: v.Row, Min: float64(rows) - 0.5, Max: -0.5},
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

// Plot draws into the frame; see plot.Plotter.
func (v Heatmap) Plot(c draw.Canvas, _ *plot.Plot) {
	r := v.raster()
	drawRaster(c, v.Class, c.Rectangle, r)
	v.numbers(c)
	v.outlines(c)
	if v.Bare {
		v.caption(c)
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
	set.draw(c, c.Min.X-tickGap, c.Max.Y-10, first)
	set.draw(c, c.Min.X-tickGap, c.Min.Y+2, lastRow)
	label := labelText.with(Ink, middle)
	label.draw(c, c.Center().X, c.Min.Y-42, v.Col)
	label.Angle = math.Pi / 2
	label.draw(c, c.Min.X-20, c.Center().Y, v.Row)
	colourBar(c, r.Scale, v.Label, "")
}

// bars are the ramps as pictures of one row.
var bars = sync.OnceValue(func() [3]*Raster {
	var bars [3]*Raster
	for i, p := range palettes() {
		img := image.NewPaletted(image.Rect(0, 0, len(p), 1), p)
		for j := range p {
			img.Pix[j] = uint8(j)
		}
		bars[i] = &Raster{Paletted: img, uri: dataURI(img)}
	}
	return bars
})

// colourBar draws the row above the frame: what the colours measure, and the
// ramp between the numbers at its ends.
func colourBar(c draw.Canvas, s Scale, label, unit string) {
	const width, height, numbers = 96, 9, 44
	y := c.Max.Y + keyBase
	tickText.with(Ink, start).draw(c, c.Min.X, y, label)
	lo, hi := brief(s.Min), brief(s.Max)
	if unit != "" {
		hi += " " + unit
	}
	right := c.Max.X - numbers
	if s.Ramp == BlueWhiteRed && s.Min < 0 {
		hi = "+" + hi
	}
	drawRaster(c, "", vg.Rectangle{
		Min: vg.Point{X: right - width, Y: y},
		Max: vg.Point{X: right, Y: y + height},
	}, bars()[s.Ramp])
	set := tickText.with(Soft, end)
	set.draw(c, right-width-6, y, lo)
	set.Anchor = start
	set.draw(c, right+6, y, hi)
}

// brief writes v to three significant digits.
func brief(v float64) string {
	if v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return "0"
	}
	e := int(math.Floor(math.Log10(math.Abs(v))))
	if e < -3 || e > 4 {
		return number(v, 9)
	}
	p := math.Pow(10, float64(2-e))
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
