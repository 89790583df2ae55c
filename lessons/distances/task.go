package distances

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// A task is points under a kernel: K, and the distances D that are made of it. It is all
// that the methods read.
type task struct {
	*points.Labelled
	kernel engine.Kernel
	K, D   *mat.SymDense
}

// taskOf computes K and D. The error is one of the engine's where K has no distances.
func taskOf(ctx context.Context, memo *course.Memo, d *points.Labelled, k engine.Kernel) (*task, error) {
	K, _, err := points.Gram(ctx, memo, d.Spec, k)
	if err != nil {
		return nil, err
	}
	D, err := engine.FeatureDistances(K)
	if err != nil {
		return nil, err
	}
	return &task{d, k, K, D}, nil
}

// A taskKey names a task.
type taskKey struct {
	points.LabelledSpec
	kernel engine.Kernel
}

func (t *task) key() taskKey { return taskKey{t.Spec, t.kernel} }

// task computes it anew.
func (of taskKey) task(ctx context.Context, memo *course.Memo) (*task, error) {
	return taskOf(ctx, memo, of.Load(), of.kernel)
}

// n is the number of points.
func (t *task) n() int { return t.Data.Len() }

// pairs is how many different numbers K has.
func (t *task) pairs() int { return t.n() * (t.n() + 1) / 2 }

// What is said where there are no distances.
const (
	saysNoPoints    = "No points, no distances."
	saysNoDistances = "{count}, and no distances."
)

// opened computes the task, or finds that there is none: that there are no points, or that
// the similarity has no distances. Then it is nil.
func opened(ctx context.Context, memo *course.Memo, d *points.Labelled, k func() engine.Kernel) (*task, error) {
	if d.Data.Len() == 0 {
		return nil, nil
	}
	t, err := taskOf(ctx, memo, d, k())
	if errors.Is(err, engine.ErrIndefinite) {
		return nil, nil
	}
	return t, err
}

// without says in a picture why there are no distances of these points.
func without(d *points.Labelled, panel string, goals ...course.Goal) *course.Picture {
	p := &course.Picture{Goals: goals}
	said := course.Say(saysNoPoints)
	if n := d.Data.Len(); n == 0 {
		p.Message = "There are no points yet. Add some."
		p.Columns = [][]plots.Panel{{planePanel(panel, "An empty plane", bare(d))}}
	} else {
		said = course.Say(saysNoDistances, course.Some{N: n, Noun: "point"})
		p.Message = "This similarity is no kernel: a squared distance comes out negative, and has no root."
		p.Series = []course.Series{dataTable(d)}
		if flat(d) {
			p.Columns = [][]plots.Panel{{planePanel(panel, "The points alone", bare(d))}}
		}
	}
	p.Says = []course.Said{said}
	return p
}

// spaced is said of points of which no goal is asked.
const spaced = "evenly spaced"

// flat reports whether the points have two inputs, and so lie in a plane.
func flat(d *points.Labelled) bool { return len(d.Inputs) == 2 }

// bare is the points with their classes, in their plane.
func bare(d *points.Labelled) plots.Scatter {
	x, y := d.Axes()
	return plots.Scatter{X: x, Y: y, Classes: d.ByClass(d.Column(0), d.Column(1)), Equal: d.Squared()}
}

// dataTable is the points in the first two of their inputs, with their classes.
func dataTable(d *points.Labelled) course.Series {
	var x, y []float64
	if d.Data.Len() > 0 {
		x, y = d.Column(0), d.Column(1)
	}
	return course.Table("data", "x1 x2 class", x, y, course.Floats(d.Data.Labels))
}

// matrices are K and D.
func (t *task) matrices() []course.NamedMatrix {
	return []course.NamedMatrix{{Name: "gram", Values: t.K}, {Name: "distances", Values: t.D}}
}

// values are what every program has: the inputs, row after row, how many there are to a
// row, and the classes.
func (t *task) values(f *course.Form, more course.Values) course.Values {
	more["Parameters"] = model.Parameters(f)
	more["XAxis"], more["YAxis"] = t.Axes()
	more["Squared"] = t.Squared()
	more["X"], more["Inputs"] = slices.Concat(t.Data.X...), len(t.Inputs)
	more["Labels"] = course.Floats(t.Data.Labels)
	return more
}

