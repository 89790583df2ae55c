package points

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/lessons/own"
	"github.com/gramophone-course/gramophone/plots"
)

// A Labelled is points of classes, of any number of inputs.
type Labelled struct {
	Name    string          // in the query
	Spec    LabelledSpec    // names these very points
	Data    engine.Labelled // inputs as they are used: standardised where that was chosen
	Inputs  []Input         // what Data.X[i][j] is
	Classes []Class         // in the order they are told apart in pictures
	Names   []string        // of the points; nil where they have none
	Ink     [][]float64     // of points that are images: their pixels from 0 to 1, as measured; else nil
	Window                  // on the first two inputs
}

// An Input is what a coordinate of the data measures.
type Input struct{ Name, Unit string }

// A Class is a class's name beside its label in the data.
type Class struct {
	Label int
	Name  string
}

// A labelledSource is a choice of points of classes.
type labelledSource struct {
	value, label string
	real         func() engine.Labelled
	make         func(n int, noise float64, rng *rand.Rand) engine.Labelled
	along        *engine.Shape // of what is made along a curve: make has it evenly
	many         bool          // real data of which a sample of n is taken
	measured     bool          // real data that are never standardised
	inputs       []Input
	classes      []Class
	names        func() []string // of the points; nil where they have none

	// Window is that of made data; of real ones where they are seen in another than their
	// own; of one's own points before they need another.
	Window
}

// plane and signs are the inputs and classes of what is made, and of one's own points.
var (
	plane = inputs("", "x₁", "x₂")
	signs = []Class{{1, "class 1"}, {0, "class −1"}}
)

var labelledSources = []labelledSource{
	{value: "rings", label: "rings", make: engine.Rings, along: &engine.RingShape, inputs: plane, classes: signs,
		Window: Window{-1.6, 1.6, -1.6, 1.6}},
	{value: "moons", label: "moons", make: engine.Moons, along: &engine.MoonShape, inputs: plane, classes: signs,
		Window: Window{-1.6, 2.6, -1.85, 2.35}},
	{value: "xor", label: "four quadrants", make: engine.XOR, inputs: plane, classes: signs,
		Window: Window{-1.6, 1.6, -1.6, 1.6}},
	{value: "blobs", label: "two Gaussians", make: engine.TwoGaussians, inputs: plane, classes: signs,
		Window: Window{-3, 3, -3, 3}},
	{value: "spiral", label: "a spiral", make: engine.Spiral, along: &engine.SpiralShape, inputs: plane, classes: signs,
		Window: Window{-1.6, 1.6, -1.6, 1.6}},
	{value: "iris", label: "irises", real: data.Iris,
		inputs:  inputs("cm", "sepal length", "sepal width", "petal length", "petal width"),
		classes: classes("setosa", "versicolor", "virginica")},
	{value: "wine", label: "wines", real: data.Wine,
		inputs: inputs("", "alcohol", "malic acid", "ash", "alcalinity of ash", "magnesium",
			"total phenols", "flavanoids",
			"nonflavanoid phenols", "proanthocyanins", "colour intensity", "hue",
			"OD280/OD315 of diluted wines", "proline"),
		classes: classes("cultivar 0", "cultivar 1", "cultivar 2")},
	{value: "digits", label: "handwritten digits", real: data.Digits, many: true,
		inputs: pixels(imageSide, imageSide), classes: classes(strings.Fields("0 1 2 3 4 5 6 7 8 9")...)},
	{value: "points", label: "your own points", inputs: plane, classes: signs, Window: Window{-2, 2, -2, 2}},
}

// flatSources have two inputs each, so that a function of them is a map: what is made,
// irises by their petals alone, the soil of a flood plain by its place, and foods.
var flatSources = func() []labelledSource {
	flat := []labelledSource{
		{value: "meuse", label: "soil of the Meuse", real: polluted, measured: true,
			inputs:  inputs("km", "east", "north"),
			classes: []Class{{1, "too much zinc"}, {0, "less zinc"}}},
		{value: "iris", label: "irises, by petals", real: petals, measured: true,
			inputs:  inputs("cm", "petal length", "petal width"),
			classes: classes("setosa", "versicolor", "virginica")},
		{value: "foods", label: "foods, 100 g each", real: data.Foods, measured: true,
			inputs:  inputs("g", "carbohydrate", "protein"),
			classes: classes("grain, pulse, nut", "fruit, vegetable", "from animals"), names: data.FoodNames,
			Window: Window{-2, 86, -2, 34}},
	}
	for _, s := range labelledSources {
		if s.real == nil {
			flat = append(flat, s)
		}
	}
	return flat
}()

