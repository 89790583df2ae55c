package engine

import (
	"fmt"
	"math"
	"testing"
)

// A polynomial added to y is taken up by the trend, to the last bit of the kernel
// part; and without a trend the fit is kernel ridge regression.
func TestSemiparametricTrend(t *testing.T) {
	rng := newRand(72)
	for _, p := range []int{1, 2} {
		d := Dataset{X: normalPoints(40, p, rng), Y: normalVector(40, rng)}
		k, lambda := Gaussian{0.7}, 1e-2
		f := Must(SemiparametricKRR(k, d, -1, lambda))
		ridge := Must(KRR(k, d, lambda))
		wantClose(t, "no trend", f.Kernel.Alpha, ridge.Alpha, 0)
		for degree := range 4 {
			name := fmt.Sprintf("p = %d, degree %d: ", p, degree)
			f, err := SemiparametricKRR(k, d, degree, lambda)
			noError(t, err, name)
			want := []int{1, 1 + p, (1 + p) * (2 + p) / 2, (1 + p) * (2 + p) * (3 + p) / 6}[degree]
			if len(f.Trend.Beta) != want {
				t.Errorf("%s%d monomials, want %d", name, len(f.Trend.Beta), want)
			}
			wantClose(t, name+"fitted", f.Fitted, evaluate(f, d.X), algebra)
			moved := Dataset{X: d.X, Y: make([]float64, d.Len())}
			add := func(x []float64) float64 { return 5 * math.Pow(x[0]-2*x[p-1]+1, float64(degree)) }
			for i, x := range d.X {
				moved.Y[i] = d.Y[i] + add(x)
			}
			g, err := SemiparametricKRR(k, moved, degree, lambda)
			noError(t, err, name)
			wantClose(t, name+"α", g.Kernel.Alpha, f.Kernel.Alpha, algebra)
			far := make([]float64, p)
			far[0] = 30
			wantNear(t, name+"far away", g.Eval(far)-f.Eval(far), add(far), algebra)
		}
	}
}

func TestSemiparametricHard(t *testing.T) {
	one := Dataset{X: [][]float64{{1}}, Y: []float64{2}}
	f, err := SemiparametricKRR(Gaussian{1}, one, 0, 0.1)
	if err != nil || f.Eval([]float64{7}) != 2 {
		t.Errorf("one point: %+v, %v", f, err)
	}
	for name, d := range map[string]Dataset{
		"one point":     one,
		"two places":    {X: [][]float64{{1}, {2}, {2}}, Y: []float64{1, 2, 3}},
		"constant":      {X: [][]float64{{1}, {1}, {1}, {1}}, Y: []float64{1, 2, 3, 4}},
		"collinear":     {X: [][]float64{{1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 5}, {6, 6}}, Y: make([]float64, 6)},
		"many features": {X: [][]float64{make([]float64, 3000)}, Y: []float64{1}},
	} {
		wantError(t, name, errorOf(SemiparametricKRR(Gaussian{1}, d, 2, 0.1)), ErrSingular)
	}
	for _, size := range []float64{1e-300, 1e300} {
		d := Dataset{X: [][]float64{{-size}, {0}, {size}, {size / 2}}, Y: []float64{size, 0, 0, size / 4}}
		f, err := SemiparametricKRR(Gaussian{1}, d, 2, 0.1)
		if err == nil && !allFinite(evaluate(f, d.X)) {
			t.Errorf("size %v: %+v", size, f)
		}
	}
	wantPanic(t, "degree 4", func() { SemiparametricKRR(Gaussian{1}, one, 4, 0.1) })
	wantPanic(t, "λ", func() { SemiparametricKRR(Gaussian{1}, one, 1, math.NaN()) })
}
