package woodbury

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// The figure residual: a fit with what it misses at every point, beside α, which is that
// over c = nλ.

// largeMiss is the goal: at the degree that the figure opens with, some point is missed
// by as much, in g.
const (
	largeMiss      = 110
	residualDegree = 8
)

func buildResidual(f *course.Form) course.Draw {
	load := points.OnLine(f, points.Offer{
		Data: "mcycle", Of: []string{"mcycle", "faithful", "sine", "points"}, Edit: "residual-curve"})
	features := curves.ChoosePowers(f, residualDegree)
	lambda := f.LogFloat("lambda", "λ", 0.001, 1e-6, 10, course.Term("lambda"))
	return func(context.Context, *course.Memo) (*course.Picture, error) {
		r := load()
		if r.Data.Len() == 0 {
			return r.Blank("residual-curve", 360), nil
		}
		fit := curves.FitPolynomial(r, features(r), lambda)
		curve := fit.CurvePanel("residual-curve", 360)
		curve.Width = course.Half
		c := float64(r.Data.Len()) * lambda
		alpha, err := dualOf(fit)
		if err != nil || fit.Solution.Err != nil {
			p := fit.Picture(f, []plots.Panel{curve})
			if p.Message == "" {
				p.Message = "There is no α here: beside the entries of ΦΦᵀ the c on its diagonal is lost in rounding."
			}
			p.Goals = []course.Goal{{Name: "missed", But: "with no α"}}
			return p.Told(), nil
		}
		residuals := engine.Apply(fit.Phi, fit.Solution.Theta)
		floats.SubTo(residuals, fit.Data.Y, residuals) // y − Φθ
		if plot, ok := curve.Plot.(plots.Curves); ok {
			plot.Lines = slices.Insert(plot.Lines, 0, sticks(r, residuals))
			curve.Plot = plot
		}
		const shortest = 1e-9 // an axis has a length where all α are zero
		top := plots.RoundUp(math.Max(floats.Norm(alpha, math.Inf(1)), shortest))
		heights := plots.Panel{ID: "residual-alpha", Title: "α, by the dual system", Width: course.Half, Height: 360,
			Plot: plots.Stems{
				X: r.XAxis(), Y: plots.Axis{Label: "αᵢ", Min: -top, Max: top}, Xs: r.Data.Input(0), Alpha: alpha,
			}}
		p := fit.Picture(f, []plots.Panel{curve}, []plots.Panel{heights})
		largest, miss := floats.Norm(alpha, math.Inf(1)), floats.Norm(residuals, math.Inf(1))
		p.Numbers = append([]course.Number{
			{Name: "largest_residual", Label: "largest residual", Means: "The most that the curve misses at a point.",
				Value: miss, Unit: r.YUnit},
			{Name: "c", Label: "c = nλ", Means: "What stands on the diagonal beside ΦΦᵀ.", Value: c},
			{Name: "largest_alpha", Label: "largest |αᵢ|", Means: "The largest weight of a point in θ = Φᵀα.",
				Value: largest},
			{Name: "length_alpha", Label: "‖α‖", Value: floats.Norm(alpha, 2)},
			{Name: "length_residual", Label: "‖y − Φθ‖", Value: floats.Norm(residuals, 2)},
		}, p.Numbers...)
		p.Series = append(p.Series, course.Table("alpha", "x alpha residual", r.Data.Input(0), alpha, residuals))
		missed, weight := course.Quantity(miss, r.YUnit), course.Digits(largest)
		p.Says = append(p.Says, course.Say(saysResidual, course.Measure{Value: miss, Unit: r.YUnit}, largest, c))
		but := r.Unless("mcycle")
		if but == "" && fit.D() != residualDegree+1 {
			but = fmt.Sprintf("at degree %d", fit.D()-1)
		}
		p.Goals = []course.Goal{{Name: "missed", At: "lambda=1", Now: missed, But: but,
			Text:    "Goal reached: the largest residual is " + missed + ", and the largest |αᵢ| is " + weight + ".",
			Reached: but == "" && miss >= largeMiss}}
		return p.Told(), nil
	}
}

const saysResidual = "The largest residual is {largest_residual}, and the largest |αᵢ| is {largest_alpha}: " +
	"the residual over c = {c}."

// dualOf solves (ΦΦᵀ + nλI)α = y.
func dualOf(fit *curves.Polynomial) ([]float64, error) {
	K := mat.NewSymDense(fit.Data.Len(), nil)
	K.SymOuterK(1, fit.Phi)
	for _, v := range K.RawSymmetric().Data {
		if math.IsInf(v, 0) || math.IsNaN(v) {
			return nil, engine.ErrOverflow
		}
	}
	return engine.SolveKRR(K, fit.Data.Y, fit.Lambda)
}

// sticks lead from every point to the curve.
func sticks(r *points.Line, residuals []float64) plots.Line {
	l := plots.Line{Name: "residuals", Color: plots.Accent, Width: 1.2, Class: "residuals t-alpha"}
	for i, x := range r.Data.Input(0) {
		y := r.Data.Y[i]
		l.Xs, l.Ys = append(l.Xs, x, x, x), append(l.Ys, y, y-residuals[i], math.NaN())
	}
	return l
}