// everySource are the sources of any number of inputs, and those of two that have names of
// their own. Ones own points stay the last.
var everySource = func() []labelledSource {
	n := len(labelledSources) - 1
	all := slices.Clone(labelledSources[:n])
	for _, s := range flatSources {
		if !slices.ContainsFunc(labelledSources, func(l labelledSource) bool { return l.value == s.value }) {
			all = append(all, s)
		}
	}
	return append(all, labelledSources[n])
}()

// InputCount is how many inputs the data have that a form has chosen.
func InputCount(f *course.Form) int {
	if !f.Control("points").Classed {
		return 1
	}
	wide := slices.ContainsFunc(f.Controls, func(c *course.Control) bool { return c.Name == "inputs" })
	if i := slices.IndexFunc(labelledSources, func(s labelledSource) bool {
		return wide && s.value == f.Control("data").Value
	}); i >= 0 {
		return len(labelledSources[i].inputs)
	}
	return 2
}

// zincLimit, in ppm, is the Dutch intervention value of zinc in soil.
const zincLimit = 720

// polluted is where the topsoil of the flood plain has more zinc than that, 1, or not, 0,
// in km from a corner of the map.
var polluted = sync.OnceValue(func() engine.Labelled {
	d := data.Meuse()
	l := engine.Labelled{X: make([][]float64, d.Len()), Labels: make([]int, d.Len())}
	for i, x := range d.X {
		l.X[i] = []float64{(x[0] - 178000) / 1000, (x[1] - 329000) / 1000}
		if d.Y[i] > zincLimit {
			l.Labels[i] = 1
		}
	}
	return l
})

// petals are the irises by the last two of their inputs.
func petals() engine.Labelled {
	all := data.Iris()
	l := engine.Labelled{X: make([][]float64, all.Len()), Labels: all.Labels}
	for i, x := range all.X {
		l.X[i] = x[2:]
	}
	return l
}

func inputs(unit string, names ...string) []Input {
	in := make([]Input, len(names))
	for j, name := range names {
		in[j] = Input{name, unit}
	}
	return in
}

// pixels are the inputs of a picture, row after row from the top.
func pixels(rows, cols int) []Input {
	var in []Input
	for i := range rows {
		for j := range cols {
			in = append(in, Input{Name: fmt.Sprintf("pixel %d in row %d", j+1, i+1)})
		}
	}
	return in
}

// classes have the labels 0, 1, ….
func classes(names ...string) []Class {
	c := make([]Class, len(names))
	for label, name := range names {
		c[label] = Class{label, name}
	}
	return c
}

// ownClassed are a reader's own points of two classes before there are any.
const ownClassed = "-1,0,1;-0.5,0.8,1;0.4,1,1;-0.7,-0.8,1;0.2,0.1,-1;1,-0.2,-1;0.6,-1,-1;1.2,0.7,-1"

// OfClasses declares the choice of points of classes and what belongs to it, as
// [OnLine] does for curves: made ones and one's own, of two classes in the plane, and
// real ones, of which a reader chooses whether they are standardised. Of the digits, a
// random sample of n is taken. The points are made once, when first asked for.
func OfClasses(f *course.Form, open Offer) func() *Labelled {
	sources := labelledSources
	if f.All {
		sources = everySource
	}
	return ofClasses(f, open, sources)
}

// OfTwoInputs is OfClasses with two inputs each, as measured, in a square
// window; that of the foods, which has room for names, is wider.
func OfTwoInputs(f *course.Form, open Offer) func() *Labelled {
	return ofClasses(f, open, flatSources)
}

func ofClasses(f *course.Form, open Offer, sources []labelledSource) func() *Labelled {
	var options []course.Option
	var made, random, real, along []string
	for _, s := range sources {
		if !open.offers(f, s.value) {
			continue
		}
		options = append(options, course.Option{Value: s.value, Label: s.label})
		if s.make != nil {
			made = append(made, s.value)
		}
		if s.along != nil {
			along = append(along, s.value)
		}
		if s.make != nil || s.many || open.samples(s) {
			random = append(random, s.value)
		}
		if s.real != nil && !s.measured {
			real = append(real, s.value)
		}
	}
	as := open.use(sources)
	rows := open.yours(f, as, &options)
	name, n, noise, seed := open.declare(f, Offer{N: 80, Noise: 0.15}, options, random, made)
	anywhere := false
	if along != nil {
		anywhere = f.Choice("places", "places", cmp.Or(open.Places, "random"),
			course.Options("even", "evenly along the shape", "random", "anywhere along it"),
			course.More, course.When("data", along...)) == "random"
	}
	s := yourSource
	if !own.IsRef(name) {
		s = sources[slices.IndexFunc(sources, func(s labelledSource) bool { return s.value == name })]
	}
	scaled := false
	if real != nil {
		scaled = f.Choice("inputs", "inputs", "scaled", course.Options("scaled", "standardised", "raw", "as measured"),
			course.More, course.When("data", real...)) == "scaled"
	}
	mine := Own(f, "points", "points x₁,x₂,c", cmp.Or(open.Own, ownClassed),
		course.When("data", "points"), course.EditedOn(open.Edit), course.Classed)
	seen := frame(f, squared(windowOf(mine.Input(0), mine.Input(1), sources[len(sources)-1].Window)))
	spec := LabelledSpec{Name: name, Flat: s.measured}
	switch {
	case own.IsRef(name): // Choice lets through only what yours has offered
		spec.Name, spec.Flat, spec.Table = yours, as.flat, rows
	case s.make != nil:
		spec.N, spec.Noise, spec.Seed, spec.Anywhere = n, noise, seed, anywhere && s.along != nil
	case s.real != nil:
		if spec.Scaled = scaled && !s.measured; s.many || open.samples(s) {
			spec.N, spec.Seed = n, seed
		}
	default:
		spec.Own, spec.Window = f.Control("points").Value, seen
	}
	return sync.OnceValue(spec.Load)
}

