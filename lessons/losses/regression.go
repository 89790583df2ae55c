package losses

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/curves"
	"gramophone/lessons/data"
	"gramophone/lessons/points"
	"gramophone/plots"
)

// The figure regression: one data set, five losses.

// Every seventh reading of the crash, from the fifth on, are copied down; the lowest of
// them has lost its sign on the way.
const (
	copiedEvery = 7
	copiedFrom  = 4
	slipAt      = 8 // the place of the slip among the copied
)

// copied are the readings copied down, without a slip, and kept those that were not.
func copied() (copied, kept engine.Dataset) {
	d := data.MCycle()
	for i, x := range d.X {
		of := &kept
		if i%copiedEvery == copiedFrom {
			of = &copied
		}
		of.X, of.Y = append(of.X, x), append(of.Y, d.Y[i])
	}
	return copied, kept
}

// slipped are the copied readings as a query has them, the slip's height being given.
func slipped(height float64) string {
	d, _ := copied()
	var s []string
	for i, x := range d.X {
		y := d.Y[i]
		if i == slipAt {
			y = height
		}
		s = append(s, course.FormatNumber(x[0])+","+course.FormatNumber(y))
	}
	return strings.Join(s, ";")
}

// lostSign is the slip's height.
func lostSign() float64 {
	d, _ := copied()
	return -d.Y[slipAt]
}

// openLambda and openBandwidth, in ms, are what the figure opens with.
const openLambda, openBandwidth = 0.01, 5

// keptGoal, in g, is what the first figure asks for.
const keptGoal = 25

// A kind is a loss as the figure has it.
type kind struct {
	value, label string
	of           string // what a description calls it
}

var kinds = []kind{
	{"squared", "squared, r²", "squared loss"},
	{"absolute", "absolute, |r|", "absolute loss"},
	{"huber", "Huber’s", "Huber’s loss"},
	{"epsilon", "ε-insensitive", "ε-insensitive loss"},
	{"brittle", "brittle: the largest |r| alone", "brittle loss"},
}

// perUnit is what a loss multiplies λ of the squared loss by, so that a residual of a
// typical size s pulls as hard at both: at s the slopes of r² and |r| are 2s and 1.
func perUnit(loss, data string) float64 {
	const typical = 20 // g; of made data ½, which makes no difference
	if loss == "squared" || loss == "huber" || data == "outliers" {
		return 1
	}
	return 1.0 / (2 * typical)
}

func buildRegression(f *course.Form) course.Draw {
	load := points.OnLine(f, points.Offer{Data: "points", Of: []string{"points", "mcycle", "outliers"}, Edit: "regression-curve", Own: slipped(lostSign()), As: "mcycle"})
	f.Control("data").More = true
	var options []string
	for _, k := range kinds {
		options = append(options, k.value, k.label)
	}
	loss := f.Choice("loss", "loss", "squared", course.Options(options...), course.Converts, course.Leads)
	data := f.Control("data").Value
	now, factor := perUnit(loss, data), 1.0
	if was := f.Raw("was"); was != "" {
		factor = now / perUnit(was, data)
	}
	lambda := f.LogFloat("lambda", "λ", course.Round(openLambda*now, 12), 1e-6, 10, course.Term("lambda"), course.Scaled(factor))
	delta := f.LogFloat("delta", "Δ", 20, 0.01, 200, course.Unit(unitOf(data)), course.When("loss", "huber"))
	epsilon := f.LogFloat("epsilon", "ε", 15, 0.01, 200, course.Unit(unitOf(data)), course.When("loss", "epsilon"))
	ell := f.LogFloat("bandwidth", "bandwidth ℓ", openBandwidth, 0.5, 100, course.Unit(points.InputUnit(f)), course.Term("bandwidth"), course.More)
	at := curves.PointedAt(f, load)
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		r := load()
		if r.Data.Len() == 0 {
			return r.Blank("regression-curve", 300), nil
		}
		v := &regression{Line: r, kind: kinds[slices.IndexFunc(kinds, func(k kind) bool { return k.value == loss })], lambda: lambda, delta: delta, epsilon: epsilon, at: at}
		err := v.fit(ctx, memo, engine.Gaussian{Length: ell}, lambda/now)
		switch {
		case defeat(err):
			return v.none(err), nil
		case err != nil:
			return nil, err
		}
		return v.picture(f), nil
	}
}

// unitOf is that of the responses.
func unitOf(data string) string {
	if data == "outliers" {
		return ""
	}
	return "g"
}

