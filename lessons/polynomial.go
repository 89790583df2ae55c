package lessons

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/plots"
)

// What follows is shared by the lessons that fit a polynomial: ridge regression,
// and least squares, on the powers of one input.

// maxDegree is the highest degree a slider offers: with 15 points a polynomial
// of degree 14 passes through all of them.
const maxDegree = 15

// powers are the features 1, t, t², …, t^degree of one input x,
//
//	φⱼ(x) = tʲ,   t = (x − centre)/half.
type powers struct {
	degree       int
	centre, half float64
}

// powersControls declares the degree and what it is that powers are taken of.
func powersControls(f *Form, degree int) func(r *regression) powers {
	degree = f.Int("degree", "degree q", degree, 0, maxDegree, Term("degree"))
	raw := f.Choice("inputs", "powers of", "scaled", Options("scaled", "x scaled to [−1, 1]", "raw", "x as it is"), More) == "raw"
	return func(r *regression) powers {
		if raw {
			return rawPowers(degree)
		}
		return scaledPowers(degree, r.xlo, r.xhi)
	}
}

// rawPowers are those of x as it is.
func rawPowers(degree int) powers { return powers{degree: degree, half: 1} }

// scaledPowers are those of x scaled from [lo, hi] to [−1, 1].
func scaledPowers(degree int, lo, hi float64) powers {
	return powers{degree: degree, centre: (lo + hi) / 2, half: (hi - lo) / 2}
}

// d is the number of features.
func (p powers) d() int { return p.degree + 1 }

// row fills φ(x).
func (p powers) row(x float64, phi []float64) {
	t := (x - p.centre) / p.half
	phi[0] = 1
	for j := 1; j < len(phi); j++ {
		phi[j] = phi[j-1] * t
	}
}

// matrix is Φ, len(x)×d.
func (p powers) matrix(x []float64) *mat.Dense {
	Phi := mat.NewDense(len(x), p.d(), nil)
	for i, v := range x {
		p.row(v, Phi.RawRowView(i))
	}
	return Phi
}

// label writes φⱼ.
func (p powers) label(j int) string {
	symbol := "t"
	if p.half == 1 && p.centre == 0 {
		symbol = "x"
	}
	switch j {
	case 0:
		return "1"
	case 1:
		return symbol
	}
	return symbol + Superscript(j)
}

// A polynomialFit is ridge regression on powers in one state; least squares at
// λ = 0.
type polynomialFit struct {
	*regression
	powers
	lambda      float64 // of the mean loss
	Phi         *mat.Dense
	spectrum    *engine.PrimalSpectrum // of Phi; nil where numbers overflow
	at          engine.RidgePoint
	certificate engine.Certificate
	grid        []float64
	features    *mat.Dense // len(grid)×d, φ(grid[g])ᵀ
	curve       []float64  // f on the grid; nil where there is no fit
}

// fitPolynomial fits, or says in fit.at.Err why there is no fit. It costs O(nd²)
// with d ≤ 16, so that nothing is remembered.
func fitPolynomial(r *regression, p powers, lambda float64) *polynomialFit {
	fit := &polynomialFit{regression: r, powers: p, lambda: lambda, Phi: p.matrix(r.data.Input(0)), grid: grid(r.xlo, r.xhi)}
	fit.features = p.matrix(fit.grid)
	nan := math.NaN()
	fit.at = engine.RidgePoint{Lambda: lambda, Condition: math.Inf(1), TrainRMSE: nan, LOORMSE: nan, DegreesOfFreedom: nan, Norm: nan}
	var err error
	if fit.spectrum, err = engine.SVD(fit.Phi); err != nil {
		fit.at.Err = err
		return fit
	}
	at := fit.spectrum.Solve(r.data.Y, lambda)
	if fit.at.Err = at.Err; at.Err != nil {
		if s := fit.spectrum.Values; errors.Is(at.Err, engine.ErrSingular) && len(s) == p.d() {
			shift := float64(r.data.Len()) * lambda
			fit.at.Condition = math.Sqrt((s[0]*s[0] + shift) / (s[len(s)-1]*s[len(s)-1] + shift))
		}
		return fit
	}
	theta, err := engine.RidgeQR(fit.Phi, r.data.Y, lambda)
	if fit.at.Err = err; err != nil {
		return fit
	}
	fit.at = at
	fit.certificate = engine.CertifyRidge(fit.Phi, r.data.Y, lambda, theta, at)
	fit.curve = fit.on(at.Theta)
	return fit
}

// on is the function with those coefficients, on the grid.
func (fit *polynomialFit) on(theta []float64) []float64 {
	out := mat.NewVecDense(len(fit.grid), nil)
	out.MulVec(fit.features, mat.NewVecDense(len(theta), theta))
	return out.RawVector().Data
}

// testRMSE is the error to expect on new points.
func (fit *polynomialFit) testRMSE() float64 { return fit.regression.testRMSE(fit.grid, fit.curve) }

// curvePanel is the data with the fit.
func (fit *polynomialFit) curvePanel(id string, height float64) plots.Panel {
	name := fmt.Sprintf("f, degree %d", fit.degree)
	var lines []plots.Line
	if fit.truth != nil {
		lines = append(lines, fit.truthLine(fit.grid))
	}
	if fit.curve != nil {
		lines = append(lines, plots.Line{Name: name, Xs: fit.grid, Ys: fit.curve, Color: plots.Curve, Width: 2.6, Class: "curve t-fit"})
	}
	return plots.Panel{ID: id, Title: "The fit over the data", Width: wide, Height: height, Plot: plots.Curves{
		X: fit.xAxis(), Y: fit.yAxis(), Points: dots(fit.data), PointsName: "data", Lines: lines, Legend: true,
	}}
}

