package rooms

import (
	"context"
	"math"
	"time"
)

// A Store is a log of messages in one order, shared by every server that uses it, and a
// way to tell them all at once. Messages are read by position; each is kept for Life at
// least, of a subject only the newest 16.
//
// There are two: Memory, for one process and for tests, and JetStream. Both are held to
// the same behaviour by the same test.
type Store interface {
	// Append puts data at the end of the log, under the subject room.CODE.…, and returns
	// its position, at least 1, when it is kept: on a disk, or by most of the servers. With
	// a position last, other than Anywhere, it does so only if the newest message of the
	// subject stands there, or none at all where last is 0; else the error is ErrOld.
	// A store without space has the error ErrSpace, and takes messages again when it has some.
	Append(ctx context.Context, subject string, data []byte, last uint64) (uint64, error)

	// Read returns messages after a position, in order, as many as suit; none at the end
	// of the log. A replica's end may come some milliseconds after that of Last.
	Read(ctx context.Context, after uint64) ([]Message, error)

	// Last returns the position of the newest message, 0 if there is none. Whatever was
	// appended before the call is at or before it. It fails while the log cannot be
	// written to.
	Last(ctx context.Context) (uint64, error)

	// Purge removes the messages of a room that stand before a position.
	Purge(ctx context.Context, code string, before uint64) error

	// Forget removes the messages of a subject.
	Forget(ctx context.Context, subject string) error

	// Tell has every listener hear what is not kept: a hand's move. Who does not hear
	// it, misses it.
	Tell(ctx context.Context, n Note) error

	// Listen has hear called with what is told, and soon after each Append with its
	// position, until stop is called. hear returns at once.
	Listen(hear func(Note)) (stop func(), err error)

	Close() error
}

// Anywhere is Append's condition that always holds.
const Anywhere = math.MaxUint64

// A Message is one entry of the log.
type Message struct {
	Position uint64
	Subject  string
	Data     []byte
}

// A Note is what listeners hear: that the log has grown to a position, or a hand's move.
type Note struct {
	Position   uint64
	Code, Hand string
}

// Bounds of the log, for every store.
const (
	perSubject = 16     // a late vote must not push out the one that counts
	MaxLog     = maxLog // bytes
	maxLog     = 256 << 20
	readBatch  = 512 // messages that Read returns at most
)

// Life is how long a room lives, from its making on: a day of lectures.
const Life = 12 * time.Hour
