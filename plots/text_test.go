package plots

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/plot/vg"
)

// A word is as wide as gonum/plot says, to the bit: the advances at hand are those of the font.
func TestTextWidth(t *testing.T) {
	signs := []rune("aZ09 .,−±λΦ‖fx₁ₙ²½≤≥·…kW✓漢é")
	r := rand.New(rand.NewPCG(1, 1))
	for range 500 {
		set := text{Size: 8 + 10*r.Float64(), Bold: r.IntN(2) > 0, Title: r.IntN(8) == 0}
		word := make([]rune, 1+r.IntN(20))
		for i := range word {
			word[i] = signs[r.IntN(len(signs))]
		}
		face := set.face()
		if got, want := set.width(string(word)), face.Width(string(word)); got != want {
			t.Errorf("%q in %+v is %v wide, of gonum/plot %v", string(word), set, got, want)
		}
	}
}

// A line meets a box where some of it lies within, not where it only touches.
func TestThrough(t *testing.T) {
	b := vg.Rectangle{Min: vg.Point{X: 1, Y: 1}, Max: vg.Point{X: 3, Y: 2}}
	for _, test := range []struct {
		from, to vg.Point
		meets    bool
	}{
		{vg.Point{X: 0, Y: 0}, vg.Point{X: 4, Y: 3}, true},
		{vg.Point{X: 0, Y: 1.5}, vg.Point{X: 4, Y: 1.5}, true},
		{vg.Point{X: 2, Y: 1.5}, vg.Point{X: 2, Y: 1.6}, true},
		{vg.Point{X: 0, Y: 1}, vg.Point{X: 4, Y: 1}, false},
		{vg.Point{X: 0, Y: 1.5}, vg.Point{X: 1, Y: 1.5}, false},
		{vg.Point{X: 0, Y: 0}, vg.Point{X: 4, Y: 0.9}, false},
		{vg.Point{X: 0, Y: 1.6}, vg.Point{X: 1.5, Y: 3.1}, false},
	} {
		if through(b, test.from, test.to) != test.meets || through(b, test.to, test.from) != test.meets {
			t.Errorf("the line from %v to %v meets %v: %v", test.from, test.to, b, !test.meets)
		}
	}
}
