package kernelalgebra

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/plots"
)

// The figure builder: a kernel typed as an expression, its tree, its Gram matrix and its fit.

const (
	origin     = 1970 // time is counted in years from its beginning
	end        = 1988 // what was measured from then on is sealed
	lastYear   = 1981 // that is fitted
	opening    = "gaussian(0.3) + 0.1*linear()*polynomial(2, 1)"
	openLambda = 0.01
	aYear      = 20 // places of the curve
	wanted     = 2  // ppm, the error that the goal asks for in the sealed years
	unit       = "ppm"
)

// examples are expressions that a list under the field offers; none of them reaches the goal.
var examples = []string{
	opening, "linear() + laplacian(2)", "gaussian(1)", "periodic(1, 1)", "polynomial(2, 1)*periodic(1, 1)",
	"exp(0.1*linear()) - 0.5*normalized(1 + linear())", "power(matern32(2) + 1, 2)*rationalquadratic(1, 2)",
	"laplacian(3) - exponential(1)", "sigmoid(0.01, 0) + min()", "cosine()*matern52(5) + block(constant(2), 0, 1)",
}

// A record is what was measured: time in years, in ppm.
type record struct{ x, y []float64 }

// air is the carbon dioxide over Mauna Loa, every second month.
func air(from, to int) record {
	var r record
	d := data.CO2()
	for i, t := range d.X {
		year, month := int(t[0]), int(t[1])
		if year >= from && year < to && month%2 == 1 {
			r.x = append(r.x, course.Round(float64(year-from)+(t[1]-0.5)/12, 6))
			r.y = append(r.y, d.Y[i])
		}
	}
	return r
}

// A fit is one in one state.
type fit struct {
	// What the controls say.
	text   string // of the kernel
	until  int
	lambda float64

	// What is computed.
	*basis
	kernel      engine.Kernel
	smallest    float64 // eigenvalue of K; zero where rounding may have made it
	largest     float64
	freedom     float64
	condition   float64
	train, held float64
	sealed      float64 // error in the sealed years, of a fit to all that are open; infinite where there is none
	missed      float64 // by f what is fitted: where λ = 0, what rounding leaves of 0
	alpha       []float64
	said, drawn []float64 // f at the times measured, and of the curve
	curvature   engine.Curvature
	err         error
	certificate *course.Certificate
}

var buildBuilder = course.Steps(func(f *course.Form) course.Work {
	read := func(text string) (string, *course.Slip) {
		return model.ReadKernel(text, 1, "time is one input: block(kernel, 0, 1) is all of it")
	}
	return &fit{
		text:   f.Expression("kernel", "k(x, y) =", opening, read, examples, course.Leads),
		lambda: model.MeanLambda(f, openLambda),
		until:  f.Int("until", "fitted to the end of", lastYear, 1973, 1985, course.Every),
	}
})

// A basis is what a kernel gives before λ.
type basis struct {
	record
	n        int // of those that are fitted
	mean     float64
	K        *mat.SymDense
	cross    *mat.Dense // k at all times that were measured
	at       []float64  // the times of the curve
	curve    *mat.Dense // k at those
	spectrum *engine.Spectrum
	failed   error
	raster   *plots.Raster
}

type basisOf struct {
	text  string // of the kernel
	until int
}

// Compute returns the basis, and its bytes.
func (of basisOf) Compute(ctx context.Context, _ *course.Memo) (*basis, int, error) {
	k, err := engine.ParseKernel(of.text)
	if err != nil {
		return nil, 0, err // the form has read it
	}
	b := &basis{record: air(origin, end)}
	for b.n < len(b.x) && b.x[b.n] < float64(of.until+1-origin) {
		b.n++
	}
	for _, y := range b.y[:b.n] {
		b.mean += y / float64(b.n)
	}
	for i := range aYear*(end-origin) + 1 {
		b.at = append(b.at, float64(i)/aYear)
	}
	x := engine.Column(b.x)
	b.K = engine.Gram(k, x[:b.n])
	if err := ctx.Err(); err != nil {
		return nil, 0, err
	}
	b.cross, b.curve = engine.Cross(k, x, x[:b.n]), engine.Cross(k, engine.Column(b.at), x[:b.n])
	if b.spectrum, b.failed = engine.Eigen(b.K); b.failed == nil && !finite(b.cross, b.curve) {
		b.failed = engine.ErrOverflow
	}
	if b.failed == nil {
		b.raster = plots.EncodeRaster(b.K, plots.Scale{})
	}
	return b, 8 * (2*b.n*b.n + b.n*(len(b.x)+len(b.at))), nil
}

// finite reports whether all entries are.
func finite(all ...*mat.Dense) bool {
	for _, m := range all {
		if v := floats.Norm(m.RawMatrix().Data, math.Inf(1)); math.IsInf(v, 0) || math.IsNaN(v) {
			return false
		}
	}
	return true
}

// Compute fits what was measured until the last year.
func (v *fit) Compute(ctx context.Context, memo *course.Memo) error {
	var err error
	if v.kernel, err = engine.ParseKernel(v.text); err != nil {
		return err // the form has read it
	}
	if v.basis, err = course.Remember(ctx, memo, basisOf{v.text, v.until}); err == nil {
		v.solve()
	}
	return err
}

