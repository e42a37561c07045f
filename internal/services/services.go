package services

import (
	"io"
	"log/slog"
	"time"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/backup/bundle"
	"github.com/privacylabels/auditor/backup/snapshots"
	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/device"
	"github.com/privacylabels/auditor/fleet/history"
	"github.com/privacylabels/auditor/fleet/imports"
	"github.com/privacylabels/auditor/fleet/manual"
	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/fleet/policy/llm"
	"github.com/privacylabels/auditor/fleet/review"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/httpapi/readtoken"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// Set is all services, over one store. Every field is required.
type Set struct {
	Store     storage.Store
	Fleet     *fleet.Service
	History   *history.Service
	Imports   *imports.Service
	Runs      *runner.Engine
	Policies  *policy.Service
	Models    *llm.Models
	Manual    *manual.Service
	Changelog *changelog.Reader
	Inbox     *notify.Inbox
	Outbox    *notify.Outbox
	Reviews   *review.Service
	Devices   *device.Service
	Tokens    *readtoken.Service
	Bundles   *bundle.Service
	Backup    *backup.Service
	Snapshots *snapshots.Service
	Now       func() time.Time
	Random    io.Reader
	Logger    *slog.Logger
}
