package approximation

import (
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// ends are where the test error of degree 4 may end: at zero, at the noise, where it does, or
// where it is with 30 points. Each falls as the curve does, by as much as there is to fall.
func ends(at func(query string) (*course.Picture, error)) ([]plots.Guess, error) {
	p, err := at("show=whole")
	if err != nil {
		return nil, err
	}
	right := p.Drawn("learning-curve", "curve")
	right = right.From(30)
	begun, ended := right.At(30), right.At(points.MaxN)
	to := func(end float64) plots.Guess {
		g := plots.Guess{Xs: right.Xs}
		for _, y := range right.Ys {
			g.Ys = append(g.Ys, end+(y-ended)*(begun-end)/(begun-ended))
		}
		return g
	}
	return []plots.Guess{to(0), to(p.Find("bayes_risk")), right, to(begun)}, nil
}
