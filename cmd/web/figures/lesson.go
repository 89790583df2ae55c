package figures

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/own"
	"github.com/gramophone-course/gramophone/views"
)

// Pages are the lessons and their figures in all their forms.
type Pages struct {
	*respond.Sender
	Memo   *course.Memo // spectra and error maps, shared by all readers
	Tables *own.Store   // of readers
	Mine   func(*http.Request) []views.MyRoom
	Labs   bool // solved labs are for everybody

	Followed *Followed                         // requests that can be asked how far they are
	openings sync.Map                          // pictures of the lessons' opening states and stills, once drawn
	emblem   atomic.Pointer[map[string]string] // the lessons' small pictures, once drawn
}

// Lesson is a lesson with its figures in the state of the query; with the ending
// .ipynb a notebook of them.
func (s *Pages) Lesson(w http.ResponseWriter, r *http.Request) error {
	slug, ext, ended := strings.Cut(r.PathValue("slug"), ".")
	l, err := s.Find(slug)
	if err != nil {
		return err
	}
	if ended && ext != "ipynb" {
		return respond.ErrNotFound
	}
	if s.View().Edition != "" {
		if err := errors.Join(l.Slips()...); err != nil {
			return err
		}
	}
	// Read out of turn: its facts are everybody's, and may take longer than a page has.
	if _, err := l.Text(); err != nil {
		return err
	}
	query := course.ParseQuery(r.URL.RawQuery)
	k, keep := respond.Key{What: "lesson"}, !asks(query)
	states, notes := []string{l.Slug}, []string{}
	for i := range l.Figures {
		form, _ := l.Figures[i].With(s.Tables, State(l, &l.Figures[i], query))
		states = append(states, form.Link(l.Figures[i].Name+"."))
		notes = append(notes, form.Notes...)
		if form.Fleeting {
			keep = false
			w.Header().Set("Cache-Control", "no-store")
		}
	}
	k.State, k.Notes = strings.Join(states, " "), strings.Join(notes, "\n")
	page, contentType := lessonWriter(s.LessonPage), respond.HTML
	switch {
	case ended:
		k.What, page, contentType = "notebook", s.lessonNotebook, notebookType
		respond.Named(w, l.Slug+".ipynb")
	case query.Get("present") == "1":
		if k.What, page, err = s.presented(l, query); err != nil {
			return err
		}
		keep = keep && (query.Get("show") == "" || PanelOf(query) > 0)
	}
	if !keep {
		k = respond.Key{} // an answer to an exercise or a measured time is shown, not kept
	}
	write := func(ctx context.Context) ([]byte, error) { return page(ctx, l, query) }
	return s.Send(w, r, respond.Reply{Key: k, ContentType: contentType, Drawn: true, Write: write})
}

// A lessonWriter writes a lesson in the state of a query, as one of its pages.
type lessonWriter func(ctx context.Context, l *course.Lesson, query url.Values) ([]byte, error)

// presented is the page of a lesson on the projector, or of its teacher's notes, and what
// the page is called where it is kept.
func (s *Pages) presented(l *course.Lesson, query url.Values) (string, lessonWriter, error) {
	text, err := l.Text()
	if err != nil {
		return "", nil, err
	}
	step := stepOf(query, len(text.Screens()))
	what := fmt.Sprintf("present %d", step)
	if query.Get("notes") == "1" {
		what += " notes"
	}
	if query.Get("route") == "all" {
		what += " all"
	}
	if panel := PanelOf(query); panel > 0 {
		what += fmt.Sprintf(" panel %d", panel)
	}
	return what, func(ctx context.Context, l *course.Lesson, query url.Values) ([]byte, error) {
		return s.presentPage(ctx, l, query, step)
	}, nil
}

// stepOf reads the step that a presentation is at, from 1 to n; the first where
// it cannot be read.
func stepOf(query url.Values, n int) int {
	step, err := strconv.Atoi(query.Get("step"))
	if err != nil {
		return 1
	}
	return min(max(step, 1), n)
}

// PanelOf reads which panel of its figure a presentation shows; 0 where show names none, but an exercise.
func PanelOf(query url.Values) int {
	panel, err := strconv.Atoi(query.Get("show"))
	if err != nil {
		return 0
	}
	return min(max(panel, 0), mostPanels)
}

// mostPanels is more than any figure has.
const mostPanels = 8

