package largen

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

func TestAnewIsComputed(t *testing.T) {
	coursetest.Chosen(t, "anew.csv", anew(), envelopes, chooseAnew)
}

// anewWrong are the new digits misread by each of those.
var anewWrong = sync.OnceValue(func() (all [][]bool) {
	memo := course.NewMemo(1 << 22)
	for seed := 1; seed <= digitDraws; seed++ {
		r := &digitsFit{way: "nystrom", chosen: drawnAtRandom, seed: seed}
		sums := course.Must(r.sums(context.Background(), memo, mostDigitFeatures))
		for _, m := range digitSizes {
			wrong, _, err := sums.wrong(m, digitsLambda)
			all = append(all, course.Must(wrong, err))
		}
	}
	return all
})

// chooseAnew are the shares misread of the open half and of the other, in %, with the draw and m chosen by
// the first.
func chooseAnew(number int) course.Envelope {
	all := anewWrong()
	open := make([]bool, len(all[0]))
	for _, i := range rand.New(rand.NewPCG(uint64(number), 4)).Perm(len(open))[:len(open)/2] {
		open[i] = true
	}
	best := course.Envelope{Chosen: math.Inf(1)}
	for _, wrong := range all {
		if chosen := shareOf(wrong, open, true); chosen < best.Chosen {
			best = course.Envelope{Chosen: chosen, Sealed: shareOf(wrong, open, false)}
		}
	}
	return best
}
