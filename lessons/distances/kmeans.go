package distances

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

const (
	starts      = 20 // from which k-means is begun
	longest     = 20 // steps that are counted through
	meansNodes  = 61 // the side of the grid on which borders are traced
	ringsNoise  = 0.05
	mostCluster = 6
	wideRings   = 0.5 // from this bandwidth on the goal is reached
	ringsNeed   = 29  // in so many of 30 hidden samples; there are bandwidths with all
)

// ringsOffer is what the figure kmeans opens on.
var ringsOffer = points.Offer{
	Data: "rings", Noise: ringsNoise,
	Of: []string{"rings", "moons", "blobs", "xor", "spiral", "points"}, Edit: "kmeans-plane",
}

// A means is kernel k-means from one of several starts, at one of its steps.
type means struct {
	// What the controls say.
	data                    *points.Labelled
	kernelOf                func() engine.Kernel
	asked, start, iteration int // asked for are so many clusters

	// What is computed.
	*task    // nil where there are no distances
	clusters int
	runs     []*engine.Clustering // from each start
	classes  float64              // the objective of the classes themselves; NaN where they are not as many as clusters
	least    float64              // the smallest objective that a start ends at
	there    int                  // how many end there
	borders  []plots.Line
}

var buildKMeans = course.Steps(func(f *course.Form) course.Work {
	load := points.OfTwoInputs(f, ringsOffer)
	m := &means{kernelOf: model.Kernel(f, 1)}
	f.Control("kernel").More = true
	m.start = f.Int("start", "start", 6, 1, starts, course.Every)
	m.iteration = f.Int("iteration", "step", longest, 0, longest, course.Film)
	m.asked = f.Int("clusters", "clusters", 2, 1, mostCluster, course.More)
	m.data = load()
	return m
})

// Compute runs k-means from all starts, once for all steps.
func (m *means) Compute(ctx context.Context, memo *course.Memo) (err error) {
	if m.task, err = opened(ctx, memo, m.data, m.kernelOf); m.task == nil {
		return err
	}
	m.clusters = min(m.asked, m.n())
	v, err := course.Remember(ctx, memo, runsOf{m.key(), m.clusters})
	if err != nil {
		return err
	}
	m.runs, m.classes = v.runs, v.classes
	m.least, m.there = math.Inf(1), 0
	for _, r := range m.runs {
		m.least = math.Min(m.least, r.Objective)
	}
	for _, r := range m.runs {
		if m.close(r.Objective, m.least) {
			m.there++
		}
	}
	if course.Redrawn(ctx) {
		return nil
	}
	m.borders, err = m.trace(ctx, memo)
	return err
}

type runsOf struct {
	taskKey
	clusters int
}

type runs struct {
	runs    []*engine.Clustering
	classes float64
}

// Compute runs k-means from all starts, and returns the bytes of that.
func (of runsOf) Compute(ctx context.Context, memo *course.Memo) (runs, int, error) {
	t, err := of.task(ctx, memo)
	if err != nil {
		return runs{}, 0, err
	}
	all := make([][]int, starts)
	for s := range all {
		all[s] = startOf(t.n(), of.clusters, s+1)
	}
	if kinds := t.Data.Classes(); len(kinds) == of.clusters {
		own := make([]int, t.n())
		for i, l := range t.Data.Labels {
			own[i] = slices.Index(kinds, l)
		}
		all = append(all, own)
	}
	found, err := engine.KMeans{Clusters: of.clusters, Restarts: 1}.FromEach(ctx, t.K, all)
	if err != nil {
		return runs{}, 0, err
	}
	v, bytes := runs{classes: math.NaN()}, 0
	for _, c := range found[:starts] {
		v.runs = append(v.runs, ordered(c))
		bytes += 8 * t.n() * len(c.Steps)
	}
	if len(found) > starts {
		v.classes = found[starts].Steps[0].Objective
	}
	return v, bytes, nil
}

