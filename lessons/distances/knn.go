package distances

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gramophone/engine"
	"gramophone/lessons/boundaries"
	"gramophone/lessons/course"
	"gramophone/lessons/model"
	"gramophone/lessons/points"
	"gramophone/plots"
)

// mostNeighbours is how many neighbours may vote.
const mostNeighbours = 40

// soil is what the figure knn opens on.
var soil = points.Offer{
	Data: "meuse", Of: []string{"meuse", "moons", "rings", "xor", "blobs", "spiral", "points"}, Noise: 0.3,
	Edit: "knn-plane",
}

func buildKNN(f *course.Form) course.Draw {
	load := points.OfTwoInputs(f, soil)
	k := f.Int("neighbours", "neighbours k", 9, 1, mostNeighbours, course.Every)
	kernel := model.Kernel(f, 0.5)
	at := points.PointedAt(f, load().Data.Len(), course.Shows("how its neighbours vote"))
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		d := load()
		t, p, err := open(ctx, memo, d, kernel, "knn-plane", knnGoals(math.NaN(), ""))
		if p != nil || err != nil {
			return p, err
		}
		v := &voting{task: t, k: min(k, max(1, t.n()-1))}
		return v.picture(ctx, memo, f, at-1)
	}
}

// A voting is classes by the votes of the k nearest.
type voting struct {
	*task
	k     int
	votes []engine.Vote // about each point by the others; nil of a single point
}

// sure keeps the value of a tied vote off one half, on the side of the class it has.
const sure = 0.02

func (v *voting) picture(ctx context.Context, memo *course.Memo, f *course.Form, at int) (*course.Picture, error) {
	if v.n() > 1 {
		v.votes = engine.KNN{Neighbours: v.k}.LeaveOneOut(v.D, v.Data.Labels)
	}
	over, err := boundaries.Over(ctx, memo, votesOf{v.key(), v.k})
	if err != nil {
		return nil, err
	}
	plane := over.Under(v.Labelled, "share of votes for "+v.Classes[0].Name)
	p := &course.Picture{}
	if at >= 0 {
		p.Datum = v.datum(at)
	}
	from := max(at, 0) // whose row is shown
	plane.Markers = []plots.Marker{points.Ring(from, v.Data.X[from][0], v.Data.X[from][1])}
	if v.votes != nil {
		plane.Rings = v.votes[from].Neighbours
	}
	p.Columns = [][]plots.Panel{
		{planePanel("knn-plane", fmt.Sprintf("What the %s of a place say", nearest(v.k)), plane)},
		{v.row(from)},
	}
	wrong, labels, shares := v.wrong(), make([]float64, v.n()), make([]float64, v.n())
	for i := range labels {
		labels[i], shares[i] = math.NaN(), math.NaN()
		if v.votes != nil {
			labels[i], shares[i] = float64(v.votes[i].Label), v.votes[i].Share
		}
	}
	p.Numbers = []course.Number{
		{Name: "loo_errors", Label: "points outvoted", Value: wrong, Whole: true,
			Means: "How many points are called the other class by their k nearest others."},
		{Name: "majority_errors", Label: "the same, all called alike",
			Value: float64(v.n() - v.commonest()), Whole: true,
			Means: "How many points are wrong if every one is given the commonest class: what a rule has to beat."},
		entries(2*v.n()+1, "For the class of one new point x: k(x, x), n numbers k(x, xᵢ), and the diagonal of K."),
		{Name: "points", Label: "points n", Value: float64(v.n()), Whole: true},
		{Name: "tied", Label: "points with a tie at the last vote", Value: float64(v.tied()), Whole: true},
		{Name: "farthest_neighbour", Label: "mean distance to the k-th nearest", Value: v.reach()},
	}
	p.Description = v.describe(wrong)
	p.Series = []course.Series{dataTable(v.Labelled), course.Table("votes", "label share", labels, shares)}
	p.Matrices = v.matrices()
	p.Goals = knnGoals(wrong, v.Name)
	p.Code = programs.Code("knn", f, v.values(f, course.Values{"Neighbours": v.k, "Alone": v.votes == nil}))
	return p, nil
}

// row is the distances from point i to all others, the nearest first, with who votes.
func (v *voting) row(i int) plots.Panel {
	place, d := make([]float64, v.n()), make([]float64, v.n())
	for rank, j := range v.nearestTo(i, v.n()) {
		place[j], d[j] = float64(rank+1), v.D.At(i, j)
	}
	end := float64(v.k) + 0.5
	height := v.end(v.largest(), math.Sqrt2)
	nearest := plots.Line{Name: "the k nearest", Xs: []float64{end, end}, Ys: []float64{0, height},
		Color: plots.Lambda, Width: 1.6, Dash: true, Class: "nearest"}
	return plots.Panel{ID: "knn-row", Title: fmt.Sprintf("Distances from point %d", i+1), Width: course.Half,
		Height: 380, Plot: plots.Scatter{
			X:       plots.Axis{Label: "points, the nearest first", Min: 0, Max: float64(v.n())},
			Y:       plots.Axis{Label: "distance in the feature space", Min: 0, Max: height},
			Classes: v.ByClass(place, d), Lines: []plots.Line{nearest},
		}}
}

