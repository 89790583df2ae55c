package flow

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// noError ends the test at an error.
func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// dials opens a connection to a server, of a reader whose own machine takes next to
// nothing before it is read.
func dials(t *testing.T, address string) (net.Conn, *bufio.Reader) {
	t.Helper()
	conn, answer := connectFrom(t, "127.0.0.1", address)
	noError(t, conn.(*net.TCPConn).SetReadBuffer(4<<10))
	return conn, answer
}

// connectFrom opens a connection from one of the machine's own addresses.
func connectFrom(t *testing.T, from, address string) (net.Conn, *bufio.Reader) {
	t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	conn, err := d.DialContext(t.Context(), "tcp", strings.TrimPrefix(address, "http://"))
	noError(t, err)
	t.Cleanup(func() { conn.Close() })
	return conn, bufio.NewReader(conn)
}

func asksFor(t *testing.T, conn net.Conn, path string) {
	t.Helper()
	_, err := io.WriteString(conn, "GET "+path+" HTTP/1.1\r\nHost: course\r\n\r\n")
	noError(t, err)
}

// serves has a flow answer on a port of its own: /slow as told, /large with 4 MB, and others at once.
func serves(t *testing.T, f *Flow, slow http.HandlerFunc) (address string) {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(http.ResponseWriter, *http.Request) {})
	if slow != nil {
		mux.HandleFunc("/slow", slow)
	}
	mux.HandleFunc("/large", func(w http.ResponseWriter, r *http.Request) {
		o, err := f.Begin(w, r, len(tall), len(tall))
		if err != nil {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		defer o.End()
		w.Header().Set("Content-Length", strconv.Itoa(len(tall)))
		_, err = o.Write(tall)
		o.Settle(err)
	})
	server := httptest.NewUnstartedServer(f.Guard(mux, ""))
	server.Config.ConnState, server.Config.ConnContext = f.Connections.Watch, WithConnection
	server.Start()
	t.Cleanup(server.CloseClientConnections)
	return server.URL
}

// tall is a large answer.
var tall = make([]byte, 4<<20)

// newTestFlow is one of so many bytes.
func newTestFlow(bytes int) *Flow {
	return New(Limits{Bytes: bytes}, NewRefusals(slog.New(slog.NewTextHandler(io.Discard, nil))))
}

// Readers of large answers who read nothing are given up, and what they have not read is
// nowhere kept. Until then no more is on its way, in the kernel either, than may be.
func TestWhoDoesNotReadIsGivenUp(t *testing.T) {
	f := newTestFlow(32 << 20)
	f.chunkTime = 300 * time.Millisecond
	address := serves(t, f, nil)
	const readers = 40
	conns := make([]net.Conn, readers)
	for i := range conns {
		conns[i], _ = dials(t, address)
		asksFor(t, conns[i], "/large")
	}
	most, started, patience := 0, false, time.Now().Add(2*time.Minute)
	for range time.Tick(5 * time.Millisecond) {
		if time.Now().After(patience) {
			t.Fatalf("after two minutes %d bytes are on their way to who does not read, and %d wait (begun: %v)",
				f.large.Load().Taken.Load(), f.large.Load().Waiting.Load(), started)
		}
		total := 0
		f.Connections.mu.Lock()
		for conn := range f.Connections.open {
			total += unread(conn.(*net.TCPConn))
		}
		f.Connections.mu.Unlock()
		most = max(most, total)
		busy := f.large.Load().Taken.Load()+f.large.Load().Waiting.Load() > 0
		if started = started || busy; started && !busy && total < Chunk {
			break
		}
	}
	if limit := 32<<20 + readers*(8<<10); most > limit {
		t.Errorf("%d bytes of the kernel's at one time, want at most %d", most, limit)
	}
	var cut sync.WaitGroup
	for _, conn := range conns {
		cut.Go(func() {
			resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				return // cut off before its head was read
			}
			if resp.StatusCode == http.StatusServiceUnavailable {
				return // there was no room for it
			}
			if n, err := io.Copy(io.Discard, resp.Body); err == nil {
				t.Errorf("a reader who did not read has all of %d bytes", n)
			}
		})
	}
	cut.Wait()
	f.chunkTime = maxChunkTime // nobody is sent anything now, and who reads has the time that he always has
	resp, err := http.Get(address + "/large")
	noError(t, err)
	defer resp.Body.Close()
	if n, err := io.Copy(io.Discard, resp.Body); err != nil || resp.StatusCode != http.StatusOK || n < large {
		t.Errorf("who reads: %d, %d bytes, %v", resp.StatusCode, n, err)
	}
}

