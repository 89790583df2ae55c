// Command web serves Gramophone, an interactive course on kernel methods.
//
//	go run ./cmd/web                 on http://localhost:8080
//	go run ./cmd/web -http :8080     to everyone on the network
//	go run ./cmd/web -dev            to whoever writes it: see workshop
//	go run ./cmd/web -help           lists what else can be set
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
	"regexp"
	"strings"
	"syscall"
	"time"

	"gramophone/lessons"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "web:", err)
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

// run serves until ctx is done.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("web", flag.ContinueOnError)
	flags.SetOutput(stderr)
	address := flags.String("http", "localhost:8080", "listen on this `address`; :8080 is every network the machine is on")
	prefix := flags.String("prefix", "", "serve the course under this `path`, such as /kernels, behind a proxy that passes it on")
	metrics := flags.String("metrics", "localhost:9464", "listen on this `address` for those who ask for /metrics; empty for nobody")
	drain := flags.Duration("drain", 0, "when told to stop, answer for this `time` while /readyz says so")
	megabytes := flags.Int("memory", int(defaultMemory>>20), "take about this many `megabytes` of memory, what is kept included; GOMEMLIMIT in the environment stands above it")
	dev := flags.Bool("dev", false, "read prose, style sheets and scripts from the checkout in the working directory, and load pages anew when they change")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return nil // that was asked for, and is on stderr now
	} else if err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	*prefix = strings.TrimSuffix(*prefix, "/")
	if !prefixes.MatchString(*prefix) {
		return fmt.Errorf("-prefix %s: a path looks like /kernels or /courses/kernels, in letters, digits, - and _", *prefix)
	}
	if *megabytes < minMemory {
		return fmt.Errorf("-memory %d is too little: %d is the least", *megabytes, minMemory)
	}
	log := slog.New(slog.NewTextHandler(stderr, nil))
	listener, err := net.Listen("tcp", *address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%s is taken by another program; choose another with -http localhost:8081", *address)
	}
	if err != nil {
		return err
	}
	site := newSite(lessons.Contents, log, *prefix, tune(memory(*megabytes)<<20))
	if *dev {
		if err := site.workOn(ctx, os.DirFS(".")); err != nil {
			listener.Close()
			return err
		}
	}
	if *metrics != "" {
		watched, err := net.Listen("tcp", *metrics)
		switch {
		case errors.Is(err, syscall.EADDRINUSE): // a class comes before its statistics
			log.Warn("no metrics: the address is taken by another program; choose another with -metrics", "address", *metrics)
		case err != nil:
			listener.Close()
			return fmt.Errorf("-metrics %s: %w", *metrics, err)
		default:
			beside := newServer(site.operators(), log)
			defer beside.Close()
			go func() { _ = beside.Serve(watched) }() // it ends when it is closed
		}
	}
	fmt.Fprintf(stdout, "Gramophone is on http://%s\n", readable(listener.Addr(), *address)+*prefix)
	go site.warm(ctx)
	return site.serve(ctx, listener, *drain, shutdownTimeout)
}

// prefixes are the paths that stand in an address as they are.
var prefixes = regexp.MustCompile(`^(/[A-Za-z0-9_-]+)*$`)

// serve answers on listener until ctx is done. Then /readyz says so for the time
// drain, in which all is answered as before and a proxy looks elsewhere; then no
// more connections are taken, and what is under way has the time grace to end.
func (s *site) serve(ctx context.Context, listener net.Listener, drain, grace time.Duration) error {
	server := s.server()
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	s.ready.Store(false)
	s.log.Info("stopping", "drain", drain)
	select {
	case err := <-served:
		return err
	case <-time.After(drain):
	}
	patience, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	err := server.Shutdown(patience)
	if errors.Is(err, context.DeadlineExceeded) {
		s.log.Warn("cut off who had not read their answer", "after", grace)
		err = server.Close()
	}
	return err
}

// server is what answers readers, each connection with its bounds.
func (s *site) server() *http.Server {
	server := newServer(s, s.log)
	server.ConnState, server.ConnContext = s.readers.watch, withConnection
	return server
}

func newServer(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
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
