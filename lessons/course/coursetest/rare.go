package coursetest

import (
	"maps"
	"math"
	"slices"
)

// A RareSpectrum is the kernel of the substrings of several lengths, in which one counts for more
// if fewer of n texts have it,
//
//	k(s, t) = Σ_u w_u² c_u(s) c_u(t),   w_u = (1 + log((1 + n)/(1 + n_u)))^power,
//
// n_u how many texts have u; what none has is worth nothing. It returns the features of a string, w_u c_u.
// At power 1 these are those of TfidfVectorizer in scikit-learn.
type RareSpectrum func(s string) map[string]float64

// NewRareSpectrum has the weights of those texts.
func NewRareSpectrum(texts []string, shortest, longest int, power float64) RareSpectrum {
	counts := func(s string) map[string]float64 {
		all, runes := map[string]float64{}, []rune(s)
		for length := shortest; length <= longest; length++ {
			for i := range len(runes) - length + 1 {
				all[string(runes[i:i+length])]++
			}
		}
		return all
	}
	in := map[string]float64{}
	for _, s := range texts {
		for u := range counts(s) {
			in[u]++
		}
	}
	return func(s string) map[string]float64 {
		features := map[string]float64{}
		for u, c := range counts(s) {
			if in[u] > 0 {
				features[u] = c * math.Pow(1+math.Log(float64(1+len(texts))/(1+in[u])), power)
			}
		}
		return features
	}
}

// Eval returns k(s, t).
func (f RareSpectrum) Eval(s, t string) (sum float64) {
	a, b := f(s), f(t)
	for _, u := range slices.Sorted(maps.Keys(a)) {
		sum += a[u] * b[u]
	}
	return sum
}
