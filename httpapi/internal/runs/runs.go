package runs

import (
	"io"
	"slices"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/history"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/httpapi/internal/op"
	"github.com/privacylabels/auditor/storage"
)

// Config is what the operations work on. Every field is required.
type Config struct {
	Store   storage.Store
	Fleet   *fleet.Service
	History *history.Service
	Runs    runner.Engine
	Now     func() time.Time
	Random  io.Reader
}

// New returns the operations.
func New(cfg Config) op.Package {
	bulk := Bulk{cfg.Runs, cfg.Now}
	return op.Package{
		Operations: slices.Concat(
			tasks{cfg.Runs}.operations(),
			syncs{cfg.Fleet, bulk}.operations(),
			runList{cfg.Runs}.operations(),
			appHistory{cfg.History}.operations(),
			histories{cfg.Store, cfg.History, bulk}.operations(),
			policies{cfg.Store, bulk}.operations(),
			cooldowns{cfg.Fleet}.operations(),
			activities{cfg.Store}.operations(),
			queueSessions{cfg.Store, cfg.Now, cfg.Random}.operations(),
		),
		Types: types(),
	}
}
