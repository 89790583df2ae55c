package mercer

import (
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// reaches are how far sixteen features may reach: as far as four, with steeper sides, as far
// as they do, or four times as far as four, which is beyond the picture.
func reaches(at func(query string) (*course.Picture, error)) ([]plots.Guess, error) {
	p, err := at("features=16")
	if err != nil {
		return nil, err
	}
	right := p.Drawn("taylor-diagonal", "curve")
	wider := func(by float64) plots.Guess {
		g := plots.Guess{Xs: right.Xs}
		for _, x := range right.Xs {
			g.Ys = append(g.Ys, right.At(x/by))
		}
		return g
	}
	return []plots.Guess{wider(0.5), right, wider(2)}, nil
}
