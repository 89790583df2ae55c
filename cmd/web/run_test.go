package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestOperators(t *testing.T) {
	s := quietSite()
	get(t, s, krrPage, nil)
	for _, address := range []string{"/healthz", "/readyz"} {
		if w := get(t, s, address, plain); w.Code != http.StatusOK || w.Body.String() != "ok\n" {
			t.Errorf("%s: %d %q", address, w.Code, w.Body)
		}
	}
	want := `gramophone_request_seconds_count{route="GET /lessons/{slug}",status="200"} 1`
	if w := get(t, s.operators(), "/metrics", plain); w.Code != http.StatusOK ||
		!strings.Contains(w.Body.String(), want) {
		t.Errorf("/metrics: %d without %q", w.Code, want)
	}
	if w := get(t, s, "/metrics", plain); w.Code != http.StatusNotFound {
		t.Errorf("readers get /metrics: %d", w.Code)
	}
	if w := get(t, s.operators(), "/", plain); w.Code != http.StatusNotFound {
		t.Errorf("the listener for metrics has more: %d", w.Code)
	}
	s.ready.Store(false)
	if w := get(t, s, "/readyz", plain); w.Code != http.StatusServiceUnavailable {
		t.Errorf("/readyz while stopping: %d", w.Code)
	}
}

func TestUnderAPrefix(t *testing.T) {
	s := quietSiteUnder("/kernels")
	for address, want := range map[string]int{
		"/kernels/": http.StatusOK, "/kernels" + krrPage: http.StatusOK, "/kernels/nothing": http.StatusNotFound,
		"/": http.StatusNotFound, krrPage: http.StatusNotFound, "/kernelsx/": http.StatusNotFound,
		s.assets.URL("css/course.css"): http.StatusNotFound,
		"/healthz":                     http.StatusOK, "/readyz": http.StatusOK, "/kernels/healthz": http.StatusOK,
		"/kernels/readyz": http.StatusOK,
		"/metrics":        http.StatusNotFound, "/kernels/metrics": http.StatusNotFound,
	} {
		w := get(t, s, address, plain)
		if w.Code != want {
			t.Errorf("%s: %d, want %d", address, w.Code, want)
		}
		if w.Code == http.StatusNotFound && !strings.Contains(w.Body.String(), `href="/kernels/"`) {
			t.Errorf("%s does not lead to the contents", address)
		}
	}
	for address, want := range map[string]string{"/kernels": "/kernels/",
		"/kernels//lessons/./bandwidth?fit.bandwidth=3": "/kernels/lessons/bandwidth?fit.bandwidth=3"} {
		if w := get(t, s, address, plain); w.Code/100 != 3 || w.Header().Get("Location") != want {
			t.Errorf("%s: %d to %q, want %q", address, w.Code, w.Header().Get("Location"), want)
		}
	}
	// The page that asks for a fragment stands under the prefix too.
	own := get(t, s, "/kernels"+krrPage+"/fit", map[string]string{"HX-Request": "true",
		"HX-Current-URL":  "https://course.example/kernels" + krrPage + "/fit?n=20",
		"Accept-Encoding": ""}).Body.String()
	if !strings.Contains(own, `name="lambda"`) || !strings.Contains(own, `action="/kernels`+krrPage+`/fit#fit"`) {
		t.Error("on its own page a figure's parameters get the lesson's prefix")
	}
	if panes(t, s, "/kernels", "fit.bandwidth=3") == panes(t, s, "/kernels", "fit.bandwidth=4") {
		t.Error("K on the home page does not follow the slider")
	}
}

// running starts the program with flags beside those of every test, and returns
// its address and what it returned in the end.
func running(t *testing.T, ctx context.Context, flags ...string) (address string, ended <-chan error) {
	t.Helper()
	out, in := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- run(ctx, append([]string{"-http", "127.0.0.1:0", "-metrics", ""}, flags...), in, io.Discard)
		in.Close()
	}()
	line := make([]byte, 200)
	n, err := out.Read(line)
	if err != nil {
		t.Fatalf("it printed nothing: %v; %v", err, <-done)
	}
	_, address, ok := strings.Cut(strings.TrimSpace(string(line[:n])), "http://")
	if !ok {
		t.Fatalf("it printed %q", line[:n])
	}
	return address, done
}