// defeat reports whether the data or λ defeat the method, which is told and no error.
func defeat(err error) bool {
	for _, sentinel := range []error{engine.ErrSingular, engine.ErrIndefinite, engine.ErrNoConvergence, engine.ErrOverflow} {
		if errors.Is(err, sentinel) {
			return true
		}
	}
	return false
}

// A regression is a fit with one of the losses, beside that with the squared one.
type regression struct {
	*points.Line
	kind           kind
	lambda         float64
	delta, epsilon float64
	at             int // the point pointed at, from 1

	solved       *engine.LossFit
	residuals    []float64
	xs           []float64 // where the curves are drawn
	curve, least []float64 // there; that of the squared loss
	kept         []float64 // residuals at readings that the fit has not seen
	unseen       engine.Dataset
}

// loss is the engine's.
func (v *regression) loss() engine.Loss {
	switch v.kind.value {
	case "absolute":
		return engine.Absolute{}
	case "huber":
		return engine.Huber{Delta: v.delta}
	case "epsilon":
		return engine.EpsilonInsensitive{Epsilon: v.epsilon}
	case "brittle":
		return engine.LargestError{}
	}
	return engine.Squared{}
}

// finely are the places where curves of bumps of a length are drawn.
func finely(r *points.Line, length float64) []float64 {
	bends := plots.Bends(r.XMin, r.XMax, curves.GridPoints, r.Data.Input(0), length)
	return plots.Refine(curves.Grid(r.XMin, r.XMax), bends).Xs
}

// drawnOf are the inputs of points, with the places where curves are drawn.
type drawnOf struct {
	points.LineSpec
	length float64
}

// Inputs are the points' and those places.
func (of drawnOf) Inputs() (x, at [][]float64) {
	r := of.Load()
	return r.Data.X, engine.Column(finely(r, of.length))
}

type solutionOf struct {
	points.LineSpec
	engine.Gaussian
	loss   engine.Loss
	lambda float64
}

// Compute fits, and returns the bytes of the fit.
func (of solutionOf) Compute(ctx context.Context, memo *course.Memo) (*engine.LossFit, int, error) {
	gram, _, err := points.Gram(ctx, memo, drawnOf{of.LineSpec, of.Length}, of.Gaussian)
	if err != nil {
		return nil, 0, err
	}
	fit, err := engine.SolveLoss(ctx, gram, of.Load().Data.Y, of.loss, of.lambda)
	if err != nil {
		return nil, 0, err
	}
	return fit, 8 * (2*len(fit.Alpha) + 8), nil
}

func (v *regression) fit(ctx context.Context, memo *course.Memo, k engine.Gaussian, squaredLambda float64) error {
	v.xs = finely(v.Line, k.Length)
	_, cross, err := points.Gram(ctx, memo, drawnOf{v.Spec, k.Length}, k)
	if err != nil {
		return err
	}
	solve := func(loss engine.Loss, lambda float64) (*engine.LossFit, error) {
		return course.Remember(ctx, memo, solutionOf{v.Spec, k, loss, lambda})
	}
	if v.solved, err = solve(v.loss(), v.lambda); err != nil {
		return err
	}
	squared, err := solve(engine.Squared{}, squaredLambda)
	if err != nil {
		return err
	}
	v.residuals = floats.SubTo(make([]float64, v.Data.Len()), v.Data.Y, v.solved.Fitted)
	along := func(alpha []float64) []float64 {
		out := mat.NewVecDense(len(v.xs), nil)
		out.MulVec(cross, mat.NewVecDense(len(alpha), alpha))
		return out.RawVector().Data
	}
	v.curve, v.least = along(v.solved.Alpha), along(squared.Alpha)
	if v.copies() {
		_, v.unseen = copied()
		f := engine.Expansion{Kernel: k, X: v.Data.X, Alpha: v.solved.Alpha}
		for i, x := range v.unseen.X {
			v.kept = append(v.kept, v.unseen.Y[i]-f.Eval(x))
		}
	}
	return nil
}

// copies reports whether the points are the copied readings, at whatever heights: only
// of these is it known which readings were kept.
func (v *regression) copies() bool {
	d, _ := copied()
	return v.Name == "points" && slices.Equal(v.Data.Input(0), d.Input(0))
}

// slips reports whether the points are the copied readings with the slip as it came.
func (v *regression) slips() bool {
	d, _ := copied()
	d.Y[slipAt] = lostSign()
	return v.copies() && slices.Equal(v.Data.Y, d.Y)
}

