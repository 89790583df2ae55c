package views

import "strings"

// A lesson on paper numbers its links, and lists where they lead at its end. The
// style sheet counts the links that are printed, in the order of the page; what
// follows lists the same ones.

// A footnote is where a link leads, and the prediction that its words come after: while
// those are covered, the link is not on paper either.
type footnote struct{ address, after string }

// footnotes are those of all links on paper, in order.
func (page LessonPage) footnotes() []footnote {
	var list []footnote
	for _, b := range page.Text.Blocks {
		after := b.Waits
		if b.Kind == "after" {
			after = b.Name
		}
		for _, a := range b.Links() {
			if strings.HasPrefix(a, "?") {
				a, _, _ = strings.Cut(a, "#")
				a = page.path() + a
			}
			list = append(list, footnote{a, after})
		}
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
	return withQuery(page.path(), strings.Join(parts, "&"))
}
