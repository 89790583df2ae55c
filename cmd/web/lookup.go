package main

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/gramophone-course/gramophone/cmd/web/search"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/reference"
	"github.com/gramophone-course/gramophone/views"
)

// glossary is every term.
func (s *site) glossary(w http.ResponseWriter, r *http.Request) error {
	return s.send(w, r, reply{key: key{what: "glossary"}, contentType: htmlType,
		write: func(ctx context.Context) ([]byte, error) {
			return render(ctx, views.Glossary(s.view(), reference.Glossary()))
		}})
}

// term is one entry alone, for a lesson that shows it beside the word.
func (s *site) term(w http.ResponseWriter, r *http.Request) error {
	t, ok := reference.LookupTerm(r.PathValue("name"))
	if !ok {
		return errNotFound
	}
	w.Header().Set("Cache-Control", "max-age=3600")
	return s.send(w, r, reply{key: key{what: "term " + t.Slug}, contentType: htmlType,
		write: func(ctx context.Context) ([]byte, error) { return render(ctx, views.Term(s.view(), t)) }})
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
			"curl JSON notebook", "API", "check homework"),
		page("/playground", "Playground", "Any method with any kernel on any data.",
			"lasso support vector machine density clusters outliers landmarks", "sandbox", "all methods"),
		page("/data", "Your data", "Paste or upload a table, and see it in the figures of the course.",
			"CSV spreadsheet upload", "own table", "own data"),
		page("/teach", "Teach with this course", "Plans, questions, prepared states and what wrong answers reveal.",
			"teacher lecturer class projector Moodle Canvas", "for teachers"),
		page("/lectures", "Follow a lecture", "Five university lectures, section by section, with our places for them.",
			"slides notes", "lectures"),
	}
}

// lectures are the lectures' sections with our lessons.
func (s *site) lectures(w http.ResponseWriter, r *http.Request) error {
	return s.send(w, r, reply{key: key{what: "lectures"}, contentType: htmlType,
		write: func(ctx context.Context) ([]byte, error) {
			errata, err := reference.Errata()
			if err != nil {
				return nil, err
			}
			cards := map[string]int{}
			for _, e := range errata {
				cards[e.Lecture]++
			}
			return render(ctx, views.Lectures(s.view(), cards))
		}})
}

// teach is the teacher's guide.
func (s *site) teach(w http.ResponseWriter, r *http.Request) error {
	k, mine := key{what: "teach"}, s.mine(r)
	if forOne(w, mine) {
		k = key{}
	}
	return s.send(w, r, reply{key: k, contentType: htmlType,
		write: func(ctx context.Context) ([]byte, error) { return render(ctx, views.Teach(s.view(), mine)) }})
}

// guide is that to one lesson.
func (s *site) guide(w http.ResponseWriter, r *http.Request) error {
	l, err := s.lookup(r.PathValue("slug"))
	if err != nil {
		return err
	}
	g, err := reference.GuideTo(l)
	if err != nil {
		return err
	}
	return s.send(w, r, reply{key: key{what: "guide " + l.Slug}, contentType: htmlType,
		write: func(ctx context.Context) ([]byte, error) { return render(ctx, views.Guide(s.view(), l, g)) }})
}