// TestRun starts the program, asks it, and stops it.
func TestRun(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	address, ended := running(t, ctx)
	resp, err := http.Get("http://" + address + krrPage + "/fit.json?bandwidth=3.3&points=1,2;3,4")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, resp.Body); err != nil || resp.StatusCode != http.StatusOK {
		t.Errorf("status %d, %v", resp.StatusCode, err)
	}
	resp.Body.Close()

	// The port is taken now.
	err = run(context.Background(), []string{"-http", address}, io.Discard, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "-http") {
		t.Errorf("a taken port: %v", err)
	}
	stop()
	if err := <-ended; err != nil {
		t.Errorf("stopped with %v", err)
	}
	if conn, err := net.Dial("tcp", address); err == nil {
		conn.Close()
		t.Error("it still listens")
	}
}

func TestFlags(t *testing.T) {
	for _, prefix := range []string{"kernels", "/ker nels", "/{slug}", "//", "/a/../b", "/a//b", "/a?b"} {
		if err := run(context.Background(), []string{"-http", "127.0.0.1:0", "-prefix", prefix}, io.Discard,
			io.Discard); err == nil || !strings.Contains(err.Error(), "-prefix") {
			t.Errorf("-prefix %s: %v", prefix, err)
		}
	}
	for _, origin := range []string{"example.org", "ftp://example.org", "https://", "https://example.org/kernels",
		"https://me@example.org", "https://example.org?x", "https://a\"b", "https://-", "https://example.org:x"} {
		if err := run(context.Background(), []string{"-http", "127.0.0.1:0", "-origin", origin}, io.Discard,
			io.Discard); err == nil || !strings.Contains(err.Error(), "-origin") {
			t.Errorf("-origin %s: %v", origin, err)
		}
	}
	for origin, want := range map[string]string{"": "", "https://example.org/": "https://example.org",
		"http://[::1]:8080": "http://[::1]:8080", "http://x": "http://x"} {
		if o, err := parse([]string{"-origin", origin}, io.Discard); err != nil || o.origin != want {
			t.Errorf("-origin %s: %q, %v", origin, o.origin, err)
		}
	}
	if err := run(context.Background(), []string{"-http", "127.0.0.1:0", "-metrics", "nowhere"}, io.Discard,
		io.Discard); err == nil || !strings.Contains(err.Error(), "-metrics") {
		t.Errorf("-metrics nowhere: %v", err)
	}
	if err := run(context.Background(), []string{"-http", "127.0.0.1:0", "-dev"}, io.Discard, io.Discard); err == nil ||
		!strings.Contains(err.Error(), "-dev") {
		t.Errorf("-dev in a folder of the project: %v", err)
	}
	var usage bytes.Buffer
	if err := run(context.Background(), []string{"-help"}, io.Discard, &usage); err != nil ||
		!strings.Contains(usage.String(), "-http") {
		t.Errorf("-help: %v, %q", err, &usage)
	}
	ctx, stop := context.WithCancel(context.Background())
	address, ended := running(t, ctx, "-prefix", "/kernels/")
	if _, path, _ := strings.Cut(address, "/"); path != "kernels" {
		t.Errorf("it says that it is at %s", address)
	}
	if resp, err := http.Get("http://" + address); err != nil {
		t.Error(err)
	} else if resp.Body.Close(); resp.StatusCode != http.StatusOK {
		t.Errorf("what it says is there is %d", resp.StatusCode)
	}
	stop()
	if err := <-ended; err != nil {
		t.Errorf("stopped with %v", err)
	}
}

