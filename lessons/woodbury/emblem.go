package woodbury

import (
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// emblem is d×d, d×n and n×n to one scale.
func emblem(p *course.Picture) plots.Emblem {
	const gap = 0.14 // of d
	rows, cols := p.Column("sizes", "rows"), p.Column("sizes", "columns")
	d, x := rows[0], 0.0
	v := plots.Pane{Equal: true, Y: plots.Axis{Min: -0.09, Max: 1.09}}
	for i, ink := range []plots.Token{plots.Categories[0].Fade(0.4), plots.Categories[2].Fade(0.6), plots.Curve} {
		w, h := cols[i]/d, rows[i]/d
		v.Parts = append(v.Parts, plots.Box(x, x+w, 0.5-h/2, 0.5+h/2, ink))
		x += w + gap
	}
	v.X.Max = x - gap
	return plots.Emblem{v}
}
