package engine

import (
	"maps"
	"math"
	"slices"
)

// WeightedSpectrum is a sum of [StringSpectrum] of several lengths, in which a substring counts
// for as much as it is worth,
//
//	k(s, t) = Σ_{Shortest ≤ L ≤ Longest} Σ_{u of L runes} w_u² c_u(s) c_u(t),
//
// with w_u = Weights[u], and 0 where it has none; without any Weights all are 1. Its features
// are w_u c_u, so it is positive semi-definite for any weights. [RareWeights] are usual. Eval
// panics unless 1 ≤ Shortest ≤ Longest.
//
// Source: Shawe-Taylor and Cristianini, Kernel Methods for Pattern Analysis (2004), sections
// 10.2 (weights) and 11.2 (blended spectrum).
type WeightedSpectrum struct {
	Shortest, Longest int
	Weights           map[string]float64
}

// Eval returns k(s, t).
func (k WeightedSpectrum) Eval(s, t string) float64 {
	a, b := k.features(s), k.features(t)
	if len(a) > len(b) {
		a, b = b, a
	}
	sum := 0.0
	for _, u := range slices.Sorted(maps.Keys(a)) { // in any other order it would be rounded otherwise
		sum += a[u] * b[u]
	}
	return sum
}

// features are w_u c_u(s).
func (k WeightedSpectrum) features(s string) map[string]float64 {
	features := map[string]float64{}
	for u, c := range countsOf(s, k.Shortest, k.Longest) {
		w := 1.0
		if k.Weights != nil {
			w = k.Weights[u]
		}
		features[u] = w * float64(c)
	}
	return features
}

// countsOf are how often each substring of these lengths occurs in s.
func countsOf(s string, shortest, longest int) map[string]int {
	if shortest < 1 || longest < shortest {
		panic("engine: lengths of substrings are out of range")
	}
	counts := map[string]int{}
	for length := shortest; length <= longest; length++ {
		maps.Copy(counts, StringSpectrum{length}.Counts(s))
	}
	return counts
}

// RareWeights returns weights by which a substring counts for more if fewer of n texts have it,
//
//	w_u = (1 + log((1 + n)/(1 + n_u)))^power,   n_u how many texts have u,
//
// for each u that is in one of them. At power 1 these are the weights of TfidfVectorizer in
// scikit-learn; power 0 counts all that is in the texts alike. The texts are those learned from:
// what a new text has and none of them is worth nothing. It panics unless
// 1 ≤ shortest ≤ longest and power is finite.
//
// Source: Spärck Jones, A statistical interpretation of term specificity, Journal of Documentation
// 28 (1972).
func RareWeights(texts []string, shortest, longest int, power float64) map[string]float64 {
	if !finite(power) {
		panic("engine: power is not finite")
	}
	weights := map[string]float64{}
	for _, s := range texts {
		for u := range countsOf(s, shortest, longest) {
			weights[u]++
		}
	}
	for u, in := range weights {
		weights[u] = math.Pow(1+math.Log(float64(1+len(texts))/(1+in)), power)
	}
	return weights
}
