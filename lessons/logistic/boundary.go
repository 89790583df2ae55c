package logistic

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/boundaries"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// heldLoss is what the first figure asks for: the mean loss at samples of the soil that
// the fit has not seen, in the median of sixty ways to hold half of them out at random.
const heldLoss = 0.347

// openBandwidth and openLambda are what it opens with.
const openBandwidth, openLambda = 0.5, 1e-3

// aQuarter is said where a goal asks for all data.
const aQuarter = "with a quarter set aside"

// irisClass declares which species is told from the other two, and returns the class
// that counts as +1.
func irisClass(f *course.Form) int {
	label := map[string]int{"setosa": 0, "versicolor": 1, "virginica": 2}[f.Choice("class", "class", "versicolor",
		course.Options("setosa", "setosa", "versicolor", "versicolor", "virginica", "virginica"),
		course.When("data", "iris"))]
	if f.Control("class").Off {
		return 1
	}
	return label
}

// A bounded is a task with its fit at one λ.
type bounded struct {
	// What the controls say.
	whole    *points.Labelled
	data     *points.Labelled // those that are not set aside
	class    int
	kernelOf func() engine.Kernel
	lambda   float64
	zeroOne  bool // the loss is given labels of 0 and 1
	squares  bool // points are held out by squares of ground
	pointed  int  // the datum pointed at; −1 for none

	// What is computed.
	*task                  // nil where there are no points
	defeat  error          // why there is no fit
	at      *engine.KLRFit // of NaN where there is none
	surface *boundaries.Surface
	halves  halves
	held    held // what is said of points held out
	over    mapped
	right   int // points on the side of their class
}

var buildBoundary = course.Steps(func(f *course.Form) course.Work {
	load := points.OfTwoInputs(f, points.Offer{Data: "meuse", Edit: "boundary-plane", Rows: points.MoreRows,
		Of: []string{"meuse", "iris", "rings", "moons", "xor", "blobs", "spiral", "points"}})
	v := &bounded{class: irisClass(f)}
	v.kernelOf = model.Kernel(f, openBandwidth)
	v.lambda = model.MeanLambda(f, openLambda)
	v.zeroOne = f.Choice("labels", "labels in the loss", "signs", course.Options("signs", "−1 and +1", "bits",
		"0 and 1, as they are"), course.More) == "bits"
	v.whole = load()
	v.data = readAside(f, v.whole, "meuse")
	v.squares = boundaries.BySquares(f)
	if v.data != v.whole { // a quarter that was drawn at random is promised by halves at random
		f.Control("halves").Off, v.squares = true, false
	}
	v.pointed = points.PointedAt(f, v.data.Data.Len(), course.Shows("what the fit says there")) - 1
	return v
})

// Compute fits, and asks the fit of each point and of the plane.
func (v *bounded) Compute(ctx context.Context, memo *course.Memo) (err error) {
	v.task, v.defeat, v.held = nil, nil, unheld
	if v.data.Data.Len() == 0 {
		return nil
	}
	if v.task, err = taskOf(ctx, memo, v.data, v.class, v.kernelOf()); err != nil {
		return err
	}
	switch v.at, err = course.Remember(ctx, memo, v.solution()); {
	case course.Defeats(err):
		nan := math.NaN()
		v.defeat, v.over = err, mapped{nan, nan, nan, nan}
		v.at = &engine.KLRFit{Expansion: engine.Expansion{Alpha: slices.Repeat([]float64{nan}, v.n())}, Loss: nan,
			GradientNorm: nan, Norm: nan}
		return nil
	case err != nil:
		return err
	}
	if !v.zeroOne {
		v.halves = halved(v.dataset(), v.squares, inSight())
		if v.held, err = v.halves.ask(klr(ctx, v.kernel, v.lambda)); err != nil {
			return err
		}
	}
	v.surface, err = boundaries.Over(ctx, memo, v.solution())
	if err != nil {
		return err
	}
	v.over, v.right = survey(v.surface), v.task.right(v.at.Alpha, v.at.Decision)
	return nil
}

func (v *bounded) solution() solutionOf { return solutionOf{v.key(), v.lambda, v.zeroOne} }

