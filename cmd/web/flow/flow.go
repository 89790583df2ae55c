// Package flow has answers on their way to readers, and bodies on theirs to the server: what they may
// hold of its memory, who waits, and who is given up because he does not read.
package flow

import (
	"cmp"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/gramophone-course/gramophone/cmd/web/gate"
	"github.com/gramophone-course/gramophone/lessons/fair"
)

// A Flow has the answers of a server on their way, and bounds what they hold: those that are
// not small as long as their readers read, and the open connections.
type Flow struct {
	medium      *sending // answers that are more than a chunk,
	large       *sending // and those of more than a megabyte
	Connections *connections
	refused     *Refusals // what nobody got, for the log

	chunkTime time.Duration // what a reader may take for a chunk: maxChunkTime, but in tests
	named     bool          // see Limits
}

// Limits bound a flow.
type Limits struct {
	Bytes         int           // of large answers on their way at once, and as many of medium ones
	Medium, Large int           // answers that wait until they may be sent; 256 and 8 if zero
	Wait          time.Duration // how long they do; 5 s if zero
	Named         bool          // the server was told what others call it: a proxy may be on another machine
}

// New has nothing on its way yet, and tells what it refuses.
func New(l Limits, refused *Refusals) *Flow {
	wait := cmp.Or(l.Wait, gate.MaxWait)
	f := &Flow{
		medium:      newSending(l.Bytes, cmp.Or(l.Medium, maxMedium), wait),
		large:       newSending(l.Bytes, cmp.Or(l.Large, maxLarge), wait),
		Connections: newConnections(maxConnections),
		refused:     refused,
		chunkTime:   maxChunkTime,
		named:       l.Named,
	}
	f.Connections.House, f.Connections.refused = f.houseOf, refused.Note
	return f
}

// From is the address that a request counts against. All that a proxy passes on come from
// it: then it is the last one that the proxy has put down.
func (f *Flow) From(r *http.Request) string {
	host := hostOf(r.RemoteAddr)
	if f.proxy(host) {
		// Some proxies write beneath what the sender wrote, as a line of their own.
		list := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		if a, err := netip.ParseAddr(strings.TrimSpace(list[len(list)-1])); err == nil {
			return a.String()
		}
	}
	return host
}

// Household is that of the address that a request counts against, "" where nobody knows.
func (f *Flow) Household(r *http.Request) string { return fair.Household(f.From(r)) }

// proxy reports whether an address may be a proxy's. One is believed on this machine, and in
// its network where the server was told what others call it: elsewhere the students of a hall
// are in that network, and could write there what they like.
func (f *Flow) proxy(host string) bool {
	a, err := netip.ParseAddr(host)
	return err == nil && (a.IsLoopback() || f.named && a.IsPrivate())
}

// houseOf is the household of who has a connection; "" of a proxy, behind which is everybody.
func (f *Flow) houseOf(conn net.Conn) string {
	host := hostOf(conn.RemoteAddr().String())
	if f.proxy(host) {
		return ""
	}
	return fair.Household(host)
}

// hostOf is an address without its port.
func hostOf(address string) string {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	return host
}

// WriteTimeout is what an answer may take: for a slow phone that fetches the fonts.
const WriteTimeout = 60 * time.Second

// maxChunkTime is how long a reader may take for a chunk: then the answer is given up, as
// it is when the whole takes longer than any answer may.
const maxChunkTime = 5 * time.Second

// An Out is an answer on its way. Its reader has some time for each chunk.
type Out struct {
	flow    *Flow
	w       http.ResponseWriter
	r       *http.Request
	control *http.ResponseController
	Last    time.Time // when all of it is to be read
	bytes   int
	End     func()
}

// Loads are the bytes of medium and of large answers on their way.
func (f *Flow) Loads() (medium, large gate.Load) { return f.medium.Load(), f.large.Load() }

// Begin waits until an answer of n bytes, which hold so much of the memory, may be sent to who asked
// r. It fails as [gate.Queue.Take] does. Who has it ends it.
func (f *Flow) Begin(w http.ResponseWriter, r *http.Request, n, hold int) (*Out, error) {
	end := func() {}
	if n > Chunk {
		way := f.medium
		if n > large {
			way = f.large
		}
		var err error
		if end, err = way.start(r.Context(), r, hold); err != nil {
			return nil, err
		}
	}
	return &Out{f, w, r, http.NewResponseController(w), time.Now().Add(WriteTimeout), n, end}, nil
}

// Write fails where the reader has gone, or does not read.
func (o *Out) Write(b []byte) (written int, err error) {
	for part := range slices.Chunk(b, Chunk) {
		deadline := time.Now().Add(o.flow.chunkTime)
		if deadline.After(o.Last) {
			deadline = o.Last
		}
		_ = o.control.SetWriteDeadline(deadline) // a test's recorder has none
		n, err := o.w.Write(part)
		if written += n; err != nil {
			return written, err
		}
	}
	return written, nil
}

// Flush sends what was written, to a writer that can.
func (o *Out) Flush() error {
	if err := o.control.Flush(); !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	return nil
}

// Settle waits until the reader of a large answer has acknowledged all of it; who does not
// read has his connection closed.
func (o *Out) Settle(err error) {
	switch {
	case err != nil: // the reader has gone, or does not read
		forsake(o.r.Context())
	case o.bytes > large:
		_ = o.control.Flush() // a test's recorder cannot fail
		awaitReader(o.r.Context(), o.flow.chunkTime, o.Last)
	}
}
