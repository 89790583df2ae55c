package study

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
)

// A Method is a way of predicting that chooses its own settings by what it is fitted to.
type Method struct {
	Name  string // in parameters and numbers
	Title string // for readers: “a random forest”
	fit   func(context.Context, sample) (predictor, error)
}

// A predictor gives of a row of inputs the response, or the probability of each class.
type predictor func(x []float64) []float64

// Methods are all, the kernel first.
var Methods = []Method{
	{"kernel", "Kernel ridge regression", fitKernel},
	{"mean", "No input at all", fitMean},
	{"ridge", "A plane (ridge regression)", fitRidge},
	{"neighbours", "Nearest neighbours", fitNeighbours},
	{"forest", "A random forest", fitForest},
	{"boosting", "Boosted trees", fitBoost},
}

// A sample is rows to fit.
type sample struct {
	X       [][]float64 // n×p
	Y       []float64   // n; nil of classes
	Labels  []int
	classes int
	groups  []int // n; rows with the same are left out together; nil where each is alone
	rng     *rand.Rand
}

// sample are the rows at places.
func (d *Design) sample(at []int, rng *rand.Rand) sample {
	s := sample{X: engine.Pick(d.X, at), classes: len(d.Classes), groups: d.groupsAt(at), rng: rng}
	if d.Labels != nil {
		s.Labels = engine.Pick(d.Labels, at)
	} else {
		s.Y = engine.Pick(d.Y, at)
	}
	return s
}

// targets are the responses less their mean, or ±1 for each class against the rest.
func (s sample) targets() (Y [][]float64, mean float64) {
	if s.Labels == nil {
		mean = stat.Mean(s.Y, nil)
		y := slices.Clone(s.Y)
		floats.AddConst(-mean, y)
		return [][]float64{y}, mean
	}
	for class := range s.classes {
		y := make([]float64, len(s.Labels))
		for i, label := range s.Labels {
			if y[i] = -1; label == class {
				y[i] = 1
			}
		}
		if Y = append(Y, y); s.classes == 2 {
			break // the other is its opposite
		}
	}
	return Y, 0
}

// fromTargets turns functions f of the targets into a predictor, given what they make of each row left out.
func (s sample) fromTargets(mean float64, leftOut [][]float64, f func(x []float64) []float64) predictor {
	if s.Labels == nil {
		return func(x []float64) []float64 { return []float64{mean + f(x)[0]} }
	}
	c := calibrated(leftOut, s.Labels)
	return func(x []float64) []float64 { return c.probabilities(f(x)) }
}

func fitKernel(ctx context.Context, s sample) (predictor, error) {
	Y, mean := s.targets()
	t, err := tune(ctx, s.X, Y, s.together(), everySecond)
	if err != nil {
		return nil, err
	}
	return s.fromTuned(t, Y, mean), nil
}

// everySecond of the widths is enough where many are to be tried: ℓ is then off by a fifth at most.
var everySecond = []float64{Widths[0], Widths[2], Widths[4], Widths[6], Widths[8], Widths[10], Widths[12]}

// fromTuned is the predictor of a tuned kernel.
func (s sample) fromTuned(t *Tuned, Y [][]float64, mean float64) predictor {
	leftOut := make([][]float64, len(Y))
	for q, y := range Y {
		leftOut[q] = t.LeftOut(q, y)
	}
	return s.fromTargets(mean, leftOut, func(x []float64) []float64 {
		f := make([]float64, len(Y))
		for q, v := range t.Predict([][]float64{x}) {
			f[q] = v[0]
		}
		return f
	})
}

func fitMean(_ context.Context, s sample) (predictor, error) {
	if s.Labels == nil {
		mean := []float64{stat.Mean(s.Y, nil)}
		return func([]float64) []float64 { return mean }, nil
	}
	shares := make([]float64, s.classes)
	for _, label := range s.Labels {
		shares[label] += 1 / float64(len(s.Labels))
	}
	return func([]float64) []float64 { return shares }, nil
}

func fitRidge(ctx context.Context, s sample) (predictor, error) {
	n, p := len(s.X), len(s.X[0])
	means := engine.Standardize(s.X).Mean
	Phi := mat.NewDense(n, p, nil)
	for i, x := range s.X {
		for j, v := range x {
			Phi.Set(i, j, v-means[j])
		}
	}
	spectrum, err := engine.SVD(Phi)
	if err != nil {
		return nil, err
	}
	Y, mean := s.targets()
	paths := make([][]engine.RidgePoint, len(Y))
	offsets := make([]float64, len(Y)) // the share of a class may be far from a half
	for q, y := range Y {
		y = slices.Clone(y)
		offsets[q] = stat.Mean(y, nil)
		floats.AddConst(-offsets[q], y)
		paths[q] = spectrum.Path(y, Lambdas)
	}
	missed, err := s.planesMiss(ctx, Phi, Y, paths)
	if err != nil {
		return nil, err
	}
	best, ok := leastOf(missed)
	if !ok {
		return nil, engine.ErrSingular
	}
	leftOut := make([][]float64, len(Y))
	for q, y := range Y {
		leftOut[q] = slices.Clone(y)
		floats.Sub(leftOut[q], missed[q][best].Residuals)
	}
	return s.fromTargets(mean, leftOut, func(x []float64) []float64 {
		f := slices.Clone(offsets)
		for q := range f {
			for j, v := range x {
				f[q] += paths[q][best].Theta[j] * (v - means[j])
			}
		}
		return f
	}), nil
}

