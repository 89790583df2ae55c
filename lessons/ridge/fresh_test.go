package ridge

import (
	"math"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// The answers to exercises with drawn numbers, found another way.
func TestDrawnAnswers(t *testing.T) {
	coursetest.Drawn(t, Lesson, map[string]func(course.Facts) float64{
		"units": func(f course.Facts) float64 {
			x := f["times"] // the feature in one point, which had 1 before; n = 1, λ = 1 and y = 1
			if f["up"] == 0 {
				x = 1 / f["times"]
			}
			if effect := x * x / (x*x + 1); effect < 0.5 {
				return 2
			}
			return 3
		},
		"count":  func(f course.Facts) float64 { return 2 - f["shift"]/f["d1"] - f["shift"]/f["d2"] },
		"theirs": func(f course.Facts) float64 { return f["theirs"] / f["points"] },
		"one": func(f course.Facts) float64 {
			const h = 1.0 // any will do: the objective is a parabola, least at minus its slope over its bend
			objective := func(theta float64) float64 {
				sum := 0.0
				for _, i := range []string{"1", "2", "3"} {
					sum += math.Pow(f["y"+i]-f["x"+i]*theta, 2) / 3
				}
				return sum + f["l"]*theta*theta
			}
			bend := objective(h) - 2*objective(0) + objective(-h)
			return -(objective(h) - objective(-h)) / 2 / bend
		},
		"downhill": func(f course.Facts) float64 {
			objective := func(theta float64) float64 {
				miss1, miss2 := f["y1"]-f["x1"]*theta, f["y2"]-f["x2"]*theta
				return (miss1*miss1+miss2*miss2)/2 + f["l"]*theta*theta
			}
			slope := (objective(f["start"]+1) - objective(f["start"]-1)) / 2 // exact, for a parabola
			return f["start"] - f["eta"]*slope
		},
	})
}
