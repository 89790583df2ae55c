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

	"gramophone/engine"
	"gramophone/lessons/boundaries"
	"gramophone/lessons/course"
	"gramophone/lessons/model"
	"gramophone/lessons/points"
	"gramophone/plots"
)

// The figure svm: a boundary with its margin, and the few points that it rests on.

// fewGoal is how many support vectors the figure asks for at most, and rightGoal which
// share of samples held out on their side.
const (
	fewGoal   = 40
	rightGoal = 0.88
)

// openC and openWidth, in km, are what the figure opens with.
const openC, openWidth = 10, 0.3

func buildSVM(f *course.Form) course.Draw {
	load := points.OfTwoInputs(f, points.Offer{Data: "meuse", Of: []string{"meuse", "moons", "rings", "blobs", "xor", "points"}, Edit: "svm-plane"})
	f.Control("data").More = true
	kernel := model.Kernel(f, openWidth)
	f.Control("kernel").More = true
	C := f.LogFloat("C", "C", openC, 0.01, 1000, course.Term("lambda"))
	keep := f.Choice("keep", "fit to", "all", course.Options("all", "all points", "ringed", "the support vectors alone"))
	beside := f.Choice("beside", "beside it", "none", course.Options("none", "nothing", "logistic", "logistic regression", "ridge", "kernel ridge regression"))
	at := points.PointedAt(f, load().Data.Len(), course.Shows("on which side of the margin it is"))
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		d := load()
		x, y := d.Axes()
		bare := plots.Panel{ID: "svm-plane", Title: "The points alone", Width: course.Half, Plot: plots.Scatter{X: x, Y: y, Classes: d.ByClass(d.Column(0), d.Column(1)), Equal: d.Squared()}}
		if d.Data.Len() == 0 {
			bare.Title = "An empty plane"
			return &course.Picture{Columns: [][]plots.Panel{{bare}}, Message: "There are no points yet. Add some of both classes.", Description: "No points, no boundary."}, nil
		}
		m := &machine{Labelled: d, memo: memo, kernel: kernel(), y: d.Data.Against(1).Y, C: C, alone: keep == "ringed", at: at}
		err := m.fit(ctx)
		if err == nil {
			err = m.rivalFit(ctx, beside)
		}
		switch {
		case defeat(err):
			why := "There is no fit: C times the entries of K is so large that rounding hides the minimum."
			if errors.Is(err, engine.ErrIndefinite) {
				why = "There is no fit: K has a negative eigenvalue, and along its eigenvector the objective falls for ever."
			}
			return &course.Picture{Columns: [][]plots.Panel{{bare}}, Message: why, Description: course.Plural(m.n(), "point") + ", and no fit.",
				Goals: []course.Goal{{Name: "few", Now: "—"}}}, nil
		case err != nil:
			return nil, err
		}
		return m.picture(ctx, f)
	}
}

// A machine is a support vector machine in one state.
type machine struct {
	*points.Labelled
	memo   *course.Memo
	kernel engine.Kernel
	y      []float64 // ±1
	C      float64
	alone  bool // fitted to the support vectors of the first fit only
	at     int  // the point pointed at, from 1

	gram    *mat.SymDense
	first   *vectors // fitted to all points
	fitted  *vectors // the one shown
	heldOut float64  // the share on the right side among points held out; NaN where there is none
	rival   *rival   // nil for none
	of      []int    // the points fitted to
	edge    edge
}

func (m *machine) n() int { return len(m.y) }

// Vectors are a fit: coefficients of all points, many of them zero.
type vectors struct {
	alpha     []float64 // of the dual
	bumps     []float64 // those of f: α, and zeros where f is a constant
	offset    float64
	support   []int // the i of bumps that are not 0
	norm      float64
	objective float64 // the dual's
	violation float64
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
	y := pick(of.Load().Data.Against(1).Y, to)
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
		v.bumps = v.alpha
		for _, k := range fit.Support {
			v.support = append(v.support, to[k])
		}
	}
	return v, 8 * (3*n + 8), nil
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
	s := mat.NewSymDense(len(of), nil)
	for a, i := range of {
		for b, j := range of[:a+1] {
			s.SetSym(a, b, K.At(i, j))
		}
	}
	return s
}

