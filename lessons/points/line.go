// Package points declares the points that a figure is about: on a line or in the
// plane, real, made or the reader's own, with the window they are seen in.
//
// A figure declares a choice of them in one call and gets a function that has them:
//
//	load := points.OnLine(f, points.Offer{Data: "mcycle", Edit: "fit-curve"})
package points

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/lessons/own"
	"github.com/gramophone-course/gramophone/plots"
)

// A Line is a data set of one input with what its axes are called.
type Line struct {
	Name  string   // in the query
	Spec  LineSpec // names these very points
	Data  engine.Dataset
	Truth func(x float64) float64 // what the noise was added to; nil where nobody knows
	Noise float64                 // its standard deviation, where truth is known
	axes
}

// Axes are what is measured and the window it is seen in.
type axes struct {
	xName, yName string // what the axes measure
	XUnit, YUnit string // in which unit
	Order        string // how the points are ordered, for the axes of a Gram matrix
	Window
}

// A Source is a choice of regression data.
type Source struct {
	Value, Label string
	real         func() engine.Dataset
	Make         func(n int, noise float64, rng *rand.Rand) engine.Dataset
	Truth        func(float64) float64
	axes         // of made data the range of y is theirs
}

// made are the axes of data that are made, for x from 0 to 10.
var made = axes{xName: "x", yName: "y", Order: "in order of x", Window: Window{0, 10, 0, 0}}

var Sources = []Source{
	{Value: "mcycle", Label: "motorcycle crash", real: data.MCycle, axes: axes{
		xName: "time after impact", XUnit: "ms", yName: "head acceleration", YUnit: "g", Order: "in order of time",
		Window: Window{0, 60, -150, 100}}},
	{Value: "faithful", Label: "Old Faithful", real: data.Faithful, axes: axes{
		xName: "length of the eruption", XUnit: "min", yName: "wait until the next", YUnit: "min",
		Order: "in order of length", Window: Window{1.4, 5.4, 40, 100}}},
	{Value: "sine", Label: "sine", Make: engine.Sine, Truth: engine.SineTruth, axes: made},
	{Value: "two-scale", Label: "two scales", Make: engine.TwoScale, Truth: engine.TwoScaleTruth, axes: made},
	{Value: "gap", Label: "a gap", Make: engine.Gap, Truth: engine.GapTruth, axes: made},
	{Value: "step", Label: "a step", Make: engine.Step, Truth: engine.StepTruth, axes: made},
	{Value: "outliers", Label: "outliers", Make: engine.Outliers, Truth: engine.OutliersTruth, axes: made},
	{Value: "points", Label: "your own points", axes: axes{xName: "x", yName: "y", Order: "in the order given"}},
}

// SourceOf is the source of that value.
func SourceOf(value string) Source {
	for _, s := range Sources {
		if s.Value == value {
			return s
		}
	}
	panic("points: no data " + value) // Choice lets no other through
}

// InputUnit is the unit of distances between inputs of the data that a form has chosen;
// empty where they have none.
func InputUnit(f *course.Form) string {
	name := f.Control("data").Value
	if own.IsRef(name) {
		return yourUnit(f, name)
	}
	if i := slices.IndexFunc(Sources, func(s Source) bool { return s.Value == name }); i >= 0 {
		return Sources[i].XUnit
	}
	if i := slices.IndexFunc(flatSources,
		func(s labelledSource) bool { return s.value == name && s.measured }); i >= 0 {
		return flatSources[i].inputs[0].Unit
	}
	return ""
}

// Bounds of what a reader may ask for. An eigendecomposition of 300 points takes
// 30 ms, of 1000 over a second: a slider cannot follow that.
//
// Of a reader's own table a figure that draws no Gram matrix and solves one system at a move
// takes up to MoreRows: at 600 such a move costs up to 0.15 s of processor.
const (
	MaxN     = 300
	MoreRows = 600
	AllRows  = own.MaxRows
)

// An Offer is what a figure opens on, and what else it offers.
type Offer struct {
	Data string   // of sources
	N    int      // of made data; if zero 60 on a line and 80 in the plane
	Seed int      // of made data; 1 if zero
	Of   []string // the sources to choose from; all if nil
	Edit string   // the panel on which one's own points are moved; "" if none
	Own  string   // one's own points before there are others; a few if ""
	As   string   // of sources: what one's own points on a line measure; nothing named if ""

	Noise  float64 // of made data; if zero 0.2 on a line and 0.15 in the plane
	Places string  // where what is made along a curve lies on it, before the reader chooses: "random" if "", or "even"
	Sample bool    // of real data of classes, too, n are taken at random
	Alone  bool    // N and Seed are of Data alone, and other data have the usual ones
	Rows   int     // of a reader's own table it takes at most so many; MaxN if zero
}

