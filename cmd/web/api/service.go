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

	"github.com/gramophone-course/gramophone/cmd/web/gate"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// Call answers a request for a method. The error is the context's, where nobody waits for
// an answer.
func (s *Pages) Call(w http.ResponseWriter, r *http.Request) error {
	err := s.call(w, r, r.PathValue("method"))
	if err == nil {
		return nil
	}
	if gone := r.Context().Err(); gone != nil {
		return gone
	}
	s.Refuse(w, r, err)
	return nil
}

// Refuse answers with the problem that an error is.
func (s *Pages) Refuse(w http.ResponseWriter, r *http.Request, err error) {
	s.Problem(r, err).write(w, s.page())
}

// page is the address of the page for readers, which explains the problems.
func (s *Pages) page() string { return s.View().URL("/api") }

// Problem is what is said of an error, which is counted if the server is full, and logged if it is a
// mistake of ours.
func (s *Pages) Problem(r *http.Request, err error) *Problem {
	switch {
	case errors.As(err, new(*gate.FullError)):
		s.Counts.Full()
	case errors.Is(err, gate.ErrOverdue):
		s.Counts.Overdue()
	}
	p := of(err)
	if p == nil {
		s.Log.Error("failed", "path", r.URL.Path, "error", err)
		p = problem("broken", "That is our mistake. It has been written down.")
	}
	return p
}

func (s *Pages) call(w http.ResponseWriter, r *http.Request, name string) error {
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
	to, err := s.Flow.Begin(w, r, answer.bytes(), answer.bytes())
	if err != nil {
		return err
	}
	defer to.End()
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = answer.write(to) // who asked may have gone
	return nil
}

// fit has a method's answer, at a place of the gate for programs.
func (s *Pages) fit(ctx context.Context, m *Method, q *request) (Answer, error) {
	n := q.n()
	return gate.Through(ctx, s.fits, fmt.Sprintf("%s of %d points", m.Name, n),
		func(ctx context.Context) (answer Answer, err error) {
			if n >= longFit {
				if err := course.Long(ctx); err != nil {
					return answer, err
				}
			}
			return m.answer(ctx, q)
		})
}

// lookup finds a method.
func lookup(name string) (*Method, error) {
	if i := slices.IndexFunc(methods, func(m Method) bool { return m.Name == name }); i >= 0 {
		return &methods[i], nil
	}
	names := course.Each(methods, func(m Method) string { return m.Name })
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

// read reads the body for a method. The request keeps its memory until end is called.
func (s *Pages) read(w http.ResponseWriter, r *http.Request, m *Method) (*request, func(), error) {
	body, end, err := s.Body(w, r)
	if err != nil {
		return nil, nil, err
	}
	q, p := m.read(body)
	if p != nil {
		end()
		return nil, nil, p
	}
	return q, end, nil
}

// Body reads the body of a request, of at most [MaxBody] bytes, as one of those that are on their way or
// worked on: it is until end is called.
func (s *Pages) Body(w http.ResponseWriter, r *http.Request) (body []byte, end func(), err error) {
	tooLarge := large("", fmt.Sprintf("at most %d bytes", MaxBody), "The body is larger than %d MB.", MaxBody>>20)
	if r.ContentLength > MaxBody {
		return nil, nil, tooLarge
	}
	in := s.Bodies.Begin(w, r, s.Flow.Household(r))
	body, err = io.ReadAll(http.MaxBytesReader(w, io.NopCloser(in), MaxBody))
	var over *http.MaxBytesError
	var full *gate.FullError
	switch {
	case errors.As(err, &over):
		err = tooLarge
	case errors.As(err, &full):
		err = full
	case err != nil && r.Context().Err() == nil:
		err = problem("slow-body", "The body did not arrive as it was announced: "+err.Error())
	case err == nil:
		return body, in.End, nil
	}
	in.End()
	return nil, nil, err
}

// share refuses pages of other sites, unless they may ask; to those it says so.
func (s *Pages) share(w http.ResponseWriter, r *http.Request) error {
	origin := r.Header.Get("Origin")
	if len(s.origins) > 0 {
		w.Header().Add("Vary", "Origin")
	}
	if origin != "" && (slices.Contains(s.origins, origin) || slices.Contains(s.origins, "*")) {
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
func (s *Pages) Preflight(w http.ResponseWriter, r *http.Request) error {
	if s.share(w, r) == nil && w.Header().Get("Access-Control-Allow-Origin") != "" {
		w.Header().Set("Access-Control-Allow-Methods", "POST")
		w.Header().Set("Access-Control-Allow-Headers", "Content-Type")
		w.Header().Set("Access-Control-Max-Age", "600")
	}
	w.Header().Set("Allow", "POST, OPTIONS")
	w.WriteHeader(http.StatusNoContent)
	return nil
}
