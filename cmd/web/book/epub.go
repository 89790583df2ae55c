package book

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/a-h/templ"
	"golang.org/x/net/html"

	"github.com/gramophone-course/gramophone/cmd/web/gate"
	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
	"github.com/gramophone-course/gramophone/static"
	"github.com/gramophone-course/gramophone/views"
)

// EPUB is the course as a book, EPUB 3 (https://www.w3.org/TR/epub-33/): a chapter for each
// lesson, with its formulas in MathML and its figures as they open in SVG. The same program
// writes the same bytes. It is made once, lesson by lesson at the gate, and kept.
//
// A book is a zip archive of a few small XML files beside the chapters, which is less than
// what the libraries for it would have to be told: which chapters have MathML in them, no
// clock, and no identifier drawn at random.
func (s *Pages) EPUB(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Content-Disposition", `attachment; filename="gramophone.epub"`)
	return s.Send(w, r, respond.Reply{Key: respond.Key{What: "course.epub"}, ContentType: respond.EPUB, Whole: true,
		Write: s.makeEPUB})
}

// A part is a file of a book.
type part struct {
	name, id, mediaType, properties string // of its entry in the package; without an id it has none
	body                            []byte
	read                            bool // in the order of reading
}

func (s *Pages) makeEPUB(ctx context.Context) ([]byte, error) {
	parts, err := s.front(ctx)
	if err != nil {
		return nil, err
	}
	for _, l := range s.Course.Open() {
		chapter, err := s.bookChapter(ctx, l)
		if err != nil {
			return nil, err
		}
		parts = append(parts, chapter...)
	}
	return bound(append([]part{
		{name: "META-INF/container.xml", body: []byte(container)},
		{name: "OEBPS/package.opf", body: packageOf(s.Origin+s.View().URL("/"), parts)},
		{name: "OEBPS/nav.xhtml", id: "nav", body: s.navigation()},
	}, parts...))
}

// front is what stands before the chapters, and what they look like.
func (s *Pages) front(ctx context.Context) ([]part, error) {
	title, err := xhtml(ctx, views.BookTitle(s.View()))
	if err != nil {
		return nil, err
	}
	parts := []part{
		{name: "OEBPS/title.xhtml", id: "title", mediaType: xhtmlType, read: true,
			body: document(views.CourseTitle, title)},
		{name: "OEBPS/book.css", id: "css", mediaType: "text/css", body: []byte(static.Book)},
		{name: "OEBPS/stix-two-math.woff2", id: "math-face", mediaType: "font/woff2",
			body: s.MathFace},
	}
	for _, l := range s.Course.Open() {
		if l.Home != nil {
			cover, err := s.cover(ctx, l)
			return append(cover, parts...), err
		}
	}
	return parts, nil
}

// cover is the course's card, on which is what the lesson puts on the course's home page.
func (s *Pages) cover(ctx context.Context, l *course.Lesson) ([]part, error) {
	card, err := gate.Through(ctx, s.Draws, "/card.png", func(ctx context.Context) (plots.Card, error) {
		return s.Figures.CardOf(ctx, l)
	})
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := card.WritePNG(&b); err != nil {
		return nil, err
	}
	page, err := xhtml(ctx, views.BookCover())
	return []part{
		{name: "OEBPS/cover.xhtml", id: "cover", mediaType: xhtmlType, read: true, body: document("Cover", page)},
		{name: "OEBPS/cover.png", id: "cover-image", mediaType: "image/png", properties: "cover-image",
			body: b.Bytes()},
	}, err
}

// xhtml is a component as XHTML.
func xhtml(ctx context.Context, c templ.Component) (string, error) {
	body, err := respond.Render(ctx, c)
	if err != nil {
		return "", err
	}
	nodes, err := fragment(string(body))
	var b strings.Builder
	for _, n := range nodes {
		writeXML(&b, n)
	}
	return b.String(), err
}

