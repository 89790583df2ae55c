package views

import (
	"fmt"
	"html"
	"strings"

	"gramophone/lessons/course"
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
	a := f.Action
	if q := f.Form.Link(f.Prefix); q != "" {
		a += "?" + q
	}
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

// frame shows the figure in another page, tall enough at full width.
func (f Figure) frame() string {
	tallest := 0.0
	for _, column := range f.Picture.Columns {
		height := 0.0
		for _, p := range column {
			_, h := p.Size()
			height += h
		}
		tallest = max(tallest, height)
	}
	const around = 400 // caption, controls and numbers
	return fmt.Sprintf(`<iframe src="%%src%%" title="%s" width="100%%" height="%.0f" loading="lazy"></iframe>`,
		html.EscapeString(f.plainTitle()), tallest+around)
}

// entry cites the figure in BibTeX.
func (f Figure) entry() string {
	tex := strings.NewReplacer("&", `\&`, "%", `\%`, "#", `\#`, "_", `\_`, "{", `\{`, "}", `\}`)
	return fmt.Sprintf(`@misc{gramophone-%s-%s,
  title = {%s, in: %s},
  author = {{Gramophone contributors}},
  year = {%%year%%},
  url = {%%url%%},
  urldate = {%%date%%}
}`, f.Lesson.Slug, f.Figure.Name, tex.Replace(strings.TrimSuffix(f.plainTitle(), ".")), tex.Replace(f.Lesson.Title))
}

func (f Figure) plainTitle() string { return course.Plain(course.Inline(f.Figure.Title)) }
