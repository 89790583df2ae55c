package lookup

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"unicode"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/cmd/web/search"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/views"
)

// lessonSources are what there is to find in a lesson, each a function of its own.
var lessonSources = []func(l *course.Lesson, text *course.Text) []search.Entry{
	sectionEntries, termEntries, figureEntries, exerciseEntries, explainEntries, brokenEntries,
}

// courseSources are what there is to find beside the lessons.
var courseSources = []func() []search.Entry{termsOfGlossary, cardsOfErrata, referencePages}

// Entries are all that can be found. Their addresses begin at the course, whatever the prefix.
func Entries(c course.Course) ([]search.Entry, error) {
	var all []search.Entry
	for _, l := range c.Open() {
		text, err := l.Outline()
		if err != nil {
			return nil, err
		}
		for _, source := range lessonSources {
			all = append(all, source(l, text)...)
		}
	}
	for _, source := range courseSources {
		all = append(all, source()...)
	}
	return all, nil
}

// within is an entry in a lesson.
func within(l *course.Lesson, kind, id, title, excerpt string) search.Entry {
	return search.Entry{Kind: kind, Title: strings.TrimSuffix(title, "."), In: l.Heading(),
		Excerpt: excerpt, URL: "/lessons/" + l.Slug + "#" + id}
}

// sectionEntries are the lesson, its sections, and the proofs, examples and notes in them. What
// answers a prediction is searched, and not shown.
func sectionEntries(l *course.Lesson, text *course.Text) []search.Entry {
	lesson := within(l, "lesson", "", l.Heading(), course.Line(course.Inline(l.Lede)))
	lesson.URL, lesson.In = strings.TrimSuffix(lesson.URL, "#"), ""
	sections, blocks := []search.Entry{lesson}, []search.Entry(nil)
	for _, b := range text.Blocks {
		if b.ID != "" && b.Kind != "break" {
			e := within(l, "section", b.ID, cmp.Or(course.Line(b.Title), "Note"), course.Line(b.HTML))
			if len(sections) > 1 {
				e.Also = []string{sections[len(sections)-1].Title}
			}
			if b.Waits != "" {
				e.Excerpt, e.Text = "", e.Excerpt+" "+e.Text
			}
			blocks = append(blocks, e)
			continue
		}
		for _, piece := range b.Pieces {
			if piece.Heading != "" {
				sections = append(sections, within(l, "section", piece.ID, course.Line(piece.Heading), ""))
			}
			last := &sections[len(sections)-1]
			if b.Kind == "after" {
				last.Text += " " + course.Line(piece.HTML)
			} else {
				last.Excerpt += " " + course.Line(piece.HTML)
			}
		}
	}
	sections = slices.DeleteFunc(sections, func(e search.Entry) bool { return e.Excerpt+e.Text == "" })
	return append(sections, blocks...)
}

// termEntries are the terms that the lesson explains, each with the figure in the state that
// its paragraph opens.
func termEntries(l *course.Lesson, text *course.Text) (list []search.Entry) {
	for _, term := range text.Terms() {
		e := within(l, "term", term.ID, term.Name, course.Line(term.HTML))
		state, _, _ := strings.Cut(term.Link, "#")
		e.URL = strings.Replace(e.URL, "#", state+"#", 1)
		list = append(list, e)
	}
	return list
}

// figureEntries are the figures, with what can be chosen in them.
func figureEntries(l *course.Lesson, _ *course.Text) (list []search.Entry) {
	for _, f := range l.Figures {
		e := within(l, "figure", f.Name, course.Line(course.Inline(f.Title)), course.Line(course.Inline(f.Goal)))
		form, _ := f.At(nil)
		for _, c := range form.Controls {
			e.Text += " " + c.Label
			for _, o := range c.Options {
				e.Text += " " + o.Label
			}
		}
		list = append(list, e)
	}
	return list
}

