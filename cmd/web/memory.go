package main

import (
	"math"
	"os"
	"runtime/debug"
)

// memory is how many bytes the process may take, all that it keeps included.
type memory int64

// defaultMemory leaves a container of 512 MB a quarter of it for other things.
const defaultMemory memory = 384 << 20

// minMemory holds one reader's states, in megabytes.
const minMemory = 96

// What outlives a request: a class of 300 on one lesson visits a few hundred
// states, of which a spectrum takes half a megabyte and an answer 10 KB. The rest
// is for draws at work and for garbage.
func (m memory) memo() int    { return int(m / 3) }
func (m memory) answers() int { return int(m / 10) }

// sending bounds the large answers on their way, five of the largest by default, and the
// medium ones, which mostly are among those kept, as well.
func (m memory) sending() int { return int(m / 12) }

// tune sets how the process, which is one site and nothing else, collects
// garbage, and returns what it may take. A move leaves a megabyte behind while the
// live heap is small, and at the usual 100 % the collector would run at every few
// moves: a fifth of their time. An eighth of m is for what the collector does not
// see. GOGC and GOMEMLIMIT, where the environment sets them, stand.
func tune(m memory) memory {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(int64(m - m/8))
	} else if limit := debug.SetMemoryLimit(-1); limit != math.MaxInt64 {
		m = min(m, memory(limit))
	}
	return m
}
