package approximation

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// sizes are those of the samples at which a learning curve is known.
var sizes = []int{5, 6, 7, 8, 10, 12, 14, 17, 20, 25, 30, 35, 40, 50, 60, 75, 100, 125, 150, 200, 250, points.MaxN}

// A growth is what one degree's errors do while samples grow: the middle ones of the
// samples that a budget has too, for each of sizes; NaN below degree + 1 points.
type growth struct {
	approximation     float64
	estimation, train []float64
	margin            []float64 // of the estimation error, see middle
}

// A leastSquares is one degree's, on a truth that is known at the grid.
type leastSquares struct {
	basis       engine.LegendreFeatures
	truth       []float64
	best        []float64 // its coefficients
	onGrid      *mat.Dense
	approximate float64
}

func leastSquaresOf(s points.Source, degree int) *leastSquares {
	l := &leastSquares{basis: engine.LegendreFeatures{Degree: degree, Low: 0, High: 10}}
	grid := places()
	for _, x := range grid {
		l.truth = append(l.truth, s.Truth(x))
	}
	l.onGrid = l.basis.Matrix(engine.Column(grid))
	l.best = course.Must(engine.RidgeQR(l.onGrid, l.truth, 0))
	l.approximate = engine.MeanSquare(l.at(l.best), l.truth)
	return l
}

// at is the function with these coefficients, on the grid.
func (l *leastSquares) at(theta []float64) []float64 {
	return engine.Apply(l.onGrid, theta)
}

type growthOf struct {
	truth  string
	degree int
	noise  float64
	seed   int
}

// Compute fits every sample at every size, and returns the bytes of that.
func (of growthOf) Compute(ctx context.Context, _ *course.Memo) (*growth, int, error) {
	s, degree := points.SourceOf(of.truth), of.degree
	l := leastSquaresOf(s, degree)
	g := &growth{approximation: l.approximate}
	estimation, train := make([][]float64, len(sizes)), make([][]float64, len(sizes))
	for i := range budgetSamples {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		rng := rand.New(rand.NewPCG(uint64(of.seed), uint64(i)))
		all := s.Make(points.MaxN, of.noise, rng)
		Phi, y := mat.NewDense(points.MaxN, degree+1, nil), make([]float64, points.MaxN)
		features := l.basis.Matrix(all.X)
		for row, from := range rng.Perm(points.MaxN) { // as someOf keeps them
			Phi.SetRow(row, features.RawRowView(from))
			y[row] = all.Y[from]
		}
		for k, n := range sizes {
			if n <= degree {
				continue
			}
			part := mat.DenseCopyOf(Phi.Slice(0, n, 0, degree+1))
			theta, err := engine.RidgeQR(part, y[:n], 0)
			if err != nil {
				continue // these points do not determine a polynomial
			}
			estimation[k] = append(estimation[k], engine.MeanSquare(l.at(theta), l.at(l.best)))
			train[k] = append(train[k], engine.MeanSquare(engine.Apply(part, theta), y[:n]))
		}
	}
	for k := range sizes {
		median, margin := middle(estimation[k])
		misses, _ := middle(train[k])
		g.estimation, g.margin = append(g.estimation, median), append(g.margin, margin)
		g.train = append(g.train, misses)
	}
	return g, 8 * 3 * len(sizes), nil
}

// of is the place of a size.
func of(n int) int { return slices.Index(sizes, n) }

// A learningCurve is the errors of one degree against the number of points.
type learningCurve struct {
	// What the controls say.
	degree, seed int
	noise        float64
	whole        bool // the curves are, and not a piece that a reader goes on from
	source       points.Source

	// What is computed.
	growth *growth
	rival  *growth // of rivalDegree
	budget *budget // of 30 points
}

var buildLearning = course.Steps(func(f *course.Form) course.Work {
	r := &learningCurve{
		degree: f.Int("degree", "degree q", 4, 0, curves.MaxDegree, course.Term("fit")),
		noise:  f.Float("noise", "noise σ", 0.3, 0, 1),
	}
	r.whole = f.Choice("show", "show", "piece",
		course.Options("piece", "a piece, to go on from", "whole", "the whole curves"), course.Leads) == "whole"
	r.seed = f.Int("seed", "seed", 1, 1, 999, course.More)
	r.source = chooseTruth(f)
	return r
})

func (r *learningCurve) Compute(ctx context.Context, memo *course.Memo) (err error) {
	truth := r.source.Value
	if r.growth, err = course.Remember(ctx, memo, growthOf{truth, r.degree, r.noise, r.seed}); err != nil {
		return err
	}
	if r.rival, err = course.Remember(ctx, memo, growthOf{truth, rivalDegree, r.noise, r.seed}); err != nil {
		return err
	}
	r.budget, err = course.Remember(ctx, memo, budgetOf{truth, 30, r.noise, r.seed})
	return err
}

