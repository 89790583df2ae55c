package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"gonum.org/v1/gonum/blas/blas64"

	"github.com/gramophone-course/gramophone/cmd/web/metrics"
	"github.com/gramophone-course/gramophone/cmd/web/rooms"
	"github.com/gramophone-course/gramophone/cmd/web/sheets"
	"github.com/gramophone-course/gramophone/cmd/web/site"
	"github.com/gramophone-course/gramophone/engine/blas"
)

func main() {
	blas64.Use(blas.Fastest()) // before anything is multiplied
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "web:", err)
		os.Exit(1)
	}
}

// options are what the program is told on its command line.
type options struct {
	address, metrics        string
	data, nats, peers, cors string
	offline, key            string
	drain                   time.Duration
	megabytes               int
	dev                     bool
	prefix, origin          string
	mcp, labs               bool
}

// parse reads the command line.
func parse(args []string, stderr io.Writer) (o options, err error) {
	flags := flag.NewFlagSet("web", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprintln(stderr, "Usage of web, whose bounds and servers side by side go doc ./cmd/web explains:")
		flags.PrintDefaults()
	}
	text := func(to *string, name, value, usage string) { flags.StringVar(to, name, value, usage) }
	text(&o.address, "http", "localhost:8080", "listen on this `address`; :8080 is every network the machine is on")
	text(&o.prefix, "prefix", "", "serve the course under this `path`, such as /kernels, behind a proxy that "+
		"passes it on")
	text(&o.origin, "origin", "", "what others call the server, such as https://example.org: `scheme and host`, "+
		"for the pictures that they show beside links")
	text(&o.metrics, "metrics", "localhost:9464", "listen on this `address` for those who ask for /metrics; empty "+
		"for nobody")
	text(&o.data, "data", "", "keep the rooms of classes and readers' tables over a restart in this `folder`; "+
		"without one they are gone when the server stops")
	text(&o.nats, "nats", "", "keep the rooms in the NATS servers with JetStream at this `URL`, which other "+
		"servers of the course may share, such as nats://user:password@host:4222")
	text(&o.peers, "cluster", "", "keep the rooms in -data together with two other servers of the course, "+
		"of which one may fail: the `addresses` at which they reach each other, this one's first, such as "+
		"10.0.0.1:6222,10.0.0.2:6222,10.0.0.3:6222; they share a password in the environment, "+clusterPassword)
	text(&o.cors, "cors", os.Getenv(corsVariable), "let scripts on pages of these other `sites` ask the engine "+
		"under /api/v1/, such as https://example.org,https://example.com, or * for all; also "+corsVariable+
		" in the environment")
	flags.BoolVar(&o.mcp, "mcp", true, "let chat assistants ask the course and its engine at /mcp, by the Model "+
		"Context Protocol; that page says how")
	flags.BoolVar(&o.labs, "labs", false, "hand out solved labs to everybody; without it to who teaches a room")
	flags.DurationVar(&o.drain, "drain", 0, "when told to stop, answer for this `time` while /readyz says so")
	flags.IntVar(&o.megabytes, "memory", int(site.DefaultMemory>>20), "take about this many `megabytes` of memory, "+
		"what is kept included; GOMEMLIMIT in the environment stands above it")
	flags.BoolVar(&o.dev, "dev", false, "read prose, style sheets and scripts from the checkout in the working "+
		"directory, and load pages anew when they change")
	text(&o.offline, "site", "", "let readers keep the course in their browsers, out of this `folder`, which "+
		"cmd/site has written")
	text(&o.key, "key", "", "seal sheets of exercises with the 32 random bytes in this `file`, as they are, in "+
		"hexadecimal or in base64; without one their addresses open nothing when the server has stopped")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	switch {
	case flags.NArg() > 0:
		return o, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case o.data != "" && o.nats != "":
		return o, errors.New("-data and -nats are two places for the rooms; give one")
	case o.megabytes < site.MinMemory:
		return o, fmt.Errorf("-memory %d is too little: %d is the least", o.megabytes, site.MinMemory)
	}
	return o, nil
}

