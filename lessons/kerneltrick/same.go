package kerneltrick

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
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// The figure same: ridge regression on features beside kernel ridge regression.

// twoFits are one fit computed twice: θ from features, α from a kernel. Both are
// functions of t = (x − centre)/half.
type twoFits struct {
	// What the controls say.
	original *points.Line
	curves.Powers
	compare string
	lambda  float64 // of the mean loss
	factor  float64 // by which λ as it is written is greater

	// What is computed; nothing is without points.
	dual        *curves.Ridge // of the data in t
	Phi         *mat.Dense
	theta       []float64 // nil where there are no features, or no solution
	alpha       []float64 // nil where there is no solution
	primalF     []float64 // both curves on the grid; nil where there is none
	dualF       []float64
	least       float64 // eigenvalues of K; what is zero to rounding is 0
	most        float64
	certificate *course.Certificate // nil where they are not both there
}

var buildSame = course.Steps(func(f *course.Form) course.Work {
	load := points.OnLine(f, points.Offer{
		Data: "sine", N: 20, Of: []string{"sine", "gap", "mcycle", "points"}, Edit: "same-curve"})
	degree := f.Int("degree", "degree q", 9, 1, curves.MaxDegree, course.Term("degree"))
	mean := model.Lambda(f, 1e-4, load)
	compare := f.Choice("compare", "features, kernel", "scaled", course.Options(
		"scaled", "scaled powers, (1 + tt′)^q",
		"plain", "plain powers, (1 + tt′)^q",
		"none", "none, (tt′ − 1)^q",
	))
	raw := f.Choice("inputs", "t is", "scaled", course.Options(
		"scaled", "x, the frame scaled to [−1, 1]", "raw", "x as it is"), course.More) == "raw"
	r := load()
	n := r.Data.Len()
	v := &twoFits{original: r, Powers: curves.ScaledPowers(degree, r.XMin, r.XMax), compare: compare,
		lambda: mean(n), factor: model.Written(f, n)}
	if raw {
		v.Powers = curves.RawPowers(degree)
	}
	return v
})

func (v *twoFits) Compute(ctx context.Context, memo *course.Memo) error {
	if v.original.Data.Len() == 0 {
		return nil
	}
	if err := v.fit(ctx, memo, v.lambda); err != nil {
		return err
	}
	v.certificate = v.check()
	return nil
}

// fill is the features' matrix of the points t.
func (v *twoFits) fill(t []float64) (*mat.Dense, error) {
	if v.compare == "plain" {
		return curves.RawPowers(v.Degree).Matrix(t), nil
	}
	return engine.PolynomialFeatures{Degree: v.Degree, Offset: 1}.Matrix(engine.Column(t))
}

func (v *twoFits) fit(ctx context.Context, memo *course.Memo, lambda float64) error {
	r := v.original.Scaled(v.Centre, v.Half)
	t := r.Data.Input(0)
	k := engine.Polynomial{Degree: v.Degree, Offset: 1}
	if v.compare == "none" {
		k.Offset = -1
	}
	var err error
	if v.dual, err = curves.FitRidge(ctx, memo, r, k, lambda); err != nil {
		return err
	}
	v.most, v.least = math.NaN(), math.NaN()
	if v.dual.Spectrum != nil {
		s := v.dual.Spectrum.Values
		v.most, v.least = s[0], engine.Tidy(s[len(s)-1], v.dual.Spectrum.Rounding())
	}
	if v.compare == "none" {
		if at := v.dual.Solution; at.Err == nil { // else the message says it
			v.alpha, v.dualF = at.Alpha, engine.Apply(v.dual.Cross, at.Alpha)
		}
		return nil
	}
	if v.dual.Solution.Err == nil {
		if v.alpha, err = engine.SolveKRR(v.dual.Gram, r.Data.Y, lambda); err == nil {
			v.dualF = engine.Apply(v.dual.Cross, v.alpha)
		}
	}
	// What the features cannot do here, the picture says by having no curve.
	if v.Phi, err = v.fill(t); err != nil {
		return nil
	}
	if v.theta, err = engine.RidgeQR(v.Phi, r.Data.Y, lambda); err != nil {
		v.theta = nil
		return nil
	}
	grid, err := v.fill(v.dual.Grid)
	if err != nil {
		v.theta = nil
		return nil
	}
	v.primalF = engine.Apply(grid, v.theta)
	return nil
}

