package mcp

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/playground"
)

// search finds places of the course.
func (p *Pages) search(r *http.Request, given arguments) (object, text []byte, err error) {
	base := respond.BaseURL(p.Sender, r)
	hits, err := p.lookup.Hits(given["query"], func(path string) string { return base + path })
	if err != nil {
		return nil, nil, err
	}
	object, err = encoded(map[string]any{"hits": hits})
	return object, nil, err
}

// A lesson is what an assistant reads of one.
type lesson struct {
	Lesson   string         `json:"lesson"`
	Title    string         `json:"title"`
	Link     string         `json:"link"`
	Figures  []lessonFigure `json:"figures"`
	Markdown string         `json:"markdown"`
}

// A lessonFigure is a figure of a lesson.
type lessonFigure struct {
	Figure string `json:"figure"`
	Title  string `json:"title"`
	Goal   string `json:"goal"`
	Link   string `json:"link"`
}

// readLesson is a lesson in Markdown: its words, and where they stand its figures.
func (p *Pages) readLesson(r *http.Request, given arguments) (object, text []byte, err error) {
	l, ok := p.Course.Lookup(given["lesson"])
	if !ok {
		return nil, nil, p.noLesson(given["lesson"], p.Course.Open())
	}
	read, err := l.Text()
	if err != nil {
		return nil, nil, err
	}
	base := respond.BaseURL(p.Sender, r)
	page := base + l.Address()
	answer := lesson{Lesson: l.Slug, Title: l.Heading(), Link: page,
		Figures: course.Each(l.Figures, func(f course.Figure) lessonFigure {
			return lessonFigure{f.Name, plain(f.Title), plain(f.Goal), page + "/" + f.Name}
		})}
	to := func(link string) string { return leads(base, page, link) }
	words := []string{"# " + l.Heading(), course.Portable(l.Lede)}
	for _, b := range read.Blocks {
		if f := b.Figure; b.Kind == "figure" {
			words = append(words, fmt.Sprintf("**Figure `%s`**: [%s](%s/%s) Goal: %s.", f.Name, plain(f.Title), page,
				f.Name, plain(f.Goal)))
		} else if markdown := course.MarkdownTo(b, to); markdown != "" {
			words = append(words, markdown)
		}
	}
	answer.Markdown = strings.Join(words, "\n\n") + "\n"
	object, err = encoded(answer)
	return object, []byte(answer.Markdown), err
}

// leads is where a link of a lesson's prose leads on a server at that base.
func leads(base, page, link string) string {
	if strings.HasPrefix(link, "/") {
		return base + link
	}
	from, err := url.Parse(page)
	if err != nil {
		return page
	}
	to, err := from.Parse(link)
	if err != nil {
		return page
	}
	return to.String()
}

// plain is a line of Markdown as plain words.
func plain(markdown string) string { return course.Plain(course.Inline(markdown)) }

// slugsOf are those of lessons.
func slugsOf(lessons []*course.Lesson) []string {
	return course.Each(lessons, func(l *course.Lesson) string { return l.Slug })
}

// withFigures are the lessons, and the playground.
func (p *Pages) withFigures() []*course.Lesson { return append(p.Course.Open(), playground.Lesson) }

// inCourse is the argument of a lesson where it has prose.
func (p *Pages) inCourse(lesson argument) argument {
	lesson.options = lesson.options[:len(p.Course.Open())]
	return lesson
}

// noLesson says that a lesson is none of those.
func (p *Pages) noLesson(slug string, of []*course.Lesson) error {
	if l, ok := p.Course.Announced(slug); ok {
		return wrong("The lesson " + l.Slug + " is to come.")
	}
	return wrong(fmt.Sprintf("lesson: there is no %q; there are %s.", course.Printable(slug),
		strings.Join(slugsOf(of), ", ")))
}
