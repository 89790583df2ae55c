package losses

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/boundaries"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// The figure svm: a boundary with its margin, and the few points that it rests on.

// fewGoal is how many support vectors the figure asks for at most, and wrongGoal how many
// per cent of samples held out at random are to be wrong at most, in the median of hiddenHalves other splits.
const (
	fewGoal   = 40
	wrongGoal = 15

	hiddenHalves = 60
)

// fewAt meets that whichever halves are hidden: by half of them under 14.2 % are wrong.
const fewAt = "halves=points&bandwidth=0.8&C=200"

// openC and openWidth, in km, are what the figure opens with.
const openC, openWidth = 10, 0.3

// A machine is a support vector machine in one state.
type machine struct {
	// What the controls say.
	*points.Labelled
	y          []float64 // ±1
	kernel     engine.Kernel
	parameters []string // of the kernel
	C          float64
	alone      bool   // fitted to the support vectors of the first fit only
	beside     string // the other method
	at         int    // the point pointed at, from 1
	squares    bool   // points are held out by squares of ground

	// What is computed; nothing where there are no points, or where they defeat the method.
	memo         *course.Memo
	defeat       error
	gram         *mat.SymDense
	first        *vectors // fitted to all points
	fitted       *vectors // the one shown
	of           []int    // the points fitted to
	margins      []float64
	edge         edge
	halves       boundaries.Halves
	halfFits     [2]*vectors // each fitted to a half
	heldOut      float64     // the share on the right side among points held out; NaN where there is none
	rival        *rival      // nil for none
	surface      *boundaries.Surface
	apart        float64   // how far f is from that of the first fit, on the map
	dashX, dashY []float64 // where the rival's f is zero, as far as the map goes
	crosses      bool      // the rival's f has both signs over the frame
}

var buildSVM = course.Steps(func(f *course.Form) course.Work {
	load := points.OfTwoInputs(f, points.Offer{
		Data: "meuse", Of: []string{"meuse", "moons", "rings", "blobs", "xor", "points"}, Edit: "svm-plane",
		Rows: points.MoreRows,
	})
	f.Control("data").More = true
	m := &machine{Labelled: load(), kernel: model.Kernel(f, openWidth)(), parameters: model.Parameters(f)}
	m.y = m.Data.Against(1).Y
	f.Control("kernel").More = true
	m.C = f.LogFloat("C", "C", openC, 0.01, 1000, course.Term("lambda"))
	keep := course.Options("all", "all points", "ringed", "support vectors")
	m.alone = f.Choice("keep", "fit to", "all", keep) == "ringed"
	m.beside = f.Choice("beside", "beside it", "none", course.Options(
		"none", "nothing", "logistic", "logistic regression", "ridge", "kernel ridge regression"), course.More)
	m.squares = boundaries.BySquares(f)
	m.at = points.PointedAt(f, m.Data.Len(), course.Shows("on which side of the margin it is"))
	return m
})

// Compute fits, and evaluates f over the map.
func (m *machine) Compute(ctx context.Context, memo *course.Memo) error {
	if m.n() == 0 {
		return nil
	}
	m.memo = memo
	err := m.fit(ctx)
	if err == nil {
		err = m.rivalFit(ctx)
	}
	if err != nil {
		return course.Settle(err, &m.defeat)
	}
	m.margins = m.marginsOf(m.fitted)
	if m.surface, err = boundaries.Over(ctx, memo, decisionOf{m.Spec, m.kernel, m.C, m.alone}); err != nil {
		return err
	}
	if m.restsOnFew() {
		m.apart = 0
		drawn := m.surface.Values.RawMatrix().Data
		for g, f := range m.over(m.first, m.surface.Grid.Nodes()) {
			if !math.IsNaN(drawn[g]) {
				m.apart = math.Max(m.apart, math.Abs(f-drawn[g]))
			}
		}
	}
	m.rivalBoundary()
	return nil
}

// restsOnFew reports whether the fit shown is one to support vectors alone.
func (m *machine) restsOnFew() bool { return m.alone && len(m.fitted.support) > 0 }

