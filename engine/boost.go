package engine

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// A Boost is gradient boosting: a sum of shallow trees, each fitted to what the sum of those
// before it left, and added with a weight ν,
//
//	f₀ constant,   fₛ = fₛ₋₁ + ν tₛ,   tₛ ≈ −∂loss/∂f at fₛ₋₁.
//
// How many trees are best is found by cross-validation, for all numbers in one pass: a model for
// each fold grows by a tree, and the loss at the rows that it was fitted without is looked at
// after each. The zero Boost is a good one.
//
// Source: Friedman, Greedy function approximation: a gradient boosting machine, Annals of
// Statistics 29 (2001).
type Boost struct {
	// Stages is how many trees there are for each function, or, if it is 0, as many as
	// cross-validation finds.
	Stages int
	// Most is the largest number that cross-validation looks at, 500 if it is 0. It stops before
	// when for 5/ν stages nothing has been better.
	Most int
	// Rate is ν ∈ (0, 1], 0.1 if it is 0.
	Rate float64
	// Depth is the most splits on the way to a leaf, 3 if it is 0: as many inputs act together.
	Depth int
	// Leaf is the least number of rows in a leaf, 5 if it is 0: with single rows, scikit-learn's
	// default, the log loss of two tables of measurements was 1.4 and 1.8 times as large.
	Leaf int
	// Folds are the parts that cross-validation leaves out, every index in exactly one; if there
	// are none, five at random, with every class in its share.
	Folds [][]int
}

// What a zero means. Cross-validation ends boostPatience/ν stages after the best.
const (
	defaultStages = 500
	defaultRate   = 0.1
	defaultDepth  = 3
	defaultLeaf   = 5
	defaultFolds  = 5
	boostPatience = 5
)

// newtonLimit is the most that a Newton step changes a log odds, before ν. Where a leaf has one
// row that is all but surely of another class the step is 1/P, and the row may be an error.
const newtonLimit = 100

// A BoostFit is boosting for responses. It is a [Function].
type BoostFit struct {
	Stages int // trees in the sum
	// Losses holds the mean squared error after 0, 1, … stages at rows that the model was fitted
	// without, and is the least at Stages, which is therefore a little too good; nil if Stages
	// was given, or there is one row.
	Losses []float64
	// HeldOut has for each row what the model of its fold predicts after Stages; nil with Losses.
	HeldOut []float64

	sum  boostSum
	unit float64 // values are of this
}

// A ClassBoost is boosting for classes.
type ClassBoost struct {
	Classes []int // ascending
	Stages  int   // trees in the sum for each class, or for the log odds of two
	// Losses holds the mean of −log P(cᵢ | xᵢ), in nats, as [BoostFit] has squared errors.
	Losses []float64
	// HeldOut has a row for each row of the data, the probabilities of Classes by the model of
	// its fold after Stages; nil with Losses.
	HeldOut [][]float64

	sum boostSum
}

// A boostSum is the sums of trees, one tree after another for each function.
type boostSum struct {
	p      int
	start  []float64 // of each function
	trees  trees
	values []float64 // times ν
}

// clear forgets the trees, and keeps their room.
func (b *boostSum) clear() {
	b.trees.nodes, b.trees.roots, b.values = b.trees.nodes[:0], b.trees.roots[:0], b.values[:0]
}

// at returns the functions' values at x.
func (b *boostSum) at(x []float64) []float64 {
	checkPlace(x, b.p)
	f := slices.Clone(b.start)
	for t, root := range b.trees.roots {
		f[t%len(f)] += b.values[b.trees.leaf(root, x)]
	}
	return f
}

// Eval returns f(x). It panics unless x has as many inputs as the data, all finite.
func (f *BoostFit) Eval(x []float64) float64 { return f.unit * f.sum.at(x)[0] }

// Probabilities returns those of Classes at x. They add up to 1. It panics unless x has as many
// inputs as the data, all finite.
func (f *ClassBoost) Probabilities(x []float64) []float64 {
	p := make([]float64, len(f.Classes))
	logLoss{k: len(p)}.probabilities(p, Column(f.sum.at(x)), 0)
	return p
}

// Predict returns the class that is most probable at x, of equally probable ones the least.
func (f *ClassBoost) Predict(x []float64) int { return f.Classes[floats.MaxIdx(f.Probabilities(x))] }

