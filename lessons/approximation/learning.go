package approximation

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/curves"
	"gramophone/lessons/points"
	"gramophone/plots"
)

// sizes are those of the samples at which a learning curve is known.
var sizes = []int{5, 6, 7, 8, 10, 12, 14, 17, 20, 25, 30, 35, 40, 50, 60, 75, 100, 125, 150, 200, 250, points.MaxN}

// A growth is what one degree's errors do while samples grow: the middle ones of the
// samples that a budget has too, for each of sizes; NaN below degree + 1 points.
type growth struct {
	approximation     float64
	estimation, train []float64
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
	grid := curves.Grid(0, 10)
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
	rows, _ := l.onGrid.Dims()
	f := mat.NewVecDense(rows, nil)
	f.MulVec(l.onGrid, mat.NewVecDense(len(theta), theta))
	return f.RawVector().Data
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
			var fitted mat.VecDense
			fitted.MulVec(part, mat.NewVecDense(degree+1, theta))
			estimation[k] = append(estimation[k], engine.MeanSquare(l.at(theta), l.at(l.best)))
			train[k] = append(train[k], engine.MeanSquare(fitted.RawVector().Data, y[:n]))
		}
	}
	for k := range sizes {
		g.estimation, g.train = append(g.estimation, middle(estimation[k])), append(g.train, middle(train[k]))
	}
	return g, 8 * 2 * len(sizes), nil
}

// middle is the middle one of budgetSamples values; NaN where there are fewer.
func middle(v []float64) float64 {
	if len(v) < budgetSamples {
		return math.NaN()
	}
	return engine.Median(v)
}

// of is the place of a size.
func of(n int) int { return slices.Index(sizes, n) }

