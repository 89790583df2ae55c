package gold

import (
	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"third": freshThird,
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
