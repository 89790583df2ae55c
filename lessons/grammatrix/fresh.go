package grammatrix

import (
	"math"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"product": freshProduct,
	"cosine":  freshCosine,
}

// freshProduct are two lengths and a squared distance that a triangle can have.
func freshProduct(d *course.Dice) {
	a, b := float64(d.Whole("a", 3, 2, 9)), float64(d.Whole("b", 4, 2, 9))
	s := float64(d.Whole("s", 5, 1, 60))
	product := (a*a + b*b - s) / 2
	d.Set("aa", a*a)
	d.Set("bb", b*b)
	d.Set("product", product)
	d.Set("double", 2*product)
	d.Set("sign", -product)
	d.Want(product != 0 && math.Abs(product) <= a*b)
}

// freshCosine are the entries of a Gram matrix whose diagonal has squares.
func freshCosine(d *course.Dice) {
	p, q, k := d.Of("p", 2, 3, 4, 5), d.Of("q", 3, 2, 4, 5), float64(d.Whole("k", 3, 1, 12))
	d.Set("pp", p*p)
	d.Set("qq", q*q)
	d.Set("ppqq", p*p*q*q)
	d.Set("cosine", k/(p*q))
	d.Set("no-root", k/(p*p*q*q))
	d.Set("sum", k/(p+q))
	d.Set("angle", math.Acos(math.Min(1, k/(p*q)))*180/math.Pi)
	d.Want(k < p*q)
	d.Apart(0.001, "cosine", "no-root", "sum")
}
