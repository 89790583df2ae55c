package respond

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

	"github.com/gramophone-course/gramophone/cmd/web/gate"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
	"github.com/gramophone-course/gramophone/views"
)

// Policy is the Content-Security-Policy: what is ours, from here, and no inline
// script or style. Heat maps are images in data: addresses.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'"

// A Handler answers a request or says why not; [Sender.Answer] turns an error into a
// status, in one place.
type Handler func(w http.ResponseWriter, r *http.Request) error

// Nothing is why there is nothing at an address: a title and a sentence for who asked, and where
// she goes on, if anywhere.
type Nothing struct {
	Title, Sentence string
	Way             *views.Way
}

func (n *Nothing) Error() string { return n.Sentence }

// ErrNotFound is that there is no page at an address.
var ErrNotFound = &Nothing{Title: "Nothing here", Sentence: "There is no page at this address."}

// ErrNoTable is that there is no such table of a reader, or no longer.
var ErrNoTable = &Nothing{"No table here", "There is no table at this address: it was deleted, or has expired. " +
	"No other data are shown in its stead.", &views.Way{Words: "Open a table", Path: "/data"}}

// GoesOn is that an answer takes longer than a request may, and that what was computed of it is kept: who asks
// at the address goes on from there, as a page does by itself.
type GoesOn struct{ Address string }

func (*GoesOn) Error() string { return "respond: to be asked for again" }

// toCome is why there is nothing at the address of a lesson that is announced.
type toCome struct{ lesson *course.Lesson }

func (e toCome) Error() string { return "the lesson " + e.lesson.Slug + " is to come" }

// Answer makes an http.Handler of h: it counts, recovers, and answers errors.
func (s *Sender) Answer(route string, h Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		rec := &recorder{ResponseWriter: w}
		defer func() {
			if p := recover(); p != nil {
				if p == http.ErrAbortHandler {
					panic(p)
				}
				path, query := s.Private(r.URL)
				s.Log.Error("panic", "path", path, "query", query, "panic", fmt.Sprint(p), "stack",
					string(debug.Stack()))
				if rec.status == 0 {
					s.broke(rec, fmt.Sprint(p))
				}
			}
			s.Counts.Request(route, rec.status, time.Since(start))
		}()
		err := h(rec, r)
		var announced toCome
		var missing *Nothing
		var full *gate.FullError
		var goesOn *GoesOn
		switch {
		case err == nil:
		case errors.As(err, &announced):
			s.Say(rec, http.StatusNotFound, views.ToCome(s.View(), announced.lesson), "This lesson is to come.")
		case errors.As(err, &missing):
			s.failed(rec, http.StatusNotFound, missing)
		case errors.Is(err, plots.ErrServer):
			s.Fail(rec, http.StatusNotImplemented, "This takes a server", "PNG and PDF are made by a server that runs "+
				"the course. In a browser there is the same picture as SVG.")
		case errors.As(err, &goesOn):
			s.Counts.Overdue()
			rec.Header().Set("Retry-After", "2")
			rec.Header().Set("Refresh", "2; url="+goesOn.Address)
			s.Fail(rec, http.StatusServiceUnavailable, "Still computing", "Many models are fitted to your table. "+
				"Those that are done are kept: this page asks again by itself, and goes on from there.")
		case errors.Is(err, gate.ErrOverdue):
			// It would take as long again, so that there is no Retry-After, and a page's
			// script is told.
			rec.Header().Set("Overdue", "1")
			s.Counts.Overdue()
			s.Fail(rec, http.StatusServiceUnavailable, "This takes too long",
				"The server has stopped drawing this state, so that other readers get their turn. "+
					"One with fewer points or less extreme values is quicker.")
		case errors.As(err, &full):
			s.Counts.Full()
			rec.Header().Set("Retry-After", strconv.Itoa(full.Seconds()))
			s.Fail(rec, http.StatusServiceUnavailable, "One moment", "The server is fitting as many models as it can. "+
				"Please try again in "+course.Plural(full.Seconds(), "second")+".")
		case r.Context().Err() != nil: // the reader has gone: nobody to tell
			rec.status = statusGone
		default:
			path, query := s.Private(r.URL)
			s.Log.Error("failed", "path", path, "query", query, "error", err)
			s.broke(rec, err.Error())
		}
	})
}

// statusGone is what logs and metrics call a request whose sender left.
const statusGone = 499

// broke writes the page for a mistake of ours, and to its author what it is.
func (s *Sender) broke(w http.ResponseWriter, mistake string) {
	if s.View().Edition == "" {
		mistake = "That is our mistake. It has been written down; please try another state."
	}
	s.Fail(w, http.StatusInternalServerError, "This page broke", mistake)
}

// Fail writes an error page.
func (s *Sender) Fail(w http.ResponseWriter, status int, title, sentence string) {
	s.failed(w, status, &Nothing{Title: title, Sentence: sentence})
}

func (s *Sender) failed(w http.ResponseWriter, status int, n *Nothing) {
	s.Say(w, status, views.Error(s.View(), n.Title, n.Sentence, n.Way), n.Title+". "+n.Sentence)
}

// Say writes a page that is not kept, or its plain words where it cannot be rendered.
func (s *Sender) Say(w http.ResponseWriter, status int, page templ.Component, plain string) {
	var b bytes.Buffer
	if err := page.Render(context.Background(), &b); err != nil {
		b.Reset()
		b.WriteString(plain)
	}
	w.Header().Set("Content-Type", HTML)
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

// Confide has an answer go to nobody but who asked: no address of its links says where they
// were, no search engine has it, and nobody on the way keeps it.
func Confide(w http.ResponseWriter) {
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.Header().Set("X-Robots-Tag", "noindex")
	w.Header().Set("Cache-Control", "private, no-store")
}
