package engine

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"unicode"

	"gonum.org/v1/gonum/mat"
)

// A StringKernel compares two strings, as a [Kernel] compares two vectors: it is
// symmetric and positive semi-definite. Strings are sequences of runes, so that é
// and ж are one letter each; bytes that are no UTF-8 count as U+FFFD. Any string
// will do, the empty one included.
type StringKernel interface {
	Eval(s, t string) float64
}

// StringSpectrum counts the substrings of one length that two strings share,
//
//	k(s, t) = Σ_u c_u(s) c_u(t),   c_u(s) the number of times u occurs in s,
//
// over all u of Length ≥ 1 runes; a string shorter than that has none, and k = 0.
// It costs O(Length·(|s| + |t|)). Eval panics if Length < 1. kernlab's stringdot
// of type "spectrum" counts the end of a string as one more letter, so that it
// gives k(s$, t$).
//
// Source: Leslie, Eskin and Noble, The spectrum kernel, Pacific Symposium on
// Biocomputing 2002.
type StringSpectrum struct{ Length int }

// Eval returns k(s, t).
func (k StringSpectrum) Eval(s, t string) float64 { return shared(k.Counts(s), k.Counts(t)) }

// Counts returns the features of s: how often each substring of k's length occurs.
func (k StringSpectrum) Counts(s string) map[string]int {
	if k.Length < 1 {
		panic("engine: length of substrings is below 1")
	}
	runes := []rune(s)
	counts := make(map[string]int)
	for i := 0; i+k.Length <= len(runes); i++ {
		counts[string(runes[i:i+k.Length])]++
	}
	return counts
}

// shared returns Σ_u a_u b_u, exactly, for the counts are integers.
func shared(a, b map[string]int) float64 {
	if len(a) > len(b) {
		a, b = b, a
	}
	var s int
	for u, c := range a {
		s += c * b[u]
	}
	return float64(s)
}

// A feature is by its number how often it occurs: lists of them in order are compared
// five times as fast as maps.
type feature struct{ number, count int }

// listed gives new features numbers, and returns all in the order of these.
func listed(counts map[string]int, numbers map[string]int) []feature {
	list := make([]feature, 0, len(counts))
	for u, c := range counts {
		n, known := numbers[u]
		if !known {
			n = len(numbers)
			numbers[u] = n
		}
		list = append(list, feature{n, c})
	}
	slices.SortFunc(list, func(a, b feature) int { return cmp.Compare(a.number, b.number) })
	return list
}

// sharedListed is shared of two such lists.
func sharedListed(a, b []feature) float64 {
	s := 0
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].number < b[0].number:
			a = a[1:]
		case a[0].number > b[0].number:
			b = b[1:]
		default:
			s += a[0].count * b[0].count
			a, b = a[1:], b[1:]
		}
	}
	return float64(s)
}

// StringWords counts the words that two strings share,
//
//	k(s, t) = Σ_w c_w(s) c_w(t),   c_w(s) the number of times the word w occurs in s,
//
// a word being letters with none before or behind: “l'eau” has two. Small and capital
// letters differ. It costs O(|s| + |t|). scikit-learn has the features as
// CountVectorizer(token_pattern=r"[^\W\d_]+", lowercase=False), where no sentence has
// numerals that are no digits, as ½: these count as letters there.
type StringWords struct{}

// Eval returns k(s, t).
func (k StringWords) Eval(s, t string) float64 { return shared(k.Counts(s), k.Counts(t)) }

// Counts returns the features of s: how often each word occurs.
func (StringWords) Counts(s string) map[string]int {
	counts := make(map[string]int)
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }) {
		counts[w]++
	}
	return counts
}

// Subsequence weighs the subsequences of one length that two strings share by the
// room they take, gaps included,
//
//	k(s, t) = Σ_u Σ_{i: s[i] = u} Σ_{j: t[j] = u} Decay^(span(i) + span(j)),
//
// over all u of Length ≥ 1 runes, where i = (i₁ < … < i_Length) are the places in s
// that spell u and span(i) = i_Length − i₁ + 1. 0 < Decay ≤ 1. It costs
// O(Length·|s|·|t|). Eval panics if Length or Decay is out of range. A count that
// leaves float64 is +∞.
//
// Source: Lodhi, Saunders, Shawe-Taylor, Cristianini and Watkins, Text
// classification using string kernels, Journal of Machine Learning Research 2
// (2002), definition 2 and section 3.
type Subsequence struct {
	Length int
	Decay  float64
}

// Eval returns k(s, t).
func (k Subsequence) Eval(s, t string) float64 {
	if k.Length < 1 {
		panic("engine: length of subsequences is below 1")
	}
	if !(k.Decay > 0 && k.Decay <= 1) {
		panic("engine: decay is not in (0, 1]")
	}
	a, b := []rune(s), []rune(t)
	if len(a) > len(b) {
		a, b = b, a // the rows are the long ones; and k is symmetric to the bit
	} else if len(a) == len(b) && s > t {
		a, b = b, a
	}
	m := len(b) + 1
	// before[i][j] is K′ of the paper for one length less: subsequences of the
	// first i and j runes, spans reaching to their ends.
	before := slices.Repeat([]float64{1}, (len(a)+1)*m)
	after := make([]float64, len(before))
	for range k.Length - 1 {
		clear(after[:m])
		for i := 1; i <= len(a); i++ {
			var row float64 // K″
			now, above, shorter := after[i*m:i*m+m], after[(i-1)*m:i*m], before[(i-1)*m:i*m]
			now[0] = 0
			for j, v := range b {
				row *= k.Decay
				if a[i-1] == v {
					row += k.Decay * k.Decay * shorter[j]
				}
				now[j+1] = k.Decay*above[j+1] + row
			}
		}
		before, after = after, before
	}
	var sum float64
	for i, u := range a {
		for j, v := range b {
			if u == v {
				sum += k.Decay * k.Decay * before[i*m+j]
			}
		}
	}
	return sum
}

