package representer

import (
	"math"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// The answers to exercises with drawn numbers, found another way.
func TestDrawnAnswers(t *testing.T) {
	coursetest.Drawn(t, Lesson, map[string]func(course.Facts) float64{
		"away": func(f course.Facts) float64 {
			// The least value is closed in on, and (0, s) less its part along the line measured.
			loss := func(s float64) float64 { return math.Pow(f["y"]-f["b"]*s, 2) + f["l"]*s }
			low, high := 0.0, f["y"]/f["b"]
			for range 200 {
				if p, q := (2*low+high)/3, (low+2*high)/3; loss(p) < loss(q) {
					high = q
				} else {
					low = p
				}
			}
			along := low * f["b"] / f["square"]
			return math.Hypot(along*f["a"], low-along*f["b"])
		},
		"saved": func(f course.Facts) float64 {
			// The part at right angles, along (−b, a).
			across := (f["q"]*f["a"] - f["p"]*f["b"]) / math.Hypot(f["a"], f["b"])
			return f["l"] * across * across
		},
		"single": func(f course.Facts) float64 {
			// Ridge regression on the features x and √r: θ = cy, with the direction of the datum's features.
			a, b := f["x"], math.Sqrt(f["r"])
			c := f["y"] / (a*a + b*b + f["l"])
			return c*a*f["z"] + c*b*b
		},
	})
}
