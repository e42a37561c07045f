package metrics

import (
	"cmp"
	"context"
	"io"
	"strconv"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/common/expfmt"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/pace"
)

// namespace begins the name of each metric.
const namespace = "auditor"

// Set is the metrics of one auditor. It is safe for concurrent use.
type Set struct {
	now      func() time.Time
	registry *prometheus.Registry

	requests  *prometheus.CounterVec
	durations *prometheus.HistogramVec
	items     *prometheus.CounterVec
	runs      *prometheus.CounterVec
	attempts  *prometheus.CounterVec
	outbound  *prometheus.CounterVec
	exchanges *prometheus.SummaryVec
	waiting   prometheus.Counter

	state *state // nil before [Set.Show]
}

// New returns a set in which nothing is counted yet. The version is that of the program.
func New(now func() time.Time, version string) *Set {
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help}, labels)
	}
	s := &Set{
		now:      now,
		registry: prometheus.NewRegistry(),

		requests: counter("http_requests_total", "Answered requests.", "method", "route", "status"),
		durations: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: namespace, Name: "http_request_duration_seconds", Help: "Time to answer these requests.",
			Buckets: []float64{0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10},
		}, []string{"method", "route"}),
		items:    counter("run_items_total", "Items of bulk runs that were completed, failed or skipped.", "runner", "outcome"),
		runs:     counter("runs_total", "Bulk runs that ended, were paused or were interrupted.", "runner", "status"),
		attempts: counter("delivery_attempts_total", "Attempts to deliver a message to a destination.", "outcome"),
		outbound: counter("outbound_requests_total", "Requests to other hosts: the status as 2xx to 5xx, 429 for a refusal because of the rate, or error.", "host", "outcome"),
		exchanges: prometheus.NewSummaryVec(prometheus.SummaryOpts{
			Namespace: namespace, Name: "outbound_request_duration_seconds", Help: "Time to the header of the response of another host.",
		}, []string{"host"}),
		waiting: prometheus.NewCounter(prometheus.CounterOpts{
			Namespace: namespace, Name: "outbound_wait_seconds_total", Help: "Time that requests to other hosts waited for their turn.",
		}),
	}
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Namespace: namespace, Name: "build_info", Help: "Always 1, with the version of the program.",
		ConstLabels: prometheus.Labels{"version": version},
	})
	build.Set(1)
	s.attempts.WithLabelValues("failed") // a rate needs the zero before the first one
	s.attempts.WithLabelValues("delivered")
	s.registry.MustRegister(
		s.requests, s.durations, s.items, s.runs, s.attempts, s.outbound, s.exchanges, s.waiting, build,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	return s
}

// Route returns what counts an answer to a request of a route, which its pattern names.
func (s *Set) Route(method, pattern string) func(status int, took time.Duration) {
	duration := sync.OnceValue(func() prometheus.Observer { return s.durations.WithLabelValues(method, pattern) })
	var counters sync.Map // by status: looking one up in the vector costs more than counting
	return func(status int, took time.Duration) {
		counter, ok := counters.Load(status)
		if !ok {
			counter, _ = counters.LoadOrStore(status, s.requests.WithLabelValues(method, pattern, strconv.Itoa(status)))
		}
		counter.(prometheus.Counter).Inc()
		duration().Observe(took.Seconds())
	}
}

// RunEvent counts the end of an item or of a run.
func (s *Set) RunEvent(e runner.Event) {
	switch e.Kind {
	case runner.ItemDone:
		s.items.WithLabelValues(e.Run.Runner, string(cmp.Or(e.State, runner.Completed))).Inc()
	case runner.RunEnded:
		s.runs.WithLabelValues(e.Run.Runner, string(e.Run.Status)).Inc()
	}
}

// Attempted counts an attempt to deliver a message.
func (s *Set) Attempted(delivered bool) {
	outcome := "failed"
	if delivered {
		outcome = "delivered"
	}
	s.attempts.WithLabelValues(outcome).Inc()
}

// Outbound returns a context whose requests to other hosts are counted, with the time
// that they wait for their turn.
func (s *Set) Outbound(ctx context.Context) context.Context {
	ctx = pace.Measure(ctx, func(waited time.Duration) { s.waiting.Add(max(waited, 0).Seconds()) })
	return netguard.Observe(ctx, func(_ context.Context, host string) func(int, error) {
		host = known(host)
		began := s.now()
		return func(status int, err error) {
			s.outbound.WithLabelValues(host, outcome(status, err)).Inc()
			s.exchanges.WithLabelValues(host).Observe(max(s.now().Sub(began), 0).Seconds())
		}
	})
}

// WriteText writes all metrics in the text format of Prometheus. The error is the
// database's or the writer's.
func (s *Set) WriteText(ctx context.Context, w io.Writer) error {
	if s.state != nil {
		if err := s.state.read(ctx); err != nil {
			return err
		}
	}
	families, err := s.registry.Gather()
	if err != nil {
		return err
	}
	encoder := expfmt.NewEncoder(w, expfmt.NewFormat(expfmt.TypeTextPlain))
	for _, family := range families {
		if err := encoder.Encode(family); err != nil {
			return err
		}
	}
	return nil
}
