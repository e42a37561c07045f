package data

import (
	"io"
	"log/slog"
	"slices"
	"time"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/backup/bundle"
	"github.com/privacylabels/auditor/backup/snapshots"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/imports"
	"github.com/privacylabels/auditor/fleet/manual"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/httpapi/internal/op"
	"github.com/privacylabels/auditor/storage"
)

// Config is what the operations work on. Every field is required.
type Config struct {
	Store     storage.Store
	Fleet     *fleet.Service
	Imports   *imports.Service
	Runs      runner.Engine
	Manual    *manual.Service
	Bundles   *bundle.Service
	Backup    *backup.Service
	Snapshots *snapshots.Service
	Now       func() time.Time
	Random    io.Reader
	Logger    *slog.Logger

	MaxUpload int64 // bytes of a backup or a bundle
}

// New returns the operations.
func New(cfg Config) op.Package {
	return op.Package{
		Operations: slices.Concat(
			importLists{cfg.Imports, cfg.Runs}.operations(),
			importItems{cfg.Imports}.operations(),
			manualApps{cfg.Manual}.operations(),
			manualBulk{cfg.Manual}.operations(),
			manualPolicies{cfg.Manual}.operations(),
			resets{cfg.Backup, cfg.Fleet, cfg.Now}.operations(),
			dev{cfg.Store, cfg.Runs, cfg.Now, cfg.Random}.operations(),
			samples{cfg.Fleet, cfg.Now}.operations(),
			backups{cfg.Backup, cfg.Now, cfg.Logger, cfg.MaxUpload}.operations(),
			backupFiles{cfg.Snapshots}.operations(),
			exports{cfg.Bundles, cfg.Now}.operations(),
			bundles{cfg.Bundles, cfg.Now, cfg.MaxUpload}.operations(),
		),
		Types: types(),
	}
}

// noteSuccess is [op.NoteOutcome] with a detail that only a success has.
func noteSuccess(r op.Request, action, detail string, err error) {
	if err != nil {
		detail = ""
	}
	op.NoteOutcome(r, action, detail, err)
}
