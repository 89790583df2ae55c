package class

import (
	"fmt"
	"net/http"
	"time"

	"github.com/gramophone-course/gramophone/cmd/web/progress"
	"github.com/gramophone-course/gramophone/cmd/web/rooms"
)

const beat = 10 * time.Second // how often a stream says that it is there

// Events tells that there is something new in the room, as server-sent events: a
// revision, the teacher's hand, and every ten seconds that the stream is there. What is
// new stands in the state. Who has neither the key nor a seat, or one that was taken back,
// is given a seat.
func (s *Pages) Events(w http.ResponseWriter, r *http.Request, v caller) error {
	pass, err := v.key, error(nil)
	if pass == "" {
		if pass, err = s.seat(w, r, v); err != nil {
			return err
		}
	}
	events, err := s.Rooms.Watch(r.Context(), s.Flow.From(r), v.code, pass)
	if err != nil {
		return err
	}
	out := progress.Begin(w)
	ticker := time.NewTicker(beat)
	defer ticker.Stop()
	for told := uint64(0); err == nil; {
		select {
		case e, on := <-events:
			if !on {
				return out.Send("end", "")
			}
			err = tellRoom(out, e, &told)
		case <-ticker.C:
			err = out.Send("beat", "")
		case <-r.Context().Done():
			return nil
		}
	}
	return nil // the reader has gone
}

// tellRoom sends what is new in e, given the newest revision that was told.
func tellRoom(out progress.Events, e rooms.Event, told *uint64) (err error) {
	if e.Revision != *told {
		*told = e.Revision
		err = out.Send("revision", fmt.Sprint(e.Revision))
	}
	if e.Hand != "" && err == nil {
		err = out.Send("hand", e.Hand)
	}
	return err
}
