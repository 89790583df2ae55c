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
		"all-four": func(f course.Facts) float64 {
			sum := 0.0 // of the squares of φ(x) + φ(x′), feature by feature
			for _, feature := range []func(a, b float64) float64{
				func(_, _ float64) float64 { return 1 },
				func(a, _ float64) float64 { return math.Sqrt2 * a },
				func(_, b float64) float64 { return math.Sqrt2 * b },
				func(a, _ float64) float64 { return a * a },
				func(a, b float64) float64 { return math.Sqrt2 * a * b },
				func(_, b float64) float64 { return b * b },
			} {
				sum += math.Pow(feature(f["x1"], f["x2"])+feature(f["y1"], f["y2"]), 2)
			}
			return sum
		},
		"less-mean": func(f course.Facts) float64 {
			return (f["u1"]-f["u-mean"])*(f["u2"]-f["u-mean"]) + (f["v1"]-f["v-mean"])*(f["v2"]-f["v-mean"])
		},
	})
}
