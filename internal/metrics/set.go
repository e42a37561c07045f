package metrics

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"strconv"
	"sync"
	"time"

	vm "github.com/VictoriaMetrics/metrics"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/pace"
)

// Set is the metrics of one auditor. It is safe for concurrent use.
type Set struct {
	now     func() time.Time
	version string

	requests  *family
	durations *family
	items     *family
	runs      *family
	attempts  *family
	outbound  *family
	exchanges *family // the sums and counts of durations, without quantiles
	waiting   *family

	state *state // nil before [Set.Show]
}

// buckets are the upper bounds of the durations of requests, in seconds.
var buckets = []float64{0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10}

// New returns a set in which nothing is counted yet. The version is that of the program.
func New(now func() time.Time, version string) *Set {
	s := &Set{
		now:     now,
		version: version,

		requests:  newFamily("http_requests_total", "counter", "Answered requests."),
		durations: newFamily("http_request_duration_seconds", "histogram", "Time to answer these requests."),
		items:     newFamily("run_items_total", "counter", "Items of bulk runs that were completed, failed or skipped."),
		runs:      newFamily("runs_total", "counter", "Bulk runs that ended, were paused or were interrupted."),
		attempts:  newFamily("delivery_attempts_total", "counter", "Attempts to deliver a message to a destination."),
		outbound: newFamily("outbound_requests_total", "counter",
			"Requests to other hosts: the status as 2xx to 5xx, 429 for a refusal because of the rate, or error."),
		exchanges: newFamily("outbound_request_duration_seconds", "summary", "Time to the header of the response of another host."),
		waiting:   newFamily("outbound_wait_seconds_total", "counter", "Time that requests to other hosts waited for their turn."),
	}
	s.waiting.seconds("") // a rate needs the zero before the first one
	for _, delivered := range []bool{false, true} {
		s.attempt(delivered)
	}
	return s
}

// Route returns what counts an answer to a request of a route, which its pattern names.
func (s *Set) Route(method, pattern string) func(status int, took time.Duration) {
	duration := sync.OnceValue(func() *vm.PrometheusHistogram {
		return s.durations.set.GetOrCreatePrometheusHistogramExt(s.durations.series("", "method", method, "route", pattern), buckets)
	})
	var counters sync.Map // by status: looking one up in the set costs more than counting
	return func(status int, took time.Duration) {
		counter, ok := counters.Load(status)
		if !ok {
			counter, _ = counters.LoadOrStore(status, s.requests.count("", "method", method, "route", pattern, "status", strconv.Itoa(status)))
		}
		counter.(*vm.Counter).Inc()
		duration().Update(took.Seconds())
	}
}

// RunEvent counts the end of an item or of a run.
func (s *Set) RunEvent(e runner.Event) {
	switch e.Kind {
	case runner.ItemDone:
		s.items.count("", "outcome", string(cmp.Or(e.State, runner.Completed)), "runner", e.Run.Runner).Inc()
	case runner.RunEnded:
		s.runs.count("", "runner", e.Run.Runner, "status", string(e.Run.Status)).Inc()
	}
}

// Attempted counts an attempt to deliver a message.
func (s *Set) Attempted(delivered bool) { s.attempt(delivered).Inc() }

func (s *Set) attempt(delivered bool) *vm.Counter {
	outcome := "failed"
	if delivered {
		outcome = "delivered"
	}
	return s.attempts.count("", "outcome", outcome)
}

// Outbound returns a context whose requests to other hosts are counted, with the time
// that they wait for their turn.
func (s *Set) Outbound(ctx context.Context) context.Context {
	ctx = pace.Measure(ctx, func(waited time.Duration) { s.waiting.seconds("").Add(max(waited, 0).Seconds()) })
	return netguard.Observe(ctx, func(_ context.Context, host string) func(int, error) {
		host = known(host)
		began := s.now()
		return func(status int, err error) {
			s.outbound.count("", "host", host, "outcome", outcome(status, err)).Inc()
			s.exchanges.seconds("_sum", "host", host).Add(max(s.now().Sub(began), 0).Seconds())
			s.exchanges.count("_count", "host", host).Inc()
		}
	})
}

// WriteText writes all metrics in the text format of Prometheus. The error is the
// database's or the writer's.
func (s *Set) WriteText(ctx context.Context, w io.Writer) error {
	var text bytes.Buffer
	gauge := gauges{&text}
	gauge.begin("build_info", "Always 1, with the version of the program.")
	gauge.add("build_info", 1, "version", s.version)
	if s.state != nil {
		if err := s.state.write(ctx, gauge); err != nil {
			return err
		}
	}

	for _, f := range []*family{s.requests, s.durations, s.items, s.runs, s.attempts, s.outbound, s.exchanges, s.waiting} {
		f.write(&text)
	}
	vm.WriteProcessMetrics(&text)
	_, err := text.WriteTo(w)
	return err
}
