package main

import (
	"log/slog"
	"sync"
	"time"
)

// refusedEvery is how long a kind of refusal waits for its next line in the log: who floods a
// server would flood its log as well.
const refusedEvery = time.Minute

// A refusing has in the log what was refused, by kind and not by whom: the first of a kind at
// once, and how many more there were a minute later.
type refusing struct {
	log   *slog.Logger
	every time.Duration

	mu   sync.Mutex
	more map[string]int // since the last line
}

func newRefusing(log *slog.Logger) *refusing {
	return &refusing{log: log, every: refusedEvery, more: map[string]int{}}
}

// note counts one refusal of a kind.
func (f *refusing) note(kind string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, told := f.more[kind]; told {
		f.more[kind]++
		return
	}
	f.more[kind] = 0
	f.log.Warn("refused", "what", kind)
	time.AfterFunc(f.every, func() { f.tell(kind) })
}

// tell writes how many there were since the last line, and goes on while there are any.
func (f *refusing) tell(kind string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := f.more[kind]
	if n == 0 {
		delete(f.more, kind)
		return
	}
	f.more[kind] = 0
	f.log.Warn("refused", "what", kind, "times", n)
	time.AfterFunc(f.every, func() { f.tell(kind) })
}