// bayes is the error of the truth itself, floor that of the best of the degree, and at the
// test error with n points.
func (r *learningCurve) bayes() float64   { return r.noise * r.noise }
func (r *learningCurve) floor() float64   { return r.bayes() + r.growth.approximation }
func (r *learningCurve) at(n int) float64 { return r.floor() + r.growth.estimation[of(n)] }

// atRival is the same of rivalDegree.
func (r *learningCurve) atRival(n int) float64 { return r.rival.total(n) + r.bayes() }

// bySize are the sizes, and for each noise, approximation error and test error.
func (r *learningCurve) bySize() (x, noise, misfit, total []float64) {
	for _, n := range sizes {
		x, noise, misfit = append(x, float64(n)), append(noise, r.bayes()), append(misfit, r.growth.approximation)
		total = append(total, r.at(n))
	}
	return x, noise, misfit, total
}

func (r *learningCurve) Show(f *course.Form) *course.Picture {
	p := &course.Picture{
		Columns: [][]plots.Panel{{{ID: "learning-curve", Title: "The error by number of points", Width: course.Half,
			Height: 400, Plot: r.errors()}}},
		Numbers: r.numbers(),
		Says:    r.says(),
		Goals:   []course.Goal{r.goal()},
		Code:    budgetCode(f, r.budget, r.degree, r.source.Value),
	}
	if r.whole { // the layers would tell where the curve ends
		x, noise, misfit, total := r.bySize()
		p.Columns = append(p.Columns, []plots.Panel{{ID: "learning-layers", Width: course.Half, Height: 400,
			Title: "The three layers against the number of points", Plot: r.layers()}})
		p.Series = []course.Series{course.Table("learning",
			"n bayes_risk approximation_error estimation_error risk train_risk",
			x, noise, misfit, r.growth.estimation, total, r.growth.train)}
	}
	return p
}

func (r *learningCurve) axes() (x, y plots.Axis) {
	return plots.Axis{Label: "sample size n", Min: 0, Max: points.MaxN},
		plots.Axis{Label: "squared error", Min: 0, Max: plots.RoundUp(3 * math.Max(r.floor(), 1e-6))}
}

// errors are the test error and, of the whole, the train error and the floor.
func (r *learningCurve) errors() plots.Curves {
	first, last := of(20), of(40)+1
	if r.whole {
		first, last = 0, len(sizes)
	}
	x, _, _, total := r.bySize()
	v := plots.Curves{
		Lines: []plots.Line{
			{Name: "test error", Xs: x[first:last], Ys: total[first:last], Color: plots.Curve, Width: 2.6,
				Class: "curve"},
		},
		Legend: true, Points: []plots.Point{{X: 30, Y: r.at(30)}}, PointsName: "30 points",
	}
	if v.X, v.Y = r.axes(); r.whole {
		v.Lines = append(v.Lines,
			plots.Line{Name: "train error", Xs: x, Ys: r.growth.train, Color: plots.Accent, Width: 2, Dash: true},
			plots.Line{Name: "all but estimation", Xs: []float64{0, points.MaxN},
				Ys:    []float64{r.floor(), r.floor()},
				Color: plots.Soft, Width: 1.4, Dots: true})
	}
	return v
}

func (r *learningCurve) layers() plots.Stack {
	x, noise, misfit, _ := r.bySize()
	v := plots.Stack{
		Xs: x, TotalName: "all three",
		Layers: []plots.Layer{
			{Name: "noise", Ys: noise}, {Name: "approximation", Ys: misfit},
			{Name: "estimation", Ys: r.growth.estimation},
		},
	}
	v.X, v.Y = r.axes()
	return v
}

