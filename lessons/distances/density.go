package distances

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/model"
	"gramophone/lessons/points"
	"gramophone/plots"
)

// crescents is what the figure density opens on.
var crescents = points.Offer{Data: "moons", N: 120, Noise: 0.07, Of: []string{"moons", "rings", "blobs", "spiral", "points"}, Edit: "density-plane"}

func buildDensity(f *course.Form) course.Draw {
	load := points.OfTwoInputs(f, crescents)
	radius := f.LogFloat("radius", "radius r", 0.35, 0.01, 10)
	least := f.Int("least", "points for a core", 5, 1, 20, course.Every)
	kernel := model.Kernel(f, 0.5)
	f.Control("kernel").More = true
	at := points.PointedAt(f, load().Data.Len(), course.Shows("how many are near it"))
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		t, p, err := open(ctx, memo, load(), kernel, "density-plane", densityGoals("—", false, 0))
		if p != nil || err != nil {
			return p, err
		}
		v := &dense{task: t, radius: radius, least: least}
		v.DensityClusters = engine.DBSCAN{Radius: radius, MinPoints: least}.Fit(t.D)
		return v.picture(f, at-1), nil
	}
}

// A dense is clusters as regions where points are dense.
type dense struct {
	*task
	*engine.DensityClusters
	radius float64
	least  int
}

// reach is from which radius on each point is a core point, in ascending order: the
// distance to the least-th point, itself the first; nil where there are not so many.
func (v *dense) reach() []float64 {
	if v.least > v.n() {
		return nil
	}
	r := make([]float64, v.n())
	row := make([]float64, v.n())
	for i := range r {
		for j := range row {
			row[j] = v.D.At(i, j)
		}
		row[i] = 0
		slices.Sort(row)
		r[i] = row[v.least-1]
	}
	slices.Sort(r)
	return r
}

// inPlane is the distance in the plane at which a Gaussian's feature distance is the
// radius,
//
//	r² = 2 − 2exp(−R²/2ℓ²),  R = ℓ√(−2 ln(1 − r²/2));
//
// ∞ where every pair is nearer, NaN of other kernels.
func (v *dense) inPlane() float64 {
	g, ok := v.kernel.(engine.Gaussian)
	switch {
	case !ok:
		return math.NaN()
	case v.radius >= math.Sqrt2:
		return math.Inf(1)
	}
	return g.Length * math.Sqrt(-2*math.Log1p(-v.radius*v.radius/2))
}

func densityGoals(now string, reached bool, home float64) []course.Goal {
	return []course.Goal{{
		Name: "moons", At: "radius=0.45", Now: now, Reached: reached,
		Text: fmt.Sprintf("Goal reached: two clusters, a moon each, with %.0f of the points.", home),
	}}
}

