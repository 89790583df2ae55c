// Package progress tells a reader who waits how far a computation is, as server-sent events.
package progress

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"
)

// A Tracker keeps how far a computation is. Several goroutines may use it.
type Tracker struct {
	begun time.Time
	ended chan struct{}

	mu    sync.Mutex
	part  string
	done  float64
	since time.Time // when the part began
}

// New is the tracker of what begins now.
func New() *Tracker { return &Tracker{begun: time.Now(), ended: make(chan struct{})} }

// Tell notes how far a part of the computation is: it is an engine.Report.
func (t *Tracker) Tell(part string, done float64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if part != t.part {
		t.part, t.since = part, time.Now()
	}
	t.done = done
}

// Ended is closed when there is no more to tell.
func (t *Tracker) Ended() <-chan struct{} { return t.ended }

// End says, once, that there is no more to tell.
func (t *Tracker) End() { close(t.ended) }

// State is how far a computation is.
type State struct {
	Part    string  `json:"part"`           // what is under way
	Done    float64 `json:"done"`           // the share of its operations, 0 to 1; 0 where nobody knows
	Left    float64 `json:"left,omitempty"` // s that the part is likely to take still; 0 where nobody knows
	Seconds float64 `json:"seconds"`        // since the beginning
}

// guessable is what share of a part has to be done until it says how long the rest takes.
const guessable = 0.02

// State is how far it is now. What is left is guessed from what the part took so far.
func (t *Tracker) State() State {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := State{Part: t.part, Done: t.done, Seconds: time.Since(t.begun).Seconds()}
	if t.done > guessable {
		s.Left = time.Since(t.since).Seconds() * (1 - t.done) / t.done
	}
	return s
}

// Pulse is how often a reader is told.
const Pulse = 250 * time.Millisecond

// patience is how long a phone may take to take an event.
const patience = 15 * time.Second

// Events is an answer of server-sent events.
type Events struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// Begin makes an answer one of events.
func Begin(w http.ResponseWriter) Events {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // a proxy passes on what comes when it comes
	e := Events{w, http.NewResponseController(w)}
	_ = e.control.SetReadDeadline(time.Time{}) // a test's recorder has none
	return e
}

// Send sends an event; data is one line.
func (e Events) Send(event, data string) error {
	_ = e.control.SetWriteDeadline(time.Now().Add(patience))
	if _, err := e.w.Write([]byte("event: " + event + "\ndata: " + data + "\n\n")); err != nil {
		return err
	}
	return e.control.Flush()
}

// Follow sends an event "progress", a State in JSON, at every pulse until the computation has
// ended or the reader has gone.
func (e Events) Follow(ctx context.Context, t *Tracker) error {
	ticker := time.NewTicker(Pulse)
	defer ticker.Stop()
	for {
		select {
		case <-t.ended:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
		b, err := json.Marshal(t.State())
		if err == nil {
			err = e.Send("progress", string(b))
		}
		if err != nil {
			return err
		}
	}
}
