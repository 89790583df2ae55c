package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// connect opens a connection to a server, of a reader whose own machine takes next to
// nothing before it is read.
func connect(t *testing.T, address string) (net.Conn, *bufio.Reader) {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(address, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if err := conn.(*net.TCPConn).SetReadBuffer(4 << 10); err != nil {
		t.Fatal(err)
	}
	return conn, bufio.NewReader(conn)
}

func request(t *testing.T, conn net.Conn, path string) {
	t.Helper()
	if _, err := io.WriteString(conn, "GET "+path+" HTTP/1.1\r\nHost: course\r\n\r\n"); err != nil {
		t.Error(err)
	}
}

// Readers of large answers who read nothing are given up, and what they have not read is
// nowhere kept. Until then no more is on its way, in the kernel either, than may be.
func TestWhoDoesNotReadIsGivenUp(t *testing.T) {
	s := quietSite()
	s.chunkTime = 300 * time.Millisecond
	get(t, s, bigTable, plain) // drawn, so that there is nothing to wait for but readers
	address, _, _ := serving(t, s, 0, time.Second)
	const readers = 40
	conns := make([]net.Conn, readers)
	for i := range conns {
		conns[i], _ = connect(t, address)
		request(t, conns[i], bigTable)
	}
	most, started, patience := 0, false, time.Now().Add(2*time.Minute)
	for range time.Tick(5 * time.Millisecond) {
		if time.Now().After(patience) {
			t.Fatalf("after two minutes %d bytes are on their way to who does not read, and %d wait (begun: %v)",
				s.large.taken.Load(), s.large.waiting.Load(), started)
		}
		total := 0
		s.readers.mu.Lock()
		for conn := range s.readers.open {
			total += unread(conn.(*net.TCPConn))
		}
		s.readers.mu.Unlock()
		most = max(most, total)
		busy := s.large.taken.Load()+s.large.waiting.Load() > 0
		if started = started || busy; started && !busy && s.draws.open.taken.Load() == 0 && total < chunk {
			break
		}
	}
	if limit := s.memory.sending() + readers*(8<<10); most > limit {
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
	s.chunkTime = maxChunkTime // nobody is sent anything now, and who reads has the time that he always has
	resp, err := http.Get(address + bigTable)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if n, err := io.Copy(io.Discard, resp.Body); err != nil || resp.StatusCode != http.StatusOK || n < large {
		t.Errorf("who reads: %d, %d bytes, %v", resp.StatusCode, n, err)
	}
}

// Where as many connections are open as may be, who has been idle for longest makes room,
// and nobody who is at work.
func TestConnectionsAreBounded(t *testing.T) {
	s := quietSite()
	s.readers = newConnections(3)
	working, finish := make(chan bool), make(chan bool)
	inside := s.handler
	s.handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			working <- true
			<-finish
		}
		inside.ServeHTTP(w, r)
	})
	address, _, _ := serving(t, s, 0, time.Second)
	answered := func(name string, conn net.Conn, answer *bufio.Reader) error {
		resp, err := http.ReadResponse(answer, nil)
		if err == nil {
			_, err = io.Copy(io.Discard, resp.Body)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return nil
	}
	slow, slowAnswer := connect(t, address)
	request(t, slow, "/slow")
	<-working
	var idle []net.Conn
	var idleAnswers []*bufio.Reader
	for i := range 4 { // beyond the two that there is room for, each closes the first that is left
		conn, answer := connect(t, address)
		request(t, conn, "/healthz")
		if err := answered(fmt.Sprint("reader ", i), conn, answer); err != nil {
			t.Error(err)
		}
		idle, idleAnswers = append(idle, conn), append(idleAnswers, answer)
		for range time.Tick(time.Millisecond) { // until the server, too, is done with it
			s.readers.mu.Lock()
			busy := 0
			for _, o := range s.readers.open {
				if !o.idle {
					busy++
				}
			}
			s.readers.mu.Unlock()
			if busy == 1 {
				break
			}
		}
	}
	for i, conn := range idle {
		_, err := io.WriteString(conn, "GET /healthz HTTP/1.1\r\nHost: course\r\n\r\n")
		if err == nil {
			err = answered("", conn, idleAnswers[i])
		}
		if (err == nil) != (i >= 2) {
			t.Errorf("reader %d: %v", i, err)
		}
	}
	finish <- true
	if err := answered("who was at work", slow, slowAnswer); err != nil {
		t.Error(err)
	}
	if n := s.readers.count(); n > 3 {
		t.Errorf("%d connections", n)
	}
}

