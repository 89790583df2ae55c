package logistic

import (
	"github.com/gramophone-course/gramophone/lessons/course"
)

// drawn draws the numbers of the exercises.
var drawn = map[string]course.Fresh{
	"height": freshHeight,
}

// freshHeight are points, λ and a probability.
func freshHeight(d *course.Dice) {
	n, l := d.Of("n", 50, 20, 25, 100, 200), d.Of("l", 0.01, 0.005, 0.02, 0.05)
	p := d.Of("p", 0.8, 0.6, 0.7, 0.9)
	shift := 2 * n * l
	d.Set("rest", course.Round(1-p, 9))
	d.Set("shift", course.Round(shift, 9))
	d.Set("height", course.Round((1-p)/shift, 9))
	d.Set("no-rest", course.Round(p/shift, 9))
	d.Set("no-two", course.Round(2*(1-p)/shift, 9))
	d.Apart(0.001, "height", "no-rest", "no-two")
}
