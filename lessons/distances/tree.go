package distances

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// wines is what the figure tree opens on.
var wines = points.Offer{
	Data: "wine", N: 40, Seed: 18, Sample: true,
	Of: []string{"wine", "rings", "moons", "points"}, Noise: ringsNoise, Edit: "tree-plane",
}

var linkages = []engine.Linkage{
	engine.SingleLinkage, engine.CompleteLinkage, engine.AverageLinkage, engine.WardLinkage,
}

// linkageName is what a linkage is called.
func linkageName(l engine.Linkage) string {
	if l == engine.WardLinkage {
		return "Ward"
	}
	return l.String()
}

// A tree is points merged by a linkage, and cut.
type tree struct {
	// What the controls say.
	data     *points.Labelled
	kernelOf func() engine.Kernel
	linkage  engine.Linkage
	most     int // so many clusters are asked for
	at       int // the datum pointed at; −1 for none

	// What is computed.
	*task    // nil where there are no distances
	merges   *engine.MergeTree
	cut      float64
	labels   []int
	clusters int
	asked    int // most, or as many as there are points
	uncut    int // so many there are if the merges at the height of the tie are left out
}

var buildTree = course.Steps(func(f *course.Form) course.Work {
	load := points.OfClasses(f, wines)
	var options []course.Option
	for _, l := range linkages {
		options = append(options, course.Option{Value: l.String(), Label: linkageName(l)})
	}
	linkage := f.Choice("linkage", "linkage", "complete", options, course.Leads)
	v := &tree{most: f.Int("clusters", "clusters", 3, 1, 12, course.Every), kernelOf: model.Kernel(f, 8)}
	f.Control("kernel").More = true
	for _, l := range linkages {
		if l.String() == linkage {
			v.linkage = l
		}
	}
	v.data = load()
	v.at = points.PointedAt(f, v.data.Data.Len(), course.Shows("which are nearest to it")) - 1
	return v
})

// Compute merges the points, and cuts the tree.
func (v *tree) Compute(ctx context.Context, memo *course.Memo) (err error) {
	if v.task, err = opened(ctx, memo, v.data, v.kernelOf); v.task == nil {
		return err
	}
	return v.merge(ctx, min(v.most, v.n()))
}

// merge makes the tree and cuts it into so many clusters, or fewer where heights agree: a
// cut parts no merges of one height.
func (v *tree) merge(ctx context.Context, clusters int) error {
	var err error
	if v.merges, err = engine.Agglomerate(ctx, v.D, v.linkage); err != nil {
		return err
	}
	heights := v.heights()
	// Below the cut are n − clusters merges, and those that tie with the last of them.
	below := v.n() - clusters
	same := func(i int) bool { return engine.Agree(heights[i], heights[i-1], heights[i]) } // merges i − 1 and i
	above := below
	for below > 0 && below < len(heights) && same(below) {
		below++
	}
	if above < below {
		for above > 0 && same(above) {
			above--
		}
	}
	v.asked, v.uncut = clusters, v.n()-above
	switch {
	case below == 0 && len(heights) > 0:
		v.cut = heights[0] / 2
		if heights[0] == 0 {
			v.cut = -1 // points that lie on each other are still apart
		}
	case len(heights) == 0:
		v.cut = 1
	case below >= len(heights):
		v.cut = 1.02 * v.last()
	default:
		v.cut = (heights[below-1] + heights[below]) / 2
	}
	v.labels = v.merges.CutAt(v.cut)
	v.clusters = slices.Max(v.labels) + 1
	return nil
}

// last is the height at which all points are one cluster; NaN of a single point.
func (v *tree) last() float64 {
	if h := v.heights(); len(h) > 0 {
		return h[len(h)-1]
	}
	return math.NaN()
}

func (v *tree) heights() []float64 {
	h := make([]float64, len(v.merges.Merges))
	for i, m := range v.merges.Merges {
		h[i] = m.Height
	}
	return h
}