// startOf is start number s, from 1: the points dealt out at random, as evenly as may be.
func startOf(n, clusters, s int) []int {
	labels := rand.New(rand.NewPCG(uint64(s), 7)).Perm(n)
	for i := range labels {
		labels[i] %= clusters
	}
	return labels
}

// ordered gives clusters the order of their first points at the end, so that colours stay
// from step to step and differ less from start to start.
func ordered(c *engine.Clustering) *engine.Clustering {
	number := map[int]int{}
	for _, l := range c.Labels {
		if _, ok := number[l]; !ok {
			number[l] = len(number)
		}
	}
	steps := make([]engine.KMeansStep, len(c.Steps))
	for s, step := range c.Steps {
		labels := make([]int, len(step.Labels))
		for i, l := range step.Labels {
			labels[i] = number[l]
		}
		steps[s] = engine.KMeansStep{Labels: labels, Objective: step.Objective}
	}
	return &engine.Clustering{Labels: steps[len(steps)-1].Labels, Objective: c.Objective, Steps: steps}
}

func (m *means) run() *engine.Clustering { return m.runs[m.start-1] }

// last is the number of the last step, and at that of the step shown: the last there is
// after its end.
func (m *means) last() int { return len(m.run().Steps) - 1 }
func (m *means) at() int   { return min(m.iteration, m.last()) }

func (m *means) step() engine.KMeansStep { return m.run().Steps[m.at()] }

// close reports whether two objectives are one but for rounding.
func (m *means) close(a, b float64) bool {
	return math.Abs(a-b) <= 2*engine.Rounding(m.n(), m.scale())
}

// scale is the size of the numbers that an objective is made of.
func (m *means) scale() float64 {
	sum := 0.0
	for i := range m.n() {
		sum += math.Abs(m.K.At(i, i))
	}
	return sum
}

// moved are the points whose cluster changed in the step shown.
func (m *means) moved() []int {
	at := m.at()
	if at == 0 {
		return nil
	}
	var who []int
	for i, l := range m.run().Steps[at].Labels {
		if l != m.run().Steps[at-1].Labels[i] {
			who = append(who, i)
		}
	}
	return who
}

// goals are what can be found.
func (m *means) goals() []course.Goal {
	now, but, parted, above, start, home := "", "with no points", false, false, 0, 0
	if m.task != nil {
		but, start = "with other points", m.start
		if m.Name == "rings" && m.clusters == 2 {
			home = atHome(m.step().Labels, m.Data.Labels)
			ended, best := m.at() == m.last(), m.close(m.run().Objective, m.least)
			now, but = fmt.Sprintf("%d of %d at home", m.n()-m.away(), m.n()), ""
			g, gaussian := m.kernel.(engine.Gaussian)
			parted = m.n() >= 40 && m.Spec.Anywhere && gaussian && g.Length >= wideRings
			switch {
			case m.n() < 40:
				but = "with few points"
			case !m.Spec.Anywhere:
				but = spaced
			case !gaussian:
				but = "of another kernel"
			case !parted && home == m.n():
				but = "a wider ℓ will do too"
			case !parted:
				but = "at ℓ = " + course.Value(g.Length)
			}
			above = ended && !best && m.kernel == engine.Gaussian{Length: 0.4}
		}
	}
	return []course.Goal{
		{Name: "rings", At: "bandwidth=0.52", Now: now, But: but, Reached: parted,
			Hidden: &course.Hidden{Number: "away", Below: 0.5, Of: 30, Need: ringsNeed, Tuned: "bandwidth=0.6"},
			Text: fmt.Sprintf("Here, from start %d, %d of the points are in the cluster of their ring.", start,
				home)},
		{Name: "stuck", At: "bandwidth=0.4&start=5", Reached: above,
			Text: fmt.Sprintf("Start %d ends above the least J: stuck.", start)},
	}
}

