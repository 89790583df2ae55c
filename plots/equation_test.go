package plots

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// The matrices of an equation stand in its panel, apart from each other and of one size, whatever is
// written between them; the stems of all have one axis, whose numbers stand once.
func TestEquation(t *testing.T) {
	for _, ops := range [][]string{{"", "∘", "="}, {"max(", ",", ") ="}, {"(1 +", "/100)¹⁰⁰ ="}, {"", "∘ K₁ ∘ K₁ ="}} {
		for _, width := range []float64{640, 480, PhoneWidth} {
			v := sampleEquation()
			v.Matrices = v.Matrices[3-len(ops):]
			for i, op := range ops {
				v.Matrices[i].Op = op
			}
			end, usual := 0.0, (width-equationLeft-equationRight-2*math.Max(30, width/15))/3
			for i, e := range class(t, Panel{ID: "e", Width: width, Height: 320, Plot: v}.AppendSVG(nil), "raster") {
				left, side := atof(t, e.attr["x"]), atof(t, e.attr["width"])
				room := float64(opText.width(ops[i])) * 15 / 18
				if left-room < end || side < 0.88*usual || left+side > width || side != atof(t, e.attr["height"]) {
					t.Errorf("%q at %v px: matrix %d from %v, %v wide, usually %v", ops, width, i+1, left, side, usual)
				}
				end = left + side
			}
		}
	}
	said := said(t, Panel{ID: "e", Plot: sampleEquation()}.AppendSVG(nil))
	for _, want := range []string{"K₁", "gaussian(1)", "0.5 to 1", "least −3", "−10", "10", "−2 to −1"} {
		if n := strings.Count("|"+said+"|", "|"+want+"|"); n != 1 {
			t.Errorf("%q is said %d times in %q", want, n, said)
		}
	}
}

// The ticks of stems are powers of ten with zero, both ends among them, and do not touch.
func TestPowers(t *testing.T) {
	y := SignedSpectrum{Values: []float64{40, 3, 0.2, -0.3}}.scale()
	for height, want := range map[float64][]float64{
		200: {0, 100, 10, 1, -1}, 60: {0, 100}, 30: {0, 100},
	} {
		var got []float64
		for _, tick := range powers(y, height) {
			got = append(got, tick.Value)
		}
		wantEqual(t, fmt.Sprintf("%v px high, from %v to %v", height, y.Min, y.Max), got, want)
	}
}