// unseenRMSE is the error to expect at points that the fit has not seen; NaN where nobody
// knows.
func (v *regression) unseenRMSE() float64 {
	if v.kept != nil {
		return floats.Norm(v.kept, 2) / math.Sqrt(float64(len(v.kept)))
	}
	if v.Truth == nil {
		return math.NaN()
	}
	grid := curves.Grid(v.XMin, v.XMax)
	even := make([]float64, len(grid))
	for g, x := range grid {
		i, _ := slices.BinarySearch(v.xs, x)
		even[g] = v.curve[i]
	}
	return v.TestRMSE(grid, even)
}

// bound is what |αᵢ| may be at most, and for the brittle loss their sum; without end
// where nothing bounds them.
func (v *regression) bound() float64 {
	n := float64(v.Data.Len())
	switch v.kind.value {
	case "squared":
		return math.Inf(1)
	case "huber":
		return v.delta / (n * v.lambda)
	case "brittle":
		return 1 / (2 * v.lambda)
	}
	return 1 / (2 * n * v.lambda)
}

// counts are how many points pull with all they may, how many not at all, and how many
// are left. What the solver finds at a bound or at zero it sets there, so that only
// rounding stands between.
func (v *regression) counts() (full, silent, between int) {
	bound := v.bound()
	rounding := engine.Rounding(len(v.residuals), floats.Norm(v.solved.Alpha, math.Inf(1)))
	for _, a := range v.solved.Alpha {
		switch a := math.Abs(a); {
		case a >= bound-rounding:
			full++
		case a <= rounding:
			silent++
		default:
			between++
		}
	}
	return full, silent, between
}

// none is the picture where data or λ defeat the method.
func (v *regression) none(err error) *course.Picture {
	why := "There is no fit: beside the largest of these numbers rounding leaves too little of the smallest."
	if errors.Is(err, engine.ErrOverflow) {
		why = "There is no fit: a number in it is beyond what a float64 can hold."
	}
	return &course.Picture{
		Columns: [][]plots.Panel{{{ID: "regression-curve", Title: "The points alone", Width: course.Wide, Height: 300, Plot: plots.Curves{
			X: v.XAxis(), Y: v.YAxis(), Points: points.Dots(v.Data)}}}},
		Message: why, Description: course.Plural(v.Data.Len(), "point") + ", and no fit.",
		Goals: []course.Goal{{Name: "robust", Now: "—"}},
	}
}

func (v *regression) numbers() []course.Number {
	_, silent, _ := v.counts()
	n := float64(len(v.residuals))
	return []course.Number{
		{Name: "unseen_rmse", Label: "error at readings not used", Means: "How far the curve misses readings that were not copied down, the root of the mean of the misses squared; for made data, what is to be expected at new points.", Value: v.unseenRMSE(), Unit: v.YUnit},
		{Name: "mean_absolute", Label: "mean |r|", Means: "How far the curve misses its own points, on average.", Value: floats.Norm(v.residuals, 1) / n, Unit: v.YUnit},
		{Name: "silent", Label: "points with αᵢ = 0", Means: "Points that do not pull at all. Without them the curve would be the same.", Value: float64(silent), Whole: true},
		{Name: "largest_residual", Label: "largest |r|", Value: floats.Norm(v.residuals, math.Inf(1)), Unit: v.YUnit},
		{Name: "train_rmse", Label: "train error", Value: floats.Norm(v.residuals, 2) / math.Sqrt(n), Unit: v.YUnit},
		{Name: "rkhs_norm", Label: "‖f‖", Value: v.solved.Norm},
		{Name: "objective", Label: "loss + λ‖f‖²", Value: v.solved.Objective},
		{Name: "alpha_bound", Label: map[bool]string{false: "bound of |αᵢ|", true: "bound of Σ|αᵢ|"}[v.kind.value == "brittle"], Value: v.bound()},
	}
}