// bookChapter is a lesson as a file, and its pictures.
func (s *Pages) bookChapter(ctx context.Context, l *course.Lesson) ([]part, error) {
	root, page, err := s.chapter(ctx, l, true)
	if err != nil {
		return nil, err
	}
	var body strings.Builder
	writeXML(&body, root)
	chapter := part{name: "OEBPS/" + l.Slug + ".xhtml", id: "lesson-" + l.Slug, mediaType: xhtmlType, read: true,
		body: document(l.Heading(), body.String())}
	var has []string
	for element, property := range map[string]string{"<math ": "mathml", "<svg ": "svg"} {
		if strings.Contains(body.String(), element) {
			has = append(has, property)
		}
	}
	slices.Sort(has)
	chapter.properties = strings.Join(has, " ")
	parts := []part{chapter}
	bound := views.Chapter{LessonPage: page, Book: true}
	add := func(name string, columns [][]plots.Panel, heading string) error {
		for i := range columns {
			var b bytes.Buffer
			if err := plots.WriteSVG(&b, heading, "", columns[i:i+1]); err != nil {
				return err
			}
			file := bound.Picture(name, i)
			parts = append(parts, part{name: "OEBPS/" + file, id: strings.NewReplacer("/", "-", ".", "-").Replace(file),
				mediaType: "image/svg+xml", body: plainSVG(b.Bytes())})
		}
		return nil
	}
	for _, b := range page.Text.Blocks {
		if b.Kind == "figure" {
			f := page.Figures[b.Name]
			err = add(b.Name, f.Picture.Columns, "")
		} else if b.Still != nil {
			err = add(b.Still.ID, bound.Still(b), "")
		}
		if err != nil {
			return nil, err
		}
	}
	return parts, nil
}

// haloed is a run of text with a rim under it.
var haloed = regexp.MustCompile(`(?s)<g([^>]*)( stroke="[^"]*" stroke-width="[^"]*") paint-order="stroke">(.*?)</g>`)

// plainSVG is a picture in the words of SVG 1.1, which all readers of books know, and those
// who check them: a rim is drawn before its text, and a pixel stays one by an older name.
func plainSVG(svg []byte) []byte {
	svg = haloed.ReplaceAll(svg, []byte("<g$1$2>$3</g><g$1>$3</g>"))
	return bytes.ReplaceAll(svg, []byte(`image-rendering="pixelated"`), []byte(`image-rendering="optimizeSpeed"`))
}

const (
	xhtmlType = "application/xhtml+xml"
	container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OEBPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`
)

// document is an XHTML file of a book.
func document(title, body string) []byte {
	return []byte(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en" xml:lang="en">
<head><title>` + html.EscapeString(title) + `</title><link rel="stylesheet" type="text/css" href="book.css"/></head>
<body>` + body + `</body>
</html>
`)
}

// navigation is the book's contents.
func (s *Pages) navigation() []byte {
	var b strings.Builder
	b.WriteString(`<nav epub:type="toc" id="toc"><h1>Contents</h1><ol>`)
	for _, p := range s.Course {
		var lessons strings.Builder
		for _, l := range p.Lessons {
			if l.Ready() {
				fmt.Fprintf(&lessons, `<li><a href="%s.xhtml">%d. %s</a></li>`, l.Slug, l.Number,
					html.EscapeString(l.Heading()))
			}
		}
		if lessons.Len() > 0 {
			fmt.Fprintf(&b, `<li><span>%s</span><ol>%s</ol></li>`, html.EscapeString(p.Title), lessons.String())
		}
	}
	b.WriteString(`</ol></nav>`)
	return document("Contents", b.String())
}

// bookID names the book, whatever its revision and wherever it is from.
const bookID = "urn:uuid:8f3b1c52-6f0e-5f5e-9d0a-6b1d5c0b7e21"

