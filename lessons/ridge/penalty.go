package ridge

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
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

// A touching is where the loss of two coefficients and a penalty balance, at one λ and at
// those of a grid.
type touching struct {
	// What the controls say.
	lasso              bool
	lambda, rho, scale float64
	grid               []float64

	// What is computed.
	*twoFeatures
	here       endured
	path       [2][]float64 // of both coefficients over the grid
	norm, sum  float64      // ‖θ‖ and ‖θ‖₁
	loss, cost float64      // mean squared error, and that with the penalty
}

var buildObjective = course.Steps(func(f *course.Form) course.Work {
	r := &touching{grid: make([]float64, 121)}
	r.lasso = f.Choice("penalty", "penalty", "l2",
		course.Options("l2", "λ‖θ‖², a circle", "l1", "λ‖θ‖₁, a diamond")) == "l1"
	r.lambda = f.LogFloat("lambda", "λ", 0.5, 0.01, 30, course.FromZero, course.Term("lambda"))
	r.rho = f.Float("correlation", "correlation ρ", 0.6, -0.95, 0.95)
	r.scale = f.LogFloat("scale", "x₂ times", 1, 0.3, 3)
	places := f.Control("lambda")
	for i := range r.grid {
		r.grid[i] = places.Min * math.Pow(places.Max/places.Min, float64(i)/float64(len(r.grid)-1))
	}
	return r
})

func (r *touching) Compute(ctx context.Context, _ *course.Memo) (err error) {
	r.twoFeatures, r.path = newTwoFeatures(r.rho, r.scale), [2][]float64{}
	if r.here, err = r.solve(ctx, r.lasso, r.lambda); err != nil {
		return err
	}
	for _, lambda := range r.grid {
		at, err := r.solve(ctx, r.lasso, lambda)
		if err != nil {
			return err
		}
		for j, theta := range at.theta {
			r.path[j] = append(r.path[j], theta)
		}
	}
	theta := r.here.theta
	r.norm, r.sum, r.loss = floats.Norm(theta, 2), floats.Norm(theta, 1), r.Loss(theta...)
	penalty := r.norm * r.norm
	if r.lasso {
		penalty = r.sum
	}
	r.cost = r.loss + r.lambda*penalty
	return nil
}

// zeros is how many coefficients are exactly zero.
func (r *touching) zeros() (n int) {
	for _, theta := range r.here.theta {
		if theta == 0 {
			n++
		}
	}
	return n
}

func (r *touching) Show(f *course.Form) *course.Picture {
	x1, x2 := mat.Col(nil, 0, r.Phi), mat.Col(nil, 1, r.Phi)
	return &course.Picture{
		Columns: [][]plots.Panel{
			{{ID: "objective-plane", Title: "Loss over θ, and the penalty", Width: course.Half, Height: 500,
				Plot: r.plane()}},
			{{ID: "objective-path", Title: "Both coefficients against λ", Width: course.Half, Height: 500,
				Plot: r.paths()}},
		},
		Numbers:     r.numbers(),
		Says:        r.says(),
		Certificate: r.here.check(r.lasso),
		Series: []course.Series{
			course.Table("data", "x1 x2 y", x1, x2, r.y),
			course.Table("path", "lambda theta_1 theta_2", r.grid, r.path[0], r.path[1]),
		},
		Matrices: []course.NamedMatrix{{Name: "features", Values: r.Phi}},
		Code:     programs.Code("penalty", f, course.Values{"X1": x1, "X2": x2, "Y": r.y, "Lasso": r.lasso}),
		Goals:    []course.Goal{r.goal()},
	}
}

func (r *touching) numbers() []course.Number {
	return []course.Number{
		{Name: "theta_1", Label: "θ₁", Means: "The coefficient of the first feature.", Value: r.here.theta[0]},
		{Name: "theta_2", Label: "θ₂", Means: "The coefficient of the second feature.", Value: r.here.theta[1]},
		{Name: "norm", Label: "‖θ‖", Value: r.norm,
			Means: "The length of the vector of coefficients: the root of the sum of their squares."},
		{Name: "norm_1", Label: "‖θ‖₁", Value: r.sum},
		{Name: "loss", Label: "mean squared error", Value: r.loss},
		{Name: "objective", Label: "loss and penalty", Value: r.cost},
		{Name: "zeros", Label: "coefficients exactly zero", Value: float64(r.zeros())},
	}
}

func (r *touching) goal() course.Goal {
	first, second := r.here.theta[0], r.here.theta[1]
	return course.Goal{
		Name: "zero", At: "penalty=l1&scale=3&lambda=4", Reached: r.lasso && first == 0 && second != 0,
		Now: fmt.Sprintf("%s and %s", course.Digits(first), course.Digits(second)),
		Text: fmt.Sprintf("Goal reached: the first coefficient is 0, to the last bit, and the second %s. "+
			"What is measured in larger numbers comes cheaper.", course.Digits(second)),
	}
}