// declare declares the choice among the data that are offered, the size and the seed
// of those that are random, and the noise of those that are made. What open leaves
// zero is usual's.
func (open Offer) declare(
	f *course.Form, usual Offer, options []course.Option, random, made []string,
) (name string, n int, noise float64, seed int) {
	name = f.Choice("data", "data", open.Data, options)
	f.Control("data").Tables = open.takesTables(f)
	if len(random) == 0 {
		return name, 0, 0, 0
	}
	if open.Alone && name != open.Data {
		open.N, open.Seed = 0, 0
	}
	n = f.Int("n", "sample size n", cmp.Or(open.N, usual.N), 5, MaxN, course.More, course.When("data", random...))
	noise = f.Float("noise", "noise", cmp.Or(open.Noise, usual.Noise), 0, 1, course.More, course.When("data", made...))
	seed = f.Int("seed", "seed", cmp.Or(open.Seed, 1), 1, 999, course.More, course.When("data", random...))
	return name, n, noise, seed
}

// offers reports whether the data of that name are among those to choose from.
func (open Offer) offers(f *course.Form, name string) bool {
	return f.All || open.names(name)
}

// names reports whether the figure's lesson is about the data of that name.
func (open Offer) names(name string) bool { return open.Of == nil || slices.Contains(open.Of, name) }

// OnLine declares the choice of data and what belongs to it, and
// returns how to have the data. Only what the chosen data need is shown.
func OnLine(f *course.Form, open Offer) func() *Line {
	var options []course.Option
	var random []string
	for _, s := range Sources {
		if !open.offers(f, s.Value) {
			continue
		}
		options = append(options, course.Option{Value: s.Value, Label: s.Label})
		if s.Make != nil {
			random = append(random, s.Value)
		}
	}
	rows := open.yours(f, use{line: true, most: cmp.Or(open.Rows, MaxN)}, &options)
	name, n, noise, seed := open.declare(f, Offer{N: 60, Noise: 0.2}, options, random, random)
	mine := SourceOf("points").axes
	mine.Window = Window{0, 10, -2, 2}
	if open.As != "" {
		mine = SourceOf(open.As).axes
	}
	typed := Own(f, "points", "points x,y;x,y", cmp.Or(open.Own, defaultPoints), course.When("data", "points"),
		course.EditedOn(open.Edit))
	seen := frame(f, windowOf(typed.Input(0), typed.Y, mine.Window))
	spec := LineSpec{Name: name}
	switch {
	case own.IsRef(name): // Choice lets through only what yours has offered
		spec.Name, spec.Table = yours, rows
	case SourceOf(name).Make != nil:
		spec.N, spec.Noise, spec.Seed = n, noise, seed
	case name == "points":
		spec.Own, spec.As, spec.Window = f.Control("points").Value, open.As, seen
	}
	return sync.OnceValue(spec.Load)
}

// A LineSpec names a [Line] by the choices that it follows from, for the keys of a memo;
// what a choice does not need is zero.
type LineSpec struct {
	Name          string
	N             int // N, Noise and Seed are of made data
	Noise         float64
	Seed          int
	Own           string  // one's own points, as a form writes them
	Table         string  // a reader's own rows, as [own.Rows.Text] has them
	As            string  // what those measure
	Window                // in which they are seen
	centre, scale float64 // with scale x is (x − centre)/scale, see [Line.Scaled]
}

// Load returns the points: of equal specs the same.
func (spec LineSpec) Load() *Line {
	if spec.scale != 0 {
		of := spec
		of.centre, of.scale = 0, 0
		return of.Load().Scaled(spec.centre, spec.scale)
	}
	if spec.Name == yours {
		return spec.yours()
	}
	s := SourceOf(spec.Name)
	r := &Line{Name: spec.Name, Spec: spec, Truth: s.Truth, axes: s.axes}
	switch {
	case s.real != nil:
		r.Data = s.real()
	case s.Make != nil:
		r.Data, r.Noise = s.Make(spec.N, spec.Noise, rand.New(rand.NewPCG(uint64(spec.Seed), 0))), spec.Noise
		r.YMin, r.YMax = Span(r.Data.Y, 0.12)
	default:
		if r.Data = readOwn(spec.Own, false); spec.As != "" {
			r.axes = SourceOf(spec.As).axes
		}
		r.Window = spec.Window
	}
	return r
}