func (v *regression) picture(f *course.Form) *course.Picture {
	curve := plots.Curves{X: v.XAxis(), Y: v.YAxis(), Points: points.Dots(v.Data), PointsName: "points", Legend: true}
	if v.kept != nil {
		curve.Others, curve.OthersName = points.Dots(v.unseen), "not used"
	}
	if v.kind.value == "epsilon" {
		lo, hi := slices.Clone(v.curve), slices.Clone(v.curve)
		floats.AddConst(-v.epsilon, lo)
		floats.AddConst(v.epsilon, hi)
		curve.Bands = []plots.Band{{Name: "f ± ε", Xs: v.xs, Lo: lo, Hi: hi, Color: plots.Soft}}
	}
	if v.Truth != nil {
		curve.Lines = append(curve.Lines, v.TruthLine(curves.Grid(v.XMin, v.XMax)))
	}
	if v.kind.value != "squared" {
		curve.Lines = append(curve.Lines, plots.Line{Name: "squared", Xs: v.xs, Ys: v.least, Color: plots.Accent, Width: 1.8, Dash: true, Class: "other"})
	}
	curve.Lines = append(curve.Lines, plots.Line{Name: "f, " + v.kind.of, Xs: v.xs, Ys: v.curve, Color: plots.Curve, Width: 2.6, Class: "curve t-fit"})
	pull, scale := v.pullPanel()
	p := &course.Picture{
		Numbers: v.numbers(), Description: v.describe(), Certificate: v.check(),
		Series: []course.Series{
			course.Table("data", "x y", v.Data.Input(0), v.Data.Y),
			course.Table("alpha", "alpha residual", v.solved.Alpha, v.residuals),
			course.Table("fit", "x y", v.xs, v.curve), course.Table("squared", "x y", v.xs, v.least),
		},
		Code: programs.Code("regression", f, course.Values{"X": v.Data.Input(0), "Y": v.Data.Y, "Low": v.XMin, "High": v.XMax, "XAxis": v.XAxis(), "YAxis": v.YAxis()}),
	}
	if v.at > 0 {
		i := v.at - 1
		x, y := v.Data.X[i][0], v.Data.Y[i]
		curve.Markers = append(curve.Markers, points.Ring(i, x, y))
		pull.Markers = append(pull.Markers, points.Ring(i, v.residuals[i], scale*v.solved.Alpha[i]))
		p.Datum = fmt.Sprintf("Point %d at x = %s and y = %s has the residual %s and α = %s.", v.at,
			course.Quantity(x, v.XUnit), course.Quantity(y, v.YUnit), course.Quantity(v.residuals[i], v.YUnit), course.Digits(v.solved.Alpha[i]))
	}
	p.Columns = [][]plots.Panel{
		{{ID: "regression-curve", Title: "The curve of one loss", Width: course.Wide, Height: 360, Plot: curve}},
		{{ID: "regression-pull", Title: "How hard each residual pulls", Width: course.Square, Height: 360, Plot: pull}},
	}
	now := "another slip"
	if v.slips() {
		now = course.Quantity(v.unseenRMSE(), v.YUnit)
	}
	p.Goals = []course.Goal{{
		Name: "robust", At: "loss=absolute&lambda=0.0001", Now: now, Reached: v.slips() && v.unseenRMSE() < keptGoal,
		Text: fmt.Sprintf("Goal reached: %s, with the slip in its place.", course.Quantity(v.unseenRMSE(), v.YUnit)),
	}}
	return p
}

// pullPanel is the pull of each point against its residual, over the slope of the loss on
// which all of them lie. The pull is scale·αᵢ: 2nλαᵢ, and for the brittle loss, which is
// no mean, 2λαᵢ.
func (v *regression) pullPanel() (panel plots.Curves, scale float64) {
	n := float64(len(v.residuals))
	scale = 2 * n * v.lambda
	label, unit := "pull 2nλαᵢ", ""
	most := floats.Norm(v.residuals, math.Inf(1))
	const narrowest = 1e-12                                    // an axis needs a width where every residual is 0
	wide := math.Max(math.Max(most, v.YMax-v.YMin), narrowest) // the same for most losses
	by := plots.NiceStep(wide / 4)
	wide = by * math.Ceil(wide/by)
	xs, ys := []float64{-wide, 0, 0, wide}, []float64{-1, -1, 1, 1} // absolute
	switch v.kind.value {
	case "squared":
		xs, ys, unit = []float64{-wide, wide}, []float64{-2 * wide, 2 * wide}, v.YUnit
	case "huber":
		xs, ys, unit = []float64{-wide, -v.delta, v.delta, wide}, []float64{-2 * v.delta, -2 * v.delta, 2 * v.delta, 2 * v.delta}, v.YUnit
		if v.delta >= wide {
			xs, ys = []float64{-wide, wide}, []float64{-2 * wide, 2 * wide}
		}
	case "epsilon":
		if e := v.epsilon; e < wide {
			xs, ys = []float64{-wide, -e, -e, e, e, wide}, []float64{-1, -1, 0, 0, 1, 1}
		} else {
			xs, ys = []float64{-wide, wide}, []float64{0, 0}
		}
	case "brittle":
		scale, label = 2*v.lambda, "share 2λαᵢ of all pull"
		xs, ys = []float64{-most, -most, most, most}, []float64{-1, 0, 0, 1}
	}
	high := 1.2
	if unit != "" {
		high = 1.05 * floats.Norm(ys, math.Inf(1))
	}
	dots := make([]plots.Point, len(v.residuals))
	for i, r := range v.residuals {
		dots[i] = plots.Point{X: r, Y: scale * v.solved.Alpha[i]}
	}
	return plots.Curves{
		X:      plots.Axis{Label: course.WithUnit("residual r = y − f(x)", v.YUnit), Min: -wide, Max: wide},
		Y:      plots.Axis{Label: course.WithUnit(label, unit), Min: -high, Max: high},
		Points: dots, PointsName: "one for each point", Legend: true,
		Lines: []plots.Line{{Name: "slope of the loss", Xs: xs, Ys: ys, Color: plots.Soft, Width: 1.6, Dash: true, Class: "slope"}},
	}, scale
}

