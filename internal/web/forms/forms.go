package forms

import (
	"embed"
	"io"
	"slices"
	"time"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/backup/snapshots"
	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/device"
	"github.com/privacylabels/auditor/fleet/imports"
	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/fleet/policy/llm"
	"github.com/privacylabels/auditor/fleet/review"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/httpapi/readtoken"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

//go:embed templates
var templates embed.FS

// Config has the services that the screens use. Every field is required.
type Config struct {
	Store     storage.Store
	Fleet     *fleet.Service
	Imports   *imports.Service
	Runs      runner.Engine
	Policies  *policy.Service
	Models    *llm.Models
	Changelog *changelog.Reader
	Inbox     *notify.Inbox
	Outbox    *notify.Outbox
	Reviews   *review.Service
	Devices   *device.Service
	Tokens    *readtoken.Service
	Backup    *backup.Service
	Snapshots *snapshots.Service
	Now       func() time.Time
	Random    io.Reader
}

// New returns the screens.
func New(kit *ui.Kit, c Config) []ui.Screen {
	var screens [][]ui.Screen
	for _, of := range []func(*ui.Kit, Config) []ui.Screen{newAdding, newStatistics, newActivity, newPreferences, newDestinationList, newProfiles, newModelLog, newDeviceList, newBackups, newAccess} {
		screens = append(screens, of(kit, c))
	}
	return slices.Concat(screens...)
}

// chosen returns a text if it is one of the choices, else the first of them.
func chosen(text string, choices ...string) string {
	if slices.Contains(choices, text) {
		return text
	}
	return choices[0]
}
