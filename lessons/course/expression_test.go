package course

import (
	"math"
	"strings"
	"testing"
)

func TestEvaluate(t *testing.T) {
	for s, want := range map[string]float64{
		"12.4": 12.4, "12,4": 12.4, "−3": -3, "1e-3": 1e-3, "1E3": 1000, ".5": 0.5, "5.": 5,
		"4/3": 4.0 / 3, "2^10": 1024, "2**10": 1024, "sqrt(2)/2": math.Sqrt2 / 2, "√2/2": math.Sqrt2 / 2,
		"-2^2": -4, "2^-1": 0.5, "2^3^2": 512, "(1 + 1/2)·3": 4.5, "1 - 2 - 3": -4, "8/4/2": 1, "3×4": 12,
		"e^(-1/2)": math.Exp(-0.5), "exp(-1/2)": math.Exp(-0.5), "ln(e)": 1, "2π": 2 * math.Pi,
		"2π²": 2 * math.Pi * math.Pi, "pi/2": math.Pi / 2, "5²": 25, "--1": 1,
		"4√2": 4 * math.Sqrt2, "4 sqrt(2)": 4 * math.Sqrt2, "sqrt(2 ln 2)": math.Sqrt(2 * math.Ln2),
		"√(2 ln(2))": math.Sqrt(2 * math.Ln2),
		"2e":         2 * math.E, "2e^2": 2 * math.E * math.E, "2e-1": 0.2, "3(1 + 1)": 6, "(1 + 1)(2 + 1)": 6,
		"-2√2/2": -math.Sqrt2, "1/(2π)": 1 / (2 * math.Pi),
		"1/√2": 1 / math.Sqrt2, "1/2·(9 + 16 - 5)": 10, "2√2^2": 4,
	} {
		if got, err := Evaluate(s); err != nil || math.Abs(got-want) > 1e-15*math.Abs(want) {
			t.Errorf("%s is read as %v, %v; want %v", s, got, err, want)
		}
	}
	for s, want := range map[string]string{
		"": "missing", "4/": "missing at the end", "(1": "parenthesis", "4/0": "divides by zero",
		"sqrt(-1)": "negative", "abc": "abc",
		"1)": "not expected", "(1, 2; 3)": "not expected", "(1)2": "not expected", "1/2π": "1/(2·π)",
		"1/2(9 + 16 - 5)": "parentheses", "√2π": "√(2·π)", "ln 2√2": "parentheses", "0x10": "x10", "NaN": "NaN",
		"inf": "inf", "1e999": "not a number", "10^999": "not a finite", "1_000": "_000",
		"2 3^": "missing", "(-1)^0.5": "not a finite", strings.Repeat("(", 101): "longer",
		strings.Repeat("(", 99): "missing",
	} {
		if v, err := Evaluate(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is read as %v, %v", s, v, err)
		}
	}
}

// Whatever is written, it is a finite number or an error that can be shown.
func FuzzEvaluate(f *testing.F) {
	for _, s := range []string{"4/3", "sqrt(2)/2", "2^10^10", "((((", "1e-320/0", "e^e^e", "²"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, err := Evaluate(s)
		if err == nil && (math.IsNaN(v) || math.IsInf(v, 0)) {
			t.Errorf("%q is %v", s, v)
		}
		if err != nil && len(err.Error()) > 200 {
			t.Errorf("%q: an error of %d bytes", s, len(err.Error()))
		}
	})
}
