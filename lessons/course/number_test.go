package course

import "testing"

// A value and what it is less are written alike, but for the sign, whose bytes are three.
func TestValue(t *testing.T) {
	for v, want := range map[float64]string{0.55: "0.55", 0.1234: "0.1234", 1000.5: "1000.5", 0.12345: "0.123",
		1e-7: "1 × 10⁻⁷", 12345678: "1.2 × 10⁷", 3: "3", 0: "0"} {
		if got := Value(v); got != want {
			t.Errorf("%v is %s, want %s", v, got, want)
		}
		if got := Value(-v); v != 0 && got != "−"+want {
			t.Errorf("%v is %s, want −%s", -v, got, want)
		}
	}
}
