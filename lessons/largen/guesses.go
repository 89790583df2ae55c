package largen

import (
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// through are how long a million letters may take that are compared with 100 alone: as long
// as 100 take, as long as they do, as there are fewer pairs, or as long as all with all.
func through(in []*course.Picture) []plots.Guess {
	few, both := in[0], in[1]
	exact := both.Find("seconds")
	var all []plots.Guess
	for _, seconds := range []float64{
		few.Find("seconds"), both.Find("nystrom_seconds"), exact * raceFeatures / openN, exact,
	} {
		all = append(all, plots.Guess{Xs: []float64{openN}, Ys: []float64{seconds}})
	}
	return all
}
