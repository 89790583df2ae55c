package kernelridge

import (
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

func TestAxesHoldOverChoices(t *testing.T) {
	coursetest.AxesHold(t, Lesson,
		coursetest.Steady{Figure: "price", Panel: "price-alpha", Choice: "penalty",
			Values: []string{"norm", "squares"}, Axes: "xy"},
		coursetest.Steady{Figure: "price", Panel: "price-residual", Choice: "penalty",
			Values: []string{"norm", "squares"}, Axes: "xy"},
	)
}
