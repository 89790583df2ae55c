package plots

import (
	"math"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Passage is a text and how much each of its letters counts.
type Passage struct {
	Name   string
	Text   string
	Shares []float64 // of each rune of Text, in [0, 1]
}

// Passages is texts under each other, letter by letter. A letter is lit, and underlined
// with a bar, by its share; a space is a dot. Lines break between words where they can.
type Passages struct{ Texts []Passage }

const (
	lettersLine  = 26 // letters a line: type is half as large again on phones and on paper
	passageHead  = 30 // px for the name of a text
	passageRow   = 36 // px a line, if there is room
	passageInset = 8
	shareBar     = 8 // px of a share of 1
)

var letterText = text{Size: 15, Color: Ink}

func (v Passages) size() (w, h float64) { return 540, 320 }

// lines are the numbers of the letters that each line of a text begins with; the last is
// how many letters there are.
func (p Passage) lines() []int {
	letters := []rune(p.Text)
	starts := []int{0}
	for from := 0; len(letters)-from > lettersLine; {
		to := from + lettersLine
		for i := to; i > from; i-- {
			if letters[i-1] == ' ' {
				to = i
				break
			}
		}
		starts = append(starts, to)
		from = to
	}
	return append(starts, len(letters))
}

// share is that of letter i, within its bounds.
func (p Passage) share(i int) float64 {
	if i >= len(p.Shares) || !(p.Shares[i] > 0) {
		return 0
	}
	return math.Min(p.Shares[i], 1)
}

// Draw draws the panel; see [Drawer].
func (v Passages) Draw(c draw.Canvas) {
	w, h := size(c)
	rows := 0
	for _, p := range v.Texts {
		rows += len(p.lines()) - 1
	}
	row := math.Min(passageRow, (h-passageHead*float64(len(v.Texts)))/math.Max(1, float64(rows)))
	cell := (w - 2*passageInset) / lettersLine
	var all lettering
	y := c.Max.Y
	for _, p := range v.Texts {
		y -= passageHead
		noteText.with(Soft, start).draw(c, c.Min.X+passageInset, y+8, p.Name)
		runes, starts := []rune(p.Text), p.lines()
		for l, from := range starts[:len(starts)-1] {
			y -= vg.Length(row)
			for i := from; i < starts[l+1]; i++ {
				left := c.Min.X + vg.Length(passageInset+cell*float64(i-from))
				all.add(vg.Rectangle{
					Min: vg.Point{X: left, Y: y}, Max: vg.Point{X: left + vg.Length(cell), Y: y + vg.Length(row)},
				}, runes[i], p.share(i))
			}
		}
	}
	all.draw(c)
}

// shades is how many shades of a letter there are.
const shades = 5

// A lettering is what is drawn of the letters of texts.
type lettering struct {
	lit             [shades]vg.Path // boxes, by their shade
	bars            vg.Path
	letters, spaces []letter
}

type letter struct {
	x, y vg.Length
	s    string
}

// add adds a letter in its cell, with its share.
func (all *lettering) add(cell vg.Rectangle, r rune, share float64) {
	y := cell.Min.Y + shareBar
	if share > 0 {
		shade := min(int(share*shades), shades-1)
		all.lit[shade] = appendBox(all.lit[shade], vg.Rectangle{
			Min: vg.Point{X: cell.Min.X, Y: y + 2}, Max: vg.Point{X: cell.Max.X, Y: cell.Max.Y - 3},
		})
		tall := vg.Length(math.Max(1, shareBar*share))
		all.bars = appendBox(all.bars, vg.Rectangle{
			Min: vg.Point{X: cell.Min.X, Y: y + 1 - tall}, Max: vg.Point{X: cell.Max.X, Y: y + 1},
		})
	}
	at := letter{(cell.Min.X + cell.Max.X) / 2, (y+cell.Max.Y)/2 - 6, string(r)}
	if r == ' ' {
		at.s = "·"
		all.spaces = append(all.spaces, at)
		return
	}
	all.letters = append(all.letters, at)
}

func (all *lettering) draw(c draw.Canvas) {
	for i, path := range all.lit {
		if path != nil {
			fillPath(c, "shared", path, Accent.Fade(0.05*float64(i+1)))
		}
	}
	if all.bars != nil {
		fillPath(c, "shares", all.bars, Accent)
	}
	if s := svgOf(c); s != nil {
		s.Group("letters") // a page that enlarges type leaves these in their cells
		defer s.EndGroup()
	}
	for _, l := range all.letters {
		letterText.with(Ink, middle).draw(c, l.x, l.y, l.s)
	}
	for _, l := range all.spaces {
		letterText.with(Soft, middle).draw(c, l.x, l.y, l.s)
	}
}

// Describe says how many letters of each text are lit, and which run counts most.
func (v Passages) Describe() string {
	var s sentences
	s.say("%s, letter by letter", count(len(v.Texts), "text"))
	for _, p := range v.Texts {
		lit, most, run := 0, 0.0, ""
		var now []rune
		sum := 0.0
		for i, r := range append([]rune(p.Text), 0) {
			if share := p.share(i); share > 0 {
				lit, sum, now = lit+1, sum+share, append(now, r)
				continue
			}
			if sum > most {
				most, run = sum, string(now)
			}
			sum, now = 0, nil
		}
		if lit == 0 {
			s.say("In %s no letter is lit", p.Name)
		} else {
			s.say("In %s %d of %s are lit, most “%s”", p.Name, lit, count(len([]rune(p.Text)), "letter"),
				strings.TrimSpace(run))
		}
	}
	return s.String()
}
