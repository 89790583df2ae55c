// Package model declares the model that a figure fits: the kernel with its
// parameters, and λ with the convention it is written in.
package model

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/points"
)

// The ranges of ℓ and λ, on which paths and maps place their grids too.
var (
	bandwidthRange = course.Control{Min: 0.01, Max: 100, Log: true}
	lambdaRange    = course.Control{Min: 1e-12, Max: 10, Log: true} // and 0
)

// places are the values of a range's grid, as numbers.
func places(c course.Control) []float64 {
	var v []float64
	for _, s := range c.Grid() {
		v = append(v, course.Must(strconv.ParseFloat(s, 64))) // a grid is canonical text
	}
	return v
}

// A kernel is one that a reader can choose, with the parameters it has.
type kernel struct {
	name, label, also string
	parameters        []string // names of the controls
	make              func(p parameters) engine.Kernel
	wound             bool // the bandwidth is a length on the unit circle
	none              bool // it is no kernel, whatever its parameters
}

func (k kernel) has(parameter string) bool {
	return slices.Contains(k.parameters, parameter)
}

// having are the names of the kernels that have a parameter.
func having(parameter string) []string {
	var names []string
	for _, k := range kernels {
		if k.has(parameter) {
			names = append(names, k.name)
		}
	}
	return names
}

// Parameters are the values of the controls that kernels have, and the text of an expression.
type parameters struct {
	ell, degree, offset, slope, period, shape, weight float64
	text                                              string
}

// of is the value of the parameter of that name.
func (p *parameters) of(name string) *float64 {
	return map[string]*float64{"bandwidth": &p.ell, "degree": &p.degree, "offset": &p.offset, "slope": &p.slope,
		"period": &p.period, "shape": &p.shape, "weight": &p.weight}[name]
}

// kernels are those of the engine that have a label, in the order of the formulas.
var kernels = formed()

func formed() (all []kernel) {
	for _, f := range formulas {
		form, ok := engine.FormNamed(f.name)
		if !ok || form.Label == "" {
			continue
		}
		k := kernel{name: f.name, label: form.Label, also: form.Also, parameters: parametersOf(form)}
		k.wound = k.has("period")
		k.none = form.Lacks(slices.Repeat([]float64{1}, len(k.parameters)), 0)
		k.make = func(p parameters) engine.Kernel {
			values := make([]float64, len(k.parameters))
			for i, parameter := range k.parameters {
				values[i] = *p.of(parameter)
			}
			return form.New(values)
		}
		all = append(all, k)
	}
	return all
}

// parametersOf are the names of a form's parameters.
func parametersOf(form engine.KernelForm) []string {
	names := make([]string, len(form.Parameters))
	for i, p := range form.Parameters {
		names[i] = p.Name
	}
	return names
}

// written is a kernel in a reader's words, which only the playground offers.
var written = kernel{name: "expression", label: "an expression",
	make: func(p parameters) engine.Kernel { return writtenKernel(p.text) }}

// similarities are functions that are no kernels, and look like one. The sigmoid is none
// either; it stands among kernels as libraries offer it there.
var similarities = []kernel{
	{name: "arc", label: "Gaussian of the arc", parameters: []string{"bandwidth"}, wound: true,
		make: func(p parameters) engine.Kernel { return engine.Arc{Length: p.ell} }},
	{name: "maximum", label: "alike in x₁ or in x₂", parameters: []string{"bandwidth"},
		make: func(p parameters) engine.Kernel {
			k := engine.Gaussian{Length: p.ell}
			return engine.Maximum{engine.Block{Kernel: k, From: 0, To: 1}, engine.Block{Kernel: k, From: 1, To: 2}}
		}},
	{name: "difference", label: "Gaussian less one twice as wide", parameters: []string{"bandwidth", "weight"},
		make: func(p parameters) engine.Kernel {
			wider := engine.Gaussian{Length: 2 * p.ell}
			return engine.Sum{engine.Gaussian{Length: p.ell}, engine.Scaled{Kernel: wider, Factor: -p.weight}}
		}},
}

// Parameters are the names of the controls that the kernel chosen has for parameters.
func Parameters(f *course.Form) []string {
	return named(f.Control("kernel").Value).parameters
}