// Drawn are the designs of what is made in classes, for the samples of a figure.
var Drawn = []course.Design{
	{When: "data=rings|moons|spiral places=even", Anew: "the noise",
		Stays: "the places, evenly along each class’s curve"},
	{When: "data=rings|moons|spiral", Anew: "places anywhere along each class’s curve, and the noise"},
	{When: "data=xor", Anew: "places anywhere in the quadrants, and the noise", Stays: "how many are in each"},
	{When: "data=blobs", Anew: "every point, from the Gaussian of its class", Stays: "how many are of each class"},
	{When: "data=digits", Anew: "which images are taken"},
}

// DrawnOnLine is the design of what is made about a curve.
var DrawnOnLine = []course.Design{
	{Anew: "x at random, and the noise", Stays: "the curve that the points are drawn about"},
}

// A LabelledSpec names a [Labelled] by the choices that it follows from, for the keys of a
// memo; what a choice does not need is zero.
type LabelledSpec struct {
	Name   string
	Flat   bool // real data by two of their inputs, as measured
	Scaled bool // real data, standardised
	N      int  // of made data, and of a sample of real ones; 0 for all of them
	Noise  float64
	Seed   int

	Squares  bool // of a sample of soil: by whole squares of ground, see [LabelledSpec.Parts]
	Anywhere bool // of what is made along a curve: places at random

	Own    string // one's own points, as a form writes them
	Table  string // a reader's own rows, as [own.Rows.Text] has them
	Window        // in which those are seen
}

// source is where the points come from: what is made is the same among both.
func (spec LabelledSpec) source() labelledSource {
	sources := labelledSources
	if spec.Flat {
		sources = flatSources
	}
	return sources[slices.IndexFunc(sources, func(s labelledSource) bool { return s.value == spec.Name })]
}

// Load returns the points: of equal specs the same.
func (spec LabelledSpec) Load() *Labelled {
	if spec.Name == yours {
		return spec.yours()
	}
	s := spec.source()
	l := &Labelled{Name: spec.Name, Spec: spec, Inputs: s.inputs, Classes: s.classes, Window: s.Window}
	switch {
	case s.make != nil:
		l.Data = spec.Draw(spec.N, rand.New(rand.NewPCG(uint64(spec.Seed), 0)))
	case s.real != nil:
		l.fromReal(s)
	default:
		l.Data, l.Window = ofSigns(readOwn(spec.Own, true)), spec.Window
	}
	return l
}

// Draw makes n points as those that it names are made.
func (spec LabelledSpec) Draw(n int, rng *rand.Rand) engine.Labelled {
	s := spec.source()
	if spec.Anywhere {
		return engine.Anywhere(*s.along, n, spec.Noise, rng)
	}
	return s.make(n, spec.Noise, rng)
}

// fromReal takes the real data of a source, or a sample of them.
func (l *Labelled) fromReal(s labelledSource) {
	l.Data = s.real()
	if l.Spec.N > 0 {
		l.Data, _ = l.Spec.Parts()
		l.sort()
	}
	if l.Name == "digits" {
		l.keepInk()
	}
	if l.Spec.Scaled {
		l.standardise()
	}
	l.XMin, l.XMax = Span(l.Column(0), 0.05)
	l.YMin, l.YMax = Span(l.Column(1), 0.05)
	if s.names != nil && l.Data.Len() == len(s.names()) { // a sample has none
		l.Names = s.names()
	}
	if s.measured {
		l.Window = squared(l.Window)
	}
	if s.Window != (Window{}) {
		l.Window = s.Window
	}
}

