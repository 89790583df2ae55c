package kernelridge

import (
	"context"
	"embed"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/curves"
	"gramophone/lessons/points"
	"gramophone/plots"
)

// The figure price: one sum of bumps under two penalties, αᵀKα and Σαᵢ².

//go:embed code
var files embed.FS

var programs = course.ParsePrograms(files)

// priceFar is how far apart the two curves may be, in g, in the figure's goal, which
// also wants so many degrees of freedom: where λ is large both are zero.
const (
	priceFar     = 5
	priceFreedom = 8
)

func buildPrice(f *course.Form) course.Draw {
	load := points.OnLine(f, points.Offer{Data: "mcycle", Of: []string{"mcycle", "faithful", "sine", "gap", "points"}, Edit: "price-curve"})
	ell := f.LogFloat("bandwidth", "bandwidth ℓ", 2, 0.1, 100, course.Unit(points.InputUnit(f)), course.Term("bandwidth"))
	lambda := f.LogFloat("lambda", "λ", 0.1, 1e-6, 10, course.Term("lambda"))
	penalty := f.Choice("penalty", "price of", "norm", course.Options(
		"norm", "αᵀKα, kernel ridge regression",
		"squares", "Σαᵢ², ridge regression on the bumps",
	))
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		r := load()
		if r.Data.Len() == 0 {
			return r.Blank("price-curve", 300), nil
		}
		fit, err := curves.FitRidge(ctx, memo, r, engine.Gaussian{Length: ell}, lambda)
		if err != nil {
			return nil, err
		}
		if fit.Spectrum == nil || fit.Solution.Err != nil {
			return &course.Picture{Message: fit.Message(), Description: course.Plural(r.Data.Len(), "point") + ", no curve."}, nil
		}
		v := &prices{Ridge: fit, norm: priceOfNorm(fit), squares: priceOfSquares(fit)}
		v.chosen, v.other = &v.norm, &v.squares
		if penalty == "squares" {
			v.chosen, v.other = v.other, v.chosen
		}
		return v.picture(f, ell), nil
	}
}

// prices are the two fits of one state.
type prices struct {
	*curves.Ridge
	norm, squares priced
	chosen, other *priced
}

// priced is a fit under one of the penalties.
type priced struct {
	name                  string
	alpha, residuals      []float64
	train, loo, freedom   float64
	xs, ys                []float64 // where it is drawn
	quadratic, sumSquares float64   // αᵀKα and Σαᵢ²
	certificate           *course.Certificate
}

// pricedOf fills in what both penalties have.
func pricedOf(fit *curves.Ridge, name string, alpha, fitted []float64) priced {
	p := priced{name: name, alpha: alpha, residuals: make([]float64, len(fitted)), quadratic: floats.Dot(alpha, fitted), sumSquares: floats.Dot(alpha, alpha)}
	floats.SubTo(p.residuals, fit.Data.Y, fitted)
	p.xs, p.ys = fit.Curve(alpha)
	return p
}

// priceOfNorm is kernel ridge regression, (K + nλI)α = y.
func priceOfNorm(fit *curves.Ridge) priced {
	at := fit.Solution
	p := pricedOf(fit, "αᵀKα", at.Alpha, at.Fitted)
	p.quadratic = at.Norm * at.Norm
	p.train, p.loo, p.freedom, p.certificate = at.TrainRMSE, at.LOORMSE, at.DegreesOfFreedom, fit.Check()
	return p
}

// priceOfSquares is ridge regression on the bumps, (K² + nλI)α = Ky.
func priceOfSquares(fit *curves.Ridge) priced {
	at := fit.Spectrum.AsFeatures().Solve(fit.Data.Y, fit.Lambda)
	if at.Err != nil { // λ > 0 and bounded bumps: no λ of the figure drowns
		panic("kernelridge: " + at.Err.Error())
	}
	p := pricedOf(fit, "Σαᵢ²", at.Theta, at.Fitted)
	p.train, p.loo, p.freedom = at.TrainRMSE, at.LOORMSE, at.DegreesOfFreedom
	theta, err := engine.RidgeQR(fit.Gram, fit.Data.Y, fit.Lambda)
	if err != nil {
		return p // and no certificate
	}
	c := engine.CertifyRidge(mat.DenseCopyOf(fit.Gram), fit.Data.Y, fit.Lambda, theta, at)
	verdict := "Both are under the bound, and the bound promises six digits or more."
	if !c.OK {
		verdict = "The bound promises fewer than six digits. A larger λ brings them back."
	}
	p.certificate = course.Agreement(c, "two factorisations",
		fmt.Sprintf("α from the eigenvalues of K, and by a QR factorisation of K stacked on √(nλ)I. Their fitted values differ by at most %s of the largest |y|.", course.Digits(c.PrimalDualGap)),
		fmt.Sprintf("Residual of (K² + nλI)α = Ky: %s of ‖K‖‖y‖.", course.Digits(c.Residual)),
		fmt.Sprintf("Bound: %d√n · ε · cond = %s, with cond = %s the condition number of the stacked matrix.", engine.BoundFactor, course.Digits(c.Bound), course.Digits(at.Condition)),
		verdict)
	return p
}

