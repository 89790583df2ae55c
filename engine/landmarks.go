package engine

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Pivots returns the numbers of at most m inputs, in the order in which a Cholesky decomposition of
// their Gram matrix takes them for pivots: next is always the one of which those before it explain
// least,
//
//	i = argmax_j dⱼ,   dⱼ = k(xⱼ, xⱼ) − k̂(xⱼ, xⱼ) = k(xⱼ, xⱼ) − Σ_{t} ℓ_{jt}²,
//
// where k̂ is the kernel of [Newton] at the pivots before; of several as large the first. dⱼ is the
// squared distance of k(xⱼ, ·) from their span, so that the pivots lie apart as k sees it: k alone is
// asked for, and inputs need no coordinates. Σⱼ dⱼ is the trace of what K has and the approximation
// has not. It costs O(nm²) time and O(nm) memory, and ends early where all that is left is 10⁻⁸ of
// k(xⱼ, xⱼ), as NewtonFeatures does.
//
// Errors are [ErrOverflow] and [ErrNaN], where a value of k is not finite. Pivots panics if m < 1 or x
// is empty, ragged or not finite.
//
// Source: Fine and Scheinberg, Efficient SVM training using low-rank kernel representations, JMLR 2
// (2001); Harbrecht, Peters and Schneider, On the low-rank approximation by the pivoted Cholesky
// decomposition, Applied Numerical Mathematics 62 (2012). LAPACK's dpstrf has the same pivots.
func Pivots(k Kernel, x [][]float64, m int) ([]int, error) {
	if m < 1 {
		panic("engine: no landmarks")
	}
	own := SelfKernels(k, x)
	if err := selfFault(own, ofData); err != nil {
		return nil, err
	}
	left := slices.Clone(own)
	var pivots []int
	var columns [][]float64 // of the factor: columns[t][j] is ℓ_{jt}
	for range min(m, len(x)) {
		i := 0
		for j, d := range left {
			if d > left[i] {
				i = j
			}
		}
		if !(left[i] > smallestPivot*math.Abs(own[i])) {
			break
		}
		column := Cross(k, x, x[i:i+1]).RawMatrix().Data
		if !allFinite(column) {
			return nil, faultOfRows(i+1, func(j int) (values []float64, from int) {
				if j < i {
					return column[j : j+1], i
				}
				return column[i:], i
			}, ofData)
		}
		for _, other := range columns {
			for j, v := range other {
				column[j] -= other[i] * v
			}
		}
		root := math.Sqrt(left[i])
		for j := range column {
			column[j] /= root
			left[j] -= column[j] * column[j]
		}
		left[i] = 0
		pivots, columns = append(pivots, i), append(columns, column)
	}
	return pivots, nil
}

// Centres returns the centres that k-means comes to from a start, in its order: by turns each input
// goes to the nearest centre, and each centre to the mean of its inputs,
//
//	c_j = (1/n_j) Σ_{i: j nearest to xᵢ} xᵢ,
//
// until no centre moves, or so many times. Σᵢ minⱼ ‖xᵢ − c_j‖² falls at each turn. A centre without
// inputs stays. As landmarks they lie where the inputs are many, and, unlike drawn ones, apart; but
// means must make sense, as those of letters do not. A turn costs nmp multiplications; between two
// of them it looks at ctx, whose error it returns.
//
// It panics if either list is empty, ragged or not finite, or they differ in their number of inputs.
//
// Source: Lloyd, Least squares quantization in PCM, IEEE Transactions on Information Theory 28
// (1982); as landmarks: Zhang, Tsang and Kwok, Improved Nyström low-rank approximation and error
// analysis, ICML 2008.
func Centres(ctx context.Context, x, start [][]float64, turns int) ([][]float64, error) {
	checkInputs(x)
	checkInputs(start)
	n, m, p := len(x), len(start), len(x[0])
	if len(start[0]) != p {
		panic("engine: points differ in their number of inputs")
	}
	X, C := mat.NewDense(n, p, nil), mat.NewDense(m, p, nil)
	for i, xi := range x {
		X.SetRow(i, xi)
	}
	for j, c := range start {
		C.SetRow(j, c)
	}
	inner, next := mat.NewDense(n, m, nil), mat.NewDense(m, p, nil)
	squares, count := make([]float64, m), make([]float64, m)
	for range turns {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		inner.Mul(X, C.T())
		for j := range squares {
			squares[j] = dot(C.RawRowView(j), C.RawRowView(j)) / 2
		}
		next.Zero()
		clear(count)
		for i := range n {
			row, nearest := inner.RawRowView(i), 0
			for j, v := range row { // ½‖x − c‖² less ½‖x‖²
				if squares[j]-v < squares[nearest]-row[nearest] {
					nearest = j
				}
			}
			count[nearest]++
			for a, v := range x[i] {
				next.RawRowView(nearest)[a] += v
			}
		}
		moved := false
		for j, c := range count {
			to, from := next.RawRowView(j), C.RawRowView(j)
			for a := range to {
				if c > 0 {
					to[a] /= c
				} else {
					to[a] = from[a]
				}
				moved = moved || to[a] != from[a]
			}
		}
		C, next = next, C
		if !moved {
			break
		}
	}
	return each(indices(m), C.RawRowView), nil
}