// NormalizedString is the cosine of the angle between the features of two
// strings,
//
//	k(s, t) / √(k(s, s) k(t, t)) ∈ [0, 1],
//
// so that long strings are not similar to everything. Where k(s, s) = 0, as of
// strings too short to have a feature, it is 0.
type NormalizedString struct{ Kernel StringKernel }

// Eval returns k(s, t).
func (k NormalizedString) Eval(s, t string) float64 {
	return normalised(k.Kernel.Eval(s, t), k.Kernel.Eval(s, s), k.Kernel.Eval(t, t))
}

// GramStrings returns the n×n Gram matrix of k on strings, Kᵢⱼ = k(sᵢ, sⱼ). The
// features of a [StringSpectrum] or of [StringWords], and the diagonal that
// [NormalizedString] divides by, are computed once a string. It returns the context's
// error when that is done, and panics if there is no string.
func GramStrings(ctx context.Context, k StringKernel, s []string) (*mat.SymDense, error) {
	if len(s) == 0 {
		panic("engine: no points")
	}
	g := mat.NewSymDense(len(s), nil)
	eval, report := bindStrings(k, s, s), ReportOf(ctx)
	for i := range s {
		left := float64(len(s)-i) / float64(len(s))
		report(partGram, 1-left*left)
		for j := i; j < len(s); j++ {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			g.SetSym(i, j, eval(i, j))
		}
	}
	return g, nil
}

// CrossStrings returns the len(s)×len(t) matrix of k between two sets of strings,
// Kᵢⱼ = k(sᵢ, tⱼ), as [GramStrings] does.
func CrossStrings(ctx context.Context, k StringKernel, s, t []string) (*mat.Dense, error) {
	if len(s) == 0 || len(t) == 0 {
		panic("engine: no points")
	}
	g := mat.NewDense(len(s), len(t), nil)
	eval, report := bindStrings(k, s, t), ReportOf(ctx)
	for i := range s {
		report(partCross, float64(i)/float64(len(s)))
		for j := range t {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			g.Set(i, j, eval(i, j))
		}
	}
	return g, nil
}

// bindStrings returns a function that gives k(sᵢ, tⱼ).
func bindStrings(k StringKernel, s, t []string) func(i, j int) float64 {
	switch k := k.(type) {
	case interface{ Counts(string) map[string]int }:
		numbers := make(map[string]int) // of features, as they are met
		list := func(s string) []feature { return listed(k.Counts(s), numbers) }
		cs, ct := each(s, list), each(t, list)
		return func(i, j int) float64 { return sharedListed(cs[i], ct[j]) }
	case NormalizedString:
		inner := bindStrings(k.Kernel, s, t)
		self := func(s string) float64 { return k.Kernel.Eval(s, s) }
		ss, tt := each(s, self), each(t, self)
		return func(i, j int) float64 { return normalised(inner(i, j), ss[i], tt[j]) }
	}
	return func(i, j int) float64 { return k.Eval(s[i], t[j]) }
}

// LetterShares returns for each rune of s the share of k(s, t) that it takes part in,
//
//	1 − k(sᵢ, t)/k(s, t),   sᵢ the string s with rune i unreadable,
//
// that is, replaced by a letter that occurs in neither: between 0 and 1 for a kernel
// that counts with weights ≥ 0 what two strings share. Where each thing shared has L
// runes, as of a [StringSpectrum] or a [Subsequence] of length L, the shares add up to
// L. They are 0 where k(s, t) is. It costs as many values of k as s has runes.
func LetterShares(k StringKernel, s, t string) []float64 {
	runes := []rune(s)
	shares := make([]float64, len(runes))
	all := k.Eval(s, t)
	if all == 0 {
		return shares
	}
	unreadable := '一'
	for strings.ContainsRune(s+t, unreadable) {
		unreadable++
	}
	for i, r := range runes {
		runes[i] = unreadable
		if rest := k.Eval(string(runes), t); !Agree(rest, all, all) { // else it takes part in nothing
			shares[i] = 1 - rest/all
		}
		runes[i] = r
	}
	return shares
}

// EditDistance returns the least number of runes to insert, delete or replace
// that turns s into t. It is a metric, and exp(−γ·EditDistance) is no kernel: on
// words over two letters it already has negative eigenvalues.
//
// Source: Levenshtein, Binary codes capable of correcting deletions, insertions,
// and reversals, Soviet Physics Doklady 10 (1966).
func EditDistance(s, t string) int {
	a, b := []rune(s), []rune(t)
	row := indices(len(b) + 1)
	for i, u := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, v := range b {
			replace := diagonal
			if u != v {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// EditSimilarity is exp(−Rate·EditDistance(s, t)), Rate > 0: a similarity of
// strings that is no kernel, for [CheckPSD] to convict.
type EditSimilarity struct{ Rate float64 }

// Eval returns k(s, t).
func (k EditSimilarity) Eval(s, t string) float64 {
	checkPositive(k.Rate, "rate")
	return math.Exp(-k.Rate * float64(EditDistance(s, t)))
}
