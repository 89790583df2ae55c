package main

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"
)

// What an open connection may cost. The kernel takes what is written to it, and its
// memory is in no count of ours; so what it takes is bounded, how long it keeps what
// nobody reads, and how many connections there are. About a gigabyte is the most that
// maxConnections readers could make it keep who read nothing at all, half a minute long.
const (
	// writeBuffer is the memory that the kernel takes for answers before their reader has
	// read them, and a page of it more. It holds some 190 kB of them: a page in one go, and
	// 1.9 MB a second at a tenth of a second there and back.
	writeBuffer = 256 << 10
	// unreadTimeout is how long it keeps them where the reader acknowledges nothing: a
	// phone in a tunnel. It is known on Linux; elsewhere idleTimeout has to do.
	unreadTimeout = 30 * time.Second
	// maxConnections is for five hundred browsers with the six that one has at most, and a
	// thousand more. There is no limit by address: a lecture hall has one, and so has
	// everybody behind a proxy.
	maxConnections = 4096
)

// connections are those that are open, and since when they are idle. Where there are as
// many as may be, the one that has been idle for longest makes room for a new one: a
// browser opens another when it needs it.
type connections struct {
	most int
	mu   sync.Mutex
	open map[net.Conn]time.Time // zero of those at work
}

func newConnections(most int) *connections {
	return &connections{most: most, open: map[net.Conn]time.Time{}}
}

// watch is an http.Server's ConnState.
func (c *connections) watch(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch state {
	case http.StateNew:
		if len(c.open) >= c.most && !c.makeRoom() {
			abort(conn)
			return
		}
		c.open[conn] = time.Now() // it has not asked yet
	case http.StateActive:
		c.put(conn, time.Time{})
	case http.StateIdle:
		c.put(conn, time.Now())
	case http.StateClosed, http.StateHijacked:
		delete(c.open, conn)
	}
}

// put notes since when a connection is idle, unless it has made room meanwhile.
func (c *connections) put(conn net.Conn, idle time.Time) {
	if _, in := c.open[conn]; in {
		c.open[conn] = idle
	}
}

// makeRoom closes the connection that has been idle for longest, and reports whether
// there is one.
func (c *connections) makeRoom() bool {
	var oldest net.Conn
	for conn, idle := range c.open {
		if !idle.IsZero() && (oldest == nil || idle.Before(c.open[oldest])) {
			oldest = conn
		}
	}
	if oldest == nil {
		return false
	}
	delete(c.open, oldest)
	abort(oldest)
	return true
}

// count is how many connections are open.
func (c *connections) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.open)
}

// abort closes a connection and has the kernel forget what its reader has not read.
func abort(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

type connectionKey struct{}

// withConnection is an http.Server's ConnContext: it bounds what a connection may hold,
// and lets who answers know it.
func withConnection(ctx context.Context, conn net.Conn) context.Context {
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetWriteBuffer(writeBuffer / bufferFactor)
		forgetUnread(tcp, unreadTimeout)
	}
	return context.WithValue(ctx, connectionKey{}, conn)
}

// forsake aborts the connection of who asked.
func forsake(ctx context.Context) {
	if conn, ok := ctx.Value(connectionKey{}).(net.Conn); ok {
		abort(conn)
	}
}

// awaitReader returns when the reader of what was written has acknowledged all of it, and
// closes the connection when he acknowledges nothing for as long as patience, or not all
// of it until last. Where there is no connection, or no way to know, it returns at once.
func awaitReader(ctx context.Context, patience time.Duration, last time.Time) {
	const often = 10 * time.Millisecond
	conn, ok := ctx.Value(connectionKey{}).(*net.TCPConn)
	if !ok {
		return
	}
	end, least := time.Now().Add(patience), unread(conn)
	if least == 0 {
		return
	}
	look := time.NewTicker(often)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done(): // he has hung up
			return
		case <-look.C:
		}
		left := unread(conn)
		if left == 0 {
			return
		}
		if left < least {
			end, least = time.Now().Add(patience), left
		}
		if now := time.Now(); now.After(end) || now.After(last) {
			abort(conn)
			return
		}
	}
}