// Fit returns boosting for responses, by the mean squared error. A leaf's value is the mean of
// what is left in it. Cross-validation, a fit for each of five folds, and the fit to all rows take
// O(6 S p n depth) for S stages, and sorting. Fit is the same for the same state of rng, which
// draws the folds and nothing else.
//
// The error is that of ctx, which is looked at before each tree, or [ErrOverflow] if a mean squared
// error is beyond float64. Fit panics if d is not valid, a parameter is negative or Rate above 1,
// or Folds are no partition of the rows, or one of them is all there are.
func (p Boost) Fit(ctx context.Context, d Dataset, rng *rand.Rand) (*BoostFit, error) {
	d.check()
	unit := unitOf(d.Y)
	loss := squaredLoss{divided(d.Y, unit)}
	sum, chosen, err := p.fit(ctx, d.X, loss, nil, rng)
	if err != nil {
		return nil, err
	}
	f := &BoostFit{Stages: chosen.stages, Losses: chosen.losses, sum: *sum, unit: unit}
	for s := range f.Losses {
		if f.Losses[s] = f.Losses[s] * unit * unit; !finite(f.Losses[s]) {
			return nil, ErrOverflow
		}
	}
	if chosen.held != nil {
		f.HeldOut = chosen.held[0]
		for i := range f.HeldOut {
			f.HeldOut[i] *= unit
		}
	}
	return f, nil
}

// FitClasses returns boosting for classes, by the log loss −log P(c | x). Of two classes
//
//	P(c₂ | x) = 1/(1 + e^(−f(x))),
//
// and of k others there are k functions, with P(c | x) = e^(f_c)/Σ_b e^(f_b). A leaf's value is
// one step of Newton's method. Cost, errors and panics are those of [Boost.Fit], the cost k times
// as large for k functions.
func (p Boost) FitClasses(ctx context.Context, l Labelled, rng *rand.Rand) (*ClassBoost, error) {
	l.check()
	f := &ClassBoost{Classes: l.Classes()}
	loss := logLoss{class: l.numbers(f.Classes), k: len(f.Classes)}
	sum, chosen, err := p.fit(ctx, l.X, loss, loss.class, rng)
	if err != nil {
		return nil, err
	}
	f.Stages, f.Losses, f.sum = chosen.stages, chosen.losses, *sum
	if chosen.held != nil {
		f.HeldOut = make([][]float64, len(l.X))
		for i := range f.HeldOut {
			f.HeldOut[i] = make([]float64, loss.k)
			loss.probabilities(f.HeldOut[i], chosen.held, i)
		}
	}
	return f, nil
}

// defaults returns the parameters with numbers for zeros.
func (p Boost) defaults() Boost {
	if p.Stages < 0 || p.Most < 0 || p.Depth < 0 || p.Leaf < 0 || !(p.Rate >= 0 && p.Rate <= 1) {
		panic("engine: a parameter of boosting is out of its range")
	}
	p.Most, p.Depth = cmp.Or(p.Most, defaultStages), cmp.Or(p.Depth, defaultDepth)
	p.Rate, p.Leaf = cmp.Or(p.Rate, defaultRate), cmp.Or(p.Leaf, defaultLeaf)
	return p
}

// chosen is what cross-validation found.
type chosen struct {
	stages int
	losses []float64   // after 0, 1, … stages
	held   [][]float64 // the functions' values at each row by the model without it
}

func (p Boost) fit(
	ctx context.Context, x [][]float64, loss boostLoss, class []int32, rng *rand.Rand,
) (*boostSum, chosen, error) {
	p = p.defaults()
	n := len(x)
	g := newGrower(x, n)
	g.depth, g.least = p.Depth, int32(min(p.Leaf, n))
	best := chosen{stages: p.Stages}
	if p.Stages == 0 && n > 1 {
		if p.Folds == nil {
			p.Folds = randomFolds(n, min(defaultFolds, n), class, rng)
		}
		checkFolds(n, p.Folds)
		var err error
		if best, err = p.choose(ctx, g, loss, x); err != nil {
			return nil, best, err
		}
	}
	report := ReportOf(ctx)
	b := p.boosting(g, loss, x, nil)
	for s := range best.stages {
		report(partTrees, float64(s)/float64(best.stages))
		if err := b.stage(ctx); err != nil {
			return nil, best, err
		}
	}
	return &b.sum, best, nil
}

