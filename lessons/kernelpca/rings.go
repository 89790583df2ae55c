package kernelpca

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// The figure rings: principal components of the inputs, of the inputs and one feature
// more, and in the space of a kernel.

const (
	ringsBandwidth = 0.4 // of its Gaussian kernel
	ringsSeed      = 64  // of the sample that the figures open with
	ringsParts     = 3   // components
	nodes          = 45  // on a side of the maps: a cell each 7 px
	near           = 0.15
	fewRings       = 20 // up to so many points are parted by chance, and reach no goal
)

// Rings are points with their first components by one of three ways.
type rings struct {
	// What the controls say.
	way    string
	weight float64
	load   func() *points.Plane

	// What is computed.
	*points.Labelled
	*parts                 // nil of no points
	rights [ringsParts]int // so many lie on the side of their class at the best cut of each
	best   int             // the component with most of them
}

var buildRings = course.Steps(func(f *course.Form) course.Work {
	r := &rings{}
	r.way = f.Choice("method", "components of", "kernel", course.Options("linear", "the two inputs",
		"added", "with w(x₁² + x₂²) added", "kernel", "a Gaussian kernel, ℓ = 0.4"), course.Leads)
	r.weight = f.Float("weight", "weight w", 1, 0, 3, course.When("method", "added"), course.Term("feature"))
	r.load = points.InPlane(f, points.Offer{Data: "rings", Noise: ringsNoise, Seed: ringsSeed, Alone: true,
		Edit: "rings-plane", Rows: points.MoreRows, Of: []string{"rings", "moons", "xor", "points"}})
	return r
})

// Compute finds the components, and cuts each in two.
func (r *rings) Compute(ctx context.Context, memo *course.Memo) (err error) {
	r.Labelled, r.best = r.load().Labelled, 0
	if r.Data.Len() == 0 {
		return nil
	}
	if r.parts, err = course.Remember(ctx, memo, partsOf{r.Spec, r.way, r.weight}); err != nil {
		return err
	}
	for j, v := range r.scores {
		r.rights[j] = cut(v, r.Data.Labels)
		if r.variance[j] > 0 && r.rights[j] > r.rights[r.best] {
			r.best = j
		}
	}
	return nil
}

