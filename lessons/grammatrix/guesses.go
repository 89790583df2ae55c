package grammatrix

import (
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// boiled are how like fresh milk boiled milk may be by the inner product, s times as
// concentrated: a hill, as the Gaussian has it, level, as the cosine has it, the line that it
// is, or 2s/(1 + s), which never comes to twice as much.
func boiled(at func(query string) (*course.Picture, error)) ([]plots.Guess, error) {
	var all []plots.Guess
	for _, s := range []struct{ similarity, class string }{{"all", "profile-gaussian"}, {"all", "profile-cosine"},
		{"inner", "curve"}} {
		p, err := at("similarity=" + s.similarity)
		if err != nil {
			return nil, err
		}
		all = append(all, p.Drawn("neighbours-profile", s.class))
	}
	limit := plots.Guess{Xs: all[2].Xs}
	for _, s := range limit.Xs {
		limit.Ys = append(limit.Ys, 2*s/(1+s))
	}
	return append(all, limit), nil
}
