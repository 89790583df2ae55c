//go:build !js

// Command web serves Gramophone, an interactive course on kernel methods.
//
//	go run ./cmd/web                 on http://localhost:8080
//	go run ./cmd/web -http :8080     to everyone on the network
//	go run ./cmd/web -dev            to whoever writes it: see workshop
//	go run ./cmd/web -help           lists what else can be set
//
// It needs no file beside itself and no network: pages, fonts and scripts are
// embedded. The whole site is one value, made by newSite; routes.go lists every
// address. What outlives a request is bounded: a memo of dear computations, one of
// finished responses, and the rooms of classes (package rooms), which -data keeps
// over a restart.
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
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"

	"github.com/gramophone-course/gramophone/cmd/web/rooms"
	"github.com/gramophone-course/gramophone/lessons"
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
	idleTimeout       = 2 * time.Minute  // a reader between two sliders
	maxHeader         = 32 << 10         // 60 points fit in 4 KB of address
	shutdownTimeout   = 10 * time.Second // what a request may still take when the server stops
)

// options are what the program is told on its command line.
type options struct {
	address, prefix, origin, metrics string
	data, nats, site                 string
	cors                             []string
	cluster                          *rooms.Cluster
	drain                            time.Duration
	megabytes                        int
	dev, alone                       bool
}

// parse reads and checks the command line.
func parse(args []string, stderr io.Writer) (o options, err error) {
	flags := flag.NewFlagSet("web", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&o.address, "http", "localhost:8080", "listen on this `address`; :8080 is every network the "+
		"machine is on")
	flags.StringVar(&o.prefix, "prefix", "", "serve the course under this `path`, such as /kernels, "+
		"behind a proxy that passes it on")
	flags.StringVar(&o.origin, "origin", "", "what others call the server, such as https://example.org: "+
		"`scheme and host`, for the pictures that they show beside links")
	flags.StringVar(&o.metrics, "metrics", "localhost:9464", "listen on this `address` for those who ask for "+
		"/metrics; empty for nobody")
	flags.StringVar(&o.data, "data", "", "keep the rooms of classes and readers' tables over a restart in "+
		"this `folder`; without one they are gone when the server stops")
	flags.StringVar(&o.nats, "nats", "", "keep the rooms in the NATS servers with JetStream at this `URL`, "+
		"which other servers of the course may share, such as nats://user:password@host:4222")
	cluster := flags.String("cluster", "", "keep the rooms in -data together with two other servers of the course, "+
		"of which one may fail: the `addresses` at which they reach each other, this one's first, such as "+
		"10.0.0.1:6222,10.0.0.2:6222,10.0.0.3:6222; they share a password in the environment, "+clusterPassword)
	cors := corsFlag(flags)
	flags.DurationVar(&o.drain, "drain", 0, "when told to stop, answer for this `time` while /readyz says so")
	flags.IntVar(&o.megabytes, "memory", int(defaultMemory>>20), "take about this many `megabytes` of memory, "+
		"what is kept included; GOMEMLIMIT in the environment stands above it")
	flags.BoolVar(&o.dev, "dev", false, "read prose, style sheets and scripts from the checkout in the working "+
		"directory, and load pages anew when they change")
	flags.StringVar(&o.site, "site", "", "let readers keep the course in their browsers, out of this `folder`, "+
		"which cmd/site has written")
	flags.BoolVar(&o.alone, "alone", false, "serve the course as it is without a server, for cmd/site")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if flags.NArg() > 0 {
		return o, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	o.prefix, o.origin = strings.TrimSuffix(o.prefix, "/"), strings.TrimSuffix(o.origin, "/")
	if !prefixes.MatchString(o.prefix) {
		return o, fmt.Errorf("-prefix %s: a path looks like /kernels or /courses/kernels, in letters, digits, - and _",
			o.prefix)
	}
	if o.origin != "" && !origins.MatchString(o.origin) {
		return o, fmt.Errorf("-origin %s: it looks like https://example.org or http://example.org:8080; "+
			"the path is -prefix", o.origin)
	}
	if o.data != "" && o.nats != "" {
		return o, errors.New("-data and -nats are two places for the rooms; give one")
	}
	if *cluster != "" {
		if o.cluster, err = clusterOf(*cluster, os.Getenv(clusterPassword), o); err != nil {
			return o, fmt.Errorf("-cluster %s: %w", *cluster, err)
		}
	}
	if o.cors, err = corsOrigins(*cors); err != nil {
		return o, err
	}
	if o.megabytes < minMemory {
		return o, fmt.Errorf("-memory %d is too little: %d is the least", o.megabytes, minMemory)
	}
	return o, nil
}

// clusterPassword names the environment's variable with what processes of a cluster prove
// themselves by; what is on a command line is seen by all who are on the machine.
const clusterPassword = "GRAMOPHONE_CLUSTER"

// clusterOf reads the addresses of a cluster's processes, of which the first is this one's.
func clusterOf(list, password string, o options) (*rooms.Cluster, error) {
	switch {
	case o.data == "":
		return nil, errors.New("each process has a folder of its own; give -data")
	case password == "":
		return nil, fmt.Errorf("the processes share a password; set %s in the environment", clusterPassword)
	}
	peers := strings.Split(list, ",")
	name := strings.NewReplacer(".", "-", ":", "-", "[", "", "]", "").Replace(peers[0])
	return &rooms.Cluster{Name: name, Listen: peers[0], Peers: peers, User: "rooms", Password: password}, nil
}

// run serves until ctx is done.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	o, err := parse(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return nil // that was asked for, and is on stderr now
	}
	if err != nil {
		return err
	}
	log := slog.New(slog.NewTextHandler(stderr, nil))
	listener, err := net.Listen("tcp", o.address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%s is taken by another program; choose another with -http localhost:8081", o.address)
	}
	if err != nil {
		return err
	}
	site, err := o.open(log)
	if err != nil {
		listener.Close()
		return err
	}
	site.origin = o.origin
	site.engine.origins = o.cors
	site.reach.listens = listener.Addr()
	closeRooms, err := site.keepRooms(ctx, rooms.Config{Dir: o.data, URL: o.nats, Cluster: o.cluster, Log: log})
	if err != nil {
		listener.Close()
		return err
	}
	defer closeRooms()
	if o.data != "" {
		if err := site.keepTablesIn(filepath.Join(o.data, "tables")); err != nil {
			listener.Close()
			return err
		}
	}
	if o.dev {
		if err := site.workOn(ctx, os.DirFS(".")); err != nil {
			listener.Close()
			return err
		}
	}
	stopWatching, err := site.watched(o.metrics)
	if err != nil {
		listener.Close()
		return err
	}
	defer stopWatching()
	fmt.Fprintf(stdout, "Gramophone is on http://%s\n", readable(listener.Addr(), o.address)+o.prefix)
	go site.warm(ctx)
	return site.serve(ctx, listener, o.drain, shutdownTimeout)
}

