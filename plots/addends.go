package plots

import (
	"slices"
	"strconv"
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
		l.part = true
		l.Color = l.Color.or(total.color().Fade(faint))
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
