package ridge

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/plots"
)

// A twoFeatures is a problem small enough to draw: eight points, two features
// without an intercept.
type twoFeatures struct {
	engine.Quadratic            // the mean squared error
	Phi              *mat.Dense // 8×2
	y                []float64
}

// newTwoFeatures makes the points from three patterns of ±1, u, v and w, which are
// orthogonal, so that the picture depends on what can be moved and on no luck:
//
//	x₁ = u,   x₂ = s(ρu + √(1 − ρ²)v),   y = 1.6x₁ + 0.5x₂/s + w/2.
//
// At s = 1 both features have mean square 1, and their correlation is ρ, in
// (−1, 1). s > 0 is the scale of the second.
func newTwoFeatures(rho, scale float64) *twoFeatures {
	const n = 8
	p := &twoFeatures{Phi: mat.NewDense(n, 2, nil), y: make([]float64, n), Quadratic: engine.Quadratic{
		A:    mat.NewSymDense(2, []float64{1, scale * rho, scale * rho, scale * scale}),
		Best: []float64{1.6, 0.5 / scale}, Least: 0.25,
	}}
	sign := func(i, bit int) float64 { return float64(1 - 2*(i>>bit&1)) }
	for i := range n {
		u, v, w := sign(i, 2), sign(i, 1), sign(i, 0)
		second := rho*u + math.Sqrt(1-rho*rho)*v
		p.Phi.SetRow(i, []float64{u, scale * second})
		p.y[i] = 1.6*u + 0.5*second + w/2
	}
	return p
}

// An endured is what a penalty leaves at one λ.
type endured struct {
	theta       []float64
	certificate engine.Certificate
	condition   float64 // of the stacked matrix, for the square
}

// solve minimises (1/n)‖y − Φθ‖² + λ‖θ‖², or λ‖θ‖₁ where lasso is set.
func (p *twoFeatures) solve(ctx context.Context, lasso bool, lambda float64) (endured, error) {
	if lasso {
		fit, err := engine.Lasso(ctx, p.Phi, p.y, lambda)
		if err != nil {
			return endured{}, err
		}
		return endured{theta: fit.Theta, certificate: p.CertifyLasso(p.y, lambda, fit)}, nil
	}
	spectrum, err := engine.SVD(p.Phi)
	if err != nil {
		return endured{}, err
	}
	at := spectrum.Solve(p.y, lambda)
	if at.Err != nil {
		return endured{}, at.Err
	}
	theta, err := engine.RidgeQR(p.Phi, p.y, lambda)
	if err != nil {
		return endured{}, err
	}
	return endured{at.Theta, engine.CertifyRidge(p.Phi, p.y, lambda, theta, at), at.Condition}, nil
}

// The part of the plane of θ that is drawn: room for every least squares, and for
// its name.
var objectiveX, objectiveY = plots.Axis{Label: "θ₁", Min: -2.3, Max: 3.4}, plots.Axis{Label: "θ₂", Min: -2.3, Max: 2.5}

