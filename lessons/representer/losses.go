package representer

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/data"
	"gramophone/plots"
)

// A loss of labels ±1 is a function of the margin m = y·f(x), and so is its pull, −ℓ′(m).
type loss struct {
	value, label string
	of           func(m, epsilon float64) float64
	// bends are the corners of the graph of the pull, (margin, pull), where it has any.
	bends func(epsilon float64) [][2]float64
	// conjugate is ℓ*(−u), infinite beyond what the solver allows for u.
	conjugate func(u, epsilon float64) float64
}

// wide is how far the graphs of the pull go.
const wide = 60

var kinds = []loss{
	{"squared", "squared", func(m, _ float64) float64 { return (1 - m) * (1 - m) },
		func(float64) [][2]float64 { return [][2]float64{{-wide, 2 * (1 + wide)}, {wide, 2 * (1 - wide)}} },
		func(u, _ float64) float64 { return u*u/4 - u }},
	{"absolute", "absolute", func(m, _ float64) float64 { return math.Abs(1 - m) },
		func(float64) [][2]float64 { return [][2]float64{{-wide, 1}, {1, 1}, {1, -1}, {wide, -1}} },
		func(u, _ float64) float64 { return -u }},
	{"epsilon", "ε-insensitive", func(m, e float64) float64 { return math.Max(0, math.Abs(1-m)-e) },
		func(e float64) [][2]float64 {
			return [][2]float64{{-wide, 1}, {1 - e, 1}, {1 - e, 0}, {1 + e, 0}, {1 + e, -1}, {wide, -1}}
		},
		func(u, e float64) float64 { return -u + e*math.Abs(u) }},
	{"logistic", "logistic", func(m, _ float64) float64 { return engine.LogisticLoss(m) }, nil,
		func(u, _ float64) float64 { return entropy(u) + entropy(1-u) }},
	{"hinge", "hinge", func(m, _ float64) float64 { return math.Max(0, 1-m) },
		func(float64) [][2]float64 { return [][2]float64{{-wide, 1}, {1, 1}, {1, 0}, {wide, 0}} },
		func(u, _ float64) float64 { return -u }},
}

// entropy is u log u.
func entropy(u float64) float64 {
	if u <= 0 {
		return 0
	}
	return u * math.Log(u)
}

// far is the ε with which the ε-insensitive loss of (1 + ε)y is the hinge loss of y, for
// every f with y·f ≤ 1 + 2ε.
const far = 16

func buildLosses(f *course.Form) course.Draw {
	var options []string
	for _, k := range kinds {
		options = append(options, k.value, k.label)
	}
	of := f.Choice("loss", "loss", "squared", course.Options(options...), course.Leads)
	lambda := f.LogFloat("lambda", "λ", 0.02, 1e-3, 1, course.Term("lambda"))
	epsilon := f.Float("epsilon", "ε", 0.5, 0, 0.9, course.When("loss", "epsilon"))
	ell := f.LogFloat("bandwidth", "bandwidth ℓ", 6, 2, 20, course.Unit("°F"), course.Term("bandwidth"), course.More)
	return func(ctx context.Context, _ *course.Memo) (*course.Picture, error) {
		v := &classified{kernel: engine.Gaussian{Length: ell}, lambda: lambda, epsilon: epsilon, now: slices.IndexFunc(kinds, func(k loss) bool { return k.value == of })}
		if err := v.solve(ctx); err != nil {
			return nil, err
		}
		return v.picture(f), nil
	}
}

// classified are the five fits to flights with damage, y = 1, and without, y = −1.
type classified struct {
	kernel          engine.Gaussian
	lambda, epsilon float64
	now             int
	X               [][]float64
	y               []float64
	alpha           [][]float64 // of each loss

	margins, pulls []float64 // m = y·f(x) and u = 2nλ·y·α of the loss in force
	norm           float64
}

// damaged are the flights with their labels.
func damaged() (x [][]float64, y []float64) {
	d := data.Challenger()
	for _, rings := range d.Y {
		label := -1.0
		if rings > 0 {
			label = 1
		}
		y = append(y, label)
	}
	return d.X, y
}

