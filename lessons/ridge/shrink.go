package ridge

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
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

// A shrinking is what each direction vⱼ keeps, and one direction as a curve: before the
// price and after it.
type shrinking struct {
	// What the controls say.
	polynomial
	direction int
	written   func(n int) []float64 // every λ in the convention chosen
	lambda    float64               // so too

	// What is computed.
	fit           *curves.Polynomial
	j             int // the direction shown, from 0
	values, keeps []float64
	half          int       // directions that keep more than half
	free, left    []float64 // what least squares has along the direction, and what of it is left
}

var buildShrink = course.Steps(func(f *course.Form) course.Work {
	r := &shrinking{polynomial: choosePolynomial(f, valleyLambda, "")}
	r.direction = f.Int("direction", "direction j", 7, 1, curves.MaxDegree+1)
	r.written = func(n int) []float64 { return model.WrittenAll(f, model.Lambdas, n) }
	r.lambda = f.Control("lambda").Number()
	return r
})

func (r *shrinking) Compute(context.Context, *course.Memo) error {
	r.fit = r.polynomial.fit()
	if r.fit.Solution.Err != nil {
		return nil
	}
	r.values = r.fit.Spectrum.Values
	r.j, r.half = min(r.direction, len(r.values))-1, 0
	r.keeps = r.shares(r.fit.Lambda)
	for _, share := range r.keeps {
		if share > 0.5 && !engine.Agree(share, 0.5, 1) {
			r.half++
		}
	}
	r.free, r.left = make([]float64, len(r.fit.Grid)), make([]float64, len(r.fit.Grid))
	if share := r.keeps[r.j]; share > 0 {
		y := mat.NewVecDense(r.fit.Data.Len(), r.fit.Data.Y)
		along := mat.NewVecDense(len(r.free), r.free)
		along.MulVec(r.fit.Features, r.fit.Spectrum.V.ColView(r.j))
		along.ScaleVec(mat.Dot(r.fit.Spectrum.U.ColView(r.j), y)/r.values[r.j], along)
		for g, v := range r.free {
			r.left[g] = share * v
		}
	}
	return nil
}

// shares are what the directions keep at λ of the mean loss.
func (r *shrinking) shares(lambda float64) (shares []float64) {
	rounding := engine.Rounding(len(r.values), r.values[0])
	for _, s := range r.values {
		shares = append(shares, keeps(s, rounding, float64(r.fit.Data.Len())*lambda))
	}
	return shares
}

func (r *shrinking) Show(f *course.Form) *course.Picture {
	if r.fit.Solution.Err != nil {
		return r.fit.Picture(f)
	}
	p := r.fit.Picture(f, []plots.Panel{r.against()}, []plots.Panel{r.curve()})
	p.Numbers = append(r.numbers(), p.Numbers...)
	p.Series = append(p.Series, course.Table("directions", "singular_value share", r.values, r.keeps),
		course.Table("shares", "lambda share", r.written(r.fit.Data.Len()), r.along()))
	p.Says = append(r.says(), p.Says...)
	but := r.fit.Unless("sine")
	if but == "" && r.fit.Degree != 12 {
		but = fmt.Sprintf("at degree %d", r.fit.Degree)
	}
	p.Goals = []course.Goal{{
		Name: "cut", At: "lambda=0.03", Now: course.Plural(r.half, "direction"), But: but,
		Reached: but == "" && r.half == 4,
		Text:    "Goal reached: here four directions keep more than half of themselves, and nine less than half.",
	}}
	return p
}

// along is what the chosen direction keeps at every λ.
func (r *shrinking) along() (shares []float64) {
	for _, lambda := range model.Lambdas {
		shares = append(shares, r.shares(lambda)[r.j])
	}
	return shares
}

// against is what each direction keeps against λ, the chosen one on top.
func (r *shrinking) against() plots.Panel {
	x := r.written(r.fit.Data.Len())
	lines := make([]plots.Line, len(r.values))
	for _, lambda := range model.Lambdas {
		for k, share := range r.shares(lambda) {
			lines[k].Ys = append(lines[k].Ys, share)
		}
	}
	for k := range lines {
		lines[k].Xs, lines[k].Color, lines[k].Width = x, plots.Ghost, 1.4
	}
	chosen := lines[r.j]
	chosen.Name, chosen.Color, chosen.Width = fmt.Sprintf("direction %d", r.j+1), plots.Curve, 2.6
	return plots.Panel{ID: "shrink-shares", Title: "What each direction keeps", Width: course.Half,
		Height: 400,
		Plot: plots.Paths{
			X: plots.Axis{Label: "λ", Min: x[0], Max: x[len(x)-1], Log: true},
			Y: plots.Axis{Label: "share kept", Min: 0, Max: 1.1}, At: r.lambda, AtName: "λ", Class: "t-lambda",
			Lines: append(slices.Delete(lines, r.j, r.j+1), chosen),
		}}
}

// curve is the chosen direction as a curve.
func (r *shrinking) curve() plots.Panel {
	return plots.Panel{ID: "shrink-direction", Title: fmt.Sprintf("Direction %d, before and after", r.j+1),
		Width: course.Half, Height: 400, Plot: plots.Curves{
			X: r.fit.XAxis(), Y: r.fit.YAxis(), Points: points.Dots(r.fit.Data), PointsName: "data", Legend: true,
			Lines: []plots.Line{
				{Name: "least squares", Xs: r.fit.Grid, Ys: r.free, Color: plots.Soft, Width: 1.8, Dash: true},
				{Name: "with the price", Xs: r.fit.Grid, Ys: r.left, Color: plots.Curve, Width: 2.6,
					Class: "curve t-fit"},
			},
		}}
}

func (r *shrinking) numbers() []course.Number {
	return []course.Number{
		{Name: "share", Label: fmt.Sprintf("share that direction %d keeps", r.j+1), Value: r.keeps[r.j],
			Means: "What ridge regression leaves of what least squares has along this direction."},
		{Name: "singular_value", Label: "its singular value s" + course.Subscript(r.j+1), Value: r.values[r.j],
			Means: "How large this mixture of features is at the data points."},
		{Name: "more_than_half", Label: "directions that keep more than half", Value: float64(r.half), Whole: true,
			Means: "Those whose singular value, squared, is more than nλ."},
	}
}

// What the picture shows, before the fit.
const (
	saysShare = "Direction {shown} of {all} has the singular value {singular_value} and keeps the share {share}."
	saysHalf  = "{more_than_half} of {all} keep more than half; the shares add up to {degrees_of_freedom} " +
		"degrees of freedom."
	saysOnlyHalf = "{more_than_half} of 1 direction keeps more than half; the shares add up to {degrees_of_freedom} " +
		"degrees of freedom."
)

func (r *shrinking) says() []course.Said {
	d, freedom := len(r.values), r.fit.Solution.DegreesOfFreedom
	share := course.Say(saysShare, r.j+1, d, r.values[r.j], r.keeps[r.j])
	if d == 1 {
		return []course.Said{share, course.Say(saysOnlyHalf, r.half, freedom)}
	}
	return []course.Said{share, course.Say(saysHalf, r.half, course.Some{N: d, Noun: "direction"}, freedom)}
}
