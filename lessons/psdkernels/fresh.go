package psdkernels

import (
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"two":   freshTwo,
	"bound": freshBound,
}

// freshTwo is a matrix with one number on its diagonal and another beside it.
func freshTwo(d *course.Dice) {
	a, b := float64(d.Whole("a", 2, 1, 9)), float64(d.Whole("b", 3, 1, 9))
	K := mat.NewSymDense(2, []float64{a, b, b, a})
	c := course.Must(examine(K))
	d.Set("smallest", course.Round(c.smallest(), 12))
	d.Set("largest", course.Round(c.values[0], 12))
	d.Set("form", form(K, []float64{1, -1}))
	d.Apart(0.001, "smallest", "largest", "form")
}

// freshBound are squared lengths.
func freshBound(d *course.Dice) {
	p, q := float64(d.Whole("p", 1, 1, 6)), float64(d.Whole("q", 2, 1, 7))
	d.Set("pp", p*p)
	d.Set("qq", q*q)
	d.Set("most", p*q)
	d.Set("mean", (p*p+q*q)/2)
	d.Set("product", p*p*q*q)
	d.Apart(0.001, "most", "mean", "product")
}
