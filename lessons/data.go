package lessons

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"

	"gramophone/engine"
	"gramophone/lessons/data"
)

// A regression is a data set of one input with what its axes are called.
type regression struct {
	name    string // in the query
	key     string // names these very points, for the memo
	data    engine.Dataset
	truth   func(x float64) float64 // what the noise was added to; nil where nobody knows
	noise   float64                 // its standard deviation, where truth is known
	x, y    string                  // what the axes measure
	xu, yu  string                  // in which unit
	xlo     float64                 // the range that is plotted
	xhi     float64
	ylo     float64
	yhi     float64
	ordered string // how the points are ordered, for the axes of a Gram matrix
}

// A source is a choice of regression data.
type source struct {
	value, label string
	real         func() engine.Dataset
	make         func(n int, noise float64, rng *rand.Rand) engine.Dataset
	truth        func(float64) float64
}

var sources = []source{
	{value: "mcycle", label: "motorcycle crash", real: data.MCycle},
	{value: "faithful", label: "Old Faithful", real: data.Faithful},
	{value: "sine", label: "sine", make: engine.Sine, truth: engine.SineTruth},
	{value: "two-scale", label: "two scales", make: engine.TwoScale, truth: engine.TwoScaleTruth},
	{value: "gap", label: "a gap", make: engine.Gap, truth: engine.GapTruth},
	{value: "step", label: "a step", make: engine.Step, truth: engine.StepTruth},
	{value: "outliers", label: "outliers", make: engine.Outliers, truth: engine.OutliersTruth},
	{value: "points", label: "your own points"},
}

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
	var made []string
	for _, s := range sources {
		options = append(options, Option{s.value, s.label})
		if s.make != nil {
			made = append(made, s.value)
		}
	}
	name, n, noise, seed := open.declare(f, sample{n: 60, noise: 0.2}, options, made)
	points := f.Points("points", "points x,y;x,y", defaultPoints, When("data", "points"), EditedOn(open.edit))
	window := f.window(windowOf(column(points.X), points.Y, window{0, 10, -2, 2}))
	return sync.OnceValue(func() *regression {
		for _, s := range sources {
			if s.value != name {
				continue
			}
			r := &regression{name: name, key: name, x: "x", y: "y", xlo: 0, xhi: 10, truth: s.truth, ordered: "in order of x"}
			if s.make != nil {
				r.noise = noise
			}
			switch {
			case s.real != nil:
				r.data = s.real()
			case s.make != nil:
				r.key = fmt.Sprintf("%s n=%d noise=%v seed=%d", name, n, noise, seed)
				r.data = s.make(n, noise, rand.New(rand.NewPCG(uint64(seed), 0)))
			default:
				r.key = "points " + f.Control("points").Value + " in " + f.Control("frame").Value
				r.data = points
				r.ordered = "in the order given"
			}
			r.ylo, r.yhi = span(r.data.Y, 0.12)
			switch name {
			case "mcycle":
				r.x, r.xu, r.y, r.yu, r.ordered = "time after impact", "ms", "head acceleration", "g", "in order of time"
				r.xlo, r.xhi, r.ylo, r.yhi = 0, 60, -150, 100
			case "faithful":
				r.x, r.xu, r.y, r.yu, r.ordered = "length of the eruption", "min", "wait until the next", "min", "in order of length"
				r.xlo, r.xhi, r.ylo, r.yhi = 1.4, 5.4, 40, 100
			case "points":
				r.xlo, r.xhi, r.ylo, r.yhi = window.xlo, window.xhi, window.ylo, window.yhi
			}
			return r
		}
		panic("lessons: no data " + name) // Choice lets no other through
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

// column returns the only input of each point.
func column(x [][]float64) []float64 {
	c := make([]float64, len(x))
	for i := range x {
		c[i] = x[i][0]
	}
	return c
}

// The ranges of ℓ and λ, on which paths and maps place their grids too.
var (
	bandwidths = Control{Min: 0.01, Max: 100, Log: true}
	lambdas    = Control{Min: 1e-12, Max: 10, Log: true} // and 0
)

// places are the values of a range's grid, as numbers.
func (c Control) places() []float64 {
	var v []float64
	for _, s := range c.Grid() {
		x, _ := parse(s)
		v = append(v, x)
	}
	return v
}

// stationary are the kernels that have a bandwidth.
var stationary = []Option{
	{"gaussian", "Gaussian"}, {"laplacian", "Laplacian"}, {"exponential", "exponential"},
	{"matern32", "Matérn 3/2"}, {"matern52", "Matérn 5/2"},
}

// bandwidthControls declares a kernel among those that have a bandwidth, the
// bandwidth in the unit of the data chosen before.
func bandwidthControls(f *Form, bandwidth float64) func(ell float64) engine.Kernel {
	name := f.Choice("kernel", "kernel", "gaussian", stationary)
	f.bandwidth(bandwidth)
	return func(ell float64) engine.Kernel { return makeKernel(name, ell, 0, 0) }
}

func (f *Form) bandwidth(def float64, settings ...Setting) float64 {
	unit := map[string]string{"mcycle": "ms", "faithful": "min"}[f.Control("data").Value]
	return f.LogFloat("bandwidth", "bandwidth ℓ", def, bandwidths.Min, bandwidths.Max, append(settings, Unit(unit), Term("bandwidth"))...)
}

// lambda declares λ, from 0, and the convention it is read in, and returns the λ
// of the mean loss for n points.
//
// A reader who changes the convention sees the number move and the fit stand: the
// form carries the convention that its number was written in as "was", and what
// it finds there is converted. No link holds it.
func (f *Form) lambda(def float64, load func() *regression) func(n int) float64 {
	now := f.query.Get("convention")
	if was := f.query.Get("was"); was != "" && was != now {
		if v, ok := parse(f.query.Get("lambda")); ok {
			n := float64(max(1, load().data.Len()))
			f.query = maps.Clone(f.query)
			f.query.Set("lambda", format(round(v*perPoint(now, n)/perPoint(was, n), 12)))
		}
	}
	high := lambdas.Max
	if perPoint(now, 2) > 1 {
		high *= maxN
	}
	lambda := f.LogFloat("lambda", "λ", def, lambdas.Min, high, FromZero, Term("lambda"))
	convention := f.Choice("convention", "λ belongs to", "mean", []Option{
		{"mean", "the mean loss: nλ on the diagonal"},
		{"sum", "the sum of losses: λ on the diagonal"},
		{"half", "half the sum and half the norm: λ on the diagonal"},
	}, More, Converts)
	return func(n int) float64 { return lambda / perPoint(convention, float64(n)) }
}

// perPoint is by how much λ in that convention is greater than λ of the mean loss.
func perPoint(convention string, n float64) float64 {
	if convention == "sum" || convention == "half" {
		return n
	}
	return 1
}

// kernelControls declares the choice of kernel and its parameters.
func kernelControls(f *Form, bandwidth float64) func() engine.Kernel {
	var names []string
	for _, o := range stationary {
		names = append(names, o.Value)
	}
	name := f.Choice("kernel", "kernel", "gaussian", append(slices.Clone(stationary), Option{"polynomial", "polynomial"}, Option{"linear", "linear"}))
	ell := f.bandwidth(bandwidth, When("kernel", names...))
	degree := f.Int("degree", "degree", 3, 1, 12, When("kernel", "polynomial"))
	offset := f.Float("offset", "offset", 1, 0, 10, When("kernel", "polynomial"))
	return func() engine.Kernel { return makeKernel(name, ell, degree, offset) }
}

func makeKernel(name string, ell float64, degree int, offset float64) engine.Kernel {
	switch name {
	case "gaussian":
		return engine.Gaussian{Length: ell}
	case "laplacian":
		return engine.Laplacian{Length: ell}
	case "exponential":
		return engine.Exponential{Length: ell}
	case "matern32":
		return engine.Matern32{Length: ell}
	case "matern52":
		return engine.Matern52{Length: ell}
	case "polynomial":
		return engine.Polynomial{Degree: degree, Offset: offset}
	case "linear":
		return engine.Linear{}
	}
	panic("lessons: no kernel " + strconv.Quote(name)) // Choice lets no other through
}
