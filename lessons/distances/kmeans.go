package distances

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/model"
	"gramophone/lessons/points"
	"gramophone/plots"
)

const (
	starts      = 20 // from which k-means is begun
	longest     = 20 // steps that are counted through
	meansNodes  = 61 // the side of the grid on which borders are traced
	ringsNoise  = 0.05
	mostCluster = 6
	wideRings   = 0.6 // from this bandwidth on the goal is reached
)

// ringsOffer is what the figure kmeans opens on.
var ringsOffer = points.Offer{
	Data: "rings", Noise: ringsNoise, Of: []string{"rings", "moons", "blobs", "xor", "spiral", "points"},
	Edit: "kmeans-plane",
}

func buildKMeans(f *course.Form) course.Draw {
	load := points.OfTwoInputs(f, ringsOffer)
	kernel := model.Kernel(f, 1)
	f.Control("kernel").More = true
	start := f.Int("start", "start", 6, 1, starts, course.Every)
	iteration := f.Int("iteration", "step", longest, 0, longest, course.Film)
	clusters := f.Int("clusters", "clusters", 2, 1, mostCluster, course.More)
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		t, p, err := open(ctx, memo, load(), kernel, "kmeans-plane", (*means)(nil).goals(0))
		if p != nil || err != nil {
			return p, err
		}
		m := &means{task: t, clusters: min(clusters, t.n()), start: start, iteration: iteration}
		if err := m.fit(ctx, memo); err != nil {
			return nil, err
		}
		return m.picture(ctx, memo, f)
	}
}

// A means is kernel k-means from one of several starts, at one of its steps.
type means struct {
	*task
	clusters, start, iteration int

	runs    []*engine.Clustering // from each start
	classes float64              // the objective of the classes themselves; NaN where they are not as many as clusters
}