// apart is how far the curve is from that of the squared loss, where they differ most.
func (v *regression) apart() float64 {
	most := 0.0
	for g := range v.curve {
		most = math.Max(most, math.Abs(v.curve[g]-v.least[g]))
	}
	return most
}

// describe says what the picture shows, in sentences.
func (v *regression) describe() string {
	n := v.Data.Len()
	largest := floats.Norm(v.residuals, math.Inf(1))
	s := fmt.Sprintf("%s, %s, λ = %s: the curve misses its points by %s on average and by %s at most.", course.Plural(n, "point"), v.kind.of, course.Value(v.lambda),
		course.Quantity(floats.Norm(v.residuals, 1)/float64(n), v.YUnit), course.Quantity(largest, v.YUnit))
	s += " " + v.pulls()
	if v.kind.value == "squared" {
		return s
	}
	if apart := v.apart(); !engine.Agree(apart, 0, floats.Norm(v.Data.Y, math.Inf(1))) {
		return s + fmt.Sprintf(" The curve of the squared loss is up to %s away.", course.Quantity(apart, v.YUnit))
	}
	return s + " The curve of the squared loss is the same."
}

// pulls says how many points pull with all they may, and what the others do.
func (v *regression) pulls() string {
	n := v.Data.Len()
	full, silent, between := v.counts()
	most := fmt.Sprintf("%d points pull with all they may", full)
	if full == 1 {
		most = "1 point pulls with all it may"
	}
	switch {
	case v.kind.value == "epsilon":
		return fmt.Sprintf("Points that pull with all they may: %d; with less, on the edge of the tube: %d; not at all: %d.", full, between, silent)
	case v.kind.value == "brittle" && n-silent == 1:
		return "One point has all of the pull."
	case v.kind.value == "brittle":
		return fmt.Sprintf("%s share all of the pull.", course.Plural(n-silent, "point"))
	case full == n:
		return most + "."
	case v.kind.value == "absolute" && full == 0:
		return "The curve passes through every point."
	case v.kind.value == "absolute":
		return most + "; through the others the curve passes."
	case full == 0: // of the squared loss, and of Huber's
		return "Each point pulls in proportion to its residual."
	}
	return most + "; the others in proportion to their residuals."
}

// check says how near α is to the minimum: the dual problem bounds it from below.
func (v *regression) check() *course.Certificate {
	fit := v.solved
	gap := 0.0
	if fit.Objective > 0 {
		gap = fit.Gap / fit.Objective
	}
	c := engine.Certified(gap, 0, engine.MaxBound)
	line := fmt.Sprintf("No function has an objective lower by more than %s of this one’s: the dual problem proves it.", course.Digits(gap))
	if !c.OK {
		line = fmt.Sprintf("The objective is so near to zero that rounding leaves %s of it open.", course.Digits(gap))
	}
	return &course.Certificate{Certificate: c, Line: line, Reasons: []string{
		fmt.Sprintf("Gap: the objective, %s, less that of the dual problem at the same α, is %s, rounding included. Every dual value is a lower bound.", course.Digits(fit.Objective), course.Digits(fit.Gap)),
		fmt.Sprintf("So the curve is at most √(gap/λ) = %s in norm from the one best, whose norm is about %s.", course.Digits(math.Sqrt(fit.Gap/v.lambda)), course.Digits(fit.Norm)),
	}}
}
