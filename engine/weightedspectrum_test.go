package engine

import (
	"fmt"
	"math"
	"testing"
)

// Without weights it is the sum of spectrum kernels, of one length the one kernel; and by hand.
func TestWeightedSpectrum(t *testing.T) {
	for _, st := range [][2]string{{"banana", "ananas"}, {"", "a"}, {"grün", "ungrün"}, {"ab", "ab"}} {
		s, u := st[0], st[1]
		want := StringSpectrum{1}.Eval(s, u) + StringSpectrum{2}.Eval(s, u) + StringSpectrum{3}.Eval(s, u)
		wantEqual(t, fmt.Sprintf("%q and %q", s, u), WeightedSpectrum{Shortest: 1, Longest: 3}.Eval(s, u), want)
		if a, b := (WeightedSpectrum{2, 2, nil}).Eval(s, u), (StringSpectrum{2}).Eval(s, u); a != b {
			t.Errorf("%q and %q: of one length %v, not %v", s, u, a, b)
		}
	}
	// ab is in one of two texts, b in both, c in none.
	w := RareWeights([]string{"ab", "b"}, 1, 2, 1)
	rare := 1 + math.Log(3./2)
	if len(w) != 3 || w["b"] != 1 || w["ab"] != rare || w["a"] != rare {
		t.Errorf("weights are %v", w)
	}
	if got, want := (WeightedSpectrum{1, 2, w}).Eval("abc", "ab"), 1+2*rare*rare; !Agree(got, want, want) {
		t.Errorf("%v, by hand %v", got, want)
	}
	if flat := RareWeights([]string{"ab", "b"}, 1, 2, 0); flat["ab"] != 1 || flat["c"] != 0 {
		t.Errorf("at power 0 weights are %v", flat)
	}
	wantPanic(t, "out of range", func() { (WeightedSpectrum{2, 1, nil}).Eval("a", "b") })
	wantPanic(t, "not finite", func() { RareWeights([]string{"a"}, 1, 1, math.NaN()) })
}