func (m *machine) n() int { return len(m.y) }

// Vectors are a fit: coefficients of all points, many of them zero.
type vectors struct {
	alpha     []float64 // of the dual
	bumps     []float64 // those of f: α, and zeros where f is a constant
	values    []float64 // f at the points, by the method where it was fitted to them; nil of a constant
	offset    float64
	support   []int // the i of bumps that are not 0
	norm      float64
	objective float64 // the dual's
	violation float64
}

// count is how many αᵢ are not 0; NaN where f is a constant and the dual has some all the
// same, for then other αᵢ, and more or fewer, do as well.
func (v *vectors) count() float64 {
	if len(v.support) == 0 && floats.Norm(v.alpha, 1) > 0 {
		return math.NaN()
	}
	return float64(len(v.support))
}

// indices are numbers of points, one a rune, so that they can be compared.
type indices string

func indexed(of []int) indices {
	runes := make([]rune, len(of))
	for k, i := range of {
		runes[k] = rune(i)
	}
	return indices(runes)
}

func (s indices) list() []int {
	var of []int
	for _, i := range string(s) {
		of = append(of, int(i))
	}
	return of
}

// solved is the fit to some of the points.
func (m *machine) solved(ctx context.Context, of []int) (*vectors, error) {
	return course.Remember(ctx, m.memo, vectorsOf{m.Spec, m.kernel, m.C, indexed(of)})
}

type vectorsOf struct {
	points.LabelledSpec
	kernel engine.Kernel
	C      float64
	to     indices // the points fitted to
}

// Compute fits, and returns the bytes of the fit.
func (of vectorsOf) Compute(ctx context.Context, memo *course.Memo) (*vectors, int, error) {
	K, _, err := points.Gram(ctx, memo, of.LabelledSpec, of.kernel)
	if err != nil {
		return nil, 0, err
	}
	n, to := K.SymmetricDim(), of.to.list()
	y := engine.Pick(of.Load().Data.Against(1).Y, to)
	fit, err := engine.SolveSVM(ctx, within(K, to), y, of.C)
	if err != nil {
		return nil, 0, err
	}
	v := &vectors{alpha: make([]float64, n), offset: fit.Offset, norm: fit.Norm,
		objective: fit.Objective, violation: fit.Violation}
	for k, i := range to {
		v.alpha[i] = fit.Alpha[k]
	}
	if f, is := constant(fit, y); is {
		v.bumps, v.offset, v.norm = make([]float64, n), f, 0
	} else {
		v.bumps, v.values = v.alpha, valuesOf(K, v.alpha, fit.Offset, to, fit.Decision)
		for _, k := range fit.Support {
			v.support = append(v.support, to[k])
		}
	}
	return v, 8 * (4*n + 8), nil
}

// valuesOf are f at all points: by the method at those it was fitted to, else the sums.
func valuesOf(K *mat.SymDense, alpha []float64, offset float64, to []int, found []float64) []float64 {
	values := boundaries.Decided(K, alpha, offset, nil).Values
	for k, i := range to {
		values[i] = found[k]
	}
	return values
}

// constant reports whether no w is better than none, and which f without w is best: ±1
// for the larger class, and of equal classes 0, the middle of all that are as good.
//
// The best constant costs 2C for each point of the smaller class. It is the minimum
// unless the fit costs less by more than the rounding of its n losses. The dual's α are
// then not unique, and f needs none of them.
func constant(fit *engine.SVMFit, y []float64) (f float64, is bool) {
	n, sum := float64(len(y)), floats.Sum(y)
	cost := fit.C * (n - math.Abs(sum))
	fitted := fit.Norm * fit.Norm / 2
	for i, f := range fit.Decision {
		fitted += fit.C * hinge(y[i]*f)
	}
	switch {
	case sum > 0:
		f = 1
	case sum < 0:
		f = -1
	}
	return f, cost-fitted <= engine.Rounding(len(y), cost)
}