// gap is maxₓ |f_primal(x) − f_dual(x)| / maxᵢ |yᵢ| over the curves drawn; NaN where
// one is missing.
func (v *twoFits) gap() float64 {
	if v.primalF == nil || v.dualF == nil {
		return math.NaN()
	}
	top, scale := 0.0, 0.0
	for g := range v.primalF {
		top = math.Max(top, math.Abs(v.primalF[g]-v.dualF[g]))
	}
	for _, y := range v.original.Data.Y {
		scale = math.Max(scale, math.Abs(y))
	}
	if scale == 0 {
		return top
	}
	return top / scale
}

// two reports whether the curves are two, of plain powers and of (1 + tt′)^q, beyond what
// rounding does. They are one at q = 1, where nothing has another scale, and at λ = 0,
// where both are the one polynomial through the points.
func (v *twoFits) two() bool {
	return v.compare == "plain" && v.Degree > 1 && v.dual.Lambda > 0 && v.gap() > v.dual.Solution.Bound
}

// check is the certificate of the two; nil where they are not both there.
func (v *twoFits) check() *course.Certificate {
	if v.theta == nil || v.alpha == nil {
		return nil
	}
	d, at := v.dual, v.dual.Solution
	at.Fitted = engine.Apply(v.Phi, v.theta)
	c := engine.Certify(d.Gram, d.Data.Y, d.Lambda, v.alpha, at)
	certificate := course.Agreement(c, "features and kernel",
		fmt.Sprintf("Primal: θ by a QR factorisation of the features. Dual: α by a Cholesky factorisation of K + nλI, "+
			"whose entries never saw a feature. Their fitted values differ by at most %s of the largest |y|.",
			course.Digits(c.PrimalDualGap)),
		fmt.Sprintf("Residual: ‖(K + nλI)α − y‖ is %s of ‖y‖.", course.Digits(c.Residual)),
		fmt.Sprintf("Bound: %d√n · ε · cond = %s, with cond = %s the condition number of K + nλI.",
			engine.BoundFactor, course.Digits(c.Bound), course.Digits(at.Condition)),
	)
	if !(v.two() && c.PrimalDualGap > c.Bound) {
		return certificate.Else("Nothing is broken: K + nλI is too near to a singular matrix for sixteen digits. " +
			"A larger λ or a lower degree brings them back.")
	}
	certificate.Reasons = append(certificate.Reasons,
		"Plain powers have another inner product than (1 + tt′)^q. No arithmetic can bring the two together.")
	certificate.Line = fmt.Sprintf("These are two different fits: they are %s apart, and rounding would allow %s.",
		course.Digits(c.PrimalDualGap), course.Digits(c.Bound))
	return certificate
}

// message says which of the two is missing, and why.
func (v *twoFits) message() string {
	const drawn = " The features have a fit, and its curve is drawn."
	if v.compare == "none" {
		return v.dual.Message()
	}
	switch dual := v.dual.Message(); {
	case dual == "" && v.theta != nil:
		return ""
	case dual == "" && v.dual.Lambda == 0 && v.D() > v.original.Data.Len():
		return fmt.Sprintf("There is no one fit from features at λ = 0: %d features of %s are linearly "+
			"dependent, and many θ fit exactly. The kernel’s fit is that with the least ‖θ‖, of scaled powers, "+
			"and its curve is drawn.",
			v.D(), course.Plural(v.original.Data.Len(), "point"))
	case dual == "":
		return "There is no fit from features here: they are linearly dependent to working precision. " +
			"The kernel has one, and its curve is drawn."
	case v.theta == nil:
		return dual
	case v.dual.Lambda == 0 && v.D() >= v.original.Data.Len():
		return dual + drawn
	case v.dual.Lambda == 0:
		return fmt.Sprintf("The dual has no solution at λ = 0: K has rank %d at most, one for each feature, "+
			"and %d rows.", v.D(), v.original.Data.Len()) + drawn
	}
	return "The dual has no solution here: K + nλI is singular to working precision. " +
		"λ is too small beside the entries of K." + drawn
}

