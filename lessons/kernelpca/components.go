package kernelpca

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
)

const (
	listed = 6 // components that are shown side by side and given in numbers
	fitted = 8 // those that are fitted: what leaves the list by a place and returns keeps its name
)

// A method is what components are found by, on which points.
type method struct {
	*points.Labelled
	at      model.Family // the kernel at any bandwidth
	width   float64      // ℓ in force; 0 of a kernel without
	centred bool
}

// A methodKey names a method at every bandwidth.
type methodKey struct {
	points.LabelledSpec
	at      model.Family
	centred bool
}

func (m *method) key() methodKey { return methodKey{m.Spec, m.at, m.centred} }

// method is the one of that bandwidth.
func (of methodKey) method(width float64) *method {
	return &method{of.Load(), of.at, width, of.centred}
}

// choose declares what components are found by.
func choose(f *course.Form, open points.Offer, bandwidth float64) func() *method {
	load := points.OfClasses(f, open)
	at, width := model.AnyKernel(f, bandwidth)
	centred := f.Bool("centred", "centred: K′ = JKJ", true, course.More)
	return func() *method { return &method{load(), at, width, centred} }
}

func (m *method) kernel() engine.Kernel { return m.at.At(m.width) }

// gram is the Gram matrix in force.
func (m *method) gram(ctx context.Context, memo *course.Memo) (*mat.SymDense, error) {
	K, _, err := points.Gram(ctx, memo, m.Spec, m.kernel())
	return K, err
}

// fit is the components as they come, with aᵀK′a = 1.
func (of methodKey) fit(ctx context.Context, memo *course.Memo, ell float64) (*engine.KernelComponents, error) {
	K, _, err := points.Gram(ctx, memo, of.LabelledSpec, of.at.At(ell))
	if err != nil {
		return nil, err
	}
	return engine.KernelPCA{Components: min(fitted, K.SymmetricDim()), Centred: of.centred}.Fit(ctx, K)
}

// anchor is the place among model.Bandwidths where components have the signs they come
// with, and names by their order. It is a place of the data's own, whatever the slider's:
// a little under half the median distance, where the rings are parted first.
func (m *method) anchor() int { return nearest(0.45 * engine.MedianHeuristic(m.Data.X)) }

// nearest is the place among model.Bandwidths nearest to ℓ on its scale.
func nearest(ell float64) int { return model.Nearest(model.Bandwidths, ell) }

// place is the components at a place of the slider, followed from the anchor place by
// place so that they keep their signs and names. Each is kept, so that the next step of
// a slider costs one fit.
func (m *method) place(ctx context.Context, memo *course.Memo, to int) (*engine.KernelComponents, error) {
	anchor := m.anchor()
	step := 1
	if to < anchor {
		step = -1
	}
	for i := anchor; ; i += step {
		at, err := course.Remember(ctx, memo, placeOf{m.key(), anchor, i})
		if err != nil || i == to {
			return at, err
		}
	}
}

// A placeOf is the components at a place, with the anchor of its method.
type placeOf struct {
	methodKey
	anchor, place int
}

// Compute fits, follows the place before, and returns the bytes of the components.
func (of placeOf) Compute(ctx context.Context, memo *course.Memo) (*engine.KernelComponents, int, error) {
	c, err := of.fit(ctx, memo, model.Bandwidths[of.place])
	if err != nil {
		return nil, 0, err
	}
	if before := of; of.place != of.anchor {
		before.place += cmp.Compare(of.anchor, of.place)
		at, err := course.Remember(ctx, memo, before)
		if err != nil {
			return nil, 0, err
		}
		c = c.Follow(at)
	}
	n, _ := c.Scores.Dims()
	return c, 8 * (2*fitted + 1) * n, nil
}

// components are those in force.
func (m *method) components(ctx context.Context, memo *course.Memo) (*engine.KernelComponents, error) {
	if m.width == 0 || m.Data.Len() < 2 {
		return m.key().fit(ctx, memo, m.width)
	}
	near := nearest(m.width)
	before, err := m.place(ctx, memo, near)
	if err != nil || model.Bandwidths[near] == m.width {
		return before, err
	}
	c, err := m.key().fit(ctx, memo, m.width)
	if err != nil {
		return nil, err
	}
	return c.Follow(before), nil
}

// stretch is by how much projections are longer than those with aᵀK′a = 1.
func stretch(scaling string, lambda float64) float64 {
	if scaling == "unit" {
		return math.Sqrt(math.Max(lambda, 0))
	}
	return 1
}

// scores are the projections of the points onto component j, zeros where there is none.
func scores(c *engine.KernelComponents, j int, scaling string) []float64 {
	n, m := c.Scores.Dims()
	if j >= m {
		return make([]float64, n)
	}
	v := mat.Col(nil, j, c.Scores)
	for i := range v {
		v[i] *= stretch(scaling, c.Eigenvalues[j])
	}
	return v
}

// eigenvalue is the j-th, from 0: 0 where rounding may have made it of zero, NaN where
// there are not so many.
func eigenvalue(c *engine.KernelComponents, j int) float64 {
	switch {
	case j >= len(c.Eigenvalues):
		return math.NaN()
	case j >= c.Rank:
		return 0
	}
	return c.Eigenvalues[j]
}

// cut is how many points lie on the side of their class at the best of all places to
// cut a line of two classes.
func cut(v []float64, labels []int) int {
	order := course.Indices(len(v))
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(v[a], v[b]) })
	ones := 0
	for _, l := range labels {
		ones += l
	}
	n := len(v)
	below, best := 0, max(ones, n-ones) // ones below the cut
	for k, i := range order {
		below += labels[i]
		if size := math.Max(math.Abs(v[order[0]]), math.Abs(v[order[n-1]])); k+1 < n &&
			engine.Agree(v[order[k+1]], v[i], size) {
			continue // not between two that are one but for rounding
		}
		right := below + (n - k - 1) - (ones - below) // ones below, zeros above
		best = max(best, right, n-right)
	}
	return best
}

// parting is the component, from 0, along which the best cut has most points on the
// sides of their classes, the first of several, and how many it has.
func parting(c *engine.KernelComponents, labels []int) (j, right int) {
	for k := range min(listed, c.Rank) {
		if r := cut(mat.Col(nil, k, c.Scores), labels); r > right {
			j, right = k, r
		}
	}
	return j, right
}

// neighbours counts the points whose nearest other in the picture is of their class, or
// one of several that are as near.
func neighbours(x, y []float64, labels []int) int {
	size := 0.0
	for i := range x {
		size = math.Max(size, math.Hypot(x[i], y[i]))
	}
	count := 0
	for i := range x {
		own, other := math.Inf(1), math.Inf(1)
		for j := range x {
			d := math.Hypot(x[i]-x[j], y[i]-y[j])
			switch {
			case j == i:
			case labels[j] == labels[i]:
				own = math.Min(own, d)
			default:
				other = math.Min(other, d)
			}
		}
		if own < other || engine.Agree(own, other, size) {
			count++
		}
	}
	return count
}
