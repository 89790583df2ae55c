// Package respond is how a request is answered: errors become statuses in one place, and replies are
// made once, kept, compressed, sent or poured.
package respond

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"time"

	"github.com/a-h/templ"

	"github.com/gramophone-course/gramophone/cmd/web/flow"
	"github.com/gramophone-course/gramophone/cmd/web/gate"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/views"
)

// A Sender answers for a course: it has what all pages of one share.
type Sender struct {
	Course  course.Course
	View    func() views.Site // the course as its pages show it
	Origin  string            // what others call the server: "https://example.org", or "" where nobody has said
	Draws   *gate.Gate        // how many figures are drawn at once
	Flow    *flow.Flow        // answers on their way
	Answers *course.Memo      // finished answers, compressed

	TooHeavy int // bytes that the answers never have room for: what weighs so much is not kept
	Counts   Counts
	Refused  *flow.Refusals
	Log      *slog.Logger
	Private  func(*url.URL) (path, query string) // an address as logs have it
}

// Counts are told to who watches a server.
type Counts struct {
	Request       func(route string, status int, took time.Duration)
	Kept          func(hit bool) // or made
	Full, Overdue func()         // requests sent away, draws given up
}

// Whole are the counts with what is nil told to nobody.
func (c Counts) Whole() Counts {
	if c.Request == nil {
		c.Request = func(string, int, time.Duration) {}
	}
	if c.Kept == nil {
		c.Kept = func(bool) {}
	}
	if c.Full == nil {
		c.Full = func() {}
	}
	if c.Overdue == nil {
		c.Overdue = func() {}
	}
	return c
}

// logged is an address as logs have it.
func (s *Sender) logged(u *url.URL) string {
	path, query := s.Private(u)
	return Link(path, query)
}

// Link is a path with a query, if there is one.
func Link(path, query string) string {
	if query == "" {
		return path
	}
	return path + "?" + query
}

// Lead sends a reader on to a page of the course, by its path.
func (s *Sender) Lead(w http.ResponseWriter, r *http.Request, path string) error {
	http.Redirect(w, r, s.View().URL(path), http.StatusSeeOther)
	return nil
}

// Public is the origin by which others reach the server: the one that it was told, or that by
// which it was asked, with the scheme given or, where that is empty, the request's. It is on no page
// that is kept.
func (s *Sender) Public(r *http.Request, scheme string) string {
	if s.Origin != "" {
		return s.Origin
	}
	if scheme == "" {
		if scheme = "http"; r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
			scheme = "https"
		}
	}
	return scheme + "://" + r.Host
}

// BaseURL is what the addresses of a course begin with for who takes them elsewhere: the public
// origin, and the prefix. A request can call us anything: what is no origin is not repeated.
func BaseURL(s *Sender, r *http.Request) string {
	origin := s.Public(r, "")
	if !IsOrigin(origin) {
		origin = "http://localhost:8080"
	}
	return origin + s.View().Prefix
}

// origins are a scheme, a host by its name or its number, and perhaps a port.
var origins = regexp.MustCompile(
	`^https?://([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?$`)

// IsOrigin reports whether a text is what the addresses of a server begin with.
func IsOrigin(text string) bool { return origins.MatchString(text) }

// Find returns the lesson of that slug.
func (s *Sender) Find(slug string) (*course.Lesson, error) {
	if l, ok := s.Course.Lookup(slug); ok {
		return l, nil
	}
	if l, ok := s.Course.Announced(slug); ok {
		return nil, toCome{l}
	}
	return nil, ErrNotFound
}

// Content types of more than one kind of answer.
const (
	HTML = "text/html; charset=utf-8"
	ZIP  = "application/zip"
	EPUB = "application/epub+zip"
)

// Render renders a component to bytes.
func Render(ctx context.Context, c templ.Component) ([]byte, error) {
	var b bytes.Buffer
	if err := c.Render(ctx, &b); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// JSON is a value in JSON, ended by a line, whose strings stay as they are written, as links do.
func JSON(v any, indent string) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	err := e.Encode(v)
	return b.Bytes(), err
}

// Page answers with a page that takes no drawing, kept under k if that is not zero.
func (s *Sender) Page(w http.ResponseWriter, r *http.Request, k Key, c templ.Component) error {
	return s.Send(w, r, Reply{Key: k, ContentType: HTML,
		Write: func(ctx context.Context) ([]byte, error) { return Render(ctx, c) }})
}

// Named says what a file is called where a reader keeps it.
func Named(w http.ResponseWriter, name string) {
	w.Header().Set("Content-Disposition", `inline; filename="`+name+`"`)
}

// KeyOf is the key of a page, none where the page is for its reader alone, which it is told then.
func KeyOf(w http.ResponseWriter, k Key, alone bool) Key {
	if !alone {
		return k
	}
	ForOne(w)
	return Key{}
}

// ForOne says of an answer that it is for its reader alone, by her cookies.
func ForOne(w http.ResponseWriter) {
	w.Header().Set("Cache-Control", "private, no-cache")
	w.Header().Set("Vary", "Cookie")
}
