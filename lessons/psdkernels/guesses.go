package psdkernels

import (
	"math"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// corners are how the Laplacian's curve may differ from the Gaussian's: wider at the top and
// without tails, as e^(−(x/1.5)⁸), as it does, half as high, or level between the points.
func corners(in []*course.Picture) []plots.Guess {
	gaussian := in[0].Drawn("zoo-kernel", "t-gram")
	return []plots.Guess{
		gaussian.Map(func(x float64) float64 { return math.Exp(-math.Pow(x/1.5, 8)) }),
		in[1].Drawn("zoo-kernel", "t-gram"),
		gaussian.Map(func(x float64) float64 { return gaussian.At(x) / 2 }),
		gaussian.Map(func(x float64) float64 { return gaussian.At(math.Round(2*x) / 2) }), // they are ½ apart
	}
}
