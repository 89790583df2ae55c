package kernelpca

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/model"
	"gramophone/lessons/points"
	"gramophone/plots"
)

// The figure order: the first six components side by side, and how their variances
// change places as the bandwidth moves.

const (
	smallNodes = 23 // on a side of the small maps
	pathReach  = 10 // the path goes from a tenth of the median distance to ten of it
)

func buildOrder(f *course.Form) course.Draw {
	load := choose(f, points.Offer{Data: "rings", Noise: ringsNoise}, ringsBandwidth)
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		o := &order{view{method: load(), f: f, scaling: "sqrt", up: 1, at: -1}}
		return o.picture(ctx, memo)
	}
}

type order struct{ view }

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

func (o *order) picture(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
	n := o.Data.Len()
	var err error
	if o.c, err = o.components(ctx, memo); err == nil {
		o.K, err = o.gram(ctx, memo)
	}
	if err != nil {
		return fails(err)
	}
	small, err := o.multiples(ctx, memo)
	if err != nil {
		return fails(err)
	}
	column := []plots.Panel{}
	var handles []course.Handle
	series := o.series()
	series[0] = course.Table("data", "x1 x2 label", o.Column(0), o.Column(1), labels(o.Labelled))
	if o.width > 0 && n > 1 {
		p, err := course.RememberLong(ctx, memo, pathOf{o.key()})
		if err != nil {
			return fails(err)
		}
		if len(p.widths) > 1 {
			column = append(column, o.paths(p))
			handles = o.handles(p)
		}
		s := course.Series{Name: "path", Columns: []course.Column{{Name: "bandwidth", Values: p.widths}}}
		for label := range listed {
			s.Columns = append(s.Columns, course.Column{Name: fmt.Sprintf("share_%d", label+1), Values: p.shares[label]})
		}
		series = append(series, s)
	}
	column = append(column, o.scree())
	p := &course.Picture{
		Columns:     [][]plots.Panel{{{ID: "order-multiples", Title: "The first six components", Width: course.Wide, Height: 490, Plot: small}}, column},
		Description: o.describe(),
		Certificate: o.check(),
		Handles:     handles,
		Series:      series,
		Code:        o.code(false),
	}
	p.Numbers = o.numbers()
	goal, err := o.crossing(ctx, memo)
	if err != nil {
		return fails(err)
	}
	p.Goals = []course.Goal{goal}
	return p, nil
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
			X: plots.Axis{Label: "component"}, Y: plots.Axis{Label: label}, Values: values, Kept: o.c.Rank, KeptName: "λ/n",
			RestName: "zero, to rounding"}}
}

func (o *order) numbers() []course.Number {
	var numbers []course.Number
	n, what := o.Data.Len(), spreads(o.centred)
	if o.twoClasses() && o.c.Rank > 0 {
		j, right := parting(o.c, o.Data.Labels)
		numbers = append(numbers,
			course.Number{Name: "cut_component", Label: "the classes are parted best along PC",
				Means: "The component of the first six whose best cut has most points on the sides of their classes; " +
					"the first, if several are as good.", Value: float64(j + 1), Whole: true},
			course.Number{Name: "cut", Label: "points on their sides", Means: fmt.Sprintf("So many of %d points are on the side of their class there.", n), Value: float64(right), Whole: true},
			course.Number{Name: "gap", Label: fmt.Sprintf("next %s differs by", what),
				Means: fmt.Sprintf("How far the %s of that component is from the nearest of the others, in per cent of its own.",
					what), Value: o.gap(), Unit: "%"})
	}
	for j := range listed {
		if e := eigenvalue(o.c, j); !math.IsNaN(e) {
			means := ""
			if len(numbers) < 3 {
				means = fmt.Sprintf("The %s along PC%d is λ/n.", what, j+1)
			}
			numbers = append(numbers, course.Number{Name: fmt.Sprintf("eigenvalue_%d", j+1),
				Label: fmt.Sprintf("eigenvalue λ%c", '₁'+rune(j)), Means: means, Value: e})
		}
	}
	return append(numbers, course.Number{Name: "total_variance", Label: "variance in all",
		Means: "Of the points in the feature space.", Value: variance(o.c, o.K)})
}

const (
	crossingGoal = "bandwidth=0.56" // a state in which two variances are all but equal
	crossingGap  = 3                // per cent
	partedShare  = 0.95             // of the points on their sides, where a component parts the classes
)

