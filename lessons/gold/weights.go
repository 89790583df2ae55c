package gold

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/plots"
)

// The figure weights: what each sample counts for in the prediction at a place.

// byHand are holes for the worked example, each with how much its reading is above the
// mean: a place lies in the middle, a kilometre from each of them.
var byHand = map[string]engine.Dataset{
	"one":   {X: [][]float64{{0.5, 2}}, Y: []float64{6}},
	"twins": {X: [][]float64{{0.5, 2}, {0.5, 2}}, Y: []float64{6, 9}},
	"sides": {X: [][]float64{{0.5, 2}, {2.5, 2}}, Y: []float64{6, 9}},
}

func buildWeights(f *course.Form) course.Draw {
	x := f.Float("east", "place, east", 1.4, 0, 3.2, course.Unit("km"))
	y := f.Float("north", "place, north", 2.2, 0, 4.2, course.Unit("km"))
	k := chosen(f)
	lambda := priced(f)
	holes := f.Choice("holes", "holes", "meuse", course.Options("meuse", "155 samples", "one", "one hole", "twins", "two at one place", "sides", "two, one on each side"), course.More)
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		p, err := weigh(holes, k, lambda, []float64{x, y})
		if err != nil {
			return nil, err
		}
		opens := f.Control("bandwidth").Value == f.Control("bandwidth").Default && f.Control("lambda").Value == f.Control("lambda").Default && f.Control("kernel").Value == f.Control("kernel").Default
		return p.picture(f, holes == "meuse", opens), nil
	}
}

// counts is where a weight is negative enough to be counted: nearer to zero its sign is
// of no consequence, and of rounding.
const counts = -0.001

// A weighing is the prediction at a place as a weighted sum.
type weighing struct {
	*plain
	centre   float64 // taken off first; 0 where readings are above the mean
	process  *engine.Posterior
	place    []float64
	w        []float64
	mean, sd float64
}

func weigh(holes string, k engine.Kernel, lambda float64, place []float64) (*weighing, error) {
	v := &weighing{plain: meuse(), place: place}
	d := v.Dataset
	if hand, ok := byHand[holes]; ok {
		v.plain, d = &plain{Dataset: hand}, hand
	} else {
		d, v.centre = centred(d)
	}
	var err error
	if v.process, err = engine.GaussianProcess(k, d, lambda); err != nil {
		return nil, err
	}
	if v.w, err = v.process.Weights(place); err != nil {
		return nil, err
	}
	mean, sd, err := v.process.Predict([][]float64{place})
	if err != nil {
		return nil, err
	}
	v.mean, v.sd = v.centre+mean[0], sd[0]/v.process.Signal
	if v.process.Signal == 0 {
		v.sd = math.NaN() // of a function that is zero
	}
	return v, nil
}

// onLand reports whether the place lies on a cell.
func (v *weighing) onLand() bool {
	return slices.ContainsFunc(v.nodes, func(x []float64) bool {
		return inCell(x[0]-v.place[0]) && inCell(x[1]-v.place[1])
	})
}

// inCell reports whether a place that far from the middle of a cell is in it, or on its
// edge: places are km, of a corner a few km away.
func inCell(off float64) bool {
	off = math.Abs(off)
	return off <= side/2 || engine.Agree(off, side/2, 1)
}