// fit runs k-means from all starts, once for all steps.
func (m *means) fit(ctx context.Context, memo *course.Memo) error {
	v, err := course.Remember(ctx, memo, runsOf{m.key(), m.clusters})
	m.runs, m.classes = v.runs, v.classes
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
	v := runs{classes: math.NaN()}
	method := engine.KMeans{Clusters: of.clusters, Restarts: 1}
	bytes := 0
	for s := range starts {
		c, err := method.From(ctx, t.K, startOf(t.n(), of.clusters, s+1))
		if err != nil {
			return runs{}, 0, err
		}
		v.runs = append(v.runs, ordered(c))
		bytes += 8 * t.n() * len(c.Steps)
	}
	if kinds := t.Data.Classes(); len(kinds) == of.clusters {
		own := make([]int, t.n())
		for i, l := range t.Data.Labels {
			own[i] = slices.Index(kinds, l)
		}
		c, err := method.From(ctx, t.K, own)
		if err != nil {
			return runs{}, 0, err
		}
		v.classes = c.Steps[0].Objective
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

// at is the step shown: the last there is after its end.
func (m *means) at() int { return min(m.iteration, len(m.run().Steps)-1) }

// close reports whether two objectives are one but for rounding.
func (m *means) close(a, b float64) bool { return engine.Agree(a, b, m.scale()) }

// scale is the size of the numbers that an objective is made of.
func (m *means) scale() float64 {
	sum := 0.0
	for i := range m.n() {
		sum += math.Abs(m.K.At(i, i))
	}
	return sum
}

// least is the smallest objective that a start ends at, and how many end there.
func (m *means) least() (v float64, there int) {
	v = math.Inf(1)
	for _, r := range m.runs {
		v = math.Min(v, r.Objective)
	}
	for _, r := range m.runs {
		if m.close(r.Objective, v) {
			there++
		}
	}
	return v, there
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

// goals are what can be found; m is nil where there are no distances.
func (m *means) goals(home float64) []course.Goal {
	now, parted, above, start := "—", false, false, 0
	if m != nil {
		now, start = "other points", m.start
		if m.Name == "rings" && m.clusters == 2 {
			least, _ := m.least()
			ended := m.at() == len(m.run().Steps)-1
			best := m.close(m.run().Objective, least)
			now = fmt.Sprintf("%.0f of %d", home, m.n())
			g, gaussian := m.kernel.(engine.Gaussian)
			rings := ended && best && m.n() >= 40 && int(home) == m.n() && gaussian
			parted = rings && g.Length >= wideRings
			switch {
			case m.n() < 40:
				now = "too few points"
			case gaussian:
				now += ", ℓ = " + course.Value(g.Length)
				if rings && !parted {
					now += ": rings, and a wider one will do too"
				}
			}
			above = ended && !best && m.kernel == engine.Gaussian{Length: 0.4}
		}
	}
	return []course.Goal{
		{Name: "rings", At: "bandwidth=0.6", Now: now, Reached: parted,
			Text: fmt.Sprintf("Goal reached: from start %d each cluster ends as a ring, and no start ends lower.",
				start)},
		{Name: "stuck", At: "bandwidth=0.4&start=8", Reached: above,
			Text: fmt.Sprintf("Start %d ends above the least J: stuck.", start)},
	}
}

func (m *means) picture(ctx context.Context, memo *course.Memo, f *course.Form) (*course.Picture, error) {
	step, last := m.run().Steps[m.at()], len(m.run().Steps)-1
	borders, err := m.borders(ctx, memo, step.Labels)
	if err != nil {
		return nil, err
	}
	x, y := m.Axes()
	moved := m.moved()
	least, there := m.least()
	home := m.home(step.Labels)
	p := &course.Picture{
		Columns: [][]plots.Panel{
			{planePanel("kmeans-plane", "Each point with its nearest mean", plots.Scatter{
				X: x, Y: y, Classes: byCluster(m.Labelled, step.Labels, m.clusters), Rings: moved, Lines: borders,
				Equal: m.Squared(),
			})},
			{m.falling()},
		},
		Numbers: []course.Number{
			home,
			{Name: "objective", Label: "objective J", Value: step.Objective,
				Means: "The squared distances of all points from the means of their clusters, added up. Every step " +
					"lowers it."},
			entries(m.pairs(), "Each step adds up whole rows of K, so it reads every entry; K is symmetric, so that "+
				"n(n + 1)/2 differ."),
			{Name: "steps", Label: "steps from this start", Value: float64(last), Whole: true},
			{Name: "moved", Label: "points that moved in this step", Value: float64(len(moved)), Whole: true},
			{Name: "least", Label: fmt.Sprintf("least J of %d starts", starts), Value: least},
			{Name: "classes", Label: "J of the classes themselves", Value: m.classes},
			{Name: "there", Label: "starts that end at the least J", Value: float64(there), Whole: true},
		},
		Description: m.describe(step, last, moved, least, there),
		Matrices:    m.matrices(),
	}
	objectives := make([]float64, starts)
	for s, r := range m.runs {
		objectives[s] = r.Objective
	}
	path := make([]float64, last+1)
	for s := range path {
		path[s] = m.run().Steps[s].Objective
	}
	before := step.Labels
	if m.at() > 0 {
		before = m.run().Steps[m.at()-1].Labels
	}
	p.Series = []course.Series{
		dataTable(m.Labelled),
		course.Table("clusters", "label before", course.Floats(step.Labels), course.Floats(before)),
		course.Table("path", "objective", path), course.Table("starts", "objective", objectives),
	}
	p.Goals = m.goals(home.Value)
	p.Code = programs.Code("kmeans", f, m.values(f, course.Values{
		"Start": course.Floats(startOf(m.n(), m.clusters, m.start)), "Clusters": m.clusters, "Steps": m.at(),
		"HasClasses": !math.IsNaN(m.classes),
	}))
	return p, nil
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

// borders are where two means are equally near: around each cluster but the last.
func (m *means) borders(ctx context.Context, memo *course.Memo, labels []int) ([]plots.Line, error) {
	if m.clusters < 2 {
		return nil, nil
	}
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

func (m *means) describe(step engine.KMeansStep, last int, moved []int, least float64, there int) string {
	many := "sizes"
	if m.clusters == 1 {
		many = "size"
	}
	at := fmt.Sprintf("step %d of %d", m.at(), last)
	if last == 0 {
		at = "which is where it ends"
	}
	s := fmt.Sprintf("Start %d, %s: %s, of %s %s, J = %s.", m.start, at, course.Plural(m.clusters, "cluster"),
		many, list(sizes(step.Labels, m.clusters)), course.Digits(step.Objective))
	switch {
	case len(moved) == 1:
		s += " 1 point has moved."
	case m.at() > 0:
		s += fmt.Sprintf(" %d points have moved.", len(moved))
	}
	ends := "ends"
	if there > 1 {
		ends = "end"
	}
	s += fmt.Sprintf(" The least J of %d starts is %s, where %d %s", starts, course.Digits(least), there, ends)
	switch {
	case math.IsNaN(m.classes):
		s += "."
	case m.close(m.classes, least):
		s += ": that of the classes."
	case least < m.classes:
		s += fmt.Sprintf("; the classes have more, %s.", course.Digits(m.classes))
	default:
		s += fmt.Sprintf("; the classes have less, %s.", course.Digits(m.classes))
	}
	return s
}