// apart is how far the two curves are from each other where they are drawn; 0 where
// computing cannot tell them apart.
func (v *prices) apart() float64 {
	most := 0.0
	for g := range v.norm.ys {
		most = math.Max(most, math.Abs(v.norm.ys[g]-v.squares.ys[g]))
	}
	if v.same(most) {
		return 0
	}
	return most
}

// same reports whether a difference is none beside the responses.
func (v *prices) same(difference float64) bool {
	return engine.Agree(difference, 0, floats.Norm(v.Data.Y, math.Inf(1)))
}

// missed is by how much a residual differs most from nλ times its stem; 0 where
// computing cannot tell them apart.
func (v *prices) missed() float64 {
	most, n := 0.0, float64(v.Data.Len())
	for i, a := range v.chosen.alpha {
		most = math.Max(most, math.Abs(v.chosen.residuals[i]-n*v.Lambda*a))
	}
	if v.same(most) {
		return 0
	}
	return most
}

func (v *prices) picture(f *course.Form, ell float64) *course.Picture {
	n, unit := v.Data.Len(), v.YUnit
	chosen, apart := v.chosen, v.apart()
	curve := plots.Curves{X: v.XAxis(), Y: v.YAxis(), Points: points.Dots(v.Data), PointsName: "data", Legend: true, Lines: []plots.Line{
		{Name: "price of " + v.other.name, Xs: v.other.xs, Ys: v.other.ys, Color: plots.Accent, Width: 1.8, Dash: true, Class: "other"},
		{Name: "f, price of " + chosen.name, Xs: chosen.xs, Ys: chosen.ys, Color: plots.Curve, Width: 2.6, Class: "curve t-fit"},
	}}
	numbers := make([]float64, n)
	for i := range numbers {
		numbers[i] = float64(i + 1)
	}
	p := &course.Picture{
		Columns: [][]plots.Panel{{
			{ID: "price-curve", Title: "One sum of bumps at two prices", Width: course.Wide, Height: 300, Plot: curve},
			v.alphaPanel(),
		}, {v.residualPanel()}},
		Numbers: []course.Number{
			{Name: "apart", Label: "largest distance of the two curves", Means: "How far the curve at one price is from that at the other, where they differ most.", Value: apart, Unit: unit},
			{Name: "loo_rmse", Label: "leave-one-out error", Means: "Leave each point out in turn, fit the others, and see how far the curve misses the one left out: the root of the mean of these misses squared. At the price of Σαᵢ² its bump stays.", Value: chosen.loo, Unit: unit},
			{Name: "degrees_of_freedom", Label: "degrees of freedom", Means: "How many numbers the fit could choose freely, counted in fractions.", Value: chosen.freedom},
			{Name: "train_rmse", Label: "train error", Value: chosen.train, Unit: unit},
			{Name: "rkhs_square", Label: "αᵀKα", Value: chosen.quadratic},
			{Name: "alpha_squares", Label: "Σαᵢ²", Value: chosen.sumSquares},
			{Name: "missed", Label: "largest |residual − nλαᵢ|", Value: v.missed(), Unit: unit},
		},
		Certificate: chosen.certificate,
		Description: v.describe(apart),
		Series: []course.Series{
			course.Table("data", "x y", v.Data.Input(0), v.Data.Y),
			course.Table("alpha", "i alpha residual", numbers, chosen.alpha, chosen.residuals),
			course.Table("fit", "x y", chosen.xs, chosen.ys), course.Table("other", "x y", v.other.xs, v.other.ys),
		},
		Matrices: []course.NamedMatrix{{Name: "gram", Values: v.Gram}},
		Code: programs.Code("price", f, course.Values{
			"X": v.Data.Input(0), "Y": v.Data.Y, "Low": v.XMin, "High": v.XMax, "Bandwidth": ell, "Lambda": v.Lambda,
			"XAxis": v.XAxis(), "YAxis": v.YAxis(), "Residual": course.WithUnit("residual", v.YUnit),
		}),
	}
	p.Goals = []course.Goal{{
		Name: "same", At: "lambda=0.00316", Now: v.On("mcycle", apart),
		Reached: v.Name == "mcycle" && apart <= priceFar && chosen.freedom >= priceFreedom,
		Text:    fmt.Sprintf("Goal reached: at most %s g apart, with %s degrees of freedom.", course.Digits(apart), course.Digits(chosen.freedom)),
	}}
	return p
}

