package representer

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/plots"
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

// A classified is the five fits to flights with damage, y = 1, and without, y = −1.
type classified struct {
	// What the controls say.
	kernel          engine.Gaussian
	lambda, epsilon float64
	now             int // the place of the loss in force

	// What is computed.
	X              [][]float64
	y              []float64
	alpha          [][]float64 // of each loss
	margins, pulls []float64   // m = y·f(x) and u = 2nλ·y·α of the loss in force
	norm           float64
	risk, gap, off float64 // mean loss, duality gap, and how far pulls are from the slope
	silent, wrong  int     // flights with αᵢ = 0, and those on the wrong side
	bumps          float64
}

var buildLosses = course.Steps(func(f *course.Form) course.Work {
	var options []string
	for _, k := range kinds {
		options = append(options, k.value, k.label)
	}
	v := &classified{}
	of := f.Choice("loss", "loss", "squared", course.Options(options...), course.Leads)
	v.now = slices.IndexFunc(kinds, func(k loss) bool { return k.value == of })
	v.lambda = f.LogFloat("lambda", "λ", 0.02, 1e-3, 1, course.Term("lambda"))
	v.epsilon = f.Float("epsilon", "ε", 0.5, 0, 0.9, course.When("loss", "epsilon"))
	v.kernel.Length = f.LogFloat("bandwidth", "bandwidth ℓ", 6, 2, 20,
		course.Unit("°F"), course.Term("bandwidth"), course.More)
	return v
})

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

func (v *classified) Compute(ctx context.Context, _ *course.Memo) error {
	v.X, v.y = damaged()
	return v.solve(ctx, kinds...)
}

// solve makes the fits of some losses, that in force among them, to the flights.
func (v *classified) solve(ctx context.Context, of ...loss) error {
	v.alpha, v.margins, v.pulls = make([][]float64, len(kinds)), nil, nil
	K := engine.Gram(v.kernel, v.X)
	for _, k := range of {
		alpha, err := k.solve(ctx, K, v.y, v.lambda, v.epsilon)
		if err != nil {
			return err
		}
		v.alpha[slices.IndexFunc(kinds, func(l loss) bool { return l.value == k.value })] = alpha
	}
	n, alpha := float64(len(v.y)), v.alpha[v.now]
	values := engine.Apply(K, alpha)
	for i, y := range v.y {
		v.margins = append(v.margins, y*values[i])
		v.pulls = append(v.pulls, 2*n*v.lambda*y*alpha[i])
	}
	v.norm = math.Sqrt(math.Max(0, floats.Dot(alpha, values)))
	_, v.bumps = heights(engine.Dataset{X: v.X}.Input(0), alpha)
	v.sumUp()
	return nil
}

// sumUp finds what the margins and pulls of all flights come to.
func (v *classified) sumUp() {
	k, n := v.loss(), float64(len(v.y))
	v.risk, v.gap, v.off, v.silent, v.wrong = 0, 0, 0, 0, 0
	for i, m := range v.margins {
		u, loss := v.pulls[i], k.of(m, v.epsilon)
		v.risk += loss / n
		v.gap += (loss + k.conjugate(u, v.epsilon) + u*m) / n
		v.off = math.Max(v.off, k.off(m, u, v.epsilon))
		if u == 0 { // to which the solver sets what the loss leaves out
			v.silent++
		}
		if m <= 0 {
			v.wrong++
		}
	}
}

// level is at how many flights the loss has the slope 0 on both sides of the margin, so that
// αᵢ = 0 in every solution. At a jump of the slope, twins of a bootstrap may share a pull in
// several ways, and which of them has none is the solver's choice.
func (v *classified) level() (n int) {
	const aside = 1e-6 // beyond what a margin at a jump may be off it
	k := v.loss()
	for _, m := range v.margins {
		if k.off(m-aside, 0, v.epsilon) < aside/2 && k.off(m+aside, 0, v.epsilon) < aside/2 {
			n++
		}
	}
	return n
}

// loss is the loss in force, and objective what is minimised.
func (v *classified) loss() loss         { return kinds[v.now] }
func (v *classified) objective() float64 { return v.risk + v.lambda*v.norm*v.norm }

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

func (v *classified) Show(f *course.Form) *course.Picture {
	at := engine.Dataset{X: v.X}.Input(0)
	xs := temperatures(v.kernel.Length, at...)
	fs := along(xs, v.fit(v.now))
	return &course.Picture{
		Columns: [][]plots.Panel{
			{{ID: "losses-f", Title: "Damage or none: five fits", Width: course.Wide, Height: course.Square,
				Plot: v.fits(xs, fs)}},
			{{ID: "losses-pull", Title: "αᵢ is the slope of the loss", Width: course.Square, Height: course.Square,
				Plot: v.slope()}},
		},
		Numbers: v.numbers(),
		Series: []course.Series{
			course.Table("data", "x y", at, v.y),
			course.Table("alpha", "alpha margin pull", v.alpha[v.now], v.margins, v.pulls),
			course.Table("fit", "x f", xs, fs),
		},
		Certificate: v.certificate(),
		Says:        v.says(),
		Goals:       []course.Goal{v.goal()},
		Code:        programs.Code("losses", f, course.Values{"X": at, "Y": v.y, "Alpha": v.alpha[v.now]}),
	}
}

