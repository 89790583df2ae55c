package losses

import (
	"github.com/gramophone-course/gramophone/lessons/course"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"bound":   freshBound,
	"convert": freshConvert,
}

// freshBound are readings and λ.
func freshBound(d *course.Dice) {
	pricedAt(d, d.Of("n", 50, 20, 40, 80, 100, 200, 250), d.Of("l", 0.002, 0.001, 0.004, 0.005, 0.01))
}

// freshConvert are readings and λ, of a larger sample.
func freshConvert(d *course.Dice) {
	pricedAt(d, d.Of("n", 200, 100, 250, 400, 500, 800, 1000), d.Of("l", 0.001, 0.002, 0.0005, 0.004, 0.005))
}

// pricedAt sets 1/2nλ, which bounds |αᵢ| and is the C of a sum of losses, and what its slips lead to.
func pricedAt(d *course.Dice, n, l float64) {
	d.Set("bound", course.Round(1/(2*n*l), 9))
	d.Set("no-two", course.Round(1/(n*l), 9))
	d.Set("no-n", course.Round(1/(2*l), 9))
	d.Apart(0.005, "bound", "no-two", "no-n")
}
