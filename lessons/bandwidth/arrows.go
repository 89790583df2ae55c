package bandwidth

import (
	"context"
	"fmt"
	"math"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/curves"
	"gramophone/plots"
)

// arrowsAt are the inputs of three points whose images are drawn.
var arrowsAt = []float64{0, 1, 3}

// arrowsOf are three arrows in space with the Gram matrix K, whose diagonal is 1: the
// rows of its Cholesky factor, so that the first lies along the first axis and the second
// in the plane of the first two. Of a K singular by rounding the arrows lie in a plane.
func arrowsOf(K func(i, j int) float64) [3]plots.Point3 {
	k12, k13, k23 := K(0, 1), K(0, 2), K(1, 2)
	y2 := math.Sqrt(math.Max(0, 1-k12*k12))
	third := plots.Point3{X: k13}
	if y2 > 0 {
		third.Y = (k23 - k12*k13) / y2
	}
	third.Z = math.Sqrt(math.Max(0, 1-third.X*third.X-third.Y*third.Y))
	return [3]plots.Point3{{X: 1}, {X: k12, Y: y2}, third}
}

// degrees is the angle between images whose similarity is k.
func degrees(k float64) float64 { return math.Acos(math.Min(k, 1)) * 180 / math.Pi }

func buildArrows(f *course.Form) course.Draw {
	ell := f.LogFloat("bandwidth", "bandwidth ℓ", 2, 0.1, 100, course.Term("bandwidth"))
	yaw := f.Int("yaw", "turn", 25, 0, 359, course.Unit("°"))
	pitch := f.Int("pitch", "look down", 20, 0, 90, course.Unit("°"), course.More)
	return func(context.Context, *course.Memo) (*course.Picture, error) {
		K := engine.Gram(gaussian(ell), engine.Column(arrowsAt))
		colours := [3]plots.Token{plots.Curve, plots.Accent, plots.Ink}
		grid := make([]float64, curves.GridPoints)
		for g := range grid {
			grid[g] = -3 + 9*float64(g)/(curves.GridPoints-1)
		}
		bends := plots.Bends(-3, 6, curves.GridPoints, arrowsAt, ell)
		places := plots.Refine(grid, bends)
		bumps := plots.Curves{X: plots.Axis{Label: "x", Min: -3, Max: 6}, Y: plots.Axis{Label: "k(xᵢ, x)", Min: 0, Max: 1.1}, Legend: true}
		axis := func(name string) plots.Axis { return plots.Axis{Label: name, Min: 0, Max: 1} }
		space := plots.Lift{X: axis("1"), Y: axis("2"), Z: axis("3"), Yaw: float64(yaw), Pitch: float64(pitch)}
		arrows := arrowsOf(K.At)
		for i, x := range arrowsAt {
			name := fmt.Sprintf("φ(%g)", x)
			at := func(v []float64) []float64 {
				k := make([]float64, len(v))
				for g := range v {
					k[g] = gaussian(ell).OfDistance(math.Abs(v[g] - x))
				}
				return k
			}
			bumps.Lines = append(bumps.Lines, plots.Line{Name: fmt.Sprintf("k(%g, ·)", x), Xs: places.Xs, Ys: places.Values(at(grid), at(bends)), Color: colours[i], Width: 2.2})
			bumps.Points = append(bumps.Points, plots.Point{X: x, Y: 1})
			space.Arrows = append(space.Arrows, plots.Arrow{To: arrows[i], Name: name, Color: colours[i], Class: "image"})
		}
		a12, a13, a23 := degrees(K.At(0, 1)), degrees(K.At(0, 2)), degrees(K.At(1, 2))
		angle := func(v float64) string { return course.Digits(v) + "°" }
		return &course.Picture{
			Columns: [][]plots.Panel{
				{{ID: "arrows-bumps", Title: "Three bumps", Width: course.Wide, Height: 260, Plot: bumps}},
				{{ID: "arrows-space", Title: "The same as three arrows", Width: course.Square, Height: course.Square, Plot: space}},
			},
			Numbers: []course.Number{
				{Name: "angle_12", Label: "angle between φ(0) and φ(1)", Means: "Its cosine is the similarity k(0, 1): 90° is not alike at all, 0° is equal.", Value: a12, Unit: "°"},
				{Name: "angle_23", Label: "between φ(1) and φ(3)", Means: "Its cosine is k(1, 3).", Value: a23, Unit: "°"},
				{Name: "angle_13", Label: "between φ(0) and φ(3)", Means: "Its cosine is k(0, 3).", Value: a13, Unit: "°"},
				{Name: "offdiagonal_mean", Label: "mean off the diagonal", Value: (K.At(0, 1) + K.At(1, 2) + K.At(0, 2)) / 3},
			},
			Description: fmt.Sprintf("At ℓ = %s the arrows of 0 and 1 stand at %s, those of 1 and 3 at %s, and those of 0 and 3 at %s.", course.Value(ell), angle(a12), angle(a23), angle(a13)),
			Matrices:    []course.NamedMatrix{{Name: "gram", Values: K}},
			Code:        programs.Code("arrows", f, course.Values{"X": arrowsAt, "kernel": "gaussian", "Parameters": []string{"bandwidth"}}),
			Goals: []course.Goal{{Name: "sixty", At: "bandwidth=0.85", Now: angle(a12), Reached: math.Abs(a12-60) <= 2,
				Text: fmt.Sprintf("Goal reached: %s, a cosine of %s.", angle(a12), course.Digits(K.At(0, 1)))}},
		}, nil
	}
}