// solveZeroOne is the fit where the loss is given 0 for −1. There it is log 2 whatever f
// is, so that the points of the class alone count, and α is zero at all others:
//
//	J(f) = (m/n)[(1/m) Σ log(1 + e^(−f(xᵢ))) + (nλ/m)‖f‖²] + (n − m)/n log 2,
//
// with the sum over the m of the class.
func (v *task) solveZeroOne(ctx context.Context, lambda float64) (*engine.KLRFit, error) {
	n, m := float64(v.n()), float64(v.members())
	var of []int
	for i, y := range v.y {
		if y > 0 {
			of = append(of, i)
		}
	}
	part := func(loss float64) float64 { return m/n*loss + (n-m)/n*math.Ln2 }
	fit := &engine.KLRFit{Lambda: lambda, Expansion: engine.Expansion{Alpha: make([]float64, v.n())},
		Path: []engine.KLRStep{{Loss: math.Ln2}}}
	if len(of) > 0 {
		K := engine.Gram(v.kernel, engine.Pick(v.Data.X, of))
		alone, err := engine.SolveKLR(ctx, K, slices.Repeat([]float64{1}, len(of)), lambda*n/m)
		if err != nil {
			return nil, err
		}
		for k, i := range of {
			fit.Alpha[i] = alone.Alpha[k]
		}
		fit.Path = alone.Path
		for i := range fit.Path { // of another problem: their losses are wanted alone
			fit.Path[i].Loss = part(fit.Path[i].Loss)
		}
		fit.Norm, fit.GradientNorm, fit.Iterations = alone.Norm, m/n*alone.GradientNorm, alone.Iterations
	}
	fit.Loss = fit.Path[len(fit.Path)-1].Loss
	fit.Decision = engine.Apply(v.gram, fit.Alpha)
	for _, f := range fit.Decision {
		fit.Probability = append(fit.Probability, engine.Logistic(f))
	}
	return fit, nil
}

// dataset are the points fitted to, with ±1.
func (v *bounded) dataset() engine.Dataset { return engine.Dataset{X: v.Data.X, Y: v.y} }

// unseal puts the setting to the points set aside.
func unseal(ctx context.Context, _ *course.Memo, p *course.Picture) (course.Opened, error) {
	v := p.Result.(*bounded)
	o, err := unsealed(v.whole.Data, opened(v.whole), func(open, sealed engine.Labelled) (float64, []float64, error) {
		d := open.Against(v.class)
		said, err := promised(ctx, d, v.kernel, v.lambda)
		if err != nil {
			return 0, nil, err
		}
		losses, err := lossesOf(ctx, d, sealed.Against(v.class), v.kernel, v.lambda)
		return said.loss, losses, err
	})
	o.Anew = anewSoil()
	return o, err
}

// promised is what is said of points held out where some are open, by halves at random.
func promised(ctx context.Context, open engine.Dataset, k engine.Kernel, lambda float64) (held, error) {
	return halved(open, false, inSight()).ask(klr(ctx, k, lambda))
}

// lossesOf are those of a fit at other points.
func lossesOf(ctx context.Context, d, others engine.Dataset, k engine.Kernel, lambda float64) ([]float64, error) {
	fit, err := engine.KLR(ctx, k, d, lambda)
	if err != nil {
		return nil, err
	}
	var losses []float64
	for i, f := range engine.Evaluate(fit, others.X) {
		losses = append(losses, engine.LogisticLoss(others.Y[i]*f))
	}
	return losses, nil
}

// none is the picture where data or λ defeat the method.
func (v *bounded) none() *course.Picture {
	return &course.Picture{
		Columns: [][]plots.Panel{{v.bare("boundary-plane", "The points alone")}},
		Message: whyNot(v.defeat, v.lambda),
		Says:    []course.Said{course.Say(saysNoMap, v.counted()...)},
		Numbers: v.numbers(),
		Series:  v.series(),
		Goals:   v.goals(),
	}
}

// counted are how many points there are, how many are of the class, and its name.
func (v *task) counted() []any {
	return []any{course.Some{N: v.n(), Noun: "point"}, v.members(), v.name()}
}

