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