// packageOf is what the book says of itself: what it is called, what is in it, in what order
// it is read, and what it offers to those who cannot see it.
func packageOf(source string, parts []part) []byte {
	var manifest, spine strings.Builder
	manifest.WriteString(`<item id="nav" href="nav.xhtml" media-type="` + xhtmlType + `" properties="nav"/>` + "\n")
	for _, p := range parts {
		properties := ""
		if p.properties != "" {
			properties = ` properties="` + p.properties + `"`
		}
		fmt.Fprintf(&manifest, "<item id=%q href=%q media-type=%q%s/>\n", p.id, strings.TrimPrefix(p.name, "OEBPS/"),
			p.mediaType, properties)
		if p.read {
			fmt.Fprintf(&spine, "<itemref idref=%q/>\n", p.id)
		}
		if p.id == "title" {
			spine.WriteString("<itemref idref=\"nav\"/>\n")
		}
	}
	from := ""
	if strings.HasPrefix(source, "http") {
		from = "<dc:source>" + html.EscapeString(source) + "</dc:source>\n"
	}
	var features strings.Builder
	for _, f := range []string{"MathML", "alternativeText", "tableOfContents", "readingOrder", "structuralNavigation"} {
		fmt.Fprintf(&features, "<meta property=\"schema:accessibilityFeature\">%s</meta>\n", f)
	}
	return []byte(`<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">` + bookID + `</dc:identifier>
<dc:title>` + views.CourseTitle + `</dc:title>
<dc:language>en</dc:language>
<dc:creator>The Gramophone authors</dc:creator>
<dc:rights>CC BY 4.0: ` + views.OurLicence.Prose + `</dc:rights>
<dc:subject>Kernel methods</dc:subject>
` + from + `<meta property="dcterms:modified">` + revised().Format("2006-01-02T15:04:05Z") + `</meta>
<meta property="schema:accessMode">textual</meta>
<meta property="schema:accessMode">visual</meta>
<meta property="schema:accessModeSufficient">textual</meta>
` + features.String() + `<meta property="schema:accessibilityHazard">none</meta>
<meta property="schema:accessibilitySummary">Formulas are MathML, and every picture is described in words.</meta>
</metadata>
<manifest>
` + manifest.String() + `</manifest>
<spine>
` + spine.String() + `</spine>
</package>
`)
}

// revised is when the program's sources were: that of its commit, where the program knows
// it, and else a day that stands for none, so that the same program writes the same book.
var revised = sync.OnceValue(func() time.Time {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if at, err := time.Parse(time.RFC3339, s.Value); s.Key == "vcs.time" && err == nil {
				return at.UTC()
			}
		}
	}
	return time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
})

// bound packs the parts. What the archive is comes first, and is not compressed; no file has
// a time.
func bound(parts []part) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(w, flate.BestCompression)
	})
	first, err := z.CreateHeader(&zip.FileHeader{Name: "mimetype", Method: zip.Store})
	if err == nil {
		_, err = io.WriteString(first, respond.EPUB)
	}
	for _, p := range parts {
		if err != nil {
			return nil, err
		}
		method := zip.Deflate
		if strings.HasSuffix(p.name, ".png") || strings.HasSuffix(p.name, ".woff2") {
			method = zip.Store
		}
		var file io.Writer
		if file, err = z.CreateHeader(&zip.FileHeader{Name: p.name, Method: method}); err == nil {
			_, err = file.Write(p.body)
		}
	}
	if err == nil {
		err = z.Close()
	}
	return b.Bytes(), err
}

// namespaces are those of elements that are not HTML, by what the parser calls them.
var namespaces = map[string]string{
	"math": "http://www.w3.org/1998/Math/MathML", "svg": "http://www.w3.org/2000/svg",
}

var (
	xmlText  = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
	xmlValue = strings.NewReplacer("&", "&amp;", "<", "&lt;", `"`, "&quot;", "\n", " ")
)

// writeXML writes an element as XML: what is HTML as XHTML.
func writeXML(b *strings.Builder, n *html.Node) {
	switch n.Type {
	case html.TextNode:
		_, _ = xmlText.WriteString(b, n.Data) // a strings.Builder does not fail
	case html.ElementNode:
		b.WriteString("<" + n.Data)
		if n.Namespace != "" && (n.Parent == nil || n.Parent.Namespace != n.Namespace) {
			b.WriteString(` xmlns="` + namespaces[n.Namespace] + `"`)
		}
		for _, a := range n.Attr {
			b.WriteString(" " + a.Key + `="`)
			_, _ = xmlValue.WriteString(b, a.Val)
			b.WriteString(`"`)
		}
		if n.FirstChild == nil {
			b.WriteString("/>")
			return
		}
		b.WriteString(">")
		for c := range n.ChildNodes() {
			writeXML(b, c)
		}
		b.WriteString("</" + n.Data + ">")
	}
}
