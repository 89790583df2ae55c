package distances

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/boundaries"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// mostNeighbours is how many neighbours may vote.
const mostNeighbours = 40

// soil is what the figure knn opens on: two thirds of the samples.
var soil = points.Offer{
	Data: "meuse", N: soilLearned, Seed: soilSeed, Sample: true, Alone: true,
	Of: []string{"meuse", "moons", "rings", "xor", "blobs", "spiral", "points"}, Noise: 0.3,
	Edit: "knn-plane",
}

// The sample of soil is one in which nine neighbours do about as well as at the median, and
// ten as well as three.
const soilLearned, soilSeed = 103, 26

// A voting is classes by the votes of the k nearest.
type voting struct {
	// What the controls say.
	data     *points.Labelled
	kernelOf func() engine.Kernel
	asked    int // how many are to vote
	at       int // the datum pointed at; −1 for none

	// What is computed.
	*task               // nil where there are no distances
	k     int           // how many do vote
	votes []engine.Vote // about each point by the others; nil of a single point
	wrong float64       // how many their neighbours call another class; NaN of a single point
	tied  int           // how many have a k-th nearest that is as near as the next
	over  *boundaries.Surface
}

var buildKNN = course.Steps(func(f *course.Form) course.Work {
	load := points.OfTwoInputs(f, soil)
	v := &voting{asked: f.Int("neighbours", "neighbours k", 9, 1, mostNeighbours, course.Every)}
	v.kernelOf = model.Kernel(f, 0.5)
	v.data = load()
	if boundaries.BySquares(f) {
		spec := v.data.Spec
		spec.Squares = true
		v.data = spec.Load()
	}
	v.at = points.PointedAt(f, v.data.Data.Len(), course.Shows("how its neighbours vote")) - 1
	return v
})

// Compute has the neighbours vote, about each point and over the plane.
func (v *voting) Compute(ctx context.Context, memo *course.Memo) (err error) {
	if v.task, err = opened(ctx, memo, v.data, v.kernelOf); v.task == nil {
		return err
	}
	v.k, v.votes, v.wrong, v.tied = min(v.asked, max(1, v.n()-1)), nil, math.NaN(), 0
	if course.Judged(ctx) && v.n() > 1 {
		v.wrong = float64(v.outvoted(v.k))
		return nil
	}
	if v.n() > 1 {
		v.votes = engine.KNN{Neighbours: v.k}.LeaveOneOut(v.D, v.Data.Labels)
		v.count()
	}
	if course.Redrawn(ctx) {
		return nil
	}
	v.over, err = boundaries.Over(ctx, memo, votesOf{v.key(), v.k})
	return err
}

// sure keeps the value of a tied vote off one half, on the side of the class it has.
const sure = 0.02

func (v *voting) Show(f *course.Form) *course.Picture {
	if v.task == nil {
		return without(v.data, "knn-plane", v.goals()...)
	}
	if v.over == nil && v.votes == nil { // redrawn, for one number
		return &course.Picture{Numbers: []course.Number{{Name: "loo_errors", Value: v.wrong}}}
	}
	if v.over == nil { // redrawn, to be counted
		rest := course.Number{Name: restShare, Value: v.share(v.restWrong(), v.rest().Len())}
		return &course.Picture{Numbers: append(v.numbers(), rest), Goals: v.goals()}
	}
	labels, shares := make([]float64, v.n()), make([]float64, v.n())
	for i := range labels {
		labels[i], shares[i] = math.NaN(), math.NaN()
		if v.votes != nil {
			labels[i], shares[i] = float64(v.votes[i].Label), v.votes[i].Share
		}
	}
	return &course.Picture{
		Columns: [][]plots.Panel{
			{planePanel("knn-plane", fmt.Sprintf("What the %s of a place say", nearest(v.k)), v.plane())},
			{v.row(v.from())},
		},
		Numbers:     v.numbers(),
		Says:        v.says(),
		SaysOfDatum: v.saysOfDatum(),
		Series:      []course.Series{dataTable(v.Labelled), course.Table("votes", "label share", labels, shares)},
		Matrices:    v.matrices(),
		Goals:       v.goals(),
		Code:        programs.Code("knn", f, v.values(f, course.Values{"Neighbours": v.k})),
	}
}

