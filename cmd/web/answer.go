package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/a-h/templ"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
	"github.com/gramophone-course/gramophone/views"
)

// A handler answers a request or says why not; answer turns an error into a
// status, in one place.
type handler func(w http.ResponseWriter, r *http.Request) error

// nothing is why there is nothing at an address: a title and a sentence for who asked.
type nothing struct{ title, sentence string }

func (n *nothing) Error() string { return n.sentence }

var (
	errNotFound  = &nothing{"Nothing here", "There is no lesson or figure at this address."}
	errNoProgram = &nothing{"No program here", "Nothing is fitted in this state of the figure, " +
		"so that there is no program for it."}
	errNoTable = &nothing{"No such table", "The figure has no series and no matrix of that name in this state."}
)

// toCome is why there is nothing at the address of a lesson that is announced.
type toCome struct{ lesson *course.Lesson }

func (e toCome) Error() string { return "the lesson " + e.lesson.Slug + " is to come" }

// answer makes an http.Handler of h: it counts, recovers, and answers errors.
func (s *site) answer(route string, h handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		rec := &recorder{ResponseWriter: w}
		defer func() {
			if p := recover(); p != nil {
				if p == http.ErrAbortHandler {
					panic(p)
				}
				s.log.Error("panic", "path", s.loggedPath(r.URL), "query", s.loggedQuery(r.URL.RawQuery),
					"panic", fmt.Sprint(p), "stack", string(debug.Stack()))
				if rec.status == 0 {
					s.broke(rec, fmt.Sprint(p))
				}
			}
			s.metrics.observe(route, rec.status, time.Since(start))
		}()
		err := h(rec, r)
		var announced toCome
		var missing *nothing
		var full *fullError
		switch {
		case err == nil:
		case errors.As(err, &announced):
			s.say(rec, http.StatusNotFound, views.ToCome(s.view(), announced.lesson), "This lesson is to come.")
		case errors.As(err, &missing):
			s.fail(rec, http.StatusNotFound, missing.title, missing.sentence)
		case errors.Is(err, plots.ErrServer):
			s.fail(rec, http.StatusNotImplemented, "This takes a server", "PNG and PDF are made by a server that runs "+
				"the course. In a browser there is the same picture as SVG.")
		case errors.Is(err, errOverdue):
			// It would take as long again, so that there is no Retry-After, and a page's
			// script is told.
			rec.Header().Set("Overdue", "1")
			s.metrics.overdue.Inc()
			s.fail(rec, http.StatusServiceUnavailable, "This takes too long",
				"The server has stopped drawing this state, so that other readers get their turn. "+
					"One with fewer points or less extreme values is quicker.")
		case errors.As(err, &full):
			s.metrics.full.Inc()
			rec.Header().Set("Retry-After", strconv.Itoa(full.seconds()))
			s.fail(rec, http.StatusServiceUnavailable, "One moment", "The server is fitting as many models as it can. "+
				"Please try again in "+course.Plural(full.seconds(), "second")+".")
		case r.Context().Err() != nil: // the reader has gone: nobody to tell
			rec.status = statusGone
		default:
			s.log.Error("failed", "path", s.loggedPath(r.URL), "query", s.loggedQuery(r.URL.RawQuery), "error", err)
			s.broke(rec, err.Error())
		}
	})
}

// statusGone is what logs and metrics call a request whose sender left.
const statusGone = 499

// broke writes the page for a mistake of ours, and to its author what it is.
func (s *site) broke(w http.ResponseWriter, mistake string) {
	if s.edition == "" {
		mistake = "That is our mistake. It has been written down; please try another state."
	}
	s.fail(w, http.StatusInternalServerError, "This page broke", mistake)
}

// fail writes an error page.
func (s *site) fail(w http.ResponseWriter, status int, title, sentence string) {
	s.say(w, status, views.Error(s.view(), title, sentence), title+". "+sentence)
}

// say writes a page that is not kept, or its plain words where it cannot be rendered.
func (s *site) say(w http.ResponseWriter, status int, page templ.Component, plain string) {
	var b bytes.Buffer
	if err := page.Render(context.Background(), &b); err != nil {
		b.Reset()
		b.WriteString(plain)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes()) // the reader may have gone
}

// recorder notes the status that was written.
type recorder struct {
	http.ResponseWriter
	status int
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(b []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	return r.ResponseWriter.Write(b)
}

func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }
