package approximation

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/points"
)

// A budget is where the squared error of least squares with polynomials goes, for
// every degree at once: X is uniform on [0, 10], and Y = truth(X) + σZ.
type budget struct {
	*engine.ExcessRisk // of degree 0, 1, …, curves.MaxDegree
	grid, truth        []float64
	samples            []estimate
	estimation         []float64 // the middle one of the samples'
	margin             []float64 // how far that is from the middle of all samples, see middle
}

// An estimate is least squares on one sample, for every degree that n points determine.
type estimate struct {
	data       engine.Dataset
	curves     [][]float64 // on the grid; nil from degree n on
	train      []float64   // mean squared error on the sample itself
	estimation []float64   // NaN from degree n on
}

// budgetSamples is how many samples the middle one is taken of. The mean would be
// that of the few worst: near q = n − 1 the error has no finite mean.
const budgetSamples = 241

// middle is the middle one of budgetSamples values, and half the width of the interval that has
// the median of all samples between its ends with a probability of 95 %. These are the values of
// rank n/2 ± 0.98 √n, for the number of values below the median is binomial, whatever their
// distribution. Both are NaN where there are fewer values, or any is none.
func middle(values []float64) (median, margin float64) {
	if len(values) < budgetSamples || slices.ContainsFunc(values, math.IsNaN) {
		return math.NaN(), math.NaN()
	}
	sorted := slices.Sorted(slices.Values(values))
	half := int(math.Ceil(0.98 * math.Sqrt(budgetSamples)))
	const at = budgetSamples / 2
	return sorted[at], (sorted[at+half] - sorted[at-half]) / 2
}

// places are the middles of equal parts of [0, 10]. The mean over them is that over the interval,
// by the midpoint rule: with the two ends among them, where polynomials of a high degree are
// steepest, the estimation error at degree 12 would come out a quarter too large.
func places() []float64 {
	x := make([]float64, curves.GridPoints)
	for i := range x {
		x[i] = 10 * (float64(i) + 0.5) / curves.GridPoints
	}
	return x
}

type budgetOf struct {
	truth string
	n     int
	noise float64
	seed  int
}

// Compute draws the samples that belong to a seed and takes their errors apart. It returns
// the bytes of that too.
func (of budgetOf) Compute(ctx context.Context, _ *course.Memo) (*budget, int, error) {
	s, n := points.SourceOf(of.truth), of.n
	b := &budget{grid: places()}
	for _, x := range b.grid {
		b.truth = append(b.truth, s.Truth(x))
	}
	// In powers of x six digits would be lost.
	basis := engine.LegendreFeatures{Degree: curves.MaxDegree, Low: 0, High: 10}
	b.ExcessRisk = engine.Approximate(basis.Matrix(engine.Column(b.grid)), b.truth)
	for i := range budgetSamples {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		d := someOf(s, n, of.noise, rand.New(rand.NewPCG(uint64(of.seed), uint64(i))))
		e := estimate{data: d}
		for _, r := range b.Estimate(basis.Matrix(d.X), d.Y) {
			e.estimation, e.train = append(e.estimation, r.Estimation), append(e.train, r.Train)
			e.curves = append(e.curves, r.Fitted)
		}
		for len(e.estimation) <= curves.MaxDegree {
			e.estimation = append(e.estimation, math.NaN())
			e.train = append(e.train, math.NaN())
			e.curves = append(e.curves, nil)
		}
		if i > 0 {
			e = estimate{estimation: e.estimation} // only the first is drawn
		}
		b.samples = append(b.samples, e)
	}
	for q := range curves.MaxDegree + 1 {
		var at []float64
		for _, e := range b.samples {
			at = append(at, e.estimation[q])
		}
		median, margin := middle(at)
		b.estimation, b.margin = append(b.estimation, median), append(b.margin, margin)
	}
	const degrees = curves.MaxDegree + 1
	onGrid := (3*degrees + 2) * (curves.GridPoints + curves.GridPoints/8)
	return b, 8 * (onGrid + 2*budgetSamples*degrees + 6*n), nil
}

// someOf draws points.MaxN points and keeps n of them at random, the same ones first: a
// larger sample holds the smaller one, so that more data are more data and not
// other data.
func someOf(s points.Source, n int, noise float64, rng *rand.Rand) engine.Dataset {
	all := s.Make(points.MaxN, noise, rng)
	kept := rng.Perm(points.MaxN)[:n]
	slices.Sort(kept)
	return all.Pick(kept)
}

// excess is approximation and estimation error together; NaN where n points do not
// determine a polynomial of degree q.
func (b *budget) excess(q int) float64 { return b.Approximation[q] + b.estimation[q] }

// leastDegree is the degree of the least excess risk.
func (b *budget) leastDegree() int {
	least := 0
	for q := range b.Approximation {
		if b.excess(q) < b.excess(least) {
			least = q
		}
	}
	return least
}
