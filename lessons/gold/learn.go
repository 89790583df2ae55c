package gold

import (
	"math"

	"github.com/gramophone-course/gramophone/engine"
)

// What is learned of ℓ and nλ is learned from the holes that are drilled first: the other samples
// are not known yet, and some of them judge.

// learnedWidths (km) and learnedNoises (nλ) are those that the likeliest pair is one of.
var (
	learnedWidths = []float64{0.1, 0.15, 0.2, 0.3, 0.4, 0.6, 0.8, 1.2, 1.6, 2.4, 4}
	learnedNoises = []float64{0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2}
)

// likeliest are the ℓ and the nλ under which the responses of samples are likeliest, each pair
// with its own most likely τ; of several as likely the first.
func likeliest(samples []int, of func(ell float64) engine.Radial) (ell, noise float64) {
	d, _ := centred(some(samples).Dataset)
	best := math.Inf(-1)
	for _, width := range learnedWidths {
		for _, share := range learnedNoises {
			p, err := engine.GaussianProcess(of(width), d, share/float64(d.Len()))
			if err != nil {
				continue // of twenty responses that are finite and differ there is none
			}
			if l := p.LogLikelihood(); l > best {
				best, ell, noise = l, width, share
			}
		}
	}
	return ell, noise
}
