package logistic

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/boundaries"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// longest is how many steps of a descent are counted through.
const longest = 100

// near is how far, as a share of its least value, the objective may lie above that to
// count as there.
const near = 0.01

// descentSample is what the descent opens on.
var descentSample = points.Offer{
	Data: "moons", Noise: 0.3, Seed: 12, Alone: true, Edit: "descent-plane", Rows: points.MoreRows,
	Of: []string{"moons", "rings", "xor", "blobs", "spiral", "points"},
}

// A descent is gradient descent beside Newton's method, at one step of both.
type descent struct {
	// What the controls say.
	data         *points.Labelled
	kernelOf     func() engine.Kernel
	lambda, size float64
	k            int

	// What is computed.
	*task                // nil where there are no points
	defeat         error // why there is no minimum
	down, newton   *engine.KLRFit
	limit          float64 // 2/L
	arrival        int     // the first step from which on the descent is near the minimum; −1 where it is not
	raised         int     // steps of the descent that raise J
	surface, other *boundaries.Surface
}

var buildDescent = course.Steps(func(f *course.Form) course.Work {
	load := points.OfTwoInputs(f, descentSample)
	v := &descent{k: f.Int("iteration", "step k", 10, 0, longest, course.Film)}
	v.size = f.LogFloat("step", "step size η", 0.2, 0.01, 100)
	v.lambda = model.MeanLambda(f, openDescent)
	v.kernelOf = model.Kernel(f, 0.5)
	for _, name := range []string{"kernel", "bandwidth"} {
		f.Control(name).More = true
	}
	v.data = load()
	return v
})

// Compute goes down both ways, once for all steps.
func (v *descent) Compute(ctx context.Context, memo *course.Memo) (err error) {
	v.task, v.defeat = nil, nil
	if v.data.Data.Len() == 0 {
		return nil
	}
	if v.task, err = taskOf(ctx, memo, v.data, 1, v.kernelOf()); err != nil {
		return err
	}
	var g gone
	if v.newton, err = v.solve(ctx, v.lambda); err == nil {
		g, err = course.Remember(ctx, memo, v.descentOf())
	}
	if err != nil {
		return course.Settle(err, &v.defeat)
	}
	v.down, v.limit = g.down, g.limit
	v.arrival, v.raised = v.arrives(v.down), v.raises()
	if v.surface = nil; course.Redrawn(ctx) {
		return nil
	}
	v.surface, err = boundaries.Over(ctx, memo, descended{v.descentOf(), min(v.k, len(v.down.Path)-1)})
	if err != nil {
		return err
	}
	solved := solutionOf{v.key(), v.lambda, false}
	v.other, err = boundaries.Over(ctx, memo, approached{solved, min(v.k, len(v.newton.Path)-1)})
	return err
}

type descentOf struct {
	taskKey
	lambda, size float64
}

func (v *descent) descentOf() descentOf { return descentOf{v.key(), v.lambda, v.size} }

type gone struct {
	down  *engine.KLRFit
	limit float64
}

// Compute goes all steps down, and returns the bytes of them.
func (of descentOf) Compute(ctx context.Context, memo *course.Memo) (gone, int, error) {
	t, err := of.task(ctx, memo)
	if err != nil {
		return gone{}, 0, err
	}
	down, err := engine.DescendKLR(ctx, t.gram, t.y, of.lambda, of.size, longest)
	if err != nil {
		return gone{}, 0, err
	}
	limit, err := engine.KLRStepLimit(t.gram, of.lambda)
	return gone{down, limit}, sizeOf(down), err
}

// step is the state of a path at step k: the last there is after its end.
func (v *descent) step(of *engine.KLRFit) engine.KLRStep { return of.Path[min(v.k, len(of.Path)-1)] }

// above is how far a state lies above the least objective; rounding may put it under.
func (v *descent) above(s engine.KLRStep) float64 { return max(s.Loss-v.newton.Loss, 0) }

// arrives is the first step from which on a path is near the minimum, −1 where it is not.
func (v *descent) arrives(of *engine.KLRFit) int {
	first := -1
	for i, s := range of.Path {
		switch {
		case v.above(s) > near*v.newton.Loss:
			first = -1
		case first < 0:
			first = i
		}
	}
	return first
}

func (v *descent) none() *course.Picture {
	return &course.Picture{
		Columns: [][]plots.Panel{{v.bare("descent-plane", "The points alone")}},
		Message: whyNot(v.defeat, v.lambda) + " So there is nothing to descend to.",
		Says:    []course.Said{course.Say(saysNoMinimum, v.counted()...)},
		Numbers: v.numbers(slices.Repeat([]float64{math.NaN()}, 8)),
		Series:  []course.Series{course.Table("data", "x1 x2 y", v.Column(0), v.Column(1), v.y)},
		Goals:   v.goals(),
	}
}