// State is a figure's part of a lesson's query. A figure that is linked with
// others takes from their part what its own does not say, but for a choice that it
// does not offer.
func State(l *course.Lesson, f *course.Figure, query url.Values) url.Values {
	sub := course.Sub(query, f.Name, false)
	for _, g := range l.Figures {
		if f.Linked == "" || g.Linked != f.Linked || g.Name == f.Name {
			continue
		}
		for k, v := range course.Sub(query, g.Name, false) {
			if _, has := sub[k]; has || k == "hide" || k == "lock" {
				continue
			}
			form, _ := f.At(url.Values{k: v})
			if !slices.ContainsFunc(form.Controls, func(c *course.Control) bool {
				takes := c.Tables && own.IsRef(v[0]) // and says what is wrong with one that is not there
				return c.Name == k && c.Kind == course.Choice && c.Value != v[0] && !takes
			}) {
				sub[k] = v
			}
		}
	}
	return sub
}

// LessonPage renders the page of a lesson.
func (s *Pages) LessonPage(ctx context.Context, l *course.Lesson, query url.Values) ([]byte, error) {
	page, err := s.drawn(ctx, course.Unjudged(ctx), l, query)
	if err != nil {
		return nil, err
	}
	return respond.Render(ctx, views.Lesson(s.View(), page))
}

// presentPage renders a lesson for the projector, or the notes for it.
func (s *Pages) presentPage(ctx context.Context, l *course.Lesson, query url.Values, step int) ([]byte, error) {
	page, err := s.Drawn(course.Lettered(ctx), l, query)
	if err != nil {
		return nil, err
	}
	deck := views.PresentPage{LessonPage: page, Screens: page.Text.Screens(), Step: step,
		All: query.Get("route") == "all", Show: query.Get("show"),
		Panel: PanelOf(query)}
	if query.Get("notes") == "1" {
		return respond.Render(ctx, views.Notes(s.View(), deck))
	}
	return respond.Render(ctx, views.Present(s.View(), deck.Staying()))
}

// Drawn is the lesson with its figures drawn. Who calls it has a place at the gate.
func (s *Pages) Drawn(ctx context.Context, l *course.Lesson, query url.Values) (views.LessonPage, error) {
	return s.drawn(ctx, ctx, l, query)
}

// drawn is Drawn with another context for figures that are not in their opening state.
func (s *Pages) drawn(
	ctx, moved context.Context, l *course.Lesson, query url.Values,
) (page views.LessonPage, err error) {
	page = views.LessonPage{Site: s.View(), Lesson: l, Figures: map[string]views.Figure{},
		Answers: answers(query)}
	var access []string
	for i := range l.Figures {
		f := &l.Figures[i]
		v, draw := s.FigureView(l, f, State(l, f, query), f.Name+".", "/lessons/"+l.Slug)
		l.Fold(f, v.Form)
		a := v.Form.Access(v.Prefix)
		if a != "" {
			access = append(access, a)
		}
		if opens := a == "" && v.Form.Query("") == ""; opens {
			v.Picture, err = s.kept(ctx, v.Form, draw, l.Slug+"/"+f.Name)
		} else {
			v.Picture, err = draw(moved, s.Memo)
		}
		if err != nil {
			return page, err
		}
		page.Figures[f.Name] = v
		page.Query = append(page.Query, v.Params()...)
	}
	page.Text, err = l.Text()
	if access != nil {
		page.Text, err = l.Narrowed(strings.Join(access, "&"))
	}
	if err != nil {
		return page, err
	}
	if page.Stills, err = s.stills(ctx, l, page.Text); err != nil {
		return page, err
	}
	for id, answer := range page.Answers {
		page.Query = append(page.Query, views.Param{Name: "answer." + id, Value: answer})
	}
	if page.Drawn, page.SeedNotes, err = drawnIn(l, page.Text, query); err != nil {
		return page, err
	}
	for id, e := range page.Drawn {
		page.Query = append(page.Query, views.SeedOf(id, e.Seed))
	}
	slices.SortFunc(page.Query, func(a, b views.Param) int { return strings.Compare(a.Name, b.Name) })
	for name, v := range page.Figures {
		for _, p := range page.Query {
			if !strings.HasPrefix(p.Name, v.Prefix) {
				v.Carry = append(v.Carry, p)
			}
		}
		page.Figures[name] = v
	}
	return page, nil
}

// stills are the pictures of a lesson's text that nobody moves, by their ids.
func (s *Pages) stills(ctx context.Context, l *course.Lesson, text *course.Text) (map[string]*course.Picture, error) {
	all := map[string]*course.Picture{}
	for _, b := range text.Blocks {
		if b.Still == nil {
			continue
		}
		form, draw := b.Still.Figure.At(b.Still.State())
		p, err := s.kept(ctx, form, draw, l.Slug+"/"+b.Still.Figure.Name+"?"+form.Query(""))
		if err != nil {
			return nil, err
		}
		all[b.Still.ID] = p
	}
	return all, nil
}

