package engine

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
)

// The mean is kernel ridge regression, the weights give it, and a response
// believed without noise leaves no deviation.
func TestGaussianProcess(t *testing.T) {
	d := Gap(30, 0.1, newRand(71))
	grid := [][]float64{{-1}, {2}, {5}, {9}, {20}}
	for _, k := range []Kernel{Gaussian{1}, Exponential{2}, Matern52{2}} {
		for _, lambda := range []float64{1e-6, 1e-2, 1} {
			p := Must(GaussianProcess(k, d, lambda))
			f := Must(KRR(k, d, lambda))
			mean, sd, err := p.Predict(grid)
			noError(t, err)
			wantClose(t, "mean", mean, evaluate(f, grid), algebra)
			for i, x := range grid {
				w := Must(p.Weights(x))
				wantNear(t, "weights", dot(w, d.Y), mean[i], 1e-8)
				if !(sd[i] >= 0 && sd[i] <= p.Signal || Agree(sd[i], p.Signal, p.Signal)) {
					t.Errorf("deviation %v is outside [0, %v]", sd[i], p.Signal)
				}
			}
			// The most likely signal is a maximum.
			at, s := p.LogLikelihood(), p.Signal
			for _, factor := range []float64{0.99, 1.01} {
				if p.Signal = s * factor; p.LogLikelihood() >= at {
					t.Errorf("%v is likelier than %v", p.Signal, s)
				}
			}
		}
	}
	p := Must(GaussianProcess(Exponential{1}, d, 0))
	_, sd, err := p.Predict(d.X)
	noError(t, err)
	for _, v := range sd {
		if !(v <= 1e-6) {
			t.Errorf("deviation %v at a point known exactly", v)
		}
	}
}

func TestGaussianProcessHard(t *testing.T) {
	one := Dataset{X: [][]float64{{1}}, Y: []float64{0}}
	p, err := GaussianProcess(Gaussian{1}, one, 0.1)
	if err != nil || p.Signal != 0 || !math.IsInf(p.LogLikelihood(), 1) {
		t.Errorf("y = 0: %+v, %v", p, err)
	}
	p.likely = 1
	if !math.IsInf(p.LogLikelihood(), -1) {
		t.Error("no signal, and still a response")
	}
	for _, size := range []float64{1e-300, 1e300} {
		d := Dataset{X: [][]float64{{0}, {1}}, Y: []float64{size, -size}}
		p, err := GaussianProcess(Gaussian{1}, d, 0.1)
		if err != nil || !(p.Signal > 0 && finite(p.Signal) && finite(p.LogLikelihood())) {
			t.Errorf("y of size %v: %+v, %v", size, p, err)
		}
	}
	repeated := Dataset{X: [][]float64{{1}, {1}}, Y: []float64{0, 1}}
	wantError(t, "repeated points and no noise", errorOf(GaussianProcess(Gaussian{1}, repeated, 0)), ErrSingular)
	wantPanic(t, "λ", func() { GaussianProcess(Gaussian{1}, one, -1) })
	wantPanic(t, "signal", func() { p.Signal = math.NaN(); p.LogLikelihood() })
}

// What is left out is predicted by the rest as an honest fit without it would, at the
// same nλ and signal; and in blocks as all at once.
func TestPosteriorLeavesOut(t *testing.T) {
	d := Gap(40, 0.1, newRand(72))
	k, lambda := Matern32{1}, 0.01
	n := float64(d.Len())
	p := Must(GaussianProcess(k, d, lambda))
	folds := [][]int{{0}, {7}, {3, 1, 20}, {30, 31, 32, 33, 34, 35}, {39}}
	residual, sd, err := p.LeaveOut(folds)
	noError(t, err)
	if !math.IsNaN(residual[2]) || !math.IsNaN(sd[2]) {
		t.Error("what is in no fold has a residual")
	}
	for _, fold := range folds {
		rest := without(d, fold...)
		q := Must(GaussianProcess(k, rest, lambda*n/float64(rest.Len())))
		q.Signal = p.Signal
		for _, i := range fold {
			mean, s, err := q.Predict([][]float64{d.X[i]})
			noError(t, err)
			wantNear(t, "residual", residual[i], d.Y[i]-mean[0], 1e-8)
			wantNear(t, "deviation", sd[i], math.Hypot(s[0], q.Noise()), 1e-8)
		}
	}
	wantPanic(t, "overlap", func() { p.LeaveOut([][]int{{0, 1}, {1}}) })
	many := Column(floats.Span(make([]float64, 1000), 0, 9.99))
	mean, s, err := p.Predict(many)
	noError(t, err)
	for _, i := range []int{0, 127, 128, 640, 999} {
		m1, s1, err := p.Predict(many[i : i+1])
		noError(t, err)
		wantNear(t, "mean", mean[i], m1[0], 1e-12)
		wantNear(t, "deviation", s[i], s1[0], 1e-7)
	}
}