func (v *descent) numbers(of []float64) []course.Number {
	return []course.Number{
		{Name: "loss", Label: "objective J", Means: "What is minimised: the mean loss and λ‖f‖², " +
			"at this step of the descent.", Value: of[0]},
		{Name: "minimum", Label: "its least value", Means: "J where Newton’s method ends.", Value: of[1]},
		{Name: "step_limit", Label: "2/L", Means: "Below this step size no step raises J. L = s²/4n + 2λs bounds the " +
			"curvature of J, s the largest eigenvalue of K.", Value: of[2]},
		{Name: "gradient_norm", Label: "‖∇J(α)‖", Value: of[3]},
		{Name: "newton_loss", Label: "J of Newton’s method at this step", Value: of[4]},
		{Name: "newton_iterations", Label: "steps until Newton’s method stops", Value: of[5], Whole: true},
		{Name: "arrival", Label: "first step within 1 % of the least J", Value: of[6], Whole: true},
		{Name: "train_accuracy", Label: "share on the right side", Value: of[7]},
	}
}

func (v *descent) goals() []course.Goal {
	arrival := v.arrival
	if v.defeat != nil {
		arrival = -1
	}
	now, but := fmt.Sprintf("not in %d steps", longest), ""
	if arrival >= 0 {
		now = course.Plural(arrival, "step")
	}
	switch {
	case v.size >= v.limit:
		but = "with η over 2/L"
	case v.Name != "moons":
		but = "with other data"
	case v.lambda != openDescent:
		but = "by another λ"
	}
	return []course.Goal{{
		Name: "quick", At: "step=1.4", Now: now, But: but,
		Reached: but == "" && arrival >= 0 && arrival <= quick,
		Text: fmt.Sprintf("Goal reached: within 1 %% after %s, and no step could raise J.", course.Plural(arrival,
			"step")),
	}}
}

// openDescent is the λ that the figure opens with, and quick within how many steps the
// descent of the moons is to be near the minimum.
const openDescent, quick = 0.01, 8

func (v *descent) Show(f *course.Form) *course.Picture {
	if v.task == nil {
		return blank(v.data, "descent-plane")
	}
	if v.defeat != nil {
		return v.none()
	}
	now, newton := v.step(v.down), v.step(v.newton)
	at := float64(v.arrival)
	if v.arrival < 0 {
		at = math.NaN()
	}
	p := &course.Picture{
		Numbers: v.numbers([]float64{now.Loss, v.newton.Loss, v.limit, now.GradientNorm, newton.Loss,
			float64(v.newton.Iterations), at, float64(v.right(now.Alpha, nil)) / float64(v.n())}),
		Certificate: v.certificate(now),
		Says:        v.says(),
		Goals:       v.goals(),
		Series: []course.Series{
			course.Table("data", "x1 x2 y", v.Column(0), v.Column(1), v.y),
			course.Table("alpha", "alpha", now.Alpha),
			course.Table("newton_alpha", "alpha", newton.Alpha),
			v.path("loss", v.down), v.path("newton", v.newton), v.falls(v.down),
		},
		Code: v.code(f),
	}
	if v.surface == nil { // redrawn, to be counted
		return p
	}
	p.Columns = [][]plots.Panel{
		{{ID: "descent-plane", Title: fmt.Sprintf("After %s", course.Plural(v.k, "step")), Width: course.Half,
			Plot: v.plane()}},
		{{ID: "descent-loss", Title: "How far there is to go", Width: course.Half, Height: 400, Plot: v.fall()}},
	}
	return p
}

// plane is the probability by the descent, with the boundary by Newton's method.
func (v *descent) plane() plots.Surface {
	plane := v.surface.Under(v.Labelled, "probability")
	x, y := v.Axes()
	xs, ys := plots.Contour(v.other.Values, x, y, 0.5)
	plane.Lines = []plots.Line{{Name: "Newton’s ½", Xs: xs, Ys: ys, Color: plots.Accent, Width: 2.2, Dash: true}}
	return plane
}

// falls is how far above the least J each step of a method is, at least 10⁻¹⁶.
func (v *descent) falls(of *engine.KLRFit) course.Series {
	var i, above []float64
	for k, s := range of.Path {
		i, above = append(i, float64(k)), append(above, max(v.above(s), 1e-16))
	}
	return course.Table("fall", "iteration above", i, above)
}

