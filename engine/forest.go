package engine

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// A Forest is the mean of trees, each grown on n rows drawn with replacement, and looking at
// a few inputs drawn at random for each of its splits. The zero Forest is a good one.
//
// Source: Breiman, Random forests, Machine Learning 45 (2001).
type Forest struct {
	// Trees is their number, 300 if it is 0.
	Trees int
	// Inputs is how many are drawn for a split. If it is 0, ⌊p/3⌋ for responses and ⌊√p⌋ for
	// classes, at least 1, as Breiman recommends and R's randomForest has it. scikit-learn
	// looks at all for responses, and its trees then differ by their rows alone.
	Inputs int
	// Leaf is the least number of rows drawn in a leaf, one row counted as often as it was
	// drawn: 1 if it is 0.
	Leaf int
}

// defaultTrees, with which the error is within a hundredth or so of that of more.
const defaultTrees = 300

// A ForestFit is a forest for responses. It is a [Function].
type ForestFit struct {
	// OutOfBag holds for each row the mean of the trees that were grown without it, so that
	// yᵢ − OutOfBag[i] is an honest residual. About 0.37 of the trees are; where none is, it is
	// the mean of the other responses, or of all if there is no other.
	OutOfBag []float64
	// Out is how many trees that were, of each row.
	Out []int

	p      int
	unit   float64 // values are of this
	trees  trees
	values []float64
}

// Fit returns the forest for responses, with splits by least squares. A leaf's value is the
// mean of its responses,
//
//	f(x) = (1/T) Σₜ mean{yᵢ : i in tree t's leaf of x},
//
// which lies between the least response and the largest. A fit takes O(T p n log n), and is
// the same for the same state of rng. It depends on the order of each input's values alone,
// but for where between two of them a threshold is.
//
// The error is that of ctx, which is looked at before each tree. Fit panics if d is not valid
// or a parameter is negative.
func (p Forest) Fit(ctx context.Context, d Dataset, rng *rand.Rand) (*ForestFit, error) {
	d.check()
	n, inputs := len(d.X), len(d.X[0])
	g := p.grower(d.X, max(1, inputs/3), rng)
	f := &ForestFit{OutOfBag: make([]float64, n), Out: make([]int, n), p: inputs, unit: unitOf(d.Y)}
	g.target = divided(d.Y, f.unit)
	leaf := func(rows []int32) int32 {
		var weight int32
		for _, i := range rows {
			weight += g.weight[i]
		}
		f.values = append(f.values, g.mean(rows, weight))
		return int32(len(f.values) - 1)
	}
	start := make([]float64, n) // the first tree's value: what is the same in all trees adds no rounding
	err := p.grow(ctx, g, &f.trees, leaf, func(i int, place int32) {
		if v := f.values[place]; f.Out[i] == 0 {
			start[i] = v
		} else {
			f.OutOfBag[i] += v - start[i]
		}
		f.Out[i]++
	}, d.X)
	if err != nil {
		return nil, err
	}
	for i, trees := range f.Out {
		if trees == 0 {
			start[i], trees = meanWithout(g.target, i), 1
		}
		f.OutOfBag[i] = f.unit * (start[i] + f.OutOfBag[i]/float64(trees))
	}
	return f, nil
}

// meanWithout is the mean of all but entry i, or of that one if there is no other.
func meanWithout(y []float64, i int) float64 {
	if len(y) == 1 {
		return y[0]
	}
	first := y[(i+1)%len(y)]
	sum := 0.0
	for k, v := range y {
		if k != i {
			sum += v - first
		}
	}
	return first + sum/float64(len(y)-1)
}

// Eval returns f(x). It panics unless x has as many inputs as the data, all finite.
func (f *ForestFit) Eval(x []float64) float64 {
	checkPlace(x, f.p)
	first := f.values[f.trees.leaf(f.trees.roots[0], x)]
	sum := 0.0
	for _, root := range f.trees.roots[1:] {
		sum += f.values[f.trees.leaf(root, x)] - first
	}
	return f.unit * (first + sum/float64(len(f.trees.roots)))
}

// checkPlace panics unless x is a point of p finite inputs.
func checkPlace(x []float64, p int) {
	if len(x) != p || !allFinite(x) {
		panic("engine: a point has not the inputs of the data, or one that is not finite")
	}
}

// A ClassForest is a forest for classes.
type ClassForest struct {
	Classes []int // ascending
	// OutOfBag has a row for each row of the data, the probabilities of Classes by the trees
	// that were grown without it; where none is, the other rows' shares of classes, or those of
	// all if there is no other.
	OutOfBag [][]float64
	// Out is how many trees that were, of each row.
	Out []int

	p      int
	trees  trees
	values []float64 // the shares in a leaf; first those in leaves of one class
}