func (m *means) Show(f *course.Form) *course.Picture {
	if m.task == nil {
		return without(m.data, "kmeans-plane", m.goals()...)
	}
	x, y := m.Axes()
	return &course.Picture{
		Columns: [][]plots.Panel{
			{planePanel("kmeans-plane", "Each point with its nearest mean", plots.Scatter{
				X: x, Y: y, Classes: byCluster(m.Labelled, m.step().Labels, m.clusters), Rings: m.moved(),
				Lines: m.borders, Equal: m.Squared(),
			})},
			{m.falling()},
		},
		Numbers:  m.numbers(),
		Says:     m.says(),
		Series:   m.series(),
		Matrices: m.matrices(),
		Goals:    m.goals(),
		Code: programs.Code("kmeans", f, m.values(f, course.Values{
			"Start": course.Floats(startOf(m.n(), m.clusters, m.start)), "Clusters": m.clusters, "Steps": m.at(),
			"HasClasses": !math.IsNaN(m.classes),
		})),
	}
}

func (m *means) numbers() []course.Number {
	return []course.Number{
		m.home(m.step().Labels),
		{Name: "objective", Label: "objective J", Value: m.step().Objective,
			Means: "The squared distances of all points from the means of their clusters, added up. Every step " +
				"lowers it."},
		entries(m.pairs(), "Each step adds up whole rows of K, so it reads every entry; K is symmetric, so that "+
			"n(n + 1)/2 differ."),
		{Name: "steps", Label: "steps from this start", Value: float64(m.last()), Whole: true},
		{Name: "moved", Label: "points that moved in this step", Value: float64(len(m.moved())), Whole: true},
		{Name: "least", Label: fmt.Sprintf("least J of %d starts", starts), Value: m.least},
		{Name: "classes", Label: "J of the classes themselves", Value: m.classes},
		{Name: "away", Label: "points away from their class, at the least J", Value: float64(m.away()), Whole: true},
		{Name: "there", Label: "starts that end at the least J", Value: float64(m.there), Whole: true},
	}
}

// away is how many points the end of the least J has away from their class.
func (m *means) away() int {
	for _, r := range m.runs {
		if m.close(r.Objective, m.least) {
			return m.n() - atHome(r.Labels, m.Data.Labels)
		}
	}
	return m.n()
}

func (m *means) series() []course.Series {
	objectives := make([]float64, starts)
	for s, r := range m.runs {
		objectives[s] = r.Objective
	}
	path := make([]float64, m.last()+1)
	for s := range path {
		path[s] = m.run().Steps[s].Objective
	}
	now, before := m.step().Labels, m.run().Steps[max(m.at()-1, 0)].Labels
	return []course.Series{
		dataTable(m.Labelled), course.Table("clusters", "label before", course.Floats(now), course.Floats(before)),
		course.Table("path", "objective", path), course.Table("starts", "objective", objectives),
	}
}

// falling is the objective at each step, of every start.
func (m *means) falling() plots.Panel {
	low, high := math.Inf(1), 0.0
	c := plots.Curves{X: plots.Axis{Label: "step", Min: 0, Max: longest}, Y: plots.Axis{Label: "objective J"},
		Legend: true}
	for s, r := range m.runs {
		line := plots.Line{Color: plots.Ghost, Width: 1, Class: "others"}
		for i := range longest + 1 {
			v := r.Steps[min(i, len(r.Steps)-1)].Objective
			low, high = math.Min(low, v), math.Max(high, v)
			if i < len(r.Steps) || s == m.start-1 {
				line.Xs, line.Ys = append(line.Xs, float64(i)), append(line.Ys, v)
			}
		}
		if s == m.start-1 {
			line.Color, line.Width, line.Name, line.Class = plots.Curve, 2.6, fmt.Sprintf("start %d", m.start), "curve"
			c.Lines = append(c.Lines, line)
			continue
		}
		c.Lines = append([]plots.Line{line}, c.Lines...)
	}
	if !math.IsNaN(m.classes) {
		low, high = math.Min(low, m.classes), math.Max(high, m.classes)
		c.Lines = append(c.Lines, plots.Line{Name: "the classes themselves", Xs: []float64{0, longest},
			Ys: []float64{m.classes, m.classes}, Color: plots.Lambda, Width: 1.6, Dash: true, Class: "classes"})
	}
	c.Y.Min, c.Y.Max = points.Span([]float64{low, high}, 0.08)
	at := m.at()
	c.Markers = []plots.Marker{{X: float64(m.iteration), Y: m.run().Steps[at].Objective, Color: plots.Curve}}
	return plots.Panel{ID: "kmeans-path", Title: fmt.Sprintf("What it lowers, from %d starts", starts),
		Width: course.Half, Height: 380, Plot: c}
}

