package engine

import (
	"math"
	"testing"
)

// By its spectrum a similarity that is no kernel has the stationary point, and a kernel whose
// Gram matrix rounding has made indefinite is singular and no saddle.
func TestKernelSpectrumChooses(t *testing.T) {
	x := Column([]float64{-2, -1, -0.3, 0.4, 1, 2})
	y := []float64{1, -1, 2, 0, 1, -2}
	tells, err := Decompose(Sigmoid{Slope: 1, Offset: -1}, x)
	if err != nil || tells.Negative() == 0 {
		t.Fatal(tells.Negative(), err)
	}
	at, err := tells.Solve(y, 0.1)
	want, _ := tells.Stationary(y, 0.1)
	if err != nil || at.Stationary == nil || at.LOORMSE != want.LOORMSE || !math.IsNaN(at.Norm) {
		t.Errorf("%+v, %v; %v", at, err, want.LOORMSE)
	}
	// The same eigenvalues under the name of a kernel are rounding.
	kernel, err := DecomposeGram(Gaussian{1}, x, Gram(Sigmoid{Slope: 1, Offset: -1}, x))
	if err != nil || kernel.Negative() != 0 {
		t.Fatal(kernel.Negative(), err)
	}
	if at, err := kernel.Solve(y, 1e-9); err != ErrSingular || at.Stationary != nil {
		t.Errorf("%+v, %v", at, err)
	}
}

// An expression promises what its parts do: a difference and a negative number promise nothing,
// and have the stationary point where they are indefinite.
func TestExpressionsPromiseWhatTheirPartsDo(t *testing.T) {
	x := Column([]float64{0.5, 1, 1.3, 2, 3})
	for want, exprs := range map[bool][]string{
		true: {"linear() + 2*gaussian(1)*min()", "exp(linear())", "block(power(normalized(linear()), 2), 0, 1)"},
		false: {"linear() - linear()", "-3", "-2*gaussian(1)", "linear() - periodic(1, 1)", "sigmoid(1, 0)*linear()",
			"exp(-linear())", "gaussian(1) + power(polynomial(1, -1), 3)"},
	} {
		for _, expr := range exprs {
			wantEqual(t, expr+" promises", promises(MustKernel(expr), x), want)
		}
	}
	s, err := Decompose(MustKernel("linear() - periodic(1, 1)"), x)
	if err != nil || s.Negative() == 0 {
		t.Fatal(s.Negative(), err)
	}
	if at, err := s.Solve([]float64{1, 2, 0, 1, 3}, 1e-3); err != nil || at.Stationary == nil {
		t.Errorf("%+v, %v", at, err)
	}
	below := Column([]float64{-1, 1})
	if promises(Scaled{Min{}, 2}, below) || !promises(Mapped{Min{}, func(x []float64) []float64 {
		return []float64{x[0] * x[0]}
	}}, below) || promises(Maximum{Gaussian{1}, Gaussian{2}}, x) {
		t.Error("min is a kernel of inputs from 0 on, and the larger of two is none")
	}
}

// Points come of columns, one input each, and a kernel of an expression that is known to be one.
func TestColumnsAndMustKernel(t *testing.T) {
	x := Columns([]float64{1, 2, 3}, []float64{4, 5, 6})
	k, want := MustKernel("gaussian(2)"), Gaussian{2}.Eval([]float64{1, 4}, []float64{3, 6})
	if len(x) != 3 || k.Eval(x[0], x[2]) != want {
		t.Errorf("%v of %v", k, x)
	}
	wantPanic(t, "columns of two lengths", func() { Columns([]float64{1}, nil) })
	wantPanic(t, "no kernel", func() { MustKernel("gaussian(") })
}
