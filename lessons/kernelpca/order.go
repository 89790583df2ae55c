package kernelpca

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/plots"
)

// The figure order: the first six components side by side, and how their variances
// change places as the bandwidth moves.

const (
	smallNodes = 23 // on a side of the small maps
	pathReach  = 10 // the path goes from a tenth of the median distance to ten of it
)

// An order is the first components, and the way that their variances go as ℓ moves.
type order struct {
	view
	load          func() *method
	values        *mat.Dense // of the components over the plane, at the nodes of the small maps; nil of other inputs
	path          *path      // nil of a kernel without ℓ
	before, after int        // the components that part the classes with narrower and wider kernels; −1 of none
}

var buildOrder = course.Steps(func(f *course.Form) course.Work {
	return &order{
		view: view{scaling: "sqrt", up: 1, at: -1},
		load: choose(f, opens, ringsBandwidth),
	}
})

// Compute finds the components at ℓ and, for the picture of their path, at the places around.
func (o *order) Compute(ctx context.Context, memo *course.Memo) error {
	o.method = o.load()
	return o.without(o.follow(ctx, memo))
}

func (o *order) follow(ctx context.Context, memo *course.Memo) (err error) {
	if err = o.find(ctx, memo); err != nil {
		return err
	}
	if o.flatPlane() {
		if _, o.values, err = o.over(ctx, memo, o.c, smallNodes); err != nil {
			return err
		}
	}
	if o.width == 0 || o.Data.Len() < 2 || course.Redrawn(ctx) { // the path takes ten times what the rest does
		return nil
	}
	if o.path, err = course.Remember(ctx, memo, pathOf{o.key()}); err != nil {
		return err
	}
	if o.counts() && o.mixes() {
		o.before, o.after, err = o.around(ctx, memo)
	}
	return err
}

// path is the variances of the anchor's components, in % of all, at each place of the
// bandwidth around the data's own: NaN where one is not among those fitted.
type path struct {
	widths []float64
	shares [listed][]float64
}

type pathOf struct{ methodKey }

// Compute follows the components from place to place, and returns the bytes of that.
func (of pathOf) Compute(ctx context.Context, memo *course.Memo) (*path, int, error) {
	p, m := new(path), of.method(0)
	mid := engine.MedianHeuristic(m.Data.X)
	for i, ell := range model.Bandwidths {
		if ell < mid/pathReach || ell > mid*pathReach {
			continue
		}
		c, err := m.place(ctx, memo, i)
		if err != nil {
			return nil, 0, err
		}
		p.widths = append(p.widths, ell)
		for label := range listed {
			v := math.NaN()
			for j, l := range c.Labels {
				if l == label {
					v = share(c, j)
				}
			}
			p.shares[label] = append(p.shares[label], v)
		}
	}
	return p, 8 * (listed + 1) * len(p.widths), nil
}

func (o *order) Show(f *course.Form) *course.Picture {
	if o.none != "" {
		return noComponents(o.none)
	}
	p := &course.Picture{
		Columns: [][]plots.Panel{
			{{ID: "order-multiples", Title: "The first six components", Width: course.Wide, Height: 490,
				Plot: o.multiples()}},
			{o.scree()},
		},
		Numbers:     o.numbers(),
		Says:        o.says(),
		Certificate: o.check(),
		Goals:       []course.Goal{o.goal()},
		Series:      o.series(),
		Code:        o.code(f, false),
	}
	if o.path != nil {
		p.Series = append(p.Series, o.path.series())
	}
	if o.path != nil && len(o.path.widths) > 1 {
		p.Columns[1] = []plots.Panel{o.paths(), o.scree()}
		p.Handles = o.handles()
	}
	return p
}

// series are the shares at each place.
func (p *path) series() course.Series {
	s := course.Series{Name: "path", Columns: []course.Column{{Name: "bandwidth", Values: p.widths}}}
	for label := range listed {
		s.Columns = append(s.Columns, course.Column{Name: fmt.Sprintf("share_%d", label+1), Values: p.shares[label]})
	}
	return s
}

// scree is λ/n in order.
func (o *order) scree() plots.Panel {
	values := make([]float64, len(o.c.Eigenvalues))
	for j := range values {
		values[j] = eigenvalue(o.c, j) / float64(o.Data.Len())
	}
	what, label := spreads(o.centred), spreads(o.centred)+" λ/n"
	if o.centred {
		label = "variance d = λ/n"
	}
	return plots.Panel{ID: "order-scree", Title: fmt.Sprintf("Scree: the %ss in order", what), Width: course.Square,
		Height: 230, Plot: plots.Spectrum{
			X: plots.Axis{Label: "component"}, Y: plots.Axis{Label: label}, Values: values, Kept: o.c.Rank,
			KeptName: "λ/n", RestName: "zero, to rounding"}}
}