func (v *fit) solve() {
	nan := math.NaN()
	v.sealed = math.Inf(1)
	v.smallest, v.largest, v.freedom, v.condition, v.train, v.held = nan, nan, nan, nan, nan, nan
	if v.err = v.failed; v.err != nil {
		return
	}
	values := v.spectrum.Values
	v.largest, v.smallest = values[0], engine.Tidy(values[v.n-1], v.spectrum.Rounding())
	y := make([]float64, v.n)
	for i := range y {
		y[i] = v.y[i] - v.mean
	}
	if v.smallest < 0 {
		at, err := v.spectrum.Stationary(y, v.lambda)
		if v.err = err; err != nil {
			return
		}
		v.alpha, v.freedom, v.condition, v.train, v.curvature = at.Alpha, at.DegreesOfFreedom, at.Condition,
			at.TrainRMSE, at.Curvature
		if dual, err := engine.SolveIndefinite(v.K, y, v.lambda); err == nil {
			v.certify(engine.CertifyStationary(v.K, y, v.lambda, dual, at))
		}
	} else {
		at, err := v.spectrum.Solve(y, v.lambda)
		if v.err = err; err != nil {
			return
		}
		v.alpha, v.freedom, v.condition, v.train = at.Alpha, at.DegreesOfFreedom, at.Condition, at.TrainRMSE
		if dual, err := engine.SolveKRR(v.K, y, v.lambda); err == nil {
			v.certify(engine.Certify(v.K, y, v.lambda, dual, at))
		}
	}
	v.said, v.drawn = v.values(v.cross), v.values(v.curve)
	v.held = math.Sqrt(engine.MeanSquare(v.said[v.n:], v.y[v.n:]))
	v.missed = math.Sqrt(engine.MeanSquare(v.said[:v.n], v.y[:v.n]))
	v.sealed = rootMean(yearly(missesAfter(v.kernel, v.lambda, air(origin, sealedEnd), 6*(end-origin))))
}

func (v *fit) certify(c engine.Certificate) {
	v.certificate = course.Agreement(c, "two factorisations",
		fmt.Sprintf("α from the eigenvalues of K, and from a factorisation of K + nλI. Their fitted values differ by "+
			"at most %s of the largest |y|.", course.Digits(c.PrimalDualGap)),
		fmt.Sprintf("Bound: with the condition number %s rounding may leave %s.", course.Digits(v.condition),
			course.Digits(c.Bound)))
}

// values are f, with the mean that was taken off.
func (v *fit) values(cross *mat.Dense) []float64 {
	f := engine.Apply(cross, v.alpha)
	floats.AddConst(v.mean, f)
	return f
}

func (v *fit) Show(f *course.Form) *course.Picture {
	root := tree(v.kernel)
	p := &course.Picture{
		Columns:     [][]plots.Panel{v.left(root)},
		Numbers:     v.numbers(),
		Message:     v.message(),
		Says:        v.says(root),
		Certificate: v.certificate,
		Series:      []course.Series{course.Table("data", "x y", v.x, v.y)},
		Matrices:    []course.NamedMatrix{{Name: "gram", Values: v.K}},
		Goals:       v.goals(root),
		Code:        v.code(f),
	}
	if v.err == nil {
		p.Series = append(p.Series, course.Table("fit", "x y", v.at, v.drawn), course.Series{Name: "said",
			Columns: []course.Column{{Name: "y", Values: v.said}}},
			course.Series{Name: "alpha", Columns: []course.Column{{Name: "alpha", Values: v.alpha}}})
	}
	if v.raster != nil {
		p.Columns = append(p.Columns, []plots.Panel{{ID: "builder-gram", Title: "Its Gram matrix", Width: course.Square,
			Height: course.Square, Plot: plots.Heatmap{
				Raster: v.raster, Class: "t-gram", Label: "k(xᵢ, xⱼ)", Row: "time i", Col: "time j"}}})
	}
	return p
}

// known says to how much the eigenvalues are.
func (v *fit) known() string {
	if v.failed != nil {
		return ""
	}
	return " It is known to ±" + course.Digits(v.spectrum.Rounding()) + ": every eigenvalue has the rounding of the " +
		"largest, so that a small one beside it has few digits."
}

func (v *fit) numbers() []course.Number {
	return []course.Number{
		{Name: "held_out_rmse", Label: "error in the years left out",
			Means: "How far the curve misses the values after the last year that it was fitted to: " +
				"the root of the mean of the misses squared.", Value: v.held, Unit: unit},
		{Name: "train_rmse", Label: "error in the years fitted", Means: "How far the curve misses the values it " +
			"was fitted to: the root of the mean of the misses squared.", Value: v.train, Unit: unit},
		{Name: "smallest", Label: "smallest eigenvalue of K", Means: "The least that cᵀKc can be for a c of " +
			"length 1. A kernel’s is never below zero; what rounding may have made of zero is shown as 0." + v.known(),
			Value: v.smallest},
		{Name: "largest", Label: "largest eigenvalue", Value: v.largest},
		{Name: "degrees_of_freedom", Label: "Σ s/(s + nλ)", Value: v.freedom},
		{Name: "mean", Label: "mean that is taken off", Value: v.mean, Unit: unit},
		{Name: "condition", Label: "condition number", Value: v.condition, Aside: true},
	}
}

