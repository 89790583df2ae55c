package losses

import (
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

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
