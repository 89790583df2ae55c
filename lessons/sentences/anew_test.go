package sentences

import (
	"context"
	"math"
	"sync"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

func TestAnewIsComputed(t *testing.T) {
	coursetest.Chosen(t, "anew.csv", anew(), envelopes, chooseAnew)
}

var anewLambdas = []float64{1e-3, 1e-2, 1e-1}

// anewKernels are those, as rows of normalised Gram matrices of all sentences.
var anewKernels = sync.OnceValue(func() (all [][][]float64) {
	bases := []engine.StringKernel{engine.StringWords{}}
	for length := 1; length <= longest; length++ {
		bases = append(bases, engine.StringSpectrum{Length: length})
	}
	for length := 3; length <= 4; length++ {
		bases = append(bases, engine.Subsequence{Length: length, Decay: decayOpens})
	}
	for _, k := range bases {
		counted := course.Must(engine.GramStrings(context.Background(), k, allTexts().all))
		all = append(all, rows(normalised(counted)))
	}
	return all
})

// chooseAnew are the shares missed of open topics and of those in the envelope of that number, in %, with the
// kernel and λ chosen by the first.
func chooseAnew(number int) course.Envelope {
	best := course.Envelope{Chosen: math.Inf(1)}
	for _, K := range anewKernels() {
		for _, lambda := range anewLambdas {
			e := envelope{K: K, texts: allTexts(), learned: topics / 2, lambda: lambda}
			open, byTopic, err := e.ask(context.Background(), orderOf(number), envelopeSplits)
			if course.Must(open, err) < best.Chosen {
				best = course.Envelope{Chosen: open, Sealed: stat.Mean(byTopic, nil)}
			}
		}
	}
	return best
}
