package psdkernels

import (
	"math"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// corners are how the Laplacian's curve may differ from the Gaussian's: wider at the top and
// without tails, as e^(−(x/1.5)⁸), as it does, half as high, or level between the points.
func corners(at func(query string) (*course.Picture, error)) ([]plots.Guess, error) {
	opens, err := at("")
	if err != nil {
		return nil, err
	}
	laplacian, err := at("kernel=laplacian")
	if err != nil {
		return nil, err
	}
	gaussian := opens.Drawn("zoo-kernel", "t-gram")
	along := func(y func(x float64) float64) plots.Guess {
		g := plots.Guess{Xs: gaussian.Xs}
		for _, x := range g.Xs {
			g.Ys = append(g.Ys, y(x))
		}
		return g
	}
	return []plots.Guess{
		along(func(x float64) float64 { return math.Exp(-math.Pow(x/1.5, 8)) }),
		laplacian.Drawn("zoo-kernel", "t-gram"),
		along(func(x float64) float64 { return gaussian.At(x) / 2 }),
		along(func(x float64) float64 { return gaussian.At(math.Round(2*x) / 2) }), // they are ½ apart
	}, nil
}
