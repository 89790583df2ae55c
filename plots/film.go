package plots

import (
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Film is pictures one after another, each with a sentence under it, as one SVG. Its frames
// are shown in turn by SVG's own <set>, so that it plays without scripts: by itself from when the
// SVG is loaded, and once. What has no such clock shows the first frame.
type Film struct {
	Title   string
	Shots   []Shot
	Upright bool // its panels stand one under another, as wide as the page of a phone
}

// A Shot is the frames over one sentence. The first stands while the sentence is read, those after
// it in turn for a moment, and the last for a while longer.
type Shot struct {
	Says   string
	Frames []Frame
}

// A Frame is panels side by side, and the slider that moves them.
type Frame struct {
	Panels []Panel
	Slider Slider // none if its label is empty
}

// A Slider is a control as a film shows it: its name, its value in words, and its place from 0 to 1.
type Slider struct {
	Label, Value string
	At           float64
}

// The size of a film that is not upright, px. It fills a projector of 1280 × 720 at twice that, where its smallest
// type is 24 px.
const FilmWidth, FilmHeight = 560, 336

// How long a move takes, and a frame of it stands at least and at most, s.
const filmMove, filmQuick, filmSlow = 3.2, 0.16, 0.6

// filmRests is how much longer the last frame of a shot does.
const filmRests = 2.0

// Where things stand in every film, px.
const (
	filmMargin  = 16
	filmTop     = 8   // the upper edge of the panels
	filmTrack   = 150 // the length of the slider
	filmRow     = 22  // from line to line of the sentence
	filmPlayed  = 3   // the height of the line that says how much has been played
	filmPanelAt = 14  // between two panels
)

// A screening is where things stand in a film of one shape, px from its left and upper edge.
type screening struct {
	width, height float64
	panels        float64 // the height of what holds the panels
	tallest       float64 // the height of one that has no proportions of its own, at most
	slider        float64 // its line
	track         float64 // where its track begins
	says          float64 // the baseline of the sentence's first line
	upright       bool
}

var (
	filmWide    = screening{FilmWidth, FilmHeight, 252, 252, 280, (FilmWidth - filmTrack) / 2, 316, false}
	filmUpright = screening{358, 520, 400, 280, 430, 110, 462, true}
)

func (f Film) screening() screening {
	if f.Upright {
		return filmUpright
	}
	return filmWide
}

var (
	filmText  = text{Size: 17, Color: Ink, Bold: true, Anchor: middle}
	filmValue = text{Size: 13, Color: Ink}
)

// Reads is how long the first frame of a shot stands, s: three words a second, and a second to
// look up.
func (s Shot) Reads() float64 { return 1.2 + float64(len(strings.Fields(s.Says)))/3 }

// step is how long each frame of its move stands, s.
func (s Shot) step() float64 {
	return min(max(filmMove/float64(max(1, len(s.Frames)-1)), filmQuick), filmSlow)
}

// Length is how long the shot is, s.
func (s Shot) Length() float64 {
	return s.Reads() + float64(len(s.Frames)-1)*s.step() + filmRests
}

// Length is how long the film is, s.
func (f Film) Length() (seconds float64) {
	for _, s := range f.Shots {
		seconds += s.Length()
	}
	return seconds
}

// Starts are when the shots begin, s.
func (f Film) Starts() []float64 {
	starts, at := make([]float64, len(f.Shots)), 0.0
	for i, s := range f.Shots {
		starts[i] = at
		at += s.Length()
	}
	return starts
}

// FitsFilm reports whether a sentence fits the line of a film, and the lines that an upright one has for it.
func FitsFilm(says string) bool {
	return filmText.width(says) <= FilmWidth-2*filmMargin &&
		len(filmText.lines(says, vg.Length(filmUpright.width)-2*filmMargin)) <= uprightLines
}

// uprightLines is how many lines a sentence may take in an upright film.
const uprightLines = 3

// AppendSVG appends the film as an inline <svg> element of class "plot" that follows the page's
// theme and font, as a panel's does.
func (f Film) AppendSVG(b []byte) []byte {
	s := newSVG(b, f.screening().height)
	s.buf = append(s.buf, `<svg class="plot moving"`...)
	f.write(s)
	return s.buf
}

// WriteSVG writes the film as a document in the light theme's colours, which is as large as what
// shows it.
func (f Film) WriteSVG(w io.Writer) error {
	s := newSVG(nil, f.screening().height)
	s.literal = true
	s.buf = append(s.buf, `<svg xmlns="http://www.w3.org/2000/svg" font-family="Inter, sans-serif"`...)
	f.write(s)
	_, err := w.Write(append(s.buf, '\n'))
	return err
}

// write goes on where the root's tag is open.
func (f Film) write(s *svg) {
	on := f.screening()
	s.attr("viewBox", "0 0 "+strconv.Itoa(int(on.width))+" "+strconv.Itoa(int(on.height)))
	s.buf = append(s.buf, ` fill="none" stroke-linejoin="round"`...)
	var says []string
	for _, shot := range f.Shots {
		says = append(says, shot.Says)
	}
	s.words("film", f.Title, strings.Join(says, " "))
	if s.literal {
		s.SetColor(Paper)
		s.Fill(box(vg.Rectangle{Max: vg.Point{X: vg.Length(on.width), Y: vg.Length(on.height)}}))
	}
	for i, from := range f.Starts() {
		till := from + f.Shots[i].Length()
		if i == len(f.Shots)-1 {
			till = math.Inf(1)
		}
		s.while(from, till, func() { f.Shots[i].write(s, on, from, till) })
	}
	s.buf = append(s.buf, `<rect width="0"`...)
	s.attr("y", strconv.Itoa(int(on.height)-filmPlayed))
	s.attr("height", strconv.Itoa(filmPlayed))
	s.paint("fill", Accent)
	s.buf = append(s.buf, `><animate attributeName="width" from="0" fill="freeze"`...)
	s.attr("to", strconv.Itoa(int(on.width)))
	s.attr("dur", seconds(f.Length()))
	s.buf = append(s.buf, `/></rect></svg>`...)
}

// while writes a group that is seen from then till then, s; always first where from is 0, and for
// good where till is +Inf.
func (s *svg) while(from, till float64, content func()) {
	last := math.IsInf(till, 1)
	switch {
	case from == 0 && last:
		s.buf = append(s.buf, "<g>"...)
	case from == 0:
		s.buf = append(s.buf, `<g><set attributeName="display" to="none" fill="freeze"`...)
		s.attr("begin", seconds(till))
		s.buf = append(s.buf, "/>"...)
	default:
		s.buf = append(s.buf, `<g display="none"><set attributeName="display" to="inline"`...)
		s.attr("begin", seconds(from))
		if last {
			s.attr("fill", "freeze")
		} else {
			s.attr("dur", seconds(till-from))
		}
		s.buf = append(s.buf, "/>"...)
	}
	content()
	s.buf = append(s.buf, "</g>"...)
}

func seconds(v float64) string { return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64) + "s" }