// terms are θⱼφⱼ on the grid: what adds up to f.
func (fit *polynomialFit) terms() [][]float64 {
	terms := make([][]float64, len(fit.at.Theta))
	for j, theta := range fit.at.Theta {
		terms[j] = make([]float64, len(fit.grid))
		for g := range fit.grid {
			terms[j][g] = theta * fit.features.At(g, j)
		}
	}
	return terms
}

// numbers are the values of a fit.
func (fit *polynomialFit) numbers() []Number {
	at := fit.at
	n := []Number{{Name: "train_rmse", Label: "train error", Value: at.TrainRMSE, Unit: fit.yu}}
	if fit.truth != nil {
		n = append(n, Number{Name: "test_rmse", Label: "test error", Value: fit.testRMSE(), Unit: fit.yu})
	}
	return append(n,
		Number{Name: "loo_rmse", Label: "leave-one-out error", Value: at.LOORMSE, Unit: fit.yu},
		Number{Name: "features", Label: "features d", Value: float64(fit.d())},
		Number{Name: "degrees_of_freedom", Label: "degrees of freedom", Value: at.DegreesOfFreedom},
		Number{Name: "norm", Label: "‖θ‖", Value: at.Norm},
		Number{Name: "condition", Label: "condition number", Value: at.Condition},
	)
}

// message says why there is no fit, in a reader's words.
func (fit *polynomialFit) message() string {
	switch {
	case fit.at.Err == nil:
		return ""
	case errors.Is(fit.at.Err, engine.ErrSingular) && fit.d() > fit.data.Len():
		return fmt.Sprintf("There is no single best fit: %d features on %d points leave infinitely many that pass through every point. Any λ > 0 chooses one.", fit.d(), fit.data.Len())
	case errors.Is(fit.at.Err, engine.ErrSingular):
		return "There is no fit here: the columns of Φ are linearly dependent to working precision. Powers of large numbers look alike to sixteen digits, and points at the same x count once."
	}
	return "There is no fit here: the powers of x are beyond what a float64 can hold."
}

// check is the certificate with its reasons; nil where there is no fit.
func (fit *polynomialFit) check() *Certificate {
	if fit.at.Err != nil {
		return nil
	}
	c := fit.certificate
	verdict := "Both are under the bound, and the bound promises six digits or more."
	if !c.OK {
		verdict = "The bound promises fewer than six digits. Nothing is broken: these columns of Φ are too alike for sixteen digits. Scale the inputs, lower the degree or raise λ."
	}
	return agreement(c, "two factorisations",
		fmt.Sprintf("θ by a QR factorisation of Φ, and by its singular values. Their fitted values differ by at most %s of the largest |y|.", Digits(c.PrimalDualGap)),
		fmt.Sprintf("Residual: ‖Φᵀ(y − Φθ) − nλθ‖ is %s of ‖Φ‖‖y‖.", Digits(c.Residual)),
		fmt.Sprintf("Bound: √n · ε · cond = %s, with cond = %s the condition number of Φ stacked on √(nλ)I. The normal equations would lose the square of it.", Digits(c.Bound), Digits(fit.at.Condition)),
		verdict,
	)
}

// describe says what the picture shows, in sentences.
func (fit *polynomialFit) describe() string {
	n := fit.data.Len()
	if fit.at.Err != nil {
		return fmt.Sprintf("%d points, no curve.", n)
	}
	s := fmt.Sprintf("A polynomial of degree %d through %d points: train error %s", fit.degree, n, Quantity(fit.at.TrainRMSE, fit.yu))
	if fit.truth != nil {
		s += fmt.Sprintf(", test error %s", Quantity(fit.testRMSE(), fit.yu))
	}
	return s + "."
}

// picture is a fit with all that is said of it, drawn in the columns given.
func (fit *polynomialFit) picture(f *Form, columns ...[]plots.Panel) *Picture {
	p := &Picture{
		Columns:     columns,
		Numbers:     fit.numbers(),
		Description: fit.describe(),
		Message:     fit.message(),
		Certificate: fit.check(),
		Series:      []Series{Table("data", "x y", fit.data.Input(0), fit.data.Y)},
		Matrices:    []NamedMatrix{{Name: "features", Values: fit.Phi}},
		Code:        fit.code(f),
	}
	if fit.at.Err == nil {
		p.Series = append(p.Series,
			Table("fit", "x y", fit.grid, fit.curve),
			Table("theta", "theta", fit.at.Theta))
	}
	return p
}

// polynomialCode is what the snippets of polynomial regression are filled with.
type polynomialCode struct {
	State        string
	X, Y         []float64
	Centre, Half float64
	Degree       int
	Lambda       float64
	Truth        string // the source's name where the snippet knows it
	Noise        float64
	Low, High    float64
}

func (fit *polynomialFit) code(f *Form) *Code {
	c := polynomialCode{
		State: f.State(), X: fit.data.Input(0), Y: fit.data.Y,
		Centre: fit.centre, Half: fit.half, Degree: fit.degree, Lambda: fit.lambda,
		Noise: fit.noise, Low: fit.xlo, High: fit.xhi,
	}
	if fit.truth != nil {
		c.Truth = fit.name
	}
	return curvesPrograms.Code("polynomial", c)
}