// within is the matrix of some rows and their columns.
func within(K *mat.SymDense, of []int) *mat.SymDense {
	return engine.Symmetric(len(of), func(a, b int) float64 { return K.At(of[a], of[b]) })
}

func (m *machine) fit(ctx context.Context) (err error) {
	if err = m.solve(ctx); err != nil {
		return err
	}
	if m.edge, err = m.edgeOf(ctx); err != nil {
		return err
	}
	m.halve(rand.New(rand.NewPCG(1, 0)))
	return m.holdOut(ctx)
}

// solve is the fit itself.
func (m *machine) solve(ctx context.Context) (err error) {
	if m.gram, _, err = points.Gram(ctx, m.memo, m.Spec, m.kernel); err != nil {
		return err
	}
	m.of = course.Indices(m.n())
	if m.first, err = m.solved(ctx, m.of); err != nil {
		return err
	}
	m.fitted = m.first
	if m.alone && len(m.first.support) > 0 {
		m.of = m.first.support
		m.fitted, err = m.solved(ctx, m.of)
	}
	return err
}

// fewest is how many points are enough to hold half of them out.
const fewest = 8

// halve divides the points.
func (m *machine) halve(rng *rand.Rand) { m.halves = boundaries.Halve(m.Data.X, m.squares, rng) }

// holdOut finds the share on the right side among points held out: of each half, by a fit
// to the other. The halves are the same at every move.
func (m *machine) holdOut(ctx context.Context) error {
	m.heldOut = math.NaN()
	if m.n() < fewest {
		return nil
	}
	for h, of := range m.halves {
		fit, err := m.solved(ctx, of)
		if err != nil {
			return course.Settle(err, nil)
		}
		m.halfFits[h] = fit
	}
	wrong := m.wrong(0, m.halfFits[0]) + m.wrong(1, m.halfFits[1])
	m.heldOut = float64(m.n()-wrong) / float64(m.n())
	return nil
}

// wrong is how many points of the other half are not on their side by a fit to the h-th.
func (m *machine) wrong(h int, fit *vectors) (n int) {
	d := m.decided(fit)
	for _, i := range m.halves[1-h] {
		if d.Side(i) != m.y[i] {
			n++
		}
	}
	return n
}

// found is the share of the points of the class +1 that are on its side when held out.
func (m *machine) found() float64 {
	is, all := 0.0, 0.0
	for h, fit := range m.halfFits {
		d := m.decided(fit)
		for _, i := range m.halves[1-h] {
			if m.y[i] > 0 {
				all++
				is += max(0, d.Side(i))
			}
		}
	}
	return is / all
}

// valueAt is f at point i.
func (m *machine) valueAt(v *vectors, i int) float64 {
	f := v.offset
	for j, a := range v.bumps {
		f += a * m.gram.At(i, j)
	}
	return f
}

// marginsOf are yᵢf(xᵢ).
func (m *machine) marginsOf(v *vectors) []float64 {
	margins := make([]float64, m.n())
	for i := range margins {
		margins[i] = m.y[i] * m.valueAt(v, i)
	}
	return margins
}

// A rival is another method on the same points, λ being 1/2nC.
type rival struct {
	name     string
	lossName string
	loss     func(margin float64) float64
	slope    func(margin float64) float64 // how hard it pulls at a margin
	*vectors
	margins []float64
}

