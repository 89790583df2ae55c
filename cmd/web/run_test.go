package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gramophone-course/gramophone/lessons/course"
)

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

// statusAt is what an address answers with, once it has answered.
func statusAt(t *testing.T, address string) int {
	t.Helper()
	resp := course.Must(http.Get(address))
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		t.Errorf("%s: %v", address, err)
	}
	return resp.StatusCode
}

// refuses holds that the program does not start with these flags, and says which of them is wrong.
func refuses(t *testing.T, wrong string, flags ...string) {
	t.Helper()
	err := run(t.Context(), append([]string{"-http", "127.0.0.1:0"}, flags...), io.Discard, io.Discard)
	if err == nil || !strings.Contains(err.Error(), wrong) {
		t.Errorf("%q: %v", flags, err)
	}
}

// TestRun starts the program, asks it, and stops it.
func TestRun(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	address, ended := running(t, ctx)
	const fit = "/lessons/kernel-ridge-regression/fit.json?bandwidth=3.3&points=1,2;3,4"
	if status := statusAt(t, "http://"+address+fit); status != http.StatusOK {
		t.Errorf("status %d", status)
	}
	refuses(t, "-http", "-http", address) // the port is taken now
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
		refuses(t, "-prefix", "-prefix", prefix)
	}
	for _, origin := range []string{"example.org", "ftp://example.org", "https://", "https://example.org/kernels",
		"https://me@example.org", "https://example.org?x", "https://a\"b", "https://-", "https://example.org:x"} {
		refuses(t, "-origin", "-origin", origin)
	}
	refuses(t, "-metrics", "-metrics", "nowhere")
	refuses(t, "-dev", "-dev") // in a folder of the project
	var usage bytes.Buffer
	if err := run(context.Background(), []string{"-help"}, io.Discard, &usage); err != nil ||
		!strings.Contains(usage.String(), "-http") {
		t.Errorf("-help: %v, %q", err, &usage)
	}
	ctx, stop := context.WithCancel(context.Background())
	address, ended := running(t, ctx, "-prefix", "/kernels/", "-mcp=false")
	if _, path, _ := strings.Cut(address, "/"); path != "kernels" {
		t.Errorf("it says that it is at %s", address)
	}
	for path, want := range map[string]int{"/healthz": http.StatusOK, "/mcp": http.StatusNotFound} { // no assistants
		if status := statusAt(t, "http://"+address+path); status != want {
			t.Errorf("%s: %d, want %d", path, status, want)
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Errorf("stopped with %v", err)
	}
}

// The secret that seals sheets is read from a file; one that is missing or too short is said before anything is served.
func TestReadKey(t *testing.T) {
	file := filepath.Join(t.TempDir(), "key")
	if key, err := readKey(""); key != nil || err != nil {
		t.Errorf("no file: %v, %v", key, err)
	}
	for text, length := range map[string]int{strings.Repeat("ab", 32) + "\n": 32, "short": 0} {
		course.Must(0, os.WriteFile(file, []byte(text), 0o600))
		if key, err := readKey(file); len(key) != length || (err == nil) != (length > 0) {
			t.Errorf("%q: %v, %v", text, key, err)
		}
	}
	refuses(t, "-key: ", "-key", file+".none")
}

// Three servers of the course keep their rooms together: a room of one is there on the next.
func TestACluster(t *testing.T) {
	var peers []string
	for range 3 {
		l := course.Must(net.Listen("tcp", "127.0.0.1:0"))
		peers = append(peers, l.Addr().String())
		l.Close()
	}
	for _, flags := range [][]string{{}, {"-nats", "nats://x"}, {"-data", t.TempDir()}} {
		refuses(t, "-cluster", append(flags, "-cluster", strings.Join(peers, ","))...)
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
		for ready := false; !ready; time.Sleep(20 * time.Millisecond) { // which is all that the test waits for
			if answer, err := http.Get(server + "/readyz"); err == nil {
				answer.Body.Close()
				ready = answer.StatusCode == http.StatusOK
			}
		}
	}
	body := strings.NewReader(`{"lesson": "bandwidth"}`)
	answer := course.Must(http.Post(servers[0]+"/rooms", "application/json", body))
	defer answer.Body.Close()
	var opened struct{ State string }
	if err := json.NewDecoder(answer.Body).Decode(&opened); err != nil || opened.State == "" {
		t.Fatalf("a room: %d, %v", answer.StatusCode, err)
	}
	for _, server := range servers {
		if status := statusAt(t, server+opened.State); status != http.StatusOK {
			t.Errorf("the room on %s: %d", server, status)
		}
	}
}

func TestMetricsOnAListenerOfTheirOwn(t *testing.T) {
	taken := course.Must(net.Listen("tcp", "127.0.0.1:0"))
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
	resp := course.Must(http.Get("http://" + metrics + "/metrics"))
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
