package course

import (
	"strings"
	"testing"
)

func TestAUnitStaysWithItsNumber(t *testing.T) {
	for text, want := range map[string]string{
		"the error is 24.1 g, or 12 % more":      "the error is 24.1~g, or 12~% more",
		"4.4 × 10⁻¹⁶ at 21 ms.":                  "4.4~×~10⁻¹⁶ at 21~ms.",
		"10⁵ bytes (3 MB)":                       "10⁵~bytes (3~MB)",
		"3 good ones, 5 s":                       "3 good ones, 5~s",
		"<math>ℓ = 2</math> ms</p>":              "<math>ℓ = 2</math>~ms</p>",
		"at 31 °F, for 0.8 minutes (4 seconds!)": "at 31~°F, for 0.8~minutes (4~seconds!)",
		"in 8 minutes? 1 second-order":           "in 8~minutes? 1 second-order",
		"x × 10":                                 "x ×~10",
		"g of 3":                                 "g of 3",
		"2 × 3":                                  "2 × 3",
		" ":                                      " ",
		"":                                       "",
	} {
		if got := strings.ReplaceAll(Unbroken(text), noBreak, "~"); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	for _, source := range []string{"In 7.3 ms $f$ falls", "At $\\ell = 2$ ms."} {
		if html := Inline(source); !strings.Contains(html, noBreak+"ms") {
			t.Errorf("%q is rendered %q", source, html)
		}
	}
}
