package largen

import (
	"math"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// The answers to exercises with drawn numbers, found another way.
func TestDrawnAnswers(t *testing.T) {
	coursetest.Drawn(t, Lesson, map[string]func(course.Facts) float64{
		"blocks": func(f course.Facts) float64 {
			room := f["memory"] * 1e9 / 8
			if n, d := f["n"], f["d"]; n*d < room || n*n < room || d*d > room/8 {
				t.Errorf("not what is asked: %v", f)
			}
			return 3
		},
		"gigabytes": func(f course.Facts) float64 { return 8 * math.Pow(f["points"], 2) / 1e9 },
		"seconds":   func(f course.Facts) float64 { return f["s"] * math.Pow(f["many"]/f["few"], 3) },
		"through":   func(f course.Facts) float64 { return f["f1"]*f["g1"] + f["f2"]*f["g2"] },
		"afford": func(f course.Facts) float64 {
			// The number of multiplications a second is the same.
			rate := f["n"] * f["m"] * f["m"] / f["s"]
			return math.Sqrt(rate * f["limit"] / f["many"])
		},
	})
}
