//go:build !js

package plots

import (
	"fmt"
	"image"
	"image/color"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgpdf"
)

// pdf is a vgpdf canvas with its words, pictures and translucent colours right.
// Words are filled as outlines: vgpdf embeds fonts by the code page 1252, where
// λ and 10⁻⁴ are not, keeps one weight of those it is given, and needs a
// directory to write to.
type pdf struct {
	*vgpdf.Canvas
	widths map[int]bool // of its pictures, in pixels: see DrawImage
}

// A PDF says when it was made; the same figure must be the same bytes. fpdf keeps
// what every new document says in package variables, set here once.
func init() {
	epoch := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	fpdf.SetDefaultCreationDate(epoch)
	fpdf.SetDefaultModificationDate(epoch)
	fpdf.SetDefaultCatalogSort(true)
}

func newPDF(width, height float64) pdf {
	return pdf{vgpdf.New(vg.Length(width), vg.Length(height)), map[int]bool{}}
}

// SetColor sets c; vgpdf would take its premultiplied red, green and blue and
// apply the opacity once more.
func (c pdf) SetColor(clr color.Color) {
	if clr == nil {
		clr = color.Black
	}
	c.Canvas.SetColor(straight(color.NRGBAModel.Convert(clr).(color.NRGBA)))
}

// straight is a colour whose RGBA is not premultiplied.
type straight color.NRGBA

func (s straight) RGBA() (r, g, b, a uint32) {
	return uint32(s.R) * 0x101, uint32(s.G) * 0x101, uint32(s.B) * 0x101, uint32(s.A) * 0x101
}

// DrawImage draws img with its first row on top; vgpdf puts it at the bottom.
//
// fpdf writes pictures in the order of their widths in pixels, and those of one width in
// that of a map, another each time. So no two have one width: each column of pixels is
// there as often as it takes.
func (c pdf) DrawImage(rect vg.Rectangle, img image.Image) {
	b := img.Bounds()
	often := 1
	for c.widths[often*b.Dx()] {
		often++
	}
	c.widths[often*b.Dx()] = true
	area := image.Rect(0, 0, often*b.Dx(), b.Dy())
	if p, ok := img.(*image.Paletted); ok {
		flipped := image.NewPaletted(area, p.Palette)
		each(area, func(x, y int) { flipped.SetColorIndex(x, b.Dy()-1-y, p.ColorIndexAt(b.Min.X+x/often, b.Min.Y+y)) })
		c.Canvas.DrawImage(rect, flipped)
		return
	}
	flipped := image.NewNRGBA(area)
	each(area, func(x, y int) { flipped.Set(x, b.Dy()-1-y, img.At(b.Min.X+x/often, b.Min.Y+y)) })
	c.Canvas.DrawImage(rect, flipped)
}

func (c pdf) FillString(f font.Face, pt vg.Point, s string) {
	var (
		buf   sfnt.Buffer
		units = fixed.Int26_6(f.Face.UnitsPerEm())
		scale = f.Font.Size / vg.Length(units)
		path  vg.Path
	)
	at := func(p fixed.Point26_6) vg.Point { // glyph coordinates run down
		return vg.Point{X: pt.X + vg.Length(p.X)*scale, Y: pt.Y - vg.Length(p.Y)*scale}
	}
	for _, r := range s {
		glyph, err := f.Face.GlyphIndex(&buf, r)
		if err != nil {
			panic(fmt.Sprintf("plots: glyph of %q: %v", r, err)) // the font is embedded
		}
		segments, err := f.Face.LoadGlyph(&buf, glyph, units, nil)
		if err != nil {
			panic(fmt.Sprintf("plots: outline of %q: %v", r, err))
		}
		for i, seg := range segments {
			switch seg.Op {
			case sfnt.SegmentOpMoveTo:
				if i > 0 {
					path.Close()
				}
				path.Move(at(seg.Args[0]))
			case sfnt.SegmentOpLineTo:
				path.Line(at(seg.Args[0]))
			case sfnt.SegmentOpQuadTo:
				path.QuadTo(at(seg.Args[0]), at(seg.Args[1]))
			case sfnt.SegmentOpCubeTo:
				path.CubeTo(at(seg.Args[0]), at(seg.Args[1]), at(seg.Args[2]))
			}
		}
		if len(segments) > 0 {
			path.Close()
		}
		pt.X += f.Width(string(r))
	}
	if len(path) > 0 {
		c.Fill(path)
	}
}
