package kernelpca

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// The answers to exercises with drawn numbers, found another way.
func TestDrawnAnswers(t *testing.T) {
	coursetest.Drawn(t, Lesson, map[string]func(course.Facts) float64{
		"hand": func(f course.Facts) float64 { return math.Pow((f["aa"]-f["bb"])/2, 2) },
		"newcomer": func(f course.Facts) float64 {
			// The inner product of the features, less their means.
			return (f["p"]-f["m"])*(f["p1"]-f["m"]) + (f["q"]-f["v"])*(f["q1"]-f["v"])
		},
		"along": func(f course.Facts) float64 {
			// From the matrix λvvᵀ/vᵀv, and the length that v has in feature space.
			v, w := []float64{f["v1"], f["v2"], f["v3"]}, []float64{f["w1"], f["w2"], f["w3"]}
			K := mat.NewDense(3, 3, nil)
			K.Outer(f["lambda"]/floats.Dot(v, v), mat.NewVecDense(3, v), mat.NewVecDense(3, v))
			return floats.Dot(v, w) / math.Sqrt(mat.Inner(mat.NewVecDense(3, v), K, mat.NewVecDense(3, v)))
		},
	})
}