// from is the point whose row is shown.
func (v *voting) from() int { return max(v.at, 0) }

func (v *voting) plane() plots.Surface {
	plane, from := v.over.Under(v.Labelled, "votes for "+v.Classes[0].Name), v.from()
	plane.Markers = []plots.Marker{points.Ring(from, v.Data.X[from][0], v.Data.X[from][1])}
	if v.votes != nil {
		plane.Rings = v.votes[from].Neighbours
	}
	return plane
}

func (v *voting) numbers() []course.Number {
	return []course.Number{
		{Name: "loo_errors", Label: "points outvoted", Value: v.wrong, Whole: true,
			Means: "How many points are called the other class by their k nearest others."},
		{Name: "majority_errors", Label: "the same, all called alike",
			Value: float64(v.n() - v.commonest()), Whole: true,
			Means: "How many points are wrong if every one is given the commonest class: what a rule has to beat."},
		entries(2*v.n()+1, "For the class of one new point x: k(x, x), n numbers k(x, xᵢ), and the diagonal of K."),
		{Name: "points", Label: "points n", Value: float64(v.n()), Whole: true},
		{Name: "loo_share", Label: "share outvoted", Value: v.share(v.wrong, v.n()), Unit: "%"},
		{Name: "tied", Label: "points with a tie at the last vote", Value: float64(v.tied), Whole: true},
		{Name: "farthest_neighbour", Label: "mean distance to the k-th nearest", Value: v.reach()},
	}
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

// fewest is how many of 103 samples may be outvoted, in most hidden choices.
const fewest = 18

func (v *voting) goals() []course.Goal {
	now, but, wrong := "", "with other points", math.NaN()
	if v.task != nil {
		wrong = v.wrong
	}
	soil := v.task != nil && v.Name == "meuse" && v.n() == soilLearned
	if soil {
		if now, but = fmt.Sprintf("%.0f outvoted", wrong), ""; v.Spec.Squares {
			but = boundaries.UnlessRandom
		}
	}
	return []course.Goal{{
		Name: "few", At: "halves=points&neighbours=3&seed=8", Now: now, But: but, Reached: soil && but == "",
		Hidden: &course.Hidden{Number: "loo_errors", Below: fewest + 0.25, Of: 200, Need: 108,
			Tuned: "halves=points&neighbours=5&seed=8"},
		Text: fmt.Sprintf("Here %s of %d are outvoted.", course.Count(wrong), soilLearned),
	}}
}

// count counts those that are outvoted, and those with a tie at the last vote.
func (v *voting) count() {
	v.wrong = 0
	for i, vote := range v.votes {
		if vote.Label != v.Data.Labels[i] {
			v.wrong++
		}
		near := v.nearestTo(i, v.k+1)
		if len(near) > v.k && engine.Agree(v.D.At(i, near[v.k-1]), v.D.At(i, near[v.k]), v.D.At(i, near[v.k])) {
			v.tied++
		}
	}
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
		Scale:  plots.Scale{Ramp: plots.Share, Max: 1},
		Levels: []plots.Level{{At: 0.5, Name: "½", Bold: true}}, Nodes: votesNodes,
	}
}

// votesNodes is the side of the grid on which votes are taken.
const votesNodes = 91

// Values are the shares at nodes of the plane.
func (of votesOf) Values(ctx context.Context, memo *course.Memo, nodes [][]float64) ([]float64, error) {
	most := 10
	for most < of.k {
		most *= 2
	}
	votes, err := course.Remember(ctx, memo, manyVotes{of.taskKey, most})
	if err != nil {
		return nil, err
	}
	d := of.Load()
	votes = engine.KNN{Neighbours: min(of.k, d.Data.Len())}.Fewer(votes, d.Data.Labels)
	values := boundaries.Clipped(d, nodes, make([]float64, len(nodes)))
	for i := range values {
		if math.IsNaN(values[i]) {
			continue
		}
		if vote := votes[0]; vote.Label == d.Classes[0].Label {
			values[i] = math.Max(vote.Share, 0.5+sure)
		} else {
			values[i] = math.Min(1-vote.Share, 0.5-sure)
		}
		votes = votes[1:]
	}
	return values, nil
}

