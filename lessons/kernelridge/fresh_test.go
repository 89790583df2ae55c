package kernelridge

import (
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// The answers to exercises with drawn numbers, found another way.
func TestDrawnAnswers(t *testing.T) {
	coursetest.Drawn(t, Lesson, map[string]func(course.Facts) float64{
		"twins":      func(f course.Facts) float64 { return (f["a"] + f["b"]) / (2 + 2*f["l"]) },
		"convention": func(f course.Facts) float64 { return 133 * f["ours"] },
	})
}
