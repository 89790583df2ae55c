package kernelalgebra

import (
	"github.com/gramophone-course/gramophone/lessons/course"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"features": freshFeatures,
	"width":    freshWidth,
}

// freshFeatures are the features of two kernels.
func freshFeatures(d *course.Dice) {
	a, b := float64(d.Whole("a", 3, 2, 9)), float64(d.Whole("b", 4, 2, 9))
	d.Set("features", a*b)
	d.Set("sum", a+b)
	d.Apart(0.001, "features", "sum")
}

// freshWidth is the width of a Gaussian.
func freshWidth(d *course.Dice) {
	l := float64(d.Whole("tenths", 20, 11, 50)) / 10
	d.Set("l", l)
	d.Set("c", 1/(l*l))
	d.Set("once", 1/l)
	d.Set("other", l*l)
	d.Apart(0.005, "c", "once", "other")
}
