package grammatrix

import (
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// boiled are how like fresh milk boiled milk may be by the inner product, s times as
// concentrated: a hill, as the Gaussian has it, level, as the cosine has it, the line that it
// is, or 2s/(1 + s), which never comes to twice as much.
func boiled(in []*course.Picture) []plots.Guess {
	const panel = "neighbours-profile"
	line := in[1].Drawn(panel, "curve")
	return []plots.Guess{in[0].Drawn(panel, "profile-gaussian"), in[0].Drawn(panel, "profile-cosine"), line,
		line.Map(func(s float64) float64 { return 2 * s / (1 + s) })}
}