// crossing is the goal: the component that parts the rings is near another in variance,
// and from the slider's place before ℓ to the one behind it changes its number.
func (o *order) crossing(ctx context.Context, memo *course.Memo) (course.Goal, error) {
	gap := o.gap()
	goal := course.Goal{Name: "crossing", At: crossingGoal, Now: course.Quantity(gap, "%")}
	switch {
	case o.Name != "rings":
		goal.Now = "other data"
	case o.Data.Len() <= fewRings:
		goal.Now = "too few points"
	case o.width == 0:
		goal.Now = "a kernel without ℓ"
	case !o.centred:
		goal.Now = "not centred"
	case gap <= crossingGap:
		before, after, err := o.around(ctx, memo)
		if err != nil {
			return goal, err
		}
		if before == after || before < 0 || after < 0 {
			goal.Now += ", and nothing crosses"
			break
		}
		goal.Reached = true
		goal.Text = fmt.Sprintf("Goal reached at ℓ = %s: two variances within %s %%. A step below, the rings are "+
			"parted by PC%d; a step above, by PC%d.",
			course.Value(o.width), course.Digits(gap), before+1, after+1)
	}
	return goal, nil
}

// around are the components, from 0, that part the classes at the slider's places before
// and behind ℓ; −1 where none does, or there is no such place.
func (o *order) around(ctx context.Context, memo *course.Memo) (before, after int, err error) {
	at := [2]int{-1, len(model.Bandwidths)}
	for i, ell := range model.Bandwidths {
		if ell < o.width {
			at[0] = i
		}
		if ell > o.width && i < at[1] {
			at[1] = i
		}
	}
	found := [2]int{-1, -1}
	for side, i := range at {
		if i < 0 || i >= len(model.Bandwidths) {
			continue
		}
		c, err := o.place(ctx, memo, i)
		if err != nil {
			return -1, -1, err
		}
		if j, right := parting(c, o.Data.Labels); float64(right) >= partedShare*float64(o.Data.Len()) {
			found[side] = j
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
func (o *order) paths(p *path) plots.Panel {
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
			line.Name, line.Color, line.Width, line.Dash = fmt.Sprintf("PC%d", label+1), plots.Accent, 1.8, label == 2
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
func (o *order) handles(p *path) []course.Handle {
	j := slices.Index(o.c.Labels, 0)
	if j < 0 || o.width < p.widths[0] || o.width > p.widths[len(p.widths)-1] {
		return nil
	}
	at := plots.Point{X: o.width, Y: share(o.c, j)}
	return []course.Handle{{Panel: "order-path", Label: "The bandwidth ℓ", X: "bandwidth", At: at}}
}

// multiples are the first components side by side: over the plane where that is all there
// is, else as the points' places, class by class.
func (o *order) multiples(ctx context.Context, memo *course.Memo) (plots.Multiples, error) {
	var v plots.Multiples
	parted := -1
	if o.twoClasses() && o.c.Rank > 0 {
		parted, _ = parting(o.c, o.Data.Labels)
	}
	x, y := o.Axes()
	var values *mat.Dense
	if o.flatPlane() {
		var err error
		if _, values, err = o.over(ctx, memo, o.c, smallNodes); err != nil {
			return v, err
		}
	}
	for j := range min(listed, o.c.Rank) {
		part := plots.Multiple{Name: fmt.Sprintf("PC%d, %s %%", j+1, course.Digits(share(o.c, j))), X: x, Y: y, Strong: j == parted}
		if values != nil {
			f := mat.NewDense(smallNodes, smallNodes, mat.Col(nil, j, values))
			part.Relief = plots.EncodeRelief(f, plots.Scale{Ramp: plots.Field}, []plots.Level{{At: 0}})
			part.Classes = o.ByClass(o.Column(0), o.Column(1))
		} else {
			s := scores(o.c, j, "sqrt")
			rows, top := make([]float64, len(s)), 0.0
			for i, at := range s {
				top = math.Max(top, math.Abs(at))
				rows[i] = -float64(o.Data.Labels[i]) + 0.7*(math.Mod(float64(i)*math.Phi, 1)-0.5)
			}
			top = axisEnd(top)
			part.X, part.Y = plots.Axis{Min: -top, Max: top}, plots.Axis{Min: 0.4 - float64(len(o.Classes)), Max: 0.6}
			part.Classes = o.ByClass(s, rows)
		}
		v.Parts = append(v.Parts, part)
	}
	return v, nil
}

func (o *order) describe() string {
	s := fmt.Sprintf("%s. %s", course.Plural(o.Data.Len(), "point"), sharesOf(o.c, o.K, 0, 1, 2))
	if o.twoClasses() && o.c.Rank > 0 {
		j, right := parting(o.c, o.Data.Labels)
		s += fmt.Sprintf(" PC%d parts the classes best: %d of %d are on their sides of one cut.", j+1, right, o.Data.Len())
		if label := o.c.Labels[j]; o.width > 0 && label != j && label >= 0 && label < listed {
			s += fmt.Sprintf(" It was PC%d at ℓ = %s.", label+1, course.Value(model.Bandwidths[o.anchor()]))
		}
	}
	return s + alike(o.c, 0, 1, 2, 3, 4, 5) + excess(o.c)
}