func (v *twoFits) Show(f *course.Form) *course.Picture {
	r, d := v.original, v.dual
	if d == nil {
		return r.Blank("same-curve", 300)
	}
	p := &course.Picture{
		Columns: [][]plots.Panel{
			{v.curvePanel(), v.gapPanel(v.certificate)}, {curves.GramPanel("same-gram", d.Raster, d.Order)},
		},
		Message:     v.message(),
		Certificate: v.certificate,
		Says:        v.says(),
		Numbers:     v.numbers(),
		Series:      v.series(),
		Matrices:    []course.NamedMatrix{{Name: "gram", Values: d.Gram}},
		Goals:       []course.Goal{v.goal()},
		Code: programs.Code("same", f, course.Values{
			"X": r.Data.Input(0), "Y": r.Data.Y, "Low": r.XMin, "High": r.XMax, "Centre": v.Centre, "Half": v.Half,
			"Lambda": d.Lambda, "Primal": v.theta != nil, "Dual": v.alpha != nil, // which of the fits exist
			"XAxis": r.XAxis(), "YAxis": r.YAxis(),
		}),
	}
	if v.compare == "none" {
		p.Certificate = d.Check()
	}
	if v.Phi != nil {
		p.Matrices = append(p.Matrices, course.NamedMatrix{Name: "features", Values: v.Phi})
	}
	return p
}

// grid is where the curves are drawn.
func (v *twoFits) grid() []float64 { return curves.Grid(v.original.XMin, v.original.XMax) }

func (v *twoFits) curvePanel() plots.Panel {
	r := v.original
	plot := plots.Curves{X: r.XAxis(), Y: r.YAxis(), Points: points.Dots(r.Data), PointsName: "data", Legend: true}
	if v.primalF != nil {
		plot.Lines = append(plot.Lines, plots.Line{Name: "from features", Xs: v.grid(), Ys: v.primalF,
			Color: plots.Accent.Fade(0.72), Width: 8, Class: "primal"})
	}
	if v.dualF != nil {
		plot.Lines = append(plot.Lines, plots.Line{Name: "from the kernel", Xs: v.grid(), Ys: v.dualF,
			Width: 2.2, Dash: v.primalF != nil, Class: "curve t-fit"})
	}
	return plots.Panel{ID: "same-curve", Title: "Both fits over the data", Width: course.Wide, Height: 300, Plot: plot}
}

func (v *twoFits) series() []course.Series {
	series := []course.Series{course.Table("data", "x y", v.original.Data.Input(0), v.original.Data.Y)}
	if v.primalF != nil {
		series = append(series,
			course.Table("primal", "x y", v.grid(), v.primalF), course.Table("theta", "theta", v.theta))
	}
	if v.dualF != nil {
		series = append(series, course.Table("fit", "x y", v.grid(), v.dualF), course.Table("alpha", "alpha", v.alpha))
	}
	return series
}

// train is the root mean square of what fitted values miss; NaN where there are none.
func (v *twoFits) train(fitted []float64) float64 {
	if fitted == nil {
		return math.NaN()
	}
	return floats.Distance(v.original.Data.Y, fitted, 2) / math.Sqrt(float64(len(fitted)))
}

