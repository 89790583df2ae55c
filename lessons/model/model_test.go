package model

import (
	"fmt"
	"slices"
	"testing"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/points"
	"gonum.org/v1/gonum/mat"
)

// Every kernel is had by its name in a link, with its own parameters.
func TestKernelsByName(t *testing.T) {
	for query, want := range map[string]engine.Kernel{
		"":                                           engine.Gaussian{Length: 2},
		"kernel=linear":                              engine.Linear{},
		"kernel=polynomial&degree=4&offset=0.5":      engine.Polynomial{Degree: 4, Offset: 0.5},
		"kernel=gaussian&bandwidth=3":                engine.Gaussian{Length: 3},
		"kernel=laplacian":                           engine.Laplacian{Length: 2},
		"kernel=exponential":                         engine.Exponential{Length: 2},
		"kernel=matern32":                            engine.Matern32{Length: 2},
		"kernel=matern52":                            engine.Matern52{Length: 2},
		"kernel=cosine":                              engine.Cosine{},
		"kernel=min":                                 engine.Min{},
		"kernel=sigmoid&slope=0.1&offset=-2":         engine.Sigmoid{Slope: 0.1, Offset: -2},
		"kernel=periodic&period=7":                   engine.Periodic{Length: 2, Period: 7},
		"kernel=rational-quadratic&shape=3":          engine.RationalQuadratic{Length: 2, Shape: 3},
		"kernel=polynomial&offset=0&slope=5&shape=9": engine.Polynomial{Degree: 3, Offset: 0},
	} {
		f := course.NewForm(course.ParseQuery(query))
		points.OnLine(f, points.Offer{Data: "sine"})
		if got := Kernel(f, 2)(); got != want || len(f.Notes) > 0 {
			t.Errorf("%q is %v, want %v; notes %q", query, got, want, f.Notes)
		}
	}
	f := course.NewForm(course.ParseQuery("kernel=polynomial&offset=-1"))
	points.OnLine(f, points.Offer{Data: "sine"})
	if got := Kernel(f, 2)(); got != (engine.Polynomial{Degree: 3}) || len(f.Notes) != 1 {
		t.Errorf("an offset of −1 makes %v, with notes %q", got, f.Notes)
	}
}

// Those with a bandwidth are had at any, with what else they have.
func TestKernelsOfAnyWidth(t *testing.T) {
	for query, want := range map[string]engine.Kernel{
		"":                                     engine.Gaussian{Length: 5},
		"kernel=laplacian&bandwidth=3":         engine.Laplacian{Length: 5},
		"kernel=exponential":                   engine.Exponential{Length: 5},
		"kernel=matern32":                      engine.Matern32{Length: 5},
		"kernel=matern52":                      engine.Matern52{Length: 5},
		"kernel=periodic&period=7":             engine.Periodic{Length: 5, Period: 7},
		"kernel=rational-quadratic&shape=3":    engine.RationalQuadratic{Length: 5, Shape: 3},
		"data=faithful&kernel=matern52&shape=": engine.Matern52{Length: 5},
	} {
		f := course.NewForm(course.ParseQuery(query))
		points.OnLine(f, points.Offer{Data: "sine"})
		if got := KernelOfWidth(f, 2).At(5); got != want || len(f.Notes) > 0 || !HasBandwidth(f) {
			t.Errorf("%q is %v, want %v; notes %q", query, got, want, f.Notes)
		}
		for _, form := range engine.KernelForms() {
			offered := slices.ContainsFunc(f.Control("kernel").Options, func(o course.Option) bool {
				return o.Value == form.Name
			})
			if offered != slices.Contains(parametersOf(form), "bandwidth") {
				t.Errorf("that %s is offered is %v", form.Name, offered)
			}
		}
	}
	f := course.NewForm(course.ParseQuery("kernel=linear"))
	points.OnLine(f, points.Offer{Data: "sine"})
	if Kernel(f, 2); HasBandwidth(f) || len(f.Control("kernel").Options) != len(kernels) {
		t.Errorf("the linear kernel has a bandwidth, or not all are offered: %v", f.Control("kernel").Options)
	}
}

// Where it is asked which are kernels, similarities that are none are offered beside
// them, with their parameters.
func TestSimilarities(t *testing.T) {
	for query, want := range map[string]string{
		"":                               "arc(1.5)",
		"kernel=arc&bandwidth=3":         "arc(3)",
		"kernel=maximum":                 "maximum(block(gaussian(1.5), 0, 1), block(gaussian(1.5), 1, 2))",
		"kernel=difference&weight=0.25":  "gaussian(1.5) - 0.25*gaussian(3)",
		"kernel=polynomial&offset=-1":    "polynomial(3, -1)",
		"kernel=sigmoid&offset=-1":       "sigmoid(1, -1)",
		"kernel=gaussian&bandwidth=0.2":  "gaussian(0.2)",
		"kernel=linear&weight=1&slope=2": "linear()",
	} {
		f := course.NewForm(course.ParseQuery(query))
		points.OnLine(f, points.Offer{Data: "sine"})
		k := Similarity(f, Opening{Kernel: "arc", Bandwidth: 1.5, Slope: 1, Of: Similarities, AnySign: true})()
		if got := fmt.Sprint(k); got != want || len(f.Notes) > 0 {
			t.Errorf("%q is %s, want %s; notes %q", query, got, want, f.Notes)
		}
	}
}

// An expression is what it is made of: the engine knows by its parts whether it is a kernel, and
// its Gram matrix has the very numbers of the parts.
func TestAnExpressionIsItsParts(t *testing.T) {
	x := engine.Column([]float64{0.5, 1, 1.3, 2, 3.1})
	for expr, kernel := range map[string]bool{
		"linear() - periodic(1, 1)": false, "-3": false, "0.5*sigmoid(1, 0)": false,
		"linear()*gaussian(1) - 2*linear()": false,
		"linear() + 0.5*gaussian(1)*min()":  true, "exp(linear())": true,
	} {
		k := writtenKernel(expr)
		K, parts := engine.Gram(k, x), engine.Gram(engine.MustKernel(expr), x)
		if !mat.Equal(K, parts) {
			t.Errorf("%s: its Gram matrix is not that of its parts", expr)
		}
		// Were this matrix its own, it would have a negative eigenvalue, which a kernel takes for rounding.
		s := course.Must(engine.DecomposeGram(k, x, engine.Gram(engine.Constant{Value: -1}, x)))
		if (s.Negative() == 0) != kernel {
			t.Errorf("%s promises to be a kernel: %t", expr, !kernel)
		}
	}
}