func (m *machine) rivalFit(ctx context.Context) error {
	n := float64(len(m.of))
	lambda := 1 / (2 * n * m.C)
	r := &rival{vectors: &vectors{alpha: make([]float64, m.n())}}
	r.bumps = r.alpha
	var alpha, values []float64
	var err error
	K, y := within(m.gram, m.of), engine.Pick(m.y, m.of)
	switch m.beside {
	case "none":
		m.rival = nil
		return nil
	case "logistic":
		r.name, r.lossName, r.loss = "logistic regression", "log(1 + e^(−yf))", engine.LogisticLoss
		r.slope = func(m float64) float64 { return engine.Logistic(-m) }
		var fit *engine.KLRFit
		if fit, err = engine.SolveKLR(ctx, K, y, lambda); err == nil {
			alpha, values = fit.Alpha, fit.Decision
		}
	case "ridge":
		r.name, r.lossName = "kernel ridge regression", "(1 − yf)²"
		r.loss = func(m float64) float64 { return (1 - m) * (1 - m) }
		r.slope = func(m float64) float64 { return 2 * (1 - m) }
		if alpha, err = engine.SolveKRR(K, y, lambda); err == nil {
			values = slices.Clone(y) // less nλα
			floats.AddScaled(values, -n*lambda, alpha)
		}
	}
	if err != nil {
		return err
	}
	for k, i := range m.of {
		r.alpha[i] = alpha[k]
		if alpha[k] != 0 {
			r.support = append(r.support, i)
		}
	}
	r.values = valuesOf(m.gram, r.alpha, 0, m.of, values)
	r.margins = m.marginsOf(r.vectors)
	m.rival = r
	return nil
}

// right counts the points on their side.
func (m *machine) right(v *vectors) int { return m.decided(v).Right(m.y) }

func (m *machine) decided(v *vectors) boundaries.Decision {
	return boundaries.Decided(m.gram, v.bumps, v.offset, v.values)
}

// over is f at places.
func (m *machine) over(v *vectors, places [][]float64) []float64 {
	out := make([]float64, len(places))
	if len(v.support) > 0 {
		cross := engine.Cross(m.kernel, places, engine.Pick(m.Data.X, v.support))
		out = engine.Apply(cross, engine.Pick(v.alpha, v.support))
	}
	floats.AddConst(v.offset, out)
	return out
}

// perPoint is how many multiplications a kernel of two inputs and its coefficient take.
const perPoint = 2 + 1

// atBound counts the support vectors with yᵢαᵢ = C.
func (m *machine) atBound() (b int) {
	for _, a := range m.fitted.alpha {
		if math.Abs(a) == m.C { // to which the solver sets what meets it
			b++
		}
	}
	return b
}

// A decisionOf is f over the plane.
type decisionOf struct {
	points.LabelledSpec
	kernel engine.Kernel
	C      float64
	alone  bool
}

func (decisionOf) Look() boundaries.Look {
	return boundaries.Look{Levels: []plots.Level{
		{At: -1, Name: "−1", Dash: true}, {At: 0, Name: "0", Bold: true}, {At: 1, Name: "1", Dash: true}}}
}

// Values are f at nodes of the plane.
func (of decisionOf) Values(ctx context.Context, memo *course.Memo, nodes [][]float64) ([]float64, error) {
	d := of.Load()
	m := &machine{Labelled: d, memo: memo, kernel: of.kernel, y: d.Data.Against(1).Y, C: of.C, alone: of.alone}
	if err := m.solve(ctx); err != nil {
		return nil, err
	}
	return boundaries.Clipped(d, nodes, m.over(m.fitted, nodes)), nil
}

func (m *machine) Show(f *course.Form) *course.Picture {
	if m.n() == 0 || m.defeat != nil {
		return m.none()
	}
	axis := m.marginAxis()
	plane, pull := m.plane(), m.pullPanel(axis)
	if i := m.at - 1; i >= 0 {
		plane.Markers = []plots.Marker{points.Ring(i, m.Data.X[i][0], m.Data.X[i][1])}
		pull.Markers = []plots.Marker{points.Ring(i, m.margins[i], m.pullOf(i))}
	}
	x, y := m.Axes()
	return &course.Picture{
		Columns: [][]plots.Panel{
			{{ID: "svm-plane", Title: "The boundary and its strip", Width: course.Half, Plot: plane}},
			{
				{ID: "svm-pull", Title: "How hard each point pulls", Width: course.Square, Height: 300, Plot: pull},
				{ID: "svm-loss", Title: "What a point costs", Width: course.Square, Height: 260,
					Plot: m.lossPanel(axis)},
			},
		},
		Numbers:     m.numbers(),
		Certificate: m.certificate(),
		Says:        m.says(),
		SaysOfDatum: m.saysOfDatum(),
		Goals:       []course.Goal{m.goal()},
		Series:      m.series(),
		Matrices:    []course.NamedMatrix{{Name: "gram", Values: m.gram}},
		Code: programs.Code("svm", f, course.Values{
			"XAxis": x, "YAxis": y, "Squared": m.Squared(), "X1": m.Column(0), "X2": m.Column(1), "Y": m.y,
			"Parameters": m.parameters, "Rounding": engine.RoundingFactor * engine.Epsilon,
		}),
	}
}

