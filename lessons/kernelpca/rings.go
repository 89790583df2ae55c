package kernelpca

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/points"
	"gramophone/plots"
)

// The figure rings: principal components of the inputs, of the inputs and one feature
// more, and in the space of a kernel.

const (
	ringsBandwidth = 0.4 // of its Gaussian kernel
	ringsParts     = 3   // components
	nodes          = 45  // on a side of the maps: a cell each 7 px
	near           = 0.15
	fewRings       = 20 // up to so many points are parted by chance, and reach no goal
)

func buildRings(f *course.Form) course.Draw {
	way := f.Choice("method", "components of", "kernel", course.Options(
		"linear", "the two inputs", "added", "with w(x₁² + x₂²) added", "kernel", "a Gaussian kernel, ℓ = 0.4"))
	weight := f.Float("weight", "weight w", 1, 0, 3, course.When("method", "added"), course.Term("feature"))
	load := points.InPlane(f, points.Offer{Data: "rings", Noise: ringsNoise, Edit: "rings-plane", Of: []string{"rings", "moons", "xor", "points"}})
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		d := load()
		if d.Data.Len() == 0 {
			x, y := d.Axes()
			return &course.Picture{
				Columns: [][]plots.Panel{{{ID: "rings-plane", Title: "An empty plane", Width: course.Square, Plot: plots.Scatter{X: x, Y: y, Equal: true}}}},
				Message: "There are no points yet. Add some, and their components appear.", Description: "No points, no components.",
			}, nil
		}
		p, err := course.Remember(ctx, memo, partsOf{d.Spec, way, weight})
		if err != nil {
			return nil, err
		}
		return p.picture(f, d.Labelled, way), nil
	}
}

// parts are the first components of points by one of three ways.
type parts struct {
	scores   [ringsParts][]float64
	variance [ringsParts]float64
	total    float64
	shares   string    // what of the variance they have, in words
	rank     int       // how many there are; more than ringsParts are not looked for
	profile  []float64 // the first component along x₂ = 0, at the nodes' x₁
	xs       []float64
	relief   *plots.Relief
}

// ringsFeatures are the inputs as a way has them.
func ringsFeatures(x [][]float64, way string, weight float64) [][]float64 {
	if way != "added" {
		return x
	}
	lifted := make([][]float64, len(x))
	for i, v := range x {
		lifted[i] = []float64{v[0], v[1], weight * (v[0]*v[0] + v[1]*v[1])}
	}
	return lifted
}

type partsOf struct {
	points.LabelledSpec
	way    string
	weight float64
}

// Compute returns the components, and their bytes: the picture with its contours, so many
// a node.
func (of partsOf) Compute(ctx context.Context, _ *course.Memo) (*parts, int, error) {
	d := of.Load()
	p, err := partsBy(ctx, d, of.way, of.weight)
	return p, 8*nodes*nodes + 8*(8*nodes+2*ringsParts*d.Data.Len()), err
}

func partsBy(ctx context.Context, d *points.Labelled, way string, weight float64) (*parts, error) {
	var kernel engine.Kernel = engine.Linear{}
	if way == "kernel" {
		kernel = engine.Gaussian{Length: ringsBandwidth}
	}
	x := ringsFeatures(d.Data.X, way, weight)
	K := engine.Gram(kernel, x)
	c, err := engine.KernelPCA{Components: min(ringsParts, len(x)), Centred: true}.Fit(ctx, K)
	if err != nil {
		return nil, err
	}
	p := &parts{total: c.TotalVariance, rank: c.Rank, shares: sharesOf(c, K, 0, 1, 2) + alike(c, 0, 1, 2)}
	grid := plots.Grid{Cols: nodes, Rows: nodes}
	grid.X, grid.Y = d.Axes()
	at := grid.Nodes()
	for j := range nodes {
		v := grid.X.Min + (grid.X.Max-grid.X.Min)*float64(j)/(nodes-1)
		p.xs, at = append(p.xs, v), append(at, []float64{v, 0})
	}
	projected, err := c.Project(engine.Cross(kernel, ringsFeatures(at, way, weight), x))
	if err != nil {
		return nil, err
	}
	for j := range ringsParts {
		p.scores[j] = scores(c, j, "sqrt")
		p.variance[j] = eigenvalue(c, j) / float64(len(x))
	}
	first := mat.Col(nil, 0, projected)
	// A component's own sign is by chance, and would turn over while the weight moves: what
	// is inside is positive.
	if radial(d, p.scores[0]) > 0 {
		for _, v := range [][]float64{first, p.scores[0]} {
			for i := range v {
				v[i] = -v[i]
			}
		}
	}
	over := mat.NewDense(nodes, nodes, first[:nodes*nodes])
	p.profile = slices.Clone(first[nodes*nodes:])
	p.relief = plots.EncodeRelief(over, plots.Scale{Ramp: plots.Field}, plots.LevelsOf(over, 8))
	return p, nil
}

