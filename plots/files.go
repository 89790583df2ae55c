//go:build !js

package plots

import (
	"cmp"
	"image"
	"image/color"
	"image/png"
	"io"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// This file and pdf.go write what a browser does not: PNG and PDF. See files_js.go.

// WritePNG writes the panels as a PNG in the light theme's colours, scale pixels
// to a CSS pixel.
//
// It panics unless scale is in (0, 8].
func WritePNG(w io.Writer, title string, columns [][]Panel, scale float64) error {
	if !(scale > 0 && scale <= 8) {
		panic("plots: a PNG's scale must be in (0, 8]")
	}
	sh := newSheet(title, columns)
	c := vgimg.NewWith(
		vgimg.UseWH(vg.Length(sh.width), vg.Length(sh.height)),
		vgimg.UseDPI(max(1, int(math.Round(72*scale)))), // 72 dots an inch: a vg.Length is a pixel
		vgimg.UseBackgroundColor(Paper),
	)
	sh.draw(c)
	_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(w)
	return err
}

// WritePDF writes the panels as a PDF page of their size in the light theme's
// colours.
func WritePDF(w io.Writer, title string, columns [][]Panel) error {
	sh := newSheet(title, columns)
	c := newPDF(sh.width, sh.height)
	sh.draw(c)
	_, err := c.WriteTo(w)
	return err
}

// WritePNG writes the card.
func (k Card) WritePNG(w io.Writer) error {
	canvas := vgimg.NewWith(
		vgimg.UseWH(CardWidth, CardHeight),
		vgimg.UseDPI(72), // a vg.Length is a pixel
		vgimg.UseBackgroundColor(Paper),
	)
	c := draw.NewCanvas(canvas, CardWidth, CardHeight)
	if len(k.Emblem) > 2 {
		k.under(c)
	} else {
		k.beside(c)
	}
	cardBrand.draw(c, cardMargin, CardHeight-cardFoot, k.Foot)
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	return encoder.Encode(w, paletted(canvas.Image()))
}

// paletted returns the picture in 256 colours, those that most of its pixels have and that
// an eye can tell apart, each pixel in the nearest: what is lost is a shade on the edge of
// a letter, and half of the bytes.
func paletted(img image.Image) *image.Paletted {
	b := img.Bounds()
	pixels := make([]color.RGBA, 0, b.Dx()*b.Dy())
	count := map[color.RGBA]int{}
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)
			pixels = append(pixels, c)
			count[c]++
		}
	}
	colours := slices.SortedFunc(maps.Keys(count), func(a, b color.RGBA) int {
		order := func(c color.RGBA) int { return int(c.R)<<16 | int(c.G)<<8 | int(c.B) }
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(order(a), order(b)))
	})
	var palette color.Palette
	for _, c := range colours {
		known := func(p color.Color) bool { return alike(c, p.(color.RGBA)) }
		if len(palette) < 256 && !slices.ContainsFunc(palette, known) {
			palette = append(palette, c)
		}
	}
	index := make(map[color.RGBA]uint8, len(colours))
	for _, c := range colours {
		index[c] = uint8(palette.Index(c))
	}
	p := image.NewPaletted(image.Rect(0, 0, b.Dx(), b.Dy()), palette)
	for i, c := range pixels {
		p.Pix[i] = index[c]
	}
	return p
}

// alike says that an eye takes two opaque colours for one.
func alike(a, b color.RGBA) bool {
	const most = 2
	near := func(a, b uint8) bool { return max(a, b)-min(a, b) <= most }
	return near(a.R, b.R) && near(a.G, b.G) && near(a.B, b.B)
}
