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
		"share": func(f course.Facts) float64 {
			// What is left out is the least of the eigenvalues, known from the blocks.
			least := min(f["a"]-math.Abs(f["b"]), f["c"])
			return 100 - 100*least/(2*f["a"]+f["c"])
		},
		"one": func(f course.Facts) float64 {
			// The sum of the diagonal: by rank 1, k(x₂, x₂) is k(x₁, x₂)²/k(x₁, x₁).
			return f["k11"] + (f["k12"]*f["k12"]+f["k13"]*f["k13"])/f["k11"]
		},
	})
}
