package bandwidth

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/plots"
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

// Images are three points of the figure arrows: their bumps, and their images in feature
// space.
type images struct {
	ell        float64
	yaw, pitch int

	K                     *mat.SymDense
	first, second, across float64 // angles, between 0 and 1, 1 and 3, and 0 and 3
}

var buildArrows = course.Steps(func(f *course.Form) course.Work {
	return &images{
		ell:   f.LogFloat("bandwidth", "bandwidth ℓ", 2, 0.1, 100, course.Term("bandwidth")),
		yaw:   f.Int("yaw", "turn", 25, 0, 359, course.Unit("°")),
		pitch: f.Int("pitch", "look down", 20, 0, 90, course.Unit("°"), course.More),
	}
})

func (r *images) Compute(context.Context, *course.Memo) error {
	r.K = engine.Gram(gaussian(r.ell), engine.Column(arrowsAt))
	r.first, r.second, r.across = degrees(r.K.At(0, 1)), degrees(r.K.At(1, 2)), degrees(r.K.At(0, 2))
	return nil
}

const saysArrows = "At ℓ = {bandwidth} the arrows of 0 and 1 are {angle_12}° apart, those of 1 and 3 {angle_23}°, " +
	"and those of 0 and 3 {angle_13}°."

func (r *images) Show(f *course.Form) *course.Picture {
	bumps, space := r.plots()
	first := course.Digits(r.first) + "°"
	return &course.Picture{
		Columns: [][]plots.Panel{
			{{ID: "arrows-space", Lead: true, Title: "Three points as arrows",
				Width: course.Square, Height: course.Square, Plot: space}},
			{{ID: "arrows-bumps", Title: "The same as bumps", Width: course.Wide, Height: 260, Plot: bumps}},
		},
		Numbers: []course.Number{
			{Name: "angle_12", Label: "angle between φ(0) and φ(1)", Value: r.first, Unit: "°",
				Means: "Its cosine is the similarity k(0, 1): 90° is not alike at all, 0° is equal."},
			{Name: "angle_23", Label: "between φ(1) and φ(3)", Value: r.second, Unit: "°",
				Means: "Its cosine is k(1, 3)."},
			{Name: "angle_13", Label: "between φ(0) and φ(3)", Value: r.across, Unit: "°",
				Means: "Its cosine is k(0, 3)."},
			{Name: "offdiagonal_mean", Label: "mean off the diagonal",
				Value: (r.K.At(0, 1) + r.K.At(1, 2) + r.K.At(0, 2)) / 3},
		},
		Says:     []course.Said{course.Say(saysArrows, course.Chosen(r.ell), r.first, r.second, r.across)},
		Matrices: []course.NamedMatrix{{Name: "gram", Values: r.K}},
		Code: programs.Code("arrows", f, course.Values{
			"X": arrowsAt, "kernel": "gaussian", "Parameters": []string{"bandwidth"},
		}),
		Goals: []course.Goal{{Name: "sixty", At: "bandwidth=0.85", Now: first, Reached: math.Abs(r.first-60) <= 2,
			Text: fmt.Sprintf("Goal reached: %s, a cosine of %s.", first, course.Digits(r.K.At(0, 1)))}},
	}
}

// plots are the three bumps on a line, and the arrows in space.
func (r *images) plots() (plots.Curves, plots.Lift) {
	const low, high = -3, 6
	grid := curves.Grid(low, high)
	bends := plots.Bends(low, high, curves.GridPoints, arrowsAt, r.ell)
	places := plots.Refine(grid, bends)
	bumps := plots.Curves{
		X: plots.Axis{Label: "x", Min: low, Max: high}, Y: plots.Axis{Label: "k(xᵢ, x)", Max: 1.1}, Legend: true,
	}
	axis := func(name string) plots.Axis { return plots.Axis{Label: name, Max: 1} }
	space := plots.Lift{X: axis("first"), Y: axis("second"), Z: axis("third"),
		Yaw: float64(r.yaw), Pitch: float64(r.pitch)}
	arrows := arrowsOf(r.K.At)
	for i, x := range arrowsAt {
		colour := [...]plots.Token{plots.Curve, plots.Accent, plots.Ink}[i]
		alike := func(v []float64) []float64 {
			k := make([]float64, len(v))
			for g := range v {
				k[g] = gaussian(r.ell).OfDistance(math.Abs(v[g] - x))
			}
			return k
		}
		bumps.Lines = append(bumps.Lines, plots.Line{Name: fmt.Sprintf("k(%g, ·)", x), Class: "heard",
			Xs: places.Xs, Ys: places.Values(alike(grid), alike(bends)), Color: colour, Width: 2.2})
		bumps.Points = append(bumps.Points, plots.Point{X: x, Y: 1})
		space.Arrows = append(space.Arrows,
			plots.Arrow{To: arrows[i], Name: fmt.Sprintf("φ(%g)", x), Color: colour, Class: "image"})
	}
	return bumps, space
}
