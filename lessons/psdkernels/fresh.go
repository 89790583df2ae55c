package psdkernels

import (
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"two":       freshTwo,
	"bound":     freshBound,
	"all-alike": freshAllAlike,
	"strongest": freshStrongest,
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

// freshAllAlike are points that are all as like each other, and the diagonal of their matrix.
func freshAllAlike(d *course.Dice) {
	n, p := float64(d.Whole("n", 3, 3, 6)), float64(d.Whole("p", 1, 1, 12))
	d.Set("others", n-1)
	d.Set("pairs", n*(n-1))
	d.Set("least", -p/(n-1))
	d.Set("other", p+p/(n-1))
	d.Set("two", -p)
	d.Set("by-n", -p/n)
	d.Set("sign", p/(n-1))
	d.Apart(0.005, "least", "two", "by-n", "sign")
}

// freshStrongest is a matrix with a negative eigenvalue, and how low its form gets for one entry of c at −1.
func freshStrongest(d *course.Dice) {
	a, b, e := float64(d.Whole("a", 2, 2, 6)), float64(d.Whole("b", 3, 2, 8)), float64(d.Whole("e", 4, 1, 9))
	K := mat.NewSymDense(2, []float64{a, b, b, e})
	t := b / a
	d.Set("t", t)
	d.Set("bb", b*b)
	d.Set("twice", 2*b)
	d.Set("double", 2*a)
	d.Set("lowest", form(K, []float64{t, -1}))
	d.Set("at-one", form(K, []float64{1, -1}))
	d.Set("once", e-b*b/(4*a))
	d.Set("determinant", mat.Det(K))
	d.Want(b*b > a*e && a != b)
	d.Apart(0.005, "lowest", "at-one", "once", "determinant")
}
