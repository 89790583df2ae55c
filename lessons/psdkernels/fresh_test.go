package psdkernels

import (
	"math"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// The answers to exercises with drawn numbers, found another way.
func TestDrawnAnswers(t *testing.T) {
	coursetest.Drawn(t, Lesson, map[string]func(course.Facts) float64{
		"two":   func(f course.Facts) float64 { return f["a"] - f["b"] },
		"bound": func(f course.Facts) float64 { return math.Sqrt(f["pp"] * f["qq"]) },
	})
}
