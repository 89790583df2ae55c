package plots

import (
	"image/color"
	"math"
	"sync"

	"gonum.org/v1/gonum/mat"
)

// A Ramp is a sequence of colours for numbers.
type Ramp int

const (
	Cividis         Ramp = iota // dark blue to yellow, even in lightness
	ReversedCividis             // yellow to dark blue
	Diverging                   // blue, paper at 0, red, in either theme: signed values
	Muted                       // paper to grey, in either theme: values of one sign under points of classes
	Violets                     // nearly paper to violet, in either theme: how uncertain, where Cividis is how much
	Field                       // the second class's colour, paper, the first's: a function whose sign tells them apart
	Share                       // paper to the first class's colour: how likely that is, or how much of one thing
	Shares                      // paper to each of three classes' colours: how likely the likeliest is
)

// clear says that the ramp is see-through, so that it follows the theme.
func (r Ramp) clear() bool { return r.even() || r.pale() }

// even says that it goes from the page's own colour to one that is halfway between the papers of both themes, so that
// Entry is read on all of it.
func (r Ramp) even() bool { return r == Diverging || r == Violets }

// pale says that it is so pale as to lie under marks of classes.
func (r Ramp) pale() bool { return r == Muted || r == Field || r == Share || r == Shares }

// A Scale says which colours stand for which values: the ramp runs from Min to
// Max, and what lies outside has the colour of the nearer end.
type Scale struct {
	Ramp     Ramp
	Min, Max float64
}

// ScaleOf returns the scale for m: Cividis from 0 to the greatest entry if none
// is negative, else Diverging from −a to a, a the greatest absolute entry.
func ScaleOf(m mat.Matrix) Scale {
	least, greatest, _ := entries(m)
	lo, hi := math.Min(least.value, 0), math.Max(greatest.value, 0)
	if lo < 0 {
		a := math.Max(-lo, hi)
		return Scale{Diverging, -a, a}
	}
	if hi == 0 {
		hi = 1
	}
	return Scale{Cividis, 0, hi}
}

// level returns the index of v's colour; NaN has the last.
func (s Scale) level(v float64, levels int) uint8 {
	t := (v - s.Min) / (s.Max - s.Min)
	switch {
	case t <= 0:
		return 0
	case t < 1:
		return uint8(t*float64(levels-1) + 0.5)
	}
	return uint8(levels - 1)
}

// cividis at 64 even steps. Source: J. R. Nuñez, C. R. Anderton and R. S. Renslow,
// Optimizing colormaps with consideration for color vision deficiency, PLoS ONE
// 13 (2018).
const cividis = "" +
	"00224d00255400285b002a62002d6900307004327011356f1a386f213b6e273d6d2e416c32446c37466c3b496b404c6b" +
	"444f6b48516b4c546c4f576c535a6c575d6d5a5f6d5e626e61656f656870686b716c6d726f7073737374767676797977" +
	"7e7d788280788583788986788d8978918c77958f779992769d9575a19874a59b73a99e72ada271b1a570b5a86eb9ab6d" +
	"bdaf6bc2b269c6b567cab964cebc62d4c15ed8c45bdcc858e1cc54e5cf50ead34ceed747f3da42f8de3bfde234fde737"

const ramps = 8

// mutedMost is the opacity of Shade at the upper end of Muted: on it the first four
// categories still have 3:1.
const mutedMost = 0.34

// The ends of a Field are hues of Okabe and Ito, those of the first two categories before
// these are moved in lightness. Their opacity rises with the distance t from the middle as
// fieldMost·t^fieldBend: on the ends the first two categories still have 3:1.
const (
	fieldMost = 0.4
	fieldBend = 0.8
)

var fieldEnds = [2]color.NRGBA{{0xe0, 0x78, 0x2a, 255}, {0x2f, 0x8f, 0xd6, 255}}

// field is the colour at t in [−1, 1].
func field(t float64) color.NRGBA {
	c := fieldEnds[0]
	if t > 0 {
		c = fieldEnds[1]
	}
	c.A = uint8(255*fieldMost*math.Pow(math.Abs(t), fieldBend) + 0.5)
	return c
}

// The ends of Diverging are as light as each other, between the papers of both themes. From
// paper at 0 lightness goes to them, down in the light theme and up in the dark one, by the bend
// of Field: what is large is seen in either, and Entry is read 4.5:1 on all of it.
var divergingEnds = [2]color.NRGBA{lab{49.4, 6, -50}.rgb(), lab{49.4, 62, 40}.rgb()}