// parts are the first components of points by one of three ways.
type parts struct {
	scores   [ringsParts][]float64
	variance [ringsParts]float64
	total    float64
	shares   []course.Said // what they have of the variance
	rank     int           // how many there are; more than ringsParts are not looked for
	profile  []float64     // the first component along x₂ = 0, at the nodes' x₁
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
	p := &parts{total: c.TotalVariance, rank: c.Rank, shares: append(sharesOf(c, K, 0, 1, 2), alike(c, 0, 1, 2)...)}
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

func (r *rings) Show(f *course.Form) *course.Picture {
	if r.parts == nil {
		return emptyPlane("rings-plane", r.Labelled)
	}
	panel := func(id, title string, height float64, lead bool, plot plots.Drawer) plots.Panel {
		return plots.Panel{ID: id, Title: title, Width: course.Square, Height: height, Lead: lead, Plot: plot}
	}
	return &course.Picture{
		Columns: [][]plots.Panel{
			{panel("rings-plane", "The rings, and PC1 over the plane", 338, true, r.plane()),
				panel("rings-profile", "PC1 along the line x₂ = 0", 155, false, r.curve())},
			{panel("rings-projection", "Where the points are taken to", 338, true, r.projection()),
				panel("rings-strips", "Each component by itself", 155, false, r.strips())},
		},
		Numbers: r.numbers(),
		Says:    r.says(),
		Goals:   []course.Goal{r.goal()},
		Series: []course.Series{
			course.Table("data", "x1 x2 label", r.Column(0), r.Column(1), course.Floats(r.Data.Labels)),
			course.Table("components", "pc1 pc2 pc3", r.scores[0], r.scores[1], r.scores[2]),
			course.Table("profile", "x1 pc1", r.xs, r.profile),
		},
		Code: programs.Code("rings", f, course.Values{"Points": slices.Concat(r.Data.X...),
			"Labels": course.Floats(r.Data.Labels), "Bandwidth": ringsBandwidth,
			"Count": min(ringsParts, r.Data.Len())}),
	}
}

// emptyPlane is a picture of no points.
func emptyPlane(id string, l *points.Labelled) *course.Picture {
	x, y := l.Axes()
	return points.Blank(id, course.Square, plots.Scatter{X: x, Y: y, Equal: true},
		", and their components appear.", saysNoPoints)
}

// plane is the inputs with the first component over them.
func (r *rings) plane() plots.Surface {
	x, y := r.Axes()
	return plots.Surface{X: x, Y: y, Relief: r.relief, Label: "PC1", Classes: r.ByClass(r.Column(0), r.Column(1)),
		Equal: true}
}

// curve is the first component along x₂ = 0, with the points that are near the line.
func (r *rings) curve() plots.Curves {
	end := r.high()
	for _, v := range r.profile { // between the points it may reach beyond them
		end = math.Max(end, math.Abs(v))
	}
	end = axisEnd(end)
	x, _ := r.Axes()
	c := plots.Curves{X: x, Y: plots.Axis{Label: "PC1", Min: -end, Max: end}, Legend: true,
		PointsName: "points near it", Lines: []plots.Line{{Name: "PC1", Xs: r.xs, Ys: r.profile, Class: "curve"}}}
	for i, at := range r.Data.X {
		if math.Abs(at[1]) <= near {
			c.Points = append(c.Points, plots.Point{X: at[0], Y: r.scores[0][i]})
		}
	}
	return c
}

func (r *rings) projection() plots.Scatter {
	return plots.Scatter{X: r.side("PC1"), Y: r.side("PC2"), Equal: true, Keyless: true,
		Classes: r.ByClass(r.scores[0], r.scores[1])}
}

// strips are the components one above the other, with the points of a class in one color.
func (r *rings) strips() plots.Scatter {
	s := plots.Scatter{X: r.side("projection"), Keyless: true,
		Y: plots.Axis{Label: "component", Min: 0.4, Max: ringsParts + 0.6, Whole: true}}
	nowhere := make([]float64, r.Data.Len())
	for _, class := range r.ByClass(nowhere, nowhere) {
		index := class.Index
		class.Points, class.Index, class.Size = nil, nil, 5
		for j := range ringsParts {
			for _, i := range index {
				apart := 0.5 * (math.Mod(float64(i)*math.Phi, 1) - 0.5) // the same each time
				class.Points = append(class.Points, plots.Point{X: r.scores[j][i], Y: float64(j+1) + apart})
			}
		}
		s.Classes = append(s.Classes, class)
	}
	return s
}

// high is the largest coordinate along any of the components.
func (r *rings) high() (high float64) {
	for _, v := range r.scores {
		high = math.Max(high, floats.Norm(v, math.Inf(1)))
	}
	return high
}

// side is an axis that holds all components, and those of the inputs too, so that it stays
// from one way to another.
func (r *rings) side(label string) plots.Axis {
	top := math.Max(r.high(), spreadOf(r.Labelled))
	by := plots.NiceStep(top / 6)
	top = course.Round(by*math.Ceil(top/by), 12)
	return plots.Axis{Label: label, Min: -top, Max: top}
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
func (r *rings) numbers() []course.Number {
	one, most, component := float64(r.rights[0]), float64(r.rights[r.best]), float64(r.best+1)
	if r.rank == 0 {
		one, most, component = math.NaN(), math.NaN(), math.NaN()
	}
	return []course.Number{
		{Name: "cut_1", Label: "on their sides along PC1",
			Means: "Cut the first component in two at the best place there is. So many points lie on the side of " +
				"their class.", Value: one, Whole: true},
		{Name: "cut", Label: "at best, of three components",
			Means: "The same along the best of the first three components.", Value: most, Whole: true},
		{Name: "cut_component", Label: "which is PC", Value: component, Whole: true,
			Means: "The component with the best cut; the first, if several are as good."},
		{Name: "variance_1", Label: "variance along PC1", Value: r.variance[0]},
		{Name: "variance_2", Label: "variance along PC2", Value: r.variance[1]},
		{Name: "variance_3", Label: "variance along PC3", Value: r.variance[2]},
		{Name: "total_variance", Label: "variance in all", Value: r.total},
	}
}

const (
	saysNoPoints  = "No points, no components."
	saysBestOfAll = "The best cut has {cut} of {count} on the sides of their classes, along PC{cut_component}; the " +
		"best along PC1 has {cut_1}."
)

func (r *rings) says() []course.Said {
	count := course.Some{N: r.Data.Len(), Noun: "point"}
	begin := course.Say(saysPoints, count)
	if r.rank > 0 {
		begin = course.Say(saysBestOfAll, r.rights[r.best], count, r.best+1, r.rights[0])
	}
	return append([]course.Said{begin}, r.shares...)
}

// goal is that one added column parts the rings along PC1.
func (r *rings) goal() course.Goal {
	n := r.Data.Len()
	g := course.Goal{Name: "added", At: "method=added&weight=2", Now: fmt.Sprintf("%d of %d", r.rights[0], n),
		Text: "Goal reached: one added feature, and the direction of most variance separates the rings."}
	switch {
	case r.Name != "rings":
		g.But = "with other data"
	case n <= fewRings:
		g.But = "with few points"
	case r.way != "added":
		g.But = "with no column added"
	default:
		g.Reached = r.rights[0] == n
	}
	return g
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
