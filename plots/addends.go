package plots

import (
	"cmp"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Addends returns thin lines and, on top, the bold one they add up to:
//
//	total(x) = Σⱼ parts[j](x)
//
// as f = Σⱼ θⱼφⱼ or f = Σᵢ αᵢk(xᵢ, ·). A total without Ys is added up here, over
// the parts' Xs. In the SVG the j-th part has the classes addend and addend-j, j
// from 1, unless it has a class of its own, and the total the class total.
//
// It panics if the total is to be added up and the parts differ in length.
func Addends(parts []Line, total Line) []Line {
	lines := slices.Clone(parts)
	if total.Ys == nil && len(parts) > 0 {
		total.Xs, total.Ys = parts[0].Xs, make([]float64, len(parts[0].Xs))
		for _, l := range parts {
			if len(l.Ys) != len(total.Ys) {
				panic("plots: the parts of a sum differ in length")
			}
			for i, y := range l.Ys {
				total.Ys[i] += y
			}
		}
	}
	for j := range lines {
		l := &lines[j]
		l.Color = l.Color.or(total.color().Fade(0.5))
		if l.Width == 0 {
			l.Width = 1.2
		}
		if l.Class == "" {
			l.Class = "addend addend-" + strconv.Itoa(j+1)
		}
	}
	if total.Width == 0 {
		total.Width = 3
	}
	if total.Class == "" {
		total.Class = "total"
	}
	return append(lines, total)
}

// endNames are the names of lines at the right ends of what is seen of them, far
// enough apart to be read.
type endNames []Line

func (lines endNames) Plot(c draw.Canvas, p *plot.Plot) {
	const apart = 17
	type name struct {
		Line
		at vg.Point
	}
	var names []name
	for _, l := range lines {
		if at, _ := placed(c, p, l.vertices()); l.Name != "" && len(at) > 0 {
			names = append(names, name{l, at[len(at)-1].Add(vg.Point{X: -4, Y: 5})})
		}
	}
	// From the top down; where the frame ends, from the bottom up.
	slices.SortStableFunc(names, func(a, b name) int { return cmp.Compare(b.at.Y, a.at.Y) })
	ceiling := c.Max.Y - 12
	for i := range names {
		names[i].at.Y = min(names[i].at.Y, ceiling)
		ceiling = names[i].at.Y - apart
	}
	floor := c.Min.Y + 5
	for i := len(names) - 1; i >= 0; i-- {
		names[i].at.Y = max(names[i].at.Y, floor)
		floor = names[i].at.Y + apart
	}
	for _, n := range names {
		ink := n.color()
		ink.Light.A, ink.Dark.A = 255, 255
		set := noteText.with(ink, end)
		set.Halo = true
		set.draw(c, n.at.X, n.at.Y, n.Name)
	}
}

func (l Line) vertices() []Point {
	pts := make([]Point, len(l.Xs))
	for i, x := range l.Xs {
		pts[i] = Point{x, l.Ys[i]}
	}
	return pts
}
