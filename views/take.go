package views

import (
	"fmt"
	"html"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// A quotation is text to be copied, with places for what the server does not
// know or must not say, lest the same query give other bytes tomorrow: %url%,
// the same in HTML, %src%, and the day, %year% and %date%.
type quotation struct {
	Name, Label, Text string
	Rows              int
}

// filled is the quotation for a reader without scripts: with paths for addresses,
// and without the lines that want a date.
func (q quotation) filled(f Figure) string {
	address := f.here()
	if q.Name == "embed" {
		address = f.framed()
	}
	var b strings.Builder
	for line := range strings.Lines(q.Text) {
		if !strings.Contains(line, "%year%") && !strings.Contains(line, "%date%") {
			b.WriteString(line)
		}
	}
	return strings.NewReplacer("%url%", address, "%src%", html.EscapeString(address)).Replace(b.String())
}

// here is the address of this page with the figure in its state.
func (f Figure) here() string {
	a := withQuery(f.Action, f.Form.Link(f.Prefix))
	if f.Prefix != "" {
		a += "#" + f.Figure.Name
	}
	return a
}

// framed is the figure's address in another site's frame.
func (f Figure) framed() string {
	a := f.Path() + "?"
	if q := f.Form.Link(""); q != "" {
		a += q + "&"
	}
	return a + "embed=1"
}

// home is the lesson's address, with the figure in its state.
func (f Figure) home() string {
	if f.Lesson.Path != "" {
		return f.here()
	}
	return withQuery(f.Site.lesson(f.Lesson), f.Form.Link(f.Figure.Name+".")) + "#" + f.Figure.Name
}

// target is where the figure's files open: not in the frame that it stands in.
func (f Figure) target() string {
	if f.Embed {
		return "_blank"
	}
	return "_self"
}

// frame shows the figure in another page, tall enough at full width.
func (f Figure) frame() string {
	return f.framing("%src%", "100%", f.tall(fullWidth))
}

// framing is the frame of the figure at the address src.
func (f Figure) framing(src, width string, height int) string {
	return fmt.Sprintf(`<iframe src="%s" title="%s" width="%s" height="%d" loading="lazy"></iframe>`,
		src, html.EscapeString(f.plainTitle()), width, height)
}

// fullWidth is what a frame is taken to be wide, in px, that is as wide as its page.
const fullWidth = 1200

// tall is how much height the figure takes in a frame of that width, in px, about: see stage.css.
func (f Figure) tall(width int) int {
	const (
		narrow  = 760 // px, and below panels follow each other, each as wide as the frame
		margin  = 48  // px at the sides of a figure
		around  = 500 // px of caption, controls and numbers, where they follow too
		line    = 22  // px of the description, of some 105 letters
		buttons = 76  // px of the row of buttons of points of one's own, and of what gives way to it
		shaped  = 44  // px of the button that plays the curve, and its shape
	)
	f.Phone = width < phoneMost
	s, room := f.stage(), float64(width-margin)
	if width > narrow && s.posture != "" {
		height := s.framed(room)
		if slices.ContainsFunc(f.open(), func(c *course.Control) bool { return c.Kind == course.Points && !c.Off }) {
			height += buttons
		}
		return int(height)
	}
	height := float64(around + line*(1+utf8.RuneCountInString(f.Picture.Description)/105))
	if _, shape := f.heard(); shape != "" {
		height += shaped
	}
	for _, p := range slices.Concat(s.leads, s.others) {
		w, h := p.Size()
		height += room * h / w
	}
	return int(height)
}

// The width of a frame that a site makes of a link, where it does not say how wide it may
// be, and the most height it has, in px.
const (
	usualWidth = 800
	mostHeight = 1600
)

// An Embedding is a figure for a site that shows what a link leads to, as oEmbed 1.0 has
// it: https://oembed.com.
type Embedding struct {
	Version  string `json:"version"`
	Type     string `json:"type"`
	Title    string `json:"title"`
	Author   string `json:"author_name"`
	Provider string `json:"provider_name"`
	Home     string `json:"provider_url"`
	HTML     string `json:"html"`
	Width    int    `json:"width"`
	Height   int    `json:"height"`
}

// Embedding is the figure in a frame no larger than allowed, 0 for any size, on a server
// whose addresses begin with origin.
func (f Figure) Embedding(origin string, maxWidth, maxHeight int) Embedding {
	width, bound := usualWidth, mostHeight
	if maxWidth > 0 {
		width = min(width, maxWidth)
	}
	if maxHeight > 0 {
		bound = min(bound, maxHeight)
	}
	height := min(f.tall(width), bound)
	return Embedding{
		Version: "1.0", Type: "rich", Title: strings.TrimSuffix(f.plainTitle(), ".") + ", in: " + f.Lesson.Heading(),
		Author: "The Gramophone authors", Provider: "Gramophone", Home: origin + f.Site.URL("/"),
		HTML: f.framing(html.EscapeString(origin+f.framed()), itoa(width), height), Width: width, Height: height,
	}
}

// asked is where a site that would show a page of ours in a frame asks how: the address
// of the page is its path, since only readers know by what name they reach the server. A course
// without a server has none.
func (s Site) asked(page string) string {
	if s.Alone {
		return ""
	}
	return s.URL("/oembed?url=" + url.QueryEscape(page))
}

// entry cites the figure in BibTeX.
func (f Figure) entry() string {
	tex := strings.NewReplacer("&", `\&`, "%", `\%`, "#", `\#`, "_", `\_`, "{", `\{`, "}", `\}`)
	return fmt.Sprintf(`@misc{gramophone-%s-%s,
  title = {%s, in: %s},
  author = {{The Gramophone authors}},
  year = {%%year%%},
  url = {%%url%%},
  urldate = {%%date%%}
}`, f.Lesson.Slug, f.Figure.Name, tex.Replace(strings.TrimSuffix(f.plainTitle(), ".")), tex.Replace(f.Lesson.Heading()))
}

func (f Figure) plainTitle() string { return course.Plain(course.Inline(f.Figure.Title)) }
