package site

import (
	"math"
	"os"
	"runtime/debug"

	"github.com/gramophone-course/gramophone/cmd/web/rooms"
	"github.com/gramophone-course/gramophone/lessons/own"
)

// Memory is how many bytes the process may take, all that it keeps included.
type Memory int64

// DefaultMemory leaves a container of 512 MB a quarter of it for other things.
const DefaultMemory Memory = 384 << 20

// MinMemory holds one reader's states, in megabytes.
const MinMemory = 96

// What outlives a request: a class of 300 on one lesson visits a few hundred
// states, of which a spectrum takes half a megabyte and an answer 10 KB. The rest
// is for draws at work and for garbage.
func (m Memory) memo() int    { return int(m / 3) }
func (m Memory) answers() int { return int(m / 10) }

// sending bounds the large answers on their way, five of the largest by default, and the
// medium ones, which mostly are among those kept, as well.
func (m Memory) sending() int { return int(m / 12) }

// tables are what is kept of readers' tables: a sixteenth. On their disk they leave to the rooms
// what these may write.
func (m Memory) tables() own.Limits {
	return own.Limits{Memory: int64(m / 16), Disk: 512 << 20, Spare: rooms.MaxLog}
}

// Tune sets how the process, which is one site and nothing else, collects
// garbage, and returns what it may take. A move leaves a megabyte behind while the
// live heap is small, and at the usual 100 % the collector would run at every few
// moves: a fifth of their time. An eighth of m is for what the collector does not
// see. GOGC and GOMEMLIMIT, where the environment sets them, stand.
func Tune(m Memory) Memory {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(int64(m - m/8))
	} else if limit := debug.SetMemoryLimit(-1); limit != math.MaxInt64 {
		m = min(m, Memory(limit))
	}
	return m
}