// Three servers of the course keep their rooms together: a room of one is there on the next.
func TestACluster(t *testing.T) {
	var peers []string
	for range 3 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		peers = append(peers, l.Addr().String())
		l.Close()
	}
	for _, flags := range [][]string{{}, {"-nats", "nats://x"}, {"-data", t.TempDir()}} {
		_, err := parse(append(flags, "-cluster", strings.Join(peers, ",")), io.Discard)
		if err == nil || !strings.Contains(err.Error(), "-cluster") {
			t.Errorf("-cluster with %v: %v", flags, err)
		}
	}
	t.Setenv(clusterPassword, "secret")
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var servers []string
	for range peers {
		address, ended := running(t, ctx, "-data", t.TempDir(), "-cluster", strings.Join(peers, ","))
		defer func() { stop(); <-ended }()
		servers = append(servers, "http://"+address)
		peers = append(peers[1:], peers[0])
	}
	for _, server := range servers {
		eventually(t, "it is ready", func() bool {
			answer, err := http.Get(server + "/readyz")
			if err == nil {
				answer.Body.Close()
			}
			return err == nil && answer.StatusCode == http.StatusOK
		})
	}
	answer, err := http.Post(servers[0]+"/rooms", "application/json", strings.NewReader(`{"lesson": "bandwidth"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var opened struct{ State string }
	if err := json.NewDecoder(answer.Body).Decode(&opened); err != nil || opened.State == "" {
		t.Fatalf("a room: %d, %v", answer.StatusCode, err)
	}
	for _, server := range servers {
		if answer, err := http.Get(server + opened.State); err != nil || answer.StatusCode != http.StatusOK {
			t.Errorf("the room on %s: %v, %v", server, answer, err)
		} else {
			answer.Body.Close()
		}
	}
}

func TestMetricsOnAListenerOfTheirOwn(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	metrics := taken.Addr().String()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	_, ended := running(t, ctx, "-metrics", metrics) // a second server on one machine is no reason not to teach
	stop()
	if err := <-ended; err != nil {
		t.Errorf("with the address taken: %v", err)
	}
	taken.Close()
	ctx, stop = context.WithCancel(context.Background())
	defer stop()
	_, ended = running(t, ctx, "-metrics", metrics)
	resp, err := http.Get("http://" + metrics + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	if err != nil || !bytes.Contains(body, []byte("gramophone_full_total 0")) {
		t.Errorf("metrics: %v, %.80q", err, body)
	}
	stop()
	if err := <-ended; err != nil {
		t.Errorf("stopped with %v", err)
	}
}

// TestStopping tells a server to stop: while it drains, new connections are taken
// and told so; what is under way is answered; then it ends without an error.
func TestStopping(t *testing.T) {
	s := quietSite()
	working, finish := make(chan bool), make(chan bool)
	inside := s.handler
	s.handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			close(working)
			<-finish
		}
		inside.ServeHTTP(w, r)
	})
	address, stop, ended := serving(t, s, 2*time.Second, time.Minute)
	var answered sync.WaitGroup
	answered.Go(func() {
		resp, err := http.Get(address + "/slow")
		if err != nil {
			t.Errorf("what was under way: %v", err)
			return
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusNotFound {
			t.Errorf("what was under way: %d", resp.StatusCode)
		}
	})
	<-working
	stop()
	fresh := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}} // as a proxy's check comes
	for said := ""; said != "stopping\n"; {
		resp, err := fresh.Get(address + "/readyz")
		if err != nil {
			t.Fatalf("it did not say that it stops: %v", err)
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || (resp.StatusCode == http.StatusOK) != (string(body) == "ok\n") {
			t.Fatalf("/readyz: %d %q, %v", resp.StatusCode, body, err)
		}
		said = string(body)
	}
	if resp, err := fresh.Get(address + "/"); err != nil {
		t.Errorf("a reader while it drains: %v", err)
	} else if resp.Body.Close(); resp.StatusCode != http.StatusOK {
		t.Errorf("a reader while it drains: %d", resp.StatusCode)
	}
	for range time.Tick(20 * time.Millisecond) {
		conn, err := net.Dial("tcp", strings.TrimPrefix(address, "http://"))
		if err != nil {
			break // the listener is closed, and one request is under way
		}
		conn.Close()
	}
	close(finish)
	answered.Wait()
	if err := <-ended; err != nil {
		t.Errorf("it ended with %v", err)
	}
}

// TestASlowReaderIsCutOff has a client that does not read what it asked for.
func TestASlowReaderIsCutOff(t *testing.T) {
	s := quietSite()
	writing, written := make(chan bool), make(chan error, 1)
	s.handler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(writing)
		_, err := w.Write(make([]byte, 64<<20)) // more than any socket holds
		written <- err
	})
	address, stop, ended := serving(t, s, 0, 50*time.Millisecond)
	conn, err := net.Dial("tcp", strings.TrimPrefix(address, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: course\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	<-writing
	stop()
	if err := <-ended; err != nil {
		t.Errorf("it ended with %v", err)
	}
	if err := <-written; !errors.Is(err, net.ErrClosed) {
		t.Errorf("the slow reader was not cut off: %v", err)
	}
}

// serving has s answer on a port of its own until stop is called.
func serving(t *testing.T, s *site, drain, grace time.Duration) (address string, stop context.CancelFunc,
	ended <-chan error) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	t.Cleanup(stop)
	done := make(chan error, 1)
	go func() { done <- s.serve(ctx, listener, drain, grace) }()
	return "http://" + listener.Addr().String(), stop, done
}
