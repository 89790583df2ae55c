package site

import (
	"errors"

	"github.com/gramophone-course/gramophone/cmd/web/gate"
	"github.com/gramophone-course/gramophone/cmd/web/rooms"
	"github.com/gramophone-course/gramophone/lessons/own"
)

// A Gauge is a number that tells how full a server is.
type Gauge struct {
	Name, Help string
	Value      func() float64
}

// Gauges tell how full the site is.
func (s *Site) Gauges() []Gauge {
	var all []Gauge
	count := func(name, help string, value func() float64) { all = append(all, Gauge{name, help, value}) }
	load := func(l gate.Load, taken, help, waiting, helpWaiting string) {
		count(taken, help, func() float64 { return float64(l.Taken.Load()) })
		count(waiting, helpWaiting, func() float64 { return float64(l.Waiting.Load()) })
	}
	draws, long := s.draws.Loads()
	medium, large := s.flow.Loads()
	load(draws, "draws", "Draws at work, each at a place.", "draws_waiting", "Draws waiting for a place.")
	load(long, "long_draws", "Long draws at work.", "long_draws_waiting", "Long draws waiting for a place.")
	load(medium, "medium_answer_bytes", "Bytes of medium answers on their way.",
		"medium_answers_waiting", "Medium answers waiting to be sent.")
	load(large, "large_answer_bytes", "Bytes of large answers on their way.",
		"large_answers_waiting", "Large answers waiting to be sent.")
	count("connections", "Open connections.", func() float64 { return float64(s.flow.Connections.Count()) })
	count("without_space", "1 where the last vote or table could not be kept for want of space.", func() float64 {
		if errors.Is(s.rooms.Trouble(), rooms.ErrSpace) || errors.Is(s.tables.Trouble(), own.ErrSpace) {
			return 1
		}
		return 0
	})
	count("memo_bytes", "Bytes of spectra and error maps that are kept.",
		func() float64 { return float64(s.memo.Bytes()) })
	count("answer_bytes", "Bytes of answers that are kept.",
		func() float64 { return float64(s.sender.Answers.Bytes()) })
	return all
}