func buildObjective(f *course.Form) course.Draw {
	lasso := f.Choice("penalty", "penalty", "l2", course.Options("l2", "λ‖θ‖², a circle", "l1", "λ‖θ‖₁, a diamond")) == "l1"
	lambda := f.LogFloat("lambda", "λ", 0.5, 0.01, 30, course.FromZero, course.Term("lambda"))
	rho := f.Float("correlation", "correlation ρ", 0.6, -0.95, 0.95)
	scale := f.LogFloat("scale", "x₂ times", 1, 0.3, 3)
	places := f.Control("lambda")
	grid := make([]float64, 121)
	for i := range grid {
		grid[i] = places.Min * math.Pow(places.Max/places.Min, float64(i)/float64(len(grid)-1))
	}
	return func(ctx context.Context, _ *course.Memo) (*course.Picture, error) {
		p := newTwoFeatures(rho, scale)
		here, err := p.solve(ctx, lasso, lambda)
		if err != nil {
			return nil, err
		}
		var path [2][]float64
		for _, l := range grid {
			at, err := p.solve(ctx, lasso, l)
			if err != nil {
				return nil, err
			}
			path[0], path[1] = append(path[0], at.theta[0]), append(path[1], at.theta[1])
		}
		theta := here.theta
		norm, norm1 := floats.Norm(theta, 2), floats.Norm(theta, 1)
		loss, zeros := p.Loss(theta...), 0
		for _, t := range theta {
			if t == 0 {
				zeros++
			}
		}
		penalty := norm * norm
		if lasso {
			penalty = norm1
		}
		picture := &course.Picture{
			Columns: [][]plots.Panel{
				{{ID: "objective-plane", Title: "Loss over θ, and the penalty", Width: course.Half, Height: 500, Plot: p.plane(theta, path, lasso)}},
				{{ID: "objective-path", Title: "Both coefficients against λ", Width: course.Half, Height: 500, Plot: plots.Paths{
					X: plots.Axis{Label: "λ", Min: grid[0], Max: grid[len(grid)-1], Log: true}, Y: plots.Axis{Label: "coefficient", Min: -0.5, Max: 2},
					Lines: []plots.Line{
						{Name: "θ₁", Xs: grid, Ys: path[0], Color: plots.Categories[0], Width: 2.4},
						{Name: "θ₂", Xs: grid, Ys: path[1], Color: plots.Categories[1], Width: 2.4, Dash: true},
					},
					At: lambda, AtName: "λ", Class: "t-lambda",
				}}},
			},
			Numbers: []course.Number{
				{Name: "theta_1", Label: "θ₁", Means: "The coefficient of the first feature.", Value: theta[0]},
				{Name: "theta_2", Label: "θ₂", Means: "The coefficient of the second feature.", Value: theta[1]},
				{Name: "norm", Label: "‖θ‖", Means: "The length of the vector of coefficients: the root of the sum of their squares.", Value: norm},
				{Name: "norm_1", Label: "‖θ‖₁", Value: norm1},
				{Name: "loss", Label: "mean squared error", Value: loss},
				{Name: "objective", Label: "loss and penalty", Value: loss + lambda*penalty},
				{Name: "zeros", Label: "coefficients exactly zero", Value: float64(zeros)},
			},
			Description: p.describe(theta, lambda, lasso),
			Certificate: here.check(lasso),
			Series: []course.Series{
				course.Table("data", "x1 x2 y", mat.Col(nil, 0, p.Phi), mat.Col(nil, 1, p.Phi), p.y),
				course.Table("path", "lambda theta_1 theta_2", grid, path[0], path[1]),
			},
			Matrices: []course.NamedMatrix{{Name: "features", Values: p.Phi}},
			Code:     p.code(f, lasso),
		}
		picture.Goals = []course.Goal{
			{Name: "zero", At: "penalty=l1&scale=3&lambda=4", Now: fmt.Sprintf("%s and %s", course.Digits(theta[0]), course.Digits(theta[1])), Reached: lasso && theta[0] == 0 && theta[1] != 0,
				Text: fmt.Sprintf("Goal reached: the first coefficient is 0, to the last bit, and the second %s. What is measured in larger numbers comes cheaper.", course.Digits(theta[1]))},
		}
		return picture, nil
	}
}