// numbers are of the kernel alone where there are no features.
func (v *twoFits) numbers() []course.Number {
	n, unit := float64(v.original.Data.Len()), v.original.YUnit
	var dualFitted []float64
	dualNorm := math.NaN()
	if v.alpha != nil {
		dualFitted, dualNorm = v.dual.Solution.Fitted, v.dual.Solution.Norm
	}
	dual := []course.Number{
		{Name: "kernel_train_rmse", Label: "train error, kernel", Value: v.train(dualFitted), Unit: unit},
		{Name: "rkhs_norm", Label: "√(αᵀKα)", Value: dualNorm},
	}
	matrix := []course.Number{
		{Name: "largest_eigenvalue", Label: "largest eigenvalue of K", Value: v.most},
		{Name: "condition", Label: "condition number", Value: v.dual.Solution.Condition, Aside: true},
	}
	points := course.Number{Name: "points", Label: "points n", Means: "How many points are fitted.", Value: n}
	shift := course.Number{Name: "shift", Label: "nλ", Means: "What is added to every eigenvalue of K.",
		Value: n * v.dual.Lambda}
	least := course.Number{Name: "smallest_eigenvalue", Label: "smallest eigenvalue of K", Value: v.least,
		Means: "Below 0, the similarity is no kernel: no features have it as their inner product. " +
			"What rounding leaves of 0 is shown as 0."}
	if v.compare != "none" {
		return slices.Concat(v.primalNumbers(points), dual,
			[]course.Number{{Name: "norm", Label: "‖θ‖", Value: v.thetaNorm(),
				Means: "The length of the vector of coefficients: the root of the sum of their squares."},
				shift, least}, matrix)
	}
	return slices.Concat([]course.Number{least, shift, {Name: "quadratic", Label: "αᵀKα", Value: v.quadratic(),
		Means: "The squared norm of the fit, where the similarity is a kernel; below 0, there is no such norm."}}, dual,
		[]course.Number{points, {
			Name: "singular_lambda", Label: "a λ without an inverse", Value: v.singular() * v.factor}},
		matrix)
}

// thetaNorm is ‖θ‖, NaN without θ.
func (v *twoFits) thetaNorm() float64 {
	if v.theta == nil {
		return math.NaN()
	}
	return floats.Norm(v.theta, 2)
}

// primalNumbers are those of the fit from features, and of both.
func (v *twoFits) primalNumbers(points course.Number) []course.Number {
	atData := math.NaN()
	if v.certificate != nil {
		atData = v.certificate.PrimalDualGap
	}
	var fitted []float64
	if v.theta != nil {
		fitted = engine.Apply(v.Phi, v.theta)
	}
	return []course.Number{
		{Name: "gap", Label: "largest difference, of max |y|", Value: v.gap(),
			Means: "The most that the two differ by anywhere in the frame, beyond the data too."},
		{Name: "gap_data", Label: "the same at the data", Value: atData,
			Means: "The most that the two differ by at a point of the data."},
		{Name: "features", Label: "features d", Value: float64(v.D()),
			Means: "How many features each point has, and so how many coefficients θ has."},
		points,
		{Name: "train_rmse", Label: "train error, features", Value: v.train(fitted), Unit: v.original.YUnit,
			Means: "How far the curve misses the points it was fitted to: the root of the mean of the misses squared."},
	}
}

func (v *twoFits) goal() course.Goal {
	g := course.Goal{Name: "amber", At: "degree=9&lambda=1e-8", But: v.unless(),
		Reached: v.compare == "scaled" && v.certificate != nil && !v.certificate.OK && v.gap() < 1e-3,
		Text: fmt.Sprintf("Goal reached: the curves still agree to %s, and at the data rounding no longer promises "+
			"six digits.", course.Digits(v.gap()))}
	if v.theta != nil && v.alpha != nil {
		g.Now = fmt.Sprintf("%s, %s apart", v.colour(v.certificate), course.Digits(v.gap()))
	}
	return g
}

// unless is which condition of the goal is not met.
func (v *twoFits) unless() string {
	switch {
	case v.theta == nil || v.alpha == nil:
		return "without both curves"
	case v.compare != "scaled":
		return "not by scaled powers"
	}
	return ""
}

// quadratic is αᵀKα, which is negative where α is no function of a norm; NaN where there
// is no α.
func (v *twoFits) quadratic() float64 {
	switch {
	case v.alpha == nil:
		return math.NaN()
	case v.dual.Solution.Stationary != nil:
		return v.dual.Solution.Stationary.Quadratic
	}
	return v.dual.Solution.Norm * v.dual.Solution.Norm
}

// singular is the greatest λ of the mean loss at which K + nλI has no inverse; NaN
// where K has no negative eigenvalue.
func (v *twoFits) singular() float64 {
	if v.dual.Negative() == 0 {
		return math.NaN()
	}
	return -v.least / float64(v.original.Data.Len())
}

// colour is that of the certificate, where both curves are drawn.
func (v *twoFits) colour(check *course.Certificate) string {
	switch {
	case check == nil || v.theta == nil || v.alpha == nil:
		return "not both curves"
	case check.OK:
		return "green"
	}
	return "amber"
}

