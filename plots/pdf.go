package plots

import (
	"fmt"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgpdf"
)

// pdf is a vgpdf canvas that can also write λ and 10⁻⁴. vgpdf embeds fonts with
// the code page 1252 and takes a string's bytes for it, which is right for ASCII
// alone; any other string is filled as outlines.
type pdf struct {
	*vgpdf.Canvas
}

func newPDF(width, height float64) pdf {
	return pdf{vgpdf.New(vg.Length(width), vg.Length(height))}
}

func (c pdf) FillString(f font.Face, pt vg.Point, s string) {
	ascii := true
	for i := range len(s) {
		ascii = ascii && s[i] < 0x80
	}
	if ascii {
		c.Canvas.FillString(f, pt, s)
		return
	}
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