func planePanel(id, title string, plot plots.Drawer) plots.Panel {
	return plots.Panel{ID: id, Title: title, Width: course.Half, Plot: plot}
}

// noise labels what is in no cluster.
const noise = engine.Noise

// named is how many clusters have their numbers in the legend: as many as have room.
const named = 4

// byCluster is the points as clusters have them, each told apart by colour and shape;
// what is in none is small and grey.
func byCluster(d *points.Labelled, labels []int, clusters int) []plots.Class {
	classes := make([]plots.Class, clusters)
	for c := range min(clusters, named) {
		classes[c].Name = fmt.Sprint(c + 1)
		if c == 0 {
			classes[c].Name = "cluster 1"
		}
	}
	if clusters > named {
		classes[named-1].Name += fmt.Sprintf(" … %d", clusters)
	}
	rest := plots.Class{Name: "in none", Color: plots.Soft, Shape: plots.Cross, Size: 5}
	for i, x := range d.Data.X {
		c := &rest
		if labels[i] != noise {
			c = &classes[labels[i]]
		}
		c.Points, c.Index = append(c.Points, plots.Point{X: x[0], Y: x[1]}), append(c.Index, i)
	}
	if len(rest.Points) > 0 {
		classes = append(classes, rest)
	}
	return classes
}

// atHome counts the points in a cluster in which no class has more points than theirs:
// of each cluster those of its largest class, and of what is in no cluster none.
func atHome(labels, classes []int) int {
	count, most := map[[2]int]int{}, map[int]int{}
	for i, c := range labels {
		if c != noise {
			count[[2]int{c, classes[i]}]++
			most[c] = max(most[c], count[[2]int{c, classes[i]}])
		}
	}
	sum := 0
	for _, v := range most {
		sum += v
	}
	return sum
}

// home is the number that every division into clusters has.
func (t *task) home(labels []int) course.Number {
	return course.Number{Name: "at_home", Label: "points in a cluster of their class",
		Means: "Of each cluster the points of its largest class, added up. The method never saw the classes.",
		Value: float64(atHome(labels, t.Data.Labels)), Whole: true}
}

// are is the verb of so many.
func are(n int) string { return course.ByCount(n, "is", "are") }

// entries is how many entries of K were read.
func entries(v int, means string) course.Number {
	return course.Number{Name: "entries", Label: "entries of K read", Means: means, Value: float64(v), Whole: true}
}

// sizes lists how many points each cluster has, as words do.
func sizes(labels []int, clusters int) []int {
	n := make([]int, clusters)
	for _, c := range labels {
		if c != noise {
			n[c]++
		}
	}
	return n
}

// list writes numbers as a sentence does.
func list(n []int) string {
	words := make([]string, len(n))
	for i, v := range n {
		words[i] = course.Count(float64(v))
	}
	return course.And(words)
}

// nearestTo are the other points by their distance from point i, the nearest first; of
// equally near ones the first in the data come first.
func (t *task) nearestTo(i, most int) []int {
	others := make([]int, 0, t.n())
	for j := range t.n() {
		if j != i {
			others = append(others, j)
		}
	}
	slices.SortStableFunc(others, func(a, b int) int { return cmp.Compare(t.D.At(i, a), t.D.At(i, b)) })
	return others[:min(most, len(others))]
}

// top is the end of an axis for values up to v.
func top(v float64) float64 {
	if !(v > 0) {
		return 1
	}
	return 1.05 * v
}

// end is the end of an axis for distances up to v. Between unit vectors of non-negative
// inner products, which many kernels have, they are at most so large: where v is not small
// beside that, the axis is the same for all these kernels.
func (t *task) end(v, most float64) float64 {
	if !(v > most/2) || v > most || mat.Min(t.K) < 0 {
		return top(v)
	}
	for i := range t.n() {
		if t.K.At(i, i) != 1 {
			return top(v)
		}
	}
	return top(most)
}

// largest is the greatest distance.
func (t *task) largest() float64 {
	d := 0.0
	for i := range t.n() {
		for j := range i {
			d = math.Max(d, t.D.At(i, j))
		}
	}
	return d
}
