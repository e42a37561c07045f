package httpapi

import (
	"math"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/storage"
)

const (
	// slowAnswer is how long an answer takes that is remembered.
	slowAnswer = 100 * time.Millisecond
	// keptTimings is how many are.
	keptTimings = 200
)

// timing is a request that took long or was refused. Which record it was about is
// not in it.
type timing struct {
	At         storage.Time `json:"at"`
	DurationMs float64      `json:"durationMs"`
	Method     string       `json:"method"`
	Route      string       `json:"route"`
	Status     int          `json:"status"`
}

// timings remembers slow and refused requests.
type timings struct {
	now    func() time.Time
	total  atomic.Int64
	slow   atomic.Int64
	recent *health.Ring[timing]
}

func newTimings(now func() time.Time) *timings {
	return &timings{now: now, recent: health.NewRing[timing](keptTimings)}
}

// end notes a request that has been answered. Those that wait for a bulk run, and
// those that lead nowhere, are not counted.
func (t *timings) end(r *request, began time.Time) {
	if r.row == nil || r.row.group == "runs" {
		return
	}
	t.total.Add(1)
	now := t.now()
	took := now.Sub(began)
	if took >= slowAnswer {
		t.slow.Add(1)
	} else if r.out.code < http.StatusBadRequest {
		return
	}
	t.recent.Add(timing{
		storage.TimeOf(now), math.Round(took.Seconds()*1e5) / 100, r.Method, r.row.pattern, max(r.out.code, http.StatusOK),
	})
}

// timingsAnswer is the requests that are remembered, newest first.
type timingsAnswer struct {
	ThresholdMs int64    `json:"thresholdMs"`
	Total       int64    `json:"totalSinceStart"`
	Slow        int64    `json:"slowSinceStart"`
	Recent      []timing `json:"recent"`
}

func (t *timings) answer() timingsAnswer {
	return timingsAnswer{slowAnswer.Milliseconds(), t.total.Load(), t.slow.Load(), t.recent.Newest(keptTimings)}
}
