package plots

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
)

// Bends returns where a function has to be known, beside an even grid of n places
// from lo to hi, to be drawn as it is: one that bends at the given places (each
// datum) within width (a bandwidth). These are
//
//	xᵢ, the places themselves: kernels as the Laplacian have a kink there,
//	xᵢ ± width, where width is less than a step of the grid: a spike's flanks,
//	halves or thirds of the steps, where width is under four steps.
//
// They are sorted, lie within [lo, hi] and not on the grid, and are at most
// 2(n−1) + 3·len(at).
func Bends(lo, hi float64, n int, at []float64, width float64) []float64 {
	if n < 2 || !(hi > lo) {
		return nil
	}
	step := (hi - lo) / float64(n-1)
	xs := slices.Clone(at)
	if width < step && width > 0 {
		for _, x := range at {
			xs = append(xs, x-width, x+width)
		}
	}
	parts := 1
	switch {
	case width < 2*step:
		parts = 3
	case width < 4*step:
		parts = 2
	}
	for i := range (n - 1) * parts {
		if i%parts != 0 {
			xs = append(xs, lo+step*float64(i)/float64(parts))
		}
	}
	slices.Sort(xs)
	const same = 1e-9 // of a step
	last := math.Inf(-1)
	return slices.DeleteFunc(xs, func(x float64) bool {
		t := (x - lo) / step
		if !(t > 0 && t < float64(n-1)) || math.Abs(t-math.Round(t)) < same || t-last < same {
			return true
		}
		last = t
		return false
	})
}

// Refined is the places of two samplings of one function, in order.
type Refined struct {
	Xs    []float64
	order []int // Xs[i] is place order[i] of the two after one another
}

// Refine returns the places of both.
func Refine(xs, more []float64) Refined {
	all := slices.Concat(xs, more)
	r := Refined{Xs: make([]float64, len(all)), order: make([]int, len(all))}
	for i := range r.order {
		r.order[i] = i
	}
	slices.SortStableFunc(r.order, func(i, j int) int { return cmp.Compare(all[i], all[j]) })
	for i, j := range r.order {
		r.Xs[i] = all[j]
	}
	return r
}

// Values returns the values at r.Xs from those at the two samplings' places.
//
// It panics if there are not as many values as places.
func (r Refined) Values(ys, more []float64) []float64 {
	if len(ys)+len(more) != len(r.order) {
		panic("plots: values and places differ in length")
	}
	out := make([]float64, len(r.order))
	for i, j := range r.order {
		if j < len(ys) {
			out[i] = ys[j]
		} else {
			out[i] = more[j-len(ys)]
		}
	}
	return out
}

// perColumn thins a curve that runs from left to right to the least and the
// greatest value in every column of a pixel: of what is narrower than a pixel
// nothing is lost, and at most two vertices a pixel are left, beside the two ends.
func perColumn(pts []vg.Point) []vg.Point {
	if len(pts) < 3 {
		return pts
	}
	out := pts[:1]
	for i := 1; i < len(pts)-1; {
		lo, hi, column := i, i, math.Floor(float64(pts[i].X))
		j := i
		for ; j < len(pts)-1 && math.Floor(float64(pts[j].X)) == column; j++ {
			if pts[j].Y < pts[lo].Y {
				lo = j
			}
			if pts[j].Y > pts[hi].Y {
				hi = j
			}
		}
		first, second := min(lo, hi), max(lo, hi)
		a, b := pts[first], pts[second] // before they are written over
		out = append(out, a)
		if second > first {
			out = append(out, b)
		}
		i = j
	}
	return append(out, pts[len(pts)-1])
}
