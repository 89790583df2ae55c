package site

import (
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
)

var closedWay = regexp.MustCompile(`<details class="proof" id="[^"]+" name="way">`)

// Proofs that a reader chooses among are closed, and share a name, by which a browser
// has one open at a time, with a script or without.
func TestWaysAreOpenedOneAtATime(t *testing.T) {
	page := textAt(t, sharedSite(), krrPage)
	same(t, "ways that are closed and of one name", len(closedWay.FindAllString(page, -1)), 5)
}

// inner is what an element holds, plain.
func inner(n *html.Node) string {
	var b strings.Builder
	for c := range n.ChildNodes() {
		_ = html.Render(&b, c) // a Builder does not fail
	}
	return course.Plain(b.String())
}

// A link past what is deeper leads to the heading that it names, also where that is of
// what is broken, whose first state is on the short way.
func TestTheShortWayLeadsToHeadings(t *testing.T) {
	s := sharedSite()
	links, broken := 0, 0
	for _, l := range lessons.Contents.Open() {
		page := parsed(t, l.Slug, get(t, s, "/lessons/"+l.Slug, plain))
		headings := map[string]string{}
		for n := range page.Descendants() {
			if n.Data == "h2" && attr(n, "id") != "" {
				headings[attr(n, "id")] = strings.TrimSuffix(strings.TrimSuffix(inner(n), " deeper"), ".")
			}
		}
		for n := range page.Descendants() {
			if n.Data != "p" || attr(n, "class") != "past" {
				continue
			}
			a := n.FirstChild
			to, id := inner(a), strings.TrimPrefix(attr(a, "href"), "#")
			same(t, l.Slug+": the link to #"+id, to, "Skip to “"+headings[id]+"”")
			if links++; strings.Contains(to, "Break it") {
				broken++
			}
		}
	}
	if links < 10 || broken < 2 {
		t.Errorf("%d links, %d of them to what is broken", links, broken)
	}
}
