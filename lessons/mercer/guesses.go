package mercer

import (
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// reaches are how far sixteen features may reach: as far as four, with steeper sides, as far
// as they do, or four times as far as four, which is beyond the picture.
func reaches(in []*course.Picture) []plots.Guess {
	right := in[0].Drawn("taylor-diagonal", "curve")
	wider := func(by float64) plots.Guess {
		return right.Map(func(x float64) float64 { return right.At(x / by) })
	}
	return []plots.Guess{wider(0.5), right, wider(2)}
}
