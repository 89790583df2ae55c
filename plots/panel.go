package plots

import (
	"bytes"
	"errors"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// ErrServer is why a picture cannot be written: this program runs in a browser.
var ErrServer = errors.New("plots: only a server writes this file")

// A Drawer draws itself into a rectangle. Every kind of this package is one, and
// so is *plot.Plot.
type Drawer interface {
	Draw(draw.Canvas)
}

// framed is a Drawer that knows where its data rectangle lies.
type framed interface {
	frame(width, height float64) frame
}

// sized is a Drawer with a size of its own.
type sized interface {
	size() (width, height float64)
}

// fitted is a Drawer whose height may follow from its width; zero where it does not.
type fitted interface {
	fit(width float64) (height float64)
}

// selfNamed is a Drawer that may write its own name.
type selfNamed interface {
	namesItself() bool
}

// A Panel is one picture of a figure. ID begins the ids of its elements, so that
// they are unique in a page; Title is its heading, and Desc says what it shows, for
// those who cannot see it. An empty Desc is what the kind says of itself, a zero
// Width or Height the kind's own; where scales are equal, the Height that its Width
// asks for. The heading comes on top of Height. A page shows a Lead large; where no panel
// of a picture is one, the first is.
type Panel struct {
	ID, Title, Desc string
	Width, Height   float64 // px
	Plot            Drawer
	Lead            bool
	Tall            bool      // beside the main panel it is higher than others
	Class           string    // of the <svg>, besides "plot"
	Guesses         []Guesses // over it, where it has a frame; a page's alone
	Redrawn         []Redrawn // other samples' curves, under it, where it has a frame
	apart           bool      // title, legend and scale are not in the picture: see Legend
}

// Size returns the panel's width and height in pixels, with its heading.
func (p Panel) Size() (width, height float64) {
	width, height = p.Body()
	return width, height + p.head(width).height()
}

// Body is the size of the picture under the heading, in pixels.
func (p Panel) Body() (width, height float64) {
	width, height = panelWidth, panelHeight
	if s, ok := p.Plot.(sized); ok {
		width, height = s.size()
	}
	if p.Width > 0 {
		width = p.Width
		if f, ok := p.Plot.(fitted); ok && f.fit(width) > 0 {
			height = f.fit(width)
		}
	}
	if p.Height > 0 {
		height = p.Height
	}
	return width, height
}

// Axes are those of the panel's frame, as its edges have them; false where it has none.
func (p Panel) Axes() (x, y Axis, ok bool) {
	v, ok := p.Plot.(framed)
	if !ok {
		return x, y, false
	}
	f := v.frame(p.Body())
	return f.x, f.y, true
}

// PhoneWidth is the width, in px, of a panel that is drawn for a phone: its type is not
// enlarged there. The page of a phone 390 px wide leaves it 358.
const PhoneWidth = 360

// Narrowest is the width, in px, at which a phone's drawing of the panel begins.
func (p Panel) Narrowest() float64 {
	if _, ok := p.Plot.(Blocks); ok {
		return rowWidth
	}
	return PhoneWidth
}

// Proportioned reports whether the panel's proportions are those of its data.
func (p Panel) Proportioned() bool {
	switch v := p.Plot.(type) {
	case Heatmap, GeoMap, Lift, Blocks:
		return true
	case Multiples:
		return slices.ContainsFunc(v.Parts, func(m Multiple) bool { return m.Relief != nil })
	case fitted:
		return v.fit(panelWidth) > 0
	}
	return false
}

// Shaped is the panel drawn width × height px, without its heading; one whose proportions
// are those of its data is as wide, and as high as they ask for.
func (p Panel) Shaped(width, height float64) Panel {
	w, h := p.Body()
	p.Width, p.Height = width, height
	if _, ok := p.Plot.(fitted); ok && p.Proportioned() {
		p.Height = 0
	} else if p.Proportioned() {
		p.Height = math.Round(h * width / w)
	}
	return p
}

// A head is a panel's heading in lines, from x on.
type head struct {
	lines []string
	x     float64
}

const (
	headingRow  = 19 // px a line
	headingBase = 8  // px from the last line to the picture's upper edge
)

var headingText = text{Size: 13, Color: Ink, Bold: true}

// narrow is the width, in px, below which a title has need of the room beside the frame.
const narrow = 350

// head breaks the title where a page that enlarges it would run out of room. It
// stands where the frame begins, if that leaves it room.
func (p Panel) head(width float64) head {
	h := head{x: sheetInset}
	if n, ok := p.Plot.(selfNamed); p.apart || ok && n.namesItself() {
		return h
	}
	if f, ok := p.Plot.(framed); ok && width >= narrow {
		w, height := p.Body()
		h.x = f.frame(w, height).x0
	}
	larger := enlarged(width - marginLeft - marginRight)
	line := ""
	for _, word := range strings.Split(p.Title, " ") { // not at a space that does not break
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && larger*float64(headingText.width(longer)) > width-h.x {
			h.lines = append(h.lines, line)
			longer = word
		}
		line = longer
	}
	if line != "" {
		h.lines = append(h.lines, line)
	}
	return h
}

func (h head) height() float64 {
	if len(h.lines) == 0 {
		return 0
	}
	return headingRow*float64(len(h.lines)) + headingBase
}

// draw draws the panel with its heading.
func (p Panel) draw(c draw.Canvas) {
	w, _ := size(c)
	h := p.head(w)
	for i, line := range h.lines {
		named(c, "heading")
		headingText.draw(c, c.Min.X+vg.Length(h.x), c.Max.Y-vg.Length(headingRow*(i+1)), line)
	}
	c.Max.Y -= vg.Length(h.height())
	f, ok := p.Plot.(framed)
	if ok && len(p.Redrawn) > 0 {
		f.frame(size(c)).draw(c, allRedrawn(p.Redrawn))
	}
	p.Plot.Draw(c)
	if ok {
		in := f.frame(size(c))
		for _, g := range p.Guesses {
			in.draw(c, g)
		}
	}
}

// Describe returns Desc or, where that is empty, what the kind says of itself.
func (p Panel) Describe() string {
	if d, ok := p.Plot.(describer); ok && p.Desc == "" {
		return d.Describe()
	}
	return p.Desc
}

// AppendSVG appends the panel as an inline <svg> element of class "plot" that
// follows the page's theme, font and width.
func (p Panel) AppendSVG(b []byte) []byte {
	w, h := p.Size()
	s := newSVG(b, h)
	view := [4]float64{0, 0, w, h}
	if f, ok := p.Plot.(framed); ok && p.apart {
		view, s.legend = crop(w, h, f.frame(p.Body()), p.Plot), new(Legend)
	}
	s.buf = append(s.buf, `<svg class="`...)
	s.buf = append(s.buf, strings.TrimSpace("plot "+p.Class)...)
	s.buf = append(s.buf, `" viewBox="`...)
	for i, v := range view {
		if i > 0 {
			s.buf = append(s.buf, ' ')
		}
		s.buf = appendTenths(s.buf, tenths(v))
	}
	s.buf = append(s.buf, `" fill="none" stroke-linejoin="round"`...)
	if f, ok := p.Plot.(framed); ok {
		f.frame(p.Body()).attrs(s, h)
	}
	s.words(p.ID, p.Title, p.Describe())
	p.draw(draw.NewCanvas(s, vg.Length(w), vg.Length(h)))
	s.endRun()
	return append(s.buf, "</svg>"...)
}

// ThemeStyle is the style sheet within an SVG of [Panel.AppendThemed]: every role's colour, in the theme of whoever
// shows it.
var ThemeStyle = sync.OnceValue(func() string {
	colours := func(of func(Token) color.NRGBA) string {
		var b strings.Builder
		for _, t := range Tokens() {
			c := of(t)
			fmt.Fprintf(&b, "%s:#%02x%02x%02x;", t.Var, c.R, c.G, c.B)
		}
		return ":root{" + b.String() + "}"
	}
	return colours(func(t Token) color.NRGBA { return t.Light }) + ".between{opacity:0}" +
		"@media(prefers-color-scheme:dark){" + colours(func(t Token) color.NRGBA { return t.Dark }) + "}"
})

// AppendThemed appends the panel as an SVG document of its size, for an <img>: in the theme that the page has there.
func (p Panel) AppendThemed(b []byte) []byte {
	w, h := p.Size()
	start, rest, _ := bytes.Cut(p.AppendSVG(nil), []byte(">"))
	b = fmt.Appendf(b, `<svg xmlns="http://www.w3.org/2000/svg" width="%g" height="%g" font-family="Inter, sans-serif"`,
		w, h)
	b = append(b, bytes.TrimPrefix(start, []byte("<svg"))...)
	b = append(append(append(b, "><style>"...), ThemeStyle()...), "</style>"...)
	return append(append(b, rest...), '\n')
}

// words ends the root's start tag with what names and describes it.
func (s *svg) words(id, title, desc string) {
	s.attr("role", "img")
	s.attr("aria-labelledby", id+"-title")
	if desc != "" {
		s.attr("aria-describedby", id+"-desc")
	}
	s.buf = append(s.buf, '>')
	s.word("title", id, title)
	if desc != "" {
		s.word("desc", id, desc)
	}
}

func (s *svg) word(name, id, text string) {
	s.open(name)
	s.attr("id", id+"-"+name)
	s.buf = append(s.buf, '>')
	s.buf = appendEscaped(s.buf, text)
	s.buf = append(s.buf, "</"...)
	s.buf = append(s.buf, name...)
	s.buf = append(s.buf, '>')
}

// attrs describes the frame for scripts; f is in vg's coordinates.
func (f frame) attrs(s *svg, height float64) {
	var b []byte
	for i, v := range [...]float64{f.x0, height - f.y1, f.x1, height - f.y0} {
		if i > 0 {
			b = append(b, ' ')
		}
		b = appendTenths(b, tenths(v))
	}
	s.attr("data-frame", string(b))
	s.attr("data-x", f.x.data())
	s.attr("data-y", f.y.data())
}

func (a Axis) data() string {
	b := strconv.AppendFloat(nil, a.Min, 'g', -1, 64)
	b = append(b, ' ')
	b = strconv.AppendFloat(b, a.Max, 'g', -1, 64)
	if a.Log {
		return string(append(b, " log"...))
	}
	if a.Linear > 0 {
		return string(strconv.AppendFloat(append(b, " symlog "...), a.Linear, 'g', -1, 64))
	}
	return string(append(b, " lin"...))
}

// A sheet is a whole figure on one canvas: columns side by side, the panels of a
// column under each other, the title above.
type sheet struct {
	title         string
	width, height float64
	places        []place
}

type place struct {
	panel Panel
	rect  vg.Rectangle
}

const (
	sheetGap   = 16
	titleBand  = 34
	titleBase  = 24
	sheetInset = 16
)

func newSheet(title string, columns [][]Panel) sheet {
	s := sheet{title: title}
	for _, column := range columns {
		var h float64
		for _, p := range column {
			_, ph := p.Size()
			h += ph
		}
		s.height = math.Max(s.height, h)
	}
	x := 0.0
	for i, column := range columns {
		if i > 0 {
			x += sheetGap
		}
		top, width := s.height, 0.0
		for _, p := range column {
			pw, ph := p.Size()
			s.places = append(s.places, place{p, vg.Rectangle{
				Min: vg.Point{X: vg.Length(x), Y: vg.Length(top - ph)},
				Max: vg.Point{X: vg.Length(x + pw), Y: vg.Length(top)},
			}})
			top -= ph
			width = math.Max(width, pw)
		}
		x += width
	}
	s.width = x
	if title != "" {
		s.height += titleBand
		s.width = math.Max(s.width, 2*sheetInset+float64(titleText.width(title)))
	}
	return s
}

var titleText = text{Size: 15, Color: Ink, Bold: true}

func (s sheet) draw(c vg.Canvas) {
	page := draw.NewCanvas(c, vg.Length(s.width), vg.Length(s.height))
	page.SetColor(Paper)
	page.Fill(page.Rectangle.Path())
	titleText.draw(page, sheetInset, vg.Length(s.height-titleBase), s.title)
	for _, p := range s.places {
		p.panel.draw(draw.Canvas{Canvas: c, Rectangle: p.rect})
	}
}

// WriteSVG writes the panels as a standalone SVG document in the light theme's
// colours: columns side by side, the panels of a column under each other.
func WriteSVG(w io.Writer, title, desc string, columns [][]Panel) error {
	sh := newSheet(title, columns)
	s := newSVG(nil, sh.height)
	s.literal = true
	s.buf = append(s.buf, `<svg xmlns="http://www.w3.org/2000/svg" class="plot"`...)
	width, height := string(appendTenths(nil, tenths(sh.width))), string(appendTenths(nil, tenths(sh.height)))
	s.attr("width", width)
	s.attr("height", height)
	s.attr("viewBox", "0 0 "+width+" "+height)
	s.buf = append(s.buf, ` fill="none" stroke-linejoin="round" font-family="Inter, sans-serif"`...)
	s.words("figure", title, desc)
	sh.draw(s)
	s.endRun()
	_, err := w.Write(append(s.buf, "</svg>\n"...))
	return err
}