// A manyVotes is the votes of at most so many neighbours at the nodes of the map: those of fewer
// are among them, so that k moves without another distance.
type manyVotes struct {
	taskKey
	most int
}

// Compute has them vote, and returns the bytes that takes.
func (of manyVotes) Compute(ctx context.Context, memo *course.Memo) ([]engine.Vote, int, error) {
	t, err := of.task(ctx, memo)
	if err != nil {
		return nil, 0, err
	}
	mesh := points.Mesh{LabelledSpec: of.LabelledSpec, Side: votesNodes}
	_, C, err := points.Gram(ctx, memo, mesh, of.kernel)
	if err != nil {
		return nil, 0, err
	}
	// Squares are in the order of the distances, and cost no root.
	diagonal := make([]float64, t.n())
	for j := range diagonal {
		diagonal[j] = t.K.At(j, j)
	}
	nodes := mesh.Grid().Nodes()
	clipped := boundaries.Clipped(t.Labelled, nodes, make([]float64, len(nodes)))
	squares := make([]float64, 0, len(nodes)*t.n())
	for i, own := range engine.SelfKernels(of.kernel, nodes) {
		if math.IsNaN(clipped[i]) {
			continue
		}
		for j, k := range C.RawRowView(i) {
			squares = append(squares, max(0, (own-k)+(diagonal[j]-k)))
		}
	}
	D := mat.NewDense(len(squares)/t.n(), t.n(), squares)
	k := min(of.most, t.n())
	votes := engine.KNN{Neighbours: k}.Classify(D, t.Data.Labels)
	for i := range votes {
		votes[i].Distances = nil
	}
	const vote = 72 // bytes, without its neighbours
	return votes, len(votes) * (vote + 8*k), nil
}

func nearest(k int) string {
	return course.ByCount(k, "nearest point", fmt.Sprintf("%d nearest points", k))
}

const (
	saysAlone    = "One point, and no neighbour to ask."
	saysOutvoted = "Left out one by one, {loo_errors} of {count} {are} outvoted by their {nearest}; with all called " +
		"alike, {majority_errors} would be wrong."
	saysTied = "For {tied} of them the last that votes is no nearer than the next: of equals the first in the list " +
		"votes."

	saysPoint = "{datum}."
	saysNext  = "{datum}; its nearest point is number {next}: it is called {called}."
	saysVote  = "{datum}; {own} of its {nearest} {are} of its class: it is called {called}."
)

func (v *voting) says() []course.Said {
	says := []course.Said{course.Say(saysAlone)}
	if v.votes != nil {
		says[0] = course.Say(saysOutvoted, int(v.wrong), course.Some{N: v.n(), Noun: "point"}, are(int(v.wrong)),
			nearest(v.k), v.n()-v.commonest())
	}
	if v.tied > 0 {
		says = append(says, course.Say(saysTied, v.tied))
	}
	return says
}

// saysOfDatum is how the neighbours of the datum pointed at vote.
func (v *voting) saysOfDatum() []course.Said {
	if v.at < 0 {
		return nil
	}
	datum := v.Labelled.Datum(v.at)
	if v.votes == nil {
		return []course.Said{course.Say(saysPoint, datum)}
	}
	vote := v.votes[v.at]
	own := 0
	for _, j := range vote.Neighbours {
		if v.Data.Labels[j] == v.Data.Labels[v.at] {
			own++
		}
	}
	called := v.Classes[slices.IndexFunc(v.Classes, func(c points.Class) bool { return c.Label == vote.Label })].Name
	if v.k == 1 {
		return []course.Said{course.Say(saysNext, datum, vote.Neighbours[0]+1, called)}
	}
	return []course.Said{course.Say(saysVote, datum, own, nearest(v.k), are(own), called)}
}
