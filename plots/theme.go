package plots

import (
	_ "embed"
	"fmt"
	"image/color"

	stdfont "golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
)

// A Token is a colour by its role. The page's style sheet defines the custom
// property Var in both themes; the inline SVG refers to it, all else uses Light.
// Dark is here so that the two sheets can be held against each other.
//
// Token implements color.Color by its Light value.
type Token struct {
	Var         string // "--curve"
	Light, Dark color.NRGBA
}

// RGBA returns the light theme's value, alpha-premultiplied.
func (t Token) RGBA() (r, g, b, a uint32) { return t.Light.RGBA() }

// Fade returns t at opacity alpha, in [0, 1].
func (t Token) Fade(alpha float64) Token {
	t.Light.A = uint8(255*alpha + 0.5)
	t.Dark.A = t.Light.A
	return t
}

// faint is the least opacity at which the colours of lines have a contrast of 3:1 with
// paper.
const faint = 0.72

// The roles. Ink, Soft, Accent, Curve, Bandwidth, Lambda, Ok and Warn may colour
// text: their contrast with Paper is at least 4.5:1 in both themes; that of all but Hairline, which is to count
// along, and Shade, which lies under marks, is 3:1.
var (
	Paper     = token("--paper", 0xfdfcf9, 0x16171a)
	Ink       = token("--ink", 0x1d1d1b, 0xe9e6df)
	Soft      = token("--soft", 0x5f5d57, 0xa29e94)
	Hairline  = token("--line", 0xe3dfd5, 0x2d2f34) // grid lines
	Accent    = token("--accent", 0x0b6e99, 0x6cbfe0)
	Curve     = token("--curve", 0xc2410c, 0xff8a4c) // the fitted function
	Ghost     = token("--ghost", 0x948e81, 0x66676c) // where the curve was before
	Data      = token("--point", 0x1d1d1b, 0xe9e6df)
	Bandwidth = token("--bandwidth", 0x0b6e99, 0x6cbfe0)
	Lambda    = token("--lambda", 0x8e4585, 0xd79bd0)
	Ok        = token("--ok", 0x2a7247, 0x6fcf97)
	Warn      = token("--warn", 0x9a5b00, 0xe5a84b)
	White     = token("--mark", 0xffffff, 0xffffff) // marks over heat maps
	Outline   = token("--mark-outline", 0x10131c, 0x10131c)
	Entry     = token("--entry", 0x000000, 0xffffff) // numbers and contours on ramps from paper to a colour
	Shade     = token("--shade", 0x7d7d82, 0x7d7d82) // of a Muted ramp, over either paper
	Yours     = token("--yours", 0x6a3fb8, 0xb59bff) // a reader's new point: of no category
)

// Categories are the hues of Okabe and Ito, told apart under the common
// colour-vision deficiencies, moved in lightness until each has a contrast of 3:1
// with paper in both themes (the first four 4.5:1, for words in their colour). A
// second mark (dash, shape) goes with every one.
//
// Source: M. Okabe and K. Ito, Color Universal Design, 2008.
var Categories = []Token{
	token("--cat-1", 0x0072b2, 0x4da3d9),
	token("--cat-2", 0xb84f00, 0xe8752f),
	token("--cat-3", 0x00795a, 0x2fbf96),
	token("--cat-4", 0xa8457f, 0xd98ab8),
	token("--cat-5", 0xb08600, 0xf0b84a),
	token("--cat-6", 0x4a97cf, 0x9bd5ff),
	token("--cat-7", 0x1d1d1b, 0xe9e6df),
	token("--cat-8", 0x5c5600, 0xf7f06a),
}

// Tokens returns every role and category, for a page's style sheet and for tests.
func Tokens() []Token {
	return append([]Token{Paper, Ink, Soft, Hairline, Accent, Curve, Ghost, Data, Bandwidth, Lambda, Ok, Warn, White,
		Outline, Entry, Shade, Yours}, Categories...)
}

func token(name string, light, dark uint32) Token {
	rgb := func(v uint32) color.NRGBA {
		return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 255}
	}
	return Token{Var: name, Light: rgb(light), Dark: rgb(dark)}
}

//go:embed fonts/Inter-Regular.ttf
var interRegular []byte

//go:embed fonts/Inter-SemiBold.ttf
var interSemiBold []byte

//go:embed fonts/STIXTwoText-SemiBold.ttf
var stixSemiBold []byte

// serif is the typeface of the pages' titles, of which there are Latin letters alone.
const serif font.Typeface = "STIX Two Text"

// gonum/plot keeps its fonts in a package variable. Ours go there once, before any
// request: they give legends their widths and PNG and PDF their glyphs.
func init() {
	for _, f := range []struct {
		typeface font.Typeface
		weight   stdfont.Weight
		ttf      []byte
	}{
		{"Inter", stdfont.WeightNormal, interRegular}, {"Inter", stdfont.WeightSemiBold, interSemiBold},
		{serif, stdfont.WeightSemiBold, stixSemiBold},
	} {
		face, err := opentype.Parse(f.ttf)
		if err != nil {
			panic(fmt.Sprintf("plots: embedded font: %v", err))
		}
		font.DefaultCache.Add(font.Collection{{
			Font: font.Font{Typeface: f.typeface, Weight: f.weight},
			Face: face,
		}})
	}
}
