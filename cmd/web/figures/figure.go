// Package figures is a lesson and its figures in all their forms: pages, fragments, files, cards,
// notebooks, frames for other sites, and the playground.
package figures

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/playground"
	"github.com/gramophone-course/gramophone/views"
)

// FigureView reads a figure's state from its parameters.
func (s *Pages) FigureView(
	l *course.Lesson, f *course.Figure, query url.Values, prefix, action string,
) (views.Figure, course.Draw) {
	form, draw := f.With(s.Tables, query)
	_, playable := playing(l, f, views.InPlayground)
	v := views.Figure{Site: s.View(), Lesson: l, Figure: f, Form: form, Prefix: prefix,
		Action: s.View().URL(action), Playable: playable}
	if l.Path == "" {
		v.Explained = func() []course.Number { return s.explained(l, f) }
	}
	return v, draw
}

// explained are the numbers of a lesson's figure, as it opens, of which it is said what they mean. They are
// found once.
func (s *Pages) explained(l *course.Lesson, f *course.Figure) (list []course.Number) {
	if list, ok := s.openings.Load(f); ok {
		return list.([]course.Number)
	}
	form, draw := f.At(nil)
	p, err := s.kept(context.Background(), form, draw, l.Slug+"/"+f.Name)
	if err != nil {
		return nil // each number is explained where it stands
	}
	for _, n := range p.Numbers {
		if n.Means != "" {
			list = append(list, course.Number{Name: n.Name, Label: n.Label, Means: n.Means})
		}
	}
	s.openings.Store(f, list)
	return list
}

// A Shown is a figure in the state that a request asks for.
type Shown struct {
	View views.Figure
	Draw course.Draw
	seq  string // what the request would have back

	series string // that whose table is asked for; all if empty
}

// Figure is one figure: with an ending one of its forms, a fragment for the page
// that shows it, or a page of its own.
func (s *Pages) Figure(w http.ResponseWriter, r *http.Request) error {
	l, err := s.Find(r.PathValue("slug"))
	if err != nil {
		return err
	}
	return s.figureOf(w, r, l, r.URL.RawQuery)
}

// figureOf is a figure of a lesson, or of what stands by itself, in the state of a query.
func (s *Pages) figureOf(w http.ResponseWriter, r *http.Request, l *course.Lesson, asked string) error {
	name, ext, ended := strings.Cut(r.PathValue("figure"), ".")
	fig, ok := l.Figure(name)
	if !ok {
		return respond.ErrNotFound
	}
	query := course.Sub(course.ParseQuery(asked), fig.Name, true)
	page := l.Address()
	prefix, action := "", page+"/"+fig.Name
	fragment := !ended && r.Header.Get("HX-Request") == "true"
	if fragment && l.Path == "" && shownOn(r).Path != s.View().URL(action) {
		prefix, action = fig.Name+".", page
	}
	if m, ok := playing(l, fig, ext); ok {
		form, _ := fig.With(s.Tables, query)
		return s.Lead(w, r, respond.Link(playground.Lesson.Address()+"/"+m.Name, m.Carry(form)))
	}
	var f Shown
	if f.View, f.Draw = s.FigureView(l, fig, query, prefix, action); prefix != "" {
		l.Fold(fig, f.View.Form)
	}
	f.View.Deck = fragment && shownOn(r).Query().Get("present") == "1"
	f.View.Home = fragment && l.Home != nil && l.Home.Figure == fig.Name && shownOn(r).Path == s.View().URL("/")
	f.View.Phone = query.Get("w") == phoneWidth
	f.View.Embed = query.Get("embed") == "1"
	if f.seq = query.Get("seq"); f.seq != "" && len(f.seq) <= 40 {
		w.Header().Set("Seq", url.QueryEscape(f.seq))
	}
	if ended {
		f.series = query.Get("series")
		return s.figureForm(w, r, f, ext)
	}
	w.Header().Add("Vary", "HX-Request, HX-Target, HX-Current-URL")
	if fragment {
		followed, end := s.follow(r)
		defer end()
		return s.figureFragment(w, followed, f)
	}
	return s.figurePage(w, r, f)
}

// FilePolicy is that of a picture which is opened by itself.
const FilePolicy = "default-src 'none'; img-src data:; frame-ancestors 'self'"

// figureForm is a figure as a file.
func (s *Pages) figureForm(w http.ResponseWriter, r *http.Request, f Shown, ext string) error {
	as, ok := Forms[ext]
	if !ok {
		return respond.ErrNotFound
	}
	name := f.View.Lesson.Slug + "-" + f.View.Figure.Name
	what := ext
	if ext == "csv" && f.series != "" {
		name += "-" + url.QueryEscape(f.series)
		what += " " + f.series
	}
	if ext != "json" {
		respond.Named(w, name+"."+ext)
	}
	if ext == "svg" {
		w.Header().Set("Content-Security-Policy", FilePolicy)
	}
	if ext == "csv" && f.series != "" {
		// A name that a state does not have costs one draw, and then none.
		if names, ok := course.Kept[[]string](s.Answers, f.Key("tables")); ok && !slices.Contains(names, f.series) {
			return errNoTable
		}
	}
	k := f.Key(what)
	k.Access = "" // a file has no controls
	if f.seq != "" && ext == "json" {
		k = respond.Key{} // it is in the file, and another each time
	}
	return s.show(w, r, f, k, as.ContentType, func(ctx context.Context, f Shown) ([]byte, error) {
		if f.series != "" && !f.View.Form.Fleeting {
			if err := s.keepTables(ctx, f); err != nil {
				return nil, err
			}
		}
		if numbers(f.View.Picture) > manyNumbers {
			if err := course.Long(ctx); err != nil {
				return nil, err
			}
		}
		return as.Write(f)
	})
}