func (v *bounded) numbers() []course.Number {
	over, accuracy, mean, condition := v.over, math.NaN(), math.NaN(), math.NaN()
	if v.defeat == nil {
		accuracy, mean = float64(v.right)/float64(v.n()), floats.Sum(v.at.Probability)/float64(v.n())
		condition = v.condition(v.lambda)
	}
	return []course.Number{
		{Name: "held_out_loss", Label: "loss at points held out", Means: "The mean of log(1 + e^(−y f(x))) at points " +
			"the fit has not seen: each half of the data is predicted by a fit to the other half. " +
			"A fit that knows nothing, f = 0, has log 2 = 0.693; one that says the share of the class " +
			"everywhere has less.", Value: v.held.loss},
		{Name: "train_accuracy", Label: "share on the right side", Means: "The share of the points whose own class " +
			"has a probability over ½; at ½ itself a point is on neither side.", Value: accuracy},
		{Name: "rkhs_norm", Label: "‖f‖", Means: "The size of f in its space, √(αᵀKα). It is what λ charges for.",
			Value: v.at.Norm},
		{Name: "held_out_wrong", Label: "wrong at points held out", Value: v.held.wrong, Unit: "%"},
		{Name: "loss", Label: "objective J", Value: v.at.Loss},
		{Name: "mean_probability", Label: "mean probability at the points", Value: mean},
		{Name: "least_probability", Label: "least probability on the map", Value: over.least},
		{Name: "greatest_probability", Label: "greatest probability on the map", Value: over.greatest},
		{Name: "over_half", Label: "share of the map over ½", Value: over.half},
		{Name: "sure", Label: "share of the map under 0.1 or over 0.9", Value: over.sure},
		{Name: "largest_alpha", Label: "largest |αᵢ|", Value: floats.Norm(v.at.Alpha, math.Inf(1))},
		{Name: "alpha_bound", Label: "1/2nλ", Value: v.bound()},
		{Name: "iterations", Label: "steps of Newton’s method", Value: float64(v.at.Iterations), Whole: true},
		{Name: "gradient_norm", Label: "‖∇J(α)‖", Value: v.at.GradientNorm, Aside: true},
		conditionNumber(condition),
	}
}

// bound is what no |αᵢ| reaches, 1/2nλ.
func (v *bounded) bound() float64 { return 1 / (2 * float64(v.n()) * v.lambda) }

func (v *bounded) series() []course.Series {
	var i, loss []float64
	for k, s := range v.at.Path {
		i, loss = append(i, float64(k)), append(loss, s.Loss)
	}
	probability := v.at.Probability
	if probability == nil {
		probability = slices.Repeat([]float64{math.NaN()}, v.n())
	}
	return []course.Series{
		course.Table("data", "x1 x2 y", v.Column(0), v.Column(1), v.y),
		course.Table("alpha", "alpha", v.at.Alpha),
		course.Table("probability", "probability", probability),
		course.Table("loss", "iteration loss", i, loss),
	}
}

func (v *bounded) goals() []course.Goal {
	but := ""
	switch {
	case v.Name != "meuse":
		but = "with other data"
	case v.data != v.whole:
		but = aQuarter
	case v.squares:
		but = boundaries.UnlessRandom
	case v.zeroOne:
		but = "with labels 0 and 1"
	}
	return []course.Goal{
		{Name: "held", At: "halves=points&bandwidth=0.35&lambda=0.0003", Now: course.Digits(v.held.loss),
			But: but, Reached: but == "" && v.defeat == nil,
			Hidden: &course.Hidden{Number: "held_out_loss", Below: heldLoss, Of: 60,
				Tuned: "halves=points&bandwidth=0.2&lambda=0.00005"},
			Text: fmt.Sprintf("By the halves of this figure it is %s.", course.Digits(v.held.loss))},
		{Name: "spiral", At: "data=spiral&noise=0.05&bandwidth=0.2&lambda=1e-4", Reached: v.Name == "spiral" &&
			v.at.Decision != nil && !v.zeroOne && v.n() >= 60 && v.right == v.n(),
			Text: "Every point of the spiral is on its side."},
	}
}

func (v *bounded) Show(f *course.Form) *course.Picture {
	if v.task == nil {
		return blank(v.data, "boundary-plane")
	}
	if v.defeat != nil {
		return v.none()
	}
	p := &course.Picture{
		Columns: [][]plots.Panel{
			{{ID: "boundary-plane", Title: "Probability of " + v.name(), Width: course.Half, Height: 510,
				Plot: v.plane()}},
			{{ID: "boundary-alpha", Title: "αᵢ against what the fit says at xᵢ", Width: course.Square, Height: 340,
				Plot: v.heights()}},
		},
		Numbers:     v.numbers(),
		Says:        v.says(),
		SaysOfDatum: v.saysOfDatum(),
		Series:      v.series(),
		Goals:       v.goals(),
		Code:        v.code(f),
	}
	if !v.zeroOne {
		p.Certificate = v.certificate(v.at, v.lambda)
	}
	return p
}

func (v *bounded) plane() plots.Surface {
	plane := v.surface.Under(v.Labelled, "probability")
	if i := v.pointed; i >= 0 {
		plane.Markers = append(plane.Markers, points.Ring(i, v.Data.X[i][0], v.Data.X[i][1]))
	}
	return plane
}

