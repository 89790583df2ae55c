package site

import (
	"runtime/debug"
	"testing"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
)

// The environment's limits stand, and what is kept follows them.
func TestMemoryOfTheEnvironment(t *testing.T) {
	percent, limit := debug.SetGCPercent(77), debug.SetMemoryLimit(100<<20)
	t.Cleanup(func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	})
	t.Setenv("GOGC", "77")
	t.Setenv("GOMEMLIMIT", "100MiB")
	same(t, "what it reckons with of 100 MB", Tune(DefaultMemory), 100<<20)
	same(t, "GOGC", debug.SetGCPercent(-1), 77)
	same(t, "GOMEMLIMIT", debug.SetMemoryLimit(-1), 100<<20)
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	same(t, "what it reckons with by itself", Tune(DefaultMemory), DefaultMemory)
	if got := debug.SetMemoryLimit(-1); got >= int64(DefaultMemory) || got < int64(DefaultMemory)*3/4 {
		t.Errorf("the limit is %d of %d", got, DefaultMemory)
	}
}

// What is kept, and what is on its way, leaves as much again for drawing and garbage.
func TestSharesLeaveRoom(t *testing.T) {
	for _, m := range []Memory{MinMemory << 20, DefaultMemory, 4 << 30} {
		if shares := Memory(m.memo() + m.answers() + m.sending()); shares > m*6/10 || m.answers() < 2*respond.MaxKept {
			t.Errorf("of %d bytes %d are kept or on their way, %d of them answers", m, shares, m.answers())
		}
	}
}
