package engine

import (
	"math"

	"github.com/gramophone-course/gramophone/engine/vec"
)

// rows fills a row of the matrix of a kernel between two sets of points,
//
//	dst[j] = k(xᵢ, yⱼ) for j ≥ from.
type rows func(dst []float64, i, from int)

// A bound kernel is given its points before its rows are asked for, so that what
// depends on one point only is computed once a point: norms, images, weights. It
// must fill with the very numbers that Eval gives.
type binder interface {
	bind(x, y [][]float64) rows
}

// bind returns the rows of k between x and y, which the caller has checked. The
// result keeps scratch memory and is for one goroutine. After it was made no row
// allocates.
func bind(k Kernel, x, y [][]float64) rows {
	switch k := k.(type) {
	case binder:
		return k.bind(x, y)
	case Combined:
		return bind(k.Combined(), x, y)
	case Radial:
		if k.Metric().apart(x, y) {
			break
		}
		distances := k.Metric().rows(x, y)
		return func(dst []float64, i, from int) {
			distances(dst, i, from)
			ofDistances(k, dst[from:len(y)], dst[from:len(y)])
		}
	}
	return func(dst []float64, i, from int) {
		for j := from; j < len(y); j++ {
			dst[j] = k.Eval(x[i], y[j])
		}
	}
}

// ofDistances sets dst[j] = k.OfDistance(r[j]); dst may be r. For the Gaussian
// kernel it spares the calls, with the same numbers.
func ofDistances(k Radial, dst, r []float64) {
	if k, ok := k.(Gaussian); ok {
		scaled(0, k.Length) // which checks it
		done := vec.Gaussian(dst, r, k.Length, decayEnd, &powersOfTwo)
		for j, v := range dst[:done] {
			if !(v >= 0) {
				dst[j] = decay(-v)
			}
		}
		for j := done; j < len(r); j++ {
			t := r[j] / k.Length
			if a := t * t / 2; a <= decayEnd {
				dst[j] = decayNormal(a)
			} else {
				dst[j] = decay(a)
			}
		}
		return
	}
	for j, r := range r {
		dst[j] = k.OfDistance(r)
	}
}

func (k Sum) bind(x, y [][]float64) rows {
	return bindParts(k, x, y, 0, func(dst, part []float64) {
		for j, v := range part {
			dst[j] = determined(dst[j]+v, dst[j], v)
		}
	})
}

func (k Product) bind(x, y [][]float64) rows {
	return bindParts(k, x, y, 1, func(dst, part []float64) {
		for j, v := range part {
			dst[j] = determined(dst[j]*v, dst[j], v)
		}
	})
}

func bindParts(parts []Kernel, x, y [][]float64, neutral float64, join func(dst, part []float64)) rows {
	bound := make([]rows, len(parts))
	for m, part := range parts {
		bound[m] = bind(part, x, y)
	}
	scratch := make([]float64, len(y))
	return func(dst []float64, i, from int) {
		for j := from; j < len(y); j++ {
			dst[j] = neutral
		}
		for _, part := range bound {
			part(scratch, i, from)
			join(dst[from:len(y)], scratch[from:])
		}
	}
}

// bindEach applies f to every number of the rows of k.
func bindEach(k Kernel, x, y [][]float64, f func(v float64, i, j int) float64) rows {
	inner := bind(k, x, y)
	return func(dst []float64, i, from int) {
		inner(dst, i, from)
		for j := from; j < len(y); j++ {
			dst[j] = f(dst[j], i, j)
		}
	}
}

func (k Scaled) bind(x, y [][]float64) rows {
	factor := checkFinite(k.Factor)
	return bindEach(k.Kernel, x, y, func(v float64, _, _ int) float64 { return determined(factor*v, factor, v) })
}

func (k Power) bind(x, y [][]float64) rows {
	return bindEach(k.Kernel, x, y, func(v float64, _, _ int) float64 { return power(v, k.Exponent) })
}

func (k Exp) bind(x, y [][]float64) rows {
	return bindEach(k.Kernel, x, y, func(v float64, _, _ int) float64 { return math.Exp(v) })
}

func (k Modulated) bind(x, y [][]float64) rows {
	fx, fy := each(x, k.weight), each(y, k.weight)
	return bindEach(k.Kernel, x, y, func(v float64, i, j int) float64 { return modulated(v, fx[i], fy[j]) })
}

func (k Normalized) bind(x, y [][]float64) rows {
	square := func(a []float64) float64 { return self(k.Kernel, a) }
	xx, yy := each(x, square), each(y, square)
	return bindEach(k.Kernel, x, y, func(v float64, i, j int) float64 { return normalised(v, xx[i], yy[j]) })
}

func (k Mapped) bind(x, y [][]float64) rows {
	return bind(k.Kernel, each(x, k.image), each(y, k.image))
}

func (k Block) bind(x, y [][]float64) rows { return bind(k.Kernel, each(x, k.cut), each(y, k.cut)) }

// each returns f of every element.
func each[S, T any](x []S, f func(S) T) []T {
	v := make([]T, len(x))
	for i, xi := range x {
		v[i] = f(xi)
	}
	return v
}
