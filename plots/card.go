package plots

import (
	"math"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Card is the picture that others show beside a link: an emblem drawn large beside the
// title of what the link leads to, or under it where the emblem is of three panes or
// more. It is in the light theme.
type Card struct {
	Above  string // a few words over the title
	Title  string
	Below  string // a few words under it, where the emblem is beside it
	Foot   string // at the lower edge
	Emblem Emblem // panes under a title that have names are joined by arrows
}

// The size of a card in pixels, as those who show it ask for.
const CardWidth, CardHeight = 1200, 630

// Where things stand on a card, px from its upper and left edge.
const (
	cardMargin = 64
	cardTop    = 104 // the emblem beside a title
	cardBeside = 640 // its width
	cardUnder  = 176 // the emblem under a title
	cardFoot   = 574 // the baseline of the last line
)

var (
	cardTitle = text{Title: true, Color: Ink}
	cardSmall = text{Size: 26, Color: Soft}
	cardBrand = text{Size: 30, Title: true, Color: Soft}
)

// beside draws the emblem to the right of the title.
func (k Card) beside(c draw.Canvas) {
	const left, aspect = CardWidth - cardMargin - cardBeside, 1.0 * emblemWidth / emblemHeight
	at := vg.Rectangle{
		Min: vg.Point{X: left, Y: CardHeight - cardTop - cardBeside/aspect},
		Max: vg.Point{X: left + cardBeside, Y: CardHeight - cardTop},
	}
	k.Emblem.Draw(draw.Canvas{Canvas: c.Canvas, Rectangle: at})
	if len(k.Emblem) == 1 {
		strokePath(c, "", box(at), draw.LineStyle{Color: Hairline, Width: 2})
	}
	y := at.Max.Y - 24
	cardSmall.draw(c, cardMargin, y, k.Above)
	set, lines := fitting(k.Title, left-cardMargin-36, 4)
	y -= 12
	for _, line := range lines {
		y -= vg.Length(1.14 * set.Size)
		set.draw(c, cardMargin, y, line)
	}
	cardSmall.draw(c, cardMargin, y-54, k.Below)
}

// under draws the panes of the emblem in a row under the title.
func (k Card) under(c draw.Canvas) {
	const bottom = CardHeight - cardFoot + 90
	cardSmall.draw(c, cardMargin, CardHeight-72, k.Above)
	set, lines := fitting(k.Title, CardWidth-2*cardMargin, 1)
	set.draw(c, cardMargin, CardHeight-136, lines[0])
	n := vg.Length(len(k.Emblem))
	side := min(CardHeight-cardUnder-bottom, (CardWidth-2*cardMargin)/n)
	gap := (CardWidth - 2*cardMargin - n*side) / (n - 1)
	for i, pane := range k.Emblem {
		x := vg.Length(math.Round(float64(cardMargin + vg.Length(i)*(side+gap)))) // whole pixels
		at := vg.Rectangle{Min: vg.Point{X: x, Y: bottom}, Max: vg.Point{X: x + side, Y: bottom + side}}
		pane.Draw(draw.Canvas{Canvas: c.Canvas, Rectangle: at})
		strokePath(c, "", box(at), draw.LineStyle{Color: Hairline, Width: 2})
		cardSmall.with(Ink, middle).draw(c, x+side/2, bottom-38, pane.Name)
		if i > 0 && pane.Name != "" {
			text{Size: 40, Color: Soft, Anchor: middle}.draw(c, x-gap/2, bottom+side/2-12, "→")
		}
	}
}

// fitting returns the title in lines no wider than that, and how they are set: as large
// as so many of them allow.
func fitting(title string, width vg.Length, most int) (set text, lines []string) {
	const largest, least, step = 64, 36, 4 // px
	for set = cardTitle; ; set.Size -= step {
		if set.Size == 0 {
			set.Size = largest
		}
		lines = set.lines(title, width)
		if len(lines) <= most && set.widest(lines) <= width || set.Size <= least {
			return set, lines
		}
	}
}

// lines breaks words into lines no wider than that, but for single words that are.
func (t text) lines(words string, width vg.Length) []string {
	lines := []string{""}
	for _, word := range strings.Fields(words) {
		last := &lines[len(lines)-1]
		if longer := strings.TrimSpace(*last + " " + word); *last == "" || t.width(longer) <= width {
			*last = longer
			continue
		}
		lines = append(lines, word)
	}
	return lines
}

func (t text) widest(lines []string) (w vg.Length) {
	for _, line := range lines {
		w = max(w, t.width(line))
	}
	return w
}
