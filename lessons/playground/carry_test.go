package playground

import (
	"math"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/psdkernels"
)

// A polynomial with an offset below 0 is the same fit in the playground, though none is offered
// there by name.
func TestCarryAPolynomialOfAnySign(t *testing.T) {
	f, _ := psdkernels.Lesson.Figure("fit")
	m, _ := MethodOf(f.Method)
	for _, query := range []string{"kernel=polynomial&degree=3&offset=-0.5", "kernel=polynomial&degree=2"} {
		form, from := coursetest.Draw(t, psdkernels.Lesson, "fit", query)
		carried := m.Carry(form)
		_, to := coursetest.Draw(t, Lesson, m.Name, carried)
		if a, b := from.Find("train_rmse"), to.Find("train_rmse"); !(math.Abs(a-b) <= 1e-9*a) {
			t.Errorf("%s: a train error of %v, and with %s of %v", query, a, carried, b)
		}
	}
}

// A lasso shows its fit where its path cannot be followed to its end: nine points, and twelve
// waves of which some are alike at them.
func TestALassoOfWavesThatAreAlike(t *testing.T) {
	_, p := coursetest.Draw(t, Lesson, "lasso", "data=points&points=0,0;1,1;2,4;3,2;4,2;5,4;6,1;7,0;8,1")
	if p.Message != "" || p.Find("kept") < 1 {
		t.Errorf("%q, with %v waves", p.Message, p.Find("kept"))
	}
}
