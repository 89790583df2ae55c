package losses

import "github.com/gramophone-course/gramophone/lessons/many"

// slipSamples compare losses over many choices of the readings that are copied, each at the
// best of five λ.
var slipSamples = many.Study{
	Claims: []string{"slip-wins", "slip-huber", "clean-wins", "clean-huber", "clean-huber-loses"},
	Draw: func(seed int) []many.Outcome {
		slip, clean := copies(seed)
		return []many.Outcome{many.Less(slip[1], slip[0]), many.Less(slip[2], slip[0]),
			many.Less(clean[1], clean[0]), many.Less(clean[2], clean[0]), many.Less(clean[0], clean[2])}
	},
}

// moonSamples compare both over many samples.
var moonSamples = many.Study{
	Claims: []string{"moons-wins", "moons-loses", "moons-half"},
	Draw: func(seed int) []many.Outcome {
		svm, ridge, support := moonErrors(seed)
		return []many.Outcome{many.Less(svm, ridge), many.Less(ridge, svm), many.If(2*support < moons)}
	},
}

// studies are what shares.csv has.
func studies() []many.Study {
	svm, _ := Lesson.Figure("svm")
	return []many.Study{slipSamples, moonSamples, svm.Study("")}
}
