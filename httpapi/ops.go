package httpapi

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync/atomic"

	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// Health checks the records. It is safe for concurrent use.
type Health interface {
	// Last returns the last report, a JSON object, or nil when there is none.
	Last(ctx context.Context) (report json.RawMessage, err error)
	// Check checks the records now. It returns the report and whether no fault
	// was found.
	Check(ctx context.Context) (report json.RawMessage, sound bool, err error)
}

// ops is what the API knows of the process that it is in.
type ops struct {
	meter   *health.Meter
	lines   *health.Ring[health.Line]
	store   *health.TimedStore // nil: transactions are not measured
	timings *timings

	integrity atomic.Pointer[health.Integrity] // nil: not looked at yet
	checking  chan struct{}                    // holds the one who checks the database
}

// newOps lets the configuration's logger remember warnings and errors, unless it
// does already, and finds the store that measures transactions.
func newOps(cfg *Config) *ops {
	recorder, ok := cfg.Logger.Handler().(*health.Recorder)
	if !ok {
		recorder = health.NewRecorder(cfg.Logger.Handler(), cfg.AdminToken)
		cfg.Logger = slog.New(recorder)
	}
	o := &ops{
		meter: health.NewMeter(cfg.Now), lines: recorder.Lines(), timings: newTimings(cfg.Now), checking: make(chan struct{}, 1),
	}
	o.store, _ = storage.As[*health.TimedStore](cfg.Store)
	return o
}

// secrets returns what is set and not to be shown.
func (a *API) secrets(ctx context.Context) (secrets []string, err error) {
	err = a.cfg.Store.View(ctx, func(tx storage.Tx) (err error) {
		secrets, err = settings.Secrets(tx)
		return err
	})
	return append(secrets, a.cfg.AdminToken), err
}
