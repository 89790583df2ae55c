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
	if m := Tune(DefaultMemory); m != 100<<20 {
		t.Errorf("with a limit of 100 MB it reckons with %d", m)
	}
	if got := debug.SetGCPercent(-1); got != 77 {
		t.Errorf("GOGC is %d", got)
	}
	if got := debug.SetMemoryLimit(-1); got != 100<<20 {
		t.Errorf("GOMEMLIMIT is %d", got)
	}
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	if m := Tune(DefaultMemory); m != DefaultMemory {
		t.Errorf("by itself it reckons with %d", m)
	}
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
