package distances

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// crescents is what the figure density opens on.
var crescents = points.Offer{
	Data: "moons", N: 120, Noise: 0.07,
	Of: []string{"moons", "rings", "blobs", "spiral", "points"}, Edit: "density-plane", Rows: points.MoreRows,
}

// A density is clusters as regions where points are dense.
type density struct {
	// What the controls say.
	data     *points.Labelled
	kernelOf func() engine.Kernel
	radius   float64
	least    int // points within the radius of a core point
	at       int // the datum pointed at; −1 for none

	// What is computed.
	*task // nil where there are no distances
	*engine.DensityClusters
	core, outside, home int       // points that are core, in no cluster, and in a cluster of their class
	reach               []float64 // from which radius on each point is a core point, in ascending order
}

var buildDensity = course.Steps(func(f *course.Form) course.Work {
	load := points.OfTwoInputs(f, crescents)
	v := &density{radius: f.LogFloat("radius", "radius r", 0.35, 0.01, 10)}
	v.least = f.Int("least", "points for a core", 5, 1, 20, course.Every)
	v.kernelOf = model.Kernel(f, 0.5)
	f.Control("kernel").More = true
	v.data = load()
	v.at = points.PointedAt(f, v.data.Data.Len(), course.Shows("how many are near it")) - 1
	return v
})

// Compute finds the clusters.
func (v *density) Compute(ctx context.Context, memo *course.Memo) (err error) {
	if v.task, err = opened(ctx, memo, v.data, v.kernelOf); v.task == nil {
		return err
	}
	v.DensityClusters = engine.DBSCAN{Radius: v.radius, MinPoints: v.least}.Fit(v.D)
	v.core, v.outside, v.home = 0, 0, atHome(v.Labels, v.Data.Labels)
	for i, label := range v.Labels {
		if v.Core[i] {
			v.core++
		}
		if label == noise {
			v.outside++
		}
	}
	v.reach = v.reaches()
	return nil
}

