package engine

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
)

var stringKernels = []StringKernel{
	StringSpectrum{1}, StringSpectrum{2}, StringSpectrum{5},
	Subsequence{1, 0.5}, Subsequence{2, 0.5}, Subsequence{3, 1}, Subsequence{4, 1e-3},
	StringWords{}, NormalizedString{StringWords{}},
	NormalizedString{StringSpectrum{2}}, NormalizedString{Subsequence{3, 0.7}},
}

var stringSets = map[string][]string{
	"one":   {"a"},
	"empty": {"", "", "a"},
	"words": {"cat", "car", "bat", "bar", "", "catcat", "aaaaaaaaaa", "c", "cat"},
	"runes": {"für", "fur", "жук", "жуки", "\xff\xfe", "日本語日本語"},
	"two":   {"a", "b", "ab", "ba", "aab", "abb", "abab", "baba", "bbbb"},
}

func TestStringKernelLaws(t *testing.T) {
	ctx := context.Background()
	for name, s := range stringSets {
		for _, k := range stringKernels {
			t.Run(fmt.Sprintf("%T%v/%s", k, k, name), func(t *testing.T) {
				K := Must(GramStrings(ctx, k, s))
				C := Must(CrossStrings(ctx, k, s, s))
				for i := range s {
					for j := range s {
						v := k.Eval(s[i], s[j])
						if v != k.Eval(s[j], s[i]) {
							t.Fatalf("k(%q, %q) is not symmetric", s[i], s[j])
						}
						if !(v >= 0) || v != K.At(i, j) || v != C.At(i, j) {
							t.Fatalf("k(%q, %q) = %v, in GramStrings %v, in CrossStrings %v", s[i], s[j], v,
								K.At(i, j), C.At(i, j))
						}
					}
					if _, ok := k.(NormalizedString); ok && K.At(i, i) != 1 && K.At(i, i) != 0 {
						t.Errorf("normalised diagonal of %q is %v", s[i], K.At(i, i))
					}
				}
				r, err := CheckPSD(K)
				if err != nil || r.Verdict != SemiDefinite {
					t.Errorf("%+v, %v", r, err)
				}
			})
		}
	}
}

func TestSubsequence(t *testing.T) {
	const d = 0.5
	d4, d6 := math.Pow(d, 4), math.Pow(d, 6)
	k := Subsequence{2, d}
	// The worked example of Lodhi et al., section 2: ca, ct, at, ba, bt, cr, ar, br.
	for _, test := range []struct {
		s, t string
		want float64
	}{
		{"cat", "car", d4}, {"cat", "cat", 2*d4 + d6}, {"bat", "bar", d4}, {"cat", "bat", d4}, {"cat", "bar", 0},
		{"c", "cat", 0}, {"", "", 0}, {"aa", "aa", d4},
		{"aaa", "aa", 2*d4 + math.Pow(d, 5)}, // aa at 12, 23 and, with a gap, at 13
	} {
		wantEqual(t, fmt.Sprintf("k(%q, %q)", test.s, test.t), k.Eval(test.s, test.t), test.want)
	}
	wantNear(t, "normalised", NormalizedString{k}.Eval("cat", "car"), 1/(2+d*d), 2*Epsilon)

	// With decay 1 and equal letters it counts pairs of subsets: C(m, L) C(n, L).
	wantEqual(t, "pairs of subsequences", Subsequence{3, 1}.Eval(strings.Repeat("x", 10), strings.Repeat("x", 7)),
		120*35)
	for _, k := range []StringKernel{Subsequence{270, 1}, NormalizedString{Subsequence{270, 1}}} {
		long := strings.Repeat("x", 540)
		if v := k.Eval(long, long); !math.IsInf(v, 1) {
			t.Errorf("%v: a count beyond float64 is %v", k, v)
		}
	}
	if v := (NormalizedString{Subsequence{60, 1e-6}}).Eval(strings.Repeat("xy", 60),
		strings.Repeat("xy", 60)); v != 0 && v != 1 {
		t.Errorf("a count that underflows: %v", v)
	}
}

