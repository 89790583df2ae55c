// Package model declares the model that a figure fits: the kernel with its
// parameters, and λ with the convention it is written in.
package model

import (
	"slices"
	"strconv"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/points"
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
func choose(f *course.Form, bandwidthOnly bool) (chosen kernel, withBandwidth []string) {
	var options []course.Option
	for _, k := range kernels {
		if k.bandwidth {
			withBandwidth = append(withBandwidth, k.name)
		}
		if k.bandwidth || !bandwidthOnly {
			options = append(options, course.Option{Value: k.name, Label: k.label})
		}
	}
	name := f.Choice("kernel", "kernel", "gaussian", options)
	return kernels[slices.IndexFunc(kernels, func(k kernel) bool { return k.name == name })], withBandwidth
}

// Stationary declares a kernel among those that have a bandwidth, the
// bandwidth in the unit of the data chosen before.
func Stationary(f *course.Form, bandwidth float64) func(ell float64) engine.Kernel {
	k, _ := choose(f, true)
	bandwidthSlider(f, bandwidth)
	return func(ell float64) engine.Kernel { return k.make(parameters{ell: ell}) }
}

func bandwidthSlider(f *course.Form, def float64, settings ...course.Setting) float64 {
	return f.LogFloat("bandwidth", "bandwidth ℓ", def, bandwidthRange.Min, bandwidthRange.Max, append(settings, course.Unit(points.InputUnit(f)), course.Term("bandwidth"))...)
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
	lambda := f.LogFloat("lambda", "λ", def, lambdaRange.Min, high, course.FromZero, course.Term("lambda"), course.Scaled(factor))
	convention := f.Choice("convention", "λ belongs to", "mean", course.Options(
		"mean", "the mean loss: nλ on the diagonal",
		"sum", "the sum of losses: λ on the diagonal",
		"half", "half the sum and half the norm: λ on the diagonal",
	), course.More, course.Converts)
	return func(n int) float64 { return lambda / PerPoint(convention, float64(n)) }
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

// Kernel declares the choice of kernel and its parameters.
func Kernel(f *course.Form, bandwidth float64) func() engine.Kernel {
	k, withBandwidth := choose(f, false)
	p := parameters{
		ell:    bandwidthSlider(f, bandwidth, course.When("kernel", withBandwidth...)),
		degree: f.Int("degree", "degree", 3, 1, 12, course.When("kernel", "polynomial")),
		offset: f.Float("offset", "offset", 1, 0, 10, course.When("kernel", "polynomial")),
	}
	return func() engine.Kernel { return k.make(p) }
}

// pathLambdas and pathBandwidths are the places of the sliders, without 0: the
// grids of paths and maps.
var Lambdas, Bandwidths = places(lambdaRange), places(bandwidthRange)
