package reference

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// A Plan is how to spend a class, or the weeks of a course, on several lessons.
type Plan struct {
	Name  string // its place on the page: "bends"
	Title string // plain
	HTML  string // a table of minutes, or of weeks; links begin at the course's root
}

//go:embed plans.md
var planProse string

// Plans returns those for classes, then those for terms. The error is an author's slip in plans.md.
var Plans = sync.OnceValues(func() ([]Plan, error) {
	var all []Plan
	for _, part := range strings.Split(planProse, "\n## ")[1:] {
		head, body, _ := strings.Cut(part, "\n")
		name, title, named := strings.Cut(head, ": ")
		if !named {
			return nil, fmt.Errorf("plans.md: want “## name: title”, have %q", head)
		}
		text, err := (&course.Lesson{Slug: "plans", Prose: body}).Text()
		if err != nil {
			return nil, fmt.Errorf("plans.md, %s: %w", name, err)
		}
		p := Plan{Name: name, Title: title}
		for _, b := range text.Blocks {
			p.HTML += pieces.ReplaceAllString(b.HTML, "")
		}
		all = append(all, p)
	}
	return all, nil
})

// pieces are the ids of a text's pieces, for a projector: many texts are on one page.
var pieces = regexp.MustCompile(` id="part-\d+"`)
