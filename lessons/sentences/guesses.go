package sentences

import (
	"math"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// misses are how the share missed may go on after pairs: fall on, by the same factor for
// each letter, fall once more and stay, as it does, or climb by what it fell.
func misses(in []*course.Picture) []plots.Guess {
	right := in[0].Drawn("lengths-error", "curve").From(shownFirst)
	one, two := in[0].Drawn("lengths-error", "curve").Ys[0], right.Ys[0]
	on := func(y func(more float64) float64) plots.Guess {
		return right.Map(func(length float64) float64 { return y(length - shownFirst) })
	}
	return []plots.Guess{
		on(func(more float64) float64 { return two * math.Pow(two/one, more) }),
		on(func(more float64) float64 { return right.Ys[int(min(more, 1))] }),
		right,
		on(func(more float64) float64 { return min(100, two+more*(one-two)/2) }),
	}
}
