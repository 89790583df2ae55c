package progress

import (
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestLeftIsWhatThePartTakesStill(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New()
		time.Sleep(time.Second)
		p.Tell("first", 0)
		time.Sleep(time.Second)
		if s := p.State(); s != (State{Part: "first", Seconds: 2}) {
			t.Errorf("of a part that has just begun: %+v", s)
		}
		p.Tell("first", 0.25)
		if s := p.State(); s != (State{Part: "first", Done: 0.25, Left: 3, Seconds: 2}) {
			t.Errorf("a quarter took a second: %+v", s)
		}
		p.Tell("second", 0.5)
		time.Sleep(2 * time.Second)
		if s := p.State(); s != (State{Part: "second", Done: 0.5, Left: 2, Seconds: 4}) {
			t.Errorf("half of another took two: %+v", s)
		}
	})
}

func TestFollowTellsUntilTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New()
		p.Tell("part", 0.5)
		time.AfterFunc(2*Pulse+Pulse/2, p.End)
		w := httptest.NewRecorder()
		if err := Begin(w).Follow(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		const first = "event: progress\ndata: {\"part\":\"part\",\"done\":0.5,\"left\":0.25,\"seconds\":0.25}\n\n"
		body := w.Body.String()
		if !strings.HasPrefix(body, first) || strings.Count(body, "event: ") != 2 {
			t.Errorf("in two pulses and a half:\n%s", body)
		}
	})
}
