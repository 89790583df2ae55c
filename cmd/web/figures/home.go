package figures

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/views"
)

// Home is the course, with the figure it opens with in the state of the query.
func (s *Pages) Home(w http.ResponseWriter, r *http.Request) error {
	page := views.HomePage{Exercises: map[string]int{}, Mine: s.Mine(r)}
	k := respond.Key{What: "home"}
	var draw course.Draw
	for _, l := range s.Course.Open() {
		page.Exercises[l.Slug] = l.Exercises()
		if l.Home == nil || draw != nil {
			continue
		}
		page.Figure, draw = s.homeView(l, course.ParseQuery(r.URL.RawQuery), "/")
		page.Figure.Home = true
		k.State, k.Notes = page.Figure.Form.Link(""), strings.Join(page.Figure.Form.Notes, "\n")
	}
	write := func(ctx context.Context) (_ []byte, err error) {
		if draw != nil {
			p, err := draw(ctx, s.Memo)
			if err != nil {
				return nil, err
			}
			page.Figure.Picture = page.Figure.Lesson.Home.Show(p)
		}
		if page.Emblems, err = s.Emblems(ctx); err != nil {
			return nil, err
		}
		return respond.Render(ctx, views.Home(s.View(), page))
	}
	k = respond.KeyOf(w, k, len(page.Mine) > 0)
	return s.Send(w, r, respond.Reply{Key: k, ContentType: respond.HTML, Drawn: true, Write: write})
}

// Example is the figure of the course's home page with its axes and all that it shows, for the page at which a reader
// sends a table, and what draws it; nil where the home page has none.
func (s *Pages) Example(query url.Values) (views.Figure, func(context.Context) (*course.Picture, error)) {
	for _, l := range s.Course.Open() {
		if l.Home != nil {
			v, draw := s.homeView(l, query, "/data")
			return v, func(ctx context.Context) (*course.Picture, error) { return draw(ctx, s.Memo) }
		}
	}
	return views.Figure{}, nil
}

// homeView is the figure that a lesson puts on the course's home page, with the one control
// that it has there, on the page at that path.
func (s *Pages) homeView(l *course.Lesson, query url.Values, page string) (views.Figure, course.Draw) {
	f, ok := l.Figure(l.Home.Figure)
	if !ok {
		panic("figures: the home page of " + l.Slug + " shows no figure of it")
	}
	state := course.Sub(query, f.Name, false)
	form, _ := f.With(s.Tables, state)
	var hide []string
	for _, c := range form.Controls {
		if c.Name != l.Home.Control {
			hide = append(hide, c.Name)
		}
	}
	state.Set("hide", strings.Join(hide, ","))
	return s.FigureView(l, f, state, f.Name+".", page)
}

// Emblems are the small pictures of all lessons, by slug: drawn by whoever wants them
// first, and kept.
func (s *Pages) Emblems(ctx context.Context) (map[string]string, error) {
	if kept := s.emblem.Load(); kept != nil {
		return *kept, nil
	}
	all := map[string]string{}
	for _, l := range s.Course.Open() {
		p, err := l.DrawEmblem(ctx, s.Memo)
		if err != nil {
			return nil, err
		}
		all[l.Slug] = string(p.AppendSVG(nil))
	}
	s.emblem.Store(&all)
	return all, nil
}
