package gold

import (
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

func TestAnewIsComputed(t *testing.T) {
	if facts := facts(); facts["anew_worse"] < 35 || facts["anew_more"] < 4*facts["anew_se"] {
		t.Errorf("in %v envelopes far samples are missed by more than squares", facts["anew_worse"])
	}
	coursetest.Chosen(t, "anew.csv", anew(), envelopes, chooseAnew)
}
