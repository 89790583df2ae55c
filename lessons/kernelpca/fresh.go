package kernelpca

import (
	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"hand": freshHand,
}

// freshHand are four points, two on each side of 0.
func freshHand(d *course.Dice) {
	a, b := float64(d.Whole("a", 2, 1, 8)), float64(d.Whole("b", 0, 0, 6))
	d.Want(a > b)
	if d.Missed() {
		return
	}
	k, x := engine.Polynomial{Degree: 2}, [][]float64{{-a, 0}, {-b, 0}, {b, 0}, {a, 0}}
	c := fit(k, x, 1, true)
	d.Set("minus-b", 0-b)
	d.Set("aa", a*a)
	d.Set("bb", b*b)
	d.Set("mean", (a*a+b*b)/2)
	d.Set("off", (a*a-b*b)/2)
	d.Set("lambda", course.Round(c.Eigenvalues[0], 6))
	d.Set("variance", course.Round(c.Variances[0], 6))
	d.Set("bare", course.Round(fit(k, x, 1, false).Eigenvalues[0], 6))
	d.Apart(0.01, "variance", "lambda", "bare")
}