// reaches are the distances from each point to the least-th, itself the first, in ascending
// order; nil where there are not so many.
func (v *density) reaches() []float64 {
	if v.least > v.n() {
		return nil
	}
	r := make([]float64, v.n())
	near := make([]float64, 0, v.least) // ascending
	for i := range r {
		near = append(near[:0], 0)
		for j := range r {
			d := v.D.At(i, j)
			switch {
			case i == j || len(near) == v.least && d >= near[len(near)-1]:
				continue
			case len(near) == v.least:
				near = near[:v.least-1]
			}
			near = append(near, d)
			for k := len(near) - 1; k > 0 && near[k-1] > d; k-- {
				near[k-1], near[k] = near[k], near[k-1]
			}
		}
		r[i] = near[v.least-1]
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
func (v *density) inPlane() float64 {
	g, ok := v.kernel.(engine.Gaussian)
	switch {
	case !ok:
		return math.NaN()
	case v.radius >= math.Sqrt2:
		return math.Inf(1)
	}
	return g.Length * math.Sqrt(-2*math.Log1p(-v.radius*v.radius/2))
}

func (v *density) Show(f *course.Form) *course.Picture {
	if v.task == nil {
		return without(v.data, "density-plane", v.goal())
	}
	r := v.inPlane()
	return &course.Picture{
		Columns: [][]plots.Panel{
			{planePanel("density-plane", "Dense regions", v.plane())},
			{{ID: "density-reach", Title: "Where to put r", Width: course.Half, Height: 380, Plot: v.curve()}},
		},
		Numbers:     v.numbers(),
		Says:        v.says(),
		SaysOfDatum: v.saysOfDatum(),
		Goals:       []course.Goal{v.goal()},
		Series:      v.series(),
		Matrices:    v.matrices(),
		Code: programs.Code("density", f, v.values(f, course.Values{
			"IsGaussian": !math.IsNaN(r) && !math.IsInf(r, 0),
		})),
	}
}

// within are the points within r of the datum pointed at, itself left out.
func (v *density) within() (near []int) {
	for j := range v.n() {
		if j != v.at && v.D.At(v.at, j) <= v.radius {
			near = append(near, j)
		}
	}
	return near
}

func (v *density) plane() plots.Scatter {
	x, y := v.Axes()
	s := plots.Scatter{X: x, Y: y, Classes: byCluster(v.Labelled, v.Labels, v.Clusters), Equal: v.Squared()}
	if v.at >= 0 {
		s.Markers = []plots.Marker{points.Ring(v.at, v.Data.X[v.at][0], v.Data.X[v.at][1])}
		s.Rings = v.within()
	}
	return s
}

// places number what reach lists.
func (v *density) places() []float64 { return course.Counting(1, len(v.reach)) }

// curve is from which radius on the points are core, the densest first.
func (v *density) curve() plots.Curves {
	places, reach, n := v.places(), v.reach, float64(v.n())
	return plots.Curves{
		X: plots.Axis{Label: "points, the densest first", Min: 0, Max: n},
		Y: plots.Axis{Label: "distance to the " + ordinal(v.least) + " point", Min: 0,
			Max: v.end(v.largest(), math.Sqrt2)},
		Legend: true,
		Lines: []plots.Line{
			{Name: "radius from which it is a core point", Xs: places, Ys: reach, Color: plots.Curve, Class: "curve"},
			{Name: "r", Xs: []float64{0, n}, Ys: []float64{v.radius, v.radius}, Color: plots.Lambda, Width: 1.6,
				Dash: true, Class: "radius"},
		},
	}
}

func (v *density) numbers() []course.Number {
	return []course.Number{
		v.task.home(v.Labels),
		{Name: "clusters", Label: "clusters", Value: float64(v.Clusters), Whole: true,
			Means: "Core points within r of each other are in one cluster."},
		entries(v.pairs(), "Every distance, and so every entry: K is symmetric, so that n(n + 1)/2 differ."),
		{Name: "away", Label: "points away from the cluster of their class", Unit: "%",
			Value: awayShare(v.Labels, v.Data.Labels)},
		{Name: "core", Label: "core points", Value: float64(v.core), Whole: true},
		{Name: "outside", Label: "points in no cluster", Value: float64(v.outside), Whole: true},
		{Name: "radius_in_plane", Label: "r as a distance in the plane", Value: v.inPlane()},
	}
}

func (v *density) series() []course.Series {
	cores := make([]float64, v.n())
	for i, core := range v.Core {
		if core {
			cores[i] = 1
		}
	}
	return []course.Series{
		dataTable(v.Labelled), course.Table("clusters", "label core", course.Floats(v.Labels), cores),
		course.Table("reach", "distance", v.reach), course.Table("sorted", "place distance", v.places(), v.reach),
	}
}

// goalPoints is how many points the goal is asked with: with 120 no radius does it in most samples.
const goalPoints = 240

// mostAway is how much in % of the points may be away where each class has its cluster.
const mostAway = 5.01

// awayShare is how much in % of the points is away, when each class has one cluster at most,
// and each cluster one class: those that leave the fewest away.
func awayShare(labels, classes []int) float64 {
	count, most := map[int]map[int]int{}, 0
	for i, c := range labels {
		if count[classes[i]] == nil {
			count[classes[i]] = map[int]int{}
		}
		if c != noise {
			count[classes[i]][c]++
		}
	}
	kinds := slices.Sorted(maps.Keys(count))
	taken := map[int]bool{}
	var give func(of, home int)
	give = func(of, home int) {
		most = max(most, home)
		if of == len(kinds) {
			return
		}
		give(of+1, home)
		for c, n := range count[kinds[of]] {
			if !taken[c] {
				taken[c] = true
				give(of+1, home+n)
				taken[c] = false
			}
		}
	}
	give(0, 0)
	return 100 * float64(len(labels)-most) / float64(len(labels))
}

func (v *density) goal() course.Goal {
	g := course.Goal{Name: "moons", At: "n=240&radius=0.45",
		Hidden: &course.Hidden{Number: "away", Below: mostAway, Of: 30, Need: 26, Whole: 100,
			Tuned: "n=240&radius=0.6"},
	}
	switch n := v.data.Data.Len(); {
	case v.task == nil:
	case v.Name != "moons":
		g.But = "with other points"
	default:
		home := course.Digits(100 - awayShare(v.Labels, v.Data.Labels))
		g.Now = home + " %"
		g.Text = fmt.Sprintf("Here %s %% of the points are in the cluster of their moon.", home)
		switch {
		case n != goalPoints:
			g.But = fmt.Sprintf("of %d points", n)
		case !v.Spec.Anywhere:
			g.But = spaced
		default:
			g.Reached = true
		}
	}
	return g
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

const (
	saysDense = "Within r = {radius}: {clusters}. Of {count} {core} {are_core} core, {outside} {are_outside} in no " +
		"cluster, and {at_home} {are_home} in a cluster of their class."
	saysAllWithin = "No two points of a Gaussian kernel are farther apart than √2: all are within r."

	saysCore    = "{datum}; within r {lie}, itself among them: it is a core point."
	saysBorder  = "{datum}; within r {lie}, itself among them: it is on the border of a cluster."
	saysOutside = "{datum}; within r {lie}, itself among them: it is in no cluster."
)

func (v *density) says() []course.Said {
	says := []course.Said{course.Say(saysDense, v.radius, course.Some{N: v.Clusters, Noun: "cluster"},
		course.Some{N: v.n(), Noun: "point"}, v.core, are(v.core), v.outside, are(v.outside), v.home, are(v.home))}
	if math.IsInf(v.inPlane(), 0) {
		return append(says, course.Say(saysAllWithin))
	}
	return says
}

// saysOfDatum is how many are near the datum pointed at, and what that makes it.
func (v *density) saysOfDatum() []course.Said {
	if v.at < 0 {
		return nil
	}
	what := saysBorder
	switch {
	case v.Core[v.at]:
		what = saysCore
	case v.Labels[v.at] == noise:
		what = saysOutside
	}
	return []course.Said{course.Say(what, v.Labelled.Datum(v.at), lie(len(v.within())+1))}
}

func lie(n int) string {
	return course.ByCount(n, "lies 1 point", fmt.Sprintf("lie %d points", n))
}
