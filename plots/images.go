package plots

import (
	"image"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Images are small grey pictures as the marks of points, so that one sees what lies
// where: digits on a projection. Each lies over its point, within an edge in the
// colour of its class. Where two would overlap one is drawn, and the other point keeps
// its mark: the highlighted come first, then lower numbers.
//
// All of them are one picture, a PNG over the frame with one sample a pixel of theirs,
// of at most mostImages of them: some 40 bytes each, and never more than 14 KB.
type Images struct {
	Side int         // pixels on a side
	Ink  [][]float64 // of point i among all data: Side² values from 0 to 1, row after row from the top
}

const (
	imagePixel = 2 // px of a panel to a pixel of an image
	mostImages = 160
	inks       = 17 // shades from paper to ink
)

// imageColours are see-through, the shades, and an edge for each category. They do not
// follow the page's theme: a picture is dark on light in either.
func imageColours() color.Palette {
	p := color.Palette{color.NRGBA{}}
	for i := range inks {
		v := uint8(255 - i*(255-16)/(inks-1))
		p = append(p, color.NRGBA{v, v, v, 255})
	}
	for _, c := range Categories {
		p = append(p, c.Light)
	}
	return p
}

// draw draws those images that have room, over the points of the classes.
func (v *Images) draw(c draw.Canvas, p *frame, classes []Class, highlight []int) {
	w, h := size(c)
	cols, rows := int(w/imagePixel), int(h/imagePixel)
	if side := v.Side + 2; cols < side || rows < side {
		return
	}
	marks := v.corners(c, p, classes, cols, rows)
	slices.SortStableFunc(marks, func(a, b thumbnail) int {
		first, second := slices.Contains(highlight, a.number), slices.Contains(highlight, b.number)
		switch {
		case first && !second:
			return -1
		case second && !first:
			return 1
		}
		return a.number - b.number
	})
	img := image.NewPaletted(image.Rect(0, 0, cols, rows), imageColours())
	var taken []thumbnail
	for _, m := range marks {
		if m.number >= len(v.Ink) || len(taken) == mostImages {
			continue
		}
		if !slices.ContainsFunc(taken, func(t thumbnail) bool { return t.covers(m, v.Side+2) }) {
			taken = append(taken, m)
			v.paint(img, m)
		}
	}
	if len(taken) == 0 {
		return
	}
	drawRaster(c, "images", vg.Rectangle{
		Min: vg.Point{X: c.Min.X, Y: c.Max.Y - vg.Length(rows)*imagePixel},
		Max: vg.Point{X: c.Min.X + vg.Length(cols)*imagePixel, Y: c.Max.Y},
	}, &Raster{Paletted: img, uri: dataURI(img)})
}

// A thumbnail is where an image stands in a raster, with an edge in the colour of its class.
type thumbnail struct{ number, class, left, top int }

// covers reports whether two tiles of so many pixels a side lie on each other.
func (t thumbnail) covers(m thumbnail, side int) bool {
	return max(t.left-m.left, m.left-t.left) < side && max(t.top-m.top, m.top-t.top) < side
}

// corners are the tiles of all points, in a raster of so many pixels.
func (v *Images) corners(c draw.Canvas, p *frame, classes []Class, cols, rows int) []thumbnail {
	side := v.Side + 2
	corner := func(v vg.Length, most int) int {
		return min(max(int(math.Round(float64(v)/imagePixel-float64(side)/2)), 0), most-side)
	}
	var tiles []thumbnail
	for k, class := range classes {
		at, drawn := placed(c, p, class.Points)
		for i, pt := range at {
			j := i
			if drawn != nil {
				j = drawn[i]
			}
			tiles = append(tiles, thumbnail{class.Index[j], k, corner(pt.X-c.Min.X, cols), corner(c.Max.Y-pt.Y, rows)})
		}
	}
	return tiles
}

// paint puts the image of a thumbnail into a raster.
func (v *Images) paint(img *image.Paletted, m thumbnail) {
	edge := uint8(1 + inks + m.class%len(Categories))
	for y := range v.Side + 2 {
		for x := range v.Side + 2 {
			ink := edge
			if x > 0 && y > 0 && x <= v.Side && y <= v.Side {
				shade := math.Round(v.Ink[m.number][(y-1)*v.Side+x-1] * (inks - 1))
				ink = 1 + uint8(math.Min(math.Max(shade, 0), inks-1))
			}
			img.SetColorIndex(m.left+x, m.top+y, ink)
		}
	}
}
