package grammatrix

import (
	"math"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// The answers to exercises with drawn numbers, found another way.
func TestDrawnAnswers(t *testing.T) {
	coursetest.Drawn(t, Lesson, map[string]func(course.Facts) float64{
		"product": func(f course.Facts) float64 { return (2*f["a"]*f["a"] + 2*f["b"]*f["b"] - 2*f["s"]) / 4 },
		"cosine":  func(f course.Facts) float64 { return f["k"] / math.Sqrt(f["pp"]) / math.Sqrt(f["qq"]) },
	})
}
