package main

import (
	"fmt"
	"net/http"
	"time"

	"gramophone/cmd/web/rooms"
)

const (
	beat        = 10 * time.Second // how often a stream says that it is there
	eventsWrite = 15 * time.Second // how long a phone may take to take an event
)

// roomEvents tells that there is something new in the room, as server-sent events: a
// revision, the teacher's hand, and every ten seconds that the stream is there. What is
// new stands in the state.
func (s *site) roomEvents(w http.ResponseWriter, r *http.Request, v caller) error {
	events, err := s.rooms.Watch(r.Context(), v.code)
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no") // a proxy passes on what comes when it comes
	out := stream{w, http.NewResponseController(w)}
	_ = out.control.SetReadDeadline(time.Time{}) // a test's recorder has none
	ticker := time.NewTicker(beat)
	defer ticker.Stop()
	for told := uint64(0); err == nil; {
		select {
		case e, on := <-events:
			if !on {
				return out.write("event: end\ndata: \n\n")
			}
			err = out.event(e, &told)
		case <-ticker.C:
			err = out.write("event: beat\ndata: \n\n")
		case <-r.Context().Done():
			return nil
		}
	}
	return nil // the reader has gone
}

// A stream writes events, each within its time.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// event writes what is new in e, given the newest revision that was told.
func (s stream) event(e rooms.Event, told *uint64) error {
	text := ""
	if e.Revision != *told {
		*told = e.Revision
		text = fmt.Sprintf("event: revision\ndata: %d\n\n", e.Revision)
	}
	if e.Hand != "" {
		text += "event: hand\ndata: " + e.Hand + "\n\n"
	}
	return s.write(text)
}

func (s stream) write(text string) error {
	_ = s.control.SetWriteDeadline(time.Now().Add(eventsWrite))
	if _, err := s.w.Write([]byte(text)); err != nil {
		return err
	}
	return s.control.Flush()
}
