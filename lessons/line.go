package lessons

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"gramophone/engine"
	"gramophone/lessons/data"
	"gramophone/plots"

	"gonum.org/v1/gonum/stat"
)

// A regression is a data set of one input with what its axes are called.
type regression struct {
	name  string // in the query
	key   string // names these very points, for the memo
	data  engine.Dataset
	truth func(x float64) float64 // what the noise was added to; nil where nobody knows
	noise float64                 // its standard deviation, where truth is known
	axes
}

// Axes are what is measured and the window it is seen in.
type axes struct {
	x, y    string // what the axes measure
	xu, yu  string // in which unit
	ordered string // how the points are ordered, for the axes of a Gram matrix
	window
}

// A source is a choice of regression data.
type source struct {
	value, label string
	real         func() engine.Dataset
	make         func(n int, noise float64, rng *rand.Rand) engine.Dataset
	truth        func(float64) float64
	axes         // of made data the range of y is theirs
}

// made are the axes of data that are made, for x from 0 to 10.
var made = axes{x: "x", y: "y", ordered: "in order of x", window: window{0, 10, 0, 0}}

var sources = []source{
	{value: "mcycle", label: "motorcycle crash", real: data.MCycle, axes: axes{
		x: "time after impact", xu: "ms", y: "head acceleration", yu: "g", ordered: "in order of time", window: window{0, 60, -150, 100}}},
	{value: "faithful", label: "Old Faithful", real: data.Faithful, axes: axes{
		x: "length of the eruption", xu: "min", y: "wait until the next", yu: "min", ordered: "in order of length", window: window{1.4, 5.4, 40, 100}}},
	{value: "sine", label: "sine", make: engine.Sine, truth: engine.SineTruth, axes: made},
	{value: "two-scale", label: "two scales", make: engine.TwoScale, truth: engine.TwoScaleTruth, axes: made},
	{value: "gap", label: "a gap", make: engine.Gap, truth: engine.GapTruth, axes: made},
	{value: "step", label: "a step", make: engine.Step, truth: engine.StepTruth, axes: made},
	{value: "outliers", label: "outliers", make: engine.Outliers, truth: engine.OutliersTruth, axes: made},
	{value: "points", label: "your own points", axes: axes{x: "x", y: "y", ordered: "in the order given"}},
}

// sourceOf is the source of that value.
func sourceOf(value string) source {
	for _, s := range sources {
		if s.value == value {
			return s
		}
	}
	panic("lessons: no data " + value) // Choice lets no other through
}

// inputUnit is the unit of the input of the data that a form has chosen.
func inputUnit(f *Form) string { return sourceOf(f.Control("data").Value).xu }

// Bounds of what a reader may ask for. An eigendecomposition of 300 points takes
// 30 ms, of 1000 over a second: a slider cannot follow that.
const maxN = 300

// A sample is what a figure opens on, and what else it offers.
type sample struct {
	data string   // of sources
	n    int      // of made data; if zero 60 on a line and 80 in the plane
	seed int      // of made data; 1 if zero
	of   []string // the sources to choose from; all if nil
	edit string   // the panel on which one's own points are moved; "" if none

	noise float64 // of made data; if zero 0.2 on a line and 0.15 in the plane
}

// declare declares the choice among the data that are offered, and the size, the
// noise and the seed of those that are made. What open leaves zero is usual's.
func (open sample) declare(f *Form, usual sample, options []Option, made []string) (name string, n int, noise float64, seed int) {
	if open.of != nil {
		options = slices.DeleteFunc(options, func(o Option) bool { return !slices.Contains(open.of, o.Value) })
		made = slices.DeleteFunc(made, func(value string) bool { return !slices.Contains(open.of, value) })
	}
	name = f.Choice("data", "data", open.data, options)
	n = f.Int("n", "sample size n", cmp.Or(open.n, usual.n), 5, maxN, More, When("data", made...))
	noise = f.Float("noise", "noise", cmp.Or(open.noise, usual.noise), 0, 1, More, When("data", made...))
	seed = f.Int("seed", "seed", cmp.Or(open.seed, 1), 1, 999, More, When("data", made...))
	return name, n, noise, seed
}

