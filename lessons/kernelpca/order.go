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

func (o *order) path(ctx context.Context, memo *course.Memo) (*path, error) {
	return course.RememberLong(ctx, memo, o.key+" path", func(ctx context.Context) (*path, int, error) {
		p := new(path)
		mid := engine.MedianHeuristic(o.Data.X)
		for i, ell := range model.Bandwidths {
			if ell < mid/pathReach || ell > mid*pathReach {
				continue
			}
			c, err := o.place(ctx, memo, i)
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
	})
}

func (o *order) picture(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
	n := o.Data.Len()
	var err error
	if o.c, err = o.components(ctx, memo); err == nil {
		o.K, _, err = o.inputs.Gram(ctx, memo, o.kernel())
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
		p, err := o.path(ctx, memo)
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
	values := make([]float64, len(o.c.Eigenvalues))
	for j := range values {
		values[j] = eigenvalue(o.c, j) / float64(n)
	}
	column = append(column, plots.Panel{ID: "order-scree", Title: "Scree: the variances in order", Width: course.Square, Height: 230, Plot: plots.Spectrum{
		X: plots.Axis{Label: "component"}, Y: plots.Axis{Label: "variance d = λ/n"}, Values: values, Kept: o.c.Rank, KeptName: "λ/n", RestName: "zero, to rounding"}})
	p := &course.Picture{
		Columns:     [][]plots.Panel{{{ID: "order-multiples", Title: "The first six components", Width: course.Wide, Height: 490, Plot: small}}, column},
		Description: o.describe(),
		Certificate: o.check(),
		Handles:     handles,
		Series:      series,
		Code:        o.code(false),
	}
	gap := o.gap()
	if o.twoClasses() {
		j, right := parting(o.c, o.Data.Labels)
		p.Numbers = append(p.Numbers,
			course.Number{Name: "cut_component", Label: "the classes are parted best along PC", Means: "The component of the first six whose best cut has most points on the sides of their classes.", Value: float64(j + 1), Whole: true},
			course.Number{Name: "cut", Label: "points on their sides", Means: fmt.Sprintf("So many of %d points are on the side of their class there.", n), Value: float64(right), Whole: true},
			course.Number{Name: "gap", Label: "next variance differs by", Means: "How far the variance of that component is from the nearest of the others, in per cent of its own.", Value: gap, Unit: "%"})
	}
	for j := range listed {
		if e := eigenvalue(o.c, j); !math.IsNaN(e) {
			means := ""
			if !o.twoClasses() {
				means = fmt.Sprintf("The variance along PC%d is λ/n.", j+1)
			}
			p.Numbers = append(p.Numbers, course.Number{Name: fmt.Sprintf("eigenvalue_%d", j+1), Label: fmt.Sprintf("eigenvalue λ%c", '₁'+rune(j)), Means: means, Value: e})
		}
	}
	p.Numbers = append(p.Numbers, course.Number{Name: "total_variance", Label: "variance in all", Value: o.c.TotalVariance})
	now := "other data"
	if o.Name == "rings" {
		now = course.Quantity(gap, "%")
	}
	p.Goals = []course.Goal{{Name: "crossing", At: crossingGoal, Now: now, Reached: o.Name == "rings" && gap <= 3 && n > 20,
		Text: fmt.Sprintf("Goal reached at ℓ = %s: two variances within %s %%. Here the components change places.", course.Value(o.width), course.Digits(gap))}}
	return p, nil
}

// crossingGoal is a state in which two variances are all but equal.
const crossingGoal = "bandwidth=0.56"

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
	v.Y = plots.Axis{Label: "share of the variance (%)", Max: 10 * math.Ceil(math.Max(top, 1)/10)}
	return plots.Panel{ID: "order-path", Title: "Their variances against ℓ", Width: course.Square, Height: 300, Plot: v}
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
			part.Relief = plots.EncodeRelief(f, plots.Scale{Ramp: plots.Muted}, []plots.Level{{At: 0}})
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
	s := fmt.Sprintf("%s. PC1, PC2 and PC3 have %s %%, %s %% and %s %% of the variance.",
		course.Plural(o.Data.Len(), "point"), course.Digits(share(o.c, 0)), course.Digits(share(o.c, 1)), course.Digits(share(o.c, 2)))
	if o.twoClasses() && o.c.Rank > 0 {
		j, right := parting(o.c, o.Data.Labels)
		s += fmt.Sprintf(" PC%d parts the classes best: %d of %d are on their sides of one cut.", j+1, right, o.Data.Len())
		if label := o.c.Labels[j]; o.width > 0 && label != j && label >= 0 && label < listed {
			s += fmt.Sprintf(" It was PC%d at ℓ = %s.", label+1, course.Value(model.Bandwidths[o.anchor()]))
		}
	}
	return s + excess(o.c)
}
