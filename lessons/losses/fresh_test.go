package losses

import (
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// The answers to exercises with drawn numbers, found another way.
func TestDrawnAnswers(t *testing.T) {
	coursetest.Drawn(t, Lesson, map[string]func(course.Facts) float64{
		"bound": func(f course.Facts) float64 { return 0.5 / f["l"] / f["n"] },
		"convert": func(f course.Facts) float64 {
			// Our objective over its weight of the norm, as far as half the norm has the weight 1.
			return (1 / f["n"]) * (0.5 / f["l"])
		},
	})
}
