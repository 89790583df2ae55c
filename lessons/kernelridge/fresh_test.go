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
		"ramps": func(f course.Facts) float64 {
			// α₁ is found from the first equation, and put into the second.
			m := 2 * f["l"]
			return (f["y2"] - f["x1"]*f["y1"]/(f["x1"]+m)) / (f["x2"] + m - f["x1"]*f["x1"]/(f["x1"]+m))
		},
		"unseen": func(f course.Facts) float64 {
			// The one bump that is left, fitted.
			return f["y1"] - f["b"]*f["y2"]/(f["a"]+f["shift"])
		},
	})
}