// kept is a picture of those that every page of a lesson shows unless its query says
// otherwise: a figure in its opening state, or a still. It is drawn once. There are as
// many of them as the lessons declare, some 70 KB each.
func (s *Pages) kept(ctx context.Context, form *course.Form, draw course.Draw, key string) (*course.Picture, error) {
	if p, ok := s.openings.Load(key); ok {
		return p.(*course.Picture), nil
	}
	p, err := draw(ctx, s.Memo)
	if err == nil && !form.Fleeting {
		s.openings.Store(key, p)
	}
	return p, err
}

// answers collects the answers to exercises that a query carries; those of
// several fields are joined by commas.
func answers(query url.Values) map[string]string {
	a := map[string]string{}
	for k, v := range query {
		if id, ok := strings.CutPrefix(k, "answer."); ok && len(v) <= 20 {
			a[id] = strings.Join(v, ",")
		}
	}
	return a
}

// asks reports whether a query has to do with exercises: answers them, or has them drawn.
func asks(query url.Values) bool {
	for name := range query {
		if strings.HasPrefix(name, "answer.") || strings.HasPrefix(name, views.SeedName("")) {
			return true
		}
	}
	return false
}

// askedIn is an exercise of a lesson as a query asks it: as it is drawn for its seed, or else as it is printed, with a
// note where what should be a seed is none.
func askedIn(l *course.Lesson, id string, query url.Values) (e *course.Exercise, note string, err error) {
	name := views.SeedName(id)
	seed, err := strconv.ParseUint(query.Get(name), 10, 64)
	if err != nil || seed > course.MostSeed {
		seed = 0
	}
	e, ok, err := l.Again(id, seed)
	if err == nil && !ok {
		err = respond.ErrNotFound
	}
	if err == nil && seed == 0 && query.Has(name) && l.Draws(e) {
		note = fmt.Sprintf("%s: “%s” is no whole number from 1 to %d; asking as it is printed.", name,
			course.Printable(query.Get(name)), course.MostSeed)
	}
	return e, note, err
}

// asked is the lesson and the exercise of an address, as its query asks it, with what askedIn notes.
func (s *Pages) asked(r *http.Request) (l *course.Lesson, e *course.Exercise, note string, err error) {
	if l, err = s.Find(r.PathValue("slug")); err == nil {
		e, note, err = askedIn(l, r.PathValue("exercise"), course.ParseQuery(r.URL.RawQuery))
	}
	return l, e, note, err
}

// drawnIn are the exercises of a lesson that a query has drawn, by their ids, and what is noted of others.
func drawnIn(l *course.Lesson, text *course.Text, query url.Values) (
	drawn map[string]*course.Exercise, notes map[string]string, err error,
) {
	drawn, notes = map[string]*course.Exercise{}, map[string]string{}
	for name := range query {
		id, ok := strings.CutPrefix(name, views.SeedName(""))
		if _, there := text.Exercise(id); !ok || !there {
			continue
		}
		e, note, err := askedIn(l, id, query)
		if err != nil {
			return nil, nil, err
		}
		if notes[id] = note; e.Seed > 0 {
			drawn[id] = e
		}
	}
	return drawn, notes, nil
}

// Exercise is what stands in an exercise of a lesson as it is drawn, to take the place of what stands there.
func (s *Pages) Exercise(w http.ResponseWriter, r *http.Request) error {
	l, e, note, err := s.asked(r)
	if err != nil {
		return err
	}
	if !l.Draws(e) { // what a figure has to do with it stands on the page alone
		return respond.ErrNotFound
	}
	page := views.LessonPage{Site: s.View(), Lesson: l, SeedNotes: map[string]string{e.ID: note}}
	if e.Seed > 0 {
		page.Query = append(page.Query, views.SeedOf(e.ID, e.Seed))
	}
	return s.Page(w, r, respond.Key{}, views.Exercise(page, e))
}

// Check is what the server says to an answer.
func (s *Pages) Check(w http.ResponseWriter, r *http.Request) error {
	_, e, _, err := s.asked(r)
	if err != nil {
		return err
	}
	return s.Send(w, r, respond.Reply{ContentType: respond.HTML, Write: func(ctx context.Context) ([]byte, error) {
		if course.ParseQuery(r.URL.RawQuery).Get("show") == "1" {
			return respond.Render(ctx, views.Answer(e))
		}
		v, judged := e.Judge(answers(course.ParseQuery(r.URL.RawQuery))[e.ID])
		if !judged {
			return nil, nil
		}
		return respond.Render(ctx, views.Verdict(v))
	}})
}
