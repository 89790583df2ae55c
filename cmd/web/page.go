package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/own"
	"github.com/gramophone-course/gramophone/views"
)

const htmlType = "text/html; charset=utf-8"

// render renders a component to bytes.
func render(ctx context.Context, c templ.Component) ([]byte, error) {
	var b bytes.Buffer
	if err := c.Render(ctx, &b); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// home is the course, with the figure it opens with in the state of the query.
func (s *site) home(w http.ResponseWriter, r *http.Request) error {
	page := views.HomePage{Exercises: map[string]int{}, Mine: s.mine(r)}
	k := key{what: "home"}
	var draw course.Draw
	for _, l := range s.course.Open() {
		page.Exercises[l.Slug] = l.Exercises()
		if l.Home == nil || draw != nil {
			continue
		}
		page.Figure, draw = s.homeView(l, course.ParseQuery(r.URL.RawQuery))
		k.state, k.notes = page.Figure.Form.Link(""), strings.Join(page.Figure.Form.Notes, "\n")
	}
	write := func(ctx context.Context) (_ []byte, err error) {
		if draw != nil {
			p, err := draw(ctx, s.memo)
			if err != nil {
				return nil, err
			}
			page.Figure.Picture = page.Figure.Lesson.Home.Show(p)
		}
		if page.Emblems, err = s.emblems(ctx); err != nil {
			return nil, err
		}
		return render(ctx, views.Home(s.view(), page))
	}
	if forOne(w, page.Mine) {
		k = key{}
	}
	return s.send(w, r, reply{key: k, contentType: htmlType, drawn: true, write: write})
}

// homeView is the figure that a lesson puts on the course's home page, with the one control
// that it has there.
func (s *site) homeView(l *course.Lesson, query url.Values) (views.Figure, course.Draw) {
	f, ok := l.Figure(l.Home.Figure)
	if !ok {
		panic("web: the home page of " + l.Slug + " shows no figure of it")
	}
	state := course.Sub(query, f.Name, false)
	form, _ := f.With(s.tables, state)
	var hide []string
	for _, c := range form.Controls {
		if c.Name != l.Home.Control {
			hide = append(hide, c.Name)
		}
	}
	state.Set("hide", strings.Join(hide, ","))
	v, draw := s.figureView(l, f, state, f.Name+".", "/")
	v.Home = true
	return v, draw
}

// emblems are the small pictures of all lessons, by slug: drawn by whoever wants them
// first, and kept.
func (s *site) emblems(ctx context.Context) (map[string]string, error) {
	if kept := s.emblem.Load(); kept != nil {
		return *kept, nil
	}
	all := map[string]string{}
	for _, l := range s.course.Open() {
		p, err := l.DrawEmblem(ctx, s.memo)
		if err != nil {
			return nil, err
		}
		all[l.Slug] = string(p.AppendSVG(nil))
	}
	s.emblem.Store(&all)
	return all, nil
}

func (s *site) nothing(http.ResponseWriter, *http.Request) error { return errNotFound }

// lookup finds the lesson of that slug.
func (s *site) lookup(slug string) (*course.Lesson, error) {
	if l, ok := s.course.Lookup(slug); ok {
		return l, nil
	}
	if l, ok := s.course.Announced(slug); ok {
		return nil, toCome{l}
	}
	return nil, errNotFound
}

// lesson is a lesson with its figures in the state of the query; with the ending
// .ipynb a notebook of them.
func (s *site) lesson(w http.ResponseWriter, r *http.Request) error {
	slug, ext, ended := strings.Cut(r.PathValue("slug"), ".")
	l, err := s.lookup(slug)
	if err != nil {
		return err
	}
	if ended && ext != "ipynb" {
		return errNotFound
	}
	if s.edition != "" {
		if err := errors.Join(l.Slips()...); err != nil {
			return err
		}
	}
	// Read out of turn: its facts are everybody's, and may take longer than a page has.
	if _, err := l.Text(); err != nil {
		return err
	}
	query := course.ParseQuery(r.URL.RawQuery)
	k, keep := key{what: "lesson"}, len(answers(query)) == 0
	states, notes := []string{l.Slug}, []string{}
	for i := range l.Figures {
		form, _ := l.Figures[i].With(s.tables, state(l, &l.Figures[i], query))
		states = append(states, form.Link(l.Figures[i].Name+"."))
		notes = append(notes, form.Notes...)
		if form.Fleeting {
			keep = false
			w.Header().Set("Cache-Control", "no-store")
		}
	}
	k.state, k.notes = strings.Join(states, " "), strings.Join(notes, "\n")
	page, contentType := lessonWriter(s.lessonPage), htmlType
	switch {
	case ended:
		k.what, page, contentType = "notebook", s.lessonNotebook, notebookType
		named(w, l.Slug+".ipynb")
	case query.Get("present") == "1":
		if k.what, page, err = s.presented(l, query); err != nil {
			return err
		}
		keep = keep && query.Get("show") == ""
	}
	if !keep {
		k = key{} // an answer to an exercise or a measured time is shown, not kept
	}
	write := func(ctx context.Context) ([]byte, error) { return page(ctx, l, query) }
	return s.send(w, r, reply{key: k, contentType: contentType, drawn: true, write: write})
}

// A lessonWriter writes a lesson in the state of a query, as one of its pages.
type lessonWriter func(ctx context.Context, l *course.Lesson, query url.Values) ([]byte, error)

// presented is the page of a lesson on the projector, or of its teacher's notes, and what
// the page is called where it is kept.
func (s *site) presented(l *course.Lesson, query url.Values) (string, lessonWriter, error) {
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
	return what, func(ctx context.Context, l *course.Lesson, query url.Values) ([]byte, error) {
		return s.presentPage(ctx, l, query, step)
	}, nil
}

// named says what a file is called where a reader keeps it.
func named(w http.ResponseWriter, name string) {
	w.Header().Set("Content-Disposition", `inline; filename="`+name+`"`)
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

// state is a figure's part of a lesson's query. A figure that is linked with
// others takes from their part what its own does not say, but for a choice that it
// does not offer.
func state(l *course.Lesson, f *course.Figure, query url.Values) url.Values {
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

// lessonPage renders the page of a lesson.
func (s *site) lessonPage(ctx context.Context, l *course.Lesson, query url.Values) ([]byte, error) {
	page, err := s.drawn(ctx, l, query)
	if err != nil {
		return nil, err
	}
	return render(ctx, views.Lesson(s.view(), page))
}

// presentPage renders a lesson for the projector, or the notes for it.
func (s *site) presentPage(ctx context.Context, l *course.Lesson, query url.Values, step int) ([]byte, error) {
	page, err := s.drawn(ctx, l, query)
	if err != nil {
		return nil, err
	}
	deck := views.PresentPage{LessonPage: page, Screens: page.Text.Screens(), Step: step,
		All: query.Get("route") == "all", Show: query.Get("show")}
	if query.Get("notes") == "1" {
		return render(ctx, views.Notes(s.view(), deck))
	}
	return render(ctx, views.Present(s.view(), deck.Staying()))
}

// drawn is the lesson with its figures drawn. Who calls it has a place at the gate.
func (s *site) drawn(ctx context.Context, l *course.Lesson, query url.Values) (page views.LessonPage, err error) {
	page = views.LessonPage{Site: s.view(), Lesson: l, Figures: map[string]views.Figure{},
		Stills: map[string]*course.Picture{}, Answers: answers(query)}
	var access []string
	for i := range l.Figures {
		f := &l.Figures[i]
		v, draw := s.figureView(l, f, state(l, f, query), f.Name+".", "/lessons/"+l.Slug)
		l.Fold(f, v.Form)
		a := v.Form.Access(v.Prefix)
		if a != "" {
			access = append(access, a)
		}
		if opens := a == "" && v.Form.Query("") == ""; opens {
			v.Picture, err = s.kept(ctx, v.Form, draw, l.Slug+"/"+f.Name)
		} else {
			v.Picture, err = draw(ctx, s.memo)
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
	for _, b := range page.Text.Blocks {
		if b.Still == nil {
			continue
		}
		form, draw := b.Still.Figure.At(b.Still.State())
		if page.Stills[b.Still.ID], err = s.kept(ctx, form, draw,
			l.Slug+"/"+b.Still.Figure.Name+"?"+form.Query("")); err != nil {
			return page, err
		}
	}
	for id, answer := range page.Answers {
		page.Query = append(page.Query, views.Param{Name: "answer." + id, Value: answer})
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

// kept is a picture of those that every page of a lesson shows unless its query says
// otherwise: a figure in its opening state, or a still. It is drawn once. There are as
// many of them as the lessons declare, some 70 KB each.
func (s *site) kept(ctx context.Context, form *course.Form, draw course.Draw, key string) (*course.Picture, error) {
	if p, ok := s.openings.Load(key); ok {
		return p.(*course.Picture), nil
	}
	p, err := draw(ctx, s.memo)
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

// check is what the server says to an answer.
func (s *site) check(w http.ResponseWriter, r *http.Request) error {
	l, err := s.lookup(r.PathValue("slug"))
	if err != nil {
		return err
	}
	text, err := l.Text()
	if err != nil {
		return err
	}
	e, ok := text.Exercise(r.PathValue("exercise"))
	if !ok {
		return errNotFound
	}
	return s.send(w, r, reply{contentType: htmlType, write: func(ctx context.Context) ([]byte, error) {
		if course.ParseQuery(r.URL.RawQuery).Get("show") == "1" {
			return render(ctx, views.Answer(e))
		}
		v, judged := e.Judge(answers(course.ParseQuery(r.URL.RawQuery))[e.ID])
		if !judged {
			return nil, nil
		}
		return render(ctx, views.Verdict(v))
	}})
}

// asset is a static file under its hashed name.
func (s *site) asset(w http.ResponseWriter, r *http.Request) error {
	a, ok := s.assets.Lookup(strings.TrimPrefix(r.URL.Path, s.prefix))
	if !ok {
		return errNotFound
	}
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	return s.send(w, r, reply{key: key{what: a.Path}, contentType: a.ContentType, file: true,
		write: func(context.Context) ([]byte, error) { return a.Body, nil }})
}

func (s *site) health(w http.ResponseWriter, _ *http.Request) error {
	_, err := w.Write([]byte("ok\n"))
	return err
}

func (s *site) readiness(w http.ResponseWriter, r *http.Request) error {
	why := ""
	if link, held, lost := s.draws.lost(); lost {
		why = fmt.Sprintf("a draw has held its place for %s: %s\n", held.Round(time.Second), link)
	}
	if err := s.rooms.Ready(r.Context()); err != nil {
		why = "rooms: " + err.Error() + "\n"
	}
	if !s.ready.Load() {
		why = "stopping\n"
	}
	if why == "" {
		// Lessons are shown without space, so that no proxy is to look elsewhere.
		body := "ok\n"
		for _, e := range []error{s.rooms.Trouble(), s.tables.Trouble()} {
			if e != nil {
				body += e.Error() + "\n"
			}
		}
		_, err := w.Write([]byte(body))
		return err
	}
	w.WriteHeader(http.StatusServiceUnavailable)
	_, err := w.Write([]byte(why))
	return err
}

// warm opens every page once, in the background, so that the first reader does
// not wait for the first error map. Who asks goes first, and what fails is logged.
func (s *site) warm(ctx context.Context) {
	for _, l := range s.course.Open() {
		if !s.quiet(ctx) {
			return
		}
		_, err := caught(ctx, func(context.Context) (*course.Text, error) { return l.Text() })
		if err == nil && s.quiet(ctx) {
			_, err = through(ctx, s.draws, "/lessons/"+l.Slug, func(ctx context.Context) ([]byte, error) {
				return s.lessonPage(ctx, l, nil)
			})
		}
		if err != nil && ctx.Err() == nil {
			s.log.Error("warming up", "lesson", l.Slug, "error", err)
		}
	}
}

// quiet waits until nobody waits for a page, and reports whether that came before ctx ended.
func (s *site) quiet(ctx context.Context) bool {
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	for s.asking.Load() > 0 && ctx.Err() == nil {
		select {
		case <-look.C:
		case <-ctx.Done():
		}
	}
	return ctx.Err() == nil
}

// first counts who waits for a page, before whom nothing is warmed up.
func (s *site) first(h handler) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		s.asking.Add(1)
		defer s.asking.Add(-1)
		return h(w, r)
	}
}
