package ridge

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/curves"
	"gramophone/lessons/model"
	"gramophone/lessons/points"
	"gramophone/plots"
)

// keeps is the share that a direction of singular value s keeps,
//
//	s²/(s² + nλ);
//
// 0 for a direction that the data do not have, whose s is at most rounding.
func keeps(s, rounding, nLambda float64) float64 {
	if s <= rounding {
		return 0
	}
	return s * s / (s*s + nLambda)
}

// buildShrink shows what each direction vⱼ keeps against λ, and one direction as a
// curve: before the price and after it.
func buildShrink(f *course.Form) course.Draw {
	load, features, mean := controls(f, valleyLambda, "")
	direction := f.Int("direction", "direction j", 7, 1, curves.MaxDegree+1)
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		r := load()
		fit := curves.FitPolynomial(r, features(r), mean(r.Data.Len()))
		if fit.Solution.Err != nil {
			return fit.Picture(f), nil
		}
		var (
			n    = float64(r.Data.Len())
			s    = fit.Spectrum.Values
			j    = min(direction, len(s)) - 1
			x    = model.WrittenAll(f, model.Lambdas, r.Data.Len())
			all  []plots.Line
			half = 0 // directions that keep more than half
			here = make([]float64, len(s))

			rounding = engine.Rounding(len(s), s[0])
		)
		for k := range s {
			line := plots.Line{Xs: x, Color: plots.Ghost, Width: 1.4}
			for _, lambda := range model.Lambdas {
				line.Ys = append(line.Ys, keeps(s[k], rounding, n*lambda))
			}
			if here[k] = keeps(s[k], rounding, n*fit.Lambda); here[k] > 0.5 && !engine.Agree(here[k], 0.5, 1) {
				half++
			}
			all = append(all, line)
		}
		// The chosen one on top.
		chosen := all[j]
		chosen.Name, chosen.Color, chosen.Width = fmt.Sprintf("direction %d", j+1), plots.Curve, 2.6
		all = append(append(all[:j:j], all[j+1:]...), chosen)

		// What least squares has along vⱼ, and what of it is left.
		free, left := make([]float64, len(fit.Grid)), make([]float64, len(fit.Grid))
		if here[j] > 0 {
			along := mat.NewVecDense(len(free), free)
			along.MulVec(fit.Features, fit.Spectrum.V.ColView(j))
			along.ScaleVec(mat.Dot(fit.Spectrum.U.ColView(j), mat.NewVecDense(r.Data.Len(), r.Data.Y))/s[j], along)
			for g, v := range free {
				left[g] = here[j] * v
			}
		}
		picture := fit.Picture(f,
			[]plots.Panel{{ID: "shrink-shares", Title: "What each direction keeps, against λ", Width: course.Half, Height: 400, Plot: plots.Paths{
				X: plots.Axis{Label: "λ", Min: x[0], Max: x[len(x)-1], Log: true}, Y: plots.Axis{Label: "share kept", Min: 0, Max: 1},
				Lines: all, At: f.Control("lambda").Number(), AtName: "λ", Class: "t-lambda",
			}}},
			[]plots.Panel{{ID: "shrink-direction", Title: fmt.Sprintf("Direction %d, before and after", j+1), Width: course.Half, Height: 400, Plot: plots.Curves{
				X: r.XAxis(), Y: r.YAxis(), Points: points.Dots(r.Data), PointsName: "data", Legend: true,
				Lines: []plots.Line{
					{Name: "least squares", Xs: fit.Grid, Ys: free, Color: plots.Soft, Width: 1.8, Dash: true},
					{Name: "with the price", Xs: fit.Grid, Ys: left, Color: plots.Curve, Width: 2.6, Class: "curve t-fit"},
				},
			}}})
		picture.Numbers = append([]course.Number{
			{Name: "share", Label: fmt.Sprintf("share that direction %d keeps", j+1), Means: "What ridge regression leaves of what least squares has along this direction.", Value: here[j]},
			{Name: "singular_value", Label: fmt.Sprintf("its singular value s%s", subscript(j+1)), Means: "How large this mixture of features is at the data points.", Value: s[j]},
			{Name: "more_than_half", Label: "directions that keep more than half", Means: "Those whose singular value, squared, is more than nλ.", Value: float64(half), Whole: true},
		}, picture.Numbers...)
		picture.Series = append(picture.Series, course.Table("directions", "singular_value share", s, here))
		picture.Description = fmt.Sprintf("Direction %d of %d has the singular value %s and keeps the share %s. %s of %s more than half; the shares add up to %s degrees of freedom. %s",
			j+1, len(s), course.Digits(s[j]), course.Digits(here[j]), course.Count(float64(half)), keep(len(s)), course.Digits(fit.Solution.DegreesOfFreedom), picture.Description)
		picture.Goals = []course.Goal{{Name: "cut", At: "lambda=0.03", Now: course.Plural(half, "direction"), Reached: r.Name == "sine" && fit.Degree == 12 && half == 4,
			Text: "Goal reached: four directions keep more than half of themselves, and nine less than half."}}
		return picture, nil
	}
}

// keep says of how many directions some keep.
func keep(n int) string {
	if n == 1 {
		return "1 direction keeps"
	}
	return course.Plural(n, "direction") + " keep"
}

// subscript writes a whole number as an index.
func subscript(j int) string {
	var s []rune
	for _, digit := range fmt.Sprint(j) {
		s = append(s, '₀'+digit-'0')
	}
	return string(s)
}
