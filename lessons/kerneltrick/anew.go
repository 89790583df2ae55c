package kerneltrick

import (
	_ "embed"
	"sync"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// A reader chooses before she opens an envelope. So it is done with other envelopes: degree and λ are those that
// misread fewest of the images to sort, of eight degrees and nine λ, the simplest of those that are level.
// That takes ten seconds; anew.csv has what comes of it, and a test does some of it again.

// anewBy says so.
const anewBy = "the best of 8 degrees and 9 values of λ from 10⁻⁸ to 1, learnt from 300 images"

//go:embed anew.csv
var anewFile string

// anew are the recorded shares, of envelope 1 on.
var anew = sync.OnceValue(func() []course.Envelope { return course.Envelopes(anewFile) })