func buildLearning(f *course.Form) course.Draw {
	degree := f.Int("degree", "degree q", 4, 0, curves.MaxDegree, course.Term("fit"))
	noise := f.Float("noise", "noise σ", 0.3, 0, 1)
	whole := f.Choice("show", "show", "piece", course.Options("piece", "a piece, to go on from", "whole", "the whole curves")) == "whole"
	seed := f.Int("seed", "seed", 1, 1, 999, course.More)
	truth := chooseTruth(f)
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		g, err := course.Remember(ctx, memo, growthOf{truth.Value, degree, noise, seed})
		if err != nil {
			return nil, err
		}
		before, err := course.Remember(ctx, memo, growthOf{truth.Value, rivalDegree, noise, seed})
		if err != nil {
			return nil, err
		}
		b, err := course.Remember(ctx, memo, budgetOf{truth.Value, 30, noise, seed})
		if err != nil {
			return nil, err
		}
		bayes := noise * noise
		first, last := 0, len(sizes)
		if !whole {
			first, last = of(20), of(40)+1
		}
		x, constant, misfit, total := make([]float64, len(sizes)), make([]float64, len(sizes)), make([]float64, len(sizes)), make([]float64, len(sizes))
		for k, n := range sizes {
			x[k], constant[k], misfit[k] = float64(n), bayes, g.approximation
			total[k] = bayes + g.approximation + g.estimation[k]
		}
		cut := func(v []float64) []float64 { return v[first:last] }
		xAxis := plots.Axis{Label: "sample size n", Min: 0, Max: points.MaxN}
		yAxis := plots.Axis{Label: "squared error", Min: 0, Max: plots.RoundUp(3 * math.Max(bayes+g.approximation, 1e-6))}
		lines := []plots.Line{{Name: "test error", Xs: cut(x), Ys: cut(total), Color: plots.Curve, Width: 2.6, Class: "curve"}}
		if whole {
			lines = append(lines,
				plots.Line{Name: "train error", Xs: x, Ys: g.train, Color: plots.Accent, Width: 2, Dash: true},
				plots.Line{Name: "noise and approximation", Xs: []float64{0, points.MaxN}, Ys: []float64{bayes + g.approximation, bayes + g.approximation}, Color: plots.Soft, Width: 1.4, Dots: true})
		}
		at := func(n int) float64 { return total[of(n)] }
		p := &course.Picture{
			Columns: [][]plots.Panel{
				{{ID: "learning-curve", Title: "The error by number of points", Width: course.Half, Height: 400, Plot: plots.Curves{
					X: xAxis, Y: yAxis, Lines: lines, Legend: true,
					Points: []plots.Point{{X: 30, Y: at(30)}}, PointsName: "30 points",
				}}},
			},
			Numbers: []course.Number{{Name: "error_30", Label: "test error with 30 points", Means: "What new points are missed by, squared, in the middle one of the samples of 30.", Value: at(30)}},
			Code:    budgetCode(f, b, degree, truth.Value),
		}
		p.Description = fmt.Sprintf("At degree %d the middle test error with 30 points is %s. Where it goes from there is yours to guess.", degree, course.Digits(at(30)))
		if whole { // the layers would tell where the curve ends
			p.Columns = append(p.Columns, []plots.Panel{{ID: "learning-layers", Title: "The three layers against the number of points", Width: course.Half, Height: 400, Plot: plots.Stack{
				X: xAxis, Y: yAxis, Xs: x, TotalName: "all three",
				Layers: []plots.Layer{{Name: "noise", Ys: constant}, {Name: "approximation", Ys: misfit}, {Name: "estimation", Ys: g.estimation}},
			}}})
			p.Numbers = append([]course.Number{
				{Name: "error_20", Label: "test error with 20 points", Means: "What new points are missed by, squared, in the middle one of the samples of 20.", Value: at(20)},
				{Name: "error_300", Label: "test error with 300 points", Means: "What new points are missed by, squared, in the middle one of the samples of 300.", Value: at(points.MaxN)},
				{Name: "floor", Label: "noise and approximation", Means: "What the best polynomial of this degree misses new points by, squared.", Value: bayes + g.approximation},
				{Name: "train_20", Label: "train error with 20 points", Value: g.train[of(20)]},
				{Name: "train_300", Label: "train error with 300 points", Value: g.train[of(points.MaxN)]},
			}, p.Numbers...)
			p.Description = fmt.Sprintf("At degree %d the test error is %s with 20 points and %s with 300; noise and approximation, %s, are in both. The train error is %s and %s.",
				degree, course.Digits(at(20)), course.Digits(at(points.MaxN)), course.Digits(bayes+g.approximation), course.Digits(g.train[of(20)]), course.Digits(g.train[of(points.MaxN)]))
			p.Series = append(p.Series, course.Table("learning", "n bayes_risk approximation_error estimation_error risk train_risk", x, constant, misfit, g.estimation, total, g.train))
		}
		sample := b.samples[0]
		p.Numbers = append(p.Numbers, // three are in sight: of a piece none that tells where it ends
			course.Number{Name: "sample_risk", Label: "test error of one sample of 30", Means: "What new points are missed by, squared, by the fit of one of these samples.", Value: bayes + b.Approximation[degree] + sample.estimation[degree]},
			course.Number{Name: "train_risk", Label: "its train error", Means: "What the fit of that sample misses its own points by, squared.", Value: sample.train[degree]},
			course.Number{Name: "bayes_risk", Label: "noise σ²", Value: bayes},
			course.Number{Name: "approximation_error", Label: "approximation error", Value: g.approximation},
			course.Number{Name: "sample_estimation_error", Label: "that sample’s estimation error", Value: sample.estimation[degree]})
		now := "not shown yet"
		if whole {
			now = fmt.Sprintf("%s against %s, then %s against %s", course.Digits(at(20)), course.Digits(before.total(20)+bayes), course.Digits(at(points.MaxN)), course.Digits(before.total(points.MaxN)+bayes))
		}
		p.Goals = []course.Goal{{Name: "later", At: "degree=8&show=whole", Now: now,
			Reached: whole && truth.Value == "sine" && at(20) > before.total(20)+bayes && at(points.MaxN) < before.total(points.MaxN)+bayes,
			Text: fmt.Sprintf("Goal reached: degree %d has %s with 20 points and %s with 300; degree %d has %s and %s.", degree, course.Digits(at(20)), course.Digits(at(points.MaxN)),
				rivalDegree, course.Digits(before.total(20)+bayes), course.Digits(before.total(points.MaxN)+bayes))}}
		return p, nil
	}
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
	for _, fit := range fits {
		r.mean += engine.MeanSquare(fit, best) / float64(samples)
		r.variance += engine.MeanSquare(fit, mean) / float64(samples)
	}
	return r
}
