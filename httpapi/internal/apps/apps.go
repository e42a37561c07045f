package apps

import (
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/httpapi/internal/op"
	"github.com/privacylabels/auditor/internal/overview"
	"github.com/privacylabels/auditor/notify"
)

// Config is what the operations work on. Every field is required.
type Config struct {
	Fleet     *fleet.Service
	Policies  *policy.Service
	Changelog *changelog.Reader
	Inbox     *notify.Inbox
	Runs      runner.Engine
	Now       func() time.Time
	Logger    *slog.Logger

	// LargeFrom is the number of apps from which an answer about all apps is written to a
	// file, app by app, and not built in memory.
	LargeFrom int
}

// New returns the operations.
func New(cfg Config) op.Package {
	return op.Package{
		Operations: slices.Concat(
			list{cfg.Fleet, cfg.Policies, cfg.Changelog, cfg.LargeFrom}.operations(),
			list{cfg.Fleet, cfg.Policies, cfg.Changelog, cfg.LargeFrom}.oneOperations(),
			summary{overview.Config{Fleet: cfg.Fleet, Inbox: cfg.Inbox, Runs: cfg.Runs}}.operations(),
			scrape{cfg.Fleet, cfg.Policies, cfg.Logger}.operations(),
			search{cfg.Fleet}.operations(),
			comparison{cfg.Fleet}.operations(),
			related{cfg.Fleet}.operations(),
			changes{cfg.Changelog}.operations(),
			feeds{cfg.Changelog}.operations(),
			matrix{cfg.Fleet, cfg.LargeFrom}.operations(),
			radar{cfg.Policies}.operations(),
			trust{cfg.Policies}.operations(),
			calendar{cfg.Changelog, cfg.Now}.operations(),
		),
		Types: types(),
	}
}

// ofAppStore returns the given statuses and those of errors that the App Store causes.
func ofAppStore(more ...int) []int {
	return append(more, http.StatusBadGateway, http.StatusGatewayTimeout, http.StatusNotImplemented)
}
