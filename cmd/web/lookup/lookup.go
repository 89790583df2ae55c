// Package lookup is what the course is looked up in: search, errata, glossary, notation, lectures,
// guides, and lists for machines.
package lookup

import (
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/cmd/web/search"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/reference"
	"github.com/gramophone-course/gramophone/views"
)

// Pages are the pages that the course is looked up in.
type Pages struct {
	*respond.Sender
	endings []string                           // of the forms that a figure has
	mine    func(*http.Request) []views.MyRoom // rooms of who asks
	index   func() (*search.Index, error)      // of what can be found, made when first wanted
	Listed  []string                           // that search engines are told of, beside lessons, figures, errata
	Hidden  []string                           // what they are asked to leave out
	Labs    bool                               // solved labs are for everybody
}

// New are the pages for the course of s, whose figures have forms of these endings; mine are the
// rooms of who asks.
func New(s *respond.Sender, endings []string, mine func(*http.Request) []views.MyRoom) *Pages {
	return &Pages{Sender: s, endings: endings, mine: mine,
		index: sync.OnceValues(func() (*search.Index, error) {
			all, err := Entries(s.Course)
			return search.New(all), err
		})}
}

// Glossary is every term.
func (s *Pages) Glossary(w http.ResponseWriter, r *http.Request) error {
	return s.Page(w, r, respond.Key{What: "glossary"}, views.Glossary(s.View(), reference.Glossary()))
}

// Term is one entry alone, for a lesson that shows it beside the word.
func (s *Pages) Term(w http.ResponseWriter, r *http.Request) error {
	t, ok := reference.LookupTerm(r.PathValue("name"))
	if !ok {
		return respond.ErrNotFound
	}
	w.Header().Set("Cache-Control", "max-age=3600")
	return s.Page(w, r, respond.Key{What: "term " + t.Slug}, views.Term(s.View(), t))
}

// termsOfGlossary are the entries, to be found under all their names.
func termsOfGlossary() (list []search.Entry) {
	for _, t := range reference.Glossary() {
		list = append(list, search.Entry{Kind: "term", Title: t.Name, In: "Glossary", Also: t.Also,
			URL: "/glossary#" + t.Slug, Excerpt: course.Line(t.HTML)})
	}
	return list
}

// cardsOfErrata are the errata; what holds instead is searched, and not shown.
func cardsOfErrata() (list []search.Entry) {
	cards, err := reference.Errata()
	if err != nil {
		return nil // its page says so
	}
	for _, e := range cards {
		list = append(list, search.Entry{Kind: "erratum", Title: e.Title, In: "Errata", Excerpt: e.Statement,
			URL: "/errata/" + e.Slug, Text: course.Line(e.HTML)})
	}
	return list
}

// referencePages are the pages beside the lessons, with what readers call them.
func referencePages() []search.Entry {
	page := func(url, title, excerpt, text string, also ...string) search.Entry {
		return search.Entry{Kind: "section", Title: title, URL: url, Excerpt: excerpt, Text: text, Also: also}
	}
	var writings []string
	for _, w := range slices.Concat(reference.Widths, reference.Weights) {
		writings = append(writings, w.Name, w.Symbol, w.Who)
	}
	return []search.Entry{
		page("/notation", "Notation", "One fit, and every way to write its bandwidth and its penalty: ℓ, σ, γ, ν, λ, "+
			"alpha and C.", strings.Join(writings, ", "), "gamma", "letters", "symbols", "convert parameters"),
		page("/my-work", "My work", "What you have predicted, solved, sketched and explained, to hand in or to repeat.",
			"exam revision progress print", "homework", "hand in"),
		page("/api", "The engine, for programs", "Kernel methods over HTTP, to check homework from Python, R or Julia.",
			"curl JSON notebook chat assistant connector", "API", "check homework", "MCP"),
		page("/playground", "Playground", "Any method with any kernel on any data.",
			"lasso support vector machine density clusters outliers landmarks", "sandbox", "all methods"),
		page("/data", "Your data", "Paste or upload a table, and see it in the figures of the course.",
			"CSV spreadsheet upload", "own table", "own data"),
		page("/teach", "Teach with this course", "Plans, questions, prepared states and what wrong answers reveal.",
			"teacher lecturer class projector Moodle Canvas", "for teachers"),
		page("/exercises", "Exercises", "All exercises, by lesson, lecture and kind: a choice, a number, a goal in a "+
			"figure, steps in order.", "homework problems exam questions", "problem set"),
		page("/practice", "Practice", "Exercises with fresh numbers, mixed over lessons, those that are due first.",
			"exam revision spaced repetition drill confidence", "practise", "drill", "exam practice"),
		page("/concept", "Concept test", "Fifteen questions on what kernel methods are about, before a course and "+
			"after it.", "pretest posttest gain inventory misconceptions", "concept inventory", "before and after"),
		page("/teach/class", "A class’s work", "Files that students save of their work, read together in the "+
			"teacher’s browser.", "marking homework grading hand in table", "marking", "gradebook"),
		page("/teach/plans", "Plans for classes and terms", "Classes of ninety minutes over two to four lessons, "+
			"minute by minute, and courses of six and twelve weeks.", "schedule homework lecture timetable",
			"syllabus"),
		page("/lectures", "Follow a lecture", "Five university lectures, section by section, with our places for them.",
			"slides notes", "lectures"),
	}
}

// Lectures are the lectures' sections with our lessons.
func (s *Pages) Lectures(w http.ResponseWriter, r *http.Request) error {
	errata, err := reference.Errata()
	if err != nil {
		return err
	}
	cards := map[string]int{}
	for _, e := range errata {
		cards[e.Lecture]++
	}
	return s.Page(w, r, respond.Key{What: "lectures"}, views.Lectures(s.View(), cards))
}

// Teach is the teacher's guide.
func (s *Pages) Teach(w http.ResponseWriter, r *http.Request) error {
	mine := s.mine(r)
	return s.Page(w, r, respond.KeyOf(w, respond.Key{What: "teach"}, len(mine) > 0), views.Teach(s.View(), mine))
}

// Plans are those for classes and terms.
func (s *Pages) Plans(w http.ResponseWriter, r *http.Request) error {
	plans, err := reference.Plans()
	if err != nil {
		return err
	}
	return s.Page(w, r, respond.Key{What: "plans"}, views.Plans(s.View(), plans))
}

// Guide is that to one lesson.
func (s *Pages) Guide(w http.ResponseWriter, r *http.Request) error {
	l, err := s.Find(r.PathValue("slug"))
	if err != nil {
		return err
	}
	g, err := reference.GuideTo(l)
	if err != nil {
		return err
	}
	mine := s.mine(r)
	k := respond.KeyOf(w, respond.Key{What: "guide " + l.Slug}, len(mine) > 0)
	return s.Page(w, r, k, views.Guide(s.View(), l, g, s.Labs || views.Teaches(mine)))
}
