package study

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/own"
)

// The grid that is searched: ℓ in median distances of the open rows, and λ.
var (
	Widths  = floats.LogSpan(make([]float64, 13), 0.125, 8)
	Lambdas = floats.LogSpan(make([]float64, 31), 1e-8, 10)
)

// A Tuned is kernel ridge regression with a Gaussian kernel at the ℓ and λ that miss left-out rows least.
type Tuned struct {
	Kernel engine.Gaussian
	Lambda float64
	Median float64 // the median distance of the rows
	// Map has √(mean square of what is missed with each row left out), a row for each of Lambdas and a column for
	// each of Widths; +Inf without a fit.
	Map  *mat.Dense
	Fits []engine.PathPoint // at the best, one for each target

	X [][]float64 // n×p, the rows
	C *mat.Dense  // (K + nλI)⁻¹, n×n
}

// Tune fits targets, q rows of n numbers each, on n rows of p inputs at every place of the grid: one
// eigendecomposition for each ℓ serves every λ and every target. What is left out is a row at a time, exactly,
// see [engine.Spectrum.Solve]. It costs 13 n³. The error is ctx's, or that of [engine.Eigen]; it is
// [engine.ErrSingular] if there is no fit anywhere.
func Tune(ctx context.Context, X, Y [][]float64) (*Tuned, error) { return tune(ctx, X, Y, Widths) }

// tune is Tune with these widths.
func tune(ctx context.Context, X, Y [][]float64, widths []float64) (*Tuned, error) {
	t := &Tuned{X: X, Map: mat.NewDense(len(Lambdas), len(widths), nil)}
	if t.Median, _ = own.MedianDistance(X); t.Median == 0 {
		return nil, engine.ErrSingular
	}
	D := engine.Distances(engine.Euclidean, X)
	err := engine.InTwo(ctx, len(widths), func(j int) error {
		s, err := engine.EigenContext(ctx, engine.GramFromDistances(engine.Gaussian{Length: widths[j] * t.Median}, D))
		if err != nil {
			return err
		}
		errors, err := s.LOOErrors(ctx, Y, Lambdas)
		if err == nil {
			t.Map.SetCol(j, errors)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	i, j := t.best()
	if math.IsInf(t.Map.At(i, j), 1) {
		return nil, engine.ErrSingular
	}
	return t, t.fit(ctx, D, Y, widths[j]*t.Median, Lambdas[i])
}

// best is the place of the map with the least error; of several as small, that with the largest λ.
func (t *Tuned) best() (row, column int) {
	least := math.Inf(1)
	for i := len(Lambdas) - 1; i >= 0; i-- {
		for j, v := range t.Map.RawRowView(i) {
			if v < least {
				row, column, least = i, j, v
			}
		}
	}
	return row, column
}

// fit has the fits at ℓ and λ, and the inverse.
func (t *Tuned) fit(ctx context.Context, D *mat.SymDense, Y [][]float64, ell, lambda float64) error {
	t.Kernel, t.Lambda = engine.Gaussian{Length: ell}, lambda
	s, err := engine.EigenContext(ctx, engine.GramFromDistances(t.Kernel, D))
	if err != nil {
		return err
	}
	for _, y := range Y {
		p, err := s.Solve(y, lambda)
		if err != nil {
			return err
		}
		t.Fits = append(t.Fits, p)
	}
	n := len(t.X)
	scaled := mat.DenseCopyOf(s.Vectors)
	for j, v := range s.Values {
		scale := 1 / math.Sqrt(max(v, 0)+float64(n)*lambda)
		for i := range n {
			scaled.Set(i, j, scaled.At(i, j)*scale)
		}
	}
	t.C = new(mat.Dense)
	t.C.Mul(scaled, scaled.T())
	return nil
}

// Predict is f(x) of each target, less what was taken off it, at m new rows: q×m.
func (t *Tuned) Predict(x [][]float64) [][]float64 {
	if len(x) == 0 {
		return make([][]float64, len(t.Fits))
	}
	K := engine.Cross(t.Kernel, x, t.X)
	all := make([][]float64, len(t.Fits))
	for q, fit := range t.Fits {
		v := mat.NewVecDense(len(x), nil)
		v.MulVec(K, mat.NewVecDense(len(fit.Alpha), fit.Alpha))
		all[q] = v.RawVector().Data
	}
	return all
}

// WithoutAt is what the fit of a target makes of x if row i is left out: with C = (K + nλI)⁻¹,
//
//	f₋ᵢ(x) = k(x)ᵀα₋ᵢ,   α₋ᵢ = α − C eᵢ αᵢ/Cᵢᵢ,
//
// in O(np).
func (t *Tuned) WithoutAt(target, i int, x []float64) float64 {
	alpha := t.Fits[target].Alpha
	k := engine.Cross(t.Kernel, [][]float64{x}, t.X).RawRowView(0)
	ratio, sum := alpha[i]/t.C.At(i, i), 0.0
	for j, kj := range k {
		sum += kj * (alpha[j] - t.C.At(j, i)*ratio)
	}
	return sum
}

// LeftOut is what is predicted of each row of a target with that row left out.
func (t *Tuned) LeftOut(target int, y []float64) []float64 {
	predicted := slices.Clone(y)
	floats.Sub(predicted, t.Fits[target].LOOResiduals)
	return predicted
}