// picture shows the weighing; plainly is with the model that the figure opens with.
func (v *weighing) picture(f *course.Form, real, plainly bool) *course.Picture {
	sum, negative, largest, distance := 0.0, 0, 0, make([]float64, len(v.w))
	for i, w := range v.w {
		sum += w
		if w < counts {
			negative++
		}
		if w > v.w[largest] {
			largest = i
		}
		distance[i] = engine.Euclidean.Distance(v.place, v.X[i])
	}
	p := &course.Picture{
		Numbers: []course.Number{
			{Name: "sum", Label: "sum of the weights", Means: "What all samples count for together; the rest is left to the mean, which was taken off first.", Value: sum},
			{Name: "negative", Label: "negative weights", Means: "How many samples pull the prediction the other way, by a weight below −0.001.", Value: float64(negative), Whole: true},
			{Name: "deviation", Label: "deviation here", Means: "The standard deviation of f at this place, as a share of what it is far from all samples.", Value: v.sd},
			{Name: "prediction", Label: "prediction here", Value: v.mean},
			{Name: "largest", Label: "largest weight", Value: v.w[largest]},
			{Name: "condition", Label: "condition number, at most", Value: 1 + 1/v.process.Lambda, Aside: true},
		},
		Description: v.describe(sum, negative),
		Goals: []course.Goal{{Name: "half", At: "east=0.2&north=0.4", Now: course.Digits(v.w[largest]), Reached: real && plainly && v.onLand() && v.w[largest] > 0.5,
			Text: fmt.Sprintf("Goal reached: sample %d alone counts for %s. Such places lie where samples are few, or beyond the last of them.", largest+1, course.Digits(v.w[largest]))}},
	}
	xs, ys := columns(v.X)
	p.Series = []course.Series{
		course.Table("data", "x y response", xs, ys, v.Y),
		course.Table("weights", "distance weight", distance, v.w),
	}
	p.Columns = [][]plots.Panel{{v.land(real)}, {v.against(distance)}}
	p.Code = programs.Code("weights", f, course.Values{"X": xs, "Y": ys, "Response": v.Y, "Centre": v.centre, "Parameters": []string{"bandwidth"}})
	return p
}

func (v *weighing) describe(sum float64, negative int) string {
	n := len(v.w)
	weigh, far := fmt.Sprintf("%d samples weigh %s together", n, course.Digits(sum)), "all of them"
	if n == 1 {
		weigh, far = fmt.Sprintf("the sample weighs %s", course.Digits(sum)), "it"
	}
	below := "No weight is"
	switch {
	case negative == 1:
		below = fmt.Sprintf("1 weight of %d is", n)
	case negative > 1:
		below = fmt.Sprintf("%d weights of %d are", negative, n)
	}
	return fmt.Sprintf("At this place %s, and f is %s. %s below −0.001. The deviation is %s of what it is far from %s.",
		weigh, course.Digits(v.mean), below, course.Digits(v.sd), far)
}

// land is how alike each place is to the one pointed at, with a disc of each sample's
// weight.
func (v *weighing) land(real bool) plots.Panel {
	p := v.plain
	if !real { // its holes lie on a strip
		for x := side / 2; x < 3.2; x += side {
			for y := 1 + side/2; y < 3; y += side {
				p.add(x, y)
			}
		}
	}
	alike := make([]float64, len(p.nodes))
	for i, node := range p.nodes {
		alike[i] = v.process.Kernel.Eval(v.place, node)
	}
	m := plots.GeoMap{
		Country: plots.EncodeCountry(p.cells, alike, side, plots.Scale{Ramp: plots.Cividis, Max: 1}, levels(itself, []float64{0.1, 0.5}, 0.1, 0.5, 0.9)),
		Label:   "k(place, ·)", Size: "weight; dark if negative", Sizes: v.w,
		Markers: []plots.Marker{{X: v.place[0], Y: v.place[1], Name: "place", Color: plots.Accent, Ring: true}},
	}
	for i := range v.w {
		m.Samples = append(m.Samples, p.at(i))
	}
	return panel("weights-map", "What each sample counts for at the place", m)
}

// against is each weight against how far away its sample is, with what a sample would
// weigh if it were the only one.
func (v *weighing) against(distance []float64) plots.Panel {
	const far = 3 // km
	c := plots.Curves{
		X: plots.Axis{Label: "distance from the place (km)", Max: far}, Y: plots.Axis{Label: "weight", Min: -0.25, Max: 1},
		PointsName: "a sample", Legend: true,
	}
	n := float64(len(v.w))
	alone := plots.Line{Name: "if it were alone: k/(1 + nλ)", Color: plots.Soft, Dash: true, Width: 1.8, Class: "alone"}
	for i := range 121 {
		d := far * float64(i) / 120
		alone.Xs = append(alone.Xs, d)
		alone.Ys = append(alone.Ys, v.process.Kernel.(engine.Radial).OfDistance(d)/(1+n*v.process.Lambda))
	}
	c.Lines = []plots.Line{{Xs: []float64{0, far}, Ys: []float64{0, 0}, Color: plots.Soft, Width: 1}, alone}
	for i, w := range v.w {
		c.Points = append(c.Points, plots.Point{X: distance[i], Y: w})
	}
	return plots.Panel{ID: "weights-distance", Title: "Weight against distance", Width: course.Half, Height: 420, Plot: c}
}
