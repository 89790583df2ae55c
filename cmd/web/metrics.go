//go:build !js

package main

import (
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/gramophone-course/gramophone/cmd/web/rooms"
	"github.com/gramophone-course/gramophone/lessons/own"
)

// metrics are for operators, in a registry of their own.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
	answers  *prometheus.CounterVec
	full     prometheus.Counter
	overdue  prometheus.Counter
}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "gramophone_request_seconds",
			Help:    "Time to answer a request, by route and status.",
			Buckets: []float64{.0001, .0005, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 5},
		}, []string{"route", "status"}),
		answers: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "gramophone_answers_total",
			Help: "Answers, by whether they were kept (hit) or made (miss).",
		}, []string{"cache"}),
		full: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "gramophone_full_total",
			Help: "Requests sent away because too many fits were at work.",
		}),
		overdue: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "gramophone_overdue_total",
			Help: "Draws given up because they took too long.",
		}),
	}
	m.registry.MustRegister(m.requests, m.answers, m.full, m.overdue,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

func (m *metrics) observe(route string, status int, took time.Duration) {
	m.requests.WithLabelValues(route, strconv.Itoa(status)).Observe(took.Seconds())
}

func (m *metrics) cache(hit bool) {
	label := "miss"
	if hit {
		label = "hit"
	}
	m.answers.WithLabelValues(label).Inc()
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
	gauge("without_space", "1 where the last vote or table could not be kept for want of space.", func() float64 {
		if errors.Is(s.rooms.Trouble(), rooms.ErrSpace) || errors.Is(s.tables.Trouble(), own.ErrSpace) {
			return 1
		}
		return 0
	})
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

// operators answers who watches the server, on a listener of its own.
func (s *site) operators() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", s.metrics.handler()) // for Prometheus
	return mux
}
