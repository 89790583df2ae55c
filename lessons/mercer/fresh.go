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