// open makes the site that o asks for.
func (o options) open(log *slog.Logger) (*site, error) {
	most := tune(memory(o.megabytes) << 20)
	switch {
	case o.alone:
		return newAlone(lessons.Contents, log, o.prefix, most, loadAssets()), nil
	case o.site != "":
		return newKept(lessons.Contents, log, o.prefix, most, os.DirFS(o.site))
	}
	return newSite(lessons.Contents, log, o.prefix, most), nil
}

// watched answers who asks for metrics at an address, which may be nobody's, until stop.
func (s *site) watched(address string) (stop func(), err error) {
	if address == "" {
		return func() {}, nil
	}
	listener, err := net.Listen("tcp", address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE): // a class comes before its statistics
		s.log.Warn("no metrics: the address is taken by another program; choose another with -metrics", "address",
			address)
		return func() {}, nil
	case err != nil:
		return nil, fmt.Errorf("-metrics %s: %w", address, err)
	}
	beside := newServer(s.operators(), s.log)
	go func() { _ = beside.Serve(listener) }() // it ends when it is closed
	return func() { beside.Close() }, nil
}

// keepRooms has the rooms in a log that outlives the program, or its crash. The caller closes
// it at the end.
func (s *site) keepRooms(ctx context.Context, c rooms.Config) (closeAll func(), err error) {
	store, err := rooms.Open(ctx, c)
	if err != nil {
		return nil, err
	}
	kept, err := rooms.New(store, rooms.Options{Log: s.log})
	if err != nil {
		store.Close()
		return nil, err
	}
	s.rooms.Close()
	s.rooms = kept
	return func() {
		kept.Close()
		if err := store.Close(); err != nil {
			s.log.Warn("closing the rooms", "error", err)
		}
	}, nil
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
	s.rooms.Close() // streams of rooms end, and phones look for a server again
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
	server := newServer(s.guard(s), s.log)
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
