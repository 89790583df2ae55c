package logistic

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/boundaries"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// A task is points of a class and of others in the plane, to be told apart by functions
// of a kernel.
type task struct {
	*points.Labelled
	memo   *course.Memo
	kernel engine.Kernel
	class  int       // the label of the class that counts as +1
	y      []float64 // ±1
	gram   *mat.SymDense
}

// A taskKey names a task: a class of points is told from the others.
type taskKey struct {
	points.LabelledSpec
	kernel engine.Kernel
	class  int
}

func (t *task) key() taskKey { return taskKey{t.Spec, t.kernel, t.class} }

// task has its points and its Gram matrix.
func (of taskKey) task(ctx context.Context, memo *course.Memo) (*task, error) {
	return taskOf(ctx, memo, of.Load(), of.class, of.kernel)
}

// probabilities are those of α at nodes of the plane.
func (of taskKey) probabilities(alpha []float64, nodes [][]float64) []float64 {
	return probabilities(boundaries.Expand(of.kernel, of.Load().Data.X, alpha, nodes))
}

// taskOf is the task of telling a class of d from the others.
func taskOf(ctx context.Context, memo *course.Memo, d *points.Labelled, class int, k engine.Kernel) (*task, error) {
	gram, _, err := points.Gram(ctx, memo, d.Spec, k)
	if err != nil {
		return nil, err
	}
	return &task{d, memo, k, class, d.Data.Against(class).Y, gram}, nil
}

// name is that of the class.
func (t *task) name() string {
	for _, c := range t.Classes {
		if c.Label == t.class {
			return c.Name
		}
	}
	panic("logistic: a label without a name")
}

// n is the number of points, and members how many are of the class.
func (t *task) n() int { return len(t.y) }

func (t *task) members() (m int) {
	for _, y := range t.y {
		if y > 0 {
			m++
		}
	}
	return m
}

// solve is the fit at its minimum, or one of the engine's sentinels.
func (t *task) solve(ctx context.Context, lambda float64) (*engine.KLRFit, error) {
	return course.Remember(ctx, t.memo, solutionOf{t.key(), lambda, false})
}

type solutionOf struct {
	taskKey
	lambda  float64
	zeroOne bool // the loss is given labels of 0 and 1
}

// Compute fits, and returns the bytes of the fit.
func (of solutionOf) Compute(ctx context.Context, memo *course.Memo) (*engine.KLRFit, int, error) {
	t, err := of.task(ctx, memo)
	if err != nil {
		return nil, 0, err
	}
	var fit *engine.KLRFit
	if of.zeroOne {
		fit, err = t.solveZeroOne(ctx, of.lambda)
	} else {
		fit, err = engine.SolveKLR(ctx, t.gram, t.y, of.lambda)
	}
	if err != nil {
		return nil, 0, err
	}
	return fit, sizeOf(fit), nil
}

// Look is that of probabilities.
func (solutionOf) Look() boundaries.Look { return look }

// Values are the probabilities at nodes of the plane.
func (of solutionOf) Values(ctx context.Context, memo *course.Memo, nodes [][]float64) ([]float64, error) {
	fit, err := course.Remember(ctx, memo, of)
	if err != nil {
		return nil, err
	}
	return boundaries.Clipped(of.Load(), nodes, of.probabilities(fit.Alpha, nodes)), nil
}

// sizeOf is about how many bytes a fit takes.
func sizeOf(fit *engine.KLRFit) int {
	n := len(fit.Alpha)
	return 8 * (3*n + len(fit.Path)*(n+3))
}

// whyNot says in a sentence why there is no fit.
func whyNot(err error, lambda float64) string {
	switch {
	case errors.Is(err, engine.ErrIndefinite):
		return "There is no fit: K has a negative eigenvalue, and along its eigenvector the objective falls for ever."
	case errors.Is(err, engine.ErrOverflow):
		return "There is no fit: a number has left the range of float64."
	case lambda == 0 && errors.Is(err, engine.ErrNoConvergence):
		return "There is no fit at λ = 0: some f has every point on its side, and 2f, 3f, … have less and less loss. " +
			"It falls for ever towards 0 and never gets there."
	case lambda == 0:
		return "There is no one α at λ = 0: K is singular, and nothing chooses between the α that give the same f."
	}
	return "There is no fit: λ is so small that float64 cannot tell the objective from one without λ."
}