// Scaled are the points with (x − centre)/scale in place of x, in the window that they
// then have.
func (r *Line) Scaled(centre, scale float64) *Line {
	scaled := *r
	t := make([]float64, r.Data.Len())
	for i, x := range r.Data.X {
		t[i] = (x[0] - centre) / scale
	}
	scaled.Data = engine.Dataset{X: engine.Column(t), Y: r.Data.Y}
	scaled.XMin, scaled.XMax = (r.XMin-centre)/scale, (r.XMax-centre)/scale
	scaled.Spec.centre, scaled.Spec.scale = centre, scale
	return &scaled
}

// Span is the range of v with a margin on both sides, rounded outwards to two
// digits of its width so that axes begin at round numbers.
func Span(v []float64, margin float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, x := range v {
		lo, hi = math.Min(lo, x), math.Max(hi, x)
	}
	width := hi - lo
	if width == 0 {
		width = math.Max(1, math.Abs(hi))
	}
	unit := math.Pow(10, math.Floor(math.Log10(width))-1)
	more := float64(margin * width) // rounded for itself: a hair decides where an axis ends
	return math.Floor((lo-more)/unit) * unit, math.Ceil((hi+more)/unit) * unit
}

// Spread is the standard deviation of the responses, the error of the best
// constant; at least 10⁻⁹, so that an axis can be made of it.
func (r *Line) Spread() float64 {
	const shortest = 1e-9
	return math.Max(stat.PopStdDev(r.Data.Y, nil), shortest)
}

// axes of the plane that the data live in.
func (r *Line) XAxis() plots.Axis {
	return plots.Axis{Label: course.WithUnit(r.xName, r.XUnit), Min: r.XMin, Max: r.XMax}
}

func (r *Line) YAxis() plots.Axis {
	return plots.Axis{Label: course.WithUnit(r.yName, r.YUnit), Min: r.YMin, Max: r.YMax}
}

// TruthLine is what the noise was added to.
func (r *Line) TruthLine(grid []float64) plots.Line {
	y := make([]float64, len(grid))
	for i, x := range grid {
		y[i] = r.Truth(x)
	}
	return plots.Line{Name: "truth", Xs: grid, Ys: y, Color: plots.Soft, Width: 1.4, Dash: true, Class: "truth"}
}

// Dots are points of one input, to be drawn.
func Dots(d engine.Dataset) []plots.Point {
	p := make([]plots.Point, d.Len())
	for i, x := range d.X {
		p[i] = plots.Point{X: x[0], Y: d.Y[i]}
	}
	return p
}

// TestRMSE is the error to expect of a curve on new points, their x even over the
// grid and their noise that of the data,
//
//	√(mean over the grid of (curve(x) − truth(x))² + noise²);
//
// NaN where nobody knows the truth, or there is no curve.
func (r *Line) TestRMSE(grid, curve []float64) float64 {
	if r.Truth == nil || curve == nil {
		return math.NaN()
	}
	squares := 0.0
	for g, x := range grid {
		e := curve[g] - r.Truth(x)
		squares += e * e
	}
	return math.Sqrt(squares/float64(len(curve)) + r.Noise*r.Noise)
}

// Unless says that the data are others than those of that name, which a goal is about; "" where
// they are those.
func (r *Line) Unless(name string) string {
	if r.Name != name {
		return "with other data"
	}
	return ""
}

// SaysBlank is what a figure says before there is a point in it.
const SaysBlank = "No points, no curve."

// Blank is a figure before there is a point in it: its axes, to put one down.
func (r *Line) Blank(id string, height float64) *course.Picture {
	return &course.Picture{
		Columns: [][]plots.Panel{{{ID: id, Title: "An empty plane", Width: course.Wide,
			Height: height, Plot: plots.Curves{
				X: plots.Axis{Label: r.xName, Min: r.XMin, Max: r.XMax},
				Y: plots.Axis{Label: r.yName, Min: r.YMin, Max: r.YMax},
			}}}},
		Message:     "There are no points yet. Add one, and the fit begins.",
		Description: SaysBlank,
		Says:        []course.Said{course.Say(SaysBlank)},
	}
}