// none is the picture where there are no points, or where they defeat the method.
func (m *machine) none() *course.Picture {
	x, y := m.Axes()
	bare := plots.Scatter{X: x, Y: y, Classes: m.ByClass(m.Column(0), m.Column(1)), Equal: m.Squared()}
	if m.n() == 0 {
		return points.Blank("svm-plane", course.Half, bare, " of both classes.", saysNoBoundary)
	}
	why := "There is no fit: C times the entries of K is so large that rounding hides the minimum."
	if errors.Is(m.defeat, engine.ErrIndefinite) {
		why = "There is no fit: K has a negative eigenvalue, and along its eigenvector the objective falls for ever."
	}
	return &course.Picture{
		Columns: [][]plots.Panel{{{ID: "svm-plane", Title: "The points alone", Width: course.Half, Plot: bare}}},
		Message: why, Goals: []course.Goal{{Name: "few", But: "with no fit"}},
		Says: []course.Said{course.Say(saysNoFit, course.Some{N: m.n(), Noun: "point"})},
	}
}

// plane is the map of f with the points on it.
func (m *machine) plane() plots.Surface {
	plane := m.surface.Under(m.Labelled, "f")
	plane.Rings = m.fitted.support
	if m.alone {
		plane.Classes = m.withLeftOut(plane.Classes)
	}
	if m.rival != nil {
		plane.Lines = append(plane.Lines, plots.Line{Name: m.rival.name, Xs: m.dashX, Ys: m.dashY,
			Color: plots.Accent, Width: 2, Dash: true, Class: "other"})
	}
	return plane
}

func (m *machine) series() []course.Series {
	series := []course.Series{
		course.Table("data", "x1 x2 y", m.Column(0), m.Column(1), m.y),
		course.Table("alpha", "alpha margin", m.fitted.alpha, m.margins),
	}
	if m.rival != nil {
		series = append(series, course.Table("rival", "alpha margin", m.rival.alpha, m.rival.margins))
	}
	return series
}

// pullOf is yᵢαᵢ as a share of C.
func (m *machine) pullOf(i int) float64 { return m.y[i] * m.fitted.alpha[i] / m.C }

func (m *machine) goal() course.Goal {
	few := len(m.fitted.support)
	g := course.Goal{
		Name: "few", At: fewAt, Now: course.Digits(100*(1-m.heldOut)) + " % wrong",
		Reached: m.Name == "meuse" && !m.squares && !m.alone && m.fitted.count() <= fewGoal,
		Hidden: &course.Hidden{Number: "held_out_wrong", Below: wrongGoal, Of: hiddenHalves, Unit: "% wrong",
			Tuned: "halves=points&bandwidth=0.302&C=1000"},
		Text: fmt.Sprintf("It rests on %d support vectors; by the halves shown %s %% are wrong.",
			few, course.Digits(100*(1-m.heldOut))),
	}
	switch {
	case m.Name != "meuse":
		g.But = "with other data"
	case m.squares:
		g.But = boundaries.UnlessRandom
	case m.alone:
		g.But = "with a part of the points"
	case few > fewGoal:
		g.But = "by " + course.Plural(few, "vector")
	}
	return g
}

// withLeftOut are the classes, and after them the points that the fit leaves out, which are
// drawn pale.
func (m *machine) withLeftOut(classes []plots.Class) []plots.Class {
	out := plots.Class{Name: "left out", Color: plots.Ghost, Size: 4}
	told := slices.Clone(classes)
	for c, k := range classes {
		told[c].Points, told[c].Index = nil, []int{}
		for j, i := range k.Index {
			of := &out
			if slices.Contains(m.of, i) {
				of = &told[c]
			}
			of.Points, of.Index = append(of.Points, k.Points[j]), append(of.Index, i)
		}
	}
	return append(told, out)
}