// write writes the frames of a shot. What all begin with, and what all end with, is written once.
func (s Shot) write(out *svg, on screening, from, till float64) {
	frames := make([][]string, len(s.Frames))
	for i, f := range s.Frames {
		c := newSVG(nil, on.height)
		c.literal = out.literal
		f.draw(c, on, s.Says)
		c.endRun()
		frames[i] = elements(string(c.buf))
	}
	first, last := common(frames)
	put := func(list []string) {
		for _, e := range list {
			out.buf = append(out.buf, e...)
		}
	}
	put(frames[0][:first])
	at := from
	for i, f := range frames {
		next := from + s.Reads() + float64(i)*s.step()
		if i == len(frames)-1 {
			next = till
		}
		if own := f[first : len(f)-last]; len(own) > 0 {
			out.while(at, next, func() { put(own) })
		}
		at = next
	}
	put(frames[0][len(frames[0])-last:])
}

// draw draws a frame over its sentence.
func (f Frame) draw(s *svg, on screening, says string) {
	c := draw.NewCanvas(s, vg.Length(on.width), vg.Length(on.height))
	for i, line := range filmText.lines(says, vg.Length(on.width-2*filmMargin)) {
		filmText.draw(c, vg.Length(on.width)/2, vg.Length(on.height-on.says-float64(i)*filmRow), line)
	}
	panels := f.placed(on)
	room := -float64(filmPanelAt) // that they take in the direction in which they follow each other
	for _, p := range panels {
		w, h := p.Size()
		if on.upright {
			w = h - p.above()
		}
		room += w + filmPanelAt
	}
	at := (on.width - room) / 2
	if on.upright {
		at = (on.panels - room) / 2
	}
	for _, p := range panels {
		w, h := p.Size()
		above := p.above()
		x, y := at, (on.panels-h+above)/2
		if on.upright {
			x, y = (on.width-w)/2, at
			at += h - above + filmPanelAt
		} else {
			at += w + filmPanelAt
		}
		top := vg.Length(on.height - filmTop - y + above)
		if s.legend = nil; p.apart {
			s.legend = new(Legend) // which stays out of the film
		}
		p.draw(draw.Canvas{Canvas: s, Rectangle: vg.Rectangle{
			Min: vg.Point{X: vg.Length(x), Y: top - vg.Length(h)}, Max: vg.Point{X: vg.Length(x + w), Y: top}}})
	}
	s.legend = nil
	if f.Slider.Label != "" {
		f.Slider.draw(c, on)
	}
}

