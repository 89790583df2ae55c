package plots

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Level is a contour to draw: where a function has the value At.
type Level struct {
	At   float64
	Name string // written on the contour; "" for none
	Said string // what a description calls the value, where contours have a unit of their own
	Bold bool
	Dash bool
}

// A Relief is a function on a regular grid as a picture with contours, worked out
// once. A caller that draws the same function again, as when points move over it,
// keeps the Relief.
type Relief struct {
	Scale      Scale
	raster     *Raster // nil if the grid has no cells
	contours   []contour
	rows, cols int
	lo, hi     cell
	ends       ends
	known      int // finite values
}

type contour struct {
	Level
	pieces [][]Point // in columns and rows of the grid, counted from 0
}

// EncodeRelief draws m, a function's values at the nodes of a grid, row 0 at the
// bottom. A pixel lies between four nodes and has their mean; where one of them is
// not finite, nothing is drawn. A zero scale is ScaleOf(m); one of Muted or Share without ends
// runs from the least value to the greatest, one of Field as far below 0 as above it.
//
// Contours come from marching squares: they cross the grid's lines where the
// value interpolated along the line is the level; in a cell crossed four times
// they keep the side of the mean together. So they agree with the picture.
//
// Source: W. E. Lorensen and H. E. Cline, Marching cubes, SIGGRAPH 1987, in the
// plane.
func EncodeRelief(m mat.Matrix, scale Scale, levels []Level) *Relief {
	g := newGrid(m)
	r := g.relief(m, scale, levels)
	if g.rows > 1 && g.cols > 1 {
		r.raster = encodePixels(g.rows-1, g.cols-1, r.Scale, g.mean)
		r.raster.smooth = true
	}
	return r
}

// EncodeShares draws the shares of up to three classes, from 0 to 1, at the nodes of a grid: a
// pixel has the colour of the class whose share is the largest, as far from paper as that share
// is large. The relief, with its contours, is that of the largest share.
//
// It panics if there are no classes or more than three.
func EncodeShares(shares []*mat.Dense, levels []Level) *Relief {
	if len(shares) == 0 || len(shares) > len(shareHues) {
		panic(fmt.Sprintf("plots: shares of %d classes; there are colours for %d", len(shares), len(shareHues)))
	}
	var top mat.Dense
	top.CloneFrom(shares[0])
	grids := make([]valueGrid, len(shares))
	for class, m := range shares {
		grids[class] = newGrid(m)
		top.Apply(func(i, j int, v float64) float64 { return math.Max(v, m.At(i, j)) }, &top)
	}
	g, of := newGrid(&top), Scale{Ramp: Shares, Max: 1}
	r := g.relief(&top, of, levels)
	if g.rows < 2 || g.cols < 2 {
		return r
	}
	r.raster = paint(g.rows-1, g.cols-1, of, func(i, j int) (uint8, bool) {
		best, most := 0, math.Inf(-1)
		for class, grid := range grids {
			if v := grid.mean(i, j); v > most {
				best, most = class, v
			}
		}
		return uint8(best*shareSteps) + of.level(most, shareSteps), finite(most)
	})
	r.raster.smooth = true
	return r
}

// encodeCells is EncodeRelief for values that belong to cells: a pixel each.
func encodeCells(m mat.Matrix, scale Scale, levels []Level) *Relief {
	g := newGrid(m)
	r := g.relief(m, scale, levels)
	r.raster = encodePixels(g.rows, g.cols, r.Scale, g.at)
	return r
}

// encodePixels draws a picture of which row 0 is at the bottom, see-through where
// the value is not finite.
func encodePixels(rows, cols int, scale Scale, at func(i, j int) float64) *Raster {
	levels := len(palettes()[scale.Ramp])
	return paint(rows, cols, scale, func(i, j int) (uint8, bool) {
		v := at(i, j)
		return scale.level(v, levels), finite(v)
	})
}

// paint draws a picture by the ramp's colour of each pixel, row 0 at the bottom; one without a
// colour is see-through.
func paint(rows, cols int, scale Scale, of func(i, j int) (level uint8, ok bool)) *Raster {
	p := append(color.Palette{color.NRGBA{}}, palettes()[scale.Ramp]...)
	img := image.NewPaletted(image.Rect(0, 0, cols, rows), p)
	for i := range rows {
		row := img.Pix[(rows-1-i)*img.Stride:]
		for j := range cols {
			if level, ok := of(i, j); ok {
				row[j] = 1 + level
			}
		}
	}
	return &Raster{Paletted: img, Scale: scale, uri: dataURI(img)}
}

func (g valueGrid) relief(m mat.Matrix, scale Scale, levels []Level) *Relief {
	r := &Relief{Scale: scale, rows: g.rows, cols: g.cols}
	r.lo, r.hi, r.known = entries(m)
	switch {
	case scale == (Scale{}):
		r.Scale = ScaleOf(m)
	case scale == (Scale{Ramp: Muted}), scale == (Scale{Ramp: Share}):
		r.Scale.Min, r.Scale.Max = r.lo.value, r.hi.value
		if !(r.hi.value > r.lo.value) {
			r.Scale.Max = r.lo.value + 1
		}
	case scale == (Scale{Ramp: Field}):
		a := math.Max(math.Abs(r.lo.value), math.Abs(r.hi.value))
		if !(a > 0) {
			a = 1
		}
		r.Scale.Min, r.Scale.Max = -a, a
	}
	if r.ends = noEnds(); r.known > 0 {
		r.ends.add(r.lo.value)
		r.ends.add(r.hi.value)
	}
	next := make([]int32, 2*g.rows*g.cols)
	for _, l := range levels {
		r.contours = append(r.contours, contour{l, g.contour(l.At, next)})
	}
	return r
}