// rivalBoundary finds where the rival's f is zero.
func (m *machine) rivalBoundary() {
	m.dashX, m.dashY, m.crosses = nil, nil, false
	if m.rival == nil {
		return
	}
	const nodes = boundaries.Nodes/2 + 1
	x, y := m.surface.Grid.X, m.surface.Grid.Y
	grid := plots.Grid{X: x, Y: y, Cols: nodes, Rows: nodes}
	f := m.over(m.rival.vectors, grid.Nodes())
	m.crosses = floats.Min(f) < 0 && floats.Max(f) > 0
	drawn := mat.NewDense(nodes, nodes, boundaries.Clipped(m.Labelled, grid.Nodes(), f))
	m.dashX, m.dashY = plots.Contour(drawn, x, y, 0)
}

// marginAxis is that of yf: from −3 to 5, or wider where a point lies outside.
func (m *machine) marginAxis() plots.Axis {
	margins := m.margins
	if m.rival != nil {
		margins = slices.Concat(margins, m.rival.margins)
	}
	least, most := floats.Min(margins), floats.Max(margins)
	axis := plots.Axis{Label: "y f(x)", Min: -3, Max: 5}
	if least < axis.Min {
		axis.Min = -plots.RoundUp(least)
	}
	if most > axis.Max {
		axis.Max = plots.RoundUp(most)
	}
	return axis
}

// sampled is a smooth function of yf, to be drawn.
func sampled(axis plots.Axis, f func(float64) float64) (xs, ys []float64) {
	const places = 141
	for i := range places {
		x := axis.Min + (axis.Max-axis.Min)*float64(i)/(places-1)
		xs, ys = append(xs, x), append(ys, f(x))
	}
	return xs, ys
}

func hinge(margin float64) float64 { return math.Max(0, 1-margin) }

// pullPanel is yᵢαᵢ against the margin, both methods over the slopes of their losses.
func (m *machine) pullPanel(axis plots.Axis) plots.Curves {
	v := plots.Curves{
		X: axis, Y: plots.Axis{Label: "pull yᵢαᵢ / C", Min: -0.1, Max: 1.2},
		Legend: true, PointsName: "support vector machine",
	}
	for i, margin := range m.margins {
		v.Points = append(v.Points, plots.Point{X: margin, Y: m.pullOf(i)})
	}
	v.Lines = []plots.Line{{Xs: []float64{v.X.Min, 1, 1, v.X.Max}, Ys: []float64{1, 1, 0, 0},
		Color: plots.Soft, Width: 1.6, Dash: true, Class: "slope"}}
	if m.rival == nil {
		v.PointsName, v.Lines[0].Name = "one for each point", "slope of the loss"
		return v
	}
	v.OthersName = m.rival.name
	if m.beside == "ridge" {
		v.Y.Min, v.Y.Max = -2, 4
	}
	for _, i := range m.of {
		v.Others = append(v.Others, plots.Point{X: m.rival.margins[i], Y: m.y[i] * m.rival.alpha[i] / m.C})
	}
	xs, ys := sampled(axis, m.rival.slope)
	v.Lines = append(v.Lines, plots.Line{Xs: xs, Ys: ys, Color: plots.Accent, Width: 1.4, Dash: true, Class: "other"})
	return v
}

