package grammatrix

import (
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

func TestAxesHoldOverChoices(t *testing.T) {
	coursetest.AxesHold(t, Lesson,
		coursetest.Steady{Figure: "gram", Panel: "gram-row", Choice: "order",
			Values: []string{"listed", "class", "x", "eigenvector"}, Axes: "xy"},
	)
}