func named(name string) kernel {
	all := append(slices.Concat(kernels, similarities), written)
	return all[slices.IndexFunc(all, func(k kernel) bool { return k.name == name })]
}

// An Opening is what a choice of kernel opens on. Bandwidth, above zero, and Of have to be
// set.
type Opening struct {
	Kernel    string // among Of; "gaussian" if ""
	Bandwidth float64
	Slope     float64  // of a sigmoid; as everywhere if zero
	Of        []string // the names of those offered, in that order
	AnySign   bool     // whether they are kernels is asked: a polynomial's offset may be negative, and no label says
	Aside     bool     // all parameters but the bandwidth are under "more"
}

// choose declares the choice of kernel, among those offered, and their parameters.
func choose(f *course.Form, open Opening) (kernel, parameters) {
	var options []course.Option
	has := map[string][]string{} // the kernels that have a parameter
	for _, name := range open.Of {
		k := named(name)
		switch {
		case open.AnySign && k.also != "": // what else it is called, for whether it is one is the question
			k.label = k.also + ", or " + k.label
		case !open.AnySign && k.none:
			k.label += ", no kernel"
		}
		options = append(options, course.Option{Value: k.name, Label: k.label})
		for _, parameter := range k.parameters {
			has[parameter] = append(has[parameter], name)
		}
	}
	if f.All {
		options = append(options, course.Option{Value: written.name, Label: written.label})
	}
	k := named(f.Choice("kernel", "kernel", cmp.Or(open.Kernel, "gaussian"), options))
	of := func(parameter string) course.Setting {
		return func(c *course.Control) {
			course.When("kernel", has[parameter]...)(c)
			c.More = open.Aside && parameter != "bandwidth"
		}
	}
	unit := points.InputUnit(f)
	width, lowest := unit, 0.0
	if k.wound {
		width = ""
	}
	if k.has("offset") && (open.AnySign || k.none) { // which no sign of its offset makes a kernel
		lowest = -10
	}
	p := parameters{ell: bandwidthSlider(f, open.Bandwidth, width, of("bandwidth"))}
	if has["degree"] != nil {
		p.degree = float64(f.Int("degree", "degree", 3, 1, 12, of("degree")))
	}
	if has["offset"] != nil {
		p.offset = f.Float("offset", "offset", 1, lowest, 10, of("offset"))
	}
	if has["slope"] != nil {
		p.slope = f.LogFloat("slope", "slope", cmp.Or(open.Slope, 0.01), 1e-4, 10, of("slope"))
	}
	if has["weight"] != nil {
		p.weight = f.Float("weight", "weight w of the wider", 0.5, 0, 2, of("weight"))
	}
	if has["period"] != nil {
		p.period = f.LogFloat("period", "period", 10, 0.1, 1000, course.Unit(unit), of("period"))
	}
	if has["shape"] != nil {
		p.shape = f.LogFloat("shape", "shape", 1, 0.01, 100, of("shape"))
	}
	if f.All {
		p.text = chooseExpression(f)
	}
	return k, p
}

// Names are the kernels that everybody can choose, by the names they have in a link;
// Similarities are those offered where it is asked which of them are kernels.
var (
	Names        = namesOf(kernels)
	Similarities = append(namesOf(kernels), namesOf(similarities)...)
)

func namesOf(all []kernel) []string {
	var names []string
	for _, k := range all {
		names = append(names, k.name)
	}
	return names
}

// Similarity declares a choice among similarities that need be no kernels, and what
// belongs to it.
func Similarity(f *course.Form, open Opening) func() engine.Kernel {
	k, p := choose(f, open)
	return func() engine.Kernel { return k.make(p) }
}

// Kernel declares the choice of kernel and its parameters.
func Kernel(f *course.Form, bandwidth float64) func() engine.Kernel {
	k, p := choose(f, Opening{Bandwidth: bandwidth, Of: Names})
	return func() engine.Kernel { return k.make(p) }
}

// A Family is a kernel that has been chosen, at every bandwidth.
type Family struct {
	name string
	parameters
}

// At is the kernel at a bandwidth; one that has none stays as it is.
func (k Family) At(ell float64) engine.Kernel {
	k.ell = ell
	return named(k.name).make(k.parameters)
}

