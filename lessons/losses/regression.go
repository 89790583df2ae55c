package losses

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// Every seventh reading of the crash, from the fifth on, are copied down; the lowest of
// them has lost its sign on the way.
const (
	copiedEvery = 7
	copiedFrom  = 4
	slipAt      = 8 // the place of the slip among the copied
)

// copied are the readings copied down, without a slip, and kept those that were not.
func copied() (copied, kept engine.Dataset) {
	return data.MCycle().Divide(func(i int) bool { return i%copiedEvery == copiedFrom })
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

// keptGoal, in g, is what the first figure asks for, in the median of hiddenCopies other choices
// of the readings copied.
const keptGoal, hiddenCopies = 32.5, 100

// A lossChoice is a loss that the figure offers.
type lossChoice struct {
	value, label string
	of           string // what a description calls it
}

var lossChoices = []lossChoice{
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

// The figure regression: a fit with one of the losses, beside that with the squared one.
type regression struct {
	// What the controls say.
	*points.Line
	kernel                engine.Gaussian
	chosen                lossChoice
	lambda, squaredLambda float64 // of this loss and of the squared one
	delta, epsilon        float64
	at                    int // the point pointed at, from 1

	// What is computed; nothing where there are no points, or where they defeat the method.
	defeat       error
	solved       *engine.LossFit
	residuals    []float64
	xs           []float64 // where the curves are drawn
	curve, least []float64 // there; that of the squared loss
	mended       []float64 // there, with the slip put right; nil without a slip, or where that has no fit
	same         bool      // they are, but for the rounding of their sums
	kept         []float64 // residuals at readings that the fit has not seen; nil where nobody knows them
	leastKept    []float64 // those of the squared loss
	unseen       engine.Dataset
}

var buildRegression = course.Steps(func(f *course.Form) course.Work {
	load := points.OnLine(f, points.Offer{
		Data: "points", Of: []string{"points", "mcycle", "outliers"}, Edit: "regression-curve",
		Own: slipped(lostSign()), As: "mcycle", Rows: points.MoreRows,
	})
	f.Control("data").More = true
	r := &regression{Line: load(), chosen: chooseLoss(f)}
	inX, unit := course.Unit(points.InputUnit(f)), course.Unit(unitOf(r.Name))
	now, factor := perUnit(r.chosen.value, r.Name), 1.0
	if was := f.Raw("was"); was != "" {
		factor = now / perUnit(was, r.Name)
	}
	r.lambda = f.LogFloat("lambda", "λ", course.Round(openLambda*now, 12), 1e-6, 10,
		course.Term("lambda"), course.Scaled(factor))
	r.squaredLambda = r.lambda / now
	r.delta = f.LogFloat("delta", "Δ", 20, 0.01, 200, unit, course.When("loss", "huber"))
	r.epsilon = f.LogFloat("epsilon", "ε", 15, 0.01, 200, unit, course.When("loss", "epsilon"))
	r.kernel.Length = f.LogFloat("bandwidth", "bandwidth ℓ", openBandwidth, 0.5, 100,
		inX, course.Term("bandwidth"), course.More)
	r.at = curves.PointedAt(f, load)
	return r
})

// chooseLoss declares the choice of the loss.
func chooseLoss(f *course.Form) lossChoice {
	var options []string
	for _, k := range lossChoices {
		options = append(options, k.value, k.label)
	}
	loss := f.Choice("loss", "loss", "squared", course.Options(options...), course.Converts, course.Leads)
	return lossChoices[slices.IndexFunc(lossChoices, func(k lossChoice) bool { return k.value == loss })]
}

// Compute fits with the loss chosen and with the squared one.
func (v *regression) Compute(ctx context.Context, memo *course.Memo) error {
	if v.Data.Len() == 0 {
		return nil
	}
	return course.Settle(v.fit(ctx, memo), &v.defeat)
}

// unitOf is that of the responses.
func unitOf(data string) string {
	if data == "outliers" {
		return ""
	}
	return "g"
}

// loss is the engine's.
func (v *regression) loss() engine.Loss {
	switch v.chosen.value {
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
	mended bool // of the copied readings with the slip put right
}

// Compute fits, and returns the bytes of the fit.
func (of solutionOf) Compute(ctx context.Context, memo *course.Memo) (*engine.LossFit, int, error) {
	gram, _, err := points.Gram(ctx, memo, drawnOf{of.LineSpec, of.Length}, of.Gaussian)
	if err != nil {
		return nil, 0, err
	}
	y := of.Load().Data.Y
	if of.mended {
		y = slices.Clone(y)
		y[slipAt] = -lostSign()
	}
	fit, err := engine.SolveLoss(ctx, gram, y, of.loss, of.lambda)
	if err != nil {
		return nil, 0, err
	}
	return fit, 8 * (2*len(fit.Alpha) + 8), nil
}

// mend fits with the slip put right, where there is one and it is to be drawn.
func (v *regression) mend(ctx context.Context, memo *course.Memo, along func(alpha []float64) []float64) error {
	if v.mended = nil; !v.hasSlip() || course.Redrawn(ctx) {
		return nil
	}
	fit, err := course.Remember(ctx, memo, solutionOf{v.Spec, v.kernel, v.loss(), v.lambda, true})
	if err != nil {
		return course.Settle(err, nil)
	}
	v.mended = along(fit.Alpha)
	return nil
}

func (v *regression) fit(ctx context.Context, memo *course.Memo) error {
	k := v.kernel
	v.xs = finely(v.Line, k.Length)
	_, cross, err := points.Gram(ctx, memo, drawnOf{v.Spec, k.Length}, k)
	if err != nil {
		return err
	}
	solve := func(loss engine.Loss, lambda float64) (*engine.LossFit, error) {
		return course.Remember(ctx, memo, solutionOf{v.Spec, k, loss, lambda, false})
	}
	if v.solved, err = solve(v.loss(), v.lambda); err != nil {
		return err
	}
	squared, err := solve(engine.Squared{}, v.squaredLambda)
	if err != nil {
		return err
	}
	v.residuals = floats.SubTo(make([]float64, v.Data.Len()), v.Data.Y, v.solved.Fitted)
	along := func(alpha []float64) []float64 { return engine.Apply(cross, alpha) }
	v.curve, v.least = along(v.solved.Alpha), along(squared.Alpha)
	if err := v.mend(ctx, memo, along); err != nil {
		return err
	}
	rounding := 0.0
	for g := range v.xs {
		k := cross.RawRowView(g)
		rounding = max(rounding, engine.DotRounding(v.solved.Alpha, k)+engine.DotRounding(squared.Alpha, k))
	}
	v.same = v.apart() <= rounding
	if v.copies() {
		_, v.unseen = copied()
	}
	v.kept, v.leastKept = v.missed(v.solved.Alpha), v.missed(squared.Alpha)
	return nil
}

// missed are the residuals of a fit at the readings not seen; nil where nobody knows them.
func (v *regression) missed(alpha []float64) (r []float64) {
	f := engine.Expansion{Kernel: v.kernel, X: v.Data.X, Alpha: alpha}
	for i, x := range v.unseen.X {
		r = append(r, v.unseen.Y[i]-f.Eval(x))
	}
	return r
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

// hasSlip reports whether the points are the copied readings, and that of the slip is not as it was measured.
func (v *regression) hasSlip() bool { return v.copies() && v.Data.Y[slipAt] != -lostSign() }

// unseenRMSE is the error to expect at points that the fit has not seen, and leastRMSE that
// of the squared loss; NaN where nobody knows.
func (v *regression) unseenRMSE() float64 { return v.error(v.kept, v.curve) }
func (v *regression) leastRMSE() float64  { return v.error(v.leastKept, v.least) }

// error is that of residuals at readings not seen, or of a curve where the truth is known.
func (v *regression) error(kept, curve []float64) float64 {
	if kept != nil {
		return floats.Norm(kept, 2) / math.Sqrt(float64(len(kept)))
	}
	if v.Truth == nil || curve == nil {
		return math.NaN()
	}
	grid := curves.Grid(v.XMin, v.XMax)
	even := make([]float64, len(grid))
	for g, x := range grid {
		i, _ := slices.BinarySearch(v.xs, x)
		even[g] = curve[i]
	}
	return v.TestRMSE(grid, even)
}

// bound is what |αᵢ| may be at most, and for the brittle loss their sum; without end
// where nothing bounds them.
func (v *regression) bound() float64 {
	n := float64(v.Data.Len())
	switch v.chosen.value {
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
func (v *regression) none() *course.Picture {
	why := "There is no fit: beside the largest of these numbers rounding leaves too little of the smallest."
	if errors.Is(v.defeat, engine.ErrOverflow) {
		why = "There is no fit: a number in it is beyond what a float64 can hold."
	}
	alone := plots.Curves{X: v.XAxis(), Y: v.YAxis(), Points: points.Dots(v.Data)}
	return &course.Picture{
		Columns: [][]plots.Panel{{
			{ID: "regression-curve", Title: "The points alone", Width: course.Wide, Height: 300, Plot: alone},
		}},
		Message: why,
		Says:    []course.Said{course.Say(saysNoFit, course.Some{N: v.Data.Len(), Noun: "point"})},
		Goals:   []course.Goal{{Name: "robust", But: "with no curve"}},
	}
}

func (v *regression) meanAbsolute() float64 {
	return floats.Norm(v.residuals, 1) / float64(len(v.residuals))
}
func (v *regression) largest() float64 { return floats.Norm(v.residuals, math.Inf(1)) }

func (v *regression) numbers() []course.Number {
	_, silent, _ := v.counts()
	bounded := "bound of |αᵢ|"
	if v.chosen.value == "brittle" {
		bounded = "bound of Σ|αᵢ|"
	}
	numbers := []course.Number{
		{Name: "unseen_rmse", Label: "error at readings not used", Value: v.unseenRMSE(), Unit: v.YUnit,
			Means: "How far the curve misses readings that were not copied down, the root of the mean of the misses " +
				"squared; " +
				"for made data, what is to be expected at new points."},
		{Name: "mean_absolute", Label: "mean |r|", Value: v.meanAbsolute(), Unit: v.YUnit,
			Means: "How far the curve misses its own points, on average."},
		{Name: "silent", Label: "points with αᵢ = 0", Value: float64(silent), Whole: true,
			Means: "Points that do not pull at all. Without them the curve would be the same."},
		{Name: "largest_residual", Label: "largest |r|", Value: v.largest(), Unit: v.YUnit},
		{Name: "train_rmse", Label: "train error", Unit: v.YUnit,
			Value: floats.Norm(v.residuals, 2) / math.Sqrt(float64(len(v.residuals)))},
		{Name: "rkhs_norm", Label: "‖f‖", Value: v.solved.Norm},
		{Name: "objective", Label: "loss + λ‖f‖²", Value: v.solved.Objective},
	}
	if bound := v.bound(); !math.IsInf(bound, 1) {
		numbers = append(numbers, course.Number{Name: "alpha_bound", Label: bounded, Value: bound})
	}
	return numbers
}

func (v *regression) Show(f *course.Form) *course.Picture {
	switch {
	case v.Data.Len() == 0:
		return v.Blank("regression-curve", 300)
	case v.defeat != nil:
		return v.none()
	}
	curve, pull := v.curvePanel(), v.pullPanel()
	if i := v.at - 1; i >= 0 {
		curve.Markers = append(curve.Markers, points.Ring(i, v.Data.X[i][0], v.Data.Y[i]))
		pull.Markers = []plots.Marker{points.Ring(i, v.residuals[i], v.pullScale()*v.solved.Alpha[i])}
	}
	return &course.Picture{
		Columns: [][]plots.Panel{
			{{ID: "regression-curve", Title: "The curve of one loss", Width: course.Wide, Height: 360, Plot: curve}},
			{{ID: "regression-pull", Title: "How hard each residual pulls", Width: course.Square, Height: 360,
				Plot: pull}},
		},
		Numbers:     v.numbers(),
		Says:        v.says(),
		SaysOfDatum: v.saysOfDatum(),
		Certificate: v.check(),
		Goals:       []course.Goal{v.goal()},
		Series:      v.series(),
		Code: programs.Code("regression", f, course.Values{
			"X": v.Data.Input(0), "Y": v.Data.Y, "Low": v.XMin, "High": v.XMax, "XAxis": v.XAxis(), "YAxis": v.YAxis(),
		}),
	}
}

func (v *regression) series() []course.Series {
	all := []course.Series{
		course.Table("data", "x y", v.Data.Input(0), v.Data.Y),
		course.Table("alpha", "alpha residual", v.solved.Alpha, v.residuals),
		course.Table("fit", "x y", v.xs, v.curve), course.Table("squared", "x y", v.xs, v.least),
	}
	if v.mended != nil {
		all = append(all, course.Table("without_slip", "x y", v.xs, v.mended))
	}
	return all
}

func (v *regression) goal() course.Goal {
	g := course.Goal{
		Name: "robust", At: "loss=huber&lambda=0.005", Now: course.Quantity(v.unseenRMSE(), v.YUnit),
		Reached: v.slips() && math.Abs(v.squaredLambda-openLambda) > 1e-9, // a loss alone is a link's to give
		Hidden: &course.Hidden{Number: "unseen_rmse", Below: keptGoal, Of: hiddenCopies, Unit: v.YUnit,
			Tuned: "loss=absolute&lambda=2e-5"},
		Text: fmt.Sprintf("In this copy it is %s, with the slip in its place.",
			course.Quantity(v.unseenRMSE(), v.YUnit)),
	}
	switch {
	case !v.slips():
		g.But = "without the slip"
	case !g.Reached:
		g.But = "with λ as it opens"
	}
	return g
}

// curvePanel draws the curve, with that of the squared loss.
func (v *regression) curvePanel() plots.Curves {
	c := plots.Curves{X: v.XAxis(), Y: v.YAxis(), Points: points.Dots(v.Data), PointsName: "points", Legend: true}
	if v.kept != nil {
		c.Others, c.OthersName = points.Dots(v.unseen), "not used"
	}
	if v.chosen.value == "epsilon" {
		lo, hi := slices.Clone(v.curve), slices.Clone(v.curve)
		floats.AddConst(-v.epsilon, lo)
		floats.AddConst(v.epsilon, hi)
		c.Bands = []plots.Band{{Name: "f ± ε", Xs: v.xs, Lo: lo, Hi: hi, Color: plots.Soft}}
	}
	if v.Truth != nil {
		c.Lines = append(c.Lines, v.TruthLine(curves.Grid(v.XMin, v.XMax)))
	}
	v.drawSlip(&c)
	if v.chosen.value != "squared" {
		c.Lines = append(c.Lines, plots.Line{Name: "squared", Xs: v.xs, Ys: v.least,
			Color: plots.Accent, Width: 1.8, Dash: true, Class: "other"})
	}
	c.Lines = append(c.Lines, plots.Line{Name: "f, " + v.chosen.of, Xs: v.xs, Ys: v.curve,
		Color: plots.Curve, Width: 2.6, Class: "curve t-fit"})
	return c
}

// drawSlip marks the slip, with an arrow from what was measured to what stands there, and draws
// the curve without it.
func (v *regression) drawSlip(c *plots.Curves) {
	if v.mended == nil {
		return
	}
	x, from, to := v.Data.X[slipAt][0], -lostSign(), v.Data.Y[slipAt]
	tip := to - math.Copysign(0.02*(c.Y.Max-c.Y.Min), to-from) // clear of the mark
	c.Lines = append(c.Lines,
		plots.Line{Name: "without the slip", Xs: v.xs, Ys: v.mended, Color: plots.Soft, Width: 1.8, Dash: true,
			Class: "mended"},
		plots.Line{Xs: []float64{x, x}, Ys: []float64{from, tip}, Color: plots.Categories[1], Width: 1.6,
			Head: true, Class: "lost"})
	c.Markers = append(c.Markers, plots.Marker{X: x, Y: to, Name: "the slip", Color: plots.Categories[1],
		Small: true, Held: true, Class: "slip"})
}

// pullScale makes a point's pull of its αᵢ: 2nλαᵢ, and for the brittle loss, which is no
// mean, 2λαᵢ.
func (v *regression) pullScale() float64 {
	if v.chosen.value == "brittle" {
		return 2 * v.lambda
	}
	return 2 * float64(len(v.residuals)) * v.lambda
}

// slope is that of the loss over residuals up to a width, as a line through points.
func (v *regression) slope(wide float64) (xs, ys []float64) {
	doubled := func(most float64) (xs, ys []float64) { return []float64{-most, most}, []float64{-2 * most, 2 * most} }
	switch d, e, most := v.delta, v.epsilon, v.largest(); {
	case v.chosen.value == "squared", v.chosen.value == "huber" && d >= wide:
		return doubled(wide)
	case v.chosen.value == "huber":
		return []float64{-wide, -d, d, wide}, []float64{-2 * d, -2 * d, 2 * d, 2 * d}
	case v.chosen.value == "epsilon" && e >= wide:
		return []float64{-wide, wide}, []float64{0, 0}
	case v.chosen.value == "epsilon":
		return []float64{-wide, -e, -e, e, e, wide}, []float64{-1, -1, 0, 0, 1, 1}
	case v.chosen.value == "brittle":
		return []float64{-most, -most, most, most}, []float64{-1, 0, 0, 1}
	}
	return []float64{-wide, 0, 0, wide}, []float64{-1, -1, 1, 1}
}

// pullPanel is the pull of each point against its residual, over the slope of the loss on
// which all of them lie.
func (v *regression) pullPanel() plots.Curves {
	const narrowest = 1e-12                                           // an axis needs a width where every residual is 0
	wide := math.Max(math.Max(v.largest(), v.YMax-v.YMin), narrowest) // the same for most losses
	by := plots.NiceStep(wide / 4)
	wide = by * math.Ceil(wide/by)
	xs, ys := v.slope(wide)
	label, unit, high := "pull 2nλαᵢ", "", 1.2
	switch v.chosen.value {
	case "brittle":
		label = "share 2λαᵢ of all pull"
	case "squared", "huber":
		if unit = v.YUnit; unit != "" {
			high = 1.05 * floats.Norm(ys, math.Inf(1))
		}
	}
	dots := make([]plots.Point, len(v.residuals))
	for i, r := range v.residuals {
		dots[i] = plots.Point{X: r, Y: v.pullScale() * v.solved.Alpha[i]}
	}
	return plots.Curves{
		X:      plots.Axis{Label: course.WithUnit("residual r = y − f(x)", v.YUnit), Min: -wide, Max: wide},
		Y:      plots.Axis{Label: course.WithUnit(label, unit), Min: -high, Max: high},
		Points: dots, PointsName: "one for each point", Legend: true,
		Lines: []plots.Line{
			{Name: "slope of the loss", Xs: xs, Ys: ys, Color: plots.Soft, Width: 1.6, Dash: true, Class: "slope"},
		},
	}
}

// apart is how far the curve is from that of the squared loss, where they differ most.
func (v *regression) apart() float64 {
	most := 0.0
	for g := range v.curve {
		most = math.Max(most, math.Abs(v.curve[g]-v.least[g]))
	}
	return most
}

const (
	saysNoFit  = "{count}, and no fit."
	saysMisses = "{count}, {loss_name}, λ = {lambda}: the curve misses its points by {mean_absolute} on average " +
		"and by {largest_residual} at most."
	saysTube = "Points that pull with all they may: {full}; with less, on the edge of the tube: {between}; " +
		"not at all: {silent}."
	saysOnePulls     = "One point has all of the pull."
	saysShare        = "{sharing} share all of the pull."
	saysFull         = "{pull_fully}."
	saysFullThrough  = "{pull_fully}; through the others the curve passes."
	saysFullOthers   = "{pull_fully}; the others in proportion to their residuals."
	saysThrough      = "The curve passes through every point."
	saysProportional = "Each point pulls in proportion to its residual."
	saysApart        = "The curve of the squared loss is up to {apart} away."
	saysSame         = "The curve of the squared loss is the same."
	saysReading      = "Point {at} at x = {x} and y = {y} has the residual {residual} and α = {alpha}."
)

func (v *regression) says() []course.Said {
	says := []course.Said{
		course.Say(saysMisses, course.Some{N: v.Data.Len(), Noun: "point"}, v.chosen.of, course.Chosen(v.lambda),
			v.inY(v.meanAbsolute()), v.inY(v.largest())),
		v.pulls(),
	}
	switch {
	case v.chosen.value == "squared":
		return says
	case v.same:
		return append(says, course.Say(saysSame))
	}
	return append(says, course.Say(saysApart, v.inY(v.apart())))
}

// inY is a value in the unit of the responses.
func (v *regression) inY(value float64) course.Measure {
	return course.Measure{Value: value, Unit: v.YUnit}
}

// pulls says how many points pull with all they may, and what the others do.
func (v *regression) pulls() course.Said {
	n := v.Data.Len()
	full, silent, between := v.counts()
	switch loss := v.chosen.value; {
	case loss == "epsilon":
		return course.Say(saysTube, full, between, silent)
	case loss == "brittle" && n-silent == 1:
		return course.Say(saysOnePulls)
	case loss == "brittle":
		return course.Say(saysShare, course.Some{N: n - silent, Noun: "point"})
	case full == n:
		return course.Say(saysFull, pullFully(full))
	case loss == "absolute" && full == 0:
		return course.Say(saysThrough)
	case loss == "absolute":
		return course.Say(saysFullThrough, pullFully(full))
	case full == 0: // of the squared loss, and of Huber's
		return course.Say(saysProportional)
	}
	return course.Say(saysFullOthers, pullFully(full))
}

func pullFully(count int) string {
	return course.ByCount(count, "1 point pulls with all it may",
		fmt.Sprintf("%d points pull with all they may", count))
}

func (v *regression) saysOfDatum() []course.Said {
	i := v.at - 1
	if i < 0 {
		return nil
	}
	return []course.Said{course.Say(saysReading, v.at, course.Measure{Value: v.Data.X[i][0], Unit: v.XUnit},
		v.inY(v.Data.Y[i]), v.inY(v.residuals[i]), v.solved.Alpha[i])}
}

// check says how near α is to the minimum: the dual problem bounds it from below.
func (v *regression) check() *course.Certificate {
	fit := v.solved
	gap := 0.0
	if fit.Objective > 0 {
		gap = fit.Gap / fit.Objective
	}
	c := engine.Certified(gap, 0, engine.MaxBound)
	line := fmt.Sprintf("No function has an objective lower by more than %s of this one’s: the dual problem proves it.",
		course.Digits(gap))
	if !c.OK {
		line = fmt.Sprintf("The objective is so near to zero that rounding leaves %s of it open.", course.Digits(gap))
	}
	return &course.Certificate{Certificate: c, Line: line, Reasons: []string{
		fmt.Sprintf("Gap: the objective, %s, less that of the dual problem at the same α, is %s, rounding included. "+
			"Every dual value is a lower bound.", course.Digits(fit.Objective), course.Digits(fit.Gap)),
		fmt.Sprintf("So the curve is at most √(gap/λ) = %s in norm from the one best, whose norm is about %s.",
			course.Digits(math.Sqrt(fit.Gap/v.lambda)), course.Digits(fit.Norm)),
	}}
}
