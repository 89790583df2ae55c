package approximation

import (
	"math"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// The answers to exercises with drawn numbers, found another way.
func TestDrawnAnswers(t *testing.T) {
	coursetest.Drawn(t, Lesson, map[string]func(course.Facts) float64{
		"hand": func(f course.Facts) float64 {
			return math.Sqrt(2*(f["t0"]*f["t0"]+f["t1"]*f["t1"])) - math.Sqrt2*f["radius"]
		},
		"split": func(f course.Facts) float64 { return f["more"] / 100 },
		"nearest": func(f course.Facts) float64 {
			// Step by step to where the distance to the target is least, on the edge of the ball.
			angle, step := 0.0, math.Pi
			from := func(angle float64) float64 {
				return math.Hypot(f["radius"]*math.Cos(angle)-f["t0"], f["radius"]*math.Sin(angle)-f["t1"])
			}
			for step > 1e-12 {
				switch {
				case from(angle+step) < from(angle):
					angle += step
				case from(angle-step) < from(angle):
					angle -= step
				default:
					step /= 2
				}
			}
			return f["radius"] * math.Cos(angle)
		},
	})
}
