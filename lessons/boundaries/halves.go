package boundaries

import (
	"math/rand/v2"
	"slices"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/points"
)

// Halves are the numbers of points in two parts, each of which is predicted by a fit to the other.
type Halves [2][]int

// HalvesDrawn is what is drawn anew in other halves of a figure's points.
var HalvesDrawn = []course.Design{
	{When: "data=meuse halves=squares", Stays: "the samples",
		Anew: "where the squares of 500 m begin, and which of them are fitted to"},
	{Anew: "which half of the points is fitted to, at random", Stays: "the points"},
}

// UnlessRandom is said where squares are held out, and a goal asks for samples at random.
const UnlessRandom = "by squares"

// BySquares declares how points are held out, and reports whether the soil is by whole squares of ground, and
// not sample by sample. Other points are held out at random.
func BySquares(f *course.Form) bool {
	squares := f.Choice("halves", "held out", "squares", course.Options("squares", "squares of 500 m",
		"points", "samples at random"), course.More, course.When("data", "meuse")) == "squares"
	return squares && !f.Control("halves").Off
}

// Halve divides points into two parts. At random they differ by a point at most; by squares, of which each
// goes to the smaller part in a random order, by no more than the largest square holds.
func Halve(x [][]float64, squares bool, rng *rand.Rand) (h Halves) {
	if squares {
		of := points.Squares(x, rng.Float64(), rng.Float64())
		rng.Shuffle(len(of), func(i, j int) { of[i], of[j] = of[j], of[i] })
		for _, square := range of {
			smaller := 0
			if len(h[1]) < len(h[0]) {
				smaller = 1
			}
			h[smaller] = append(h[smaller], square...)
		}
	} else {
		order := rng.Perm(len(x))
		h = Halves{order[:len(x)/2], order[len(x)/2:]}
	}
	slices.Sort(h[0])
	slices.Sort(h[1])
	return h
}
