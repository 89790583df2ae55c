package woodbury

import (
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// The answers to exercises with drawn numbers, found another way.
func TestDrawnAnswers(t *testing.T) {
	coursetest.Drawn(t, Lesson, map[string]func(course.Facts) float64{
		"gram": func(f course.Facts) float64 {
			sum := 0.0
			for i := 1.0; i <= f["n"]; i++ {
				sum += i * f["d"]
			}
			return sum
		},
		"weight": func(f course.Facts) float64 {
			return -f["a"] / (1 + f["u"]*f["v"]) // det(aI + cuvᵀ) = a(a + c vᵀu)
		},
	})
}
