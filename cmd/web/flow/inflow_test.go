package flow

import (
	"errors"
	"fmt"
	"io"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gramophone-course/gramophone/cmd/web/gate"
)

// sends has a body of somebody come in, of which a test writes.
func sends(t *testing.T, q *Intake, house string) (*Incoming, *io.PipeWriter) {
	t.Helper()
	body, to := io.Pipe()
	b := q.Begin(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), "POST", "/", body), house)
	t.Cleanup(b.End)
	return b, to
}

// comes writes n bytes and reads them.
func comes(t *testing.T, b *Incoming, to io.Writer, n int) error {
	t.Helper()
	go func() { _, _ = to.Write(make([]byte, n)) }() // who is out is not read to the end
	_, err := io.ReadFull(b, make([]byte, n))
	return err
}

// Bodies that come take what they have, not what they announce, and those of which nothing
// comes any more make room, whoever they are of.
func TestBodiesTakeWhatHasCome(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewIntake(1000, 10*time.Second)
		for i := range 100 {
			sends(t, q, fmt.Sprint("hangs ", i)) // and sends nothing
		}
		silent, to := sends(t, q, "")
		noError(t, comes(t, silent, to, 400))
		first, more := sends(t, q, "")
		if err := comes(t, first, more, 600); err == nil {
			t.Error("a body takes more than half")
		}
		second, more := sends(t, q, "reader")
		noError(t, comes(t, second, more, 300))
		began := time.Now()
		third, more := sends(t, q, "another") // 300 are left, and the first has what it has read
		noError(t, comes(t, third, more, 350))
		if waited := time.Since(began); waited > 2*silentFor {
			t.Errorf("it waited %v", waited)
		}
		if err := comes(t, silent, to, 1); !errors.As(err, new(*gate.FullError)) {
			t.Errorf("who was silent: %v", err)
		}
	})
}

// So many wait, who all look again whenever there is room; more are refused at once.
func TestOnlySoManyBodiesWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewIntake(1000, 10*time.Second)
		first, to := sends(t, q, "reader")
		noError(t, comes(t, first, to, 500))
		answers := make(chan error, maxIntakeLine)
		for range maxIntakeLine {
			b, to := sends(t, q, "reader")
			go func() { answers <- comes(t, b, to, 1) }()
		}
		synctest.Wait()
		began := time.Now()
		more, to := sends(t, q, "reader")
		if err := comes(t, more, to, 1); !errors.As(err, new(*gate.FullError)) || time.Since(began) > 0 {
			t.Errorf("one more: %v after %v", err, time.Since(began))
		}
		first.End()
		for range maxIntakeLine {
			noError(t, <-answers)
		}
		if q.waiting != 0 {
			t.Errorf("%d wait on", q.waiting)
		}
	})
}

// Who sends most makes room for another, but for his own he waits.
func TestWhoSendsMostMakesRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewIntake(1000, time.Second)
		var flood []*Incoming
		var writers []*io.PipeWriter
		for i := range 10 {
			b, to := sends(t, q, fmt.Sprint("flood ", i%2))
			noError(t, comes(t, b, to, 100))
			flood, writers = append(flood, b), append(writers, to)
		}
		if err := comes(t, flood[0], writers[0], 1); !errors.As(err, new(*gate.FullError)) {
			t.Errorf("more than half: %v", err)
		}
		reader, to := sends(t, q, "reader")
		for range 3 { // though all the others are sending
			noError(t, comes(t, reader, to, 100))
		}
		if q.houses["reader"] != 300 || q.taken > 1000 {
			t.Errorf("the reader has %d of %d", q.houses["reader"], q.taken)
		}
		for b := range q.in {
			b.whole = true // and worked on
		}
		if err := comes(t, reader, to, 100); !errors.As(err, new(*gate.FullError)) {
			t.Errorf("beside what is worked on: %v", err)
		}
		for b := range q.in {
			q.drop(b)
		}
		if q.taken != 0 || len(q.houses) != 0 {
			t.Errorf("%d bytes are left, of %v", q.taken, q.houses)
		}
	})
}