// choose finds the number of stages with the least loss at rows that were left out.
func (p Boost) choose(ctx context.Context, g *grower, loss boostLoss, x [][]float64) (chosen, error) {
	var models []*boosting
	for _, fold := range p.Folds {
		if len(fold) == len(x) {
			panic("engine: a fold has all rows")
		}
		models = append(models, p.boosting(g.sibling(), loss, x, fold))
	}
	best := chosen{held: make([][]float64, loss.functions())}
	for c := range best.held {
		best.held[c] = make([]float64, len(x))
	}
	report := ReportOf(ctx)
	for s := 0; ; s++ {
		mean := 0.0
		for m, fold := range p.Folds {
			for _, i := range fold {
				mean += loss.at(models[m].f, i) / float64(len(x))
			}
		}
		best.losses = append(best.losses, mean)
		if mean < best.losses[best.stages] || s == 0 {
			best.stages = s
			for m, fold := range p.Folds {
				for _, i := range fold {
					for c := range best.held {
						best.held[c][i] = models[m].f[c][i]
					}
				}
			}
		}
		if s == p.Most || float64(s-best.stages) >= boostPatience/p.Rate {
			return best, nil
		}
		report(partFolds, float64(s)/float64(p.Most))
		for _, b := range models {
			if err := b.stage(ctx); err != nil {
				return best, err
			}
			b.sum.clear()
		}
	}
}

// randomFolds deals n rows to k folds at random, class after class, so that each fold has its share.
func randomFolds(n, k int, class []int32, rng *rand.Rand) [][]int {
	order := rng.Perm(n)
	if class != nil {
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(class[a], class[b]) })
	}
	folds := make([][]int, k)
	for at, i := range order {
		folds[at%k] = append(folds[at%k], i)
	}
	return folds
}

// A boosting is a model on its way, fitted to the rows that have a weight.
type boosting struct {
	sum          boostSum
	g            *grower
	loss         boostLoss
	rate         float64
	x            [][]float64
	out          []int       // the rows without a weight
	f            [][]float64 // the functions' values at each row, with a weight or without
	slope, curve [][]float64
}

// boosting returns a model before its first stage, of all rows but those left out.
func (p Boost) boosting(g *grower, loss boostLoss, x [][]float64, out []int) *boosting {
	for i := range g.weight {
		g.weight[i] = 1
	}
	for _, i := range out {
		g.weight[i] = 0
	}
	b := &boosting{g: g, loss: loss, rate: p.Rate, x: x, out: out}
	b.sum = boostSum{p: len(x[0]), start: loss.start(g.weight)}
	for _, v := range b.sum.start {
		b.f = append(b.f, slices.Repeat([]float64{v}, len(x)))
		b.slope, b.curve = append(b.slope, make([]float64, len(x))), append(b.curve, make([]float64, len(x)))
	}
	return b
}

// stage adds a tree for each function, by the slopes before the first of them.
func (b *boosting) stage(ctx context.Context) error {
	b.loss.slopes(b.f, b.slope, b.curve)
	for c, f := range b.f {
		if err := ctx.Err(); err != nil {
			return err
		}
		b.g.target = b.slope[c]
		b.g.grow(&b.sum.trees, func(rows []int32) int32 {
			v := b.step(c, rows)
			for _, i := range rows {
				f[i] += v
			}
			b.sum.values = append(b.sum.values, v)
			return int32(len(b.sum.values) - 1)
		})
		root := b.sum.trees.roots[len(b.sum.trees.roots)-1]
		for _, i := range b.out {
			f[i] += b.sum.values[b.sum.trees.leaf(root, b.x[i])]
		}
	}
	return nil
}

// step is ν times Newton's step for the rows of a leaf.
func (b *boosting) step(c int, rows []int32) float64 {
	var slope, curve float64
	for _, i := range rows {
		slope += b.slope[c][i]
		curve += b.curve[c][i]
	}
	if curve == 0 { // every row is as good as certain
		return 0
	}
	v := b.loss.newton() * slope / curve
	if _, ok := b.loss.(logLoss); ok {
		v = math.Copysign(min(math.Abs(v), newtonLimit), v)
	}
	return b.rate * v
}
