package curves

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// MaxDegree is the highest degree a slider offers: with 15 points a polynomial
// of degree 14 passes through all of them.
const MaxDegree = 15

// Powers are the features 1, t, t², …, t^degree of one input x,
//
//	φⱼ(x) = tʲ,   t = (x − centre)/half.
type Powers struct {
	Degree       int
	Centre, Half float64
}

// ChoosePowers declares the degree and what it is that powers are taken of.
func ChoosePowers(f *course.Form, degree int) func(r *points.Line) Powers {
	degree = f.Int("degree", "degree q", degree, 0, MaxDegree, course.Term("degree"))
	raw := f.Choice("inputs", "powers of", "scaled",
		course.Options("scaled", "x, the frame scaled to [−1, 1]", "raw", "x as it is"), course.More) == "raw"
	return func(r *points.Line) Powers {
		if raw {
			return RawPowers(degree)
		}
		return ScaledPowers(degree, r.XMin, r.XMax)
	}
}

// RawPowers are those of x as it is.
func RawPowers(degree int) Powers { return Powers{Degree: degree, Half: 1} }

// ScaledPowers are those of x scaled from [lo, hi] to [−1, 1].
func ScaledPowers(degree int, lo, hi float64) Powers {
	return Powers{Degree: degree, Centre: (lo + hi) / 2, Half: (hi - lo) / 2}
}

// D is the number of features.
func (p Powers) D() int { return p.Degree + 1 }

// row fills φ(x).
func (p Powers) row(x float64, phi []float64) {
	t := (x - p.Centre) / p.Half
	phi[0] = 1
	for j := 1; j < len(phi); j++ {
		phi[j] = phi[j-1] * t
	}
}

// Matrix is Φ, len(x)×d.
func (p Powers) Matrix(x []float64) *mat.Dense {
	Phi := mat.NewDense(len(x), p.D(), nil)
	for i, v := range x {
		p.row(v, Phi.RawRowView(i))
	}
	return Phi
}

// Label writes φⱼ.
func (p Powers) Label(j int) string {
	symbol := "t"
	if p.Half == 1 && p.Centre == 0 {
		symbol = "x"
	}
	switch j {
	case 0:
		return "1"
	case 1:
		return symbol
	}
	return symbol + course.Superscript(j)
}

// A Polynomial is ridge regression on powers in one state; least squares at
// λ = 0.
type Polynomial struct {
	*points.Line
	Powers
	Lambda      float64 // of the mean loss
	Phi         *mat.Dense
	Spectrum    *engine.PrimalSpectrum // of Phi; nil where numbers overflow
	Solution    engine.RidgePoint
	certificate engine.Certificate
	Grid        []float64
	Features    *mat.Dense // len(grid)×d, φ(grid[g])ᵀ
	Curve       []float64  // f on the grid; nil where there is no fit
}

// FitPolynomial fits, or says in fit.Solution.Err why there is no fit. It costs O(nd²)
// with d ≤ 16, so that nothing is remembered.
func FitPolynomial(r *points.Line, p Powers, lambda float64) *Polynomial {
	fit := &Polynomial{Line: r, Powers: p, Lambda: lambda, Phi: p.Matrix(r.Data.Input(0)), Grid: Grid(r.XMin, r.XMax)}
	fit.Features = p.Matrix(fit.Grid)
	nan := math.NaN()
	fit.Solution = engine.RidgePoint{Lambda: lambda, Condition: math.Inf(1), TrainRMSE: nan, LOORMSE: nan,
		DegreesOfFreedom: nan, Norm: nan}
	var err error
	if fit.Spectrum, err = engine.SVD(fit.Phi); err != nil {
		fit.Solution.Err = err
		return fit
	}
	at := fit.Spectrum.Solve(r.Data.Y, lambda)
	if fit.Solution.Err = at.Err; at.Err != nil {
		if s := fit.Spectrum.Values; errors.Is(at.Err, engine.ErrSingular) && len(s) == p.D() {
			shift := float64(r.Data.Len()) * lambda
			fit.Solution.Condition = math.Sqrt((s[0]*s[0] + shift) / (s[len(s)-1]*s[len(s)-1] + shift))
		}
		return fit
	}
	theta, err := engine.RidgeQR(fit.Phi, r.Data.Y, lambda)
	if fit.Solution.Err = err; err != nil {
		return fit
	}
	fit.Solution = at
	fit.certificate = engine.CertifyRidge(fit.Phi, r.Data.Y, lambda, theta, at)
	fit.Curve = engine.Apply(fit.Features, at.Theta)
	return fit
}

