package gold

import (
	"math"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"third":  freshThird,
	"twice":  func(d *course.Dice) { d.Set("shift", math.Log10(float64(d.Whole("times", 10, 3, 50)))) },
	"pair":   freshPair,
	"unsure": freshUnsure,
}

// freshThird is the noise of one hole.
func freshThird(d *course.Dice) {
	noise := course.Round(float64(d.Whole("tenths", 5, 2, 30))/10, 9)
	there := course.Must(weigh("one", engine.Gaussian{Length: 1}, noise, byHand["one"].X[0]))
	d.Set("noise", noise)
	d.Set("left", there.sd*there.sd)
	d.Set("weight", there.w[0])
	d.Apart(0.01, "noise", "left", "weight")
}

// freshPair are two holes as far from the place as each other, and the noise.
func freshPair(d *course.Dice) {
	k, c := d.Of("k", 0.6, 0.3, 0.4, 0.5, 0.7, 0.8), d.Of("c", 0.3, 0.1, 0.2, 0.4, 0.5, 0.6)
	noise := d.Of("noise", 0.5, 0.1, 0.2, 0.4, 0.7, 1)
	w := k / (1 + noise + c)
	d.Set("under", course.Round(1+noise+c, 9))
	d.Set("weight", w)
	d.Set("left", 1-2*k*w)
	d.Set("alone", 1-2*k*k/(1+noise))
	d.Set("noiseless", 1-2*k*k/(1+c))
	d.Want(c >= k*k*k*k) // or the holes would be further apart than by the way over the place
	d.Want(2*k*k < 1+c)  // and nothing would be left without noise
	d.Apart(0.005, "left", "alone", "noiseless", "weight")
}

// freshUnsure are two sites, what they have in common with two holes, and the noise.
func freshUnsure(d *course.Dice) {
	tenths := []float64{0.7, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8}
	noise := d.Of("noise", 0.5, 0.25, 0.6, 1)
	a1, a2 := d.Of("a1", tenths...), d.Of("a2", append([]float64{0.3}, tenths...)...)
	b := append([]float64{0.6}, tenths...)
	b1, b2 := d.Of("b1", b...), d.Of("b2", b...)
	a, other, first := a1*a1+a2*a2, b1*b1+b2*b2, [2]float64{a1, a2}
	d.Set("suma", course.Round(a, 9))
	d.Set("sumb", course.Round(other, 9))
	d.SetIf("at-a", a < other)
	if a > other {
		a, other, first = other, a, [2]float64{b1, b2}
	}
	d.Set("least", course.Round(a, 9))
	d.Set("first", first[0])
	d.Set("second", first[1])
	d.Set("left", 1-a/(1+noise))
	d.Set("other", 1-other/(1+noise))
	d.Set("plain", 1-(first[0]+first[1])/(1+noise))
	d.Set("noiseless", 1-a)
	d.Want(other <= 0.95)
	d.Apart(0.005, "left", "other", "plain", "noiseless")
}
