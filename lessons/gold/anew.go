package gold

import (
	_ "embed"
	"sync"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// A reader chooses before she opens an envelope. So it is done with other envelopes: kernel, ℓ and nλ are those
// by which the open samples with squares left out are missed least. anew.csv has what comes of it, and a test
// does some of it again.

// anewBy says so.
const anewBy = "the best of 4 kernels, 7 values of ℓ from 0.2 to 3 km and 7 of nλ from 0.001 to 1"

// meanAlone is the error in the envelope of that number of who says the mean of the open samples everywhere.
func meanAlone(number int) float64 {
	open, sealed := envelopeAround(centreOf(number))
	_, mean := centred(some(open).Dataset)
	var missed []float64
	for _, i := range sealed {
		missed = append(missed, meuse().Y[i]-mean)
	}
	return rms(missed)
}

// envelopeFacts are the mean errors in the other envelopes: what is promised, what it is with a setting chosen
// anew, and what the mean alone misses by; and in how many it misses by less.
func envelopeFacts(facts course.Facts) {
	facts.Anew("anew_", anew())
	facts["anew_chosen"], facts["anew_sealed"], facts["anew_mean"], facts["anew_mean_wins"] = 0, 0, 0, 0
	for i, e := range anew() {
		alone := meanAlone(i + 1)
		facts["anew_chosen"] += e.Chosen / envelopes
		facts["anew_sealed"] += e.Sealed / envelopes
		facts["anew_mean"] += alone / envelopes
		if alone < e.Sealed {
			facts["anew_mean_wins"]++
		}
	}
}

//go:embed anew.csv
var anewFile string

// anew are the recorded errors, of envelope 1 on.
var anew = sync.OnceValue(func() []course.Envelope { return course.Envelopes(anewFile) })
