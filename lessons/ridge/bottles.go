package ridge

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/plots"
)

// A cellar is the alcohol of some wines, to be told from the twelve other measures
// of each, and that of the wines which the fit has not seen. Measures are centred
// and scaled by those of the fitted wines, and alcohol is centred: that is ridge
// regression with an intercept that costs nothing.
type cellar struct {
	fitted, unseen *mat.Dense // of twelve columns
	y, other       []float64  // alcohol less mean, % by volume
	mean           float64    // of the fitted wines' alcohol
	spectrum       *engine.PrimalSpectrum
	chosen         func() subset // the best few measures, see few
}

// A subset of the measures is its columns, and the errors of least squares on them.
type subset struct {
	columns         []int
	unseen, leftOut float64 // on the unseen wines, and on each fitted one, left out
}

type drawnCellar struct{ n, seed int }

// Compute returns the cellar, and its bytes.
func (of drawnCellar) Compute(context.Context, *course.Memo) (*cellar, int, error) {
	n := of.n
	c := cellarOf(n, rand.New(rand.NewPCG(uint64(of.seed), 0)))
	_, d := c.fitted.Dims()
	return c, 8 * ((n+len(c.other))*(d+1) + (n+d+40)*(d+1)), nil // wines, singular vectors, the rest
}

// cellarOf fits n wines that are drawn at random.
func cellarOf(n int, rng *rand.Rand) *cellar {
	wines := data.Wine().X
	const alcohol = 0 // its column
	order := rng.Perm(len(wines))
	c := &cellar{}
	rows := func(places []int) (*mat.Dense, []float64) {
		Phi, y := mat.NewDense(len(places), len(wines[0])-1, nil), make([]float64, len(places))
		for i, p := range places {
			Phi.SetRow(i, wines[p][alcohol+1:])
			y[i] = wines[p][alcohol]
		}
		return Phi, y
	}
	c.fitted, c.y = rows(order[:n])
	c.unseen, c.other = rows(order[n:])
	_, d := c.fitted.Dims()
	for j := range d {
		mean, deviation := stat.PopMeanStdDev(mat.Col(nil, j, c.fitted), nil)
		for _, Phi := range []*mat.Dense{c.fitted, c.unseen} {
			rows, _ := Phi.Dims()
			for i := range rows {
				Phi.Set(i, j, (Phi.At(i, j)-mean)/deviation)
			}
		}
	}
	c.mean = stat.Mean(c.y, nil)
	for _, y := range [][]float64{c.y, c.other} {
		for i := range y {
			y[i] -= c.mean
		}
	}
	c.spectrum = course.Must(engine.SVD(c.fitted))
	c.chosen = sync.OnceValue(c.few)
	return c
}

// leaveOneOut are the residuals of each wine from a fit without it: the intercept
// adds 1/n to each leverage.
func leaveOneOut(y []float64, at engine.RidgePoint) []float64 {
	r := make([]float64, len(y))
	for i := range r {
		r[i] = (y[i] - at.Fitted[i]) / (1 - 1/float64(len(y)) - at.Leverage[i])
	}
	return r
}

// rms is the root mean square.
func rms(r []float64) float64 {
	return floats.Norm(r, 2) / math.Sqrt(float64(len(r)))
}

// on is the error on the unseen wines of a fit to some columns.
func (c *cellar) on(columns []int, theta []float64) float64 {
	return math.Sqrt(engine.MeanSquare(predict(c.unseen, columns, theta), c.other))
}

// predict is Φθ, where θ has an entry for each of the columns, all of them if nil.
func predict(Phi *mat.Dense, columns []int, theta []float64) []float64 {
	n, _ := Phi.Dims()
	f := make([]float64, n)
	for k, v := range theta {
		j := k
		if columns != nil {
			j = columns[k]
		}
		for i := range f {
			f[i] += v * Phi.At(i, j)
		}
	}
	return f
}

// few chooses measures by forward selection, ridge regression's rival: begin with
// none, add the one that lowers the train error most, go on, and of all stages keep
// the one of least leave-one-out error.
func (c *cellar) few() subset {
	n, d := c.fitted.Dims()
	none := engine.RidgePoint{Fitted: make([]float64, n), Leverage: make([]float64, n)}
	best := subset{unseen: rms(c.other), leftOut: rms(leaveOneOut(c.y, none))}
	var chosen []int
	left := mat.DenseCopyOf(c.fitted) // each column less what those chosen have of it
	for len(chosen) < min(d, n-3) {
		next := c.best(left, chosen)
		if next < 0 {
			break
		}
		chosen = append(chosen, next)
		Phi := mat.NewDense(n, len(chosen), nil)
		for k, column := range chosen {
			Phi.SetCol(k, mat.Col(nil, column, c.fitted))
		}
		least := course.Must(engine.SVD(Phi)).Solve(c.y, 0)
		if least.Err != nil {
			break
		}
		if e := rms(leaveOneOut(c.y, least)); e < best.leftOut {
			best = subset{slices.Clone(chosen), c.on(chosen, least.Theta), e}
		}
		unit := mat.Col(nil, next, left)
		floats.Scale(1/floats.Norm(unit, 2), unit)
		for j := range d {
			column := mat.Col(nil, j, left)
			floats.AddScaled(column, -floats.Dot(column, unit), unit)
			left.SetCol(j, column)
		}
	}
	return best
}

