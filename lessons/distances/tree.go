package distances

import (
	"context"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/model"
	"gramophone/lessons/points"
	"gramophone/plots"
)

// wines is what the figure tree opens on.
var wines = points.Offer{Data: "wine", N: 40, Seed: 18, Of: []string{"wine", "rings", "moons", "points"}, Noise: ringsNoise, Edit: "tree-plane", Sample: true}

var linkages = []engine.Linkage{engine.SingleLinkage, engine.CompleteLinkage, engine.AverageLinkage}

func buildTree(f *course.Form) course.Draw {
	load := points.OfClasses(f, wines)
	var options []course.Option
	for _, l := range linkages {
		options = append(options, course.Option{Value: l.String(), Label: l.String()})
	}
	linkage := f.Choice("linkage", "linkage", "complete", options, course.Leads)
	clusters := f.Int("clusters", "clusters", 3, 1, 12, course.Every)
	kernel := model.Kernel(f, 8)
	f.Control("kernel").More = true
	at := points.PointedAt(f, load().Data.Len(), course.Shows("which are nearest to it"))
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		t, p, err := open(ctx, memo, load(), kernel, "tree-plane", treeGoals("—", false, 0))
		if p != nil || err != nil {
			return p, err
		}
		v := &tree{task: t}
		for _, l := range linkages {
			if l.String() == linkage {
				v.linkage = l
			}
		}
		if err := v.merge(ctx, min(clusters, t.n())); err != nil {
			return nil, err
		}
		return v.picture(f, at-1), nil
	}
}

// A tree is points merged by a linkage, and cut.
type tree struct {
	*task
	linkage  engine.Linkage
	merges   *engine.MergeTree
	cut      float64
	labels   []int
	clusters int
	asked    int // so many clusters
	uncut    int // so many there are if the merges at the height of the tie are left out
}

// merge makes the tree and cuts it into so many clusters, or fewer where heights agree: a
// cut parts no merges of one height.
func (v *tree) merge(ctx context.Context, clusters int) error {
	var err error
	if v.merges, err = engine.Agglomerate(ctx, v.D, v.linkage); err != nil {
		return err
	}
	heights := v.heights()
	last := 0.0
	if len(heights) > 0 {
		last = heights[len(heights)-1]
	}
	// Below the cut are n − clusters merges, and those that tie with the last of them.
	below := v.n() - clusters
	same := func(i int) bool { return engine.Agree(heights[i], heights[i-1], last) } // merges i − 1 and i
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
		v.cut = 1.02 * last
	default:
		v.cut = (heights[below-1] + heights[below]) / 2
	}
	v.labels = v.merges.CutAt(v.cut)
	for _, l := range v.labels {
		v.clusters = max(v.clusters, l+1)
	}
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

func treeGoals(now string, reached bool, home float64) []course.Goal {
	return []course.Goal{{
		Name: "wines", At: "linkage=average&kernel=cosine", Now: now, Reached: reached,
		Text: fmt.Sprintf("Goal reached: %.0f of 40 wines are in a cluster of their cultivar.", home),
	}}
}