// names are the classes' own, short enough to stand under a leaf.
func (v *tree) names() []string {
	names := make([]string, v.n())
	for i := range names {
		words := strings.Fields(v.Class(i))
		names[i] = words[len(words)-1]
	}
	return names
}

func (v *tree) Show(f *course.Form) *course.Picture {
	if v.task == nil {
		return without(v.data, "tree-plane", v.goal())
	}
	return &course.Picture{
		Columns: [][]plots.Panel{
			{{ID: "tree-tree", Title: "Who merges with whom; under each leaf its class", Width: course.Wide,
				Height: 400, Plot: v.dendrogram()}},
			v.beside(),
		},
		Numbers:     v.numbers(),
		Says:        v.says(),
		SaysOfDatum: v.saysOfDatum(),
		Goals:       []course.Goal{v.goal()},
		Series:      v.series(),
		Matrices:    v.matrices(),
		Code: programs.Code("tree", f, v.values(f, course.Values{
			"Merges": v.n() - v.clusters, "Clusters": v.clusters, "Cut": v.cut})),
	}
}

// highest is the end of the axis of distances.
func (v *tree) highest() float64 { return top(math.Max(v.largest(), v.cut)) }

func (v *tree) dendrogram() plots.Dendrogram {
	d := plots.Dendrogram{Y: plots.Axis{Label: "merging distance", Min: 0, Max: v.highest()}, Names: v.names(),
		Height: v.heights(), Cut: v.cut}
	for _, m := range v.merges.Merges {
		d.A, d.B = append(d.A, m.A), append(d.B, m.B)
	}
	return d
}

// beside are the panels beside the tree: the distances, and the clusters where they lie in a
// plane.
func (v *tree) beside() []plots.Panel {
	distances := plots.Panel{ID: "tree-distances", Title: "All that it read", Width: course.Square,
		Height: course.Square, Plot: v.sorted()}
	if !flat(v.Labelled) {
		return []plots.Panel{distances}
	}
	x, y := v.Axes()
	plane := plots.Scatter{X: x, Y: y, Classes: byCluster(v.Labelled, v.labels, v.clusters), Equal: v.Squared()}
	if v.at >= 0 {
		plane.Markers = []plots.Marker{points.Ring(v.at, v.Data.X[v.at][0], v.Data.X[v.at][1])}
	}
	return []plots.Panel{
		{ID: "tree-plane", Title: "The clusters in the plane", Width: course.Square, Plot: plane}, distances,
	}
}

// sorted is D in the order of the leaves.
func (v *tree) sorted() plots.Heatmap {
	leaves := v.merges.Leaves()
	D := mat.NewDense(v.n(), v.n(), nil)
	for i, p := range leaves {
		for j, q := range leaves {
			D.Set(i, j, v.D.At(p, q))
		}
	}
	heat := plots.Heatmap{Values: D, Scale: plots.Scale{Ramp: plots.ReversedCividis, Max: v.highest()},
		Class: "t-distance", Label: "d(xᵢ, xⱼ)", Row: "leaf i", Col: "leaf j, as under the tree"}
	if v.at >= 0 {
		row := slices.Index(leaves, v.at)
		heat.Rows, heat.Cols, heat.Alone = []int{row}, []int{row}, true
	}
	return heat
}

// largestCluster is how many points the largest cluster has.
func (v *tree) largestCluster() int { return slices.Max(sizes(v.labels, v.clusters)) }

func (v *tree) numbers() []course.Number {
	return []course.Number{
		v.home(v.labels),
		{Name: "cut", Label: "height of the cut", Value: v.cut,
			Means: "Clusters that are nearer than this have been merged."},
		entries(v.pairs(), "Every distance, and so every entry: K is symmetric, so that n(n + 1)/2 differ."),
		{Name: "clusters", Label: "clusters", Value: float64(v.clusters), Whole: true},
		{Name: "last_merge", Label: "distance of the last merge", Value: v.last()},
		{Name: "away", Label: "points away from their class", Value: float64(v.n() - atHome(v.labels, v.Data.Labels)),
			Whole: true},
		{Name: "largest_cluster", Label: "points in the largest cluster",
			Value: float64(v.largestCluster()), Whole: true},
	}
}

