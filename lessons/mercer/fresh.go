package mercer

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"first":      freshFirst,
	"convention": freshConvention,
	"share":      freshShare,
	"one":        freshOne,
}

// freshFirst is a matrix whose coordinates are whole numbers.
func freshFirst(d *course.Dice) {
	p, q := float64(d.Whole("p", 3, 2, 9)), float64(d.Whole("q", 2, 1, 8))
	d.Want(p > q)
	K := mat.NewSymDense(2, []float64{p*p + q*q, p*p - q*q, p*p - q*q, p*p + q*q})
	v := recoveredFrom(K, course.Must(engine.Eigen(K)), 2)
	d.Set("a", K.At(0, 0))
	d.Set("b", K.At(0, 1))
	d.Set("c1", math.Abs(v.coordinates.At(0, 0)))
	d.Set("c2", math.Abs(v.coordinates.At(0, 1)))
	d.Set("l1", course.Round(v.values[0], 9))
	d.Set("l2", course.Round(v.values[1], 9))
	d.Set("root", math.Sqrt(v.values[0]))
	d.Set("c1c1", p*p)
	d.Set("c2c2", q*q)
	d.Apart(0.002, "c1", "c2", "l1", "root")
}

// freshConvention is a width of other letters.
func freshConvention(d *course.Dice) {
	sigma := float64(d.Whole("tenths", 10, 5, 50)) / 10
	d.Set("sigma", sigma)
	d.Set("ell", sigma/math.Sqrt2)
	d.Set("up", sigma*math.Sqrt2)
	d.Set("square", sigma*sigma/2)
	d.Apart(0.005, "ell", "up", "square")
}

// freshShare is a matrix of two blocks, and what its two largest eigenvalues are of them all.
func freshShare(d *course.Dice) {
	a, c := float64(d.Whole("a", 4, 2, 8)), float64(d.Whole("c", 3, 1, 9))
	b := float64(d.Whole("b", 2, -6, 6))
	d.Want(b != 0 && math.Abs(b) < a && c != a-b && c != a+b)
	if d.Missed() {
		return
	}
	K := mat.NewSymDense(3, []float64{a, b, 0, b, a, 0, 0, 0, c})
	values := recoveredFrom(K, course.Must(engine.Eigen(K)), 2).values
	share := func(of func(float64) float64, m int) float64 {
		kept, all := 0.0, 0.0
		for j, v := range values {
			if all += of(v); j < m {
				kept += of(v)
			}
		}
		return 100 * kept / all
	}
	same, square := func(v float64) float64 { return v }, func(v float64) float64 { return v * v }
	d.Set("less", -b)
	d.Set("plus", a+b)
	d.Set("minus", a-b)
	d.Set("l1", course.Round(values[0], 9))
	d.Set("l2", course.Round(values[1], 9))
	d.Set("trace", 2*a+c)
	d.Set("share", share(same, 2))
	d.Set("part", share(same, 2)/100)
	d.Set("one", share(same, 1))
	d.Set("roots", share(math.Sqrt, 2))
	d.Set("squares", share(square, 2))
	d.Apart(0.1, "share", "one", "roots", "squares")
}

// freshOne is a matrix of rank 1, made of a coordinate for each point.
func freshOne(d *course.Dice) {
	p, q, r := d.Of("p", 2, 3, 4, 5), float64(d.Whole("q", 3, -5, 5)), float64(d.Whole("r", -1, -5, 5))
	d.Want(q != 0 && r != 0)
	K := mat.NewSymDense(3, nil)
	K.SymOuterK(1, mat.NewDense(3, 1, []float64{p, q, r}))
	value := course.Must(engine.Eigen(K)).Values[0]
	d.Set("k11", p*p)
	d.Set("k12", p*q)
	d.Set("k13", p*r)
	d.Set("pp", p*p)
	d.Set("qq", q*q)
	d.Set("rr", r*r)
	d.Set("value", value)
	d.Set("row", p*p+p*q+p*r)
	d.Set("undivided", p*p*value)
	d.Set("root", math.Sqrt(value))
	d.Apart(0.01, "value", "row", "undivided", "root")
}
