package plots

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// bareFrame has square entries, in the middle above the words.
func (v Heatmap) bareFrame(w, h, rows, cols float64) frame {
	const inset, least = 6, 4 // px; a column of a thousand entries is still seen
	rw, rh := math.Max(w-2*inset, 1), math.Max(h-bareWords-inset, 1)
	px := math.Min(rw/cols, rh/rows)
	sw, sh := math.Max(px*cols, least), math.Max(px*rows, least)
	x0, y0 := (w-sw)/2, bareWords+(rh-sh)/2
	return frame{x0, y0, x0 + sw, y0 + sh, Axis{Min: -0.5, Max: cols - 0.5}, Axis{Min: rows - 0.5, Max: -0.5}}
}

// caption writes under a bare map what it is and how large.
func (v Heatmap) caption(c draw.Canvas) {
	rows, cols := dims(v.Raster, v.Values)
	sizes := strconv.Itoa(rows) + "×" + strconv.Itoa(cols)
	if v.Sizes != "" {
		sizes = v.Sizes + " = " + sizes
	}
	sizes = cmp.Or(v.Under, sizes)
	symbolText.with(Ink, middle).draw(c, c.Center().X, c.Min.Y-19, v.Label)
	tickText.with(Soft, middle).draw(c, c.Center().X, c.Min.Y-37, sizes) // apart where type is larger
}

// between draws lines between the groups.
func (v Heatmap) between(c draw.Canvas) {
	rows, cols := dims(v.Raster, v.Values)
	var path vg.Path
	at := 0
	for _, g := range v.Groups[:max(0, len(v.Groups)-1)] {
		at += g.Size
		x := c.Min.X + (c.Max.X-c.Min.X)*vg.Length(at)/vg.Length(cols)
		y := c.Max.Y - (c.Max.Y-c.Min.Y)*vg.Length(at)/vg.Length(rows)
		if path = append(path, vertical(c, x)...); at < rows {
			path = append(path, horizontal(c, y)...)
		}
	}
	ink := White
	if path != nil && v.raster().Scale.Ramp.even() {
		ink = Entry
	}
	strokePath(c, "groups", path, draw.LineStyle{Color: ink.Fade(faint), Width: 1})
}

// groupNames writes the names of the groups beside and under them, and what rows and
// columns are; on the projector that stands in the legend. A name that has no room is left out.
func (v Heatmap) groupNames(c draw.Canvas) {
	rows, cols := dims(v.Raster, v.Values)
	set := tickText.with(Soft, middle)
	if l := legendOf(c); l != nil { // beside the names there is no room for others where type is so large
		l.Keys = append(l.Keys, Key{Name: v.Row + " down, " + v.Col + " across"})
	} else {
		label := labelText.with(Ink, middle)
		label.draw(c, c.Center().X, c.Min.Y-42, v.Col)
		label.Angle = math.Pi / 2
		label.draw(c, c.Min.X-33, c.Center().Y, v.Row)
	}
	set.Angle = math.Pi / 2
	at := 0.0
	for _, g := range v.Groups {
		mid := vg.Length(at + float64(g.Size)/2)
		at += float64(g.Size)
		// Half as large again, or more, the names still do not touch.
		if side := (c.Max.X - c.Min.X) * vg.Length(g.Size) / vg.Length(cols); side < 1.75*tickText.width(g.Name)+4 {
			continue
		}
		under := set
		under.Angle = 0
		under.draw(c, c.Min.X+(c.Max.X-c.Min.X)*mid/vg.Length(cols), c.Min.Y-20, g.Name)
		if int(mid) < rows {
			set.draw(c, c.Min.X-tickGap, c.Max.Y-(c.Max.Y-c.Min.Y)*mid/vg.Length(rows), g.Name)
		}
	}
}

// numbers prints the entries of a small matrix in their cells.
func (v Heatmap) numbers(c draw.Canvas) {
	if !v.Numbers || v.Values == nil {
		return
	}
	const most = 6
	rows, cols := v.Values.Dims()
	if rows > most || cols > most {
		return
	}
	w, h := (c.Max.X-c.Min.X)/vg.Length(cols), (c.Max.Y-c.Min.Y)/vg.Length(rows)
	set := overMap.with(White, middle)
	r := v.raster()
	least, greatest, _ := entries(v.Values)
	rounding := 1e-12 * math.Max(-least.value, greatest.value)
	digits := 3
	if 1.45*max(set.width(brief(least.value)), set.width(brief(greatest.value)), set.width("0.44")) > w {
		digits = 2 // or they touch where type is enlarged
	}
	for i := range rows {
		for j := range cols {
			if x := v.Values.At(i, j); finite(x) {
				if math.Abs(x) < rounding {
					x = 0
				}
				set.Color, set.Halo = inkOn(r, i, j)
				set.draw(c, c.Min.X+w*(vg.Length(j)+0.5), c.Max.Y-h*(vg.Length(i)+0.5)-5, rounded(x, digits))
			}
		}
	}
}

// inkOn is what a number in the cell is written in: white on dark cells and dark on light
// ones, and white with a rim where the cell's colour is half of the theme, but on ramps
// where one ink is read on all colours.
func inkOn(r *Raster, i, j int) (ink color.Color, rim bool) {
	switch {
	case r.Scale.Ramp.even():
		return Entry, false
	case r.Scale.Ramp.clear():
		return White, true
	}
	cell := color.NRGBAModel.Convert(r.At(j, i)).(color.NRGBA)
	if luminance(cell) > turn {
		return Outline, false
	}
	return White, false
}

