package logistic

import (
	"math"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// The answers to exercises with drawn numbers, found another way.
func TestDrawnAnswers(t *testing.T) {
	coursetest.Drawn(t, Lesson, map[string]func(course.Facts) float64{
		"height": func(f course.Facts) float64 { return (1 - f["p"]) / f["n"] / f["l"] / 2 },
		"limit": func(f course.Facts) float64 {
			// 2 over the largest curvature of J along one α: that of log(1 + e^(−kα))/n at 0, and of λkα².
			return 2 / (f["k"]*f["k"]/4/f["n"] + 2*f["l"]*f["k"])
		},
		"surer": func(f course.Facts) float64 {
			a, b := math.Pow(f["a"], f["times"]), math.Pow(f["b"], f["times"])
			return a / (a + b)
		},
		"newton": func(f course.Facts) float64 {
			// J of one α is log(1 + e^(−ykα))/n + λkα², and the step is −J′/J″ at 0.
			slope := -f["y"] * f["k"] / 2 / f["n"]
			curvature := f["k"]*f["k"]/4/f["n"] + 2*f["l"]*f["k"]
			return -slope / curvature
		},
	})
}
