package kernelalgebra

import (
	"math"
	"testing"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// The answers to exercises with drawn numbers, found another way.
func TestDrawnAnswers(t *testing.T) {
	coursetest.Drawn(t, Lesson, map[string]func(course.Facts) float64{
		"features": func(f course.Facts) float64 {
			sum := 0.0
			for range int(f["a"]) {
				sum += f["b"]
			}
			return sum
		},
		"width": func(f course.Facts) float64 {
			// exp(c·1·2), normalised, is exp(−c(1 − 2)²/2), and so is the Gaussian.
			return -2 * math.Log(engine.Gaussian{Length: f["l"]}.Eval([]float64{1}, []float64{2}))
		},
	})
}