// diverging is the colour at t in [−1, 1].
func diverging(t float64) color.NRGBA {
	c := divergingEnds[0]
	if t > 0 {
		c = divergingEnds[1]
	}
	c.A = uint8(255*math.Pow(math.Abs(t), fieldBend) + 0.5)
	return c
}

// violet is the upper end of Violets, as light as those of Diverging. At the lower end it has the opacity violetLeast:
// where nothing is uncertain a map still has its shape.
var violet = lab{49.4, 40, -52}.rgb()

const violetLeast = 0.12

// uncertain is the colour at t in [0, 1].
func uncertain(t float64) color.NRGBA {
	c := violet
	c.A = uint8(255*(violetLeast+(1-violetLeast)*t) + 0.5)
	return c
}

// shareMost is the opacity at the upper end of Share and of Shares: on it the first three
// categories still have 3:1.
const shareMost = 0.41

// shareHues are those of the first three categories, as grounds: the green one is paler and less
// blue than its category, so that who sees no blue tells it from the first.
var shareHues = [3]color.NRGBA{fieldEnds[1], fieldEnds[0], {0x66, 0x96, 0x6c, 255}}

// share is the colour of a class's share t, in [0, 1].
func share(class int, t float64) color.NRGBA {
	c := shareHues[class]
	c.A = uint8(255*shareMost*t + 0.5)
	return c
}

// shareSteps are the colours of each class in Shares: with three classes as many in all as
// other ramps have.
const shareSteps = 21

var palettes = sync.OnceValue(func() [ramps]color.Palette {
	var p [ramps]color.Palette
	digit := func(b byte) uint8 {
		if b >= 'a' {
			return b - 'a' + 10
		}
		return b - '0'
	}
	for i := 0; i < len(cividis); i += 6 {
		var c [3]uint8
		for j := range c {
			c[j] = digit(cividis[i+2*j])<<4 | digit(cividis[i+2*j+1])
		}
		p[Cividis] = append(p[Cividis], color.NRGBA{c[0], c[1], c[2], 255})
	}
	for i := range p[Cividis] {
		p[ReversedCividis] = append(p[ReversedCividis], p[Cividis][len(p[Cividis])-1-i])
	}
	for i := range 64 {
		p[Share] = append(p[Share], share(0, float64(i)/63))
		p[Muted] = append(p[Muted], Shade.Fade(mutedMost*float64(i)/63).Light)
		p[Violets] = append(p[Violets], uncertain(float64(i)/63))
	}
	for i := range len(shareHues) * shareSteps {
		p[Shares] = append(p[Shares], share(i/shareSteps, float64(i%shareSteps)/(shareSteps-1)))
	}
	const half = 32 // to either side: an odd number in all, so that zero is exactly paper
	for i := -half; i <= half; i++ {
		p[Field] = append(p[Field], field(float64(i)/half))
		p[Diverging] = append(p[Diverging], diverging(float64(i)/half))
	}
	return p
})

// lab is a colour of CIE L*a*b*, white point D65.
type lab struct{ l, a, b float64 }

func (c lab) rgb() color.NRGBA {
	inverse := func(t float64) float64 {
		if t > 6.0/29 {
			return t * t * t
		}
		return 3 * 36.0 / 841 * (t - 4.0/29)
	}
	m := (c.l + 16) / 116
	x, y, z := 0.95047*inverse(m+c.a/500), inverse(m), 1.08883*inverse(m-c.b/200)
	gamma := func(v float64) uint8 {
		if v <= 0.0031308 {
			v *= 12.92
		} else {
			v = 1.055*math.Pow(v, 1/2.4) - 0.055
		}
		return uint8(255*math.Min(math.Max(v, 0), 1) + 0.5)
	}
	return color.NRGBA{
		R: gamma(3.2406*x - 1.5372*y - 0.4986*z),
		G: gamma(-0.9689*x + 1.8758*y + 0.0415*z),
		B: gamma(0.0557*x - 0.2040*y + 1.0570*z),
		A: 255,
	}
}

// luminance is WCAG's relative luminance.
func luminance(c color.Color) float64 {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	lin := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*lin(n.R) + 0.7152*lin(n.G) + 0.0722*lin(n.B)
}
