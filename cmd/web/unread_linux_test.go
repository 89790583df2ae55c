package main

import (
	"net"
	"net/http"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// Every connection that is taken has a bound on what the kernel takes for it, and on how
// long it keeps what nobody reads.
func TestConnectionsHaveTheirBounds(t *testing.T) {
	s := quietSite()
	address, _, _ := serving(t, s, 0, time.Second)
	conn, answer := connect(t, address)
	request(t, conn, "/healthz")
	if _, err := http.ReadResponse(answer, nil); err != nil {
		t.Fatal(err)
	}
	s.readers.mu.Lock()
	defer s.readers.mu.Unlock()
	for conn := range s.readers.open {
		control(conn.(*net.TCPConn), func(fd int) {
			// The kernel doubles what it is asked for, for its own needs.
			if n, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_SNDBUF); n > 2*writeBuffer || err != nil {
				t.Errorf("a send buffer of %d, %v", n, err)
			}
			if ms, err := unix.GetsockoptInt(fd, unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT); ms != int(unreadTimeout.Milliseconds()) || err != nil {
				t.Errorf("unread for %d ms, %v", ms, err)
			}
		})
	}
}