// best is the column that lowers the train error most beside those chosen: what is left of it,
// as a unit vector, has the largest product with y. It is −1 where nothing is left of any.
func (c *cellar) best(left *mat.Dense, chosen []int) int {
	next, most := -1, 0.
	_, d := left.Dims()
	for j := range d {
		column := mat.Col(nil, j, left)
		length := floats.Norm(column, 2)
		if slices.Contains(chosen, j) || length < 1e-8*floats.Norm(mat.Col(nil, j, c.fitted), 2) {
			continue
		}
		if gain := math.Abs(floats.Dot(column, c.y)) / length; gain > most {
			next, most = j, gain
		}
	}
	return next
}

// The wines' λ: from nothing to where little is left.
const lowBottles, highBottles = 1e-4, 10.

// A tasting is a ridge regression on some wines, judged by the others.
type tasting struct {
	// What the controls say.
	lambda  float64
	n, seed int

	judged bool // only the error on the other wines is asked for

	// What is computed.
	*cellar
	at                  engine.RidgePoint
	loo                 []float64 // residuals of each wine from a fit without it
	train, test, ofMean float64   // errors on the fitted wines, on the others, and of the mean on them
}

var buildBottles = course.Steps(func(f *course.Form) course.Work {
	return &tasting{
		lambda: f.LogFloat("lambda", "λ", 0, lowBottles, highBottles, course.FromZero, course.Term("lambda")),
		n:      f.Int("n", "wines to learn from", 20, 15, 100),
		seed:   f.Int("seed", "which wines", bottlesSeed, 1, 999),
	}
})

func (r *tasting) Compute(ctx context.Context, memo *course.Memo) (err error) {
	r.judged = course.Judged(ctx)
	if r.cellar, err = course.Remember(ctx, memo, drawnCellar{r.n, r.seed}); err != nil {
		return err
	}
	if r.at = r.spectrum.Solve(r.y, r.lambda); r.at.Err == nil {
		r.loo = leaveOneOut(r.y, r.at)
		r.train, r.test, r.ofMean = r.at.TrainRMSE, r.on(nil, r.at.Theta), rms(r.other)
	}
	return nil
}

func (r *tasting) Show(f *course.Form) *course.Picture {
	if r.at.Err != nil {
		return &course.Picture{Says: []course.Said{course.Say(saysNoFit)}, Message: "There is no single best fit: " +
			"these wines do not tell all twelve measures apart. Any λ > 0 chooses one."}
	}
	said := predict(r.unseen, nil, r.at.Theta)
	columns := make([][]float64, len(r.at.Theta))
	for j := range columns {
		columns[j] = mat.Col(nil, j, r.fitted)
	}
	if r.judged {
		return &course.Picture{Numbers: []course.Number{{Name: "test_rmse", Value: r.test}}}
	}
	return &course.Picture{
		Columns: [][]plots.Panel{
			{r.panel("bottles-fitted", fmt.Sprintf("The %d wines it learnt from", r.n), r.y,
				predict(r.fitted, nil, r.at.Theta))},
			{r.panel("bottles-unseen", fmt.Sprintf("The %d other wines", len(r.other)), r.other, said)},
		},
		Numbers: r.numbers(),
		Series: []course.Series{
			course.Table("fitted", "alcohol said", r.y, r.at.Fitted),
			course.Table("unseen", "alcohol said", r.other, said),
			course.Table("theta", "theta", r.at.Theta),
		},
		Matrices: []course.NamedMatrix{{Name: "features", Values: r.fitted}},
		Says:     r.says(),
		Goals:    []course.Goal{r.goal()},
		Code:     programs.Code("bottles", f, course.Values{"Columns": columns, "Y": r.y}),
	}
}