// paths are both coefficients against λ.
func (r *touching) paths() plots.Paths {
	return plots.Paths{
		X: plots.Axis{Label: "λ", Min: r.grid[0], Max: r.grid[len(r.grid)-1], Log: true},
		Y: plots.Axis{Label: "coefficient", Min: -0.5, Max: 2},
		Lines: []plots.Line{
			{Name: "θ₁", Xs: r.grid, Ys: r.path[0], Color: plots.Categories[0], Width: 2.4},
			{Name: "θ₂", Xs: r.grid, Ys: r.path[1], Color: plots.Categories[1], Width: 2.4, Dash: true},
		},
		At: r.lambda, AtName: "λ", Class: "t-lambda",
	}
}

// plane is the loss over θ with the shape of the penalty through the solution.
func (r *touching) plane() plots.Surface {
	const nodes = 81
	values, theta := mat.NewDense(nodes, nodes, nil), r.here.theta
	for i, b := range floats.Span(make([]float64, nodes), objectiveY.Min, objectiveY.Max) {
		for j, a := range floats.Span(make([]float64, nodes), objectiveX.Min, objectiveX.Max) {
			values.Set(i, j, r.Loss(a, b))
		}
	}
	var levels []plots.Level
	for k := range 7 {
		levels = append(levels, plots.Level{At: r.Least + 0.12*math.Pow(2, float64(k))})
	}
	solutions := plots.Line{Name: "path from λ = 0", Xs: append([]float64{r.Best[0]}, r.path[0]...),
		Ys: append([]float64{r.Best[1]}, r.path[1]...), Color: plots.Soft, Width: 1.6, Dots: true}
	return plots.Surface{
		X: objectiveX, Y: objectiveY, Equal: true, LinesOnly: true, Label: "mean squared error",
		Values: values, Levels: append(levels, plots.Level{At: r.loss, Bold: true}),
		Lines: []plots.Line{solutions, r.shape()},
		Markers: []plots.Marker{
			{X: r.Best[0], Y: r.Best[1], Color: plots.Soft, Ring: true},
			{X: theta[0], Y: theta[1], Color: plots.Curve}, // where the two touch; a name would cover it
		},
	}
}

// shape is all θ that cost as much as the solution: a circle, or a diamond.
func (r *touching) shape() plots.Line {
	shape := plots.Line{Name: "‖θ‖ = " + course.Digits(r.norm), Color: plots.Lambda, Width: 2.4, Class: "t-lambda"}
	if r.lasso {
		shape.Name = "‖θ‖₁ = " + course.Digits(r.sum)
		shape.Xs, shape.Ys = []float64{r.sum, 0, -r.sum, 0, r.sum}, []float64{0, r.sum, 0, -r.sum, 0}
		return shape
	}
	for i := range 121 {
		sin, cos := math.Sincos(float64(i) * 2 * math.Pi / 120)
		shape.Xs, shape.Ys = append(shape.Xs, r.norm*cos), append(shape.Ys, r.norm*sin)
	}
	return shape
}

// What the picture shows.
const (
	saysTheta    = "At λ = {lambda} the solution is θ = ({theta_1}, {theta_2})"
	saysNothing  = saysTheta + ": the penalty has won, and nothing is left."
	saysSquares  = saysTheta + ": least squares, for nothing is charged."
	saysCorner   = saysTheta + ", a corner of the diamond of size {norm_1}: one feature is out."
	saysCircle   = saysTheta + ", where a contour of the loss touches the circle of radius {norm}."
	saysDiamond  = saysTheta + ", where a contour of the loss touches the diamond of size {norm_1}."
	saysBestFree = "Least squares is ({best_1}, {best_2})."
)

func (r *touching) says() []course.Said {
	say := func(text string, size ...any) course.Said {
		return course.Say(text, append([]any{course.Chosen(r.lambda), r.here.theta[0], r.here.theta[1]}, size...)...)
	}
	touches := say(saysCircle, r.norm)
	switch {
	case r.zeros() == 2:
		return []course.Said{say(saysNothing)}
	case r.lambda == 0:
		return []course.Said{say(saysSquares)}
	case r.lasso && r.zeros() == 1:
		return []course.Said{say(saysCorner, r.sum)}
	case r.lasso:
		touches = say(saysDiamond, r.sum)
	}
	return []course.Said{touches, course.Say(saysBestFree, r.Best[0], r.Best[1])}
}

// check is the certificate with its reasons.
func (e endured) check(lasso bool) *course.Certificate {
	c := e.certificate
	if lasso {
		gap := course.Digits(c.PrimalDualGap) + " of the mean of y²"
		return &course.Certificate{Certificate: c,
			Line: "Checked just now: the duality gap is " + gap + ", so that no θ is better by more.",
			Reasons: []string{
				"The gap between the objective and that of the dual problem, which no θ can go below, is " + gap + ".",
				"Slopes of the loss exceed what λ allows by at most " + course.Digits(c.Residual) +
					" of the steepest that they can be.",
			}}
	}
	return course.Agreement(c, "two factorisations",
		"θ by a QR factorisation of Φ, and by its singular values.",
		fmt.Sprintf("Residual of the normal equations: %s. Condition number of Φ stacked on √(nλ)I: %s.",
			course.Digits(c.Residual), course.Digits(e.condition)),
	)
}