func (o *order) numbers() []course.Number {
	var numbers []course.Number
	n, what := o.Data.Len(), spreads(o.centred)
	if o.twoClasses() && o.c.Rank > 0 {
		j, right := parting(o.c, o.Data.Labels)
		numbers = append(numbers,
			course.Number{Name: "cut_component", Label: "the classes are separated best along PC",
				Means: "The component of the first six whose best cut has most points on the sides of their classes; " +
					"the first, if several are as good.", Value: float64(j + 1), Whole: true},
			course.Number{Name: "cut", Label: "points on their sides",
				Means: fmt.Sprintf("So many of %d points are on the side of their class there.", n),
				Value: float64(right), Whole: true},
			course.Number{Name: "gap", Label: fmt.Sprintf("next %s differs by", what),
				Means: fmt.Sprintf("How far the %s of that component is from the nearest of the others, in per cent "+
					"of its own.", what), Value: o.gap(), Unit: "%"})
	}
	before := len(numbers)
	numbers = append(numbers, eigenvalues(o.c, func(j int) string {
		if before+j >= 3 { // one number that is not under “more” has a meaning
			return ""
		}
		return fmt.Sprintf("The %s along PC%d is λ/n.", what, j+1)
	})...)
	return append(numbers, course.Number{Name: "total_variance", Label: "variance in all",
		Means: "Of the points in the feature space.", Value: variance(o.c, o.K)})
}

const (
	crossingGoal = "bandwidth=0.63" // a state in which no component parts the rings
	crossingGap  = 3                // per cent, up to which two variances are near
	partedShare  = 0.95             // of the points on their sides, where a component parts the classes
	mixedShare   = 0.875            // the most where none does
)

// goal is that no component parts the rings, where of narrower kernels one does, and of
// wider ones another.
func (o *order) goal() course.Goal {
	g := course.Goal{Name: "crossing", At: crossingGoal}
	right := 0
	if o.twoClasses() && o.c.Rank > 0 {
		_, right = parting(o.c, o.Data.Labels)
		g.Now = fmt.Sprintf("%d of %d", right, o.Data.Len())
	}
	switch {
	case o.Name != "rings":
		g.But = "with other data"
	case o.Data.Len() <= fewRings:
		g.But = "with few points"
	case o.width == 0:
		g.But = "by a kernel without ℓ"
	case !o.centred:
		g.But = "not centred"
	case !o.mixes():
	case o.before == o.after || o.before < 0 || o.after < 0:
		g.But = "nothing crosses"
	default:
		g.Reached = true
		g.Text = fmt.Sprintf("Goal reached at ℓ = %s: %d of %d on their sides at best. With the next narrower kernel "+
			"that separates the rings PC%d does; with the next wider one, PC%d.",
			course.Value(o.width), right, o.Data.Len(), o.before+1, o.after+1)
	}
	return g
}

// counts reports whether the goal can be reached on these points.
func (o *order) counts() bool { return o.Name == "rings" && o.Data.Len() > fewRings && o.centred }

// mixes reports whether so few points are on their sides, along every component.
func (o *order) mixes() bool {
	if !o.twoClasses() || o.c.Rank == 0 {
		return false
	}
	_, right := parting(o.c, o.Data.Labels)
	return float64(right) <= mixedShare*float64(o.Data.Len())
}

// around are the components, from 0, that part the classes at the nearest of the slider's
// places before and behind ℓ where one does; −1 where none does.
func (o *order) around(ctx context.Context, memo *course.Memo) (before, after int, err error) {
	found, behind := [2]int{-1, -1}, sort.SearchFloat64s(model.Bandwidths, o.width)
	for side, step := range []int{-1, 1} {
		for i := behind + min(step, 0); i >= 0 && i < len(model.Bandwidths) && found[side] < 0; i += step {
			c, err := o.place(ctx, memo, i)
			if err != nil {
				return -1, -1, err
			}
			if j, right := parting(c, o.Data.Labels); float64(right) >= partedShare*float64(o.Data.Len()) {
				found[side] = j
			}
		}
	}
	return found[0], found[1], nil
}

// gap is by how many per cent of its own the variance of the component that parts the
// classes best differs from the nearest other; NaN where there is none.
func (o *order) gap() float64 {
	if !o.twoClasses() || o.c.Rank < 2 {
		return math.NaN()
	}
	j, _ := parting(o.c, o.Data.Labels)
	gap := math.Inf(1)
	for _, k := range []int{j - 1, j + 1} {
		if k >= 0 && k < o.c.Rank {
			gap = math.Min(gap, 100*math.Abs(o.c.Eigenvalues[k]-o.c.Eigenvalues[j])/o.c.Eigenvalues[j])
		}
	}
	return gap
}