// lossPanel is what a margin costs.
func (m *machine) lossPanel(axis plots.Axis) plots.Curves {
	v := plots.Curves{X: axis, Y: plots.Axis{Label: "loss", Min: 0, Max: hinge(axis.Min)}, Legend: true}
	for _, margin := range m.margins {
		v.Points = append(v.Points, plots.Point{X: margin, Y: hinge(margin)})
	}
	v.Lines = []plots.Line{{Name: "wrong or right", Xs: []float64{v.X.Min, 0, 0, v.X.Max}, Ys: []float64{1, 1, 0, 0},
		Color: plots.Soft, Width: 1.4, Dots: true, Class: "count"}}
	if m.rival != nil {
		xs, ys := sampled(axis, m.rival.loss)
		v.Lines = append(v.Lines, plots.Line{Name: m.rival.lossName, Xs: xs, Ys: ys,
			Color: plots.Accent, Width: 1.8, Dash: true, Class: "other"})
	}
	v.Lines = append(v.Lines, plots.Line{Name: "hinge", Xs: []float64{axis.Min, 1, axis.Max},
		Ys: []float64{hinge(axis.Min), 0, 0}, Color: plots.Curve, Width: 2.4, Class: "hinge heard"})
	return v
}

func (m *machine) numbers() []course.Number {
	n, s, bumps := float64(m.n()), m.fitted.count(), float64(len(m.fitted.support))
	percent := func(count int) float64 { return 100 * float64(count) / n }
	numbers := []course.Number{
		{Name: "support", Label: "support vectors", Value: s, Whole: true,
			Means: "Points with αᵢ ≠ 0, ringed in the picture: those on their edge of the strip, inside it or on the " +
				"wrong side. None is counted where f is a constant: it needs none of the αᵢ, and others do as well."},
		{Name: "held_out_right", Label: "right at points held out", Value: 100 * m.heldOut, Unit: "%",
			Means: "The share on the right side among points that the fit has not seen: " +
				"each half of the data is predicted by a fit to the other half."},
		{Name: "train_right", Label: "right at the points", Value: percent(m.right(m.fitted)), Unit: "%",
			Means: "The share of the points on the side of their class, f > 0 or f < 0."},
		{Name: "multiplications", Label: "multiplications a prediction", Value: perPoint * bumps, Whole: true,
			Means: fmt.Sprintf("For each support vector two for the distance and one for its coefficient. "+
				"Kernel ridge regression needs them for every point: %s.", course.Count(perPoint*n))},
		{Name: "share", Label: "share of support vectors", Value: 100 * s / n, Unit: "%"},
		{Name: "held_out_wrong", Label: "wrong at points held out", Value: 100 * (1 - m.heldOut), Unit: "%"},
		{Name: "ridge_multiplications", Label: "multiplications with all points", Value: perPoint * n, Whole: true},
		{Name: "bounded", Label: "support vectors with yᵢαᵢ = C", Value: float64(m.atBound()), Whole: true},
		{Name: "margin", Label: "margin 1/‖w‖, half of the strip", Value: m.width()},
		{Name: "objective", Label: "½‖w‖² + CΣ hinge", Value: m.primal()},
		{Name: "lambda", Label: "λ = 1/2nC", Value: 1 / (2 * n * m.C)},
		{Name: "condition", Label: "condition number of K at yf = 1", Value: m.edge.condition, Aside: true},
	}
	if m.rival != nil {
		numbers = append(numbers, course.Number{Name: "rival_right", Label: "right at the points, " + m.rival.name,
			Value: percent(m.right(m.rival.vectors)), Unit: "%"})
	}
	return numbers
}

// width is the margin, without end where f is a constant.
func (m *machine) width() float64 {
	if len(m.fitted.support) == 0 {
		return math.Inf(1)
	}
	return 1 / m.fitted.norm
}

// primal is the objective on the points fitted to.
func (m *machine) primal() float64 {
	J := m.fitted.norm * m.fitted.norm / 2
	for _, i := range m.of {
		J += m.C * hinge(m.y[i]*m.valueAt(m.fitted, i))
	}
	return J
}

// certified is the objective on the points fitted to, and what is proved of it: the gap to
// the dual's, as a share of it, and by how much the conditions of the minimum are missed.
func (m *machine) certified() (J float64, c engine.Certificate) {
	gap := 0.0
	if J = m.primal(); J > 0 {
		gap = math.Abs(J-m.fitted.objective) / J
	}
	return J, engine.Certified(gap, m.fitted.violation, engine.MaxBound)
}

