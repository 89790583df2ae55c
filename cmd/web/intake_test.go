package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gramophone-course/gramophone/lessons/own"
)

// sends has a body of somebody come in, of which a test writes.
func sends(t *testing.T, q *intake, house string) (*incoming, *io.PipeWriter) {
	t.Helper()
	body, to := io.Pipe()
	b := q.begin(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), "POST", "/", body), house)
	t.Cleanup(b.end)
	return b, to
}

// comes writes n bytes and reads them.
func comes(t *testing.T, b *incoming, to io.Writer, n int) error {
	t.Helper()
	go func() { _, _ = to.Write(make([]byte, n)) }() // who is out is not read to the end
	_, err := io.ReadFull(b, make([]byte, n))
	return err
}

// Bodies that come take what they have, not what they announce, and those of which nothing
// comes any more make room, whoever they are of.
func TestBodiesTakeWhatHasCome(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newIntake(1000, 10*time.Second)
		for i := range 100 {
			sends(t, q, fmt.Sprint("hangs ", i)) // and sends nothing
		}
		silent, to := sends(t, q, "")
		if err := comes(t, silent, to, 400); err != nil {
			t.Fatal(err)
		}
		first, more := sends(t, q, "")
		if err := comes(t, first, more, 600); err == nil {
			t.Error("a body takes more than half")
		}
		second, more := sends(t, q, "reader")
		if err := comes(t, second, more, 300); err != nil {
			t.Error(err)
		}
		began := time.Now()
		third, more := sends(t, q, "another") // 300 are left, and the first has what it has read
		if err := comes(t, third, more, 350); err != nil {
			t.Error(err)
		}
		if waited := time.Since(began); waited > 2*silentFor {
			t.Errorf("it waited %v", waited)
		}
		if err := comes(t, silent, to, 1); !errors.As(err, new(*fullError)) {
			t.Errorf("who was silent: %v", err)
		}
	})
}

// Who sends most makes room for another, but for his own he waits.
func TestWhoSendsMostMakesRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newIntake(1000, time.Second)
		var flood []*incoming
		var writers []*io.PipeWriter
		for i := range 10 {
			b, to := sends(t, q, fmt.Sprint("flood ", i%2))
			if err := comes(t, b, to, 100); err != nil {
				t.Fatal(err)
			}
			flood, writers = append(flood, b), append(writers, to)
		}
		if err := comes(t, flood[0], writers[0], 1); !errors.As(err, new(*fullError)) {
			t.Errorf("more than half: %v", err)
		}
		reader, to := sends(t, q, "reader")
		for range 3 { // though all the others are sending
			if err := comes(t, reader, to, 100); err != nil {
				t.Error(err)
			}
		}
		if q.houses["reader"] != 300 || q.taken > 1000 {
			t.Errorf("the reader has %d of %d", q.houses["reader"], q.taken)
		}
		for b := range q.in {
			b.whole = true // and worked on
		}
		if err := comes(t, reader, to, 100); !errors.As(err, new(*fullError)) {
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

// Sixteen uploads and sixteen bodies for the engine, announced whole or in chunks, of which
// nothing comes, keep nobody from sending a table or having a small fit.
func TestWhoSendsNothingKeepsNobody(t *testing.T) {
	t.Parallel()
	s := quietSite()
	address, _, _ := serving(t, s, 0, time.Second)
	for i := range 64 {
		conn, _ := connect(t, address)
		path, kind, length := "/data", "text/csv", "Content-Length: 4000000"
		if i%2 == 0 {
			path, kind = "/api/v1/krr", "application/json"
		}
		if i%4 < 2 {
			length = "Transfer-Encoding: chunked"
		}
		if _, err := fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: course\r\nContent-Type: %s\r\n%s\r\n\r\n", path, kind,
			length); err != nil {
			t.Fatal(err)
		}
	}
	coming := func() int {
		n := 0
		for _, q := range []*intake{s.uploads, s.engine.bodies} {
			q.mu.Lock()
			n += len(q.in)
			q.mu.Unlock()
		}
		return n
	}
	for range time.Tick(time.Millisecond) { // until all of them are there
		if coming() == 64 {
			break
		}
	}
	for _, send := range []struct{ path, kind, body string }{{"/data", "text/csv", "x,y\n1,2\n3,4\n"},
		{"/api/v1/krr", "application/json", lineFit}} {
		began := time.Now()
		answer, err := http.Post(address+send.path, send.kind, strings.NewReader(send.body))
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if took := time.Since(began); answer.StatusCode/100 != 2 || took > 2*time.Second {
			t.Errorf("%s: %d after %v", send.path, answer.StatusCode, took)
		}
	}
	if coming() != 64 {
		t.Errorf("%d of 64 still hang on, who were in nobody's way", coming())
	}
}

// Who cannot be given room for a table is told so as he asked: in JSON or on a page.
func TestATableWithoutSpace(t *testing.T) {
	t.Parallel()
	s := quietSite()
	limits := s.memory.tables()
	limits.Spare = 1 << 60
	var err error
	if s.tables, err = own.NewStore(t.TempDir(), limits); err != nil {
		t.Fatal(err)
	}
	kinds := map[string]string{"application/json": "application/problem+json", "text/html": "text/html"}
	for accept, kind := range kinds {
		w := sendsTo(s, "/data", "text/csv", bytes.NewReader([]byte(crashTable)), "Accept", accept)
		if w.Code != http.StatusInsufficientStorage || !strings.HasPrefix(w.Header().Get("Content-Type"), kind) {
			t.Errorf("%s: %d %s", accept, w.Code, w.Header().Get("Content-Type"))
		}
	}
	ready := get(t, s, "/readyz", plain)
	if ready.Code != http.StatusOK || !strings.Contains(ready.Body.String(), "no space") {
		t.Errorf("/readyz: %d %s", ready.Code, ready.Body)
	}
}