// KernelOfWidth declares a kernel among those with a bandwidth, and returns it at any.
func KernelOfWidth(f *course.Form, bandwidth float64) Family {
	k, p := choose(f, Opening{Bandwidth: bandwidth, Of: having("bandwidth")})
	p.ell = 0
	return Family{k.name, p}
}

// AnyKernel declares any kernel with its parameters, and returns it at every bandwidth and
// the bandwidth in force, 0 of a kernel without one.
func AnyKernel(f *course.Form, bandwidth float64) (at Family, ell float64) {
	k, p := choose(f, Opening{Bandwidth: bandwidth, Of: Names})
	if ell = p.ell; !k.has("bandwidth") {
		ell = 0
	}
	p.ell = 0
	return Family{k.name, p}, ell
}

// HasBandwidth reports whether the kernel that a form has chosen has one.
func HasBandwidth(f *course.Form) bool { return !f.Control("bandwidth").Off }

func bandwidthSlider(f *course.Form, def float64, unit string, settings ...course.Setting) float64 {
	return f.LogFloat("bandwidth", "bandwidth ℓ", def, bandwidthRange.Min, bandwidthRange.Max,
		append(settings, course.Unit(unit), course.Term("bandwidth"))...)
}

// Lambda declares λ, from 0, and the convention it is read in, and returns the λ
// of the mean loss for n points.
//
// A reader who changes the convention sees the number move and the fit stand: the
// form carries the convention that its number was written in as the hidden field
// "was", and converts the number from it. Links leave "was" out: their number is in
// their own convention.
func Lambda(f *course.Form, def float64, load func() *points.Line) func(n int) float64 {
	now, factor := f.Raw("convention"), 1.0
	if was := f.Raw("was"); was != "" && was != now {
		n := float64(max(1, load().Data.Len()))
		factor = PerPoint(now, n) / PerPoint(was, n)
	}
	high := lambdaRange.Max
	if PerPoint(now, 2) > 1 {
		high *= points.MaxN
	}
	lambda := f.LogFloat("lambda", "λ", def, lambdaRange.Min, high,
		course.FromZero, course.Term("lambda"), course.Scaled(factor))
	convention := f.Choice("convention", "λ belongs to", "mean", course.Options(
		"mean", "the mean loss: nλ on the diagonal",
		"sum", "the sum of losses: λ on the diagonal",
		"half", "half the sum and half the norm: λ on the diagonal",
	), course.More, course.Converts)
	return func(n int) float64 { return lambda / PerPoint(convention, float64(n)) }
}

// MeanLambda declares λ of the mean loss, from 0, where no other convention is offered.
func MeanLambda(f *course.Form, def float64) float64 {
	return f.LogFloat("lambda", "λ", def, lambdaRange.Min, lambdaRange.Max, course.FromZero, course.Term("lambda"))
}

// PerPoint is by how much λ in that convention is greater than λ of the mean loss.
func PerPoint(convention string, n float64) float64 {
	if convention == "sum" || convention == "half" {
		return n
	}
	return 1
}

// Written is by how much λ as the reader writes it, in the convention in force, is
// greater than λ of the mean loss, for n points. Whatever λ a figure gives back is
// multiplied by it.
func Written(f *course.Form, n int) float64 {
	return PerPoint(f.Control("convention").Value, float64(n))
}

// WrittenAll are the λ of the mean loss, each as the reader writes it, to twelve
// digits.
func WrittenAll(f *course.Form, lambdas []float64, n int) []float64 {
	written := make([]float64, len(lambdas))
	for i, v := range lambdas {
		written[i] = course.Round(v*Written(f, n), 12)
	}
	return written
}

// Lambdas and Bandwidths are the places of the sliders, without 0: the
// grids of paths and maps.
var Lambdas, Bandwidths = places(lambdaRange), places(bandwidthRange)

// Nearest is the place of a grid that v is nearest to, by their ratio.
func Nearest(grid []float64, v float64) (best int) {
	for i, at := range grid {
		if math.Abs(math.Log(at/v)) < math.Abs(math.Log(grid[best]/v)) {
			best = i
		}
	}
	return best
}