// placed are the panels in their sizes: as high as there is room, those that have proportions of
// their own as wide as these ask for, the others as wide as is left. Under each other they share
// the height instead.
func (f Frame) placed(on screening) []Panel {
	panels := slices.Clone(f.Panels)
	for i := range panels {
		panels[i].Title = "" // the sentence says it
		panels[i].apart = panels[i].plane()
	}
	gaps := float64(filmPanelAt * (len(panels) - 1))
	width, height, rest := on.width-gaps, on.panels, 0
	most := width / float64(len(panels))
	if on.upright {
		width, most, height = on.width, on.width, (on.panels-gaps)/float64(len(panels))
	}
	for i, p := range panels {
		if !p.Proportioned() {
			rest++
			continue
		}
		panels[i] = p.fitting(most, height)
		if w, _ := panels[i].Size(); !on.upright {
			width -= w
		}
	}
	for i, p := range panels {
		if !p.Proportioned() && on.upright {
			panels[i] = p.Shaped(width, min(height, on.tallest))
		} else if !p.Proportioned() {
			panels[i] = p.Shaped(width/float64(rest), height)
		}
	}
	return panels
}

// fitting is a panel with proportions of its own, as large as that room allows.
func (p Panel) fitting(width, height float64) Panel {
	for w := math.Floor(width); ; w -= 2 {
		q := p.Shaped(w, 0)
		if _, h := q.Size(); h-q.above() <= height || w < height/2 {
			return q
		}
	}
}

// above is how much of a plane's height its legend and scale would take, which are not drawn.
func (p Panel) above() float64 {
	f, ok := p.Plot.(framed)
	if !ok || !p.apart {
		return 0
	}
	w, h := p.Body()
	return crop(w, h, f.frame(w, h), p.Plot)[1]
}

// draw draws the slider: its name, its track with the knob, its value.
func (s Slider) draw(c draw.Canvas, on screening) {
	x, y := vg.Length(on.track), vg.Length(on.height-on.slider)
	filmValue.with(Soft, end).draw(c, x-12, y-4, s.Label)
	line := func(to vg.Length, width vg.Length, colour Token) {
		strokePath(c, "", segment(vg.Point{X: x, Y: y}, vg.Point{X: x + to, Y: y}),
			draw.LineStyle{Color: colour, Width: width})
	}
	at := vg.Length(min(max(s.At, 0), 1)) * filmTrack
	line(filmTrack, 2, Ghost)
	line(at, 3, Accent)
	fillPath(c, "", ring(nil, vg.Point{X: x + at, Y: y}, 6), Accent)
	filmValue.with(Ink, start).draw(c, x+filmTrack+12, y-4, s.Value)
}

// elements cuts SVG into the elements that stand side by side in it.
func elements(svg string) (list []string) {
	depth, from := 0, 0
	for i := 0; i < len(svg); {
		open := strings.IndexByte(svg[i:], '<')
		if open < 0 {
			break
		}
		i += open
		end := i + strings.IndexByte(svg[i:], '>') + 1
		switch tag := svg[i:end]; {
		case strings.HasPrefix(tag, "</"):
			depth--
		case !strings.HasSuffix(tag, "/>"):
			depth++
		}
		if i = end; depth == 0 {
			list = append(list, svg[from:i])
			from = i
		}
	}
	return list
}

// common is how many elements all frames begin with, and with how many of the rest all end.
func common(frames [][]string) (first, last int) {
	least := len(frames[0])
	for _, f := range frames {
		least = min(least, len(f))
	}
	if len(frames) == 1 {
		return least, 0
	}
	same := func(at func(f []string) string) bool {
		return !slices.ContainsFunc(frames[1:], func(f []string) bool { return at(f) != at(frames[0]) })
	}
	for first < least && same(func(f []string) string { return f[first] }) {
		first++
	}
	for first+last < least && same(func(f []string) string { return f[len(f)-1-last] }) {
		last++
	}
	return first, last
}