// plot draws the contours into the frame c and returns their names. A node's place from 0 to 1 is
// (its number + offset) / count, on both axes.
func (r *Relief) plot(c draw.Canvas, offset, countX, countY float64, on ground) names {
	ns := names{on: on}
	for _, k := range r.contours {
		t := tracer{c: c, tolerance: 0.1}
		var longest []vg.Point // the piece that the name stands on
		for _, piece := range k.pieces {
			t.pts = t.pts[:0]
			for _, p := range piece {
				t.pts = append(t.pts, vg.Point{X: c.X((p.X + offset) / countX), Y: c.Y((p.Y + offset) / countY)})
			}
			if len(t.pts) > len(longest) {
				longest = append(longest[:0], t.pts...)
			}
			t.lift()
		}
		if len(t.path) == 0 {
			continue
		}
		style := draw.LineStyle{Color: k.ink(r.Scale, on), Width: 1.1}
		if k.Bold {
			style.Width = 2.4
		}
		if k.Dash {
			style.Dashes = []vg.Length{5, 3}
		}
		class := "contour"
		if k.Bold {
			class = "contour bold"
		}
		strokePath(c, class, t.path, style)
		if k.Name != "" {
			ns.along, ns.names = append(ns.along, longest), append(ns.names, k.Name)
		}
	}
	return ns
}

// names are those of contours, to be drawn over whatever lies on them.
type names struct {
	along [][]vg.Point // the contour that each may stand on
	names []string
	marks []vg.Point // which they keep off where they can
	on    ground
}

func (ns names) draw(c draw.Canvas) {
	set := text{Size: 12, Bold: true, Halo: true}.with(White, middle)
	if ns.on != onPicture {
		set.Color = Ink
	}
	var taken []vg.Rectangle
	for i, along := range ns.along {
		half := set.width(ns.names[i]) * 5 / 8 // a quarter more on phones
		if x, y, ok := ns.place(c, along, half, taken); ok {
			taken = append(taken, nameBox(x, y, half))
			set.draw(c, x, y, ns.names[i])
		}
	}
}

// nameBox is the room of a name 2·half wide around x on the line y.
func nameBox(x, y, half vg.Length) vg.Rectangle {
	return vg.Rectangle{Min: vg.Point{X: x - half, Y: y - 3}, Max: vg.Point{X: x + half, Y: y + 12}}
}

// place is where on its contour a name stands: in its middle, or where else on it there is
// neither mark nor name, or where there is no name; where there is no such place, the
// contour goes without.
func (ns names) place(c draw.Canvas, along []vg.Point, half vg.Length, taken []vg.Rectangle) (x, y vg.Length, ok bool) {
	const mark = 5 // px from a mark's middle to its rim
	var least int
	for _, part := range []int{8, 6, 10, 4, 12, 2, 14, 0, 7, 9, 5, 11, 3, 13, 1, 15} {
		at := along[min(part*len(along)/16, len(along)-1)]
		at = vg.Point{X: min(max(at.X, c.Min.X+half), c.Max.X-half), Y: min(max(at.Y-4, c.Min.Y+3), c.Max.Y-12)}
		own := nameBox(at.X, at.Y, half)
		if slices.ContainsFunc(taken, func(r vg.Rectangle) bool { return overlap(own, r) }) {
			continue
		}
		under := 0
		for _, m := range ns.marks {
			if m.X > own.Min.X-mark && m.X < own.Max.X+mark && m.Y > own.Min.Y-mark && m.Y < own.Max.Y+mark {
				under++
			}
		}
		if !ok || under < least {
			x, y, least, ok = at.X, at.Y, under, true
		}
		if least == 0 {
			break
		}
	}
	return x, y, ok
}

// ink is a colour that can be seen on the ramp's colour at the level.
func (l Level) ink(s Scale, on ground) Token {
	ink, alpha := Soft, 1.0
	switch {
	case on != onPicture && l.Bold:
		ink = Ink
	case on != onPicture:
	case s.Ramp.even():
		ink = Entry
	default:
		ink, alpha = Outline, 0.8
		ramp := palettes()[s.Ramp]
		if c := color.GrayModel.Convert(ramp[s.level(l.At, len(ramp))]).(color.Gray); c.Y < 110 {
			ink, alpha = White, 0.9
		}
		if l.Bold {
			alpha = 1
		}
	}
	if alpha == 1 {
		return ink
	}
	return ink.Fade(alpha)
}

// rimmed is a line that can be seen over a picture.
type rimmed struct{ Line }

func (l rimmed) plot(c draw.Canvas, p *frame) {
	rim := l.Line
	rim.Color, rim.Dash, rim.Dots, rim.Class = White.Fade(0.85), false, false, ""
	rim.Width = float64(l.style().Width) + 2.4
	rim.plot(c, p)
	l.Line.plot(c, p)
}
