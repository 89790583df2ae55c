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

	X      [][]float64 // n×p, the rows
	Groups [][]int     // those that are left out together, each row in one
	C      *mat.Dense  // (K + nλI)⁻¹, n×n
	// Residuals is what is missed of the n rows of each target without their groups.
	Residuals [][]float64
}

// Tune fits targets, q rows of n numbers each, on n rows of p inputs at every place of the grid: one
// eigendecomposition for each ℓ serves every λ and every target. What is left out is a row at a time, exactly,
// see [engine.Spectrum.Solve]. It costs 13 n³. The error is ctx's, or that of [engine.Eigen]; it is
// [engine.ErrSingular] if there is no fit anywhere.
func Tune(ctx context.Context, X, Y [][]float64) (*Tuned, error) { return tune(ctx, X, Y, nil, Widths) }

// TuneGroups is [Tune] where whole groups of rows are left out, exactly too, see [engine.Spectrum.CrossValidate]; it
// costs 403 n Σ b² more for groups of b rows.
func TuneGroups(ctx context.Context, X, Y [][]float64, groups [][]int) (*Tuned, error) {
	return tune(ctx, X, Y, groups, Widths)
}

// tune is TuneGroups with these widths; no groups are each row alone.
func tune(ctx context.Context, X, Y [][]float64, groups [][]int, widths []float64) (*Tuned, error) {
	if groups == nil {
		groups = engine.Singles(len(X))
	}
	t := &Tuned{X: X, Groups: groups, Map: mat.NewDense(len(Lambdas), len(widths), nil)}
	if t.Median, _ = own.MedianDistance(X); t.Median == 0 {
		return nil, engine.ErrSingular
	}
	D := engine.Distances(engine.Euclidean, X)
	err := engine.InTwo(ctx, len(widths), func(j int) error {
		s, err := engine.EigenContext(ctx, engine.GramFromDistances(engine.Gaussian{Length: widths[j] * t.Median}, D))
		if err != nil {
			return err
		}
		if t.together() {
			t.Map.SetCol(j, groupErrors(s, Y, Lambdas, groups))
			return nil
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

// together reports whether any rows are left out together.
func (t *Tuned) together() bool { return len(t.Groups) < len(t.X) }

// groupErrors are those of [engine.Spectrum.LOOErrors] with each group of rows left out.
func groupErrors(s *engine.Spectrum, Y [][]float64, lambdas []float64, groups [][]int) []float64 {
	squares := make([]float64, len(lambdas))
	for _, points := range s.CrossValidateEach(Y, lambdas, groups) {
		for l, p := range points {
			if squares[l] += p.RMSE * p.RMSE / float64(len(Y)); p.Err != nil {
				squares[l] = math.Inf(1)
			}
		}
	}
	return roots(squares)
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
	if err := t.leaveOut(s, Y); err != nil {
		return err
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

// leaveOut has the residuals of the fits.
func (t *Tuned) leaveOut(s *engine.Spectrum, Y [][]float64) error {
	t.Residuals = nil
	if !t.together() {
		for _, fit := range t.Fits {
			t.Residuals = append(t.Residuals, fit.LOOResiduals)
		}
		return nil
	}
	for _, points := range s.CrossValidateEach(Y, []float64{t.Lambda}, t.Groups) {
		if points[0].Err != nil {
			return points[0].Err
		}
		t.Residuals = append(t.Residuals, points[0].Residuals)
	}
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
		all[q] = engine.Apply(K, fit.Alpha)
	}
	return all
}

// WithoutAt is what the fit of a target makes of x if row i is left out, with all of its group B: with
// C = (K + nλI)⁻¹ and the residuals r of the rows that are left out,
//
//	f₋B(x) = k(x)ᵀα₋B,   α₋B = α − C_·B r_B,   r_B = (C_BB)⁻¹ α_B,
//
// in O(np + n|B|).
func (t *Tuned) WithoutAt(target, i int, x []float64) float64 {
	g := slices.IndexFunc(t.Groups, func(group []int) bool { return slices.Contains(group, i) })
	return floats.Dot(engine.Cross(t.Kernel, [][]float64{x}, t.X).RawRowView(0), t.without(target, t.Groups[g], nil))
}

// without has the coefficients α₋B of a target without a group B in place of alpha.
func (t *Tuned) without(target int, group []int, alpha []float64) []float64 {
	alpha = append(alpha[:0], t.Fits[target].Alpha...)
	for _, i := range group {
		floats.AddScaled(alpha, -t.Residuals[target][i], t.C.RawRowView(i)) // C is symmetric
	}
	return alpha
}

// LeftOut is what is predicted of each row of a target with that row left out, or all of its group.
func (t *Tuned) LeftOut(target int, y []float64) []float64 {
	predicted := slices.Clone(y)
	floats.Sub(predicted, t.Residuals[target])
	return predicted
}