// corsVariable names the environment's variable that stands for -cors.
const corsVariable = "GRAMOPHONE_CORS"

// clusterPassword names the environment's variable with what processes of a cluster prove
// themselves by; what is on a command line is seen by all who are on the machine.
const clusterPassword = "GRAMOPHONE_CLUSTER"

// cluster reads the addresses of a cluster's processes, of which the first is this one's.
func (o options) cluster(password string) (*rooms.Cluster, error) {
	switch {
	case o.peers == "":
		return nil, nil
	case o.data == "":
		return nil, errors.New("each process has a folder of its own; give -data")
	case password == "":
		return nil, fmt.Errorf("the processes share a password; set %s in the environment", clusterPassword)
	}
	peers := strings.Split(o.peers, ",")
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
	config := o.config(log)
	if config.Key, err = readKey(o.key); err != nil {
		return fmt.Errorf("-key: %w", err)
	}
	if err := config.Check(); err != nil {
		return inFlags(err)
	}
	cluster, err := o.cluster(os.Getenv(clusterPassword))
	if err != nil {
		return fmt.Errorf("-cluster %s: %w", o.peers, err)
	}
	listener, err := net.Listen("tcp", o.address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%s is taken by another program; choose another with -http localhost:8081", o.address)
	}
	if err != nil {
		return err
	}
	defer listener.Close() // the server has, unless it has not begun
	kept, closeRooms, err := openRooms(ctx, rooms.Config{Dir: o.data, URL: o.nats, Cluster: cluster, Log: log})
	if err != nil {
		return err
	}
	defer closeRooms()
	watch := metrics.New()
	config.Listens, config.Rooms, config.Counts = listener.Addr(), kept, watch.Counts()
	s, err := site.New(config)
	if err != nil {
		return inFlags(err)
	}
	watch.Gauges(s.Gauges())
	stopWatching, err := watch.Listen(o.metrics, log)
	if err != nil {
		return err
	}
	defer stopWatching()
	fmt.Fprintf(stdout, "Gramophone is on http://%s%s\n", readable(listener.Addr(), o.address),
		strings.TrimSuffix(o.prefix, "/"))
	go s.Warm(ctx)
	return s.Serve(ctx, listener, o.drain)
}

// readKey is the secret in a file; nil for no file.
func readKey(file string) ([]byte, error) {
	if file == "" {
		return nil, nil
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	key, err := sheets.ParseKey(b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return key, nil
}

// inFlags is what is wrong with a Config by the name of the flag that says it.
func inFlags(err error) error {
	var wrong *site.ConfigError
	if !errors.As(err, &wrong) {
		return err
	}
	name := strings.ToLower(wrong.Field)
	switch wrong.Field {
	case "Offline":
		name = "site"
	case "Checkout":
		name = "dev"
	}
	return fmt.Errorf("-%s %s", name, wrong.Wrong)
}

// config is what the command line says of the site.
func (o options) config(log *slog.Logger) site.Config {
	config := site.Config{Prefix: o.prefix, Origin: o.origin, Log: log, DrawTime: drawTime,
		NoMCP: !o.mcp, Labs: o.labs, Memory: site.Tune(site.Memory(o.megabytes) << 20)}
	if o.cors != "" {
		config.CORS = strings.Split(o.cors, ",")
	}
	if o.data != "" {
		config.Tables = filepath.Join(o.data, "tables")
	}
	if o.offline != "" {
		config.Offline = os.DirFS(o.offline)
	}
	if o.dev {
		config.Checkout = os.DirFS(".")
	}
	return config
}

// openRooms has rooms in a log that outlives the program, or its crash, until closeAll.
func openRooms(ctx context.Context, c rooms.Config) (kept *rooms.Rooms, closeAll func(), err error) {
	store, err := rooms.Open(ctx, c)
	if err != nil {
		return nil, nil, err
	}
	if kept, err = rooms.New(store, rooms.Options{Log: c.Log}); err != nil {
		store.Close()
		return nil, nil, err
	}
	return kept, func() {
		kept.Close()
		if err := store.Close(); err != nil {
			c.Log.Warn("closing the rooms", "error", err)
		}
	}, nil
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