// certificate says how near α is to the minimum: the dual's objective bounds it.
func (m *machine) certificate() *course.Certificate {
	J, c := m.certified()
	line := fmt.Sprintf("No boundary has an objective lower by more than %s of this one’s: the dual problem proves it.",
		course.Digits(c.PrimalDualGap))
	if !c.OK {
		line = fmt.Sprintf("This is the best boundary found, and not known to be the best there is: "+
			"the dual problem leaves %s of its objective open, and a condition is missed by %s.",
			course.Digits(c.PrimalDualGap), course.Digits(c.Residual))
	}
	return &course.Certificate{Certificate: c, Line: line, Reasons: []string{
		fmt.Sprintf("Primal: ½‖w‖² + C Σ max(0, 1 − yf) = %s. Dual: Σ|αᵢ| − ½αᵀKα = %s, a lower bound.",
			course.Digits(J), course.Digits(m.fitted.objective)),
		fmt.Sprintf("Conditions: αᵢ = 0 where yf > 1, yᵢαᵢ = C where yf < 1, all between at yf = 1, and Σαᵢ = 0. "+
			"The worst is missed by %s.", course.Digits(m.fitted.violation)),
		m.rings(),
	}}
}

const (
	saysNoBoundary = "No points, no boundary."
	saysOneClass   = "{count} of one class: f is {f} everywhere, and there is no boundary."
	saysNoSide     = "{count}, C = {c}: {no_boundary}, and f is 0 everywhere, on neither side."
	saysOneSide    = "{count}, C = {c}: {no_boundary}, and f is {f} everywhere. On the right side: {right}."
	saysVectors    = "{count}, C = {c}: {support}, {bounded} with yα = C. On the right side: {right}."
	saysAlone      = "Fitted to {fitted} alone, f differs nowhere on the map by more than {apart}. " +
		"A prediction takes {multiplications} multiplications, with all points {ridge_multiplications}."
	saysRival       = "The dashed boundary is that of {rival}: {coefficients}. On the right side: {rival_count}."
	saysRivalBeyond = "No boundary of {rival} crosses the map: {coefficients}. On the right side: {rival_count}."
	saysMargin      = "{datum}. There yf is {margin}, and yα is {pull} of C."
)

func (m *machine) says() []course.Said {
	says := []course.Said{m.saysMachine()}
	if m.restsOnFew() {
		says = append(says, course.Say(saysAlone, course.Some{N: len(m.of), Noun: "support vector"}, m.apart,
			perPoint*len(m.fitted.support), perPoint*m.n()))
	}
	if m.rival == nil {
		return says
	}
	beside := saysRival
	if !m.crosses {
		beside = saysRivalBeyond
	}
	coefficients := course.Some{N: len(m.rival.support), Noun: "coefficient"}
	return append(says, course.Say(beside, m.rival.name, coefficients, m.right(m.rival.vectors)))
}

// saysMachine is about the machine alone.
func (m *machine) saysMachine() course.Said {
	n, v, C := course.Some{N: m.n(), Noun: "point"}, len(m.fitted.support), course.Chosen(m.C)
	none := "no boundary is better than none"
	if _, c := m.certified(); !c.OK {
		none = "no boundary that was found is better than none"
	}
	switch right, f := m.right(m.fitted), m.fitted.offset; {
	case slices.Min(m.y) == slices.Max(m.y):
		return course.Say(saysOneClass, n, course.Chosen(m.y[0]))
	case v > 0:
		return course.Say(saysVectors, n, C, course.Some{N: v, Noun: "support vector"}, m.atBound(), right)
	case f == 0:
		return course.Say(saysNoSide, n, C, none)
	default:
		return course.Say(saysOneSide, n, C, none, course.Chosen(f), right)
	}
}

func (m *machine) saysOfDatum() []course.Said {
	if m.at == 0 {
		return nil
	}
	i := m.at - 1
	return []course.Said{course.Say(saysMargin, m.Datum(i), m.margins[i], m.pullOf(i))}
}
