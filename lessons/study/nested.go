package study

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// Folds are how many parts the open rows are judged in.
const Folds = 5 // and there are at least LeastRows rows

// A Judged method is one fitted five times, each time with its own choosing, without a fifth of the open
// rows, and held against those: leaving a row out after settings were chosen by it flatters.
type Judged struct {
	Predicted [][]float64 // of each open row the response, or the probabilities of the classes
	Missed    []float64   // of each open row the squared error, or 1 if it is of another class
	LogLoss   float64     // of classes, the mean of −log P in nats
	losses    []float64   // of each open row −log P
	sealed    [][]float64 // what it makes of the sealed rows, fitted to all open ones
}

// Error is the root of the mean squared error, or the share of rows of another class.
func (d *Design) Error(missed []float64) float64 {
	mean := floats.Sum(missed) / float64(len(missed))
	if d.Labels == nil {
		return math.Sqrt(mean)
	}
	return mean
}

// A foldFit is what a method fitted without a fold of the open rows makes of that fold; or fitted to all of them,
// of the sealed rows.
type foldFit struct{ predicted [][]float64 }

// fitFold fits a method without fold f of the open rows; without none for f = Folds. The error is ctx's,
// or that of a fit.
func (d *Design) fitFold(ctx context.Context, m Method, plan Plan, f int) (*foldFit, error) {
	fold, asked := []int(nil), d.Sealed
	if f < Folds {
		if fold = d.folds(plan)[f]; len(fold) == 0 { // of fewer groups than folds
			return &foldFit{}, nil
		}
		asked = engine.Pick(d.Open, fold)
	}
	var rest []int
	for k := range d.Open {
		if !slices.Contains(fold, k) {
			rest = append(rest, k)
		}
	}
	predict, err := d.fitTo(ctx, m, plan, f, engine.Pick(d.Open, rest))
	if err != nil {
		return nil, err
	}
	return d.asked(asked, predict), nil
}

// fitTo fits a method to the rows at places; what it draws at random is of the plan's seed and the fold left out.
func (d *Design) fitTo(ctx context.Context, m Method, plan Plan, f int, at []int) (predictor, error) {
	return m.fit(ctx, d.sample(at, rand.New(rand.NewPCG(plan.Seed, uint64(f)))))
}

// asked is what a predictor makes of rows.
func (d *Design) asked(rows []int, predict predictor) *foldFit {
	of := &foldFit{}
	for _, i := range rows {
		of.predicted = append(of.predicted, predict(d.X[i]))
	}
	return of
}

// bytes is what it takes.
func (f *foldFit) bytes() (n int) {
	for _, p := range f.predicted {
		n += 24 + 8*len(p)
	}
	return n + 64
}

// judged joins the fits without each fold, and that to all.
func (d *Design) judged(plan Plan, fits []*foldFit) *Judged {
	n, all := len(d.Open), fits[Folds]
	j := &Judged{Predicted: make([][]float64, n), Missed: make([]float64, n), sealed: all.predicted}
	for f, fold := range d.folds(plan) {
		for i, k := range fold {
			j.Predicted[k] = fits[f].predicted[i]
		}
	}
	for k, i := range d.Open {
		j.Missed[k] = d.missed(i, j.Predicted[k])
		if d.Labels != nil {
			loss := -math.Log(math.Max(j.Predicted[k][d.Labels[i]], leastProbability))
			j.losses, j.LogLoss = append(j.losses, loss), j.LogLoss+loss/float64(n)
		}
	}
	return j
}

// Judge judges a method. The error is ctx's, or that of a fit.
func (d *Design) Judge(ctx context.Context, m Method, plan Plan) (*Judged, error) {
	var fits []*foldFit
	for f := range Folds + 1 {
		fit, err := d.fitFold(ctx, m, plan, f)
		if err != nil {
			return nil, err
		}
		fits = append(fits, fit)
	}
	return d.judged(plan, fits), nil
}

// leastProbability keeps the logarithm of one that is 0, which a forest may say, finite.
const leastProbability = 1e-6

// missed is by how much a prediction misses row i.
func (d *Design) missed(i int, predicted []float64) float64 {
	return sample{Y: d.Y, Labels: d.Labels}.missed(i, predicted)
}

// folds are the parts of the open rows, by their places among them: at random, or where the last are
// sealed one stretch after the other, or in whole groups.
func (d *Design) folds(plan Plan) [][]int {
	if d.Groups != nil {
		return engine.GroupFolds(d.groupsAt(d.Open), Folds, rand.New(rand.NewPCG(plan.Seed, 1<<32)))
	}
	n := len(d.Open)
	order := course.Indices(n)
	if plan.Seal != TheLast {
		rng := rand.New(rand.NewPCG(plan.Seed, 1<<32))
		rng.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	folds := make([][]int, Folds)
	for f := range folds {
		folds[f] = order[f*n/len(folds) : (f+1)*n/len(folds)]
	}
	return folds
}

// A Difference is by how much more one method misses than another, squared or in shares, over rows that both
// were judged on.
type Difference struct{ Mean, SE float64 }

// Told reports whether it is more than two standard errors.
func (d Difference) Told() bool { return math.Abs(d.Mean) > 2*d.SE }

// Compared is the difference of the means of what a misses of the open rows and b does.
func (d *Design) Compared(a, b *Judged) Difference {
	more := slices.Clone(a.Missed)
	floats.Sub(more, b.Missed)
	mean, se := meanOf(more, d.groupsAt(d.Open))
	return Difference{mean, se}
}

// OfSealed holds a judged method, fitted to all open rows, against the sealed ones.
func (d *Design) OfSealed(j *Judged) (predicted [][]float64, missed []float64) {
	for k, i := range d.Sealed {
		missed = append(missed, d.missed(i, j.sealed[k]))
	}
	return j.sealed, missed
}

// Band is half the width of a band in which 95 in 100 new responses lie: a quantile of what a judged method
// missed the open rows by, which no distribution is assumed for. What is missed with each row left out, after
// settings were chosen by it, makes it too narrow.
func (d *Design) Band(j *Judged) float64 {
	return engine.Quantile(roots(j.Missed), 0.95)
}

// roots are those of squares.
func roots(squares []float64) []float64 {
	sizes := make([]float64, len(squares))
	for k, square := range squares {
		sizes[k] = math.Sqrt(square)
	}
	return sizes
}
