package api

import (
	"context"
	"io"
	"net/http"
	"sync"

	"github.com/gramophone-course/gramophone/cmd/web/progress"
	"github.com/gramophone-course/gramophone/engine"
)

// follow answers with events: "progress" four times a second while the fit is under way, and
// at the end "result" with the answer, or "problem". Who hangs up cancels the fit. What goes
// wrong before the fit begins is answered as ever.
func (s *Pages) follow(w http.ResponseWriter, r *http.Request, m *Method, q *request) error {
	var (
		t      = progress.New()
		begun  = make(chan struct{})
		begins sync.Once
		answer Answer
		err    error
	)
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	ctx = engine.WithReport(ctx, func(part string, done float64) {
		begins.Do(func() { close(begun) })
		t.Tell(part, done)
	})
	go func() {
		defer t.End()
		answer, err = s.fit(ctx, m, q)
	}()
	select {
	case <-begun:
	case <-t.Ended():
		if err != nil {
			return err
		}
	}
	events := progress.Begin(w)
	if gone := events.Follow(r.Context(), t); gone != nil {
		cancel() // who does not read wants no answer either
		<-t.Ended()
		return r.Context().Err()
	}
	if err == nil {
		err = s.result(w, r, answer)
	}
	if err != nil {
		_ = events.Send("problem", string(s.Problem(r, err).document(s.page()))) // who asked may have gone
	}
	return nil
}

// result sends the answer as the last event.
func (s *Pages) result(w http.ResponseWriter, r *http.Request, answer Answer) error {
	to, err := s.Flow.Begin(w, r, answer.bytes(), answer.bytes())
	if err != nil {
		return err
	}
	defer to.End()
	_, _ = io.WriteString(to, "event: result\ndata: ") // who asked may have gone
	_ = answer.write(to)                               // which ends a line
	_, _ = io.WriteString(to, "\n")
	return nil
}