func (v *classified) solve(ctx context.Context) error {
	v.X, v.y = damaged()
	K := engine.Gram(v.kernel, v.X)
	for _, k := range kinds {
		alpha, err := k.solve(ctx, K, v.y, v.lambda, v.epsilon)
		if err != nil {
			return err
		}
		v.alpha = append(v.alpha, alpha)
	}
	n := float64(len(v.y))
	var values mat.VecDense
	values.MulVec(K, mat.NewVecDense(len(v.y), v.alpha[v.now]))
	for i, y := range v.y {
		v.margins = append(v.margins, y*values.AtVec(i))
		v.pulls = append(v.pulls, 2*n*v.lambda*y*v.alpha[v.now][i])
	}
	v.norm = math.Sqrt(math.Max(0, floats.Dot(v.alpha[v.now], values.RawVector().Data)))
	return nil
}

// solve finds α from the Gram matrix.
func (k loss) solve(ctx context.Context, K *mat.SymDense, y []float64, lambda, epsilon float64) ([]float64, error) {
	var of engine.Loss
	target := slices.Clone(y)
	switch k.value {
	case "logistic":
		fit, err := engine.SolveKLR(ctx, K, y, lambda)
		if err != nil {
			return nil, err
		}
		return fit.Alpha, nil
	case "squared":
		of = engine.Squared{}
	case "absolute":
		of = engine.Absolute{}
	case "epsilon":
		of = engine.EpsilonInsensitive{Epsilon: epsilon}
	default:
		of = engine.EpsilonInsensitive{Epsilon: far}
		floats.Scale(1+far, target)
	}
	fit, err := engine.SolveLoss(ctx, K, target, of, lambda)
	if err != nil {
		return nil, err
	}
	return fit.Alpha, nil
}

// graph is the pull over the margin, drawn between two margins.
func (k loss) graph(epsilon, low, high float64) (xs, ys []float64) {
	if k.bends != nil {
		for _, p := range k.bends(epsilon) {
			xs, ys = append(xs, p[0]), append(ys, p[1])
		}
		return xs, ys
	}
	for i := range 201 {
		m := low + (high-low)*float64(i)/200
		xs, ys = append(xs, m), append(ys, engine.Logistic(-m))
	}
	return xs, ys
}

// off is how far (margin, pull) is from the graph of the pull.
func (k loss) off(m, u, epsilon float64) float64 {
	if k.bends == nil {
		return math.Abs(u - engine.Logistic(-m))
	}
	least := math.Inf(1)
	b := k.bends(epsilon)
	for i := range b[1:] {
		x, y := b[i+1][0]-b[i][0], b[i+1][1]-b[i][1]
		t := 0.0
		if l := x*x + y*y; l > 0 {
			t = math.Min(1, math.Max(0, ((m-b[i][0])*x+(u-b[i][1])*y)/l))
		}
		least = math.Min(least, math.Hypot(m-b[i][0]-t*x, u-b[i][1]-t*y))
	}
	return least
}

