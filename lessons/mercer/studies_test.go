package mercer

import (
	"sync"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/many"
)

// ownOnSample is for all places that a sample may have.
var ownOnSample = sync.OnceValue(func() int { return ownNeeded(sampleReach, 1) })

// pointSamples are of points on a line: whether the eigenvectors of their table take fewer
// coordinates than the series has to have, and than Mercer's eigenfunctions of the interval.
var pointSamples = many.Study{
	Claims: []string{"fewer-than-series", "two-fewer-than-own"},
	Draw: func(seed int) []many.Outcome {
		x, far := samplePlaces(seed)
		m := coordinatesNeeded(engine.Gram(engine.Gaussian{Length: 1}, x))
		return []many.Outcome{
			many.If(m < needed(far, 1)), // the error is largest on the diagonal, at the point farthest out
			many.If(m < ownOnSample()-1),
		}
	},
}