// numbers are first those in sight, three: of a piece none that tells where it ends.
func (r *learningCurve) numbers() (all []course.Number) {
	withPoints := func(n int) course.Number {
		return course.Number{Name: fmt.Sprintf("error_%d", n), Label: fmt.Sprintf("test error with %d points", n),
			Means: fmt.Sprintf("The squared error on new points, in the median of the samples of %d.", n),
			Value: r.at(n)}
	}
	takeWith := func(n int) course.Number {
		return course.Number{Name: fmt.Sprintf("margin_%d", n), Label: fmt.Sprintf("give or take, with %d", n),
			Means: marginMeans, Value: r.growth.margin[of(n)]}
	}
	if r.whole {
		all = []course.Number{withPoints(20), withPoints(points.MaxN),
			{Name: "floor", Label: "noise and approximation", Value: r.floor(),
				Means: "The squared error on new points of the best polynomial of this degree."},
			{Name: "train_20", Label: "train error with 20 points", Value: r.growth.train[of(20)]},
			{Name: "train_300", Label: "train error with 300 points", Value: r.growth.train[of(points.MaxN)]},
			takeWith(20), takeWith(points.MaxN),
		}
	}
	sample := r.budget.samples[0]
	excess := sample.estimation[r.degree]
	return append(all, withPoints(30), takeWith(30),
		course.Number{Name: "sample_risk", Label: "test error of one sample of 30",
			Means: "The squared error on new points of the fit to one of these samples.",
			Value: r.bayes() + r.budget.Approximation[r.degree] + excess},
		course.Number{Name: "train_risk", Label: "its train error", Value: sample.train[r.degree],
			Means: "The squared error of that fit on its own points."},
		course.Number{Name: "bayes_risk", Label: "noise σ²", Value: r.bayes()},
		course.Number{Name: "approximation_error", Label: "approximation error", Value: r.growth.approximation},
		course.Number{Name: "sample_estimation_error", Label: "that sample’s estimation error", Value: excess})
}

// What the picture shows.
const (
	saysPiece = "At degree {degree} the middle test error with 30 points is {error_30}, give or take {margin_30}. " +
		"Where it goes from there is yours to guess."
	saysWhole = "At degree {degree} the test error is {error_20} with 20 points, give or take {margin_20}, and " +
		"{error_300} with 300, give or take {margin_300}; noise and approximation, {floor}, are in both. " +
		"The train error is {train_20} and {train_300}."
)

func (r *learningCurve) says() []course.Said {
	if !r.whole {
		return []course.Said{course.Say(saysPiece, r.degree, r.at(30), r.growth.margin[of(30)])}
	}
	train, margin := r.growth.train, r.growth.margin
	return []course.Said{
		course.Say(saysWhole, r.degree, r.at(20), margin[of(20)], r.at(300), margin[of(300)], r.floor(),
			train[of(20)], train[of(300)]),
	}
}

func (r *learningCurve) goal() course.Goal {
	few, many := course.Digits(r.at(20)), course.Digits(r.at(points.MaxN))
	rivalFew, rivalMany := course.Digits(r.atRival(20)), course.Digits(r.atRival(points.MaxN))
	g := course.Goal{
		Name: "later", At: "degree=8&show=whole",
		Reached: r.whole && r.source.Value == "sine" && r.at(20) > r.atRival(20) &&
			r.at(points.MaxN) < r.atRival(points.MaxN),
		Text: fmt.Sprintf("Goal reached: degree %d has %s with 20 points and %s with 300; degree %d has %s and %s.",
			r.degree, few, many, rivalDegree, rivalFew, rivalMany),
	}
	switch {
	case !r.whole:
		g.But = "with the whole curve hidden"
	case r.source.Value != "sine":
		g.But = "not on the sine"
	}
	if r.whole {
		g.Now = fmt.Sprintf("%s against %s, then %s against %s", few, rivalFew, many, rivalMany)
	}
	return g
}

// rivalDegree is what the goal asks to be worse than with few points, and better than
// with many.
const rivalDegree = 4

// total is approximation and estimation error with n points.
func (g *growth) total(n int) float64 { return g.approximation + g.estimation[of(n)] }

// A spread is the estimation error of one degree over many samples of n points: its
// mean, and what the mean fit f̄ has of it.
type spread struct {
	mean     float64 // of E(f̂ − f_q)² over samples
	margin   float64 // of that mean, 1.96 standard errors
	bias     float64 // E(f̄ − f*)²
	variance float64 // mean of E(f̂ − f̄)²
}

// spreadOf draws samples of n points; a larger one does not hold a smaller one here.
func spreadOf(s points.Source, degree, n int, noise float64, samples int) spread {
	l := leastSquaresOf(s, degree)
	fits := make([][]float64, samples)
	mean := make([]float64, len(l.truth))
	for i := range fits {
		d := s.Make(n, noise, rand.New(rand.NewPCG(uint64(i), 1)))
		fits[i] = l.at(course.Must(engine.RidgeQR(l.basis.Matrix(d.X), d.Y, 0)))
		for g, v := range fits[i] {
			mean[g] += v / float64(samples)
		}
	}
	best, r := l.at(l.best), spread{bias: engine.MeanSquare(mean, l.truth)}
	errors := make([]float64, samples)
	for i, fit := range fits {
		errors[i] = engine.MeanSquare(fit, best)
		r.variance += engine.MeanSquare(fit, mean) / float64(samples)
	}
	r.mean, r.margin = many.Paired(errors)
	r.margin *= 1.96
	return r
}
