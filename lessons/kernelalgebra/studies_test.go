package kernelalgebra

import (
	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/many"
)

// convicted counts over trials of each rule that is none in how many there is a witness
// against it.
var convicted = many.Study{
	Claims: []string{"difference-convicts", "max-convicts", "log-convicts"},
	Draw: func(seed int) (outcomes []many.Outcome) {
		for _, name := range []string{"difference", "max", "log"} {
			t := draw(seed, 1, name == "log")
			eigen := eigenvalues(engine.Gram(ruleOf(name).makes(t), t.x))
			outcomes = append(outcomes, many.If(least(eigen) < 0))
		}
		return outcomes
	},
}
