package figures

import (
	"bytes"
	"context"
	"net/http"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
	"github.com/gramophone-course/gramophone/views"
)

var errNoFilm = &respond.Nothing{Title: "No film here", Sentence: "This lesson has no film."}

// Film is the page of a lesson's film; with present=1 for the projector, with w=358 upright, for a phone.
func (s *Pages) Film(w http.ResponseWriter, r *http.Request) error {
	query := course.ParseQuery(r.URL.RawQuery)
	projected, upright := query.Get("present") == "1", query.Get("w") == phoneWidth
	what := "film"
	if projected {
		what += " projected"
	}
	if upright {
		what += " upright"
	}
	return s.sendFilm(w, r, what, respond.HTML,
		func(ctx context.Context, l *course.Lesson, f plots.Film) ([]byte, error) {
			f.Upright = upright
			return respond.Render(ctx, views.Film(s.View(), views.FilmPage{Lesson: l, Film: f, Projected: projected}))
		})
}

// FilmFile is a lesson's film as SVG.
func (s *Pages) FilmFile(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Content-Security-Policy", FilePolicy)
	return s.sendFilm(w, r, "film.svg", "image/svg+xml",
		func(_ context.Context, l *course.Lesson, f plots.Film) ([]byte, error) {
			respond.Named(w, l.Slug+"-film.svg")
			var b bytes.Buffer
			err := f.WriteSVG(&b)
			return b.Bytes(), err
		})
}

// sendFilm draws a lesson's film, and answers with what write makes of it. There is one film a lesson,
// whatever the query.
func (s *Pages) sendFilm(w http.ResponseWriter, r *http.Request, what, contentType string,
	write func(context.Context, *course.Lesson, plots.Film) ([]byte, error)) error {
	l, err := s.Find(r.PathValue("slug"))
	if err != nil {
		return err
	}
	if l.FilmLength() == 0 {
		return errNoFilm
	}
	return s.Send(w, r, respond.Reply{Key: respond.Key{What: what, State: l.Slug}, ContentType: contentType,
		Drawn: true, Write: func(ctx context.Context) ([]byte, error) {
			if err := course.Long(ctx); err != nil {
				return nil, err
			}
			f, err := l.DrawFilm(ctx, s.Memo)
			if err != nil {
				return nil, err
			}
			return write(ctx, l, f)
		}})
}
