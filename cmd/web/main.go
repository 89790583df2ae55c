// Command web serves Gramophone, an interactive course on kernel methods.
//
//	go run ./cmd/web                 on http://localhost:8080
//	go run ./cmd/web -http :8080     to everyone on the network
//
// It needs no file beside itself and no network: pages, fonts and scripts are
// embedded. The whole site is one value, made by newSite; routes.go lists every
// address. What outlives a request is bounded: a memo of dear computations and
// one of finished responses.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "web:", err)
		}
		os.Exit(1)
	}
}

// Limits of the server, each with its reason.
const (
	readHeaderTimeout = 5 * time.Second  // a browser sends a request's head at once
	readTimeout       = 15 * time.Second // no body is larger than a list of points
	writeTimeout      = 60 * time.Second // a slow phone fetching the fonts
	idleTimeout       = 2 * time.Minute  // a reader between two sliders
	maxHeader         = 32 << 10         // 60 points fit in 4 KB of address
	shutdownTimeout   = 10 * time.Second // what a request may still take when the server stops
)

// tune sets how the process, which is one site and nothing else, collects
// garbage. A move leaves a megabyte behind while the live heap is small, and at
// the usual 100 % the collector would run at every few moves: a fifth of their
// time. The live heap is bounded by the two memos, and the whole by memoryLimit.
func tune() {
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(memoryLimit)
}

const memoryLimit = 1 << 30

// run serves until ctx is done.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("web", flag.ContinueOnError)
	flags.SetOutput(stderr)
	address := flags.String("http", "localhost:8080", "listen on this `address`; :8080 is every network the machine is on")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	tune()
	log := slog.New(slog.NewTextHandler(stderr, nil))
	listener, err := net.Listen("tcp", *address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%s is taken by another program; choose another with -http localhost:8081", *address)
	}
	if err != nil {
		return err
	}
	site := newSite(log)
	server := &http.Server{
		Handler:           site,
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	fmt.Fprintf(stdout, "Gramophone is on http://%s\n", readable(listener.Addr(), *address))
	go site.warm(ctx)

	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	site.ready.Store(false)
	log.Info("stopping")
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	return server.Shutdown(grace)
}

// readable is the listener's address as one types it into a browser.
func readable(a net.Addr, asked string) string {
	host, _, err := net.SplitHostPort(asked)
	_, port, err2 := net.SplitHostPort(a.String())
	if err != nil || err2 != nil {
		return a.String()
	}
	if host == "" || host == "0.0.0.0" || host == "::" {
		host = "localhost"
	}
	return net.JoinHostPort(host, port)
}