// Where as many connections are open as may be, who has been idle for longest makes room,
// and nobody who is at work.
func TestConnectionsAreBounded(t *testing.T) {
	f := newTestFlow(32 << 20)
	f.Connections = newConnections(3)
	working, finish := make(chan bool), make(chan bool)
	address := serves(t, f, func(http.ResponseWriter, *http.Request) {
		working <- true
		<-finish
	})
	answered := func(name string, answer *bufio.Reader) error {
		resp, err := http.ReadResponse(answer, nil)
		if err == nil {
			_, err = io.Copy(io.Discard, resp.Body)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return nil
	}
	slow, slowAnswer := dials(t, address)
	asksFor(t, slow, "/slow")
	<-working
	var idle []net.Conn
	var idleAnswers []*bufio.Reader
	for i := range 4 { // beyond the two that there is room for, each closes the first that is left
		conn, answer := dials(t, address)
		asksFor(t, conn, "/healthz")
		noError(t, answered(fmt.Sprint("reader ", i), answer))
		idle, idleAnswers = append(idle, conn), append(idleAnswers, answer)
		for range time.Tick(time.Millisecond) { // until the server, too, is done with it
			f.Connections.mu.Lock()
			busy := 0
			for _, o := range f.Connections.open {
				if !o.idle {
					busy++
				}
			}
			f.Connections.mu.Unlock()
			if busy == 1 {
				break
			}
		}
	}
	for i, conn := range idle {
		_, err := io.WriteString(conn, "GET /healthz HTTP/1.1\r\nHost: course\r\n\r\n")
		if err == nil {
			err = answered("", idleAnswers[i])
		}
		if (err == nil) != (i >= 2) {
			t.Errorf("reader %d: %v", i, err)
		}
	}
	finish <- true
	noError(t, answered("who was at work", slowAnswer))
	if n := f.Connections.Count(); n > 3 {
		t.Errorf("%d connections", n)
	}
}

// isTold asks for a page on a connection, and fails unless it has the status.
func isTold(t *testing.T, what string, conn net.Conn, answer *bufio.Reader, path string, want int) {
	t.Helper()
	asksFor(t, conn, path)
	resp, err := http.ReadResponse(answer, nil)
	if err != nil || resp.StatusCode != want {
		t.Errorf("%s: %+v, %v, want %d", what, resp, err, want)
		return
	}
	_, _ = io.Copy(io.Discard, resp.Body) // what is missing is seen by the next
}

// byAddress has every address of this machine be a household, as others' are.
func byAddress(c net.Conn) string { return hostOf(c.RemoteAddr().String()) }

// Who hangs on with all connections that there may be makes room for another address, and not
// for another of his own. Where everybody hangs on, a check of the server's health is answered
// all the same, and others are told that it is full.
func TestWhoHangsOnMakesRoom(t *testing.T) {
	f := newTestFlow(32 << 20)
	f.Connections = newConnections(4)
	f.Connections.House = byAddress
	working := make(chan bool)
	address := serves(t, f, func(_ http.ResponseWriter, r *http.Request) {
		working <- true
		<-r.Context().Done()
	})
	hang := func(from string) (net.Conn, *bufio.Reader) {
		conn, answer := connectFrom(t, from, address)
		asksFor(t, conn, "/slow")
		<-working
		return conn, answer
	}
	first, answer := hang("127.0.0.2")
	for range 3 {
		hang("127.0.0.2")
	}
	// Another of his makes room for itself; a reader's finds it.
	hang("127.0.0.2")
	if _, err := answer.ReadByte(); err == nil {
		t.Error("the oldest of who hangs on is answered")
	}
	first.Close()
	reader, pages := connectFrom(t, "127.0.0.3", address)
	isTold(t, "a reader of another address", reader, pages, "/api", http.StatusOK)
	asksFor(t, reader, "/slow")
	<-working
	for _, from := range []string{"127.0.0.4", "127.0.0.5"} {
		hang(from)
	}
	if n := f.Connections.Count(); n != 4 {
		t.Errorf("%d connections, want 4", n)
	}
	// Each hangs on with one now.
	conn, pages := connectFrom(t, "127.0.0.7", address)
	isTold(t, "a check where all connections are taken", conn, pages, "/healthz", http.StatusOK)
	isTold(t, "a page there", conn, pages, "/", http.StatusServiceUnavailable)
	for i := range 2 * spareConnections { // nor do spare ones run out
		conn, pages := connectFrom(t, fmt.Sprint("127.0.1.", 1+i%4), address)
		isTold(t, fmt.Sprint("check ", i), conn, pages, "/healthz", http.StatusOK)
	}
	if n := f.Connections.Count(); n > 4+spareConnections {
		t.Errorf("%d connections", n)
	}
}

// What has made room is not counted again when it stirs.
func TestWhatMadeRoomIsGone(t *testing.T) {
	c := newConnections(1)
	first, _ := net.Pipe()
	second, _ := net.Pipe()
	c.Watch(first, http.StateNew)
	c.Watch(second, http.StateNew)
	for _, state := range []http.ConnState{http.StateActive, http.StateIdle} {
		c.Watch(first, state)
		if _, in := c.open[second]; c.Count() != 1 || !in {
			t.Errorf("%v: %d connections, the new one among them: %v", state, c.Count(), in)
		}
	}
}

// A slowReader takes chunks until it takes no more, and notes until when each was
// to be written.
type slowReader struct {
	*httptest.ResponseRecorder
	chunks    int
	deadlines []time.Time
}

func (r *slowReader) SetWriteDeadline(t time.Time) error {
	r.deadlines = append(r.deadlines, t)
	return nil
}

func (r *slowReader) Write(b []byte) (int, error) {
	if len(r.deadlines) > r.chunks {
		return 0, errors.New("i/o timeout")
	}
	return r.ResponseRecorder.Write(b)
}

// A large answer is written chunk by chunk, each with a time of its own, and given
// up when the reader takes no more.
func TestALargeAnswerIsGivenUp(t *testing.T) {
	f, whole := newTestFlow(32<<20), len(tall)
	for _, c := range []struct{ chunks, bytes, tries int }{
		{1000, whole, (whole + Chunk - 1) / Chunk},
		{3, 3 * Chunk, 4},
	} {
		w := &slowReader{ResponseRecorder: httptest.NewRecorder(), chunks: c.chunks}
		begin := time.Now()
		o, err := f.Begin(w, httptest.NewRequest("GET", "/", nil), whole, whole)
		noError(t, err)
		_, err = o.Write(tall)
		o.Settle(err)
		o.End()
		if w.Code != http.StatusOK || w.Body.Len() != c.bytes || len(w.deadlines) != c.tries {
			t.Fatalf("%d, %d bytes after %d tries, want %d after %d", w.Code, w.Body.Len(), len(w.deadlines), c.bytes,
				c.tries)
		}
		for _, d := range w.deadlines {
			if wait := d.Sub(begin); wait < maxChunkTime || wait > WriteTimeout+time.Minute {
				t.Errorf("a chunk has %v", wait)
			}
		}
		if f.large.Load().Taken.Load() != 0 {
			t.Errorf("%d bytes are still on their way", f.large.Load().Taken.Load())
		}
	}
}

// One address has at most half of what may be on its way, and a proxy's all of it.
func TestAnAddressHasHalf(t *testing.T) {
	s := newSending(100, 0, time.Second)
	from := func(address string) *http.Request {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = address
		return r
	}
	var ends []func()
	for _, c := range []struct {
		address string
		bytes   int
		let     bool
	}{
		{"192.0.2.1:1000", 30, true}, {"192.0.2.1:1001", 30, false}, {"192.0.2.1:1002", 20, true},
		{"192.0.2.1:1003", 1, false},
		{"[2001:db8::1]:1", 30, true}, {"[2001:db8::2]:1", 30, false}, {"127.0.0.1:1", 20, true},
		{"127.0.0.1:1", 1, false},
	} {
		end, err := s.start(t.Context(), from(c.address), c.bytes)
		if (err == nil) != c.let {
			t.Errorf("%d bytes to %s: %v", c.bytes, c.address, err)
		}
		if err == nil {
			ends = append(ends, end)
		}
	}
	for _, end := range ends {
		end()
	}
	if s.Load().Taken.Load() != 0 || len(s.of) != 0 {
		t.Errorf("%d bytes are left, and %d addresses", s.Load().Taken.Load(), len(s.of))
	}
	for range 2 {
		if _, err := s.start(t.Context(), from("[::1]:1"), 1000); err != nil {
			t.Errorf("to a proxy: %v", err)
		}
	}
}

// A writer that cannot flush, as one of somebody's around the course, has all that is written.
func TestAWriterThatCannotFlush(t *testing.T) {
	w := httptest.NewRecorder()
	o, err := newTestFlow(32<<20).Begin(struct{ http.ResponseWriter }{w}, httptest.NewRequest("GET", "/", nil), 4, 4)
	noError(t, err)
	defer o.End()
	for _, part := range []string{"ab", "cd"} {
		_, err := o.Write([]byte(part))
		noError(t, errors.Join(err, o.Flush()))
	}
	if w.Body.String() != "abcd" {
		t.Errorf("it has %q", w.Body)
	}
}
