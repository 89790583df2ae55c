package site

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/gramophone-course/gramophone/cmd/web/gate"
	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
)

func (s *Site) nothing(http.ResponseWriter, *http.Request) error { return respond.ErrNotFound }

// asset is a static file under its hashed name.
func (s *Site) asset(w http.ResponseWriter, r *http.Request) error {
	a, ok := s.assets.Lookup(strings.TrimPrefix(r.URL.Path, s.config.Prefix))
	if !ok {
		return respond.ErrNotFound
	}
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	return s.sender.Send(w, r, respond.Reply{Key: respond.Key{What: a.Path}, ContentType: a.ContentType, File: true,
		Write: func(context.Context) ([]byte, error) { return a.Body, nil }})
}

func (s *Site) health(w http.ResponseWriter, _ *http.Request) error {
	_, err := w.Write([]byte("ok\n"))
	return err
}

func (s *Site) readiness(w http.ResponseWriter, r *http.Request) error {
	why := ""
	if link, held, lost := s.draws.Lost(); lost {
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

// Warm opens every page once, in the background, so that the first reader does
// not wait for the first error map. Who asks goes first, and what fails is logged.
func (s *Site) Warm(ctx context.Context) {
	for _, l := range s.course.Open() {
		if !s.quiet(ctx) {
			return
		}
		_, err := gate.Caught(ctx, func(context.Context) (*course.Text, error) { return l.Text() })
		if err == nil && s.quiet(ctx) {
			_, err = gate.Through(ctx, s.draws, "/lessons/"+l.Slug, func(ctx context.Context) ([]byte, error) {
				return s.figures.LessonPage(ctx, l, nil)
			})
		}
		if err != nil && ctx.Err() == nil {
			s.config.Log.Error("warming up", "lesson", l.Slug, "error", err)
		}
	}
}

// quiet waits until nobody waits for a page, and reports whether that came before ctx ended.
func (s *Site) quiet(ctx context.Context) bool {
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
func (s *Site) first(h respond.Handler) respond.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		s.asking.Add(1)
		defer s.asking.Add(-1)
		return h(w, r)
	}
}
