package featuremaps

import (
	"math"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"parabola": freshParabola,
	"ten":      freshTen,
	"row":      freshRow,
	"valued":   freshValued,
}

// freshParabola are the values at −1 and 1 of a curve through (0, 0).
func freshParabola(d *course.Dice) {
	y := []float64{float64(d.Whole("left", 2, -4, 8)), 0, float64(d.Whole("right", 4, -4, 8))}
	through := func(degree int) []float64 {
		Phi := curves.RawPowers(degree).Matrix([]float64{-1, 0, 1})
		return course.Must(engine.RidgeQR(Phi, y, 0))
	}
	theta, line := through(2), through(1)
	value := theta[0] + 2*theta[1] + 4*theta[2]
	for name, v := range map[string]float64{"theta1": theta[1], "theta2": theta[2], "value": value,
		"line": line[0] + 2*line[1], "slip": value - 2*theta[2]} {
		d.Set(name, math.Round(1e9*v)/1e9) // halves and thirds, less their rounding
	}
	d.Apart(0.01, "value", "line", "slip")
}

// freshTen are inputs and a degree.
func freshTen(d *course.Dice) {
	p, q := d.Whole("p", 10, 4, 20), int(d.Of("q", 3, 2, 4))
	count := func(p, q int) float64 {
		v, _ := engine.CountFeatures(p, q).Float64()
		return v
	}
	d.Set("places", float64(p+q))
	d.Set("features", count(p, q))
	d.Set("ordered", math.Pow(float64(p), float64(q)))
	d.Set("top", count(p, q)-count(p, q-1))
	d.Set("no-constant", count(p, q)-1)
	d.Apart(0, "features", "ordered", "top", "no-constant")
}

// freshRow is a point of two inputs, and what its monomials up to degree 2 add up to.
func freshRow(d *course.Dice) {
	a, b := float64(d.Whole("a", 3, -5, 5)), float64(d.Whole("b", -2, -5, 5))
	total := 1 + a + b + a*a + a*b + b*b
	d.Set("aa", a*a)
	d.Set("ab", a*b)
	d.Set("bb", b*b)
	d.Set("total", total)
	d.Set("no-constant", total-1)
	d.Set("no-product", total-a*b)
	d.Set("twice", total+a*b)
	d.Want(a != b)
	d.Apart(0.01, "total", "no-constant", "no-product", "twice")
}

// freshValued are the coefficients of four features, and a point whose second input is negative.
func freshValued(d *course.Dice) {
	c, p := float64(d.Whole("c", 5, -6, 6)), d.Of("p", 2, -4, -3, -2, 3, 4)
	q, r := d.Of("q", -1, -3, -2, 2, 3), d.Of("r", 3, -3, -2, 2)
	a, b := d.Of("a", 2, -3, -2, 3, 4), float64(d.Whole("b", -2, -4, -1))
	value := c + p*a + q*a*b + r*b*b
	d.Set("ab", a*b)
	d.Set("bb", b*b)
	d.Set("pa", p*a)
	d.Set("qab", q*a*b)
	d.Set("rbb", r*b*b)
	d.Set("value", value)
	d.Set("no-constant", value-c)
	d.Set("minus", value-2*r*b*b)
	d.Set("squared", value-r*b*b+r*r*b*b)
	d.Apart(0.01, "value", "no-constant", "minus", "squared")
}