func pick(v []float64, of []int) []float64 {
	p := make([]float64, len(of))
	for k, i := range of {
		p[k] = v[i]
	}
	return p
}

func (m *machine) fit(ctx context.Context) (err error) {
	if err = m.solve(ctx); err != nil {
		return err
	}
	if m.edge, err = m.edgeOf(ctx); err != nil {
		return err
	}
	m.heldOut, err = m.holdOut(ctx)
	return err
}

// solve is the fit itself.
func (m *machine) solve(ctx context.Context) (err error) {
	if m.gram, _, err = points.Gram(ctx, m.memo, m.Spec, m.kernel); err != nil {
		return err
	}
	m.of = make([]int, m.n())
	for i := range m.of {
		m.of[i] = i
	}
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

// holdOut is the share on the right side among points held out: of each half, by a fit
// to the other. The halves are the same at every move.
func (m *machine) holdOut(ctx context.Context) (float64, error) {
	if m.n() < fewest {
		return math.NaN(), nil
	}
	order := rand.New(rand.NewPCG(1, 0)).Perm(m.n())
	halves := [2][]int{order[:m.n()/2], order[m.n()/2:]}
	right := 0
	for h, of := range halves {
		fit, err := m.solved(ctx, of)
		if defeat(err) {
			return math.NaN(), nil
		} else if err != nil {
			return 0, err
		}
		for _, i := range halves[1-h] {
			if boundaries.Side(fit.bumps, fit.offset, mat.Row(nil, i, m.gram)) == m.y[i] {
				right++
			}
		}
	}
	return float64(right) / float64(m.n()), nil
}

// valueAt is f at point i.
func (m *machine) valueAt(v *vectors, i int) float64 {
	f := v.offset
	for j, a := range v.bumps {
		f += a * m.gram.At(i, j)
	}
	return f
}

// margins are yᵢf(xᵢ).
func (m *machine) margins(v *vectors) []float64 {
	margins := make([]float64, m.n())
	for i := range margins {
		margins[i] = m.y[i] * m.valueAt(v, i)
	}
	return margins
}

// A rival is another method on the same points, λ being 1/2nC.
type rival struct {
	name  string
	slope func(margin float64) float64 // how hard it pulls at a margin
	loss  func(margin float64) float64
	*vectors
}

func (m *machine) rivalFit(ctx context.Context, beside string) error {
	n := float64(len(m.of))
	lambda := 1 / (2 * n * m.C)
	r := &rival{vectors: &vectors{alpha: make([]float64, m.n())}}
	r.bumps = r.alpha
	var alpha []float64
	var err error
	K, y := within(m.gram, m.of), pick(m.y, m.of)
	switch beside {
	case "none":
		return nil
	case "logistic":
		r.name, r.loss = "logistic regression", engine.LogisticLoss
		r.slope = func(m float64) float64 { return engine.Logistic(-m) }
		var fit *engine.KLRFit
		if fit, err = engine.SolveKLR(ctx, K, y, lambda); err == nil {
			alpha = fit.Alpha
		}
	case "ridge":
		r.name = "kernel ridge regression"
		r.loss = func(m float64) float64 { return (1 - m) * (1 - m) }
		r.slope = func(m float64) float64 { return 2 * (1 - m) }
		alpha, err = engine.SolveKRR(K, y, lambda)
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
	m.rival = r
	return nil
}

// right counts the points on their side.
func (m *machine) right(v *vectors) int { return boundaries.Sided(m.gram, v.bumps, v.offset, m.y) }

// over is f at places.
func (m *machine) over(v *vectors, places [][]float64) []float64 {
	x := make([][]float64, len(v.support))
	for k, i := range v.support {
		x[k] = m.Data.X[i]
	}
	out := make([]float64, len(places))
	if len(x) > 0 {
		mat.NewVecDense(len(out), out).MulVec(engine.Cross(m.kernel, places, x), mat.NewVecDense(len(x), pick(v.alpha, v.support)))
	}
	floats.AddConst(v.offset, out)
	return out
}

// perPoint is how many multiplications a kernel of two inputs and its coefficient take.
const perPoint = 2 + 1

// atBound counts the support vectors with yᵢαᵢ = C.
func (m *machine) atBound() (b int) {
	for _, i := range m.fitted.support {
		if math.Abs(m.fitted.alpha[i]) == m.C { // to which the solver sets what meets it
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
	return m.over(m.fitted, nodes), nil
}

func (m *machine) picture(ctx context.Context, f *course.Form) (*course.Picture, error) {
	surface, err := boundaries.Over(ctx, m.memo, decisionOf{m.Spec, m.kernel, m.C, m.alone})
	if err != nil {
		return nil, err
	}
	plane := surface.Under(m.Labelled, "f")
	plane.Rings = m.fitted.support
	if m.alone {
		plane.Classes = m.parted(plane.Classes)
	}
	margins := m.margins(m.fitted)
	axis := m.marginAxis(margins)
	pull, loss := m.pullPanel(axis, margins), m.lossPanel(axis, margins)
	if m.rival != nil {
		plane.Lines = append(plane.Lines, m.rivalLine(surface))
	}
	p := &course.Picture{Numbers: m.numbers(), Certificate: m.certificate(), Description: m.describe(surface)}
	if m.at > 0 {
		i := m.at - 1
		plane.Markers = append(plane.Markers, points.Ring(i, m.Data.X[i][0], m.Data.X[i][1]))
		pull.Markers = append(pull.Markers, points.Ring(i, margins[i], m.y[i]*m.fitted.alpha[i]/m.C))
		p.Datum = fmt.Sprintf("%s. There yf is %s, and yα is %s of C.", m.Datum(i), course.Digits(margins[i]), course.Digits(m.y[i]*m.fitted.alpha[i]/m.C))
	}
	p.Columns = [][]plots.Panel{
		{{ID: "svm-plane", Title: "The boundary and its strip", Width: course.Half, Plot: plane}},
		{{ID: "svm-pull", Title: "How hard each point pulls", Width: course.Square, Height: 300, Plot: pull},
			{ID: "svm-loss", Title: "What a point costs", Width: course.Square, Height: 260, Plot: loss}},
	}
	p.Series = []course.Series{
		course.Table("data", "x1 x2 y", m.Column(0), m.Column(1), m.y),
		course.Table("alpha", "alpha margin", m.fitted.alpha, margins),
	}
	if m.rival != nil {
		p.Series = append(p.Series, course.Table("rival", "alpha margin", m.rival.alpha, m.margins(m.rival.vectors)))
	}
	p.Matrices = []course.NamedMatrix{{Name: "gram", Values: m.gram}}
	x, y := m.Axes()
	p.Code = programs.Code("svm", f, course.Values{
		"XAxis": x, "YAxis": y, "Squared": m.Squared(),
		"X1": m.Column(0), "X2": m.Column(1), "Y": m.y, "Parameters": model.Parameters(f), "Rounding": engine.RoundingFactor * engine.Epsilon,
	})
	now := "other data"
	if m.Name == "meuse" {
		now = fmt.Sprintf("%s %% right, %s", course.Digits(100*m.heldOut), course.Plural(len(m.fitted.support), "support vector"))
	}
	p.Goals = []course.Goal{
		{Name: "few", At: "bandwidth=0.302&C=100", Now: now, Reached: m.Name == "meuse" && !m.alone && m.heldOut >= rightGoal && len(m.fitted.support) <= fewGoal,
			Text: fmt.Sprintf("Goal reached: %s %% right at samples held out, with %d support vectors.", course.Digits(100*m.heldOut), len(m.fitted.support))},
	}
	return p, nil
}

// parted are the classes with the points that the fit was not told of apart, to be drawn
// pale.
func (m *machine) parted(classes []plots.Class) []plots.Class {
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

// rivalLine is where the rival's f is zero.
func (m *machine) rivalLine(s *boundaries.Surface) plots.Line {
	const nodes = boundaries.Nodes/2 + 1
	grid := plots.Grid{X: s.Grid.X, Y: s.Grid.Y, Cols: nodes, Rows: nodes}
	xs, ys := plots.Contour(mat.NewDense(nodes, nodes, m.over(m.rival.vectors, grid.Nodes())), s.Grid.X, s.Grid.Y, 0)
	return plots.Line{Name: m.rival.name, Xs: xs, Ys: ys, Color: plots.Accent, Width: 2, Dash: true, Class: "other"}
}

// marginAxis is that of yf: from −3 to 5, or wider where a point lies outside.
func (m *machine) marginAxis(margins []float64) plots.Axis {
	least, most := floats.Min(margins), floats.Max(margins)
	if m.rival != nil {
		at := m.margins(m.rival.vectors)
		least, most = math.Min(least, floats.Min(at)), math.Max(most, floats.Max(at))
	}
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
func (m *machine) pullPanel(axis plots.Axis, margins []float64) plots.Curves {
	v := plots.Curves{X: axis, Y: plots.Axis{Label: "pull yᵢαᵢ / C", Min: -0.1, Max: 1.2}, Legend: true, PointsName: "support vector machine"}
	for i, a := range m.fitted.alpha {
		v.Points = append(v.Points, plots.Point{X: margins[i], Y: m.y[i] * a / m.C})
	}
	v.Lines = []plots.Line{{Xs: []float64{v.X.Min, 1, 1, v.X.Max}, Ys: []float64{1, 1, 0, 0}, Color: plots.Soft, Width: 1.6, Dash: true, Class: "slope"}}
	if m.rival == nil {
		return v
	}
	v.OthersName = m.rival.name
	if m.rival.name == "kernel ridge regression" {
		v.Y.Min, v.Y.Max = -2, 4
	}
	at := m.margins(m.rival.vectors)
	for _, i := range m.of {
		v.Others = append(v.Others, plots.Point{X: at[i], Y: m.y[i] * m.rival.alpha[i] / m.C})
	}
	xs, ys := sampled(axis, m.rival.slope)
	v.Lines = append(v.Lines, plots.Line{Xs: xs, Ys: ys, Color: plots.Accent, Width: 1.4, Dash: true, Class: "other"})
	return v
}

// lossPanel is what a margin costs.
func (m *machine) lossPanel(axis plots.Axis, margins []float64) plots.Curves {
	v := plots.Curves{X: axis, Y: plots.Axis{Label: "loss", Min: 0, Max: hinge(axis.Min)}, Legend: true}
	for _, margin := range margins {
		v.Points = append(v.Points, plots.Point{X: margin, Y: hinge(margin)})
	}
	v.Lines = []plots.Line{{Name: "wrong or right", Xs: []float64{v.X.Min, 0, 0, v.X.Max}, Ys: []float64{1, 1, 0, 0}, Color: plots.Soft, Width: 1.4, Dots: true, Class: "count"}}
	if m.rival != nil {
		xr, yr := sampled(axis, m.rival.loss)
		v.Lines = append(v.Lines, plots.Line{Name: map[bool]string{true: "log(1 + e^(−yf))", false: "(1 − yf)²"}[m.rival.name == "logistic regression"], Xs: xr, Ys: yr, Color: plots.Accent, Width: 1.8, Dash: true, Class: "other"})
	}
	v.Lines = append(v.Lines, plots.Line{Name: "hinge", Xs: []float64{axis.Min, 1, axis.Max}, Ys: []float64{hinge(axis.Min), 0, 0}, Color: plots.Curve, Width: 2.4, Class: "hinge"})
	return v
}

func (m *machine) numbers() []course.Number {
	n, s := float64(m.n()), float64(len(m.fitted.support))
	numbers := []course.Number{
		{Name: "support", Label: "support vectors", Means: "Points with αᵢ ≠ 0, ringed in the picture: those on their edge of the strip, inside it or on the wrong side.", Value: s, Whole: true},
		{Name: "held_out_right", Label: "right at points held out", Means: "The share on the right side among points that the fit has not seen: each half of the data is told by a fit to the other half.", Value: 100 * m.heldOut, Unit: "%"},
		{Name: "train_right", Label: "right at the points", Means: "The share of the points on the side of their class, f > 0 or f < 0.", Value: 100 * float64(m.right(m.fitted)) / n, Unit: "%"},
		{Name: "multiplications", Label: "multiplications a prediction", Means: fmt.Sprintf("For each support vector two for the distance and one for its coefficient. Kernel ridge regression needs them for every point: %s.", course.Count(perPoint*n)), Value: perPoint * s, Whole: true},
		{Name: "share", Label: "share of support vectors", Value: 100 * s / n, Unit: "%"},
		{Name: "ridge_multiplications", Label: "multiplications with all points", Value: perPoint * n, Whole: true},
		{Name: "bounded", Label: "support vectors with yᵢαᵢ = C", Value: float64(m.atBound()), Whole: true},
		{Name: "margin", Label: "margin 1/‖w‖, half of the strip", Value: m.width()},
		{Name: "objective", Label: "½‖w‖² + CΣ hinge", Value: m.primal()},
		{Name: "lambda", Label: "λ = 1/2nC", Value: 1 / (2 * n * m.C)},
		{Name: "condition", Label: "condition number of K at yf = 1", Value: m.edge.condition, Aside: true},
	}
	if m.rival != nil {
		numbers = append(numbers, course.Number{Name: "rival_right", Label: "right at the points, " + m.rival.name, Value: 100 * float64(m.right(m.rival.vectors)) / n, Unit: "%"})
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
	line := fmt.Sprintf("No boundary has an objective lower by more than %s of this one’s: the dual problem proves it.", course.Digits(c.PrimalDualGap))
	if !c.OK {
		line = fmt.Sprintf("This is the best boundary found, and not known to be the best there is: the dual problem leaves %s of its objective open, and a condition is missed by %s.",
			course.Digits(c.PrimalDualGap), course.Digits(c.Residual))
	}
	return &course.Certificate{Certificate: c, Line: line, Reasons: []string{
		fmt.Sprintf("Primal: ½‖w‖² + C Σ max(0, 1 − yf) = %s. Dual: Σ|αᵢ| − ½αᵀKα = %s, a lower bound.", course.Digits(J), course.Digits(m.fitted.objective)),
		fmt.Sprintf("Conditions: αᵢ = 0 where yf > 1, yᵢαᵢ = C where yf < 1, all between at yf = 1, and Σαᵢ = 0. The worst is missed by %s.", course.Digits(m.fitted.violation)),
		m.rings(),
	}}
}

// oneClass reports whether all points fitted to are of one class.
func (m *machine) oneClass() bool { return slices.Min(m.y) == slices.Max(m.y) }

// describe says what the picture shows, in sentences.
func (m *machine) describe(s *boundaries.Surface) string {
	text := m.told()
	if m.alone && len(m.fitted.support) > 0 {
		far := 0.0
		for g, f := range m.over(m.first, s.Grid.Nodes()) {
			r, c := g/boundaries.Nodes, g%boundaries.Nodes
			far = math.Max(far, math.Abs(f-s.Values.At(r, c)))
		}
		text += fmt.Sprintf(" Fitted to %s alone, f differs nowhere on the map by more than %s. A prediction takes %s multiplications, with all points %s.",
			course.Plural(len(m.of), "support vector"), course.Digits(far),
			course.Count(float64(perPoint*len(m.fitted.support))), course.Count(float64(perPoint*m.n())))
	}
	if m.rival == nil {
		return text
	}
	boundary := "The dashed boundary is that of " + m.rival.name
	if len(m.rivalLine(s).Xs) == 0 {
		boundary = "No boundary of " + m.rival.name + " crosses the map"
	}
	return text + fmt.Sprintf(" %s: %s. On the right side: %d.",
		boundary, course.Plural(len(m.rival.support), "coefficient"), m.right(m.rival.vectors))
}

// told are the sentences on the machine alone.
func (m *machine) told() string {
	n, v := m.n(), len(m.fitted.support)
	if m.oneClass() {
		return fmt.Sprintf("%s of one class: f is %s everywhere, and there is no boundary.",
			course.Plural(n, "point"), course.Value(m.y[0]))
	}
	text := fmt.Sprintf("%s, C = %s: ", course.Plural(n, "point"), course.Value(m.C))
	none := "no boundary is better than none"
	if _, c := m.certified(); !c.OK {
		none = "no boundary that was found is better than none"
	}
	if v == 0 && m.fitted.offset == 0 {
		return text + none + ", and f is 0 everywhere, on neither side."
	}
	if v == 0 {
		return text + fmt.Sprintf("%s, and f is %s everywhere. On the right side: %d.",
			none, course.Value(m.fitted.offset), m.right(m.fitted))
	}
	return text + fmt.Sprintf("%s, %d with yα = C. On the right side: %d.",
		course.Plural(v, "support vector"), m.atBound(), m.right(m.fitted))
}
