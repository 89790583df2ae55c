package engine

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"
)

// A survey is at every step the Gaussian process of what has been measured.
func TestSurvey(t *testing.T) {
	d := XOR(40, 0, newRand(3)).Against(1)
	rng := newRand(4)
	for i := range d.Y {
		d.Y[i] = 2 + d.X[i][0]*d.X[i][1] + 0.1*rng.NormFloat64()
	}
	const noise = 0.05
	for _, k := range []Kernel{Gaussian{0.5}, Exponential{1}} {
		s := NewSurvey(Gram(k, d.X), noise)
		var taken Dataset
		for n, i := range []int{3, 17, 8, 3, 30, 31, 9} {
			other := s.Clone()
			other.Measure(0, 7) // which has to leave s alone
			s.Measure(i, d.Y[i])
			taken.X, taken.Y = append(taken.X, d.X[i]), append(taken.Y, d.Y[i])
			centre := stat.Mean(taken.Y, nil)
			centred := Dataset{X: taken.X, Y: make([]float64, n+1)}
			for j, y := range taken.Y {
				centred.Y[j] = y - centre
			}
			if s.Len() != n+1 || math.Abs(s.Centre()-centre) > 1e-12 {
				t.Fatalf("%d responses around %v", s.Len(), s.Centre())
			}
			p := Must(GaussianProcess(k, centred, noise/float64(n+1)))
			mean, sd, err := p.Predict(d.X)
			noError(t, err)
			// To the scale of y: of one response, less itself, only rounding is left.
			y := maxAbs(taken.Y)
			wantNear(t, "signal", y+s.Signal(), y+p.Signal, 1e-10)
			for j := range d.X {
				wantNear(t, "mean", s.Mean(j), centre+mean[j], 1e-10)
				wantNear(t, "deviation", y+s.Signal()*math.Sqrt(s.Variance(j)), y+sd[j], 1e-7)
			}
		}
	}
	wantPanic(t, "noise", func() { NewSurvey(Gram(Gaussian{1}, d.X), 0) })
}
