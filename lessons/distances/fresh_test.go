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
	})
}
