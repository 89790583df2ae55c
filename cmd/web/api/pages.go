package api

import (
	"context"
	"log/slog"
	"net/http"
	"runtime"
	"time"

	"github.com/gramophone-course/gramophone/cmd/web/flow"
	"github.com/gramophone-course/gramophone/cmd/web/gate"
	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/views"
)

// Pages are the engine over HTTP, with what bounds it: a gate of its own, so that a
// slider's move does not wait for a program's fit, and the bytes of bodies that are read or
// worked on.
type Pages struct {
	*respond.Sender
	origins []string // sites whose pages may ask: https://example.org, or "*"
	fits    *gate.Gate
	Bodies  *flow.Intake // that are read or worked on
}

const (
	// Path is where the methods are.
	Path = "/api/v1/"
	// maxBodies are the bytes of all bodies that are being read or worked on: eight of the
	// largest. What is made of one may take four times as much.
	maxBodies = 8 * MaxBody
	bodyWait  = 30 * time.Second
	// longFit is from how many points a fit is known to be long.
	longFit = 400
)

// New are of no course yet: see [Pages.For].
func New(origins []string, log *slog.Logger) Pages {
	return Pages{
		origins: origins,
		fits:    gate.New(fitting(runtime.GOMAXPROCS(0)), log),
		Bodies:  flow.NewIntake(maxBodies, bodyWait),
	}
}

// For are the pages for the course of a sender, within the same bounds.
func (s Pages) For(course *respond.Sender) *Pages {
	s.Sender = course
	return &s
}

// fitting are the limits on programs' fits. One of 2000 points may take half a minute.
func fitting(processors int) gate.Limits {
	l := gate.Usual(processors)
	l.Wait, l.LongWait = 20*time.Second, 40*time.Second
	l.Draw, l.Grace, l.Stuck = 30*time.Second, 20*time.Second, 2*time.Minute
	return l
}

// OpenAPI answers with the description of the methods.
func (s *Pages) OpenAPI(w http.ResponseWriter, r *http.Request) error {
	base := respond.BaseURL(s.Sender, r)
	return s.Send(w, r, respond.Reply{ContentType: "application/json", Write: func(context.Context) ([]byte, error) {
		return describe(base, base+"/api"), nil
	}})
}

// About answers with the page for those who write programs.
func (s *Pages) About(w http.ResponseWriter, r *http.Request) error {
	server := respond.BaseURL(s.Sender, r)
	return s.Send(w, r, respond.Reply{ContentType: respond.HTML, Write: func(ctx context.Context) ([]byte, error) {
		page, err := apiView(ctx, server)
		if err != nil {
			return nil, err
		}
		return respond.Render(ctx, views.API(s.View(), page))
	}})
}
