package representer

import (
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// coldEnds are where the fit may go at the left of the flights: down to 0, only later, as that
// of wider bumps, to the mean, as with a constant, or up, as it does with a line.
func coldEnds(at func(query string) (*course.Picture, error)) ([]plots.Guess, error) {
	var all []plots.Guess
	for _, query := range []string{"bandwidth=9", "degree=0", "degree=1"} {
		p, err := at(query)
		if err != nil {
			return nil, err
		}
		all = append(all, p.Drawn("semiparametric-f", "curve").To(53))
	}
	return all, nil
}
