package bandwidth

import (
	"math"
	"slices"
	"testing"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// The answers to exercises with drawn numbers, found another way.
func TestDrawnAnswers(t *testing.T) {
	coursetest.Drawn(t, Lesson, map[string]func(course.Facts) float64{
		"median": func(f course.Facts) float64 {
			// Half of the ten distances are below, and half above.
			x := []float64{0, f["x2"], f["x3"], f["x4"], f["x5"]}
			var d []float64
			for i := range x {
				for j := range i {
					d = append(d, x[i]-x[j])
				}
			}
			slices.Sort(d)
			return (d[4] + d[5]) / 2
		},
		"wider": func(f course.Facts) float64 {
			// At distance 1 the program's kernel is to be the wider Gaussian.
			return -math.Log(engine.Gaussian{Length: f["c"] * f["l"]}.Eval([]float64{0}, []float64{1}))
		},
		"entry": func(f course.Facts) float64 {
			// At distance ℓ a Gaussian is the root of 1/e, and that to the power of d²/ℓ² at d.
			d := math.Hypot(f["x1"]-f["x2"], f["y1"]-f["y2"]) / f["l"]
			return math.Pow(1/math.Sqrt(math.E), d*d)
		},
	})
}