// radial is the covariance of a component with the squared radius or, where there is
// next to none, with x₁ + x₂/2.
func radial(d *points.Labelled, score []float64) float64 {
	r, size, slope := 0.0, 0.0, 0.0
	for i, x := range d.Data.X {
		q := x[0]*x[0] + x[1]*x[1]
		r, size, slope = r+score[i]*q, size+math.Abs(score[i])*q, slope+score[i]*(x[0]+x[1]/2)
	}
	if math.Abs(r) > 0.3*size {
		return r
	}
	return slope
}

func (p *parts) picture(f *course.Form, d *points.Labelled, way string) *course.Picture {
	n := d.Data.Len()
	rights, best := [ringsParts]int{}, 0
	for j, v := range p.scores {
		rights[j] = cut(v, d.Data.Labels)
		if p.variance[j] > 0 && rights[j] > rights[best] {
			best = j
		}
	}
	x, y := d.Axes()
	high := 0.0 // of the components
	for _, v := range p.scores {
		high = math.Max(high, floats.Norm(v, math.Inf(1)))
	}
	top := math.Max(high, spreadOf(d))
	by := plots.NiceStep(top / 6)
	top = course.Round(by*math.Ceil(top/by), 12)
	side := func(label string) plots.Axis { return plots.Axis{Label: label, Min: -top, Max: top} }
	strips := plots.Scatter{X: side("projection"), Y: plots.Axis{Label: "component", Min: 0.4, Max: ringsParts + 0.6, Whole: true}, Keyless: true}
	classes := d.ByClass(make([]float64, n), make([]float64, n))
	for k := range classes {
		of := classes[k]
		of.Points, of.Index = nil, nil
		for j := range ringsParts {
			for _, i := range classes[k].Index {
				of.Points = append(of.Points, plots.Point{X: p.scores[j][i], Y: float64(j+1) + spread(i)})
			}
		}
		of.Size = 5
		strips.Classes = append(strips.Classes, of)
	}
	for _, v := range p.profile { // between the points it may reach beyond them
		high = math.Max(high, math.Abs(v))
	}
	high = axisEnd(high)
	profile := plots.Curves{X: x, Y: plots.Axis{Label: "PC1", Min: -high, Max: high}, Legend: true, PointsName: "points near it",
		Lines: []plots.Line{{Name: "PC1", Xs: p.xs, Ys: p.profile, Class: "curve"}}}
	for i, at := range d.Data.X {
		if math.Abs(at[1]) <= near {
			profile.Points = append(profile.Points, plots.Point{X: at[0], Y: p.scores[0][i]})
		}
	}
	now := "another way"
	if d.Name != "rings" {
		now = "other data"
	} else if n <= fewRings {
		now = "too few points"
	} else if way == "added" {
		now = fmt.Sprintf("%d of %d on their sides", rights[0], n)
	}
	series := []course.Series{
		course.Table("data", "x1 x2 label", d.Column(0), d.Column(1), labels(d)),
		course.Table("components", "pc1 pc2 pc3", p.scores[0], p.scores[1], p.scores[2]),
		course.Table("profile", "x1 pc1", p.xs, p.profile),
	}
	return &course.Picture{
		Columns: [][]plots.Panel{
			{{ID: "rings-plane", Lead: true, Title: "The rings, and PC1 over the plane", Width: course.Square, Height: 338, Plot: plots.Surface{X: x, Y: y, Relief: p.relief, Label: "PC1", Classes: d.ByClass(d.Column(0), d.Column(1)), Equal: true}},
				{ID: "rings-profile", Title: "PC1 along the line x₂ = 0", Width: course.Square, Height: 155, Plot: profile}},
			{{ID: "rings-projection", Lead: true, Title: "Where the points are taken to", Width: course.Square, Height: 338, Plot: plots.Scatter{X: side("PC1"), Y: side("PC2"), Equal: true, Keyless: true, Classes: d.ByClass(p.scores[0], p.scores[1])}},
				{ID: "rings-strips", Title: "Each component by itself", Width: course.Square, Height: 155, Plot: strips}},
		},
		Numbers:     p.numbers(rights, best),
		Description: p.describe(rights, best, n),
		Goals: []course.Goal{{Name: "added", At: "method=added&weight=2", Now: now, Reached: d.Name == "rings" &&
			way == "added" && rights[0] == n &&
			n > fewRings, Text: "Goal reached: one added feature, and the direction of most variance parts the rings."}},
		Series: series,
		Code: programs.Code("rings", f, course.Values{"Points": flat(d.Data.X), "Labels": labels(d),
			"Bandwidth": ringsBandwidth, "Count": min(ringsParts, n)}),
	}
}

