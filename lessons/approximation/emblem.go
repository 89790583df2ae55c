package approximation

import (
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// emblem is the three parts of the error by degree, and their sum.
func emblem(p *course.Picture) plots.Emblem {
	v := plots.Pane{X: plots.Axis{Min: 0, Max: 12.4}, Y: plots.Axis{Min: 0, Max: 0.75}}
	degrees, sum := p.Column("budget", "degree"), make([]float64, len(p.Column("budget", "degree")))
	for i, part := range []string{"bayes_risk", "approximation_error", "estimation_error"} {
		below := append([]float64{}, sum...)
		for j, e := range p.Column("budget", part) {
			sum[j] += e
		}
		v.Parts = append(v.Parts, plots.Between(degrees, below, sum, plots.Categories[i].Fade(0.45)))
	}
	v.Parts = append(v.Parts, plots.Stroke{Xs: degrees, Ys: sum, Color: plots.Ink})
	return plots.Emblem{v}
}
