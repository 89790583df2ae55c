package distances

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/boundaries"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// between are two groups, and one point in the middle that belongs to neither.
const between = "-1.6,0.1,1;-1.5,-0.4,1;-1.4,0.5,1;-1.2,-0.1,1;-1.1,0.3,1;-1,-0.4,1;-1.3,-0.7,1;-0.9,0.1,1;" +
	"1.6,-0.1,-1;1.5,0.4,-1;1.4,-0.5,-1;1.2,0.1,-1;1.1,-0.3,-1;1,0.4,-1;1.3,0.7,-1;0.8,-0.2,-1;0,0,1"

var twoGroups = points.Offer{
	Data: "points", Own: between, Of: []string{"points", "blobs", "rings", "moons", "iris"},
	Edit: "outliers-plane",
}

// A strange is points by how far each lies from the mean of all, in the feature space.
type strange struct {
	// What the controls say.
	data     *points.Labelled
	kernelOf func() engine.Kernel
	asked    int  // how many points are to be marked
	at       int  // the datum pointed at; −1 for none
	opens    bool // the points are those that the figure opens with

	// What is computed.
	*task      // nil where there are no distances
	mean       *engine.FeatureMean
	order      []int // the points, the farthest first
	middle     int   // the point nearest to the mean of the inputs
	rank, like int   // its place, and how many others have it too
	over       *boundaries.Surface
}

var buildOutliers = course.Steps(func(f *course.Form) course.Work {
	load := points.OfTwoInputs(f, twoGroups)
	v := &strange{kernelOf: model.Kernel(f, 2)}
	v.asked = f.Int("marked", "points to mark", 1, 1, 10, course.More, course.Every)
	v.data = load()
	v.at = points.PointedAt(f, v.data.Data.Len(), course.Shows("how far from the mean it is")) - 1
	v.opens = v.data.Name == "points" && f.Control("points").Value == f.Control("points").Default
	return v
})

// Compute finds the mean, and how far each point and each place is from it.
func (v *strange) Compute(ctx context.Context, memo *course.Memo) (err error) {
	if v.task, err = opened(ctx, memo, v.data, v.kernelOf); v.task == nil {
		return err
	}
	if v.mean, err = engine.OutlierScores(v.K); err == nil {
		v.order, v.middle = v.inOrder(), v.nearestToMean()
		v.rank, v.like = v.place(v.middle)
	}
	if err == nil && !course.Redrawn(ctx) {
		v.over, err = boundaries.Over(ctx, memo, strangeness{v.key()})
	}
	if errors.Is(err, engine.ErrIndefinite) {
		v.task, err = nil, nil
	}
	return err
}

// inOrder is the points, the farthest first; of those whose distances agree the first in
// the data.
func (v *strange) inOrder() []int {
	order := course.Indices(v.n())
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(v.mean.Distances[b], v.mean.Distances[a]) })
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && v.agree(order[from], order[to]) {
			to++
		}
		slices.Sort(order[from:to])
		from = to
	}
	return order
}

// agree reports whether two points are as far from the mean.
func (v *strange) agree(i, j int) bool {
	return engine.Agree(v.mean.Distances[i], v.mean.Distances[j], v.mean.Distances[i])
}

// place is a point's, when the farthest has the first: those as far as each other share
// one. like is how many others have it too.
func (v *strange) place(i int) (place, like int) {
	place = 1
	for j, d := range v.mean.Distances {
		switch {
		case j == i:
		case v.agree(i, j):
			like++
		case d > v.mean.Distances[i]:
			place++
		}
	}
	return place, like
}

// nearestToMean is the point nearest to the mean of the inputs, the first of several.
func (v *strange) nearestToMean() int {
	centre := make([]float64, len(v.Inputs))
	for _, x := range v.Data.X {
		floats.AddScaled(centre, 1/float64(v.n()), x)
	}
	d := make([]float64, v.n())
	for i, x := range v.Data.X {
		d[i] = floats.Distance(x, centre, 2)
	}
	least := slices.Min(d)
	return slices.IndexFunc(d, func(v float64) bool { return engine.Agree(v, least, v) })
}

func (v *strange) goals() []course.Goal {
	now, but := "", ""
	switch {
	case v.task == nil:
		but = "with no points"
	case v.opens:
		now = fmt.Sprintf("number %d of %d", v.rank, v.n())
	default:
		but = "with other points"
	}
	return []course.Goal{{
		Name: "middle", At: "bandwidth=0.5", Now: now, But: but,
		Reached: v.task != nil && v.opens && v.rank == 1 && v.like == 0,
		Text:    "Goal reached: of all points, the one in the middle is the farthest from the mean.",
	}}
}

// A strangeness is the distance from the mean of all, over the plane.
type strangeness struct{ taskKey }

func (strangeness) Look() boundaries.Look {
	return boundaries.Look{Scale: plots.Scale{Ramp: plots.Share}} // a distance has one sign
}

// Values are the distances of nodes of the plane.
func (of strangeness) Values(ctx context.Context, memo *course.Memo, nodes [][]float64) ([]float64, error) {
	K, _, err := points.Gram(ctx, memo, of.LabelledSpec, of.kernel)
	if err != nil {
		return nil, err
	}
	mean, err := engine.OutlierScores(K)
	if err != nil {
		return nil, err
	}
	_, C, err := points.Gram(ctx, memo, points.Mesh{LabelledSpec: of.LabelledSpec, Side: boundaries.Nodes}, of.kernel)
	if err != nil {
		return nil, err
	}
	return mean.Of(engine.SelfKernels(of.kernel, nodes), C)
}