// regressionControls declares the choice of data and what belongs to it, and
// returns how to have the data. Only what the chosen data need is shown.
func regressionControls(f *Form, open sample) func() *regression {
	var options []Option
	var random []string
	for _, s := range sources {
		options = append(options, Option{Value: s.value, Label: s.label})
		if s.make != nil {
			random = append(random, s.value)
		}
	}
	name, n, noise, seed := open.declare(f, sample{n: 60, noise: 0.2}, options, random)
	own := OwnPoints(f, "points", "points x,y;x,y", defaultPoints, When("data", "points"), EditedOn(open.edit))
	seen := frame(f, windowOf(own.Input(0), own.Y, window{0, 10, -2, 2}))
	return sync.OnceValue(func() *regression {
		s := sourceOf(name)
		r := &regression{name: name, key: name, truth: s.truth, axes: s.axes}
		switch {
		case s.real != nil:
			r.data = s.real()
		case s.make != nil:
			r.key = fmt.Sprintf("%s n=%d noise=%v seed=%d", name, n, noise, seed)
			r.data, r.noise = s.make(n, noise, rand.New(rand.NewPCG(uint64(seed), 0))), noise
			r.ylo, r.yhi = span(r.data.Y, 0.12)
		default:
			r.key = "points " + f.Control("points").Value + " in " + f.Control("frame").Value
			r.data, r.window = own, seen
		}
		return r
	})
}

// span is the range of v with a margin on both sides, rounded outwards to two
// digits of its width so that axes begin at calm numbers.
func span(v []float64, margin float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, x := range v {
		lo, hi = math.Min(lo, x), math.Max(hi, x)
	}
	width := hi - lo
	if width == 0 {
		width = math.Max(1, math.Abs(hi))
	}
	unit := math.Pow(10, math.Floor(math.Log10(width))-1)
	return math.Floor((lo-margin*width)/unit) * unit, math.Ceil((hi+margin*width)/unit) * unit
}

// spread is the standard deviation of the responses, the error of the best
// constant; at least 10⁻⁹, so that an axis can be made of it.
func (r *regression) spread() float64 { return math.Max(stat.PopStdDev(r.data.Y, nil), 1e-9) }

// axes of the plane that the data live in.
func (r *regression) xAxis() plots.Axis {
	return plots.Axis{Label: labelled(r.x, r.xu), Min: r.xlo, Max: r.xhi}
}

func (r *regression) yAxis() plots.Axis {
	return plots.Axis{Label: labelled(r.y, r.yu), Min: r.ylo, Max: r.yhi}
}

// truthLine is what the noise was added to.
func (r *regression) truthLine(grid []float64) plots.Line {
	y := make([]float64, len(grid))
	for i, x := range grid {
		y[i] = r.truth(x)
	}
	return plots.Line{Name: "truth", Xs: grid, Ys: y, Color: plots.Soft, Width: 1.4, Dash: true, Class: "truth"}
}

// dots are points of one input, to be drawn.
func dots(d engine.Dataset) []plots.Point {
	p := make([]plots.Point, d.Len())
	for i, x := range d.X {
		p[i] = plots.Point{X: x[0], Y: d.Y[i]}
	}
	return p
}

// testRMSE is the error to expect of a curve on new points, their x even over the
// grid and their noise that of the data,
//
//	√(mean over the grid of (curve(x) − truth(x))² + noise²);
//
// NaN where nobody knows the truth, or there is no curve.
func (r *regression) testRMSE(grid, curve []float64) float64 {
	if r.truth == nil || curve == nil {
		return math.NaN()
	}
	squares := 0.0
	for g, x := range grid {
		e := curve[g] - r.truth(x)
		squares += e * e
	}
	return math.Sqrt(squares/float64(len(curve)) + r.noise*r.noise)
}

// blank is a figure before there is a point in it: its axes, to put one down.
func (r *regression) blank(id string, height float64) *Picture {
	return &Picture{
		Columns: [][]plots.Panel{{{ID: id, Title: "An empty plane", Width: wide, Height: height, Plot: plots.Curves{
			X: plots.Axis{Label: r.x, Min: r.xlo, Max: r.xhi}, Y: plots.Axis{Label: r.y, Min: r.ylo, Max: r.yhi},
		}}}},
		Message:     "There are no points yet. Add one, and the fit begins.",
		Description: "No points, no curve.",
	}
}