// plane is the loss over θ with the shape of the penalty through the solution.
func (p *twoFeatures) plane(theta []float64, path [2][]float64, lasso bool) plots.Surface {
	const nodes = 81
	values := mat.NewDense(nodes, nodes, nil)
	for i, b := range floats.Span(make([]float64, nodes), objectiveY.Min, objectiveY.Max) {
		for j, a := range floats.Span(make([]float64, nodes), objectiveX.Min, objectiveX.Max) {
			values.Set(i, j, p.Loss(a, b))
		}
	}
	here := p.Loss(theta...)
	var levels []plots.Level
	for k := range 7 {
		levels = append(levels, plots.Level{At: p.Least + 0.12*math.Pow(2, float64(k))})
	}
	levels = append(levels, plots.Level{At: here, Bold: true})
	shape := plots.Line{Name: "‖θ‖ = " + course.Digits(floats.Norm(theta, 2)), Color: plots.Lambda, Width: 2.4, Class: "t-lambda"}
	if r := floats.Norm(theta, 2); !lasso {
		for i := range 121 {
			sin, cos := math.Sincos(float64(i) * 2 * math.Pi / 120)
			shape.Xs, shape.Ys = append(shape.Xs, r*cos), append(shape.Ys, r*sin)
		}
	} else {
		r := floats.Norm(theta, 1)
		shape.Name = "‖θ‖₁ = " + course.Digits(r)
		shape.Xs, shape.Ys = []float64{r, 0, -r, 0, r}, []float64{0, r, 0, -r, 0}
	}
	return plots.Surface{
		X: objectiveX, Y: objectiveY, Equal: true, LinesOnly: true,
		Values: values, Levels: levels, Label: "mean squared error",
		Lines: []plots.Line{
			{Name: "solutions from λ = 0", Xs: append([]float64{p.Best[0]}, path[0]...), Ys: append([]float64{p.Best[1]}, path[1]...), Color: plots.Soft, Width: 1.6, Dots: true},
			shape,
		},
		Markers: []plots.Marker{
			{X: p.Best[0], Y: p.Best[1], Color: plots.Soft, Ring: true},
			{X: theta[0], Y: theta[1], Color: plots.Curve}, // where the two touch; a name would cover it
		},
	}
}

func (p *twoFeatures) describe(theta []float64, lambda float64, lasso bool) string {
	shape, size := "circle of radius", floats.Norm(theta, 2)
	if lasso {
		shape, size = "diamond of size", floats.Norm(theta, 1)
	}
	s := fmt.Sprintf("At λ = %s the solution is θ = (%s, %s)", course.Value(lambda), course.Digits(theta[0]), course.Digits(theta[1]))
	switch {
	case theta[0] == 0 && theta[1] == 0:
		return s + ": the penalty has won, and nothing is left."
	case lambda == 0:
		return s + ": least squares, for nothing is charged."
	case lasso && (theta[0] == 0 || theta[1] == 0):
		return s + fmt.Sprintf(", a corner of the diamond of size %s: one feature is out.", course.Digits(size))
	}
	return s + fmt.Sprintf(", where a contour of the loss touches the %s %s. Least squares is (%s, %s).", shape, course.Digits(size), course.Digits(p.Best[0]), course.Digits(p.Best[1]))
}

// check is the certificate with its reasons.
func (e endured) check(lasso bool) *course.Certificate {
	c := e.certificate
	if lasso {
		return &course.Certificate{Certificate: c, Line: fmt.Sprintf("Checked just now: the duality gap is %s of the mean of y², so that no θ is better by more.", course.Digits(c.PrimalDualGap)), Reasons: []string{
			"The gap between the objective and that of the dual problem, which no θ can go below, is " + course.Digits(c.PrimalDualGap) + " of the mean of y².",
			"Slopes of the loss exceed what λ allows by at most " + course.Digits(c.Residual) + ".",
		}}
	}
	return course.Agreement(c, "two factorisations",
		"θ by a QR factorisation of Φ, and by its singular values.",
		fmt.Sprintf("Residual of the normal equations: %s. Condition number of Φ stacked on √(nλ)I: %s.",
			course.Digits(c.Residual), course.Digits(e.condition)),
	)
}

// code computes the solution in other languages.
func (p *twoFeatures) code(f *course.Form, lasso bool) *course.Code {
	return programs.Code("penalty", f, course.Values{"X1": mat.Col(nil, 0, p.Phi), "X2": mat.Col(nil, 1, p.Phi), "Y": p.y, "Lasso": lasso})
}
