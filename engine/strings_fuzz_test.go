package engine

import (
	"context"
	"math"
	"testing"
)

// FuzzStringKernels holds that on any three strings a string kernel is
// symmetric, gives a positive semi-definite Gram matrix, and that its
// normalised form has ones (or zeros, for a string too short to have a feature)
// on the diagonal.
func FuzzStringKernels(f *testing.F) {
	f.Add("", "a", "ab", 2)
	f.Add("cat", "car", "bar", 2)
	f.Add("der Hund", "le chien", "the dog", 3)
	f.Add("aaaaaaaa", "aaaa", "é\xff\x00", 1)
	f.Fuzz(func(t *testing.T, a, b, c string, length int) {
		if len(a)+len(b)+len(c) > 300 || length < 1 || length > 8 {
			return
		}
		s := []string{a, b, c}
		for _, k := range []StringKernel{StringSpectrum{Length: length}, Subsequence{Length: length, Decay: 0.5}} {
			for _, x := range s {
				for _, y := range s {
					if v, w := k.Eval(x, y), k.Eval(y, x); v != w || math.IsNaN(v) || v < 0 {
						t.Errorf("%v: k(%q, %q) = %g, and %g the other way", k, x, y, v, w)
					}
				}
			}
			K, err := GramStrings(context.Background(), NormalizedString{Kernel: k}, s)
			noError(t, err, k)
			for i := range s {
				if v := K.At(i, i); v != 0 && !Agree(v, 1, 1) {
					t.Errorf("%v: a normalised diagonal of %g for %q", k, v, s[i])
				}
			}
			spectrum := Must(Eigen(K))
			if least := spectrum.Values[2]; least < -spectrum.Rounding() {
				t.Errorf("%v: on %q the smallest eigenvalue is %g", k, s, least)
			}
		}
	})
}