func (v *dense) picture(f *course.Form, at int) *course.Picture {
	x, y := v.Axes()
	plane := plots.Scatter{X: x, Y: y, Classes: byCluster(v.Labelled, v.Labels, v.Clusters), Equal: v.Squared()}
	core, outside := 0, 0
	for i := range v.Labels {
		if v.Core[i] {
			core++
		}
		if v.Labels[i] == noise {
			outside++
		}
	}
	p := &course.Picture{}
	if at >= 0 {
		plane.Markers = []plots.Marker{points.Ring(at, v.Data.X[at][0], v.Data.X[at][1])}
		for j := range v.n() {
			if j != at && v.D.At(at, j) <= v.radius {
				plane.Rings = append(plane.Rings, j)
			}
		}
		p.Datum = v.datum(at, len(plane.Rings)+1)
	}
	reach := v.reach()
	curve := plots.Curves{
		X:      plots.Axis{Label: "points, the densest first", Min: 0, Max: float64(v.n())},
		Y:      plots.Axis{Label: "distance to the " + ordinal(v.least) + " point", Min: 0, Max: v.end(v.largest(), math.Sqrt2)},
		Legend: true,
	}
	places := make([]float64, len(reach))
	for i := range reach {
		places[i] = float64(i + 1)
	}
	curve.Lines = []plots.Line{
		{Name: "radius from which it is a core point", Xs: places, Ys: reach, Color: plots.Curve, Class: "curve"},
		{Name: "r", Xs: []float64{0, float64(v.n())}, Ys: []float64{v.radius, v.radius}, Color: plots.Lambda, Width: 1.6, Dash: true, Class: "radius"},
	}
	p.Columns = [][]plots.Panel{
		{planePanel("density-plane", "Dense regions", plane)},
		{{ID: "density-reach", Title: "Where to put r", Width: course.Half, Height: 380, Plot: curve}},
	}
	home := v.home(v.Labels)
	p.Numbers = []course.Number{
		home,
		{Name: "clusters", Label: "clusters", Means: "Core points within r of each other are in one cluster.", Value: float64(v.Clusters), Whole: true},
		entries(v.pairs(), "Every distance, and so every entry: K is symmetric, so that n(n + 1)/2 differ."),
		{Name: "core", Label: "core points", Value: float64(core), Whole: true},
		{Name: "outside", Label: "points in no cluster", Value: float64(outside), Whole: true},
		{Name: "radius_in_plane", Label: "r as a distance in the plane", Value: v.inPlane()},
	}
	p.Description = v.describe(core, outside, home.Value)
	cores := make([]float64, v.n())
	for i, c := range v.Core {
		if c {
			cores[i] = 1
		}
	}
	p.Series = []course.Series{dataTable(v.Labelled), course.Table("clusters", "label core", course.Floats(v.Labels), cores), course.Table("reach", "distance", reach)}
	p.Matrices = v.matrices()
	now := "other points"
	if v.Name == "moons" {
		now = fmt.Sprintf("%s, %.0f of %d", course.Plural(v.Clusters, "cluster"), home.Value, v.n())
	}
	p.Goals = densityGoals(now, v.Name == "moons" && v.n() >= 40 && v.Clusters == 2 && home.Value >= 0.95*float64(v.n()), home.Value)
	p.Code = programs.Code("density", f, v.values(f, course.Values{"Least": v.least, "IsGaussian": !math.IsNaN(v.inPlane()) && !math.IsInf(v.inPlane(), 0)}))
	return p
}

// ordinal writes 1st, 2nd, 3rd, ….
func ordinal(n int) string {
	switch {
	case n%100 >= 11 && n%100 <= 13:
		return fmt.Sprintf("%dth", n)
	case n%10 == 1:
		return fmt.Sprintf("%dst", n)
	case n%10 == 2:
		return fmt.Sprintf("%dnd", n)
	case n%10 == 3:
		return fmt.Sprintf("%drd", n)
	}
	return fmt.Sprintf("%dth", n)
}

func (v *dense) describe(core, outside int, home float64) string {
	is := func(n int) string {
		if n == 1 {
			return "is"
		}
		return "are"
	}
	s := fmt.Sprintf("Within r = %s: %s. Of %s %d %s core, %d %s in no cluster, and %.0f %s in a cluster of their class.",
		course.Digits(v.radius), course.Plural(v.Clusters, "cluster"), course.Plural(v.n(), "point"), core, is(core), outside, is(outside), home, is(int(home)))
	switch r := v.inPlane(); {
	case math.IsInf(r, 0):
		s += " No two points of a Gaussian kernel are farther apart than √2: all are within r."
	case !math.IsNaN(r):
		s += fmt.Sprintf(" In the plane r is the distance %s.", course.Digits(r))
	}
	return s
}

func (v *dense) datum(at, within int) string {
	what := "on the border of a cluster"
	switch {
	case v.Core[at]:
		what = "a core point"
	case v.Labels[at] == noise:
		what = "in no cluster"
	}
	return v.Labelled.Datum(at) + fmt.Sprintf("; within r %s, itself among them: it is %s.", lie(within), what)
}

func lie(n int) string {
	if n == 1 {
		return "lies 1 point"
	}
	return fmt.Sprintf("lie %d points", n)
}