// connectFrom is connect from one of the machine's own addresses.
func connectFrom(t *testing.T, from, address string) (net.Conn, *bufio.Reader) {
	t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	conn, err := d.DialContext(t.Context(), "tcp", strings.TrimPrefix(address, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn, bufio.NewReader(conn)
}

// byAddress has every address of this machine be a household, as others' are.
func byAddress(c net.Conn) string { return hostOf(c.RemoteAddr().String()) }

// status asks for a page on a connection.
func status(t *testing.T, conn net.Conn, answer *bufio.Reader, path string) int {
	t.Helper()
	request(t, conn, path)
	resp, err := http.ReadResponse(answer, nil)
	if err != nil {
		return 0
	}
	_, _ = io.Copy(io.Discard, resp.Body) // what is missing is seen by the next
	return resp.StatusCode
}

// Who hangs on with all connections that there may be makes room for another address, and not
// for another of his own. Where everybody hangs on, a check of the server's health is answered
// all the same, and others are told that it is full.
func TestWhoHangsOnMakesRoom(t *testing.T) {
	s := quietSite()
	s.readers = newConnections(4)
	s.readers.house = byAddress
	working := make(chan bool)
	inside := s.handler
	s.handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			working <- true
			<-r.Context().Done()
			return
		}
		inside.ServeHTTP(w, r)
	})
	address, _, _ := serving(t, s, 0, time.Second)
	hang := func(from string) (net.Conn, *bufio.Reader) {
		conn, answer := connectFrom(t, from, address)
		request(t, conn, "/slow")
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
	if got := status(t, reader, pages, "/api"); got != http.StatusOK {
		t.Errorf("a reader of another address: %d", got)
	}
	request(t, reader, "/slow")
	<-working
	for _, from := range []string{"127.0.0.4", "127.0.0.5"} {
		hang(from)
	}
	if n := s.readers.count(); n != 4 {
		t.Errorf("%d connections, want 4", n)
	}
	// Each hangs on with one now.
	conn, pages := connectFrom(t, "127.0.0.7", address)
	if got := status(t, conn, pages, "/healthz"); got != http.StatusOK {
		t.Errorf("a check where all connections are taken: %d", got)
	}
	if got := status(t, conn, pages, "/"); got != http.StatusServiceUnavailable {
		t.Errorf("a page there: %d", got)
	}
	for i := range 2 * spareConnections { // nor do spare ones run out
		conn, pages := connectFrom(t, fmt.Sprint("127.0.1.", 1+i%4), address)
		if got := status(t, conn, pages, "/healthz"); got != http.StatusOK {
			t.Errorf("check %d: %d", i, got)
		}
	}
	if n := s.readers.count(); n > 4+spareConnections {
		t.Errorf("%d connections", n)
	}
}

// What has made room is not counted again when it stirs.
func TestWhatMadeRoomIsGone(t *testing.T) {
	c := newConnections(1)
	first, _ := net.Pipe()
	second, _ := net.Pipe()
	c.watch(first, http.StateNew)
	c.watch(second, http.StateNew)
	for _, state := range []http.ConnState{http.StateActive, http.StateIdle} {
		c.watch(first, state)
		if _, in := c.open[second]; c.count() != 1 || !in {
			t.Errorf("%v: %d connections, the new one among them: %v", state, c.count(), in)
		}
	}
}
