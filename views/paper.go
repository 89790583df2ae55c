package views

import (
	"html"
	"regexp"
	"strings"
)

// A lesson on paper numbers its links, and lists where they lead at its end. The
// style sheet counts the links that are printed, in the order of the page; what
// follows lists the same ones.

// footnotes are the addresses of all links on paper, in order. Answers are left
// out, and their links with them.
func (page LessonPage) footnotes() []string {
	var list []string
	for _, b := range page.Text.Blocks {
		list = append(list, page.links(b.HTML)...)
		for _, c := range b.Cases {
			list = append(list, page.links(c.State)...)
		}
		if e := b.Exercise; e != nil {
			list = append(list, page.links(e.Ask)...)
			for _, c := range e.Choices {
				list = append(list, page.links(c.Text)...)
			}
			for _, place := range e.Order() {
				list = append(list, page.links(e.Steps[place].Text)...)
			}
		}
	}
	return list
}

var anchor = regexp.MustCompile(`<a href="([^"]*)"`)

// links are the addresses in a piece of the lesson's HTML.
func (page LessonPage) links(piece string) []string {
	var list []string
	for _, m := range anchor.FindAllStringSubmatch(piece, -1) {
		a := html.UnescapeString(m[1])
		if strings.HasPrefix(a, "?") {
			a, _, _ = strings.Cut(a, "#")
			a = page.path() + a
		}
		list = append(list, a)
	}
	return list
}

func (page LessonPage) path() string { return page.Site.lesson(page.Lesson) }

// address is the canonical address of the page's state.
func (page LessonPage) address() string {
	var parts []string
	for _, f := range page.Lesson.Figures {
		v := page.Figures[f.Name]
		if q := v.Form.Link(v.Prefix); q != "" {
			parts = append(parts, q)
		}
	}
	if len(parts) == 0 {
		return page.path()
	}
	return page.path() + "?" + strings.Join(parts, "&")
}
