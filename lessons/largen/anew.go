package largen

import (
	_ "embed"
	"sync"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// A reader chooses before she opens an envelope. So it is done with other envelopes, which are other halves of
// the new digits: m and the draw of landmarks are those by which fewest of the open half are misread, of equals
// the first. That takes long; anew.csv has what comes of it, and a test does some of it again.

// anewBy says from what.
const anewBy = "the best of 20 draws of landmarks, each with ten m from 10 to 300"

//go:embed anew.csv
var anewFile string

// anew are the recorded shares, of envelope 1 on.
var anew = sync.OnceValue(func() []course.Envelope { return course.Envelopes(anewFile) })
