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

// between are two groups, and one point in the middle that belongs to neither.
const between = "-1.6,0.1,1;-1.5,-0.4,1;-1.4,0.5,1;-1.2,-0.1,1;-1.1,0.3,1;-1,-0.4,1;-1.3,-0.7,1;-0.9,0.1,1;" +
	"1.6,-0.1,-1;1.5,0.4,-1;1.4,-0.5,-1;1.2,0.1,-1;1.1,-0.3,-1;1,0.4,-1;1.3,0.7,-1;0.8,-0.2,-1;0,0,1"

var twoGroups = points.Offer{Data: "points", Own: between, Of: []string{"points", "blobs", "rings", "moons", "iris"}, Edit: "outliers-plane"}

func buildOutliers(f *course.Form) course.Draw {
	load := points.OfTwoInputs(f, twoGroups)
	kernel := model.Kernel(f, 2)
	marked := f.Int("marked", "points to mark", 1, 1, 10, course.More, course.Every)
	at := points.PointedAt(f, load().Data.Len(), course.Shows("how far from the mean it is"))
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		t, p, err := open(ctx, memo, load(), kernel, "outliers-plane", outlierGoals("—", false))
		if p != nil || err != nil {
			return p, err
		}
		v := &strange{task: t, marked: min(marked, t.n())}
		if v.mean, err = engine.OutlierScores(t.K); err == nil {
			p, err = v.picture(ctx, memo, f, at-1)
		}
		if err != nil {
			return defeated(err, t.Labelled, "outliers-plane", outlierGoals("—", false))
		}
		return p, nil
	}
}

// A strange is points by how far each lies from the mean of all, in the feature space.
type strange struct {
	*task
	mean   *engine.FeatureMean
	marked int
}

// order is the points, the farthest first; of equally far ones the first in the data.
func (v *strange) order() []int {
	order := make([]int, v.n())
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch d := v.mean.Distances[b] - v.mean.Distances[a]; {
		case d > v.rounding():
			return 1
		case d < -v.rounding():
			return -1
		}
		return 0
	})
	return order
}

// rounding is how far two distances may be apart by it.
func (v *strange) rounding() float64 { return 1e-9 * slices.Max(v.mean.Distances) }

// middle is the point nearest to the mean of the inputs, the first of several.
func (v *strange) middle() int {
	best, at := math.Inf(1), 0
	centre := make([]float64, len(v.Inputs))
	for _, x := range v.Data.X {
		for j := range centre {
			centre[j] += x[j] / float64(v.n())
		}
	}
	for i, x := range v.Data.X {
		d := 0.0
		for j := range centre {
			d += (x[j] - centre[j]) * (x[j] - centre[j])
		}
		if d < best*(1-1e-9) {
			best, at = d, i
		}
	}
	return at
}

func outlierGoals(now string, reached bool) []course.Goal {
	return []course.Goal{{
		Name: "middle", At: "bandwidth=0.5", Now: now, Reached: reached,
		Text: "Goal reached: of all points, the one in the middle is the farthest from the mean.",
	}}
}

func (v *strange) picture(ctx context.Context, memo *course.Memo, f *course.Form, at int) (*course.Picture, error) {
	key := fmt.Sprintf("distance to the mean by %T %v", v.kernel, v.kernel)
	over, err := boundaries.Over(ctx, memo, key, v.Labelled, boundaries.Look{}, func(ctx context.Context, nodes [][]float64) ([]float64, error) {
		_, C, err := points.Inputs{Key: fmt.Sprintf("%s under %v", v.Key, v.Window), X: v.Data.X, At: nodes}.Gram(ctx, memo, v.kernel)
		if err != nil {
			return nil, err
		}
		return v.mean.Of(engine.SelfKernels(v.kernel, nodes), C)
	})
	if err != nil {
		return nil, err
	}
	order, middle := v.order(), v.middle()
	rank := slices.Index(order, middle) + 1
	plane := over.Under(v.Labelled, "distance from the mean in 𝓗")
	plane.Rings = order[:v.marked]
	p := &course.Picture{}
	if at >= 0 {
		plane.Markers = []plots.Marker{points.Ring(at, v.Data.X[at][0], v.Data.X[at][1])}
		p.Datum = fmt.Sprintf("%s; it is number %d of %d from the outside, %s from the mean.", v.Labelled.Datum(at), slices.Index(order, at)+1, v.n(), course.Digits(v.mean.Distances[at]))
	}
	sorted, places := make([]float64, v.n()), make([]float64, v.n())
	for i, j := range order {
		sorted[i], places[i] = v.mean.Distances[j], float64(i+1)
	}
	dots := plots.Curves{
		X: plots.Axis{Label: "points, the farthest first", Min: 0, Max: float64(v.n() + 1)},
		Y: plots.Axis{Label: "distance from the mean", Min: 0, Max: top(math.Max(sorted[0], 1e-9))}, Legend: true,
		PointsName: "every point", Markers: []plots.Marker{{X: float64(rank), Y: v.mean.Distances[middle], Name: "the middle", Color: plots.Accent, Ring: true}},
	}
	for i := range sorted {
		dots.Points = append(dots.Points, plots.Point{X: places[i], Y: sorted[i]})
	}
	p.Columns = [][]plots.Panel{
		{planePanel("outliers-plane", "How far from the mean a place is", plane)},
		{{ID: "outliers-order", Title: "The points in order", Width: course.Half, Height: 380, Plot: dots}},
	}
	p.Numbers = []course.Number{
		{Name: "middle_rank", Label: "place of the middle point", Means: "The point nearest to the mean of the inputs: its place when the farthest in 𝓗 is the first.", Value: float64(rank), Whole: true},
		{Name: "largest", Label: "largest distance from the mean", Means: "‖φ(x) − μ‖ of the point that is farthest out.", Value: sorted[0]},
		entries(v.pairs(), "The sum of each row, the sum of all, and the diagonal: every entry once. K is symmetric, so that n(n + 1)/2 differ."),
		{Name: "smallest", Label: "smallest distance from the mean", Value: sorted[v.n()-1]},
		{Name: "mean_norm", Label: "‖μ‖", Value: math.Sqrt(v.mean.SquaredNorm)},
	}
	p.Description = v.describe(order, rank)
	p.Series = []course.Series{dataTable(v.Labelled), course.Table("scores", "distance", v.mean.Distances), course.Table("order", "point", course.Floats(order))}
	p.Matrices = v.matrices()
	opens := v.Name == "points" && f.Control("points").Value == f.Control("points").Default
	now := "other points"
	if opens {
		now = fmt.Sprintf("number %d of %d", rank, v.n())
	}
	p.Goals = outlierGoals(now, opens && rank == 1)
	p.Code = programs.Code("outliers", f, v.values(f, course.Values{"Middle": middle}))
	return p, nil
}

func (v *strange) describe(order []int, rank int) string {
	if v.n() == 1 {
		return "One point, which is the mean."
	}
	far := order[0]
	if v.mean.Distances[order[0]]-v.mean.Distances[order[v.n()-1]] <= v.rounding() {
		return fmt.Sprintf("All %d points are %s from the mean: none is more unlike the rest than another.", v.n(), course.Digits(v.mean.Distances[far]))
	}
	return fmt.Sprintf("Of %d points number %d is the farthest from the mean, %s; the one in the middle is in place %d.", v.n(), far+1, course.Digits(v.mean.Distances[far]), rank)
}