// gapPanel is the distance of the curves, and what rounding allows.
func (v *twoFits) gapPanel(check *course.Certificate) plots.Panel {
	grid := v.grid()
	const floor = 1e-18 // below every difference of two float64 near one
	gap := plots.Curves{X: v.original.XAxis(), Legend: true,
		Y: plots.Axis{Label: "difference / max |y|", Min: floor, Max: 10, Log: true}}
	if v.primalF != nil && v.dualF != nil {
		scale := 0.0
		for _, y := range v.original.Data.Y {
			scale = math.Max(scale, math.Abs(y))
		}
		if scale == 0 {
			scale = 1
		}
		ys := make([]float64, len(grid))
		for g := range grid {
			ys[g] = math.Max(math.Abs(v.primalF[g]-v.dualF[g])/scale, floor)
		}
		gap.Lines = append(gap.Lines, plots.Line{Name: "|primal − dual|", Xs: grid, Ys: ys,
			Color: plots.Curve, Width: 1.6, Class: "gap"})
	}
	if check != nil {
		ends := []float64{v.original.XMin, v.original.XMax}
		gap.Lines = append(gap.Lines, plots.Line{Name: "rounding allows, at the data",
			Xs: ends, Ys: []float64{check.Bound, check.Bound},
			Color: plots.Lambda, Width: 1.6, Dash: true, Class: "bound"})
	}
	title := "How far apart the curves are"
	if len(gap.Lines) == 0 {
		title = "One fit, nothing to compare"
	}
	return plots.Panel{ID: "same-gap", Title: title,
		Width: course.Wide, Height: 190, Plot: gap}
}

const (
	saysBoth    = "Degree {degree}: {d} θ from features, {n} α from the kernel"
	saysTwo     = saysBoth + ", and two curves, {gap} of the largest |y| apart."
	saysClose   = saysBoth + ", and curves too close for sixteen digits to tell apart: {gap} of the largest |y|."
	saysOnPaper = saysBoth + ", and one curve on paper: in sixteen digits the two are {gap} of the largest |y| apart."
	saysOne     = saysBoth + ", and one curve: the two are {gap} of the largest |y| apart."
	saysPrimal  = saysBoth + ". Only the features give a curve."
	saysDual    = saysBoth + ". Only the kernel gives a curve."
	saysNeither = saysBoth + ", and no curve."

	saysNoFeatures = "The similarity (tt′ − 1){power} has no real features; the smallest eigenvalue of its matrix on " +
		"{n} is {smallest_eigenvalue}."
	saysNoCurve  = "There is no curve."
	saysAsKernel = "On these points it does as well as a kernel: the curve is the minimum of its objective."
)

func (v *twoFits) says() []course.Said {
	n := v.original.Data.Len()
	if v.compare == "none" {
		return append([]course.Said{course.Say(saysNoFeatures, course.Superscript(v.Degree),
			course.Some{N: n, Noun: "point"}, v.least)}, v.saysOfSimilarity()...)
	}
	say := func(text string, gap ...any) []course.Said {
		return []course.Said{course.Say(text, append([]any{
			v.Degree, course.Some{N: v.D(), Noun: "number"}, course.Some{N: n, Noun: "number"}}, gap...)...)}
	}
	gap := v.gap()
	switch both := v.primalF != nil && v.dualF != nil; {
	case both && v.two():
		return say(saysTwo, gap)
	case both && v.compare == "plain" && v.Degree > 1 && v.dual.Lambda > 0 && gap > 0:
		return say(saysClose, gap)
	case both && gap > 1e-3:
		return say(saysOnPaper, gap)
	case both:
		return say(saysOne, gap)
	case v.primalF != nil:
		return say(saysPrimal)
	case v.dualF != nil:
		return say(saysDual)
	}
	return say(saysNeither)
}

// saysOfSimilarity is what the fit is of its objective, where there are no features.
func (v *twoFits) saysOfSimilarity() []course.Said {
	if v.alpha == nil {
		return []course.Said{course.Say(saysNoCurve)}
	}
	if says := v.dual.SaysOfObjective(); says != nil {
		return says
	}
	return []course.Said{course.Say(saysAsKernel)}
}