// Parts are the real data in a sample of N, and the others: point by point at random, or by squares of ground,
// of which each in a random order goes to the sample if there is room in it.
func (spec LabelledSpec) Parts() (sample, others engine.Labelled) {
	all, rng := spec.source().real(), rand.New(rand.NewPCG(uint64(spec.Seed), 0))
	n := min(spec.N, all.Len())
	if !spec.Squares {
		return all.Split(n, rng)
	}
	squares := Squares(all.X, rng.Float64(), rng.Float64())
	rng.Shuffle(len(squares), func(i, j int) { squares[i], squares[j] = squares[j], squares[i] })
	for _, square := range squares {
		part := &others
		if sample.Len()+len(square) <= n {
			part = &sample
		}
		for _, i := range square {
			part.X, part.Labels = append(part.X, all.X[i]), append(part.Labels, all.Labels[i])
		}
	}
	return sample, others
}

// ofSigns has the label 1 where y is 1, and 0 where it is −1.
func ofSigns(own engine.Dataset) engine.Labelled {
	l := engine.Labelled{X: own.X, Labels: make([]int, own.Len())}
	for i, y := range own.Y {
		l.Labels[i] = int(y+1) / 2
	}
	return l
}

// samples reports whether n points are taken of real data that a figure may show whole.
func (open Offer) samples(s labelledSource) bool { return open.Sample && s.real != nil }

// sort puts the points in the order of their classes, as those that are made have them.
func (l *Labelled) sort() {
	order := course.Indices(l.Data.Len())
	slices.SortStableFunc(order, func(a, b int) int { return l.Data.Labels[a] - l.Data.Labels[b] })
	l.Data = l.Data.Pick(order)
}

// keepInk keeps the inks of the digits, which are measured from 0 to 16.
func (l *Labelled) keepInk() {
	for _, x := range l.Data.X {
		ink := make([]float64, len(x))
		for j, v := range x {
			ink[j] = v / 16
		}
		l.Ink = append(l.Ink, ink)
	}
}

// imageSide is how many pixels a side of a digit has.
const imageSide = 8

// Images are the points as pictures, to be drawn where they lie; nil where they are none.
func (l *Labelled) Images() *plots.Images {
	if l.Ink == nil {
		return nil
	}
	return &plots.Images{Side: imageSide, Ink: l.Ink}
}

// standardise gives every input mean 0 and standard deviation 1. The data may be
// shared: their inputs are replaced.
func (l *Labelled) standardise() {
	l.Data.X = engine.Standardize(l.Data.X).Apply(l.Data.X)
	l.Inputs = slices.Clone(l.Inputs)
	for j := range l.Inputs {
		l.Inputs[j] = Input{Name: l.Inputs[j].Name + ", standardised"}
	}
}

// Blank is a figure before there is a point in it: a plane to put one into. message is the end of “There are no points
// yet. Add some”.
func Blank(id string, width float64, plane plots.Scatter, message, says string) *course.Picture {
	return &course.Picture{
		Columns: [][]plots.Panel{{{ID: id, Title: "An empty plane", Width: width, Plot: plane}}},
		Message: "There are no points yet. Add some" + message, Says: []course.Said{course.Say(says)},
	}
}

// Column is the j-th input of every point, from 0.
func (l *Labelled) Column(j int) []float64 { return engine.Dataset{X: l.Data.X}.Input(j) }

// Axes are those of the first two inputs.
func (l *Labelled) Axes() (x, y plots.Axis) {
	return plots.Axis{Label: course.WithUnit(l.Inputs[0].Name, l.Inputs[0].Unit), Min: l.XMin, Max: l.XMax},
		plots.Axis{Label: course.WithUnit(l.Inputs[1].Name, l.Inputs[1].Unit), Min: l.YMin, Max: l.YMax}
}

// Squared reports whether both axes are to have one scale: the window is square.
func (l *Labelled) Squared() bool {
	width := l.XMax - l.XMin
	return engine.Agree(l.YMax-l.YMin, width, width)
}

// Class is the name of point i's class.
func (l *Labelled) Class(i int) string { return l.Classes[l.class(i)].Name }

// class is the place of point i's class among Classes.
func (l *Labelled) class(i int) int {
	return slices.IndexFunc(l.Classes, func(c Class) bool { return c.Label == l.Data.Labels[i] })
}

// ByClass is what a picture shows of points that lie at (x[i], y[i]), as their inputs
// do or what was computed of them: each class by itself, with the points' numbers
// among all, so that those of one datum are found in every panel.
func (l *Labelled) ByClass(x, y []float64) []plots.Class {
	classes := make([]plots.Class, len(l.Classes))
	for k, c := range l.Classes {
		classes[k].Name = c.Name
	}
	for i := range l.Data.Labels {
		c := &classes[l.class(i)]
		c.Points = append(c.Points, plots.Point{X: x[i], Y: y[i]})
		c.Index = append(c.Index, i)
	}
	return classes
}
