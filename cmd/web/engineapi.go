package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/gramophone-course/gramophone/cmd/web/api"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/fair"
	"github.com/gramophone-course/gramophone/views"
)

// engineAPI is the engine over HTTP, with what bounds it: a gate of its own, so that a
// slider's move does not wait for a program's fit, and the bytes of bodies that are read or
// worked on.
type engineAPI struct {
	fits    *gate
	bodies  *intake
	origins []string // sites whose pages may ask
}

const (
	apiPath = "/api/v1/"
	// maxBodies are the bytes of all bodies that are being read or worked on: eight of the
	// largest. What is made of one may take four times as much.
	maxBodies = 8 * api.MaxBody
	bodyWait  = 30 * time.Second
	// longFit is from how many points a fit is known to be long.
	longFit = 400
)

func newEngineAPI(log *slog.Logger) engineAPI {
	return engineAPI{
		fits:   newGate(fitting(runtime.GOMAXPROCS(0)), log),
		bodies: newIntake(maxBodies, bodyWait),
	}
}

// fitting are the limits on programs' fits. One of 2000 points may take half a minute.
func fitting(processors int) limits {
	l := usual(processors)
	l.wait, l.longWait = 20*time.Second, 40*time.Second
	l.draw, l.grace, l.stuck = 30*time.Second, 20*time.Second, 2*time.Minute
	return l
}

// handleEngine registers the engine for programs, and the page about it.
func (s *site) handleEngine(handle func(pattern string, h handler)) {
	handle("GET /api", s.apiPage)                  // what programs can ask, with examples
	handle("GET "+apiPath+"openapi.json", s.apiOf) // the same for machines
	call := func(w http.ResponseWriter, r *http.Request) error {
		return s.service().Call(w, r, r.PathValue("method"))
	}
	handle("POST "+apiPath+"{method}", call) // a method of the engine
	handle("GET "+apiPath+"{method}", call)  // says that it is called with POST
	handle("OPTIONS "+apiPath+"{method}", func(w http.ResponseWriter, r *http.Request) error {
		return s.service().Preflight(w, r)
	})
}

// service is the engine within the site's bounds.
func (s *site) service() *api.Service {
	return &api.Service{
		Page: s.prefix + "/api", Origins: s.engine.origins,
		Fit: s.fit, Body: s.bodyOf, Send: s.sendNumbers,
		Log: func(r *http.Request, err error) { s.log.Error("failed", "path", r.URL.Path, "error", err) },
	}
}

// fit runs work at a place of the gate for programs.
func (s *site) fit(ctx context.Context, name string, n int, work func(context.Context) error) error {
	_, err := through(ctx, s.engine.fits, name, func(ctx context.Context) (struct{}, error) {
		if n >= longFit {
			if err := course.Long(ctx); err != nil {
				return struct{}{}, err
			}
		}
		return struct{}{}, work(ctx)
	})
	if errors.Is(err, errOverdue) {
		s.metrics.overdue.Inc()
		return api.ErrSlow
	}
	return s.busy(err)
}

// busy says of a full line when to come back.
func (s *site) busy(err error) error {
	var full *fullError
	if errors.As(err, &full) {
		s.metrics.full.Inc()
		return &api.Busy{Seconds: full.seconds()}
	}
	return err
}

// A bodyIn is a program's body as it comes in.
type bodyIn struct {
	*incoming
	site *site
}

func (b bodyIn) Read(p []byte) (int, error) {
	n, err := b.incoming.Read(p)
	return n, b.site.busy(err)
}

// bodyOf has a body come in.
func (s *site) bodyOf(w http.ResponseWriter, r *http.Request) (body io.Reader, end func()) {
	in := s.engine.bodies.begin(w, r, fair.Household(s.sender(r)))
	return bodyIn{in, s}, in.end
}

// sendNumbers waits until an answer may be sent, and gives up who does not read it.
func (s *site) sendNumbers(w http.ResponseWriter, r *http.Request, bytes int) (io.Writer, func(), error) {
	end := func() {}
	if bytes > chunk {
		way := s.medium
		if bytes > large {
			way = s.large
		}
		var err error
		if end, err = way.start(r.Context(), r, bytes); err != nil {
			return nil, nil, s.busy(err)
		}
	}
	return &readerOf{w: w, control: http.NewResponseController(w), chunkTime: s.chunkTime,
		last: time.Now().Add(writeTimeout)}, end, nil
}

// readerOf writes to a reader, who has some time for each part.
type readerOf struct {
	w         http.ResponseWriter
	control   *http.ResponseController
	chunkTime time.Duration
	last      time.Time
}

func (o *readerOf) Write(b []byte) (int, error) {
	deadline := time.Now().Add(o.chunkTime)
	if deadline.After(o.last) {
		deadline = o.last
	}
	_ = o.control.SetWriteDeadline(deadline) // a test's recorder has none
	return o.w.Write(b)
}

// apiOf is the description of the methods.
func (s *site) apiOf(w http.ResponseWriter, r *http.Request) error {
	base := apiServer(s.public(r), s.prefix)
	return s.send(w, r, reply{contentType: "application/json", write: func(context.Context) ([]byte, error) {
		return api.OpenAPI(base, base+"/api"), nil
	}})
}

// apiPage is the page for those who write programs.
func (s *site) apiPage(w http.ResponseWriter, r *http.Request) error {
	server := apiServer(s.public(r), s.prefix)
	return s.send(w, r, reply{contentType: htmlType, write: func(ctx context.Context) ([]byte, error) {
		page, err := apiView(ctx, server)
		if err != nil {
			return nil, err
		}
		return render(ctx, views.API(s.view(), page))
	}})
}

// corsVariable names the environment's variable that stands for -cors.
const corsVariable = "GRAMOPHONE_CORS"

// corsFlag declares the flag that lets pages of other sites ask the engine.
func corsFlag(flags *flag.FlagSet) *string {
	return flags.String("cors", os.Getenv(corsVariable), "let scripts on pages of these other `sites` ask the engine "+
		"under "+apiPath+", such as https://example.org,https://example.com, or * for all; also "+corsVariable+
		" in the environment")
}

// corsOrigins reads what that flag holds.
func corsOrigins(list string) ([]string, error) {
	if list == "" {
		return nil, nil
	}
	all := strings.Split(list, ",")
	for i, origin := range all {
		all[i] = strings.TrimSuffix(strings.TrimSpace(origin), "/")
		if all[i] != "*" && !origins.MatchString(all[i]) {
			return nil, fmt.Errorf("-cors %s: a site looks like https://example.org or http://localhost:3000; * is all",
				origin)
		}
	}
	return all, nil
}