// fewest is the least number of soil samples that are outvoted, over all k.
const fewest = 22

func knnGoals(wrong float64, data string) []course.Goal {
	now := "other points"
	if data == "meuse" {
		now = fmt.Sprintf("%.0f outvoted", wrong)
	}
	return []course.Goal{{
		Name: "few", At: "neighbours=3", Now: now, Reached: data == "meuse" && wrong <= fewest,
		Text: fmt.Sprintf("Goal reached: %s of 155 are outvoted.", course.Count(wrong)),
	}}
}

// wrong counts those that their neighbours call another class; NaN of a single point.
func (v *voting) wrong() float64 {
	if v.votes == nil {
		return math.NaN()
	}
	n := 0
	for i, vote := range v.votes {
		if vote.Label != v.Data.Labels[i] {
			n++
		}
	}
	return float64(n)
}

// tied counts the points whose k-th nearest is as near as the next.
func (v *voting) tied() (count int) {
	if v.votes == nil || v.k >= v.n()-1 {
		return 0
	}
	largest := v.largest()
	for i := range v.n() {
		near := v.nearestTo(i, v.k+1)
		if engine.Agree(v.D.At(i, near[v.k-1]), v.D.At(i, near[v.k]), largest) {
			count++
		}
	}
	return count
}

// reach is the mean distance to the k-th nearest; NaN of a single point.
func (v *voting) reach() float64 {
	if v.votes == nil {
		return math.NaN()
	}
	sum := 0.0
	for _, vote := range v.votes {
		sum += vote.Distances[v.k-1]
	}
	return sum / float64(v.n())
}

// commonest is how many points the larger class has.
func (v *voting) commonest() int {
	count := map[int]int{}
	most := 0
	for _, l := range v.Data.Labels {
		count[l]++
		most = max(most, count[l])
	}
	return most
}

// A votesOf is the share of the votes for the first class over the plane.
type votesOf struct {
	taskKey
	k int
}

func (votesOf) Look() boundaries.Look {
	return boundaries.Look{
		Scale:  plots.Scale{Ramp: plots.Field, Max: 1},
		Levels: []plots.Level{{At: 0.5, Name: "½", Bold: true}}, Nodes: votesNodes,
	}
}

// votesNodes is the side of the grid on which votes are taken.
const votesNodes = 61

// Values are the shares at nodes of the plane.
func (of votesOf) Values(ctx context.Context, memo *course.Memo, nodes [][]float64) ([]float64, error) {
	t, err := of.task(ctx, memo)
	if err != nil {
		return nil, err
	}
	_, C, err := points.Gram(ctx, memo, points.Mesh{LabelledSpec: of.LabelledSpec, Side: votesNodes}, of.kernel)
	if err != nil {
		return nil, err
	}
	// Squares are in the order of the distances, and cost no root.
	diagonal := make([]float64, t.n())
	for j := range diagonal {
		diagonal[j] = t.K.At(j, j)
	}
	for i, own := range engine.SelfKernels(of.kernel, nodes) {
		row := C.RawRowView(i)
		for j, k := range row {
			row[j] = max(0, (own-k)+(diagonal[j]-k))
		}
	}
	values := make([]float64, len(nodes))
	for i, vote := range (engine.KNN{Neighbours: min(of.k, t.n())}).Classify(C, t.Data.Labels) {
		if vote.Label == t.Classes[0].Label {
			values[i] = math.Max(vote.Share, 0.5+sure)
		} else {
			values[i] = math.Min(1-vote.Share, 0.5-sure)
		}
	}
	return values, nil
}

func nearest(k int) string {
	if k == 1 {
		return "nearest point"
	}
	return fmt.Sprintf("%d nearest points", k)
}

func (v *voting) describe(wrong float64) string {
	s := ""
	if v.votes == nil {
		s = "One point, and no neighbour to ask."
	} else {
		verb := "are"
		if wrong == 1 {
			verb = "is"
		}
		s = fmt.Sprintf("Left out one by one, %.0f of %d points %s outvoted by their %s; with all called alike, %d "+
			"would be wrong.", wrong, v.n(), verb, nearest(v.k), v.n()-v.commonest())
	}
	if tied := v.tied(); tied > 0 {
		s += fmt.Sprintf(" For %d of them the last that votes is no nearer than the next: of equals the first in "+
			"the list votes.", tied)
	}
	return s + fmt.Sprintf(" A new point takes %s.", course.Plural(2*v.n()+1, "number"))
}

func (v *voting) datum(at int) string {
	s := v.Labelled.Datum(at)
	if v.votes == nil {
		return s + "."
	}
	vote := v.votes[at]
	own := 0
	for _, j := range vote.Neighbours {
		if v.Data.Labels[j] == v.Data.Labels[at] {
			own++
		}
	}
	called := v.Classes[slices.IndexFunc(v.Classes, func(c points.Class) bool { return c.Label == vote.Label })].Name
	if v.k == 1 {
		return s + fmt.Sprintf("; its nearest point is number %d: it is called %s.", vote.Neighbours[0]+1, called)
	}
	are := "are"
	if own == 1 {
		are = "is"
	}
	return s + fmt.Sprintf("; %d of its %s %s of its class: it is called %s.", own, nearest(v.k), are, called)
}
