package flow

import (
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// Every connection that is taken has a bound on what the kernel takes for it, and on how
// long it keeps what nobody reads.
func TestConnectionsHaveTheirBounds(t *testing.T) {
	f := newTestFlow(32 << 20)
	address := serves(t, f, nil)
	conn, answer := dials(t, address)
	asksFor(t, conn, "/healthz")
	_, err := http.ReadResponse(answer, nil)
	noError(t, err)
	f.Connections.mu.Lock()
	defer f.Connections.mu.Unlock()
	for conn := range f.Connections.open {
		control(conn.(*net.TCPConn), func(fd int) {
			if n, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_SNDBUF); n > writeBuffer || err != nil {
				t.Errorf("a send buffer of %d, %v", n, err)
			}
			if ms, err := unix.GetsockoptInt(fd, unix.IPPROTO_TCP,
				unix.TCP_USER_TIMEOUT); ms != int(unreadTimeout.Milliseconds()) || err != nil {
				t.Errorf("unread for %d ms, %v", ms, err)
			}
		})
	}
}

// Who acknowledges a little now and again is waited for as long as any answer may take,
// and no longer.
func TestASlowReaderIsGivenUp(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	noError(t, err)
	defer listener.Close()
	reader, _ := dials(t, listener.Addr().String())
	conn, err := listener.Accept()
	noError(t, err)
	defer conn.Close()
	ctx := WithConnection(t.Context(), conn)
	const all, bite = 150 << 10, 1 << 10
	_, err = conn.Write(make([]byte, all))
	noError(t, err)
	done := make(chan bool)
	go func() {
		awaitReader(ctx, time.Minute, time.Now().Add(100*time.Millisecond))
		close(done)
	}()
	look, read := time.NewTicker(5*time.Millisecond), 0
	defer look.Stop()
	for waiting := true; waiting; {
		select {
		case <-done:
			waiting = false
		case <-look.C:
			n, err := reader.Read(make([]byte, bite))
			if read += n; err != nil {
				look.Stop() // cut off
			}
		}
	}
	if _, err := io.Copy(io.Discard, reader); err == nil || read > all/2 {
		t.Errorf("after %d of %d bytes the rest ends with %v", read, all, err)
	}
}
