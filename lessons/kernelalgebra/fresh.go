package kernelalgebra

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"features": freshFeatures,
	"width":    freshWidth,

	"entrywise": freshEntrywise,
	"alike":     freshAlike,
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
	d.Set("half", 1/(2*l*l))
	d.Set("once", 1/l)
	d.Set("other", l*l)
	d.Apart(0.005, "c", "once", "other")
}

// freshEntrywise are the Gram matrices of two kernels at two points, and a list of numbers.
func freshEntrywise(d *course.Dice) {
	a1, b1, d1 := float64(d.Whole("a1", 2, 1, 5)), d.Of("b1", 1, -1, 2, -2, 3), float64(d.Whole("d1", 3, 2, 5))
	a2, b2, d2 := float64(d.Whole("a2", 2, 2, 5)), d.Of("b2", -1, 1, 2, -2), float64(d.Whole("d2", 1, 1, 4))
	c1, c2 := float64(d.Whole("c1", 1, 1, 2)), d.Of("c2", 2, -1, -2, 1)
	d.Want(b1*b1 <= a1*d1 && b2*b2 <= a2*d2)
	c := mat.NewVecDense(2, []float64{c1, c2})
	K1, K2 := mat.NewSymDense(2, []float64{a1, b1, b1, d1}), mat.NewSymDense(2, []float64{a2, b2, b2, d2})
	var K, product mat.Dense
	K.MulElem(K1, K2)
	product.Mul(K1, K2)
	form := mat.Inner(c, &K, c)
	d.Set("a", a1*a2)
	d.Set("b", b1*b2)
	d.Set("d", d1*d2)
	d.Set("t11", c1*c1*a1*a2)
	d.Set("t12", c1*c2*b1*b2)
	d.Set("t22", c2*c2*d1*d2)
	d.Set("form", form)
	d.Set("matrix", mat.Inner(c, &product, c))
	d.Set("both", mat.Inner(c, K1, c)*mat.Inner(c, K2, c))
	d.Set("once", form-c1*c2*b1*b2)
	d.Want(form > 0)
	d.Apart(0.001, "form", "matrix", "both", "once")
}

// freshAlike are two inputs, and the constant of a polynomial kernel of order 2.
func freshAlike(d *course.Dice) {
	x, y := float64(d.Whole("x", 1, 1, 5)), float64(d.Whole("y", 2, -3, 6))
	r := float64(d.Whole("r", 1, 1, 6))
	k := engine.Polynomial{Degree: 2, Offset: r}
	raw, roots := k.Eval([]float64{x}, []float64{y}), (x*x+r)*(y*y+r)
	d.Set("once", x*y+r)
	d.Set("xx", x*x+r)
	d.Set("yy", y*y+r)
	d.Set("raw", raw)
	d.Set("cosine", engine.Normalized{Kernel: k}.Eval([]float64{x}, []float64{y}))
	d.Set("no-root", raw/(roots*roots))
	d.Set("first", (x*y+r)/math.Sqrt(roots))
	d.Want(x != y && y != 0 && x*y+r > 1 && raw/roots > 0.02)
	d.Apart(0.002, "raw", "cosine", "no-root", "first")
}
