package main

import (
	"log/slog"
	"net/http"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"gramophone/lessons"
	"gramophone/static"
	"gramophone/views"
)

// A site is the whole course as one http.Handler.
type site struct {
	prefix    string // the path it is served under: "/kernels", or "" for all of the server
	assets    *static.Assets
	memo      *lessons.Memo // spectra and error maps, shared by all readers
	responses *lessons.Memo // finished answers, compressed
	fits      *gate         // how many fits are at work
	metrics   *metrics
	log       *slog.Logger
	ready     atomic.Bool
	handler   http.Handler
}

// What outlives a request, in bytes: a class of 300 on one lesson visits a few
// hundred states, of which a spectrum takes half a megabyte and an answer 10 KB.
const (
	memoBytes     = 192 << 20
	responseBytes = 64 << 20
)

func newSite(log *slog.Logger, prefix string) *site {
	s := &site{
		prefix:    prefix,
		assets:    static.Load(),
		memo:      lessons.NewMemo(memoBytes),
		responses: lessons.NewMemo(responseBytes),
		fits:      newGate(runtime.GOMAXPROCS(0), maxWaiting, maxWait),
		metrics:   newMetrics(),
		log:       log,
	}
	s.ready.Store(true)
	mux := http.NewServeMux()
	handle := func(pattern string, h handler) {
		method, path, _ := strings.Cut(pattern, " ")
		mux.Handle(method+" "+prefix+path, s.answer(pattern, h))
	}

	handle("GET /{$}", s.home)                              // the course
	handle("GET /lessons/{slug}", s.lesson)                 // a lesson, complete without JavaScript
	handle("GET /lessons/{slug}/{figure}", s.figure)        // a figure: page, fragment, or with .json and others its numbers
	handle("GET /lessons/{slug}/check/{exercise}", s.check) // what the server says to an answer
	handle("GET /gallery", s.gallery)                       // every kind of picture, for those who draw them
	handle("GET /static/", s.asset)                         // style sheets, scripts, fonts; hashed, for ever
	handle("GET /healthz", s.health)                        // the process is alive
	handle("GET /readyz", s.readiness)                      // it wants requests
	handle("GET /", s.nothing)                              // 404
	if prefix != "" {
		// A proxy and its checks ask the server itself, whatever the prefix.
		mux.Handle("GET /healthz", s.answer("GET /healthz", s.health))
		mux.Handle("GET /readyz", s.answer("GET /readyz", s.readiness))
		mux.Handle("GET /", s.answer("GET /", s.nothing))
	}

	s.handler = s.protect(mux)
	return s
}

// Fits beyond the gate wait in a line this long, for this time; then the reader
// is asked to come back.
const (
	maxWaiting = 256
	maxWait    = 5 * time.Second
)

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// operators answers who watches the server, on a listener of its own.
func (s *site) operators() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", s.metrics.handler()) // for Prometheus
	return mux
}

func (s *site) view() views.Site {
	return views.Site{Prefix: s.prefix, Asset: func(name string) string { return s.prefix + s.assets.URL(name) }}
}
