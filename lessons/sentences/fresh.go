package sentences

import (
	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"gap": freshGap,
}

// freshGap is a decay.
func freshGap(d *course.Dice) {
	decay := course.Round(float64(d.Whole("hundredths", 50, 30, 90))/100, 9)
	cosine := func(decay float64) float64 {
		return engine.NormalizedString{Kernel: engine.Subsequence{Length: 2, Decay: decay}}.Eval("cat", "cut")
	}
	d.Set("decay", decay)
	d.Set("count", engine.Subsequence{Length: 2, Decay: decay}.Eval("cat", "cut"))
	d.Set("cosine", cosine(decay))
	d.Set("flat", cosine(1))
	d.Apart(0.002, "cosine", "count", "flat")
}
