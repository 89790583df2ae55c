package rkhs

import (
	"github.com/gramophone-course/gramophone/lessons/course"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"inner": freshInner,
}

// freshInner is a quadratic function and a place.
func freshInner(d *course.Dice) {
	a, b, c := float64(d.Whole("s11", 1, -2, 3)), float64(d.Whole("s12", 2, 1, 4)), float64(d.Whole("s22", 0, -2, 3))
	y1, y2 := float64(d.Whole("y1", 1, 1, 3)), float64(d.Whole("y2", -1, -3, -1))
	S := quadratic{S: symmetric(a, b, c)}
	d.Set("t11", a*y1*y1)
	d.Set("t12", b*y1*y2)
	d.Set("t22", c*y2*y2)
	d.Set("yy", y1*y2)
	d.Set("value", S.at(y1, y2))
	d.Set("once", a*y1*y1+b*y1*y2+c*y2*y2)
	d.Set("sign", S.at(y1, -y2))
	d.Apart(0.001, "value", "once", "sign")
}
