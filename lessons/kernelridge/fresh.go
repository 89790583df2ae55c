package kernelridge

import (
	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/data"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"twins":      freshTwins,
	"convention": freshConvention,
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
