package gold

import (
	"math"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// emblem is the map of zinc, at the southern end of the plain, with two contours.
func emblem(p *course.Picture) plots.Emblem {
	cells := plots.Points(p.Column("grid", "x"), p.Column("grid", "y"))
	var levels []plots.Level
	for _, zinc := range []float64{200, 500} { // mg/kg
		levels = append(levels, plots.Level{At: math.Log10(zinc), Bold: true})
	}
	return plots.Emblem{{
		X: plots.Axis{Min: 0.1, Max: 2.7}, Y: plots.Axis{Min: 0.35, Max: 2}, Equal: true,
		Parts: []plots.Part{plots.EncodeCountry(cells, p.Column("grid", "mean"), side, zincScale, levels).Ground()},
	}}
}
