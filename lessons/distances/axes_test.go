package distances

import (
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

func TestAxesHoldOverChoices(t *testing.T) {
	coursetest.AxesHold(t, Lesson,
		coursetest.Steady{Figure: "knn", Panel: "knn-row", Choice: "kernel",
			Values: coursetest.Unit, Axes: "xy"},
		coursetest.Steady{Figure: "density", Panel: "density-reach", Choice: "kernel",
			Values: coursetest.Unit, Axes: "xy"},
		coursetest.Steady{Figure: "outliers", Panel: "outliers-order", Choice: "kernel",
			Values: coursetest.Unit[:6], Axes: "xy"},
	)
}
