package plots

import (
	"image/color"
	"maps"
	"slices"
	"sync"
	"unicode/utf8"

	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// text is how a word is set: in Inter, which is also the page's font for figures, or on
// cards in the font of titles.
type text struct {
	Size   float64
	Bold   bool
	Title  bool // in the font of titles, which has one weight
	Color  color.Color
	Anchor anchor
	Angle  float64 // radians, counterclockwise
	Halo   bool    // a rim, for words over a picture or over lines
}

// rim is the colour of the halo: dark around white, paper around all else.
func (t text) rim() Token {
	if t.Color == White {
		return Outline
	}
	return Paper
}

// anchor says which end of a text stays where it is when its width differs from
// the one measured.
type anchor int

const (
	start anchor = iota
	middle
	end
)

func (a anchor) String() string { return [...]string{"start", "middle", "end"}[a] }

var (
	tickText  = text{Size: 12, Color: Soft}
	labelText = text{Size: 13, Color: Ink}
	noteText  = text{Size: 13, Color: Ink, Bold: true}
)

func (t text) with(c color.Color, a anchor) text {
	t.Color, t.Anchor = c, a
	return t
}

func (t text) face() font.Face {
	f := font.Font{Typeface: "Inter", Size: vg.Length(t.Size)}
	if t.Title {
		f.Typeface = serif
	}
	if t.Bold || t.Title {
		f.Weight = stdfont.WeightSemiBold
	}
	return font.DefaultCache.Lookup(f, f.Size)
}

func (t text) width(s string) vg.Length {
	var w vg.Length
	t.runs(s, func(set text, _, under vg.Length, run string) {
		if under == 0 {
			w += set.runWidth(run)
		}
	})
	return w
}

// runWidth is how wide a run is of which the font has every sign.
func (t text) runWidth(run string) vg.Length {
	inter, units := regular(), vg.Length(0)
	if t.Bold {
		inter = semiBold()
	}
	for _, r := range run {
		if t.Title || r >= measured {
			face := t.face()
			return face.Width(run)
		}
		units += inter.of[r]
	}
	return units * (vg.Length(t.Size) / inter.perEm)
}

// measured bounds the signs whose advances are at hand: letters, digits and signs of formulas.
const measured = 0x2300

// advances are how far signs of Inter, of one weight, move the pen, in units of the font. It has
// no kerning: a run is as wide as its signs together.
type advances struct {
	perEm vg.Length
	of    [measured]vg.Length
}

var regular, semiBold = sync.OnceValue(func() *advances { return advancesOf(text{}) }),
	sync.OnceValue(func() *advances { return advancesOf(text{Bold: true}) })

func advancesOf(t text) *advances {
	face := t.face()
	face.Font.Size = vg.Length(face.Face.UnitsPerEm())
	a := &advances{perEm: face.Font.Size}
	for r := range a.of {
		a.of[r] = face.Width(string(rune(r)))
	}
	return a
}

// A form is how a sign is drawn that the font has not: by another one, smaller and
// higher or lower by so many sizes, or over the sign before it. A browser finds these
// signs in another font.
type form struct {
	by         string
	size, rise float64
	over       bool
}

var forms = map[rune]form{
	'ᵀ': {"T", 0.62, 0.36, false}, 'ⁿ': {"n", 0.62, 0.36, false}, 'ᵏ': {"k", 0.62, 0.36, false},
	'ᵖ': {"p", 0.62, 0.36, false}, 'ᵈ': {"d", 0.62, 0.36, false},
	'ₐ': {"a", 0.62, -0.14, false}, 'ₗ': {"l", 0.62, -0.14, false}, 'ℋ': {"H", 1, 0, false},
	'∘':      {"°", 1.1, -0.3, false},
	'\u0302': {"^", 0.9, 0.34, true},
}

// firstForm is the first of those signs; letters and digits come before it.
var firstForm = slices.Min(slices.Collect(maps.Keys(forms)))

// runs cuts s into what the font has, and other signs' forms. Under is how wide the sign
// is that a run stands over, zero where it stands behind it.
func (t text) runs(s string, do func(set text, rise, under vg.Length, run string)) {
	from, last, how := 0, "", t // the sign before, and how it is set
	for i, r := range s {
		f, ok := form{}, false
		if r >= firstForm {
			f, ok = forms[r]
		}
		if !ok {
			last, how = string(r), t
			continue
		}
		if from < i {
			do(t, 0, 0, s[from:i])
		}
		set, under := t, vg.Length(0)
		set.Size *= f.size
		if f.over {
			face := how.face()
			under = face.Width(last)
		} else {
			last, how = f.by, set
		}
		do(set, vg.Length(f.rise*t.Size), under, f.by)
		from = i + utf8.RuneLen(r)
	}
	if from < len(s) {
		do(t, 0, 0, s[from:])
	}
}

// draw sets s with its baseline at (x, y).
func (t text) draw(c vg.Canvas, x, y vg.Length, s string) {
	if s == "" {
		return
	}
	if s2 := svgOf(c); s2 != nil {
		s2.text(t, vg.Point{X: x, Y: y}, s)
		return
	}
	if t.Halo {
		rim := t.with(t.rim(), t.Anchor)
		rim.Halo = false
		for _, d := range [...][2]vg.Length{{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-0.7, -0.7}, {0.7, 0.7}, {-0.7, 0.7},
			{0.7, -0.7}} {
			rim.draw(c, x+1.3*d[0], y+1.3*d[1], s)
		}
	}
	c.Push()
	c.SetColor(t.Color)
	c.Translate(vg.Point{X: x, Y: y})
	if t.Angle != 0 {
		c.Rotate(t.Angle)
	}
	at := -t.width(s) * vg.Length(t.Anchor) / 2
	t.runs(s, func(set text, rise, under vg.Length, run string) {
		f := set.face()
		w := f.Width(run)
		if under > 0 {
			c.FillString(f, vg.Point{X: at - (under+w)/2, Y: rise}, run)
			return
		}
		c.FillString(f, vg.Point{X: at, Y: rise}, run)
		at += w
	})
	c.Pop()
}
