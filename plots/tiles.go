package plots

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Shelf is a row of tiles under one name.
type Shelf struct {
	Name   string // "degree 2"; where no shelf has one, tiles begin at the left edge
	Labels []string
	Count  int // how many there are in all, if more than Labels
}

func (s Shelf) count() int { return max(s.Count, len(s.Labels)) }

// Tiles is short labels in rows: as many as fit, and how many more there are.
type Tiles struct {
	Shelves []Shelf
	Lit     []string // labels to bring out
	// Uncounted says that the labels of a shelf are some in an order, and not all there are:
	// their number says nothing.
	Uncounted bool
}

const (
	tileHeight = 30
	tileGap    = 6
	tilePad    = 4
	tileMargin = 118 // px at least, for the names
	tileInset  = 8
	shelfGap   = 8
)

func (v Tiles) size() (w, h float64) { return panelWidth, 320 }

// A tile is a label with its left lower corner and width.
type tile struct {
	label       string
	x, y, width float64
}

// A heading is a shelf's name with its baseline.
type heading struct {
	name string
	y    float64
}

var tileText = text{Size: 14, Color: Ink}

// heading writes the name of a shelf with how many there are.
func (v Tiles) heading(s Shelf) string {
	if v.Uncounted || s.Name == "" {
		return s.Name
	}
	return fmt.Sprintf("%s: %s", s.Name, thousands(s.count()))
}

// margin is the room for the names.
func (v Tiles) margin() float64 {
	if !slices.ContainsFunc(v.Shelves, func(s Shelf) bool { return s.Name != "" }) {
		return tileInset
	}
	margin := float64(tileMargin)
	for _, s := range v.Shelves {
		margin = math.Max(margin, tileInset+1.4*float64(tickText.width(v.heading(s)))+2*tilePad)
	}
	return margin
}

// layout places the tiles in w × h, from the top, and returns how many have no
// place. One line is kept for saying so.
func (v Tiles) layout(w, h float64) (tiles []tile, headings []heading, more int) {
	y := h - tileInset - tileHeight
	bottom, margin := tileInset+26.0, v.margin()
	for _, s := range v.Shelves {
		if s.count() == 0 {
			continue
		}
		if y < bottom {
			more += s.count()
			continue
		}
		headings = append(headings, heading{v.heading(s), y + 10})
		x, placed := margin, 0
		for _, label := range s.Labels {
			width := math.Max(tileHeight, 1.4*float64(tileText.width(label))+2*tilePad)
			if x+width > w-tileInset && x > margin {
				x, y = margin, y-tileHeight-tileGap
			}
			if y < bottom {
				break
			}
			tiles = append(tiles, tile{label, x, y, width})
			x += width + tileGap
			placed++
		}
		more += s.count() - placed
		y -= tileHeight + shelfGap
	}
	return tiles, headings, more
}

// Draw draws the panel; see [Drawer].
func (v Tiles) Draw(c draw.Canvas) {
	tiles, headings, more := v.layout(size(c))
	var plain, lit vg.Path
	for _, t := range tiles {
		path := &plain
		if slices.Contains(v.Lit, t.label) {
			path = &lit
		}
		*path = appendBox(*path, vg.Rectangle{
			Min: vg.Point{X: c.Min.X + vg.Length(t.x), Y: c.Min.Y + vg.Length(t.y)},
			Max: vg.Point{X: c.Min.X + vg.Length(t.x+t.width), Y: c.Min.Y + vg.Length(t.y+tileHeight)},
		})
	}
	strokePath(c, "tiles", plain, draw.LineStyle{Color: Ghost, Width: 1})
	if len(lit) > 0 {
		fillPath(c, "", lit, Accent.Fade(0.16))
		strokePath(c, "tiles-lit", lit, draw.LineStyle{Color: Accent, Width: 2.2})
	}
	for _, n := range headings {
		tickText.with(Soft, start).draw(c, c.Min.X+tileInset, c.Min.Y+vg.Length(n.y), n.name)
	}
	for _, t := range tiles {
		tileText.with(Ink, middle).draw(c, c.Min.X+vg.Length(t.x+t.width/2), c.Min.Y+vg.Length(t.y+10), t.label)
	}
	if more > 0 {
		y := float64(tileInset)
		if n := len(tiles); n > 0 {
			y = tiles[n-1].y - 22
		}
		noteText.with(Ink, start).draw(c, c.Min.X+vg.Length(v.margin()), c.Min.Y+vg.Length(y),
			"and "+thousands(more)+" more")
	}
}

// thousands writes n with commas.
func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Describe counts the labels and gives the first ones.
func (v Tiles) Describe() string {
	var s sentences
	all := 0
	var rows, first []string
	for _, shelf := range v.Shelves {
		if shelf.count() == 0 {
			continue
		}
		all += shelf.count()
		rows = append(rows, fmt.Sprintf("%s %s", thousands(shelf.count()), strings.TrimSpace("in "+shelf.Name)))
		first = append(first, shelf.Labels...)
	}
	s.say("%s in %s", strings.Replace(count(all, "label"), fmt.Sprint(all), thousands(all), 1), count(len(rows), "row"))
	if len(rows) > 1 && len(rows) <= 8 {
		s.say("There are %s", list(rows))
	}
	if len(first) > 0 {
		s.say("The first are %s", strings.Join(first[:min(len(first), 8)], ", "))
	}
	return s.String()
}
