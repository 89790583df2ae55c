package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
)

// A Service answers requests, within the bounds that the server around it keeps.
type Service struct {
	// Page is the address of the page for readers, which explains the problems.
	Page string
	// Origins are the sites whose pages may ask, such as https://example.org, or "*".
	Origins []string
	// Fit runs work for n points when there is room, with a context that ends when it has
	// to stop; work may be run twice. It fails with a [Busy] or with [ErrSlow].
	Fit func(ctx context.Context, name string, n int, work func(context.Context) error) error
	// Body is the body of a request, as there is room for it: to read it fails with a [Busy]
	// where there is none. end is called when nothing of it is kept any more.
	Body func(w http.ResponseWriter, r *http.Request) (body io.Reader, end func())
	// Send waits until an answer that takes so many bytes may be sent.
	Send func(w http.ResponseWriter, r *http.Request, bytes int) (to io.Writer, end func(), err error)
	// Log is told of mistakes of ours.
	Log func(r *http.Request, err error)
}

// Call answers a request for a method. The error is the context's, where nobody waits for
// an answer.
func (s *Service) Call(w http.ResponseWriter, r *http.Request, name string) error {
	err := s.call(w, r, name)
	if err == nil {
		return nil
	}
	if gone := r.Context().Err(); gone != nil {
		return gone
	}
	s.problem(r, err).write(w, s.Page)
	return nil
}

// problem is what is said of an error, which is logged if it is a mistake of ours.
func (s *Service) problem(r *http.Request, err error) *Problem {
	p := of(err)
	if p == nil {
		s.Log(r, err)
		p = problem("broken", "That is our mistake. It has been written down.")
	}
	return p
}

func (s *Service) call(w http.ResponseWriter, r *http.Request, name string) error {
	if err := s.share(w, r); err != nil {
		return err
	}
	m, err := lookup(name)
	if err != nil {
		return err
	}
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", "POST, OPTIONS")
		return problem("not-post", fmt.Sprintf("%s is called with POST, not with %s.", name, r.Method))
	}
	if err := declared(r); err != nil {
		return err
	}
	q, end, err := s.read(w, r, m)
	if err != nil {
		return err
	}
	defer end()
	if strings.Contains(r.Header.Get("Accept"), "text/event-stream") {
		return s.follow(w, r, m, q)
	}
	answer, err := s.fit(r.Context(), m, q)
	if err != nil {
		return err
	}
	to, sent, err := s.Send(w, r, answer.bytes())
	if err != nil {
		return err
	}
	defer sent()
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = answer.write(to) // who asked may have gone
	return nil
}

// fit has a method's answer.
func (s *Service) fit(ctx context.Context, m *Method, q *request) (answer Answer, err error) {
	n := q.x().Len()
	err = s.Fit(ctx, fmt.Sprintf("%s of %d points", m.Name, n), n, func(ctx context.Context) (err error) {
		answer, err = m.compute(ctx, q)
		return err
	})
	return answer, err
}

// lookup finds a method.
func lookup(name string) (*Method, error) {
	var names []string
	for i := range methods {
		if methods[i].Name == name {
			return &methods[i], nil
		}
		names = append(names, methods[i].Name)
	}
	return nil, problem("no-method", fmt.Sprintf("There is no method %q; there are %s.", excerpt(name),
		strings.Join(names, ", ")))
}

// declared refuses a body that is not declared as plain JSON.
func declared(r *http.Request) error {
	given := r.Header.Get("Content-Type")
	kind, parameters, err := mime.ParseMediaType(given)
	charset := strings.ToLower(parameters["charset"])
	encoding := r.Header.Get("Content-Encoding")
	if err != nil || kind != "application/json" || charset != "" && charset != "utf-8" {
		return problem("wrong-type", fmt.Sprintf("The body is declared as %q, and has to be application/json in UTF-8.",
			excerpt(given)))
	}
	if encoding != "" && encoding != "identity" {
		return problem("wrong-type", fmt.Sprintf("The body is compressed, by %q, and has to be plain.",
			excerpt(encoding)))
	}
	return nil
}

// read reads the body. The request keeps its memory until end is called.
func (s *Service) read(w http.ResponseWriter, r *http.Request, m *Method) (*request, func(), error) {
	tooLarge := large("", fmt.Sprintf("at most %d bytes", MaxBody), "The body is larger than %d MB.", MaxBody>>20)
	if r.ContentLength > MaxBody {
		return nil, nil, tooLarge
	}
	in, end := s.Body(w, r)
	body, err := io.ReadAll(http.MaxBytesReader(w, io.NopCloser(in), MaxBody))
	var over *http.MaxBytesError
	var busy *Busy
	switch {
	case errors.As(err, &over):
		err = tooLarge
	case errors.As(err, &busy):
		err = busy
	case err != nil && r.Context().Err() == nil:
		err = problem("slow-body", "The body did not arrive as it was announced: "+err.Error())
	case err == nil:
		q, p := m.read(body)
		if p == nil {
			return q, end, nil
		}
		err = p
	}
	end()
	return nil, nil, err
}

// share refuses pages of other sites, unless they may ask; to those it says so.
func (s *Service) share(w http.ResponseWriter, r *http.Request) error {
	origin := r.Header.Get("Origin")
	if len(s.Origins) > 0 {
		w.Header().Add("Vary", "Origin")
	}
	if origin != "" && (slices.Contains(s.Origins, origin) || slices.Contains(s.Origins, "*")) {
		w.Header().Set("Access-Control-Allow-Origin", origin)
		w.Header().Set("Access-Control-Expose-Headers", "Retry-After")
		return nil
	}
	if http.NewCrossOriginProtection().Check(r) != nil {
		return problem("other-site", "A page of "+excerpt(origin)+" asks, and pages of other sites are not "+
			"answered here.")
	}
	return nil
}

// Preflight answers a browser that asks whether a page of another site may post.
func (s *Service) Preflight(w http.ResponseWriter, r *http.Request) error {
	if s.share(w, r) == nil && w.Header().Get("Access-Control-Allow-Origin") != "" {
		w.Header().Set("Access-Control-Allow-Methods", "POST")
		w.Header().Set("Access-Control-Allow-Headers", "Content-Type")
		w.Header().Set("Access-Control-Max-Age", "600")
	}
	w.Header().Set("Allow", "POST, OPTIONS")
	w.WriteHeader(http.StatusNoContent)
	return nil
}