// FitClasses returns the forest for classes, with splits by Gini's index. The probability of
// a class is its mean share in the leaves,
//
//	P(c | x) = (1/T) Σₜ share of class c in tree t's leaf of x.
//
// Cost, errors and panics are those of [Forest.Fit]. Of one class only the probability is 1.
func (p Forest) FitClasses(ctx context.Context, l Labelled, rng *rand.Rand) (*ClassForest, error) {
	l.check()
	n, inputs := len(l.X), len(l.X[0])
	f := &ClassForest{Classes: l.Classes(), OutOfBag: make([][]float64, n), Out: make([]int, n), p: inputs}
	k := len(f.Classes)
	g := p.grower(l.X, max(1, int(math.Sqrt(float64(inputs)))), rng)
	g.classify(l.numbers(f.Classes), k)
	f.values = make([]float64, k*k)
	for c := range k {
		f.values[c*k+c] = 1
	}
	for i := range f.OutOfBag {
		f.OutOfBag[i] = make([]float64, k)
	}
	err := p.grow(ctx, g, &f.trees, func(rows []int32) int32 { return f.leaf(g, rows) }, func(i int, place int32) {
		for c, share := range f.values[place : int(place)+k] {
			f.OutOfBag[i][c] += share
		}
		f.Out[i]++
	}, l.X)
	if err != nil {
		return nil, err
	}
	for i, row := range f.OutOfBag {
		if f.Out[i] == 0 {
			for other, c := range g.class {
				if other != i || n == 1 {
					row[c]++
				}
			}
		}
		shares(row)
	}
	return f, nil
}

// numbers returns for each label its place among classes.
func (l Labelled) numbers(classes []int) []int32 {
	return each(l.Labels, func(label int) int32 {
		c, _ := slices.BinarySearch(classes, label)
		return int32(c)
	})
}

// leaf returns the place of the shares of classes among the rows.
func (f *ClassForest) leaf(g *grower, rows []int32) int32 {
	k := len(f.Classes)
	first := g.class[rows[0]]
	if !slices.ContainsFunc(rows, func(i int32) bool { return g.class[i] != first }) {
		return first * int32(k)
	}
	place := len(f.values)
	f.values = append(f.values, make([]float64, k)...)
	for _, i := range rows {
		f.values[place+int(g.class[i])] += float64(g.weight[i])
	}
	shares(f.values[place:])
	return int32(place)
}

// shares divides v by its sum.
func shares(v []float64) {
	sum := 0.0
	for _, a := range v {
		sum += a
	}
	for c := range v {
		v[c] /= sum
	}
}

// Probabilities returns those of Classes at x. They add up to 1. It panics unless x has as
// many inputs as the data, all finite.
func (f *ClassForest) Probabilities(x []float64) []float64 {
	checkPlace(x, f.p)
	k := len(f.Classes)
	p := make([]float64, k)
	for _, root := range f.trees.roots {
		place := int(f.trees.leaf(root, x))
		for c, share := range f.values[place : place+k] {
			p[c] += share
		}
	}
	shares(p)
	return p
}

// Predict returns the class that is most probable at x, of equally probable ones the least.
func (f *ClassForest) Predict(x []float64) int { return f.Classes[floats.MaxIdx(f.Probabilities(x))] }

// grower returns one with the forest's parameters, by default with so many inputs a split.
func (p Forest) grower(x [][]float64, inputs int, rng *rand.Rand) *grower {
	if p.Trees < 0 || p.Inputs < 0 || p.Leaf < 0 {
		panic("engine: a parameter of a forest is negative")
	}
	g := newGrower(x, len(x))
	g.rng, g.inputs, g.least = rng, inputs, int32(min(max(1, p.Leaf), len(x)))
	if p.Inputs > 0 {
		g.inputs = min(p.Inputs, len(x[0]))
	}
	return g
}

// grow grows the trees, and tells out of each row that a tree was grown without.
func (p Forest) grow(
	ctx context.Context, g *grower, t *trees, leaf func(rows []int32) int32, out func(i int, place int32),
	x [][]float64,
) error {
	report := ReportOf(ctx)
	count := p.Trees
	if count == 0 {
		count = defaultTrees
	}
	for b := range count {
		if err := ctx.Err(); err != nil {
			return err
		}
		report(partTrees, float64(b)/float64(count))
		clear(g.weight)
		for range x {
			g.weight[g.rng.IntN(len(x))]++
		}
		g.grow(t, leaf)
		for i, w := range g.weight {
			if w == 0 {
				out(i, t.leaf(t.roots[b], x[i]))
			}
		}
	}
	return nil
}