// fall draws how far above the least J each step of the two methods is.
func (v *descent) fall() plots.Paths {
	line := func(name string, of *engine.KLRFit, token plots.Token, dash bool) plots.Line {
		s := v.falls(of)
		return plots.Line{Name: name, Color: token, Width: 2.4, Dash: dash, Xs: s.Columns[0].Values,
			Ys: s.Columns[1].Values}
	}
	down := line("gradient descent", v.down, plots.Curve, false)
	down.Class = "heard"
	return plots.Paths{
		X: plots.Axis{Label: "step k", Min: 0, Max: longest, Whole: true},
		Y: plots.Axis{Label: "J above its least value", Min: 1e-10, Max: 10, Log: true},
		Lines: []plots.Line{
			down, line("Newton’s method", v.newton, plots.Accent, true),
		},
		At: float64(v.k), AtName: "k", Color: plots.Soft,
	}
}

// certificate bounds by the dual problem how far J at a step is above its least value.
func (v *descent) certificate(now engine.KLRStep) *course.Certificate {
	c := engine.CertifyKLR(v.gram, v.y, v.lambda, now.Alpha)
	return &course.Certificate{Certificate: c,
		Line: fmt.Sprintf("J is at most %s above its least value, says the dual problem.",
			course.Digits(c.PrimalDualGap*now.Loss)),
		Reasons: []string{
			fmt.Sprintf("The dual problem bounds the least J from below, at every step: by %s of J here.",
				course.Digits(c.PrimalDualGap)),
			fmt.Sprintf("The gradient is %s of the numbers it is made of. Zero to rounding would be %s.",
				course.Digits(c.Residual), course.Digits(c.Bound)),
		}}
}

func (v *descent) path(name string, of *engine.KLRFit) course.Series {
	var i []float64
	for k := range of.Path {
		i = append(i, float64(k))
	}
	return course.Table(name, "iteration loss", i, of.LossPath())
}

// A descended is the probability over the plane at a step of the descent, and an approached
// at one of Newton's method.
type (
	descended struct {
		descentOf
		k int
	}
	approached struct {
		solutionOf
		k int
	}
)

// Look is that of probabilities.
func (descended) Look() boundaries.Look { return look }

// Values are the probabilities at nodes of the plane.
func (of descended) Values(ctx context.Context, memo *course.Memo, nodes [][]float64) ([]float64, error) {
	g, err := course.Remember(ctx, memo, of.descentOf)
	if err != nil {
		return nil, err
	}
	return of.probabilities(g.down.Path[of.k].Alpha, nodes), nil
}

// Values are the probabilities at nodes of the plane.
func (of approached) Values(ctx context.Context, memo *course.Memo, nodes [][]float64) ([]float64, error) {
	fit, err := course.Remember(ctx, memo, of.solutionOf)
	if err != nil {
		return nil, err
	}
	return of.probabilities(fit.Path[of.k].Alpha, nodes), nil
}

const (
	saysNoMinimum = counted + ", and no minimum."
	saysAfter     = "After {steps} of size {step} gradient descent has J = {loss}, Newton’s method {newton_loss}; " +
		"the least J is {minimum}."
	saysGone = "After {steps} of size {step} gradient descent has left the range of float64; its last state has J = " +
		"{loss}. Newton’s method has {newton_loss} at step {iteration}."
	saysUnder  = "The step is under 2/L = {step_limit}, and no step raises J."
	saysZero   = "K is zero: f = 0 whatever α is, and no step changes J."
	saysRaises = "The step is over 2/L = {step_limit}, and {raised} of {steps} steps raise J."
	saysYet    = "The step is over 2/L = {step_limit}, and yet no step raises J."
	saysNever  = "In {longest} steps it does not come to within 1 % of the least J to stay."
)

// says is where both are, and whether the step is too large.
func (v *descent) says() []course.Said {
	now, newton, size := v.step(v.down).Loss, v.step(v.newton).Loss, course.Chosen(v.size)
	last := len(v.down.Path) - 1
	says := []course.Said{course.Say(saysAfter, steps(v.k), size, now, newton, v.newton.Loss)}
	if v.k > last {
		says[0] = course.Say(saysGone, steps(last), size, now, newton, v.k)
	}
	switch over := v.size >= v.limit; {
	case over && v.raised > 0:
		says = append(says, course.Say(saysRaises, v.limit, v.raised, last))
	case over:
		says = append(says, course.Say(saysYet, v.limit))
	case math.IsInf(v.limit, 1):
		says = append(says, course.Say(saysZero))
	default:
		says = append(says, course.Say(saysUnder, v.limit))
	}
	if v.arrival < 0 {
		return append(says, course.Say(saysNever, longest))
	}
	return says
}

func steps(n int) course.Some { return course.Some{N: n, Noun: "step"} }

// raises is how many steps of the descent raise J by more than the rounding of its n losses.
func (v *descent) raises() (n int) {
	for i, s := range v.down.Path[1:] {
		if before := v.down.Path[i].Loss; s.Loss-before > engine.Rounding(v.n(), before) {
			n++
		}
	}
	return n
}