// planesMiss has of each target, at each of Lambdas, what planes miss with rows left out: each alone or, where groups
// are, of the same fit in its other form, f = ΦΦᵀα, all of a group.
func (s sample) planesMiss(ctx context.Context, Phi *mat.Dense, Y [][]float64, paths [][]engine.RidgePoint) (
	missed [][]engine.FoldPoint, err error) {
	if folds := s.together(); folds != nil {
		n, _ := Phi.Dims()
		K := mat.NewSymDense(n, nil)
		K.SymOuterK(1, Phi)
		spectrum, err := engine.EigenContext(ctx, K)
		if err != nil {
			return nil, err
		}
		return spectrum.CrossValidateEach(Y, Lambdas, folds), nil
	}
	for _, path := range paths {
		points := make([]engine.FoldPoint, len(path))
		for l, p := range path {
			points[l] = engine.FoldPoint{Residuals: p.LOOResiduals, RMSE: p.LOORMSE, Err: p.Err}
		}
		missed = append(missed, points)
	}
	return missed, nil
}

// leastOf is the last λ at which all targets together are missed least; not ok if none has a fit.
func leastOf(missed [][]engine.FoldPoint) (best int, ok bool) {
	least := math.Inf(1)
	for l := range missed[0] {
		sum := 0.0
		for q := range missed {
			if p := missed[q][l]; p.Err != nil {
				sum = math.Inf(1)
			} else {
				sum += p.RMSE * p.RMSE
			}
		}
		if sum <= least {
			best, least = l, sum
		}
	}
	return best, !math.IsInf(least, 1)
}

// mostNeighbours are looked at.
const mostNeighbours = 30

func fitNeighbours(_ context.Context, s sample) (predictor, error) {
	D := engine.Distances(engine.Euclidean, s.X)
	n, together := len(s.X), s.together()
	if together == nil {
		together = engine.Singles(n)
	}
	largest := 0
	for _, group := range together {
		largest = max(largest, len(group))
	}
	most := min(mostNeighbours, n-largest)
	missed := make([]float64, most+1)
	distances := make([]float64, n)
	for _, group := range together {
		for _, i := range group {
			for j := range n {
				distances[j] = D.At(i, j)
			}
			for _, j := range group {
				distances[j] = math.Inf(1)
			}
			order := nearest(distances, most)
			for k := 1; k <= most; k++ {
				missed[k] += s.missed(i, s.among(order[:k]))
			}
		}
	}
	best := 1
	for k := 2; k <= most; k++ {
		if missed[k] < missed[best] {
			best = k
		}
	}
	return func(x []float64) []float64 {
		row := engine.CrossDistances(engine.Euclidean, [][]float64{x}, s.X).RawRowView(0)
		return s.among(nearest(row, best))
	}, nil
}

// among is the mean response of rows, or the shares of the classes.
func (s sample) among(rows []int) []float64 {
	if s.Labels == nil {
		sum := 0.0
		for _, i := range rows {
			sum += s.Y[i]
		}
		return []float64{sum / float64(len(rows))}
	}
	shares := make([]float64, s.classes)
	for _, i := range rows {
		shares[s.Labels[i]] += 1 / float64(len(rows))
	}
	return shares
}

// missed is by how much a prediction misses row i, squared, or whether it is of another class.
func (s sample) missed(i int, predicted []float64) float64 {
	if s.Labels == nil {
		return (s.Y[i] - predicted[0]) * (s.Y[i] - predicted[0])
	}
	if floats.MaxIdx(predicted) != s.Labels[i] {
		return 1
	}
	return 0
}

// nearest are the places of the least distances, in their order.
func nearest(distances []float64, most int) []int {
	order := sortedBy(distances)
	return order[:min(most, len(order))]
}

func fitForest(ctx context.Context, s sample) (predictor, error) {
	if s.Labels == nil {
		f, err := engine.Forest{}.Fit(ctx, engine.Dataset{X: s.X, Y: s.Y}, s.rng)
		if err != nil {
			return nil, err
		}
		return func(x []float64) []float64 { return []float64{f.Eval(x)} }, nil
	}
	f, err := engine.Forest{}.FitClasses(ctx, engine.Labelled{X: s.X, Labels: s.Labels}, s.rng)
	if err != nil {
		return nil, err
	}
	return func(x []float64) []float64 { return s.spread(f.Classes, f.Probabilities(x)) }, nil
}

func fitBoost(ctx context.Context, s sample) (predictor, error) {
	if s.Labels == nil {
		f, err := s.boost().Fit(ctx, engine.Dataset{X: s.X, Y: s.Y}, s.rng)
		if err != nil {
			return nil, err
		}
		return func(x []float64) []float64 { return []float64{f.Eval(x)} }, nil
	}
	f, err := s.boost().FitClasses(ctx, engine.Labelled{X: s.X, Labels: s.Labels}, s.rng)
	if err != nil {
		return nil, err
	}
	return func(x []float64) []float64 { return s.spread(f.Classes, f.Probabilities(x)) }, nil
}

// As many boosted trees are tried as take about two seconds of processor, leastStages at least: a tree takes
// the time of its rows times its inputs, and there is one for each class. Fewer go farther each.
const leastStages, mostStages, boostBudget = 20, 300, 12_000_000

func (s sample) boost() engine.Boost {
	stages := min(max(boostBudget/(len(s.X)*len(s.X[0])*trees(s.classes)), leastStages), mostStages)
	return engine.Boost{Folds: s.boostFolds(), Most: stages, Rate: min(0.1*mostStages/float64(stages), 0.3)}
}

// trees is how many trees are grown at a stage.
func trees(classes int) int {
	if classes > 2 {
		return classes
	}
	return 1
}

// spread has the probabilities of the classes that were there at the places of all.
func (s sample) spread(classes []int, of []float64) []float64 {
	all := make([]float64, s.classes)
	for k, class := range classes {
		all[class] = of[k]
	}
	return all
}