// trace finds where two means are equally near: around each cluster but the last.
func (m *means) trace(ctx context.Context, memo *course.Memo) ([]plots.Line, error) {
	if m.clusters < 2 {
		return nil, nil
	}
	labels := m.step().Labels
	x, y := m.Axes()
	_, C, err := points.Gram(ctx, memo, points.Mesh{LabelledSpec: m.Spec, Side: meansNodes}, m.kernel)
	if err != nil {
		return nil, err
	}
	n := sizes(labels, m.clusters)
	square := make([]float64, m.clusters) // ‖μ_c‖²
	for i, a := range labels {
		for j, b := range labels {
			if a == b {
				square[a] += m.K.At(i, j) / float64(n[a]) / float64(n[a])
			}
		}
	}
	nodes := meansNodes * meansNodes
	ahead := make([][]float64, m.clusters) // by how much a mean is farther than the nearest other
	for c := range ahead {
		ahead[c] = make([]float64, nodes)
	}
	to := make([]float64, m.clusters)
	for g := range nodes {
		for c := range to {
			to[c] = square[c] / 2
			if n[c] == 0 {
				to[c] = math.Inf(1)
			}
		}
		for j, v := range C.RawRowView(g) {
			to[labels[j]] -= v / float64(n[labels[j]])
		}
		for c := range to {
			other := math.Inf(1)
			for o, v := range to {
				if o != c {
					other = math.Min(other, v)
				}
			}
			ahead[c][g] = to[c] - other
		}
	}
	var lines []plots.Line
	for c := range ahead[:m.clusters-1] {
		xs, ys := plots.Contour(mat.NewDense(meansNodes, meansNodes, ahead[c]), x, y, 0)
		lines = append(lines, plots.Line{Xs: xs, Ys: ys, Color: plots.Curve, Width: 1.8, Class: "curve"})
	}
	return lines, nil
}

const (
	saysStep = "Start {start}, step {at} of {steps}: {clusters}, of {sizes}, J = {objective}."
	saysEnds = "Start {start}, which is where it ends: {clusters}, of {sizes}, J = {objective}."

	leastOf       = "The least J of {starts} starts is {least}, where {there} {end}"
	saysLeast     = leastOf + "."
	saysOfClasses = leastOf + ": that of the classes."
	saysMore      = leastOf + "; the classes have more, {classes}."
	saysLess      = leastOf + "; the classes have less, {classes}."
)

func (m *means) says() []course.Said {
	clusters, sizes := course.Some{N: m.clusters, Noun: "cluster"}, sizesOf(sizes(m.step().Labels, m.clusters))
	says := []course.Said{course.Say(saysEnds, m.start, clusters, sizes, m.step().Objective)}
	if m.last() > 0 {
		says[0] = course.Say(saysStep, m.start, m.at(), m.last(), clusters, sizes, m.step().Objective)
	}
	end := course.ByCount(m.there, "ends", "end")
	switch {
	case math.IsNaN(m.classes):
		return append(says, course.Say(saysLeast, starts, m.least, m.there, end))
	case m.close(m.classes, m.least):
		return append(says, course.Say(saysOfClasses, starts, m.least, m.there, end))
	case m.least < m.classes:
		return append(says, course.Say(saysMore, starts, m.least, m.there, end, m.classes))
	}
	return append(says, course.Say(saysLess, starts, m.least, m.there, end, m.classes))
}

// sizesOf says how many points each cluster has.
func sizesOf(clusters []int) string {
	return course.ByCount(len(clusters), "size ", "sizes ") + list(clusters)
}
