package engine

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// SameInputs returns a number for each point, the same for points with the same input
// and counting from 0 in the order in which they first occur. It panics if x is empty,
// ragged or not finite.
func SameInputs(x [][]float64) []int {
	checkInputs(x)
	order := indices(len(x))
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(slices.Compare(x[a], x[b]), cmp.Compare(a, b))
	})
	first := make([]int, len(x))
	for k, i := range order {
		first[i] = i
		if k > 0 && slices.Equal(x[order[k-1]], x[i]) {
			first[i] = first[order[k-1]]
		}
	}
	groups, next := make([]int, len(x)), 0
	for i, f := range first {
		if groups[i] = groups[f]; f == i {
			groups[i] = next
			next++
		}
	}
	return groups
}

// Singles are n folds of one point each.
func Singles(n int) [][]int { return each(indices(n), func(i int) []int { return []int{i} }) }

// GroupFolds deals the groups of n points, a number for each point, to k folds at random, all points of a group
// to one fold: each group, in a random order, to the fold that has the fewest points, of several to the first.
// Folds hold the points' indices in ascending order, each in exactly one; where there are fewer groups than k,
// some are empty. It panics if k < 1.
func GroupFolds(groups []int, k int, rng *rand.Rand) [][]int {
	if k < 1 {
		panic("engine: no folds")
	}
	members := Grouped(groups)
	folds := make([][]int, k)
	for _, g := range rng.Perm(len(members)) {
		least := 0
		for f := range folds {
			if len(folds[f]) < len(folds[least]) {
				least = f
			}
		}
		folds[least] = append(folds[least], members[g]...)
	}
	for _, fold := range folds {
		slices.Sort(fold)
	}
	return folds
}

// Grouped returns the indices of the points of each group, ascending, groups in the order in which they first occur.
func Grouped(groups []int) (members [][]int) {
	place := map[int]int{}
	for i, g := range groups {
		at, there := place[g]
		if !there {
			at = len(members)
			place[g], members = at, append(members, nil)
		}
		members[at] = append(members[at], i)
	}
	return members
}

// A FoldPoint is cross-validation of kernel ridge regression at one λ. If Err is set,
// Lambda stands, and the rest is zero.
type FoldPoint struct {
	Lambda float64
	// Residuals holds yᵢ − f₋ᵢ(xᵢ), with f₋ᵢ fitted without the fold that i is in.
	Residuals []float64
	RMSE      float64 // ‖Residuals‖/√n
	// StandardError is that of RMSE, see [StandardError].
	StandardError float64
	Err           error
}

// CrossValidate returns the errors of kernel ridge regression at each λ on points that
// it was not fitted to: for every fold B, a set of indices, f₋B is fitted to the others
// at the same penalty nλ, with n and not n − |B|, and its residuals on B are
//
//	y_B − f₋B(x_B) = (C_BB)⁻¹ α_B,   C = (K + nλI)⁻¹,   α = Cy,
//
// exact and without a refit. With folds of one point they are the leave-one-out
// residuals of [Spectrum.Solve]. A λ costs O(n Σ|B|²).
//
// A point's error is that of Solve, or [ErrSingular] if the points that are left out
// leave C_BB singular to working precision. CrossValidate panics as Solve does, and
// unless every index is in exactly one fold.
//
// Source: An, Liu and Venkatesh, Fast cross-validation algorithms for least squares
// support vector machine and kernel ridge regression, Pattern Recognition 40 (2007).
func (s *Spectrum) CrossValidate(y, lambdas []float64, folds [][]int) []FoldPoint {
	return s.CrossValidateEach([][]float64{y}, lambdas, folds)[0]
}

// CrossValidateEach is [Spectrum.CrossValidate] for each of several lists of responses on the same points, in which
// what a fold takes is found once for all of them. It has a row for each of Y, and a column for each λ; where one
// has an error all have one.
func (s *Spectrum) CrossValidateEach(Y [][]float64, lambdas []float64, folds [][]int) [][]FoldPoint {
	checkFolds(len(s.Values), folds)
	points, paths := make([][]FoldPoint, len(Y)), make([][]PathPoint, len(Y))
	for q, y := range Y {
		points[q], paths[q] = make([]FoldPoint, len(lambdas)), s.Path(y, lambdas)
	}
	alphas := make([][]float64, len(Y))
	for l, lambda := range lambdas {
		var err error
		for q, path := range paths {
			alphas[q] = path[l].Alpha
			err = cmp.Or(err, path[l].Err)
		}
		var residuals [][]float64
		if err == nil {
			residuals, err = s.withoutFolds(alphas, lambda, folds)
		}
		for q := range Y {
			points[q][l] = foldPoint(lambda, residuals, q, cmp.Or(paths[q][l].Err, err))
		}
	}
	return points
}

