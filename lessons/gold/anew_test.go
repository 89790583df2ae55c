package gold

import (
	"math"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
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
