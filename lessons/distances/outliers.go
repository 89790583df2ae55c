package distances

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

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

var twoGroups = points.Offer{
	Data: "points", Own: between, Of: []string{"points", "blobs", "rings", "moons", "iris"}, Edit: "outliers-plane",
}

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
		if errors.Is(err, engine.ErrIndefinite) {
			return without(t.Labelled, "outliers-plane", outlierGoals("—", false)...), nil
		}
		return p, err
	}
}

// A strange is points by how far each lies from the mean of all, in the feature space.
type strange struct {
	*task
	mean   *engine.FeatureMean
	marked int
}

// order is the points, the farthest first; of those whose distances agree the first in
// the data.
func (v *strange) order() []int {
	order := make([]int, v.n())
	for i := range order {
		order[i] = i
	}
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
	return engine.Agree(v.mean.Distances[i], v.mean.Distances[j], slices.Max(v.mean.Distances))
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

// middle is the point nearest to the mean of the inputs, the first of several.
func (v *strange) middle() int {
	centre := make([]float64, len(v.Inputs))
	for _, x := range v.Data.X {
		floats.AddScaled(centre, 1/float64(v.n()), x)
	}
	d := make([]float64, v.n())
	for i, x := range v.Data.X {
		d[i] = floats.Distance(x, centre, 2)
	}
	least, most := slices.Min(d), slices.Max(d)
	return slices.IndexFunc(d, func(v float64) bool { return engine.Agree(v, least, most) })
}

func outlierGoals(now string, reached bool) []course.Goal {
	return []course.Goal{{
		Name: "middle", At: "bandwidth=0.5", Now: now, Reached: reached,
		Text: "Goal reached: of all points, the one in the middle is the farthest from the mean.",
	}}
}

// A strangeness is the distance from the mean of all, over the plane.
type strangeness struct{ taskKey }

func (strangeness) Look() boundaries.Look {
	return boundaries.Look{Scale: plots.Scale{Ramp: plots.Muted}} // a distance has one sign
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

func (v *strange) picture(ctx context.Context, memo *course.Memo, f *course.Form, at int) (*course.Picture, error) {
	over, err := boundaries.Over(ctx, memo, strangeness{v.key()})
	if err != nil {
		return nil, err
	}
	order, middle := v.order(), v.middle()
	rank, like := v.place(middle)
	plane := over.Under(v.Labelled, "distance from the mean in 𝓗")
	plane.Rings = order[:v.marked]
	p := &course.Picture{}
	if at >= 0 {
		plane.Markers = []plots.Marker{points.Ring(at, v.Data.X[at][0], v.Data.X[at][1])}
		place, like := v.place(at)
		p.Datum = fmt.Sprintf("%s; it is number %d of %d from the outside%s, %s from the mean.", v.Labelled.Datum(at),
			place, v.n(), with(like), course.Digits(v.mean.Distances[at]))
	}
	sorted, places := make([]float64, v.n()), make([]float64, v.n())
	for i, j := range order {
		sorted[i], places[i] = v.mean.Distances[j], float64(i+1)
	}
	dots := plots.Curves{
		X: plots.Axis{Label: "points, the farthest first", Min: 0, Max: float64(v.n() + 1)},
		Y: plots.Axis{Label: "distance from the mean", Min: 0, Max: v.end(sorted[0], 1)}, Legend: true,
		PointsName: "every point", Markers: []plots.Marker{{X: float64(slices.Index(order, middle) + 1),
			Y: v.mean.Distances[middle], Name: "the middle", Color: plots.Accent, Ring: true}},
	}
	for i := range sorted {
		dots.Points = append(dots.Points, plots.Point{X: places[i], Y: sorted[i]})
	}
	p.Columns = [][]plots.Panel{
		{planePanel("outliers-plane", "Each place, and the mean", plane)},
		{{ID: "outliers-order", Title: "The points in order", Width: course.Half, Height: 380, Plot: dots}},
	}
	p.Numbers = []course.Number{
		{Name: "middle_rank", Label: "place of the middle point",
			Means: "The point nearest to the mean of the inputs, the first of several: its place when the farthest " +
				"in 𝓗 is the first. Points as far as each other share a place.", Value: float64(rank), Whole: true},
		{Name: "largest", Label: "largest distance from the mean", Value: sorted[0],
			Means: "‖φ(x) − μ‖ of the point that is farthest out."},
		entries(v.pairs(), "The sum of each row, the sum of all, and the diagonal: every entry once. K is symmetric, "+
			"so that n(n + 1)/2 differ."),
		{Name: "smallest", Label: "smallest distance from the mean", Value: sorted[v.n()-1]},
		{Name: "mean_norm", Label: "‖μ‖", Value: math.Sqrt(v.mean.SquaredNorm)},
	}
	p.Description = v.describe(order, rank, like)
	p.Series = []course.Series{
		dataTable(v.Labelled), course.Table("scores", "distance", v.mean.Distances),
		course.Table("order", "point", course.Floats(order)),
	}
	p.Matrices = v.matrices()
	opens := v.Name == "points" && f.Control("points").Value == f.Control("points").Default
	now := "other points"
	if opens {
		now = fmt.Sprintf("number %d of %d", rank, v.n())
	}
	p.Goals = outlierGoals(now, opens && rank == 1 && like == 0)
	p.Code = programs.Code("outliers", f, v.values(f, course.Values{"Middle": middle}))
	return p, nil
}

func (v *strange) describe(order []int, rank, like int) string {
	n, far := v.n(), order[0]
	d := course.Digits(v.mean.Distances[far])
	farthest, most := v.place(far)
	switch {
	case n == 1:
		return "One point, which is the mean."
	case farthest+most == n && v.mean.Distances[far] == 0:
		return fmt.Sprintf("To this kernel the %d points are one, which is the mean.", n)
	case n == 2: // the mean is in the middle
		return fmt.Sprintf("Both points are %s from the mean: neither is more unlike the rest.", d)
	case farthest+most == n:
		return fmt.Sprintf("All %d points are %s from the mean: none is more unlike the rest than another.", n, d)
	}
	s := fmt.Sprintf("Of %d points number %d is the farthest from the mean, %s", n, far+1, d)
	if most > 0 {
		s = fmt.Sprintf("Of %d points %d are as far from the mean as each other and farther than the rest, %s", n,
			most+1, d)
	}
	return s + fmt.Sprintf("; the one in the middle is in place %d%s.", rank, with(like))
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
