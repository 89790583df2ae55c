// Package metrics is what a server tells those who operate it, for Prometheus.
package metrics

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"syscall"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/cmd/web/site"
)

// Metrics are for operators, in a registry of their own.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
	answers  *prometheus.CounterVec
	full     prometheus.Counter
	overdue  prometheus.Counter
}

// New has counted nothing yet.
func New() *Metrics {
	m := &Metrics{
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

// Counts are what a site tells.
func (m *Metrics) Counts() respond.Counts {
	return respond.Counts{
		Request: func(route string, status int, took time.Duration) {
			m.requests.WithLabelValues(route, strconv.Itoa(status)).Observe(took.Seconds())
		},
		Kept: func(hit bool) {
			label := "miss"
			if hit {
				label = "hit"
			}
			m.answers.WithLabelValues(label).Inc()
		},
		Full: m.full.Inc, Overdue: m.overdue.Inc,
	}
}

// Gauges has the metrics tell how full a site is.
func (m *Metrics) Gauges(all []site.Gauge) {
	for _, g := range all {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "gramophone_" + g.Name,
			Help: g.Help}, g.Value))
	}
}

// handler answers Prometheus.
func (m *Metrics) handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	return mux
}

// Listen answers who asks at an address, which may be nobody's, until stop.
func (m *Metrics) Listen(address string, log *slog.Logger) (stop func(), err error) {
	if address == "" {
		return func() {}, nil
	}
	listener, err := net.Listen("tcp", address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE): // a class comes before its statistics
		log.Warn("no metrics: the address is taken by another program; choose another with -metrics", "address",
			address)
		return func() {}, nil
	case err != nil:
		return nil, fmt.Errorf("-metrics %s: %w", address, err)
	}
	server := site.NewServer(m.handler(), log)
	go func() { _ = server.Serve(listener) }() // it ends when it is closed
	return func() { server.Close() }, nil
}
