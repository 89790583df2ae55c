package ridge

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"count":    freshCount,
	"theirs":   freshTheirs,
	"units":    freshUnits,
	"one":      freshOne,
	"downhill": freshDownhill,
}

// freshCount are two singular values, rows and λ.
func freshCount(d *course.Dice) {
	rows, l := d.Of("rows", 4, 2, 5, 8, 10), d.Of("l", 1, 0.5, 2, 0.2)
	s1, s2 := d.Of("s1", 6, 3, 4, 5, 8, 10), d.Of("s2", 2, 1, 3, 4)
	Phi := mat.NewDense(int(rows), 2, nil)
	Phi.Set(0, 0, s1)
	Phi.Set(1, 1, s2)
	spectrum, y := course.Must(engine.SVD(Phi)), make([]float64, int(rows))
	shift := rows * l
	d.Set("q1", s1*s1)
	d.Set("q2", s2*s2)
	d.Set("shift", shift)
	d.Set("d1", s1*s1+shift)
	d.Set("d2", s2*s2+shift)
	d.Set("freedom", spectrum.Solve(y, l).DegreesOfFreedom)
	d.Set("sum", spectrum.Solve(y, l/rows).DegreesOfFreedom)
	d.Set("unsquared", s1/(s1+shift)+s2/(s2+shift))
	d.Set("free", spectrum.Solve(y, 0).DegreesOfFreedom)
	d.Want(s1 > s2)
	d.Apart(0.005, "freedom", "sum", "unsquared", "free")
}

// freshTheirs are the points and the λ of half a sum.
func freshTheirs(d *course.Dice) {
	n, theirs := d.Of("points", 15, 20, 25, 40, 50, 80), d.Of("theirs", 0.3, 0.1, 0.2, 0.5, 0.6, 1.2)
	d.Set("ours", theirs/model.PerPoint("half", n))
	d.Set("times", theirs*n)
	d.Set("halved", theirs/n/2)
	d.Set("doubled", theirs/n*2)
	d.Apart(0.0001, "ours", "halved", "doubled")
	d.Apart(0.01, "times", "theirs", "doubled")
}

// freshUnits are a factor, and whether a feature is multiplied by it or divided.
func freshUnits(d *course.Dice) {
	times := d.Of("times", 1000, 12, 16, 20, 24, 36, 50, 60, 100, 200, 365, 500, 1440, 2000, 3600)
	d.Whole("up", 1, 0, 1)
	d.Set("square", times*times)
}

// freshOne are three points of one feature, and λ.
func freshOne(d *course.Dice) {
	l := d.Of("l", 1, 0.5, 2, 3)
	x := []float64{float64(d.Whole("x1", 1, 1, 4)), float64(d.Whole("x2", 2, 1, 4)), float64(d.Whole("x3", 3, 1, 4))}
	y := []float64{float64(d.Whole("y1", 2, -4, 6)), float64(d.Whole("y2", 1, -4, 6)), float64(d.Whole("y3", 4, -4, 6))}
	Phi := mat.NewDense(3, 1, x)
	theta := func(lambda float64) float64 { return course.Must(engine.Ridge(Phi, y, lambda))[0] }
	for i, name := range []string{"1", "2", "3"} {
		d.Set("q"+name, x[i]*x[i])
		d.Set("p"+name, x[i]*y[i])
	}
	xx, xy, shift := floats.Dot(x, x), floats.Dot(x, y), 3*l
	d.Set("xx", xx)
	d.Set("xy", xy)
	d.Set("shift", shift)
	d.Set("sum", xx+shift)
	d.Set("theta", theta(l))
	d.Set("no-n", theta(l/3))
	d.Set("free", xy/xx)
	d.Set("unsquared", xy/(floats.Sum(x)+shift))
	d.Want(x[0] != x[1] && x[1] != x[2] && x[0] != x[2] && xy != 0)
	d.Apart(0.002, "theta", "no-n", "free", "unsquared")
}

// freshDownhill are two points of one feature, λ, and a step of gradient descent.
func freshDownhill(d *course.Dice) {
	x1, x2 := float64(d.Whole("x1", 1, 1, 3)), float64(d.Whole("x2", 2, 1, 3))
	y1, y2 := float64(d.Whole("y1", 3, -4, 6)), float64(d.Whole("y2", 4, -4, 6))
	l, start, eta := d.Of("l", 0.5, 1, 1.5, 2), d.Of("start", 1, 2, 3, -1), d.Of("eta", 0.1, 0.05, 0.2)
	r1, r2 := y1-x1*start, y2-x2*start
	pull, price := x1*r1+x2*r2, 2*l*start
	next := func(slope float64) float64 { return course.Round(start-eta*slope, 12) }
	d.Set("r1", r1)
	d.Set("r2", r2)
	d.Set("pull", pull)
	d.Set("loss", -pull)
	d.Set("price", price)
	d.Set("slope", price-pull)
	d.Set("move", course.Round(eta*(pull-price), 12))
	d.Set("next", next(price-pull))
	d.Set("uphill", next(pull-price))
	d.Set("no-price", next(-pull))
	d.Set("of-sum", next(price-2*pull))
	d.Want(x1 != x2 && r1 != 0 && r2 != 0)
	d.Want(eta*(x1*x1+x2*x2+2*l) < 2) // the step is not so long that it leads higher up
	d.Apart(0.005, "next", "uphill", "no-price", "of-sum", "start")
}