func (v *strange) Show(f *course.Form) *course.Picture {
	if v.task == nil {
		return without(v.data, "outliers-plane", v.goals()...)
	}
	if v.over == nil { // redrawn, to be counted
		return &course.Picture{Numbers: v.numbers(), Goals: v.goals()}
	}
	return &course.Picture{
		Columns: [][]plots.Panel{
			{planePanel("outliers-plane", "Each place, and the mean", v.plane())},
			{{ID: "outliers-order", Title: "The points in order", Width: course.Half, Height: 380, Plot: v.dots()}},
		},
		Numbers:     v.numbers(),
		Says:        v.says(),
		SaysOfDatum: v.saysOfDatum(),
		Series: []course.Series{
			dataTable(v.Labelled), course.Table("scores", "distance", v.mean.Distances),
			course.Table("order", "point", course.Floats(v.order)),
		},
		Matrices: v.matrices(),
		Goals:    v.goals(),
		Code:     programs.Code("outliers", f, v.values(f, course.Values{"Middle": v.middle})),
	}
}

func (v *strange) plane() plots.Surface {
	plane := v.over.Under(v.Labelled, "distance from the mean in ℋ")
	plane.Rings = v.order[:min(v.asked, v.n())]
	if v.at >= 0 {
		plane.Markers = []plots.Marker{points.Ring(v.at, v.Data.X[v.at][0], v.Data.X[v.at][1])}
	}
	return plane
}

// dots are the distances in order.
func (v *strange) dots() plots.Curves {
	dots := plots.Curves{
		X: plots.Axis{Label: "points, the farthest first", Min: 0, Max: float64(v.n() + 1)},
		Y: plots.Axis{Label: "distance from the mean", Min: 0, Max: v.end(v.outermost(), 1)}, Legend: true,
		PointsName: "every point", Markers: []plots.Marker{{X: float64(slices.Index(v.order, v.middle) + 1),
			Y: v.mean.Distances[v.middle], Name: "the middle", Color: plots.Accent, Ring: true}},
	}
	for i, j := range v.order {
		dots.Points = append(dots.Points, plots.Point{X: float64(i + 1), Y: v.mean.Distances[j]})
	}
	return dots
}

// outermost is the distance of the point that is first.
func (v *strange) outermost() float64 { return v.mean.Distances[v.order[0]] }

func (v *strange) numbers() []course.Number {
	return []course.Number{
		{Name: "middle_rank", Label: "place of the middle point",
			Means: "The point nearest to the mean of the inputs, the first of several: its place when the farthest " +
				"in ℋ is the first. Points as far as each other share a place.", Value: float64(v.rank), Whole: true},
		{Name: "largest", Label: "largest distance from the mean", Value: v.outermost(),
			Means: "‖φ(x) − μ‖ of the point that is farthest out."},
		entries(v.pairs(), "The sum of each row, the sum of all, and the diagonal: every entry once. K is symmetric, "+
			"so that n(n + 1)/2 differ."),
		{Name: "smallest", Label: "smallest distance from the mean", Value: v.mean.Distances[v.order[v.n()-1]]},
		{Name: "mean_norm", Label: "‖μ‖", Value: math.Sqrt(v.mean.SquaredNorm)},
	}
}

const (
	saysOnePoint = "One point, which is the mean."
	saysOne      = "To this kernel the {count} are one, which is the mean."
	saysBoth     = "Both points are {largest} from the mean: neither is more unlike the rest."
	saysAll      = "All {count} are {largest} from the mean: none is more unlike the rest than another."
	inPlace      = "; the one in the middle is in place {middle_rank}{with}."
	saysFarthest = "Of {count} number {farthest} is the farthest from the mean, {largest}" + inPlace
	saysAsFar    = "Of {count} {tied} are as far from the mean as each other and farther than the rest, {largest}" +
		inPlace

	saysFrom = "{datum}; it is number {place} of {count} from the outside{with}, {distance} from the mean."
)

func (v *strange) says() []course.Said {
	n, d := v.n(), v.outermost()
	count := course.Some{N: n, Noun: "point"}
	farthest, most := v.place(v.order[0])
	alike := farthest+most == n
	var said course.Said
	switch {
	case n == 1:
		said = course.Say(saysOnePoint)
	case alike && d == 0:
		said = course.Say(saysOne, count)
	case n == 2: // the mean is in the middle
		said = course.Say(saysBoth, d)
	case alike:
		said = course.Say(saysAll, count, d)
	case most > 0:
		said = course.Say(saysAsFar, count, most+1, d, v.rank, with(v.like))
	default:
		said = course.Say(saysFarthest, count, v.order[0]+1, d, v.rank, with(v.like))
	}
	return []course.Said{said}
}

// saysOfDatum is how far out the datum pointed at is.
func (v *strange) saysOfDatum() []course.Said {
	if v.at < 0 {
		return nil
	}
	place, like := v.place(v.at)
	return []course.Said{course.Say(saysFrom, v.Labelled.Datum(v.at), place, v.n(), with(like), v.mean.Distances[v.at])}
}

// with says that others share a place.
func with(like int) string {
	switch like {
	case 0:
		return ""
	case 1:
		return ", with 1 other"
	}
	return fmt.Sprintf(", with %d others", like)
}
