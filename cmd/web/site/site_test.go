package site

import (
	"context"
	"io"
	"log/slog"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/gramophone-course/gramophone/cmd/web/flow"
	"github.com/gramophone-course/gramophone/cmd/web/gate"
	"github.com/gramophone-course/gramophone/lessons/course"
)

const krrPage = "/lessons/kernel-ridge-regression"

// patience is how long a test waits for what has to come: what a slow machine
// beside other work needs. Only a failure takes that long.
const patience = 60 * time.Second

// sharedSite is the site of the browser tests: what has been drawn for one need
// not be drawn again for the next.
var sharedSite = sync.OnceValue(func() *Site { return patient(quietSite()) })

// patient has a site turn no one away, and give no draw up, however slow it is
// beside other work.
func patient(s *Site) *Site {
	l := gate.Usual(runtime.GOMAXPROCS(0))
	l.Line, l.LongLine = 1000, 1000
	l.Wait, l.LongWait, l.Draw, l.Stuck = patience, patience, patience, 2*patience
	s.draws = gate.New(l, s.config.Log)
	s.sender.Draws = s.draws
	many := flow.Limits{Bytes: s.config.Memory.sending(), Medium: 1000, Large: 1000, Wait: patience}
	*s.flow = *flow.New(many, s.refused)
	return s
}

// siteOf is a site of these lessons, without its log.
func siteOf(all ...*course.Lesson) *Site {
	return course.Must(New(Config{Course: course.New(course.Part{Title: "Part", Lessons: all}),
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Memory: Tune(DefaultMemory)}))
}

// showing draws a picture, whatever the time that there is.
func showing(p *course.Picture) course.Draw {
	return func(context.Context, *course.Memo) (*course.Picture, error) { return p, nil }
}

// eventually waits for what the server comes to.
func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("never: ", what)
		}
	}
}
