package lessons

import (
	"maps"
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
func (c Control) places() []float64 {
	var v []float64
	for _, s := range c.Grid() {
		x, _ := parse(s)
		v = append(v, x)
	}
	return v
}

// stationary are the kernels that have a bandwidth.
var stationary = Options(
	"gaussian", "Gaussian",
	"laplacian", "Laplacian",
	"exponential", "exponential",
	"matern32", "Matérn 3/2",
	"matern52", "Matérn 5/2",
)

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
	var names []string
	for _, o := range stationary {
		names = append(names, o.Value)
	}
	name := f.Choice("kernel", "kernel", "gaussian", append(slices.Clone(stationary), Option{Value: "polynomial", Label: "polynomial"}, Option{Value: "linear", Label: "linear"}))
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

// pathLambdas is the grid of the path: the slider's, without 0.
var pathLambdas = lambdas.places()