// keepTables keeps the names of what a drawn figure has tables of: they are read off the
// figure, which is not drawn for them.
func (s *Pages) keepTables(ctx context.Context, f Shown) error {
	_, err := course.RememberBy(ctx, s.Answers, f.Key("tables"), func(context.Context) ([]string, int, error) {
		bytes, names := 0, append(course.Each(f.View.Picture.Series, func(s course.Series) string { return s.Name }),
			course.Each(f.View.Picture.Matrices, func(m course.NamedMatrix) string { return m.Name })...)
		for _, name := range names {
			bytes += len(name) + 16
		}
		return names, bytes, nil
	})
	return err
}

// figureFragment is a figure for the page that shows it: the whole of it, or what
// a move changes.
func (s *Pages) figureFragment(w http.ResponseWriter, r *http.Request, f Shown) error {
	what, component := "full", views.Full
	if strings.HasSuffix(r.Header.Get("HX-Target"), "-live") {
		what, component = "live", views.Live
	}
	if r.URL.Query().Get("judge") == "0" { // while a hand moves
		draw := f.Draw
		what, f.Draw = what+" unjudged", func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
			return draw(course.Unjudged(ctx), memo)
		}
	}
	if f.View.Deck || strings.HasPrefix(shownOn(r).Path, s.View().URL("/rooms/")) {
		draw := f.Draw
		what, f.Draw = what+" lettered", func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
			return draw(course.Lettered(ctx), memo)
		}
	}
	switch {
	case f.View.Deck:
		what += " deck"
	case f.View.Home:
		what += " home"
	case f.View.Embed:
		what += " embed"
	}
	if f.View.Phone {
		what += " phone"
	}
	return s.show(w, r, f, f.Key(what), respond.HTML, func(ctx context.Context, f Shown) ([]byte, error) {
		return respond.Render(ctx, component(f.View))
	})
}

// figurePage is a figure on a page of its own, without all around it where it is
// embedded in another.
func (s *Pages) figurePage(w http.ResponseWriter, r *http.Request, f Shown) error {
	what := "page"
	if f.View.Embed {
		what = "embed"
		f.View.Carry = []views.Param{{Name: "embed", Value: "1"}}
		w.Header().Set("Content-Security-Policy", respond.Policy)
	}
	return s.show(w, r, f, f.Key(what), respond.HTML, func(ctx context.Context, f Shown) ([]byte, error) {
		switch {
		case f.View.Embed:
		case strings.HasPrefix(f.View.Lesson.Path, "/data/"):
			return respond.Render(ctx, views.Study(s.View(), f.View))
		case f.View.Lesson.Path != "":
			return respond.Render(ctx, views.Playground(s.View(), s.played(f.View)))
		}
		return respond.Render(ctx, views.FigurePage(s.View(), f.View))
	})
}

// show draws a figure and answers with what write makes of it.
func (s *Pages) show(w http.ResponseWriter, r *http.Request, f Shown, k respond.Key, contentType string,
	write func(context.Context, Shown) ([]byte, error)) error {
	if f.View.Form.Fleeting {
		k = respond.Key{}
		w.Header().Set("Cache-Control", "no-store")
	}
	drawn := func(ctx context.Context) ([]byte, error) {
		var err error
		if f.View.Picture, err = f.Draw(ctx, s.Memo); err != nil {
			return nil, err
		}
		if f.View.Home {
			f.View.Picture = f.View.Lesson.Home.Show(f.View.Picture)
		}
		return write(ctx, f)
	}
	return s.Send(w, r, respond.Reply{Key: k, ContentType: contentType, Drawn: true, Write: drawn})
}

// Key is what the answer depends on that shows the figure as what.
func (f Shown) Key(what string) respond.Key {
	v := f.View
	return respond.Key{What: what, Prefix: v.Prefix, Access: v.Form.Access(""),
		State: v.Lesson.Slug + "/" + v.Figure.Name + "?" + v.Form.Query(""), Notes: strings.Join(v.Form.Notes, "\n")}
}

// manyNumbers is from where on to write them out takes long: those of a Gram
// matrix of 140 points.
const manyNumbers = 20_000

// numbers is how many a picture has to write out.
func numbers(p *course.Picture) int {
	n := 0
	for _, s := range p.Series {
		n += len(s.Columns) * len(s.Columns[0].Values)
	}
	for _, m := range p.Matrices {
		rows, cols := m.Values.Dims()
		n += rows * cols
	}
	return n
}

// phoneWidth is the value of w by which a page on a phone asks for pictures drawn for it.
const phoneWidth = "358"

// shownOn is the address of the page that a fragment is for; an empty one where it is not said.
func shownOn(r *http.Request) *url.URL {
	u, err := url.Parse(r.Header.Get("HX-Current-URL"))
	if err != nil {
		return &url.URL{}
	}
	return u
}
