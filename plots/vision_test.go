package plots

import (
	"image/color"
	"math"
	"testing"
)

// visions are what who lacks one of the three cones sees of linear red, green and blue.
//
// Source: G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, A physiologically-based
// model for simulation of color vision deficiency, IEEE TVCG 2009, severity 1.
var visions = map[string][3][3]float64{
	"all cones": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia": {
		{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998},
	},
	"deuteranopia": {
		{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881},
	},
	"tritanopia": {
		{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900},
	},
}

// seenAs is the colour as it is seen, in CIE L*a*b*.
func seenAs(vision [3][3]float64, c color.NRGBA) lab {
	linear := func(v uint8) float64 {
		if s := float64(v) / 255; s > 0.04045 {
			return math.Pow((s+0.055)/1.055, 2.4)
		}
		return float64(v) / 255 / 12.92
	}
	from := [3]float64{linear(c.R), linear(c.G), linear(c.B)}
	var rgb [3]float64
	for i, row := range vision {
		rgb[i] = min(max(row[0]*from[0]+row[1]*from[1]+row[2]*from[2], 0), 1)
	}
	root := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	x := root((0.4124*rgb[0] + 0.3576*rgb[1] + 0.1805*rgb[2]) / 0.95047)
	y := root(0.2126*rgb[0] + 0.7152*rgb[1] + 0.0722*rgb[2])
	z := root((0.0193*rgb[0] + 0.1192*rgb[1] + 0.9505*rgb[2]) / 1.08883)
	return lab{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func apart(a, b lab) float64 { return math.Sqrt(sq(a.l-b.l) + sq(a.a-b.a) + sq(a.b-b.b)) }

func sq(v float64) float64 { return v * v }

// The two ends of a field and of a diverging ramp, their middle, and the two classes are told apart by who lacks a
// kind of cone, in both themes: a difference of 2.3 is just seen, and these are far more.
func TestFieldIsTheSameForEveryEye(t *testing.T) {
	for theme, pick := range themes {
		paper := pick(Paper)
		low, high := shadeOn(field(-1), paper), shadeOn(field(1), paper)
		blue, red := divergingEnds[0], divergingEnds[1]
		var shares [3]color.NRGBA
		for class := range shares {
			shares[class] = shadeOn(share(class, 1), paper)
		}
		for name, vision := range visions {
			for what, pair := range map[string][2]color.NRGBA{
				"the ends":            {low, high},
				"the upper and paper": {high, paper},
				"the lower and paper": {low, paper},
				"blue and red":        {blue, red},
				"blue and paper":      {blue, paper},
				"red and paper":       {red, paper},
				"shares of 1 and 2":   {shares[0], shares[1]},
				"shares of 1 and 3":   {shares[0], shares[2]},
				"shares of 2 and 3":   {shares[1], shares[2]},
				"the classes":         {pick(Categories[0]), pick(Categories[1])},
			} {
				d := apart(seenAs(vision, pair[0]), seenAs(vision, pair[1]))
				t.Logf("%s, %s: %s are %.1f apart", theme, name, what, d)
				if d < 12 {
					t.Errorf("%s, %s: %s are %.1f apart", theme, name, what, d)
				}
			}
		}
	}
}