// panel is what the fit says of wines, against what was measured.
func (r *tasting) panel(id, title string, measured, said []float64) plots.Panel {
	dots := make([]plots.Point, len(measured))
	for i := range measured {
		dots[i] = plots.Point{X: r.mean + measured[i], Y: r.mean + said[i]}
	}
	axis := func(label string) plots.Axis { return plots.Axis{Label: label, Min: 11, Max: 15} }
	ends, level := []float64{11, 15}, []float64{r.mean, r.mean}
	return plots.Panel{ID: id, Lead: true, Title: title, Width: course.Half, Height: 590, Plot: plots.Curves{
		X: axis("alcohol as measured (%)"), Y: axis("alcohol as the fit says (%)"),
		Points: dots, PointsName: "a wine", Legend: true,
		Lines: []plots.Line{
			{Name: "measured = said", Xs: ends, Ys: ends, Color: plots.Soft, Width: 1.6},
			{Name: "always say the mean", Xs: ends, Ys: level, Color: plots.Soft, Width: 1.6, Dash: true},
		},
	}}
}

func (r *tasting) numbers() []course.Number {
	return []course.Number{
		{Name: "test_rmse", Label: "error on the other wines", Value: r.test, Unit: "%",
			Means: "How far the fit misses wines it has not seen: the root of the mean of the misses squared."},
		{Name: "mean_rmse", Label: "error of always saying the mean", Value: r.ofMean, Unit: "%",
			Means: "The same where every wine is said to have the mean of the fitted ones."},
		{Name: "subset_rmse", Label: "error of a few chosen measures", Value: r.chosen().unseen, Unit: "%",
			Means: "The same for least squares on a few of the twelve measures, added one by one, " +
				"always the one that lowers the train error most. Leaving each wine out once says how many."},
		{Name: "train_rmse", Label: "error on the fitted wines", Value: r.train, Unit: "%"},
		{Name: "subset", Label: "measures chosen", Value: float64(len(r.chosen().columns)), Whole: true},
		{Name: "loo_rmse", Label: "leave-one-out error", Value: rms(r.loo), Unit: "%"},
		{Name: "loo_standard_error", Label: "its standard error", Value: engine.StandardError(r.loo), Unit: "%"},
		{Name: "degrees_of_freedom", Label: "degrees of freedom, beside the mean", Value: r.at.DegreesOfFreedom},
		{Name: "norm", Label: "‖θ‖", Value: r.at.Norm},
		{Name: "condition", Label: "condition number", Value: r.at.Condition, Aside: true},
	}
}

// What the picture shows.
const (
	saysNoFit = "No fit."
	saysWines = "On the {others} other wines the fit misses by {test_rmse} %, {verdict} always saying the mean " +
		"({mean_rmse} %)."
)

func (r *tasting) says() []course.Said {
	verdict := "better than"
	switch {
	case engine.Agree(r.test, r.ofMean, r.ofMean):
		verdict = "as much as"
	case r.test > r.ofMean:
		verdict = "worse than"
	}
	return []course.Said{course.Say(saysWines, len(r.other), r.test, verdict, r.ofMean)}
}

func (r *tasting) goal() course.Goal {
	test := course.Digits(r.test) + " %"
	but := ""
	if r.n != 20 {
		but = fmt.Sprintf("from %d wines", r.n)
	}
	return course.Goal{
		Name: "rival", At: "lambda=0.464", Now: test, But: but, Reached: r.n == 20,
		Hidden: &course.Hidden{Number: "test_rmse", Below: bottlesError, Of: hiddenBottles, Unit: "%",
			Tuned: "lambda=0.147"},
		Text: fmt.Sprintf("On these wines it is %s; the chosen measures miss by %s %%, the mean by %s %%.",
			test, course.Digits(r.chosen().unseen), course.Digits(r.ofMean)),
	}
}

// bottlesSeed are wines on which least squares does worse than the mean.
const bottlesSeed = 1

// bottlesLambdas are the places of the slider of λ.
var bottlesLambdas = sync.OnceValue(func() []float64 {
	form := course.NewForm(nil)
	buildBottles(form)
	var lambdas []float64
	for _, s := range form.Control("lambda").Grid() {
		v, _ := course.ParseNumber(s)
		lambdas = append(lambdas, v)
	}
	return lambdas
})

// errors are those on the unseen wines at each λ.
func (c *cellar) errors(lambdas []float64) []float64 {
	v := make([]float64, len(lambdas))
	for i, lambda := range lambdas {
		v[i] = c.on(nil, c.spectrum.Solve(c.y, lambda).Theta)
	}
	return v
}

// inside reports whether errors have their least between the ends.
func inside(errors []float64) bool {
	bottom := floats.MinIdx(errors)
	return bottom > 0 && bottom < len(errors)-1
}

// onceDown reports whether errors fall, and then rise, and never fall again.
func onceDown(errors []float64) bool {
	bottom := floats.MinIdx(errors)
	down, up := errors[:bottom+1], errors[bottom:]
	return inside(errors) && slices.IsSorted(up) &&
		slices.IsSortedFunc(down, func(a, b float64) int { return cmp.Compare(b, a) })
}
