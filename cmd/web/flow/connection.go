package flow

import (
	"context"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/gramophone-course/gramophone/lessons/fair"
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
	// thousand more. There is no share of an address: a lecture hall has one, and so has
	// everybody behind a proxy. But where none is left, who has most makes room.
	maxConnections = 4096
	// restFor is how long one that is idle counts as at work, of whom is known: between two
	// requests of a page nobody is to be cut off for who hangs on.
	restFor = 10 * time.Second
	// spareConnections are beside them, for who asks whether the server lives: a check of its
	// health is not shut out by what it is to tell. Others are told on them that it is full.
	spareConnections = 64
)

// connections are those that are open. Where there are as many as may be, one that is idle
// makes room for a new one, since a browser opens another when it needs it; then one at work,
// the oldest of the household that has most, if that is not who comes: streams are the oldest,
// and phones open theirs again, and who hangs on with thousands makes room for himself. Those
// of a proxy, which are of everybody, are not cut off at work.
type connections struct {
	most    int
	House   func(net.Conn) string // fair.Household of whom it is; "" of nobody known
	refused func(kind string)     // is told of what is refused

	mu     sync.Mutex
	open   map[net.Conn]opened
	spares int
	claims []fair.Claim[net.Conn] // for makeRoom, which who floods has at work a thousand times a second
}

// An opened connection is idle, or at work, since a time.
type opened struct {
	house string
	since time.Time
	idle  bool
	spare bool
}

func newConnections(most int) *connections {
	return &connections{most: most, open: map[net.Conn]opened{}, refused: func(string) {},
		House: func(c net.Conn) string { return fair.Household(hostOf(c.RemoteAddr().String())) }}
}

// Watch is an http.Server's ConnState.
func (c *connections) Watch(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch state {
	case http.StateNew:
		o := opened{house: c.House(conn), since: time.Now(), idle: true} // it has not asked yet
		if len(c.open)-c.spares >= c.most && !c.makeRoom(o, c.most) {
			o.spare = true
			if c.spares >= spareConnections && !c.makeRoom(o, spareConnections) {
				c.refused("connection")
				abort(conn)
				return
			}
			c.spares++
		}
		c.open[conn] = o
	case http.StateActive, http.StateIdle:
		if o, in := c.open[conn]; in { // it has not made room meanwhile
			o.since, o.idle = time.Now(), state == http.StateIdle
			c.open[conn] = o
		}
	case http.StateClosed, http.StateHijacked:
		c.drop(conn)
	}
}

// makeRoom closes the connections, spare ones or others, that make room for another, and
// reports whether there are any.
func (c *connections) makeRoom(want opened, most int) bool {
	claims := c.claims[:0]
	for conn, o := range c.open {
		claim := fair.Claim[net.Conn]{Key: conn, House: o.house, Size: 1, Since: o.since}
		switch {
		case o.spare != want.spare:
			continue
		case !o.idle && o.house == "":
			claim.State = fair.Held
		case !o.idle, o.house != "" && time.Since(o.since) < restFor:
			claim.State = fair.Used
		}
		claims = append(claims, claim)
	}
	c.claims = claims
	defer func() { clear(c.claims) }() // which keep no connection
	out, ok := fair.Admit(fair.Bounds{All: int64(most)}, claims, fair.Claim[net.Conn]{House: want.house, Size: 1})
	for _, conn := range out {
		if !c.open[conn].idle {
			c.refused("connection at work, for another")
		}
		c.drop(conn)
		abort(conn)
	}
	return ok
}

func (c *connections) drop(conn net.Conn) {
	if c.open[conn].spare {
		c.spares--
	}
	delete(c.open, conn)
}

// Count is how many connections are open.
func (c *connections) Count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.open)
}

// isSpare reports whether a connection is one of the spare ones, which it no longer is once
// there is room.
func (c *connections) isSpare(conn net.Conn) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	o := c.open[conn]
	if o.spare && len(c.open)-c.spares < c.most {
		c.spares--
		o.spare = false
		c.open[conn] = o
	}
	return o.spare
}

// Guard has who comes on a spare connection learn how the server is, and that it is full.
func (f *Flow) Guard(next http.Handler, prefix string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, _ := r.Context().Value(connectionKey{}).(net.Conn)
		path := strings.TrimPrefix(r.URL.Path, prefix)
		if path == "/healthz" || path == "/readyz" || !f.Connections.isSpare(conn) {
			next.ServeHTTP(w, r)
			return
		}
		f.refused.Note("request: all connections are taken")
		w.Header().Set("Connection", "close")
		w.Header().Set("Retry-After", "5")
		http.Error(w, "The server is full. Please try again in 5 seconds.", http.StatusServiceUnavailable)
	})
}

// abort closes a connection and has the kernel forget what its reader has not read.
func abort(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

type connectionKey struct{}

// WithConnection is an http.Server's ConnContext: it bounds what a connection may hold,
// and lets who answers know it.
func WithConnection(ctx context.Context, conn net.Conn) context.Context {
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