func TestStringSpectrum(t *testing.T) {
	want := map[string]int{"an": 2, "na": 2, "ba": 1}
	wantEqual(t, "substrings of banana", StringSpectrum{2}.Counts("banana"), want)
	wantEqual(t, "banana and ananas share", StringSpectrum{2}.Eval("banana", "ananas"), 2*2+2*2)
	wantEqual(t, "what é and è share, for bytes are not letters", StringSpectrum{1}.Eval("é", "è"), 0)
}

func TestStringWords(t *testing.T) {
	want := map[string]int{"L": 1, "eau": 2, "Haß": 1, "l": 1}
	wantEqual(t, "words", (StringWords{}).Counts("L'eau, l'eau & Haß 12"), want)
	// CountVectorizer(token_pattern=r"[^\W\d_]+", lowercase=False) of scikit-learn 1.2
	// counts 7 words in the one and 6 in the other, “the” twice in each.
	wantEqual(t, "two sentences share", StringWords{}.Eval("the cat and the dog saw it", "the dog, the cow and me"),
		2*2+1+1)
}

func TestLetterShares(t *testing.T) {
	for s, want := range map[string][]float64{
		"banana": {0, 0.25, 0.5, 0.5, 0.5, 0.25}, // k is 8; an and na at four places have 2 each
		"":       {},
		"bbb":    {0, 0, 0},
	} {
		wantEqual(t, fmt.Sprintf("%q", s), LetterShares(StringSpectrum{2}, s, "ananas"), want)
	}
	for _, k := range stringKernels {
		length := 0
		switch k := k.(type) {
		case StringSpectrum:
			length = k.Length
		case Subsequence:
			length = k.Length
		}
		a, b := "the theme of the thesis", "一then the 七 theta"
		sum := 0.0
		shares := LetterShares(k, a, b)
		for i, v := range shares {
			if _, ok := k.(NormalizedString); !ok && (v < 0 || v > 1) {
				t.Errorf("%v: the share of letter %d is %v", k, i, v)
			}
			sum += v
		}
		if length > 0 && (len(shares) != 23 || !Agree(sum, float64(length), float64(length))) {
			t.Errorf("%v: shares of %d letters add up to %v", k, len(shares), sum)
		}
	}
}

func TestEditDistance(t *testing.T) {
	for _, test := range []struct {
		s, t string
		want int
	}{{"kitten", "sitting", 3}, {"", "abc", 3}, {"", "", 0}, {"für", "fur", 1}, {"ab", "ba", 2}} {
		if a, b := EditDistance(test.s, test.t), EditDistance(test.t, test.s); a != test.want || b != a {
			t.Errorf("%q and %q: %d and %d, want %d", test.s, test.t, a, b, test.want)
		}
	}
	// Words over two letters convict exp(−γ·edit distance).
	var words []string
	for length := range 5 {
		for bits := range 1 << length {
			var b strings.Builder
			for i := range length {
				b.WriteByte("ab"[bits>>i&1])
			}
			words = append(words, b.String())
		}
	}
	K := Must(GramStrings(context.Background(), EditSimilarity{0.5}, words))
	r, err := CheckPSD(K)
	if err != nil || r.Verdict != Indefinite || r.Value >= 0 {
		t.Errorf("exp(−d/2) on %d words: %+v, %v", len(words), r, err)
	}
}

func TestStringFailures(t *testing.T) {
	ctx := ended(t)
	s := []string{"a", "b"}
	wantError(t, "cancelled", errorOf(GramStrings(ctx, StringSpectrum{1}, s)), context.Canceled)
	wantError(t, "cancelled", errorOf(CrossStrings(ctx, StringSpectrum{1}, s, s)), context.Canceled)
	for _, k := range []StringKernel{StringSpectrum{0}, Subsequence{0, 1}, Subsequence{1, 0}, Subsequence{1, 2},
		Subsequence{1, math.NaN()}, EditSimilarity{0}} {
		wantPanic(t, fmt.Sprint(k), func() { k.Eval("a", "b") })
	}
	wantPanic(t, "no strings", func() { GramStrings(context.Background(), StringSpectrum{1}, nil) })
	wantPanic(t, "no strings", func() { CrossStrings(context.Background(), StringSpectrum{1}, s, nil) })
}