func (v *tree) picture(f *course.Form, at int) *course.Picture {
	merges := v.merges.Merges
	d := plots.Dendrogram{Y: plots.Axis{Label: "merging distance", Min: 0, Max: 1}, Names: v.names(), Height: v.heights(), Cut: v.cut}
	a, b, size := make([]float64, len(merges)), make([]float64, len(merges)), make([]float64, len(merges))
	for i, m := range merges {
		d.A, d.B = append(d.A, m.A), append(d.B, m.B)
		a[i], b[i], size[i] = float64(m.A), float64(m.B), float64(m.Size)
	}
	leaves := v.merges.Leaves()
	n := v.n()
	sorted := mat.NewDense(n, n, nil)
	row := -1
	for i, p := range leaves {
		if p == at {
			row = i
		}
		for j, q := range leaves {
			sorted.Set(i, j, v.D.At(p, q))
		}
	}
	d.Y.Max = top(math.Max(v.largest(), v.cut))
	heat := plots.Heatmap{Values: sorted, Scale: plots.Scale{Ramp: plots.ReversedCividis, Max: d.Y.Max}, Class: "t-distance", Label: "d(xᵢ, xⱼ)", Row: "leaf i", Col: "leaf j, as under the tree"}
	p := &course.Picture{}
	if at >= 0 {
		heat.Rows, heat.Cols, heat.Alone = []int{row}, []int{row}, true
		p.Datum = v.datum(at)
	}
	left := []plots.Panel{{ID: "tree-tree", Title: "Who merges with whom; under each leaf its class", Width: course.Wide, Height: 400, Plot: d}}
	right := []plots.Panel{{ID: "tree-distances", Title: "All that it read", Width: course.Square, Height: course.Square, Plot: heat}}
	if flat(v.Labelled) {
		x, y := v.Axes()
		plane := plots.Scatter{X: x, Y: y, Classes: byCluster(v.Labelled, v.labels, v.clusters), Equal: v.Squared()}
		if at >= 0 {
			plane.Markers = []plots.Marker{points.Ring(at, v.Data.X[at][0], v.Data.X[at][1])}
		}
		right = append([]plots.Panel{{ID: "tree-plane", Title: "The clusters in the plane", Width: course.Square, Plot: plane}}, right...)
	}
	p.Columns = [][]plots.Panel{left, right}
	home := v.home(v.labels)
	p.Numbers = []course.Number{
		home,
		{Name: "cut", Label: "height of the cut", Means: "Clusters that are nearer than this have been merged.", Value: v.cut},
		entries(v.pairs(), "Every distance, and so every entry: K is symmetric, so that n(n + 1)/2 differ."),
		{Name: "clusters", Label: "clusters", Value: float64(v.clusters), Whole: true},
		{Name: "last_merge", Label: "distance of the last merge", Value: v.last()},
		{Name: "largest_cluster", Label: "points in the largest cluster", Value: float64(largestOf(sizes(v.labels, v.clusters))), Whole: true},
	}
	p.Description = v.describe(home.Value)
	p.Series = []course.Series{dataTable(v.Labelled), course.Table("merges", "a b height size", a, b, v.heights(), size), course.Table("clusters", "label", course.Floats(v.labels)), course.Table("leaves", "point", course.Floats(leaves))}
	p.Matrices = v.matrices()
	now := "other points"
	if v.Name == "wine" && n == 40 {
		now = fmt.Sprintf("%.0f of 40", home.Value)
		if v.clusters != 3 {
			now = fmt.Sprintf("%.0f of 40, in %s", home.Value, course.Plural(v.clusters, "cluster"))
		}
	}
	p.Goals = treeGoals(now, v.Name == "wine" && n == 40 && v.clusters == 3 && home.Value >= wineGoal, home.Value)
	p.Code = programs.Code("tree", f, v.values(f, course.Values{"Merges": n - v.clusters, "Cut": v.cut}))
	return p
}

// wineGoal is how many of 40 wines are to be with their cultivar.
const wineGoal = 38

func largestOf(v []int) int {
	most := 0
	for _, x := range v {
		most = max(most, x)
	}
	return most
}

func (v *tree) describe(home float64) string {
	verb := "are"
	if home == 1 {
		verb = "is"
	}
	n := sizes(v.labels, v.clusters)
	cut := "cut at " + course.Digits(v.cut)
	switch {
	case v.cut < 0:
		cut = "cut below the first merge"
	case v.cut == 0:
		cut = "cut above the last merge"
	}
	s := fmt.Sprintf("By %s linkage, %s: %s, the largest of %s; %.0f of %d %s in a cluster of their class.", v.linkage,
		cut, course.Plural(v.clusters, "cluster"), course.Plural(largestOf(n), "point"), home, v.n(), verb)
	if v.clusters != v.asked {
		s += fmt.Sprintf(" Asked for were %d, but %d merges are at one height: with them %s, without them %d.",
			v.asked, v.uncut-v.clusters, thereAre(v.clusters), v.uncut)
	}
	if v.n() > 1 {
		s += fmt.Sprintf(" The last two merge at %s.", course.Digits(v.last()))
	}
	return s
}

// thereAre is "there are 2 clusters", or "there is 1 cluster".
func thereAre(clusters int) string {
	if clusters == 1 {
		return "there is 1 cluster"
	}
	return fmt.Sprintf("there are %d clusters", clusters)
}

// datum says who is nearest: what a shop that recommends goes by.
func (v *tree) datum(at int) string {
	s := v.Labelled.Datum(at)
	near := v.nearestTo(at, 3)
	if len(near) == 0 {
		return s + "."
	}
	var names []string
	for _, j := range near {
		names = append(names, fmt.Sprintf("%d (%s, %s)", j+1, v.Class(j), course.Digits(v.D.At(at, j))))
	}
	s += ". Nearest, with the distance: " + strings.Join(names, "; ")
	last, more := v.D.At(at, near[len(near)-1]), -1
	for j := range v.n() {
		if j != at && engine.Agree(v.D.At(at, j), last, v.largest()) {
			more++
		}
	}
	for _, j := range near[:len(near)-1] {
		if engine.Agree(v.D.At(at, j), last, v.largest()) {
			more--
		}
	}
	if more > 0 {
		s += fmt.Sprintf(", and %d more as near as the last", more)
	}
	return s + "."
}
