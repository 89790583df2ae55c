package kerneltrick

import (
	"math"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// The answers to exercises with drawn numbers, found another way.
func TestDrawnAnswers(t *testing.T) {
	coursetest.Drawn(t, Lesson, map[string]func(course.Facts) float64{
		"fourth": func(f course.Facts) float64 {
			return math.Pow(1+f["x1"]*f["y1"]+f["x2"]*f["y2"]+f["x3"]*f["y3"], 4)
		},
	})
}