// alphaPanel is the stems and bumps at the price chosen, in an axis that has room for those
// at the other.
func (v *prices) alphaPanel() plots.Panel {
	of := func(p *priced) (plots.Panel, plots.Stems) {
		fit := *v.Ridge
		fit.Solution = engine.PathPoint{Lambda: v.Lambda, Alpha: p.alpha}
		panel := fit.AlphaPanel("price-alpha", v.Lambda)
		return panel, panel.Plot.(plots.Stems)
	}
	panel, stems := of(v.chosen)
	_, other := of(v.other)
	stems.Y.Max = math.Max(stems.Y.Max, other.Y.Max)
	stems.Y.Min = -stems.Y.Max
	panel.Plot = stems
	return panel
}

// residualPanel is the residual of each point against its α, beside the line of slope nλ
// on which those of kernel ridge regression lie.
func (v *prices) residualPanel() plots.Panel {
	n := float64(v.Data.Len())
	width, height := 0.0, 0.0
	dots := make([]plots.Point, len(v.chosen.alpha))
	for i, a := range v.chosen.alpha {
		dots[i] = plots.Point{X: a, Y: v.chosen.residuals[i]}
	}
	for _, p := range []*priced{v.chosen, v.other} {
		width, height = math.Max(width, floats.Norm(p.alpha, math.Inf(1))), math.Max(height, floats.Norm(p.residuals, math.Inf(1)))
	}
	const shortest = 1e-12 // an axis has a length where all is zero
	width, height = plots.RoundUp(math.Max(width, shortest)), plots.RoundUp(math.Max(height, shortest))
	end := math.Min(width, height/(n*v.Lambda)) // where the line leaves the frame
	ends := []float64{-end, end}
	return plots.Panel{ID: "price-residual", Title: "Each residual against its α", Width: course.Square, Height: course.Square, Plot: plots.Curves{
		X: plots.Axis{Label: "αᵢ", Min: -width, Max: width}, Y: plots.Axis{Label: course.WithUnit("residual", v.YUnit), Min: -height, Max: height},
		Points: dots, PointsName: "one for each point", Legend: true,
		Lines: []plots.Line{{Name: "nλ · αᵢ", Xs: ends, Ys: []float64{-n * v.Lambda * end, n * v.Lambda * end}, Color: plots.Lambda, Width: 1.6, Dash: true, Class: "t-lambda"}},
	}}
}

// describe says what the picture shows, in sentences.
func (v *prices) describe(apart float64) string {
	left := "leave-one-out error " + course.Quantity(v.chosen.loo, v.YUnit)
	if math.IsInf(v.chosen.loo, 0) {
		left = "and no leave-one-out error, for a point has its value to itself"
	}
	s := fmt.Sprintf("%s, with λ the price of %s: train error %s, %s, %s degrees of freedom.",
		course.Plural(v.Data.Len(), "point"), v.chosen.name, course.Quantity(v.chosen.train, v.YUnit), left, course.Digits(v.chosen.freedom))
	if apart == 0 {
		s += " The curve at the other price is the same."
	} else {
		s += fmt.Sprintf(" The curve at the other price is up to %s away.", course.Quantity(apart, v.YUnit))
	}
	if missed := v.missed(); v.chosen != &v.norm && missed > 0 {
		return s + fmt.Sprintf(" Residuals differ from nλαᵢ by up to %s.", course.Quantity(missed, v.YUnit))
	}
	return s + " Each residual is nλ times its αᵢ."
}
