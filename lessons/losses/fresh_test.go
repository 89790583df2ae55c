package losses

import (
	"math"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// The answers to exercises with drawn numbers, found another way.
func TestDrawnAnswers(t *testing.T) {
	coursetest.Drawn(t, Lesson, map[string]func(course.Facts) float64{
		"bound": func(f course.Facts) float64 { return 0.5 / f["l"] / f["n"] },
		"convert": func(f course.Facts) float64 {
			// Our objective over its weight of the norm, as far as half the norm has the weight 1.
			return (1 / f["n"]) * (0.5 / f["l"])
		},
		"price": func(f course.Facts) float64 {
			// Point by point, from places and classes.
			price := math.Pow(f["w"], 2) / 2
			for _, i := range []string{"1", "2", "3"} {
				price += f["c"] * math.Max(0, 1-f["y"+i]*(f["w"]*f["x"+i]+f["b"]))
			}
			return price
		},
		"huber": func(f course.Facts) float64 {
			// A central difference of the loss has its slope, as it is a parabola, or a line, at r.
			loss := func(r float64) float64 {
				if r = math.Abs(r); r > f["edge"] {
					return 2*f["edge"]*r - f["edge"]*f["edge"]
				}
				return r * r
			}
			return (loss(f["r"]+0.5) - loss(f["r"]-0.5)) / (2 * f["n"] * f["l"])
		},
	})
}
