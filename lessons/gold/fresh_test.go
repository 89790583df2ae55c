package gold

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// The answers to exercises with drawn numbers, found another way.
func TestDrawnAnswers(t *testing.T) {
	coursetest.Drawn(t, Lesson, map[string]func(course.Facts) float64{
		"twice": func(f course.Facts) float64 {
			gold := []float64{1, 3, 20}
			before, after := make([]float64, 3), make([]float64, 3)
			for i, g := range gold {
				before[i], after[i] = math.Log10(g), math.Log10(f["times"]*g)
			}
			same := math.Abs(stat.StdDev(after, nil)-stat.StdDev(before, nil)) < 1e-12
			if shift := after[0] - before[0]; !same || math.Abs(shift-f["shift"]) > 1e-12 {
				t.Errorf("the deviation changes, or the shift is %v: %v", shift, f)
			}
			return 3
		},
		"third": func(f course.Facts) float64 { return f["noise"] / (1 + f["noise"]) },
		"pair": func(f course.Facts) float64 {
			return left(f["c"], f["noise"], f["k"], f["k"])
		},
		"unsure": func(f course.Facts) float64 {
			return max(left(0, f["noise"], f["a1"], f["a2"]), left(0, f["noise"], f["b1"], f["b2"]))
		},
	})
}

// left is the share of the variance that two holes leave at a place, by the inverse of a matrix.
func left(between, noise, k1, k2 float64) float64 {
	var inverse mat.Dense
	if err := inverse.Inverse(mat.NewDense(2, 2, []float64{1 + noise, between, between, 1 + noise})); err != nil {
		panic(err)
	}
	k := mat.NewVecDense(2, []float64{k1, k2})
	return 1 - mat.Inner(k, &inverse, k)
}