// TestRMSE is the error to expect on new points.
func (fit *Polynomial) TestRMSE() float64 { return fit.Line.TestRMSE(fit.Grid, fit.Curve) }

// CurvePanel is the data with the fit.
func (fit *Polynomial) CurvePanel(id string, height float64) plots.Panel {
	name := fmt.Sprintf("f, degree %d", fit.Degree)
	var lines []plots.Line
	if fit.Truth != nil {
		lines = append(lines, fit.TruthLine(fit.Grid))
	}
	if fit.Curve != nil {
		lines = append(lines,
			plots.Line{Name: name, Xs: fit.Grid, Ys: fit.Curve, Color: plots.Curve, Width: 2.6, Class: "curve t-fit"})
	}
	return plots.Panel{ID: id, Title: "The fit over the data", Width: course.Wide, Height: height, Plot: plots.Curves{
		X: fit.XAxis(), Y: fit.YAxis(), Points: points.Dots(fit.Data), PointsName: "data", Lines: lines, Legend: true,
	}}
}

// Terms are θⱼφⱼ on the grid: what adds up to f.
func (fit *Polynomial) Terms() [][]float64 {
	terms := make([][]float64, len(fit.Solution.Theta))
	for j, theta := range fit.Solution.Theta {
		terms[j] = make([]float64, len(fit.Grid))
		for g := range fit.Grid {
			terms[j][g] = theta * fit.Features.At(g, j)
		}
	}
	return terms
}

// numbers are the values of a fit.
func (fit *Polynomial) numbers() []course.Number {
	at := fit.Solution
	n := []course.Number{{Name: "train_rmse", Label: "train error", Means: "How far the curve misses the points it " +
		"was fitted to: the root of the mean of the misses squared.", Value: at.TrainRMSE, Unit: fit.YUnit}}
	if fit.Truth != nil {
		n = append(n, course.Number{Name: "test_rmse", Label: "test error", Means: "How far the curve misses new " +
			"points, which only a made-up truth can tell: the root of the mean of the misses squared.",
			Value: fit.TestRMSE(), Unit: fit.YUnit})
	}
	return append(n,
		course.Number{Name: "loo_rmse", Label: "leave-one-out error", Means: "Leave each point out in turn, fit the " +
			"others, and see how far the curve misses the one left out: the root of the mean of these misses squared.",
			Value: at.LOORMSE, Unit: fit.YUnit},
		course.Number{Name: "loo_standard_error", Label: "its standard error", Means: standardErrorMeans,
			Value: standardErrorOf(at.LOOResiduals), Unit: fit.YUnit},
		course.Number{Name: "features", Label: "features d", Means: "How many features each point has, and so how " +
			"many coefficients θ has.", Value: float64(fit.D())},
		course.Number{Name: "degrees_of_freedom", Label: "degrees of freedom", Means: "How many numbers the fit " +
			"could choose freely, counted in fractions: from n, where it follows every point, down to 0.",
			Value: at.DegreesOfFreedom},
		course.Number{Name: "norm", Label: "‖θ‖", Means: "The length of the vector of coefficients: the root of the " +
			"sum of their squares.", Value: at.Norm},
		course.Number{Name: "condition", Label: "condition number", Value: at.Condition, Aside: true},
	)
}

// message says why there is no fit, in a reader's words; priced tells of the λ that could
// be raised, where there is one.
func (fit *Polynomial) message(priced bool) string {
	switch {
	case fit.Solution.Err == nil:
		return ""
	case !errors.Is(fit.Solution.Err, engine.ErrSingular):
		return "There is no fit here: the powers of x are beyond what a float64 can hold."
	case fit.Lambda > 0:
		return "There is no fit here: the columns of Φ are linearly dependent to working precision, and beside them " +
			"λ is lost in rounding. Scale the inputs, lower the degree or raise λ."
	}
	d, n := fit.D(), fit.Data.Len()
	places := 0
	for _, group := range engine.SameInputs(fit.Data.X) {
		places = max(places, group+1)
	}
	s := "There is no single best fit: "
	switch {
	case d <= places:
		return "There is no single best fit in sixteen digits: the columns of Φ are linearly dependent to working " +
			"precision. Powers of large numbers look alike."
	case places == n:
		s += fmt.Sprintf("%s on %s leave infinitely many that pass through every point.", course.Plural(d, "feature"),
			course.Plural(n, "point"))
	default:
		s += fmt.Sprintf("the %d points have only %d different x, and infinitely many polynomials with %s have the "+
			"least error.", n, places, course.Plural(d, "feature"))
	}
	if priced {
		s += " On paper any λ > 0 chooses one."
	}
	return s
}

