package losses

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/plots"
)

var statements = []coursetest.Statement{
	{"CPSC 340", "any L2-regularised linear model can be kernelised", "each can be kernelised"},
	{"CPSC 340", "L2-regularised robust regression", "[absolute](?regression.loss=absolute) loss, whose slope"},
	{"CPSC 340", "L2-regularised brittle regression",
		"[brittle](?regression.loss=brittle) one. It counts the largest miss alone"},
	{"CPSC 340", "L2-regularised logistic regression", "[Put logistic regression beside it]"},
	{"CPSC 340", "L2-regularised hinge loss, SVMs", "costs the **hinge** loss"},
	{"CPSC 340", "support vectors", "@{svm-m|%.0f} of the @{soil|%.0f} samples have a ring"},
	{"CPSC 340", "prediction falls from O(ndt) to O(mdt)", "| $t$ predictions | $O(ndt)$ | $O(mdt)$ |"},
	{"CPSC 340", "m is the number of support vectors", "$m$ support vectors"},
	{"CPSC 340", "large margins after a change of basis, for data that are not separable",
		"A wide straight strip in the feature space of a Gaussian is a bent strip here: the kernel changes the basis"},
	{"CPSC 340", "the representer theorem by a gradient, of differentiable losses",
		"It vanishes for all $g$ exactly if"},
	{"CPSC 340", "its objective with λ/2", `$\sum_i f_i(w\T x_i) + \frac\lambda2 \norm{w}^2$`},
	{"CPSC 340", "true under more general conditions", "At a kink a convex loss has many slopes"},
}

func TestLesson(t *testing.T) { coursetest.Check(t, Lesson, statements...) }

func TestPrograms(t *testing.T) { coursetest.Programs(t, Lesson) }

// The slip is marked, with an arrow to it from what was measured, and the curve without it is that of the
// readings as they were measured; where nothing is wrong, or nobody knows, none of it is drawn.
func TestTheSlipIsDrawn(t *testing.T) {
	clean := "points=" + slipped(-lostSign())
	for _, loss := range []string{"squared", "absolute", "huber"} {
		p := coursetest.Opened(t, Lesson, "regression", "loss="+loss)
		c := p.Panel("regression-curve").Plot.(plots.Curves)
		at := slices.IndexFunc(c.Markers, func(m plots.Marker) bool { return m.Class == "slip" })
		if at < 0 || c.Markers[at].Y != lostSign() ||
			!strings.Contains(c.Describe(), "The mark the slip is at (20.4, 118)") {
			t.Errorf("%s: marks %v; %s", loss, c.Markers, c.Describe())
		}
		arrow := c.Lines[slices.IndexFunc(c.Lines, func(l plots.Line) bool { return l.Head })]
		if arrow.Ys[0] != -lostSign() || arrow.Ys[1] < 100 {
			t.Errorf("%s: the arrow goes along %v", loss, arrow.Ys)
		}
		want := coursetest.Opened(t, Lesson, "regression", "loss="+loss+"&"+clean).Column("fit", "y")
		if got := p.Column("without_slip", "y"); !floats.EqualApprox(got, want, 1e-6*floats.Norm(want, math.Inf(1))) {
			t.Errorf("%s: the curve without the slip is not that of the readings", loss)
		}
	}
	for _, query := range []string{clean, "data=mcycle"} {
		c := coursetest.Opened(t, Lesson, "regression", query).Panel("regression-curve").Plot.(plots.Curves)
		if len(c.Markers) > 0 || strings.Contains(c.Describe(), "slip") {
			t.Errorf("%s: %s", query, c.Describe())
		}
	}
}

func TestAxesHoldOverChoices(t *testing.T) {
	coursetest.AxesHold(t, Lesson,
		coursetest.Steady{Figure: "svm", Panel: "svm-pull", Choice: "beside",
			Values: []string{"none", "logistic", "ridge"}, Axes: "x"},
		coursetest.Steady{Figure: "svm", Panel: "svm-loss", Choice: "kernel",
			Values: append([]string{"linear", "cosine"}, coursetest.Unit...), Axes: "xy"},
		coursetest.Steady{Figure: "regression", Panel: "regression-pull", Choice: "loss",
			Values: []string{"squared", "absolute", "huber", "epsilon", "brittle"}, Axes: "x"},
	)
}
