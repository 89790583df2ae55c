package flow

import (
	"log/slog"
	"sync"
	"time"
)

// refusedEvery is how long a kind of refusal waits for its next line in the log: who floods a
// server would flood its log as well.
const refusedEvery = time.Minute

// A Refusals has in the log what was refused, by kind and not by whom: the first of a kind at
// once, and how many more there were a minute later.
type Refusals struct {
	log   *slog.Logger
	every time.Duration

	mu   sync.Mutex
	more map[string]int // since the last line
}

// NewRefusals has them in a log.
func NewRefusals(log *slog.Logger) *Refusals {
	return &Refusals{log: log, every: refusedEvery, more: map[string]int{}}
}

// Note counts one refusal of a kind.
func (f *Refusals) Note(kind string) {
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
func (f *Refusals) tell(kind string) {
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
