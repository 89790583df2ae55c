package representer

import (
	"math"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"away": freshAway,
}

// freshAway is a datum of two features, of which the second is the larger and is taken alone:
//
//	θ = (0, s), s = (2by − λ)/2b²
func freshAway(d *course.Dice) {
	a, b := float64(d.Whole("a", 1, 1, 3)), float64(d.Whole("b", 3, 2, 5))
	y, l := float64(d.Whole("y", 4, 2, 9)), d.Of("l", 6, 2, 4, 8)
	s := (2*b*y - l) / (2 * b * b)
	long := math.Hypot(a, b)
	d.Set("square", a*a+b*b)
	d.Set("s", s)
	d.Set("away", s*a/long)
	d.Set("along", s*b/long)
	d.Want(a < b && s > 0.1)
	d.Apart(0.01, "s", "away", "along")
}