func (v *fit) goals(root plots.Node) []course.Goal {
	return []course.Goal{{
		Name: "follow", At: goalQuery,
		Now:     course.Quantity(v.held, unit) + " left out",
		Reached: v.err == nil && v.sealed < wanted && uncovered(root) == nil,
		Text:    "Goal reached: in ten years that no fit has seen it is within 2 ppm. Open the envelope to see them.",
	}, {
		Name: "forget", At: "kernel=gaussian(0.3)&lambda=0.0001",
		Reached: v.until == lastYear && v.err == nil && v.train < 1 && v.held > 10,
		Text:    "Goal reached: it knows every season that it saw, and none that comes.",
	}}
}

// left is the fit over the years, and the tree under it.
func (v *fit) left(root plots.Node) []plots.Panel {
	dots := make([]plots.Point, len(v.x))
	for i := range dots {
		dots[i] = plots.Point{X: origin + v.x[i], Y: v.y[i]}
	}
	curve := plots.Curves{
		X: plots.Axis{Label: "year", Min: origin, Max: end, Whole: true}, Y: plots.Axis{Label: "CO₂ (ppm)", Min: 320,
			Max: 360}, Legend: true,
		Points: dots[:v.n], PointsName: "fitted", Others: dots[v.n:], OthersName: "left out",
		VLines: []plots.Mark{{At: float64(v.until + 1), Name: "left out", Dash: true}},
	}
	if v.err == nil {
		line := plots.Line{Name: "f", Ys: v.drawn, Width: 1.8, Color: plots.Curve, Class: "curve t-fit"}
		for _, t := range v.at {
			line.Xs = append(line.Xs, origin+t)
		}
		curve.Lines = []plots.Line{line}
	}
	return []plots.Panel{
		{ID: "builder-fit", Title: "Carbon dioxide, and the fit", Width: course.Wide, Height: 270, Plot: curve},
		{ID: "builder-tree", Title: "The kernel as a tree", Width: course.Wide, Height: 190,
			Plot: plots.Tree{Root: root}},
	}
}

func (v *fit) message() string {
	switch {
	case v.err == nil:
		return ""
	case errors.Is(v.err, engine.ErrOverflow):
		return "There is no fit: some k(x, y) is beyond what a float64 can hold."
	case errors.Is(v.err, engine.ErrNoConvergence):
		return "There is no fit: the eigenvalues of K were not found."
	}
	return "There is no fit: K + nλI is singular to working precision. A larger λ has one."
}

// What the figure says.
const (
	saysSplit      = "{fitted} values are fitted and {left_out} left out."
	saysCovered    = "Every part of the tree is a kernel or made by a rule: the whole is a kernel."
	saysUncovered  = "No rule covers {parts}."
	saysBelowZero  = "K has an eigenvalue below zero, {smallest}: this is no kernel."
	saysAtZero     = "The smallest eigenvalue of K is 0 to rounding."
	saysNoCurve    = "There is no curve."
	saysThrough    = "{curve} goes through all that is fitted, and misses what is left out by {held_out_rmse}."
	saysMisses     = "{curve} misses the years fitted by {missed} and those left out by {held_out_rmse}."
	saysCurve      = "The curve"
	saysStationary = "The curve, a {curvature} of its objective,"
)

func (v *fit) says(root plots.Node) []course.Said {
	says := []course.Said{course.Say(saysSplit, v.n, len(v.x)-v.n)}
	if none := uncovered(root); none == nil {
		says = append(says, course.Say(saysCovered))
	} else {
		says = append(says, course.Say(saysUncovered, strings.Join(none, ", ")))
	}
	switch {
	case v.failed != nil:
	case v.smallest < 0:
		says = append(says, course.Say(saysBelowZero, v.smallest))
	case v.smallest == 0:
		says = append(says, course.Say(saysAtZero))
	}
	if v.err != nil {
		return append(says, course.Say(saysNoCurve))
	}
	curve, held := course.List{course.Say(saysCurve)}, course.Measure{Value: v.held, Unit: unit}
	if v.smallest < 0 {
		curve = course.List{course.Say(saysStationary, v.curvature.String())}
	}
	if engine.Agree(v.missed, 0, v.mean) {
		return append(says, course.Say(saysThrough, curve, held))
	}
	return append(says, course.Say(saysMisses, curve, course.Measure{Value: v.missed, Unit: unit}, held))
}

func (v *fit) code(f *course.Form) *course.Code {
	return programs.Code("builder", f, course.Values{
		"X": v.x, "Y": v.y, "N": v.n, "Lambda": v.lambda, "Fitted": v.err == nil,
		"kernel": "expression", "expr": v.text,
	})
}
