package representer

import (
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// coldEnds are where the fit may go at the left of the flights: down to 0, only later, as that
// of wider bumps, to the mean, as with a constant, or up, as it does with a line.
func coldEnds(in []*course.Picture) []plots.Guess {
	var all []plots.Guess
	for _, p := range in {
		all = append(all, p.Drawn("semiparametric-f", "curve").To(53))
	}
	return all
}