// spreadOf is how far a point is from the mean of all, at most: as far as the components
// of the inputs reach. Axes that hold it stay from one way to another.
func spreadOf(d *points.Labelled) float64 {
	x, y := d.Column(0), d.Column(1)
	far, mx, my := 0.0, stat.Mean(x, nil), stat.Mean(y, nil)
	for i := range x {
		far = math.Max(far, math.Hypot(x[i]-mx, y[i]-my))
	}
	return far
}

// numbers are those of the picture; a component that is not there has no cut.
func (p *parts) numbers(rights [ringsParts]int, best int) []course.Number {
	one, most, component := float64(rights[0]), float64(rights[best]), float64(best+1)
	if p.rank == 0 {
		one, most, component = math.NaN(), math.NaN(), math.NaN()
	}
	return []course.Number{
		{Name: "cut_1", Label: "on their sides along PC1",
			Means: "Cut the first component in two at the best place there is. So many points lie on the side of " +
				"their class.", Value: one, Whole: true},
		{Name: "cut", Label: "at best, of three components",
			Means: "The same along the best of the first three components.", Value: most, Whole: true},
		{Name: "cut_component", Label: "which is PC",
			Means: "The component with the best cut; the first, if several are as good.", Value: component, Whole: true},
		{Name: "variance_1", Label: "variance along PC1", Value: p.variance[0]},
		{Name: "variance_2", Label: "variance along PC2", Value: p.variance[1]},
		{Name: "variance_3", Label: "variance along PC3", Value: p.variance[2]},
		{Name: "total_variance", Label: "variance in all", Value: p.total},
	}
}

func (p *parts) describe(rights [ringsParts]int, best, n int) string {
	if p.rank == 0 {
		return fmt.Sprintf("%s. %s", course.Plural(n, "point"), p.shares)
	}
	return fmt.Sprintf("The best cut has %d of %s on the sides of their classes, along PC%d; the best along "+
		"PC1 has %d. %s",
		rights[best], course.Plural(n, "point"), best+1, rights[0], p.shares)
}

// axisEnd is the end of an axis that is to hold values up to top in size: a round number
// not far above, so that little of the picture is empty.
func axisEnd(top float64) float64 {
	if !(top > 0) {
		return 1
	}
	by := plots.NiceStep(top / 4)
	return course.Round(by*math.Ceil(top/by), 12)
}

// labels are the points' labels as numbers.
func labels(d *points.Labelled) []float64 {
	v := make([]float64, d.Data.Len())
	for i, l := range d.Data.Labels {
		v[i] = float64(l)
	}
	return v
}

// flat is points one after the other, for programs.
func flat(x [][]float64) []float64 {
	var v []float64
	for _, row := range x {
		v = append(v, row...)
	}
	return v
}
