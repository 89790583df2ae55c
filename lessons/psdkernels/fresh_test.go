package psdkernels

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// The answers to exercises with drawn numbers, found another way.
func TestDrawnAnswers(t *testing.T) {
	coursetest.Drawn(t, Lesson, map[string]func(course.Facts) float64{
		"two":   func(f course.Facts) float64 { return f["a"] - f["b"] },
		"bound": func(f course.Facts) float64 { return math.Sqrt(f["pp"] * f["qq"]) },
		"all-alike": func(f course.Facts) float64 {
			low, high, n := -2*f["p"], 0.0, int(f["n"]) // halved until nothing is between them
			for range 60 {
				q := (low + high) / 2
				K := mat.NewSymDense(n, nil)
				for i := range n {
					for j := i; j < n; j++ {
						K.SetSym(i, j, q)
					}
					K.SetSym(i, i, f["p"])
				}
				var eigen mat.EigenSym
				if eigen.Factorize(K, false); slices.Min(eigen.Values(nil)) < 0 {
					low = q
				} else {
					high = q
				}
			}
			return high
		},
		"strongest": func(f course.Facts) float64 {
			return (f["a"]*f["e"] - f["b"]*f["b"]) / f["a"] // what elimination leaves on the diagonal
		},
	})
}
