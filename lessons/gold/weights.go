package gold

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// byHand are holes for the worked example, each with how much its reading is above the
// mean: a place lies in the middle, a kilometre from each of them.
var byHand = map[string]engine.Dataset{
	"one":   {X: [][]float64{{0.5, 2}}, Y: []float64{6}},
	"twins": {X: [][]float64{{0.5, 2}, {0.5, 2}}, Y: []float64{6, 9}},
	"sides": {X: [][]float64{{0.5, 2}, {2.5, 2}}, Y: []float64{6, 9}},
}

// The figure weights: what each sample counts for in the prediction at a place.
type weights struct {
	// What the controls say.
	holes  string
	kernel engine.Kernel
	lambda float64
	east   float64
	north  float64
	opens  bool // with the model that the figure opens with

	// What is computed.
	*weighing
}

var buildWeights = course.Steps(func(f *course.Form) course.Work {
	v := &weights{}
	v.east = f.Float("east", "place, east", 1.4, 0, 3.2, course.Unit("km"))
	v.north = f.Float("north", "place, north", 2.2, 0, 4.2, course.Unit("km"))
	v.kernel = chosen(f)
	v.lambda = priced(f, course.More)
	v.holes = f.Choice("holes", "holes", "meuse", course.Options("meuse", "155 samples",
		"one", "one hole", "twins", "two at one place", "sides", "two, one on each side"), course.More)
	v.opens = true
	for _, name := range []string{"bandwidth", "lambda", "kernel"} {
		v.opens = v.opens && f.Control(name).Value == f.Control(name).Default
	}
	return v
})

// Compute predicts at the place.
func (v *weights) Compute(context.Context, *course.Memo) (err error) {
	v.weighing, err = weigh(v.holes, v.kernel, v.lambda, []float64{v.east, v.north})
	return err
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

func (v *weights) Show(f *course.Form) *course.Picture {
	distance := make([]float64, len(v.w))
	for i, x := range v.X {
		distance[i] = engine.Euclidean.Distance(v.place, x)
	}
	xs, ys := columns(v.X)
	return &course.Picture{
		Columns: [][]plots.Panel{{v.land(v.holes == "meuse")}, {v.against(distance)}},
		Numbers: v.numbers(),
		Says:    v.says(),
		Goals:   []course.Goal{v.goal()},
		Series: []course.Series{
			course.Table("data", "x y response", xs, ys, v.Y),
			course.Table("weights", "distance weight", distance, v.w),
		},
		Code: programs.Code("weights", f, course.Values{
			"X": xs, "Y": ys, "Response": v.Y, "Centre": v.centre, "Parameters": []string{"bandwidth"},
		}),
	}
}

// negative counts the weights below zero.
func (v *weighing) negative() int {
	return floats.Count(func(w float64) bool { return w < counts }, v.w)
}

func (v *weights) numbers() []course.Number {
	return []course.Number{
		{Name: "sum", Label: "sum of the weights", Value: sum(v.w),
			Means: "What all samples count for together; the rest is left to the mean, which was taken off first."},
		{Name: "negative", Label: "negative weights", Value: float64(v.negative()), Whole: true,
			Means: "How many samples pull the prediction the other way, by a weight below −0.001."},
		{Name: "deviation", Label: "deviation here", Value: v.sd,
			Means: "The standard deviation of f at this place, as a share of what it is far from all samples."},
		{Name: "prediction", Label: "prediction here", Value: v.mean},
		{Name: "largest", Label: "largest weight", Value: slices.Max(v.w)},
		{Name: "condition", Label: "condition number, at most", Value: 1 + 1/v.process.Lambda, Aside: true},
	}
}

// sum adds up, in order.
func sum(v []float64) (s float64) {
	for _, x := range v {
		s += x
	}
	return s
}

// unless is which condition of the goal is not met.
func (v *weights) unless() string {
	switch {
	case v.holes != "meuse":
		return "with other samples"
	case !v.opens:
		return "by another ℓ or λ"
	case !v.onLand():
		return "not on the land"
	}
	return ""
}

func (v *weights) goal() course.Goal {
	largest := floats.MaxIdx(v.w)
	share := course.Digits(v.w[largest])
	return course.Goal{
		Name: "half", At: "east=0.2&north=0.4", Now: share,
		But:     v.unless(),
		Reached: v.unless() == "" && v.w[largest] > 0.5,
		Text: fmt.Sprintf("Goal reached: sample %d alone counts for %s. "+
			"Such places lie where samples are few, or beyond the last of them.", largest+1, share),
	}
}

const (
	saysWeigh       = "At this place {count} samples weigh {sum} together, and f is {prediction}."
	saysWeighsAlone = "At this place the sample weighs {sum}, and f is {prediction}."
)

func (v *weights) says() []course.Said {
	if len(v.w) == 1 {
		return []course.Said{course.Say(saysWeighsAlone, sum(v.w), v.mean)}
	}
	return []course.Said{course.Say(saysWeigh, len(v.w), sum(v.w), v.mean)}
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
		Country: plots.EncodeCountry(p.cells, alike, side, plots.Scale{Ramp: plots.Cividis, Max: 1},
			levels(itself, []float64{0.1, 0.5}, 0.1, 0.5, 0.9)),
		Label: "k(place, ·)", Size: "weight; dark if negative", Sizes: v.w,
		Markers: []plots.Marker{{X: v.place[0], Y: v.place[1], Name: "place", Color: plots.Accent, Ring: true}},
	}
	for i := range v.w {
		m.Samples = append(m.Samples, p.at(i))
	}
	return panel("weights-map", "The weight of each sample", m)
}

// against is each weight against how far away its sample is, with what a sample would
// weigh if it were the only one.
func (v *weighing) against(distance []float64) plots.Panel {
	const far = 3 // km
	c := plots.Curves{
		X:          plots.Axis{Label: "distance from the place (km)", Max: far},
		Y:          plots.Axis{Label: "weight", Min: -0.25, Max: 1},
		PointsName: "a sample", Legend: true,
	}
	n := float64(len(v.w))
	alone := plots.Line{Name: "if it were alone: k/(1 + nλ)", Color: plots.Soft, Dash: true, Width: 1.8,
		Class: "alone heard"}
	for i := range 121 {
		d := far * float64(i) / 120
		alone.Xs = append(alone.Xs, d)
		alone.Ys = append(alone.Ys, v.process.Kernel.(engine.Radial).OfDistance(d)/(1+n*v.process.Lambda))
	}
	c.Lines = []plots.Line{{Xs: []float64{0, far}, Ys: []float64{0, 0}, Color: plots.Soft, Width: 1}, alone}
	for i, w := range v.w {
		c.Points = append(c.Points, plots.Point{X: distance[i], Y: w})
	}
	return plots.Panel{ID: "weights-distance", Title: "Weight against distance", Width: course.Half, Height: 420,
		Plot: c}
}
