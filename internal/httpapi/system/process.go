package system

import (
	"math"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/storage"
)

const (
	// slowAnswer is the duration from which an answer counts as slow.
	slowAnswer = 100 * time.Millisecond
	// maxTimings is the number of slow and refused requests that are retained.
	maxTimings = 200
)

// Process measures the running process and its requests. It is safe for
// concurrent use.
type Process struct {
	now   func() time.Time
	meter *health.Meter
	lines *health.Ring[health.Line]
	store *health.TimedStore // nil: transactions are not watched

	requests     atomic.Int64
	slowRequests atomic.Int64
	timings      *health.Ring[timing]
}

// NewProcess returns a Process that began now. The lines are the warnings and
// errors of its log.
func NewProcess(store storage.Store, now func() time.Time, lines *health.Ring[health.Line]) *Process {
	p := &Process{now: now, meter: health.NewMeter(now), lines: lines, timings: health.NewRing[timing](maxTimings)}
	p.store, _ = storage.As[*health.TimedStore](store)
	return p
}

// timing is a request that was slow or refused. It has the pattern of the route, so
// that it does not name a record.
type timing struct {
	At         storage.Time `json:"at"`         // when it happened
	DurationMs float64      `json:"durationMs"` // how long it took, in milliseconds
	Method     string       `json:"method"`     // the method of the request
	Route      string       `json:"route"`      // the pattern of the route
	Status     int          `json:"status"`     // the status
}

// Answered counts a request that has just been answered, and how long that took.
func (p *Process) Answered(method, route string, status int, took time.Duration) {
	p.requests.Add(1)
	if took >= slowAnswer {
		p.slowRequests.Add(1)
	} else if status < http.StatusBadRequest {
		return
	}
	p.timings.Add(timing{storage.TimeOf(p.now()), math.Round(took.Seconds()*1e5) / 100, method, route, status})
}

// damaged reports whether a transaction or a check found the database damaged.
func (p *Process) damaged() bool { return p.store != nil && p.store.Damaged() }

func (p *Process) uptimeSeconds() int64 { return int64(p.meter.Uptime().Seconds()) }

// slowQueries are the slow transactions that are retained, newest first.
type slowQueries struct {
	// From which duration a transaction counts as slow, in milliseconds.
	ThresholdMs int64 `json:"thresholdMs"`
	Total       int64 `json:"totalSinceStart"`  // the number of slow transactions since the start
	Profiling   bool  `json:"profilingEnabled"` // whether slow transactions are measured
	// The slow transactions that are retained, newest first.
	Recent []health.Transaction `json:"recent"`
}

type metrics struct {
	health.Runtime
	SlowQueries *slowQueries `json:"slowQueries"` // the slow transactions; nil: they are not measured
}

// metrics returns the figures of the process, with at most so many slow transactions.
func (p *Process) metrics(queries int) metrics {
	m := metrics{Runtime: p.meter.Read()}
	if p.store != nil {
		m.SlowQueries = &slowQueries{ThresholdMs: health.SlowTransaction.Milliseconds(), Profiling: p.store.Measures()}
		m.SlowQueries.Recent, m.SlowQueries.Total = p.store.Slow(queries)
	}
	return m
}

// timingsAnswer is the slow and refused requests, newest first.
type timingsAnswer struct {
	ThresholdMs int64    `json:"thresholdMs"`     // from which duration a request counts as slow, in milliseconds
	Total       int64    `json:"totalSinceStart"` // the number of requests since the start
	Slow        int64    `json:"slowSinceStart"`  // number of slow requests since the start
	Recent      []timing `json:"recent"`          // the requests that are retained, newest first
}

func (p *Process) timingsAnswer() timingsAnswer {
	return timingsAnswer{slowAnswer.Milliseconds(), p.requests.Load(), p.slowRequests.Load(), p.timings.Newest(maxTimings)}
}

// reset drops the retained requests. The counts since the start remain.
func (p *Process) reset() {
	p.meter.Reset()
	p.timings.Clear()
	if p.store != nil {
		p.store.Forget()
	}
}
