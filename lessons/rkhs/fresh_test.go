package rkhs

import (
	"math"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// The answers to exercises with drawn numbers, found another way.
func TestDrawnAnswers(t *testing.T) {
	coursetest.Drawn(t, Lesson, map[string]func(course.Facts) float64{
		"norm": func(f course.Facts) float64 {
			// ∫ f′², piece by piece.
			s1, s2, s3 := f["a1"]+f["a2"]+f["a3"], f["a2"]+f["a3"], f["a3"]
			return math.Sqrt(s1*s1 + s2*s2 + s3*s3)
		},
		"inner": func(f course.Facts) float64 {
			y1, y2 := f["y1"], f["y2"]
			return y1*(f["s11"]*y1+f["s12"]*y2) + y2*(f["s12"]*y1+f["s22"]*y2)
		},
		"ceiling": func(f course.Facts) float64 {
			// The function of that norm that is the largest there, a multiple of k(x, ·), and its value.
			x := []float64{f["x1"], f["x2"]}
			value, square, norm := 0.0, 0.0, math.Hypot(f["s11"], math.Hypot(f["s12"], math.Hypot(f["s12"], f["s22"])))
			for i := range x {
				for j := range x {
					square += x[i] * x[j] * x[i] * x[j]
				}
			}
			for i := range x {
				for j := range x {
					value += norm / math.Sqrt(square) * x[i] * x[j] * x[i] * x[j]
				}
			}
			return value
		},
		"rise": func(f course.Facts) float64 {
			// The distance of the features x², √(2r)x and r.
			x, y := f["x"], f["y"]
			return f["norm"] * math.Hypot(x*x-y*y, math.Sqrt(2*f["r"])*(x-y))
		},
	})
}
