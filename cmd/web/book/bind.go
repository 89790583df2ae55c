package book

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/gramophone-course/gramophone/cmd/web/gate"
	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/views"
)

// The whole course, on one page (print.go) and in a book (epub.go), is made of chapters: a
// lesson each, as views.Body renders it, bound with the others.

// A binding says what becomes of the ids and links of a lesson among the others.
type binding struct {
	site   *Pages
	lesson *course.Lesson
	book   bool // a file for each lesson; else all are on one page
	ids    map[string]bool
	notes  []string // where its links lead that leave the page, in order
}

// chapter is a lesson with its figures as they open, bound, and the page it is made of. It
// waits for its turn at the gate as readers do.
func (s *Pages) chapter(ctx context.Context, l *course.Lesson, book bool) (*html.Node, views.LessonPage, error) {
	type made struct {
		root *html.Node
		page views.LessonPage
	}
	if _, err := l.Text(); err != nil { // out of turn: its facts may take longer than a page has
		return nil, views.LessonPage{}, err
	}
	m, err := gate.Through(ctx, s.Draws, "/lessons/"+l.Slug, func(ctx context.Context) (m made, err error) {
		if m.page, err = s.Figures.Drawn(ctx, l, nil); err != nil {
			return m, err
		}
		body, err := respond.Render(ctx, views.Body(views.Chapter{LessonPage: m.page, Book: book}))
		if err != nil {
			return m, err
		}
		m.root, err = s.bind(l, book, string(body))
		return m, err
	})
	return m.root, m.page, err
}

// bind gives the ids of a chapter the lesson's name before them, in a book not, and has its
// links lead to where the other chapters are. On a page it ends with a list of where links
// lead, for paper.
func (s *Pages) bind(l *course.Lesson, book bool, body string) (*html.Node, error) {
	parsed, err := fragment(body)
	if err != nil {
		return nil, err
	}
	root := parsed[0]
	b := &binding{site: s, lesson: l, book: book, ids: map[string]bool{}}
	for n := range root.Descendants() {
		for _, a := range n.Attr {
			if a.Key == "id" {
				b.ids[a.Val] = true
			}
		}
	}
	b.element(root)
	for n := range root.Descendants() {
		if n.Type == html.ElementNode {
			b.element(n)
		}
	}
	if !book && len(b.notes) > 0 {
		root.AppendChild(b.footnotes())
	}
	return root, nil
}

// fragment parses what can stand in the body of a page.
func fragment(text string) ([]*html.Node, error) {
	return html.ParseFragment(strings.NewReader(text), &html.Node{Type: html.ElementNode, Data: "body",
		DataAtom: atom.Body})
}

// named is what an id of the lesson is called where it is bound.
func (b *binding) named(id string) string {
	switch {
	case b.book:
		return id
	case id == "chapter":
		return b.lesson.Slug
	}
	return b.lesson.Slug + "--" + id
}

// element binds an element. What only scripts read goes.
func (b *binding) element(n *html.Node) {
	n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool { return strings.HasPrefix(a.Key, "data-") })
	for i := range n.Attr {
		a := &n.Attr[i]
		switch a.Key {
		case "id":
			a.Val = b.named(a.Val)
		case "aria-labelledby", "aria-describedby", "for":
			ids := strings.Fields(a.Val)
			for j := range ids {
				ids[j] = b.named(ids[j])
			}
			a.Val = strings.Join(ids, " ")
		case "href":
			if n.DataAtom == atom.A {
				a.Val = b.link(a.Val)
			} else if id, ok := strings.CutPrefix(a.Val, "#"); ok {
				a.Val = "#" + b.named(id)
			}
		default:
			if id, ok := strings.CutPrefix(a.Val, "url(#"); ok {
				a.Val = "url(#" + b.named(id)
			}
		}
	}
	if n.DataAtom == atom.A && slices.ContainsFunc(n.Attr, func(a html.Attribute) bool {
		return a.Key == "href" && a.Val == ""
	}) {
		n.Data, n.DataAtom, n.Attr = "span", atom.Span, nil
	}
}

// link is where a link leads that leads to address from the lesson's own page; "" where
// that is nowhere to be found from here.
func (b *binding) link(address string) string {
	if id, ok := strings.CutPrefix(address, "#"); ok {
		if !b.ids[id] {
			return ""
		}
		return "#" + b.named(id)
	}
	lessons := b.site.View().URL("/lessons/")
	base := &url.URL{Path: lessons + b.lesson.Slug}
	to, err := base.Parse(address)
	if err != nil {
		return ""
	}
	if to.Host == "" && to.RawQuery == "" {
		if slug, ok := strings.CutPrefix(to.Path, lessons); ok {
			if l, open := b.site.Course.Lookup(slug); open && b.book {
				return l.Slug + ".xhtml"
			} else if open {
				return "#" + l.Slug
			}
		}
	}
	whole := to.String()
	if to.Host == "" {
		if b.book && b.site.Origin == "" {
			return ""
		}
		whole = b.site.Origin + whole
	}
	note, _, _ := strings.Cut(whole, "#")
	b.notes = append(b.notes, note)
	return whole
}

// footnotes list on paper where the chapter's links lead that leave the page.
func (b *binding) footnotes() *html.Node {
	element := func(name, text string, attributes ...html.Attribute) *html.Node {
		n := &html.Node{Type: html.ElementNode, Data: name, DataAtom: atom.Lookup([]byte(name)), Attr: attributes}
		if text != "" {
			n.AppendChild(&html.Node{Type: html.TextNode, Data: text})
		}
		return n
	}
	section := element("section", "", html.Attribute{Key: "class", Val: "paper footnotes"})
	section.AppendChild(element("h2", "Links"))
	list := element("ol", "")
	for _, note := range b.notes {
		list.AppendChild(element("li", note, html.Attribute{Key: "data-address"}))
	}
	section.AppendChild(list)
	return section
}