// foldPoint is that of the q-th residuals, or of an error.
func foldPoint(lambda float64, residuals [][]float64, q int, err error) FoldPoint {
	if err != nil {
		return FoldPoint{Lambda: lambda, Err: err}
	}
	r := residuals[q]
	rmse := floats.Norm(r, 2) / math.Sqrt(float64(len(r)))
	if !finite(rmse) {
		return FoldPoint{Lambda: lambda, Err: ErrOverflow}
	}
	return FoldPoint{Lambda: lambda, Residuals: r, RMSE: rmse, StandardError: StandardError(r)}
}

// withoutFolds are the residuals of each fold by the fit without it, for coefficients of several responses.
func (s *Spectrum) withoutFolds(alphas [][]float64, lambda float64, folds [][]int) (residuals [][]float64, err error) {
	n, noise := len(s.Values), noiseOf(s.Values)
	// C = HHᵀ with H = U diag(1/√(s + nλ)).
	root := make([]float64, n)
	for j, v := range s.Values {
		root[j] = 1 / math.Sqrt(unlessNoise(v, noise)+float64(n)*lambda)
	}
	for range alphas {
		residuals = append(residuals, make([]float64, n))
	}
	for _, fold := range folds {
		if err := s.leaveOut(residuals, fold, root, alphas); err != nil {
			return nil, err
		}
	}
	return residuals, nil
}

// checkFolds panics unless every index below n is in exactly one fold.
func checkFolds(n int, folds [][]int) {
	seen := make([]bool, n)
	count := 0
	for _, fold := range folds {
		for _, i := range fold {
			if i < 0 || i >= n || seen[i] {
				panic("engine: the folds are no partition of the points")
			}
			seen[i] = true
			count++
		}
	}
	if count != n {
		panic("engine: the folds are no partition of the points")
	}
}

// leaveOut sets the residuals of one fold, a row for each row of coefficients.
func (s *Spectrum) leaveOut(residuals [][]float64, fold []int, root []float64, alphas [][]float64) error {
	b, n := len(fold), len(root)
	if b == 0 {
		return nil
	}
	H := general(b, n, make([]float64, b*n))
	// By a power of two, which rounds nothing and keeps squares in range.
	scale := unitOf(root)
	for r, i := range fold {
		row := H.Data[r*n : r*n+n]
		copy(row, s.Vectors.RawRowView(i))
		for j := range row {
			row[j] *= root[j] / scale
		}
	}
	C := blas64.Symmetric{N: b, Stride: b, Data: make([]float64, b*b), Uplo: blas.Upper}
	blas64.Syrk(blas.NoTrans, 1, H, 0, C)
	trace := 0.0
	for i := range b {
		trace += C.Data[i*b+i]
	}
	u, ok := lapack64.Potrf(C)
	if !ok {
		return ErrSingular
	}
	for r := range fold {
		if pivot := u.Data[r*b+r]; pivot*pivot <= singular(b)*trace {
			return ErrSingular
		}
	}
	x := make([]float64, b)
	for q, alpha := range alphas {
		for r, i := range fold {
			x[r] = alpha[i]
		}
		solveTriangles(u, x)
		for r, i := range fold {
			residuals[q][i] = x[r] / scale / scale
		}
	}
	return nil
}

// StandardError returns that of the root mean square of residuals r ∈ ℝⁿ,
//
//	√(Σᵢ (rᵢ² − m)²/(n − 1)) / (2√(nm)),   m = ‖r‖²/n,
//
// by the delta method, as if they were independent; those of cross-validation are
// nearly so. Two methods whose errors differ by less than this are not told apart, and
// by how much more they have to differ their paired difference says. It is 0 if n = 1
// or r is zero.
//
// Source: Efron and Tibshirani, An Introduction to the Bootstrap (1993), section 5.3.
func StandardError(r []float64) float64 {
	n := float64(len(r))
	scale := maxAbs(r)
	if len(r) < 2 || scale == 0 {
		return 0
	}
	var m, spread float64
	for _, v := range r {
		m += (v / scale) * (v / scale) / n
	}
	for _, v := range r {
		d := (v/scale)*(v/scale) - m
		spread += d * d
	}
	return scale * math.Sqrt(spread/(n-1)) / (2 * math.Sqrt(n*m))
}
