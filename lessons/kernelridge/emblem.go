package kernelridge

import (
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// emblem is readings of the crash and the curve that was fitted to them.
func emblem(p *course.Picture) plots.Emblem {
	return plots.Emblem{{X: plots.Axis{Min: 0, Max: 60}, Y: plots.Axis{Min: -150, Max: 95}, Parts: []plots.Part{
		plots.Dots{Xs: p.Column("data", "x"), Ys: p.Column("data", "y"), Color: plots.Data.Fade(0.72)},
		plots.Stroke{Xs: p.Column("fit", "x"), Ys: p.Column("fit", "y")},
	}}}
}

// triptych is the course's emblem: readings, their Gram matrix, and the function that was
// fitted to them.
func triptych(p *course.Picture) plots.Emblem {
	const most = 100 // readings: all there are, on a large one
	curve, drawn := p.Panel("fit-curve").Plot.(plots.Curves)
	heat, fitted := p.Panel("fit-gram").Plot.(plots.Heatmap)
	if !drawn || !fitted {
		return nil
	}
	dots := plots.Dots{Xs: p.Column("data", "x"), Ys: p.Column("data", "y"), Most: most}
	behind := dots
	behind.Color = plots.Data.Fade(0.35)
	f := plots.Stroke{Xs: p.Column("fit", "x"), Ys: p.Column("fit", "y"), Class: "curve"}
	return plots.Emblem{
		{Name: "points", X: curve.X, Y: curve.Y, Parts: []plots.Part{dots}},
		{Name: "K", Parts: []plots.Part{plots.Tile{Raster: heat.Raster}}},
		{Name: "f = Σ αᵢ k(xᵢ, ·)", X: curve.X, Y: curve.Y, Parts: []plots.Part{behind, f}},
	}
}
