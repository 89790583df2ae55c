package kernelalgebra

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
		"features": func(f course.Facts) float64 {
			sum := 0.0
			for range int(f["a"]) {
				sum += f["b"]
			}
			return sum
		},
		"width": func(f course.Facts) float64 {
			// exp(c·1·2), normalised, is exp(−c(1 − 2)²/2), and so is the Gaussian.
			return -2 * math.Log(engine.Gaussian{Length: f["l"]}.Eval([]float64{1}, []float64{2}))
		},
		"entrywise": func(f course.Facts) float64 {
			// The norm of a sum of products of features, found by Cholesky.
			features := func(a, b, d float64) [2][2]float64 {
				l := math.Sqrt(a)
				return [2][2]float64{{l, 0}, {b / l, math.Sqrt(d - b*b/a)}}
			}
			u, v := features(f["a1"], f["b1"], f["d1"]), features(f["a2"], f["b2"], f["d2"])
			sum := 0.0
			for i := range 2 {
				for j := range 2 {
					part := f["c1"]*u[0][i]*v[0][j] + f["c2"]*u[1][i]*v[1][j]
					sum += part * part
				}
			}
			return sum
		},
		"alike": func(f course.Facts) float64 {
			// The cosine of the angle between the features x², √(2r)x and r.
			features := func(x float64) [3]float64 { return [3]float64{x * x, math.Sqrt(2*f["r"]) * x, f["r"]} }
			u, v := features(f["x"]), features(f["y"])
			var uv, uu, vv float64
			for i := range u {
				uv, uu, vv = uv+u[i]*v[i], uu+u[i]*u[i], vv+v[i]*v[i]
			}
			return uv / math.Sqrt(uu*vv)
		},
	})
}