// turn is the luminance on which white and the dark of outlines are as easy to read:
// √((1 + 0.05)(0.006 + 0.05)) − 0.05.
const turn = 0.193

// outlines draws a double line, dark and white, around the chosen rows and columns, and
// between one matrix and another below it.
func (v Heatmap) outlines(c draw.Canvas) {
	rows, cols := dims(v.Raster, v.Values)
	w, h := (c.Max.X-c.Min.X)/vg.Length(cols), (c.Max.Y-c.Min.Y)/vg.Length(rows)
	outline := func(class string, r vg.Rectangle) {
		path := box(r)
		strokePath(c, "", path, draw.LineStyle{Color: Outline, Width: 3.4})
		strokePath(c, class, path, draw.LineStyle{Color: White, Width: 1.4})
	}
	if v.Below > 0 {
		line := horizontal(c, c.Min.Y+h*vg.Length(v.Below))
		strokePath(c, "", line, draw.LineStyle{Color: Outline, Width: 4})
		strokePath(c, "below", line, draw.LineStyle{Color: White, Width: 2})
	}
	if v.Alone {
		v.back(c, rows, cols)
	}
	for _, i := range v.Rows {
		if i >= 0 && i < rows {
			top := c.Max.Y - h*vg.Length(i)
			outline("row", vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: top - h}, Max: vg.Point{X: c.Max.X, Y: top}})
		}
	}
	for _, j := range v.Cols {
		if j >= 0 && j < cols {
			left := c.Min.X + w*vg.Length(j)
			outline("col", vg.Rectangle{Min: vg.Point{X: left, Y: c.Min.Y}, Max: vg.Point{X: left + w, Y: c.Max.Y}})
		}
	}
}

// back lays a veil of paper over all entries that are neither in the chosen rows nor in
// the chosen columns.
func (v Heatmap) back(c draw.Canvas, rows, cols int) {
	x, y := between(v.Cols, cols), between(v.Rows, rows)
	size := c.Size()
	var path vg.Path
	for _, down := range y {
		for _, along := range x {
			path = append(path, box(vg.Rectangle{
				Min: vg.Point{X: c.Min.X + size.X*along[0], Y: c.Max.Y - size.Y*down[1]},
				Max: vg.Point{X: c.Min.X + size.X*along[1], Y: c.Max.Y - size.Y*down[0]},
			})...)
		}
	}
	fillPath(c, "back", path, Paper.Fade(0.6))
}

// between returns the stretches of n entries between those chosen, as shares of all.
func between(chosen []int, n int) [][2]vg.Length {
	var all [][2]vg.Length
	from := 0
	for i := range n + 1 {
		if i < n && !slices.Contains(chosen, i) {
			continue
		}
		if i > from {
			all = append(all, [2]vg.Length{vg.Length(from) / vg.Length(n), vg.Length(i) / vg.Length(n)})
		}
		from = i + 1
	}
	return all
}

// Describe says how large the matrix is and where its least and greatest entries
// are. Of a Raster alone only the scale is known.
func (v Heatmap) Describe() string {
	var s sentences
	rows, cols := dims(v.Raster, v.Values)
	what := ""
	if v.Label != "" {
		what = " " + v.Label
	}
	if v.Values == nil {
		s.say("A matrix of %d × %d entries%s, coloured from %s to %s", rows, cols, what, brief(v.Raster.Scale.Min),
			brief(v.Raster.Scale.Max))
	} else if v.Under != "" {
		s.say("Images%s; %s", what, v.Under)
	} else if lo, hi, n := entries(v.Values); n == 0 {
		s.say("A matrix of %d × %d entries%s, none of them a number", rows, cols, what)
	} else {
		s.say("A matrix of %d × %d entries%s", rows, cols, what)
		s.say("The least is %s, in row %d and column %d; the greatest is %s, in row %d and column %d",
			brief(lo.value), lo.i+1, lo.j+1, brief(hi.value), hi.i+1, hi.j+1)
	}
	if v.Below > 0 {
		s.say("With %s of another matrix under the first", count(v.Below, "row"))
	}
	if names := v.named(); len(names) > 0 {
		s.say("Its rows have names, from %s to %s", names[0], names[len(names)-1])
	}
	if len(v.Rows)+len(v.Cols) > 0 {
		s.say("Outlined: %s", v.outlined())
	}
	if v.Empty != "" {
		s.say("It says: %s", v.Empty)
	}
	return s.String()
}

// outlined names the outlined rows and columns.
func (v Heatmap) outlined() string {
	var names []string
	for _, i := range v.Rows {
		names = append(names, fmt.Sprintf("row %d", i+1))
	}
	for _, j := range v.Cols {
		names = append(names, fmt.Sprintf("column %d", j+1))
	}
	return list(names)
}

// cell is a place in a matrix, with what stands there.
type cell struct {
	i, j  int
	value float64
}

// entries returns the least and the greatest finite entry of m, and how many are
// finite.
func entries(m mat.Matrix) (least, greatest cell, n int) {
	rows, cols := m.Dims()
	for i := range rows {
		for j := range cols {
			v := m.At(i, j)
			if !finite(v) {
				continue
			}
			if n == 0 || v < least.value {
				least = cell{i, j, v}
			}
			if n == 0 || v > greatest.value {
				greatest = cell{i, j, v}
			}
			n++
		}
	}
	return least, greatest, n
}
