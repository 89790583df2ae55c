package distances

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
		"distance": func(f course.Facts) float64 {
			// x on an axis, x′ by its part along it and the rest.
			along := f["b"] / math.Sqrt(f["a"])
			return math.Hypot(math.Sqrt(f["a"])-along, math.Sqrt(f["c"]-along*along))
		},
		"radius": func(f course.Facts) float64 {
			near, far := 0.0, 20.0 // halved until the Gaussian has the distance
			for range 100 {
				R := (near + far) / 2
				k := engine.Gaussian{Length: f["l"]}.Eval([]float64{0}, []float64{R})
				if 2-2*k < f["h"]*f["h"] {
					near = R
				} else {
					far = R
				}
			}
			return near
		},
		"centre": func(f course.Facts) float64 {
			// In the plane that the points are of, with the mean written down.
			return square(f["x0"]-(f["x2"]+f["x4"])/2) + square(f["x1"]-(f["x3"]+f["x5"])/2)
		},
		"moves": func(f course.Facts) float64 {
			// J before and after, in that plane, from the means.
			J := func(x, y [2]float64) float64 {
				sum := 0.0
				for i := range x {
					mean := (x[i] + y[i]) / 2
					sum += square(x[i]-mean) + square(y[i]-mean)
				}
				return sum
			}
			x2 := [2]float64{f["a"], f["b"]}
			return J([2]float64{f["a"] + f["right"], f["b"] + f["up"]}, x2) -
				J(x2, [2]float64{f["a"] + f["aside"], f["b"] + f["above"]})
		},
	})
}

func square(v float64) float64 { return v * v }