// probabilities turns decisions into probabilities, in place.
func probabilities(f []float64) []float64 {
	for i, v := range f {
		f[i] = engine.Logistic(v)
	}
	return f
}

// look is how probabilities are drawn.
var look = boundaries.Look{
	Scale:  plots.Scale{Ramp: plots.Share, Min: 0, Max: 1},
	Levels: []plots.Level{{At: 0.1, Name: "0.1"}, {At: 0.5, Name: "½", Bold: true}, {At: 0.9, Name: "0.9"}},
}

// loss is the mean loss of responses ±1 at decisions f, without any penalty.
func loss(f, y []float64) float64 {
	sum := 0.0
	for i := range f {
		sum += engine.LogisticLoss(y[i] * f[i])
	}
	return sum / float64(len(f))
}

// condition is what the condition number of the first of Newton's systems, K + 8nλI, does
// not exceed if K has no negative eigenvalue, tr K/8nλ + 1: what programs that solve it
// otherwise may differ by grows with it. Where there is no fit it says nothing.
func (t *task) condition(lambda float64) float64 {
	return mat.Trace(t.gram)/(8*float64(t.n())*lambda) + 1
}

func conditionNumber(value float64) course.Number {
	return course.Number{Name: "condition", Label: "bound on the condition number of K + 8nλI", Value: value,
		Aside: true}
}

// right is how many points are on the side of their class, y·f > 0; of f = 0, which is
// p = ½, none is. The values of f are those of the sums if nil.
func (t *task) right(alpha, values []float64) int {
	return boundaries.Decided(t.gram, alpha, 0, values).Right(t.y)
}

// bare is the plane with its points and no function over it.
func (t *task) bare(id, title string) plots.Panel {
	x, y := t.Axes()
	return plots.Panel{ID: id, Title: title, Width: course.Half, Plot: plots.Scatter{
		X: x, Y: y, Classes: t.ByClass(t.Column(0), t.Column(1)), Equal: t.Squared()}}
}

// blank is a figure before there is a point in it.
func blank(d *points.Labelled, id string) *course.Picture {
	x, y := d.Axes()
	plane := plots.Scatter{X: x, Y: y, Classes: d.ByClass(nil, nil), Equal: d.Squared()}
	return points.Blank(id, course.Half, plane, " of both classes.", saysEmpty)
}

// certificate says how near α is to the minimum.
func (t *task) certificate(fit *engine.KLRFit, lambda float64) *course.Certificate {
	c := engine.CertifyKLR(t.gram, t.y, lambda, fit.Alpha)
	line := fmt.Sprintf("The gradient is zero to rounding: %s, where rounding allows %s.", course.Digits(c.Residual),
		course.Digits(c.Bound))
	verdict := "Both are under the bound: this is the minimum, as far as float64 can tell."
	if !c.OK { // the bound promises nothing, for [engine.SolveKLR] leaves no larger gradient than rounding does
		line = fmt.Sprintf("Take these digits with care: the dual problem proves that J is at most %s %% above its "+
			"least value, and no more.", course.Digits(100*c.PrimalDualGap))
		verdict = "The bound is so large because α ~ 1/λ cancels in Kα; only a larger λ brings it down."
	}
	return &course.Certificate{Certificate: c, Line: line, Reasons: []string{
		fmt.Sprintf("Gradient: ‖∇J(α)‖ is %s, which is %s of the numbers that it is made of.",
			course.Digits(fit.GradientNorm), course.Digits(c.Residual)),
		fmt.Sprintf("Dual: J(α) exceeds the least J by at most %s of itself. The objective is convex, "+
			"so that the dual problem bounds it from below.", course.Digits(c.PrimalDualGap)),
		fmt.Sprintf("Bound: what rounding does to a gradient of %d points, %s.", t.n(), course.Digits(c.Bound)),
		verdict,
	}}
}

// round is v to so many decimals, for comparing what is shown.
func round(v float64, decimals int) float64 {
	p := math.Pow(10, float64(decimals))
	return math.Round(v*p) / p
}
