package kernelpca

import (
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

func TestAxesHoldOverChoices(t *testing.T) {
	coursetest.AxesHold(t, Lesson,
		coursetest.Steady{Figure: "rings", Panel: "rings-projection", Choice: "method",
			Values: []string{"linear", "added", "kernel"}, Axes: "xy"},
		coursetest.Steady{Figure: "rings", Panel: "rings-strips", Choice: "method",
			Values: []string{"linear", "added", "kernel"}, Axes: "xy"},
		coursetest.Steady{Figure: "projection", Panel: "projection-projection", Choice: "kernel",
			Values: coursetest.Unit, Axes: "xy"},
	)
}
