package gold

import (
	"math"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// What there is to choose from.
var (
	anewWidths = []float64{0.2, 0.3, 0.5, 0.8, 1.2, 2, 3} // km
	anewNoises = []float64{0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1}
)

func TestAnewIsComputed(t *testing.T) {
	if facts := facts(); facts["anew_worse"] < 35 || facts["anew_more"] < 4*facts["anew_se"] {
		t.Errorf("in %v envelopes far samples are missed by more than squares", facts["anew_worse"])
	}
	if f := facts(); math.Abs(f["anew_sealed"]-f["anew_chosen"]-f["anew_more"]) > 1e-9 ||
		f["anew_mean"] > f["anew_sealed"]-0.2 || f["anew_mean_wins"] < 25 {
		t.Errorf("the mean alone misses by %v, better in %v", f["anew_mean"], f["anew_mean_wins"])
	}
	coursetest.Chosen(t, "anew.csv", anew(), envelopes, chooseAnew)
}

// chooseAnew are the errors with squares left out and in the envelope of that number, with the setting
// chosen by the first.
func chooseAnew(number int) course.Envelope {
	best := course.Envelope{Chosen: math.Inf(1)}
	for _, family := range kernels {
		for _, ell := range anewWidths {
			for _, noise := range anewNoises {
				missed, chosen, err := misses(familyOf(family)(ell), noise, centreOf(number))
				if err == nil && chosen < best.Chosen {
					best = course.Envelope{Chosen: chosen, Sealed: rms(missed)}
				}
			}
		}
	}
	return best
}
