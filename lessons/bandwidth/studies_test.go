package bandwidth

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/model"
)

// A split is a data set in two parts: two thirds to choose on, and a third that takes no
// part in the choice.
type split struct {
	fitted, unseen engine.Dataset
	D              *mat.SymDense // distances of what is fitted
	between        *mat.Dense    // from what is not seen to what is fitted
	lambdas        []float64
}

// splitOf cuts d at random so that points at one x stay together. The mean of the two
// thirds' responses is taken off.
func splitOf(d engine.Dataset, rng *rand.Rand) *split {
	s := &split{lambdas: everySecond(ruleLambdas)}
	s.fitted, s.unseen = curves.SplitOf(d, rng)
	mean := stat.Mean(s.fitted.Y, nil)
	floats.AddConst(-mean, s.fitted.Y)
	floats.AddConst(-mean, s.unseen.Y)
	s.D = engine.Distances(engine.Euclidean, s.fitted.X)
	s.between = engine.CrossDistances(engine.Euclidean, s.unseen.X, s.fitted.X)
	return s
}

// everySecond thins a grid: enough, where valleys are this level.
func everySecond(grid []float64) (v []float64) {
	for i := 0; i < len(grid); i += 2 {
		v = append(v, grid[i])
	}
	return v
}

// folds leave out one point, all points of one x, or a tenth of the points.
func (s *split) folds(rng *rand.Rand) (single, together, tenth [][]int) {
	for i, g := range engine.SameInputs(s.fitted.X) {
		single = append(single, []int{i})
		if g == len(together) {
			together = append(together, nil)
		}
		together[g] = append(together[g], i)
	}
	tenth = make([][]int, 10)
	for i, j := range rng.Perm(s.fitted.Len()) {
		tenth[i%10] = append(tenth[i%10], j)
	}
	return single, together, tenth
}

func (s *split) spectrum(ell float64) *engine.Spectrum {
	return course.Must(engine.Eigen(engine.GramFromDistances(gaussian(ell), s.D)))
}

// least is the best λ at a bandwidth, with its error by those folds.
func (s *split) least(at *engine.Spectrum, folds [][]int) (lambda, loo float64) {
	loo = math.Inf(1)
	for _, p := range at.CrossValidate(s.fitted.Y, s.lambdas, folds) {
		if p.Err == nil && p.RMSE < loo {
			lambda, loo = p.Lambda, p.RMSE
		}
	}
	return lambda, loo
}

// miss is the root mean squared error on what is not seen.
func (s *split) miss(at *engine.Spectrum, ell, lambda float64) float64 {
	alpha := course.Must(at.Solve(s.fitted.Y, lambda)).Alpha
	misses := make([]float64, s.unseen.Len())
	for i := range misses {
		misses[i] = s.unseen.Y[i]
		for j, a := range alpha {
			misses[i] -= a * gaussian(ell).OfDistance(s.between.At(i, j))
		}
	}
	return rms(misses)
}

// errorsOf are the errors of all ways on what took no part in the choice: each chooses ℓ
// and λ on the two thirds, a rule its λ by leaving one out.
func errorsOf(d engine.Dataset, rng *rand.Rand) (errors []float64) {
	s := splitOf(d, rng)
	single, together, tenth := s.folds(rng)
	for _, r := range rules {
		if !slices.Contains(contestants, r.name) {
			continue
		}
		ell := r.of(s.fitted.X)
		at := s.spectrum(ell)
		lambda, _ := s.least(at, single)
		errors = append(errors, s.miss(at, ell, lambda))
	}
	longest := mat.Max(s.D)
	best := [3]float64{math.Inf(1), math.Inf(1), math.Inf(1)}
	var missed [3]float64
	for _, ell := range everySecond(within(model.Bandwidths, longest/200, profileTo*longest)) {
		at := s.spectrum(ell)
		for k, folds := range [3][][]int{single, together, tenth} {
			if lambda, loo := s.least(at, folds); loo < best[k] {
				best[k], missed[k] = loo, s.miss(at, ell, lambda)
			}
		}
	}
	return append(errors, missed[:]...)
}