// check is the certificate with its reasons; nil where there is no fit.
func (fit *Polynomial) check() *course.Certificate {
	if fit.Solution.Err != nil {
		return nil
	}
	c := fit.certificate
	return course.Agreement(c, "two factorisations",
		fmt.Sprintf("θ by a QR factorisation of Φ, and by its singular values. Their fitted values differ by at "+
			"most %s of the largest |y|.", course.Digits(c.PrimalDualGap)),
		fmt.Sprintf("Residual: ‖Φᵀ(y − Φθ) − nλθ‖ is %s of ‖Φ‖‖y‖.", course.Digits(c.Residual)),
		fmt.Sprintf("Bound: %d√n · ε · cond = %s, with cond = %s the condition number of Φ stacked on √(nλ)I. The "+
			"normal equations would lose the square of it.", engine.BoundFactor, course.Digits(c.Bound),
			course.Digits(fit.Solution.Condition)),
	).Else("Nothing is broken: these columns of Φ are too alike for sixteen digits. Scale the inputs, lower the " +
		"degree or raise λ.")
}

// What the picture of a polynomial shows.
const (
	SaysNoPolynomial = "{fitted}, no curve."
	SaysPolynomial   = "A polynomial of degree {degree} fitted to {fitted}: train error {train_rmse}."
	SaysTested       = "A polynomial of degree {degree} fitted to {fitted}: train error {train_rmse}, " +
		"test error {test_rmse}."
)

func (fit *Polynomial) says() course.Said {
	n := course.Some{N: fit.Data.Len(), Noun: "point"}
	train := course.Measure{Value: fit.Solution.TrainRMSE, Unit: fit.YUnit}
	switch {
	case fit.Solution.Err != nil:
		return course.Say(SaysNoPolynomial, n)
	case fit.Truth == nil:
		return course.Say(SaysPolynomial, fit.Degree, n, train)
	}
	return course.Say(SaysTested, fit.Degree, n, train, course.Measure{Value: fit.TestRMSE(), Unit: fit.YUnit})
}

// Picture is a fit with all that is said of it, drawn in the columns given.
func (fit *Polynomial) Picture(f *course.Form, columns ...[]plots.Panel) *course.Picture {
	priced := slices.ContainsFunc(f.Controls, func(c *course.Control) bool { return c.Name == "lambda" })
	p := &course.Picture{
		Columns:     columns,
		Numbers:     fit.numbers(),
		Says:        []course.Said{fit.says()},
		Message:     fit.message(priced),
		Certificate: fit.check(),
		Series:      []course.Series{course.Table("data", "x y", fit.Data.Input(0), fit.Data.Y)},
		Matrices:    []course.NamedMatrix{{Name: "features", Values: fit.Phi}},
		Code:        fit.Code(f, ""),
	}
	if fit.Solution.Err == nil {
		p.Series = append(p.Series,
			course.Table("fit", "x y", fit.Grid, fit.Curve),
			course.Table("theta", "theta", fit.Solution.Theta))
	}
	return p
}

// Code computes the same fit in other languages, and the path over lambdas if there
// are any, with its least error, called unseen. Where there is no fit, it says so.
func (fit *Polynomial) Code(f *course.Form, unseen string, lambdas ...float64) *course.Code {
	truth := ""
	if fit.Truth != nil {
		truth = fit.Name
	}
	return programs.Code("polynomial", f, course.Values{
		"X": fit.Data.Input(0), "Y": fit.Data.Y, "Low": fit.XMin, "High": fit.XMax,
		"XAxis": fit.XAxis(), "YAxis": fit.YAxis(),
		"Centre": fit.Centre, "Half": fit.Half, "Lambda": fit.Lambda, "Fitted": fit.Solution.Err == nil,
		"Truth": truth, "Noise": fit.Noise, "Unseen": unseen,
		"Lambdas": lambdas, "Sum": len(lambdas) > 0 && model.Written(f, fit.Data.Len()) > 1,
	})
}
