package site

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/gramophone-course/gramophone/cmd/web/flow"
)

// Limits of a server, each with its reason.
const (
	readHeaderTimeout = 5 * time.Second  // a browser sends a request's head at once
	readTimeout       = 15 * time.Second // no body is larger than a list of points
	idleTimeout       = 2 * time.Minute  // a reader between two sliders
	maxHeader         = 32 << 10         // 60 points fit in 4 KB of address
	shutdownTimeout   = 10 * time.Second // what a request may still take when the server stops
)

// Serve answers on listener until ctx is done. Then /readyz says so for the time
// drain, in which all is answered as before and a proxy looks elsewhere; then no
// more connections are taken, and what is under way has some seconds to end.
func (s *Site) Serve(ctx context.Context, listener net.Listener, drain time.Duration) error {
	return s.serveUntil(ctx, listener, drain, shutdownTimeout)
}

// serveUntil is Serve where what is under way has the time grace.
func (s *Site) serveUntil(ctx context.Context, listener net.Listener, drain, grace time.Duration) error {
	server := s.Server()
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	s.ready.Store(false)
	s.stopping.Do(func() { close(s.stopped) })
	s.config.Log.Info("stopping", "drain", drain)
	select {
	case err := <-served:
		return err
	case <-time.After(drain):
	}
	s.rooms.Close() // streams of rooms end, and phones look for a server again
	patience, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	err := server.Shutdown(patience)
	if errors.Is(err, context.DeadlineExceeded) {
		s.config.Log.Warn("cut off who had not read their answer", "after", grace)
		err = server.Close()
	}
	return err
}

// Close ends what a site holds open, such as the streams of its rooms. Who serves it by
// [Site.Serve] need not.
func (s *Site) Close() {
	s.ready.Store(false)
	s.stopping.Do(func() { close(s.stopped) })
	s.rooms.Close()
}

// Server is what answers readers with the site alone, each connection with its bounds: those that
// [Site.Serve] has.
func (s *Site) Server() *http.Server {
	server := NewServer(s.flow.Guard(s, s.config.Prefix), s.config.Log)
	server.ConnState, server.ConnContext = s.flow.Connections.Watch, flow.WithConnection
	return server
}

// NewServer answers with a handler, within the time that readers have.
func NewServer(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      flow.WriteTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}
