package lessons

import (
	"slices"
	"strconv"

	"gramophone/engine"
)

// The ranges of ℓ and λ, on which paths and maps place their grids too.
var (
	bandwidths = Control{Min: 0.01, Max: 100, Log: true}
	lambdas    = Control{Min: 1e-12, Max: 10, Log: true} // and 0
)

// places are the values of a range's grid, as numbers.
func places(c Control) []float64 {
	var v []float64
	for _, s := range c.Grid() {
		x, err := strconv.ParseFloat(s, 64)
		if err != nil {
			panic(err) // a grid is canonical text
		}
		v = append(v, x)
	}
	return v
}

// A kernel is one that a reader can choose, with the parameters it has.
type kernel struct {
	name, label string
	bandwidth   bool // whether it has one
	make        func(p parameters) engine.Kernel
}

type parameters struct {
	ell    float64
	degree int
	offset float64
}

var kernels = []kernel{
	{"gaussian", "Gaussian", true, func(p parameters) engine.Kernel { return engine.Gaussian{Length: p.ell} }},
	{"laplacian", "Laplacian", true, func(p parameters) engine.Kernel { return engine.Laplacian{Length: p.ell} }},
	{"exponential", "exponential", true, func(p parameters) engine.Kernel { return engine.Exponential{Length: p.ell} }},
	{"matern32", "Matérn 3/2", true, func(p parameters) engine.Kernel { return engine.Matern32{Length: p.ell} }},
	{"matern52", "Matérn 5/2", true, func(p parameters) engine.Kernel { return engine.Matern52{Length: p.ell} }},
	{"polynomial", "polynomial", false, func(p parameters) engine.Kernel { return engine.Polynomial{Degree: p.degree, Offset: p.offset} }},
	{"linear", "linear", false, func(parameters) engine.Kernel { return engine.Linear{} }},
}

// choose declares the choice among kernels, those with a bandwidth only if so asked,
// and returns the one chosen and the names of those that have a bandwidth.
func choose(f *Form, bandwidthOnly bool) (chosen kernel, withBandwidth []string) {
	var options []Option
	for _, k := range kernels {
		if k.bandwidth {
			withBandwidth = append(withBandwidth, k.name)
		}
		if k.bandwidth || !bandwidthOnly {
			options = append(options, Option{Value: k.name, Label: k.label})
		}
	}
	name := f.Choice("kernel", "kernel", "gaussian", options)
	return kernels[slices.IndexFunc(kernels, func(k kernel) bool { return k.name == name })], withBandwidth
}

// bandwidthControls declares a kernel among those that have a bandwidth, the
// bandwidth in the unit of the data chosen before.
func bandwidthControls(f *Form, bandwidth float64) func(ell float64) engine.Kernel {
	k, _ := choose(f, true)
	bandwidthSlider(f, bandwidth)
	return func(ell float64) engine.Kernel { return k.make(parameters{ell: ell}) }
}

func bandwidthSlider(f *Form, def float64, settings ...Setting) float64 {
	return f.LogFloat("bandwidth", "bandwidth ℓ", def, bandwidths.Min, bandwidths.Max, append(settings, Unit(inputUnit(f)), Term("bandwidth"))...)
}

// lambdaControl declares λ, from 0, and the convention it is read in, and returns the λ
// of the mean loss for n points.
//
// A reader who changes the convention sees the number move and the fit stand: the
// form carries the convention that its number was written in as the hidden field
// "was", and converts the number from it. Links leave "was" out: their number is in
// their own convention.
func lambdaControl(f *Form, def float64, load func() *regression) func(n int) float64 {
	now, factor := f.Raw("convention"), 1.0
	if was := f.Raw("was"); was != "" && was != now {
		n := float64(max(1, load().data.Len()))
		factor = perPoint(now, n) / perPoint(was, n)
	}
	high := lambdas.Max
	if perPoint(now, 2) > 1 {
		high *= maxN
	}
	lambda := f.LogFloat("lambda", "λ", def, lambdas.Min, high, FromZero, Term("lambda"), Scaled(factor))
	convention := f.Choice("convention", "λ belongs to", "mean", Options(
		"mean", "the mean loss: nλ on the diagonal",
		"sum", "the sum of losses: λ on the diagonal",
		"half", "half the sum and half the norm: λ on the diagonal",
	), More, Converts)
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
	k, withBandwidth := choose(f, false)
	p := parameters{
		ell:    bandwidthSlider(f, bandwidth, When("kernel", withBandwidth...)),
		degree: f.Int("degree", "degree", 3, 1, 12, When("kernel", "polynomial")),
		offset: f.Float("offset", "offset", 1, 0, 10, When("kernel", "polynomial")),
	}
	return func() engine.Kernel { return k.make(p) }
}

// pathLambdas and pathBandwidths are the places of the sliders, without 0: the
// grids of paths and maps.
var pathLambdas, pathBandwidths = places(lambdas), places(bandwidths)