func (v *tree) series() []course.Series {
	var a, b, size []float64
	for _, m := range v.merges.Merges {
		a, b, size = append(a, float64(m.A)), append(b, float64(m.B)), append(size, float64(m.Size))
	}
	return []course.Series{
		dataTable(v.Labelled), course.Table("merges", "a b height size", a, b, v.heights(), size),
		course.Table("clusters", "label", course.Floats(v.labels)),
		course.Table("leaves", "point", course.Floats(v.merges.Leaves())),
	}
}

// wineGoal is how many of 40 wines are to be with their cultivar.
const wineGoal = 36

func (v *tree) goal() course.Goal {
	home := 0
	g := course.Goal{Name: "wines", At: "linkage=ward", Hidden: &course.Hidden{
		Number: "away", Below: 40 - wineGoal + 0.25, Of: 30, Whole: 40, Tuned: "linkage=average",
	}}
	if v.task != nil {
		home = atHome(v.labels, v.Data.Labels)
		g.Now = fmt.Sprintf("%d of %d", home, v.n())
		switch {
		case v.Name != "wine" || v.n() != 40:
			g.But = "of other points"
		case v.asked != 3:
			g.But = "in " + course.Plural(v.clusters, "cluster")
		default:
			g.Reached = true
		}
	}
	g.Text = fmt.Sprintf("Here %d of 40 wines are in a cluster of their cultivar.", home)
	return g
}

const (
	saysTree = "By {linkage} linkage, cut {cut}: {clusters}, the largest of {largest_cluster}; {at_home} of {count} " +
		"{are} in a cluster of their class."
	saysAsked = "Asked for were {asked}, but {tied} merges are at one height: with them {there}, without them {uncut}."

	saysDatum       = "{datum}."
	saysNearest     = "Nearest, with the distance: {nearest}."
	saysNearestMore = "Nearest, with the distance: {nearest}, and {more} more as near as the last."
)

func (v *tree) says() []course.Said {
	cut := "at " + course.Digits(v.cut)
	switch {
	case v.cut < 0:
		cut = "below the first merge"
	case v.cut == 0:
		cut = "above the last merge"
	}
	home := atHome(v.labels, v.Data.Labels)
	says := []course.Said{course.Say(saysTree, linkageName(v.linkage), cut, course.Some{N: v.clusters, Noun: "cluster"},
		course.Some{N: v.largestCluster(), Noun: "point"}, home, v.n(), are(home))}
	if v.clusters != v.asked {
		says = append(says, course.Say(saysAsked, v.asked, v.uncut-v.clusters, thereAre(v.clusters), v.uncut))
	}
	return says
}

// thereAre is "there are 2 clusters", or "there is 1 cluster".
func thereAre(clusters int) string {
	return course.ByCount(clusters, "there is 1 cluster", fmt.Sprintf("there are %d clusters", clusters))
}

// saysOfDatum is which are nearest to the datum pointed at, as a shop that recommends goes by.
func (v *tree) saysOfDatum() []course.Said {
	if v.at < 0 {
		return nil
	}
	says := []course.Said{course.Say(saysDatum, v.Labelled.Datum(v.at))}
	near := v.nearestTo(v.at, 3)
	if len(near) == 0 {
		return says
	}
	var names []string
	for _, j := range near {
		names = append(names, fmt.Sprintf("%d (%s, %s)", j+1, v.Class(j), course.Digits(v.D.At(v.at, j))))
	}
	last, more := v.D.At(v.at, near[len(near)-1]), 0
	for j := range v.n() {
		if j != v.at && !slices.Contains(near, j) && engine.Agree(v.D.At(v.at, j), last, last) {
			more++
		}
	}
	if more > 0 {
		return append(says, course.Say(saysNearestMore, strings.Join(names, "; "), more))
	}
	return append(says, course.Say(saysNearest, strings.Join(names, "; ")))
}
