package main

import (
	"math"
	"os"
	"runtime/debug"

	"github.com/prometheus/client_golang/prometheus"
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

// gauges has the metrics tell how full the server is.
func (s *site) gauges() {
	gauge := func(name, help string, value func() float64) {
		s.metrics.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "gramophone_" + name,
			Help: help}, value))
	}
	gauge("draws", "Draws at work, each at a place.", func() float64 { return float64(s.draws.open.taken.Load()) })
	gauge("draws_waiting", "Draws waiting for a place.", func() float64 { return float64(s.draws.open.waiting.Load()) })
	gauge("long_draws", "Long draws at work.", func() float64 { return float64(s.draws.long.taken.Load()) })
	gauge("long_draws_waiting", "Long draws waiting for a place.",
		func() float64 { return float64(s.draws.long.waiting.Load()) })
	gauge("connections", "Open connections.", func() float64 { return float64(s.readers.count()) })
	gauge("medium_answer_bytes", "Bytes of medium answers on their way.",
		func() float64 { return float64(s.medium.taken.Load()) })
	gauge("medium_answers_waiting", "Medium answers waiting to be sent.",
		func() float64 { return float64(s.medium.waiting.Load()) })
	gauge("large_answer_bytes", "Bytes of large answers on their way.",
		func() float64 { return float64(s.large.taken.Load()) })
	gauge("large_answers_waiting", "Large answers waiting to be sent.",
		func() float64 { return float64(s.large.waiting.Load()) })
	gauge("memo_bytes", "Bytes of spectra and error maps that are kept.",
		func() float64 { return float64(s.memo.Bytes()) })
	gauge("answer_bytes", "Bytes of answers that are kept.", func() float64 { return float64(s.answers.Bytes()) })
}
