package representer

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"away":   freshAway,
	"saved":  freshSaved,
	"single": freshSingle,
}

// freshAway is a datum of two features, of which the second is the larger and is taken alone:
//
//	θ = (0, s), s = (2by − λ)/2b²
func freshAway(d *course.Dice) {
	a, b := float64(d.Whole("a", 1, 1, 3)), float64(d.Whole("b", 3, 2, 5))
	y, l := float64(d.Whole("y", 4, 2, 9)), d.Of("l", 6, 2, 4, 8)
	s := (2*b*y - l) / (2 * b * b)
	long := math.Hypot(a, b)
	d.Set("square", a*a+b*b)
	d.Set("s", s)
	d.Set("away", s*a/long)
	d.Set("along", s*b/long)
	d.Want(a < b && s > 0.1)
	d.Apart(0.01, "s", "away", "along")
}

// freshSaved are a datum of two features, and weights that are not in their span.
func freshSaved(d *course.Dice) {
	a, b := float64(d.Whole("a", 2, 1, 3)), float64(d.Whole("b", 1, -3, 3))
	p, q := float64(d.Whole("p", 4, -3, 4)), float64(d.Whole("q", -3, -3, 4))
	l := d.Of("l", 2, 3, 4, 5)
	d.Whole("y", 4, 1, 9)
	inner, long := a*p+b*q, a*a+b*b
	d.Want(b != 0 && p != 0 && q != 0 && math.Abs(inner) > 1)
	if d.Missed() {
		return
	}
	far := course.Must(engine.SpanDistance(mat.NewDense(1, 2, []float64{a, b}), []float64{p, q}))
	d.Set("inner", inner)
	d.Set("long", long)
	d.Set("whole", p*p+q*q)
	d.Set("along", inner*inner/long)
	d.Set("across", far*far)
	d.Set("saved", l*far*far)
	d.Set("left", l*inner*inner/long)
	d.Set("no-l", far*far)
	d.Set("no-square", l*far)
	d.Want(far > 0.1)
	d.Apart(0.005, "saved", "left", "no-l", "no-square")
}

// freshSingle is a datum, and the fit to it at another place.
func freshSingle(dice *course.Dice) {
	x, z := float64(dice.Whole("x", 1, -2, 2)), float64(dice.Whole("z", 2, -4, 4))
	y, r := float64(dice.Whole("y", 8, 2, 12)), float64(dice.Whole("r", 1, 1, 3))
	l := float64(dice.Whole("l", 2, 2, 5))
	kxx, kxz := x*x+r, x*z+r
	dice.Want(x != 0 && z != 0 && z != x && math.Abs(kxz) > 1)
	if dice.Missed() {
		return
	}
	alpha := course.Must(engine.SolveKRR(mat.NewSymDense(1, []float64{kxx}), []float64{y}, l))[0]
	dice.Set("kxx", kxx)
	dice.Set("kxz", kxz)
	dice.Set("sum", kxx+l)
	dice.Set("alpha", alpha)
	dice.Set("at", alpha*kxz)
	dice.Set("squares", kxx*y/(kxx*kxx+l)*kxz)
	dice.Set("through", y/kxx*kxz)
	dice.Set("there", alpha*kxx)
	dice.Apart(0.005, "at", "squares", "through", "there")
}
