package sentences

import (
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

func TestAxesHoldOverChoices(t *testing.T) {
	coursetest.AxesHold(t, Lesson,
		coursetest.Steady{Figure: "classify", Panel: "classify-map", Choice: "kernel",
			Values: []string{"spectrum", "subsequence", "words"}, Axes: "xy"},
	)
}