// fit is that of one of the losses.
func (v *classified) fit(i int) *engine.Expansion {
	return &engine.Expansion{Kernel: v.kernel, X: v.X, Alpha: v.alpha[i]}
}

// fits are the flights with all five fits, that of the loss in force on top.
func (v *classified) fits(xs, fs []float64) plots.Curves {
	curve := plots.Curves{
		X: temperatureAxis(), Y: plots.Axis{Label: "f (1 damage, −1 none)", Min: -2,
			Max: 2}, Legend: true, PointsName: "flights",
		Note: "some coincide", VLines: []plots.Mark{{At: launch, Name: "31 °F", Dash: true}},
	}
	for i := range kinds {
		if i != v.now {
			line := plots.Line{Xs: xs, Ys: along(xs, v.fit(i)), Color: plots.Soft, Width: 1.1, Class: "other"}
			if i == (v.now+1)%len(kinds) {
				line.Name = "the other four"
			}
			curve.Lines = append(curve.Lines, line)
		}
	}
	curve.Lines = append(curve.Lines, plots.Line{Name: "f, " + v.loss().label + " loss",
		Xs: xs, Ys: fs, Class: "curve t-fit"})
	for i, x := range v.X {
		curve.Points = append(curve.Points, plots.Point{X: x[0], Y: v.y[i]})
	}
	return curve
}

// slope is the pull of each flight at its margin, over the slope of the loss.
func (v *classified) slope() plots.Curves {
	low, high := math.Min(-2, math.Floor(floats.Min(v.margins))), math.Max(3, math.Ceil(floats.Max(v.margins)))
	xs, ys := v.loss().graph(v.epsilon, low, high)
	pull := plots.Curves{
		X: plots.Axis{Label: "margin y f(x)", Min: low, Max: high}, Y: plots.Axis{Label: "pull 2nλ y α", Min: -1.5,
			Max: 1.5},
		Legend: true, PointsName: "flights",
		Lines: []plots.Line{
			{Name: "slope −ℓ′", Xs: xs, Ys: ys, Color: plots.Accent, Width: 1.6, Dash: true, Class: "slope"},
		},
	}
	if v.loss().value == "squared" {
		pull.Y.Min, pull.Y.Max = -4, 6
	}
	pull.Points = plots.Points(v.margins, v.pulls)
	return pull
}

func (v *classified) numbers() []course.Number {
	return []course.Number{
		{Name: "residual", Label: "residual of the theorem", Value: v.off, Aside: true,
			Means: "How far the points (margin, pull) are from the slope of the loss, at most. " +
				"On it, f is the minimiser over the whole space."},
		{Name: "silent", Label: "flights with αᵢ = 0", Value: float64(v.silent), Whole: true,
			Means: "Flights that do not pull: f is made of the others’ bumps."},
		{Name: "wrong", Label: "on the wrong side", Means: "Flights where f and the label differ in sign.",
			Value: float64(v.wrong), Whole: true},
		{Name: "objective", Label: "loss + λ‖f‖²", Value: v.objective()},
		{Name: "risk", Label: "mean loss", Value: v.risk},
		{Name: "norm", Label: "‖f‖", Value: v.norm},
		{Name: "bumps", Label: "bumps in f", Value: v.bumps, Whole: true,
			Means: "Flights at one temperature have the same bump, and their αᵢ add up to its height: " +
				"bumps whose height is not 0."},
		{Name: "at_launch", Label: "f at 31 °F", Value: v.fit(v.now).Eval([]float64{launch})},
	}
}

// certificate bounds how much any function could be better.
func (v *classified) certificate() *course.Certificate {
	c := engine.Certified(math.Abs(v.gap)/v.objective(), 0, engine.MaxBound)
	return &course.Certificate{Certificate: c,
		Line: fmt.Sprintf("No function of the whole space, sum of bumps or not, has an objective "+
			"lower by more than %s of "+
			"this one’s.", course.Digits(c.PrimalDualGap)),
		Reasons: []string{
			fmt.Sprintf("The dual problem bounds every function’s objective from below. At these α it is %s, and the "+
				"objective %s.", course.Digits(v.objective()-v.gap), course.Digits(v.objective())),
		}}
}

// What the picture shows.
const saysFlights = "With the {loss} loss {silent} of {all} flights have αᵢ = 0, and {wrong} are on the wrong side."

func (v *classified) says() []course.Said {
	return []course.Said{course.Say(saysFlights, v.loss().label, v.silent, len(v.y), v.wrong)}
}

// What the figure's goal asks for.
const goalSilent, goalWrong = 10, 3

func (v *classified) goal() course.Goal {
	return course.Goal{
		Name: "silent", At: "loss=hinge&lambda=0.001",
		Now:     fmt.Sprintf("%d, %d wrong", v.silent, v.wrong),
		Reached: v.silent >= goalSilent && v.wrong <= goalWrong,
		Text: fmt.Sprintf("Goal reached: %d flights pull, and f is a sum of %.0f bumps, one for "+
			"each temperature where "+
			"the pulls do not cancel.", len(v.y)-v.silent, v.bumps),
	}
}
