package kernelridge

import (
	"context"
	"embed"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
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

// prices are the two fits of one state.
type prices struct {
	// What the controls say.
	data        *points.Line
	ell, lambda float64
	ofSquares   bool   // λ is the price of Σαᵢ²
	thirds      string // how a third is set aside to try both

	// What is computed; without points nothing is.
	*curves.Ridge
	norm, squares priced
	chosen, other *priced
	apart         float64 // how far the curves are from each other where they are drawn
	missed        float64 // by how much a residual differs most from nλ times its α
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

var buildPrice = course.Steps(func(f *course.Form) course.Work {
	load := points.OnLine(f, points.Offer{
		Data: "mcycle", Of: []string{"mcycle", "faithful", "sine", "gap", "points"}, Edit: "price-curve"})
	r := &prices{data: load()}
	course.More(f.Control("data"))
	r.ell = f.LogFloat("bandwidth", "bandwidth ℓ", 2, 0.1, 100,
		course.Unit(points.InputUnit(f)), course.Term("bandwidth"))
	r.lambda = f.LogFloat("lambda", "λ", 0.1, 1e-6, 10, course.Term("lambda"))
	r.ofSquares = f.Choice("penalty", "price of", "norm", course.Options(
		"norm", "αᵀKα, kernel ridge",
		"squares", "Σαᵢ², ridge on the bumps",
	)) == "squares"
	r.thirds = curves.ReadThirds(f, r.data.Data)
	return r
})

// Compute finds both fits. A distance that computing cannot tell from none beside the
// responses is 0.
func (v *prices) Compute(ctx context.Context, memo *course.Memo) (err error) {
	if v.data.Data.Len() == 0 {
		return nil
	}
	v.Ridge, err = curves.FitRidge(ctx, memo, v.data, engine.Gaussian{Length: v.ell}, v.lambda)
	if err != nil || !v.fitted() {
		return err
	}
	v.norm, v.squares = priceOfNorm(v.Ridge), priceOfSquares(v.Ridge)
	v.chosen, v.other = &v.norm, &v.squares
	if v.ofSquares {
		v.chosen, v.other = v.other, v.chosen
	}
	highest := math.Max(floats.Norm(v.norm.ys, math.Inf(1)), floats.Norm(v.squares.ys, math.Inf(1)))
	v.apart = told(floats.Distance(v.norm.ys, v.squares.ys, math.Inf(1)), highest)
	priced := floats.ScaleTo(make([]float64, len(v.chosen.alpha)), float64(v.Data.Len())*v.Lambda, v.chosen.alpha)
	v.missed = told(floats.Distance(v.chosen.residuals, priced, math.Inf(1)), floats.Norm(v.Data.Y, math.Inf(1)))
	return nil
}

// fitted reports whether there are fits.
func (v *prices) fitted() bool { return v.Spectrum != nil && v.Solution.Err == nil }

// told is a distance of numbers of that size, or 0 if it is none but by rounding.
func told(distance, size float64) float64 {
	if engine.Agree(distance, 0, size) {
		return 0
	}
	return distance
}

// pricedOf fills in what both penalties have.
func pricedOf(fit *curves.Ridge, name string, alpha, fitted []float64) priced {
	p := priced{name: name, alpha: alpha, quadratic: floats.Dot(alpha, fitted), sumSquares: floats.Dot(alpha, alpha)}
	p.residuals = floats.SubTo(make([]float64, len(fitted)), fit.Data.Y, fitted)
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
	p.certificate = course.Agreement(c, "two factorisations",
		fmt.Sprintf("α from the eigenvalues of K, and by a QR factorisation of K stacked on √(nλ)I. "+
			"Their fitted values differ by at most %s of the largest |y|.", course.Digits(c.PrimalDualGap)),
		fmt.Sprintf("Residual of (K² + nλI)α = Ky: %s of ‖K‖‖y‖.", course.Digits(c.Residual)),
		fmt.Sprintf("Bound: %d√n · ε · cond = %s, with cond = %s the condition number of the stacked matrix.",
			engine.BoundFactor, course.Digits(c.Bound), course.Digits(at.Condition)),
	).Else("A larger λ brings them back.")
	return p
}

func (v *prices) Show(f *course.Form) *course.Picture {
	if v.Ridge == nil {
		return v.data.Blank("price-curve", 300)
	}
	if !v.fitted() {
		return &course.Picture{Message: v.Message(), Says: v.says()}
	}
	but := v.Unless("mcycle")
	if but == "" && v.chosen.freedom < priceFreedom {
		but = "with " + course.Digits(v.chosen.freedom) + " degrees"
	}
	return &course.Picture{
		Columns:     [][]plots.Panel{{v.curvePanel(), v.alphaPanel()}, {v.residualPanel()}},
		Numbers:     v.numbers(),
		Certificate: v.chosen.certificate,
		Says:        v.says(),
		Series: []course.Series{
			course.Table("data", "x y", v.Data.Input(0), v.Data.Y),
			course.Table("alpha", "i alpha residual", course.Counting(1, v.Data.Len()), v.chosen.alpha,
				v.chosen.residuals),
			course.Table("fit", "x y", v.chosen.xs, v.chosen.ys), course.Table("other", "x y", v.other.xs, v.other.ys),
		},
		Matrices: []course.NamedMatrix{{Name: "gram", Values: v.Gram}},
		Code: programs.Code("price", f, course.Values{
			"X": v.Data.Input(0), "Y": v.Data.Y, "Low": v.XMin, "High": v.XMax, "Bandwidth": v.ell, "Lambda": v.Lambda,
			"XAxis": v.XAxis(), "YAxis": v.YAxis(), "Residual": course.WithUnit("residual", v.YUnit),
		}),
		Goals: []course.Goal{{
			Name: "same", At: "lambda=0.00316", Now: course.Quantity(v.apart, v.YUnit), But: but,
			Reached: but == "" && v.apart <= priceFar,
			Text: fmt.Sprintf("Goal reached: at most %s g apart, with %s degrees of freedom.",
				course.Digits(v.apart), course.Digits(v.chosen.freedom)),
		}},
	}
}

// splitPrices are both prices on two thirds of the points in sight, each at the λ that is best for
// it by leaving one out of them; the rest judges.
var splitPrices = &course.Resampled{
	Of: "splits of these points", PerFitted: 0.5, Designs: curves.Thirds,
	Draw: func(_ context.Context, _ *course.Memo, p *course.Picture, number int) (*course.Picture, error) {
		of := p.Result.(*prices)
		if of.data.Data.Len() == 0 {
			return &course.Picture{}, nil
		}
		t, k := curves.TrialOf(of.data.Data, of.thirds, number), engine.Gaussian{Length: of.ell}
		s, err := engine.Eigen(engine.Gram(k, t.Fitted.X))
		if err != nil {
			return &course.Picture{}, nil
		}
		norm, squares := bestPrices(s, t.Fitted.Y)
		miss := func(alpha []float64) float64 {
			f := engine.Expansion{Kernel: k, X: t.Fitted.X, Alpha: alpha}
			return t.Miss(func(x float64) float64 { return f.Eval([]float64{x}) })
		}
		return &course.Picture{Numbers: []course.Number{
			{Name: "norm_test_rmse", Value: miss(norm.Alpha)}, {Name: "squares_test_rmse", Value: miss(squares.Theta)},
		}}, nil
	},
}

// bestPrices are the fits at the λ of the least leave-one-out error at each price.
func bestPrices(s *engine.Spectrum, y []float64) (norm engine.PathPoint, squares engine.RidgePoint) {
	norm.LOORMSE, squares.LOORMSE = math.Inf(1), math.Inf(1)
	for _, at := range s.Path(y, model.Lambdas) {
		if at.Err == nil && at.LOORMSE < norm.LOORMSE {
			norm = at
		}
	}
	for _, at := range s.AsFeatures().Path(y, model.Lambdas) {
		if at.Err == nil && at.LOORMSE < squares.LOORMSE {
			squares = at
		}
	}
	return norm, squares
}

// normIsBetter is whether αᵀKα is the better price on what is set aside.
func normIsBetter(p *course.Picture) many.Outcome {
	norm, squares := p.Find("norm_test_rmse"), p.Find("squares_test_rmse")
	if math.IsNaN(norm - squares) {
		return many.Ties
	}
	return many.Less(norm, squares)
}

func (v *prices) numbers() []course.Number {
	of, unit := v.chosen, v.YUnit
	return []course.Number{
		{Name: "apart", Label: "largest distance of the two curves", Value: v.apart, Unit: unit,
			Means: "How far the curve at one price is from that at the other, where they differ most."},
		{Name: "loo_rmse", Label: "leave-one-out error", Value: of.loo, Unit: unit,
			Means: "Leave each point out in turn, fit the others, and see how far the curve misses the one left out: " +
				"the root of the mean of these misses squared. " +
				"At the price of Σαᵢ² the bump of the point left out stays."},
		{Name: "degrees_of_freedom", Label: "degrees of freedom", Value: of.freedom,
			Means: "How many numbers the fit could choose freely, counted in fractions."},
		{Name: "train_rmse", Label: "train error", Value: of.train, Unit: unit},
		{Name: "rkhs_square", Label: "αᵀKα", Value: of.quadratic},
		{Name: "alpha_squares", Label: "Σαᵢ²", Value: of.sumSquares},
		{Name: "missed", Label: "largest |residual − nλαᵢ|", Value: v.missed, Unit: unit},
	}
}

func (v *prices) curvePanel() plots.Panel {
	line := func(of *priced, name string) plots.Line {
		return plots.Line{Name: name + of.name, Xs: of.xs, Ys: of.ys}
	}
	other, chosen := line(v.other, "price of "), line(v.chosen, "f, price of ")
	other.Color, other.Width, other.Dash, other.Class = plots.Accent, 1.8, true, "other"
	chosen.Color, chosen.Width, chosen.Class = plots.Curve, 2.6, "curve t-fit"
	return plots.Panel{ID: "price-curve", Title: "One sum of bumps at two prices", Width: course.Wide, Height: 300,
		Plot: plots.Curves{X: v.XAxis(), Y: v.YAxis(), Points: points.Dots(v.Data), PointsName: "data", Legend: true,
			Lines: []plots.Line{other, chosen}}}
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
	dots := plots.Points(v.chosen.alpha, v.chosen.residuals)
	for _, p := range []*priced{v.chosen, v.other} {
		width = math.Max(width, floats.Norm(p.alpha, math.Inf(1)))
		height = math.Max(height, floats.Norm(p.residuals, math.Inf(1)))
	}
	const shortest = 1e-12 // an axis has a length where all is zero
	width, height = plots.RoundUp(math.Max(width, shortest)), plots.RoundUp(math.Max(height, shortest))
	end := math.Min(width, height/(n*v.Lambda)) // where the line leaves the frame
	ends := []float64{-end, end}
	line := plots.Line{Name: "nλ · αᵢ", Xs: ends, Ys: []float64{-n * v.Lambda * end, n * v.Lambda * end},
		Color: plots.Lambda, Width: 1.6, Dash: true, Class: "t-lambda"}
	plot := plots.Curves{
		X:      plots.Axis{Label: "αᵢ", Min: -width, Max: width},
		Y:      plots.Axis{Label: course.WithUnit("residual", v.YUnit), Min: -height, Max: height},
		Points: dots, PointsName: "one for each point", Legend: true, Lines: []plots.Line{line},
	}
	return plots.Panel{ID: "price-residual", Title: "Each residual against its α",
		Width: course.Square, Height: course.Square, Plot: plot}
}

const (
	saysNoCurve = "{points}, no curve."
	saysPrice   = "{points}, with λ the price of {price}: train error {train_rmse}, leave-one-out error {loo_rmse}, " +
		"{degrees_of_freedom} degrees of freedom."
	saysSame   = "The curve at the other price is the same."
	saysOnLine = "Each residual is nλ times its αᵢ."
)

func (v *prices) says() (says []course.Said) {
	grams := func(value float64) course.Measure { return course.Measure{Value: value, Unit: v.YUnit} }
	n, of := course.Some{N: v.Data.Len(), Noun: "point"}, v.chosen
	if !v.fitted() {
		return append(says, course.Say(saysNoCurve, n))
	}
	says = append(says, course.Say(saysPrice, n, of.name, grams(of.train), grams(of.loo), of.freedom))
	if v.apart == 0 {
		says = append(says, course.Say(saysSame))
	}
	if !v.ofSquares || v.missed == 0 {
		says = append(says, course.Say(saysOnLine))
	}
	return says
}
