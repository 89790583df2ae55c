package kernelridge

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/data"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"twins":      freshTwins,
	"convention": freshConvention,
	"ramps":      freshRamps,
	"unseen":     freshUnseen,
}

// freshTwins are the exercise of two readings at one place, with the answers that
// its usual slips lead to.
func freshTwins(dice *course.Dice) {
	a, b := dice.Whole("a", 1, -4, 8), dice.Whole("b", 3, -4, 8)
	l := dice.Of("l", 0.5, 0.25, 1, 1.5)
	d := engine.Dataset{X: engine.Column([]float64{0, 0}), Y: []float64{float64(a), float64(b)}}
	at0 := func(lambda float64) float64 {
		return course.Must(engine.KRR(engine.Gaussian{Length: 1}, d, lambda)).Eval(d.X[0])
	}
	dice.Set("shift", 2*l)
	dice.Set("f", at0(l))
	dice.Set("no-n", at0(l/2))
	dice.Set("mean", (d.Y[0]+d.Y[1])/2)
	dice.Want(a != b)
	dice.Apart(0.005, "f", "no-n", "mean")
}

// freshConvention is a λ of the mean loss, for the readings of the crash.
func freshConvention(d *course.Dice) {
	ours, n := course.Round(float64(d.Whole("thousandths", 10, 2, 40))/1000, 9), float64(data.MCycle().Len())
	d.Set("points", n)
	d.Set("ours", ours)
	d.Set("theirs", course.Round(n*ours, 9))
	d.Set("over", ours/n)
}

// freshRamps are two points under min, fitted together.
func freshRamps(dice *course.Dice) {
	x1, x2 := float64(dice.Whole("x1", 1, 1, 3)), float64(dice.Whole("x2", 3, 2, 5))
	y1, y2 := float64(dice.Whole("y1", 5, -3, 6)), float64(dice.Whole("y2", -3, -3, 8))
	l := dice.Of("l", 1, 0.5, 1.5, 2)
	dice.Want(x1 < x2 && y1 != 0 && y2 != 0)
	if dice.Missed() {
		return
	}
	d := engine.Dataset{X: engine.Column([]float64{x1, x2}), Y: []float64{y1, y2}}
	alpha := func(lambda float64) []float64 {
		return course.Must(engine.SolveKRR(engine.Gram(engine.Min{}, d.X), d.Y, lambda))
	}
	m11, m22 := x1+2*l, x2+2*l
	dice.Set("shift", 2*l)
	dice.Set("m11", m11)
	dice.Set("m22", m22)
	dice.Set("det", m11*m22-x1*x1)
	dice.Set("own", m11*y2)
	dice.Set("other", -x1*y1)
	dice.Set("alpha1", alpha(l)[0])
	dice.Set("alpha2", alpha(l)[1])
	dice.Set("no-n", alpha(l / 2)[1])
	dice.Set("alone", y2/m22)
	dice.Want(math.Abs(alpha(l)[1]) > 0.02)
	dice.Apart(0.005, "alpha2", "no-n", "alone", "alpha1")
}

// freshUnseen are two points by their kernel, and the fit without the first.
func freshUnseen(dice *course.Dice) {
	a, b := float64(dice.Whole("a", 3, 2, 5)), float64(dice.Whole("b", 2, 2, 4))
	y1, y2 := float64(dice.Whole("y1", 6, -4, 9)), float64(dice.Whole("y2", 4, -6, 9))
	shift := dice.Of("shift", 1, 0.5, 2, 3)
	dice.Want(b < a && y1 != 0 && y2 != 0)
	if dice.Missed() {
		return
	}
	K := mat.NewSymDense(2, []float64{a, b, b, a})
	alpha := course.Must(engine.SolveKRR(K, []float64{y1, y2}, shift/2))
	inverse := course.Must(engine.SolveKRR(K, []float64{1, 0}, shift/2))
	miss := alpha[0] / inverse[0]
	dice.Set("sum", a+shift)
	dice.Set("height", y2/(a+shift))
	dice.Set("alpha1", alpha[0])
	dice.Set("inverse", inverse[0])
	dice.Set("miss", miss)
	dice.Set("residual", shift*alpha[0])
	dice.Set("value", y1-miss)
	dice.Set("through", y1-b*y2/a)
	dice.Want(math.Abs(miss) > 0.02)
	dice.Apart(0.005, "miss", "residual", "value", "through")
}