// heights is α against the probabilities, over the two lines on which they lie at the
// minimum.
func (v *bounded) heights() plots.Scatter {
	top := v.bound()
	s := plots.Scatter{
		X:       plots.Axis{Label: "probability of " + v.name() + " at xᵢ", Min: 0, Max: 1},
		Y:       plots.Axis{Label: "αᵢ", Min: -1.05 * top, Max: 1.05 * top},
		Classes: v.ByClass(v.at.Probability, v.at.Alpha),
		Lines: []plots.Line{{Name: "(tᵢ − p)/2nλ", Xs: []float64{0, 1}, Ys: []float64{top, 0}, Color: plots.Soft,
			Width: 1.4, Dash: true}},
	}
	low := []float64{0, -top}
	if v.zeroOne {
		low[1] = 0
	}
	s.Lines = append(s.Lines, plots.Line{Xs: []float64{0, 1}, Ys: low, Color: plots.Soft, Width: 1.4, Dash: true})
	if i := v.pointed; i >= 0 {
		s.Markers = append(s.Markers, points.Ring(i, v.at.Probability[i], v.at.Alpha[i]))
	}
	return s
}

// A mapped is what a map shows of a probability.
type mapped struct{ least, greatest, half, sure float64 }

// survey goes over the nodes of a map, but for those that are clipped.
func survey(s *boundaries.Surface) mapped {
	m, n := mapped{least: math.Inf(1), greatest: math.Inf(-1)}, 0.0
	for _, p := range s.Values.RawMatrix().Data {
		if math.IsNaN(p) {
			continue
		}
		n++
		m.least, m.greatest = min(m.least, p), max(m.greatest, p)
		if p > 0.5 && !engine.Agree(p, 0.5, 1) {
			m.half++
		}
		if p > 0.9 || p < 0.1 {
			m.sure++
		}
	}
	m.half, m.sure = m.half/n, m.sure/n
	return m
}

const (
	saysEmpty = "No points, no probability."
	counted   = "{count}, {members} of {name}"
	saysNoMap = counted + ", and no fit."
	saysMap   = counted + "; {right} on the right side. Over the map the probability lies between " +
		"{least_probability} and {greatest_probability}; it is over ½ on {half} of the map, and under 0.1 " +
		"or over 0.9 on {far}."
	saysNoPull = "The loss of a label 0 is log 2 whatever f is: {others} {have} no pull, and αᵢ = 0."
	saysMost   = "The largest |αᵢ| is that of {largest}, where the fit gives the true class {own}."

	saysDatum = "{datum}. The fit gives {name} a probability of {probability} there, and α{number} is {alpha}."
)

// says is what the map shows.
func (v *bounded) says() []course.Said {
	says := []course.Said{course.Say(saysMap, append(v.counted(), v.right, v.over.least, v.over.greatest,
		course.Measure{Value: 100 * v.over.half, Unit: "%"}, course.Measure{Value: 100 * v.over.sure, Unit: "%"})...)}
	if others := v.n() - v.members(); v.zeroOne {
		return append(says, course.Say(saysNoPull, course.Some{N: others, Noun: "point"},
			course.ByCount(others, "has", "have")))
	}
	if v.n() > 1 {
		most := v.largest()
		says = append(says, course.Say(saysMost, pointsNamed(most), v.own(most[0])))
	}
	return says
}

// saysOfDatum is what the fit says of the datum pointed at.
func (v *bounded) saysOfDatum() []course.Said {
	i := v.pointed
	if i < 0 {
		return nil
	}
	return []course.Said{course.Say(saysDatum, v.Labelled.Datum(i), v.name(), v.at.Probability[i],
		course.Subscript(i+1), v.at.Alpha[i])}
}

// largest are the points with the largest |αᵢ|: several where they agree.
func (v *bounded) largest() (of []int) {
	most := floats.Norm(v.at.Alpha, math.Inf(1))
	for i, a := range v.at.Alpha {
		if engine.Agree(math.Abs(a), most, most) {
			of = append(of, i)
		}
	}
	return of
}

// pointsNamed are points by their numbers, from 1, or how many there are if more than two.
func pointsNamed(of []int) string {
	switch len(of) {
	case 1:
		return fmt.Sprintf("point %d", of[0]+1)
	case 2:
		return fmt.Sprintf("points %d and %d", of[0]+1, of[1]+1)
	}
	return course.Plural(len(of), "point")
}

// own is the probability of point i's own class, or of its being none.
func (v *bounded) own(i int) float64 { return engine.Logistic(v.y[i] * v.at.Decision[i]) }