// exerciseEntries are the predictions and exercises, without their answers; the steps of a proof
// to be put in order are searched, and not shown.
func exerciseEntries(l *course.Lesson, text *course.Text) (list []search.Entry) {
	for _, b := range text.Blocks {
		if e := b.Exercise; e != nil {
			title := course.Line(course.Inline(e.Title))
			if e.Predict {
				title = cmp.Or(course.Line(e.Line), title)
			}
			entry := within(l, "exercise", e.ID, title, course.Line(e.Ask))
			for _, step := range e.Steps {
				entry.Text += " " + course.Line(step.Text)
			}
			list = append(list, entry)
		}
	}
	return list
}

// explainEntries are what a reader is to say in a sentence of her own.
func explainEntries(l *course.Lesson, text *course.Text) (list []search.Entry) {
	for _, b := range text.Blocks {
		if b.Explain != nil {
			ask := course.Line(b.Explain.Ask)
			list = append(list, within(l, "exercise", "explain", "In a sentence: "+ask, ""))
		}
	}
	return list
}

// brokenEntries are the states in which something goes wrong: each opens its figure so.
func brokenEntries(l *course.Lesson, text *course.Text) (list []search.Entry) {
	for _, b := range text.Blocks {
		for _, c := range b.Cases {
			e := within(l, "figure", b.ID, "Break it: "+course.Line(c.State), "")
			e.Text = course.Line(c.Answer)
			for _, link := range (course.Block{Cases: []course.Case{c}}).Links() {
				if strings.HasPrefix(link, "?") {
					e.URL = "/lessons/" + l.Slug + link
					break
				}
			}
			list = append(list, e)
		}
	}
	return list
}

// maxHits is how many places a search shows.
const maxHits = 12

// hits are the places that the query asks for, with their addresses from their paths.
func (s *Pages) hits(query string, at func(path string) string) ([]search.Entry, error) {
	index, err := s.index()
	if err != nil {
		return nil, err
	}
	hits := index.Find(query, maxHits)
	for i := range hits {
		hits[i].URL = at(hits[i].URL)
	}
	return hits, nil
}

// bounded is a query without what is beyond the bound of one.
func bounded(query string) string {
	query = strings.Join(strings.FieldsFunc(query, func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r)
	}), " ")
	if len(query) > search.MaxQuery {
		query = strings.ToValidUTF8(query[:search.MaxQuery], "")
	}
	return query
}

// Search is the page of what a query finds.
func (s *Pages) Search(w http.ResponseWriter, r *http.Request) error {
	query := bounded(r.URL.Query().Get("q"))
	hits, err := s.hits(query, s.View().URL)
	if err != nil {
		return err
	}
	page := views.SearchPage{Query: query, Hits: course.Each(hits, func(e search.Entry) views.Hit {
		return views.Hit{Title: e.Title, In: e.In, URL: e.URL, Kind: e.Kind, Excerpt: e.Excerpt}
	})}
	return s.Page(w, r, respond.Key{}, views.Search(s.View(), page))
}

// A Hit is a place as the JSON of a search has it.
type Hit struct {
	Title   string `json:"title"`
	URL     string `json:"url"`
	Kind    string `json:"kind"`
	Excerpt string `json:"excerpt"`
}

// Hits are the places that a query finds, best first, with their addresses from their paths.
func (s *Pages) Hits(query string, at func(path string) string) ([]Hit, error) {
	found, err := s.hits(bounded(query), at)
	if err != nil {
		return nil, err
	}
	return course.Each(found, func(e search.Entry) Hit {
		return Hit{views.Called(e.Title, e.In), e.URL, e.Kind, e.Excerpt}
	}), nil
}

// SearchJSON is what a query finds, for machines and for the field in the bar.
func (s *Pages) SearchJSON(w http.ResponseWriter, r *http.Request) error {
	hits, err := s.Hits(r.URL.Query().Get("q"), s.View().URL)
	if err != nil {
		return err
	}
	return s.Send(w, r, respond.Reply{ContentType: "application/json", Write: func(context.Context) ([]byte, error) {
		return json.Marshal(hits)
	}})
}