func (v *classified) picture(f *course.Form) *course.Picture {
	k, n := kinds[v.now], float64(len(v.y))
	at := engine.Dataset{X: v.X}.Input(0)
	xs := temperatures(v.kernel.Length, at...)
	curve := plots.Curves{X: temperatureAxis(), Y: plots.Axis{Label: "f; 1: damage", Min: -2, Max: 2}, Legend: true, PointsName: "flights", Note: "some coincide",
		VLines: []plots.Mark{{At: launch, Name: "31 °F", Dash: true}}}
	series := []course.Series{course.Table("data", "x y", at, v.y), course.Table("alpha", "alpha margin pull", v.alpha[v.now], v.margins, v.pulls)}
	fit := func(i int) *engine.Expansion {
		return &engine.Expansion{Kernel: v.kernel, X: v.X, Alpha: v.alpha[i]}
	}
	for i := range kinds {
		if i != v.now {
			line := plots.Line{Xs: xs, Ys: along(xs, fit(i)), Color: plots.Soft, Width: 1.1, Class: "other"}
			if i == (v.now+1)%len(kinds) {
				line.Name = "the other four"
			}
			curve.Lines = append(curve.Lines, line)
		}
	}
	fs := along(xs, fit(v.now))
	curve.Lines = append(curve.Lines, plots.Line{Name: "f, " + k.label, Xs: xs, Ys: fs, Class: "curve t-fit"})
	series = append(series, course.Table("fit", "x f", xs, fs))
	var risk, gap, off float64
	silent, wrong := 0, 0
	pull := plots.Curves{Legend: true, PointsName: "flights"}
	for i, m := range v.margins {
		u := v.pulls[i]
		curve.Points = append(curve.Points, plots.Point{X: v.X[i][0], Y: v.y[i]})
		pull.Points = append(pull.Points, plots.Point{X: m, Y: u})
		loss := k.of(m, v.epsilon)
		risk += loss / n
		gap += (loss + k.conjugate(u, v.epsilon) + u*m) / n
		off = math.Max(off, k.off(m, u, v.epsilon))
		if u == 0 { // to which the solver sets what the loss leaves out
			silent++
		}
		if m <= 0 {
			wrong++
		}
	}
	low, high := math.Min(-2, math.Floor(floats.Min(v.margins))), math.Max(3, math.Ceil(floats.Max(v.margins)))
	gx, gy := k.graph(v.epsilon, low, high)
	pull.X = plots.Axis{Label: "margin y f(x)", Min: low, Max: high}
	pull.Y = plots.Axis{Label: "pull 2nλ y α", Min: -1.5, Max: 1.5}
	if v.now == 0 {
		pull.Y.Min, pull.Y.Max = -4, 6
	}
	pull.Lines = []plots.Line{{Name: "slope −ℓ′", Xs: gx, Ys: gy, Color: plots.Accent, Width: 1.6, Dash: true, Class: "slope"}}
	objective := risk + v.lambda*v.norm*v.norm
	_, bumps := heights(at, v.alpha[v.now])
	c := engine.Certified(math.Abs(gap)/objective, 0, engine.MaxBound)
	line := fmt.Sprintf("No function of the whole space, sum of bumps or not, has an objective lower by more than %s of this one’s.", course.Digits(c.PrimalDualGap))
	return &course.Picture{
		Columns: [][]plots.Panel{
			{{ID: "losses-f", Title: "Damage or none: five fits", Width: course.Wide, Height: course.Square, Plot: curve}},
			{{ID: "losses-pull", Title: "αᵢ is the slope of the loss", Width: course.Square, Height: course.Square, Plot: pull}},
		},
		Numbers: []course.Number{
			{Name: "residual", Label: "residual of the theorem", Means: "How far the points (margin, pull) are from the slope of the loss, at most. On it, f is the minimiser over the whole space.", Value: off, Aside: true},
			{Name: "silent", Label: "flights with αᵢ = 0", Means: "Flights that do not pull: f is made of the others’ bumps.", Value: float64(silent), Whole: true},
			{Name: "wrong", Label: "on the wrong side", Means: "Flights where f and the label differ in sign.", Value: float64(wrong), Whole: true},
			{Name: "objective", Label: "loss + λ‖f‖²", Value: objective},
			{Name: "risk", Label: "mean loss", Value: risk},
			{Name: "norm", Label: "‖f‖", Value: v.norm},
			{Name: "bumps", Label: "bumps in f", Means: "Flights at one temperature have the same bump, and their αᵢ add up to its height: bumps whose height is not 0.", Value: bumps, Whole: true},
			{Name: "at_launch", Label: "f at 31 °F", Value: fit(v.now).Eval([]float64{launch})},
		},
		Series:      series,
		Certificate: &course.Certificate{Certificate: c, Line: line, Reasons: []string{fmt.Sprintf("The dual problem bounds every function’s objective from below. At these α it is %s, and the objective %s.", course.Digits(objective-gap), course.Digits(objective))}},
		Description: fmt.Sprintf("With the %s loss %d of %d flights have αᵢ = 0, and %d are on the wrong side.", k.label, silent, len(v.y), wrong) +
			fmt.Sprintf(" ‖f‖ = %s, and the objective is %s.", course.Digits(v.norm), course.Digits(objective)),
		Goals: []course.Goal{{Name: "silent", At: "loss=hinge&lambda=0.001", Now: fmt.Sprintf("%d with αᵢ = 0, %d on the wrong side", silent, wrong), Reached: silent >= goalSilent && wrong <= goalWrong,
			Text: fmt.Sprintf("Goal reached: %d flights pull, and f is a sum of %.0f bumps, one for each temperature where the pulls do not cancel.", len(v.y)-silent, bumps)}},
		Code: programs.Code("losses", f, course.Values{"X": at, "Y": v.y, "Alpha": v.alpha[v.now]}),
	}
}

// What the figure's goal asks for.
const goalSilent, goalWrong = 10, 3