// paths are the variances against the bandwidth, each component in one line through all
// crossings.
func (o *order) paths() plots.Panel {
	p := o.path
	v := plots.Paths{
		X:  plots.Axis{Label: "bandwidth ℓ", Min: p.widths[0], Max: p.widths[len(p.widths)-1], Log: true},
		At: o.width, AtName: "ℓ", Color: plots.Bandwidth, Class: "t-bandwidth",
	}
	at := course.Value(model.Bandwidths[o.anchor()])
	top := 0.0
	for label := listed - 1; label >= 0; label-- {
		line := plots.Line{Xs: p.widths, Ys: p.shares[label], Color: plots.Soft, Width: 1.2}
		switch label {
		case 0:
			line.Name, line.Color, line.Width, line.Class = "PC1 of ℓ = "+at, plots.Curve, 2.6, "curve"
		case 1, 2:
			line.Name, line.Dash = fmt.Sprintf("PC%d", label+1), label == 2
			line.Color, line.Width = plots.Accent, 1.8
		}
		for _, s := range line.Ys {
			if s > top {
				top = s
			}
		}
		v.Lines = append(v.Lines, line)
	}
	v.Y = plots.Axis{Label: fmt.Sprintf("share of the %s (%%)", spreads(o.centred)),
		Max: 10 * math.Ceil(math.Max(top, 1)/10)}
	return plots.Panel{ID: "order-path", Title: fmt.Sprintf("Their %ss against ℓ", spreads(o.centred)),
		Width: course.Square, Height: 300, Plot: v}
}

// handles are the place of ℓ along its axis, on the line of the anchor's first component:
// none where ℓ lies outside it, or that component is not among those fitted.
func (o *order) handles() []course.Handle {
	j, widths := slices.Index(o.c.Labels, 0), o.path.widths
	if j < 0 || o.width < widths[0] || o.width > widths[len(widths)-1] {
		return nil
	}
	at := plots.Point{X: o.width, Y: share(o.c, j)}
	return []course.Handle{{Panel: "order-path", Label: "The bandwidth ℓ", X: "bandwidth", At: at}}
}

// multiples are the first components side by side: over the plane where that is all there
// is, else as the points' places, class by class.
func (o *order) multiples() (v plots.Multiples) {
	parted := -1
	if o.twoClasses() && o.c.Rank > 0 {
		parted, _ = parting(o.c, o.Data.Labels)
	}
	for j := range min(listed, o.c.Rank) {
		part := o.places(j)
		if o.values != nil {
			part = o.contour(j)
		}
		part.Name, part.Strong = fmt.Sprintf("PC%d, %s %%", j+1, course.Digits(share(o.c, j))), j == parted
		v.Parts = append(v.Parts, part)
	}
	return v
}

// contour is component j over the plane.
func (o *order) contour(j int) plots.Multiple {
	x, y := o.Axes()
	f := mat.NewDense(smallNodes, smallNodes, mat.Col(nil, j, o.values))
	return plots.Multiple{X: x, Y: y, Classes: o.ByClass(o.Column(0), o.Column(1)),
		Relief: plots.EncodeRelief(f, plots.Scale{Ramp: plots.Field}, []plots.Level{{At: 0}})}
}

// places are the points along component j, a class above the other.
func (o *order) places(j int) plots.Multiple {
	s := scores(o.c, j, "sqrt")
	rows := make([]float64, len(s))
	for i, label := range o.Data.Labels {
		rows[i] = -float64(label) + 0.7*(math.Mod(float64(i)*math.Phi, 1)-0.5)
	}
	top := axisEnd(floats.Norm(s, math.Inf(1)))
	return plots.Multiple{Classes: o.ByClass(s, rows), X: plots.Axis{Min: -top, Max: top},
		Y: plots.Axis{Min: 0.4 - float64(len(o.Classes)), Max: 0.6}}
}

const (
	saysParts = "PC{cut_component} separates the classes best: {cut} of {count} are on their sides of one cut."
	saysWas   = "It was PC{label} at ℓ = {anchor}."
)

func (o *order) says() []course.Said {
	says := saysOf(o.c, o.K, 0, 1, 2)
	if o.twoClasses() && o.c.Rank > 0 {
		j, right := parting(o.c, o.Data.Labels)
		says = append(says, course.Say(saysParts, j+1, right, o.Data.Len()))
		if label := o.c.Labels[j]; o.width > 0 && label != j && label >= 0 && label < listed {
			says = append(says, course.Say(saysWas, label+1, course.Chosen(model.Bandwidths[o.anchor()])))
		}
	}
	return append(append(says, alike(o.c, 0, 1, 2, 3, 4, 5)...), excess(o.c)...)
}
