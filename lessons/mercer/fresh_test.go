package mercer

import (
	"math"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// The answers to exercises with drawn numbers, found another way.
func TestDrawnAnswers(t *testing.T) {
	coursetest.Drawn(t, Lesson, map[string]func(course.Facts) float64{
		"first": func(f course.Facts) float64 { return math.Sqrt((f["a"] + f["b"]) / 2) },
		"convention": func(f course.Facts) float64 {
			// The length at which the Gaussian has the paper's value of a pair at distance 1.
			return math.Sqrt(1 / (2 * 1 / (f["sigma"] * f["sigma"])))
		},
	})
}
