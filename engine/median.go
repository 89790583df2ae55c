package engine

import (
	"math"
	"slices"
)

// PairwiseDistances returns the n(n−1)/2 distances between two different points
// of x, in the order (0,1), (0,2), …, (n−2, n−1). It panics if x is empty,
// ragged or not finite.
func PairwiseDistances(m Metric, x [][]float64) []float64 {
	checkInputs(x)
	n := len(x)
	d := make([]float64, 0, n*(n-1)/2)
	for i, xi := range x {
		for _, xj := range x[i+1:] {
			d = append(d, m.Distance(xi, xj))
		}
	}
	return d
}

// MedianHeuristic returns the bandwidth that is often a fair first guess: the
// median of
//
//	‖xᵢ − xⱼ‖₂,   i < j.
//
// The zeros of i = j are left out, for they pull the median down. It returns 0,
// which is no bandwidth, for a single point, and also if more than half of the
// pairs coincide.
//
// Source: Garreau, Jitkrittum and Kanagawa, Large sample analysis of the median
// heuristic (2017), arXiv:1707.07269.
func MedianHeuristic(x [][]float64) float64 {
	d := PairwiseDistances(Euclidean, x)
	if len(d) == 0 {
		return 0
	}
	return sortedQuantile(d, 0.5)
}

// Median returns the median of v, for an even number of values the mean of the
// middle two. It panics if v is empty or contains NaN.
func Median(v []float64) float64 { return Quantile(v, 0.5) }

// Quantile returns the p-quantile of v, 0 ≤ p ≤ 1, linear between order
// statistics:
//
//	q = v₍ⱼ₎ + (h − j)(v₍ⱼ₊₁₎ − v₍ⱼ₎),   h = (n − 1)p,   j = ⌊h⌋,
//
// counting from zero: type 7 of R and NumPy's default. v is not changed. It
// panics if v is empty or contains NaN, or p is outside [0, 1].
func Quantile(v []float64, p float64) float64 { return sortedQuantile(slices.Clone(v), p) }

func sortedQuantile(v []float64, p float64) float64 {
	if len(v) == 0 {
		panic("engine: quantile of no values")
	}
	if !(p >= 0 && p <= 1) {
		panic("engine: quantile outside [0, 1]")
	}
	slices.Sort(v)
	if math.IsNaN(v[0]) { // Sort puts NaN first
		panic("engine: quantile of NaN")
	}
	h := float64(len(v)-1) * p
	j := int(h)
	t := h - float64(j)
	if t == 0 || v[j] == v[j+1] {
		return v[j]
	}
	return (1-t)*v[j] + t*v[j+1]
}
