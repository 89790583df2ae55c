package featuremaps

import (
	"math"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// The answers to exercises with drawn numbers, found another way.
func TestDrawnAnswers(t *testing.T) {
	coursetest.Drawn(t, Lesson, map[string]func(course.Facts) float64{
		"parabola": func(f course.Facts) float64 { return (f["right"] - f["left"]) + 2*(f["right"]+f["left"]) },
		"ten": func(f course.Facts) float64 {
			d := 1.0 // of nothing more than the constant; then one input after the other
			for i := 1.0; i <= f["q"]; i++ {
				d *= (f["p"] + i) / i
			}
			return d
		},
		"row": func(f course.Facts) float64 {
			sum := 0.0 // over all powers of the two inputs whose degrees are 2 at most
			for i := range 3 {
				for j := range 3 - i {
					sum += math.Pow(f["a"], float64(i)) * math.Pow(f["b"], float64(j))
				}
			}
			return sum
		},
		"valued": func(f course.Facts) float64 {
			return f["c"] + f["a"]*f["p"] + f["b"]*(f["a"]*f["q"]+f["b"]*f["r"])
		},
	})
}
