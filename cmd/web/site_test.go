package main

import (
	"io"
	"log/slog"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/gramophone-course/gramophone/lessons/course"
)

const krrPage = "/lessons/kernel-ridge-regression"

// patience is how long a test waits for what has to come: what a slow machine
// beside other work needs. Only a failure takes that long.
const patience = 60 * time.Second

// sharedSite is the site of the browser tests: what has been drawn for one need
// not be drawn again for the next.
var sharedSite = sync.OnceValue(func() *site { return patient(quietSite()) })

// patient has a site turn no one away, and give no draw up, however slow it is
// beside other work.
func patient(s *site) *site {
	l := usual(runtime.GOMAXPROCS(0))
	l.line, l.longLine = 1000, 1000
	l.wait, l.longWait, l.draw, l.stuck = patience, patience, patience, 2*patience
	s.draws = newGate(l, s.log)
	s.medium = newSending(s.memory.sending(), 1000, patience)
	s.large = newSending(s.memory.sending(), 1000, patience)
	return s
}

// siteOf is a site of these lessons, without its log.
func siteOf(all ...*course.Lesson) *site {
	return newSite(course.New(course.Part{Title: "Part", Lessons: all}), slog.New(slog.NewTextHandler(io.Discard, nil)),
		"", tune(defaultMemory))
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
