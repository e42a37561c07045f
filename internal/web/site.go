package web

import (
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/privacylabels/auditor/backup"
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
	"github.com/privacylabels/auditor/internal/web/forms"
	"github.com/privacylabels/auditor/internal/web/reading"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// Config is what a [Site] needs. The services and the clock are required.
type Config struct {
	Store     storage.Store
	Fleet     *fleet.Service
	History   *history.Service
	Imports   *imports.Service
	Runs      runner.Engine
	Policies  *policy.Service
	Models    *llm.Models
	Manual    *manual.Service
	Changelog *changelog.Reader
	Inbox     *notify.Inbox
	Outbox    *notify.Outbox
	Reviews   *review.Service
	Devices   *device.Service
	Tokens    *readtoken.Service
	Backup    *backup.Service
	Snapshots *snapshots.Service

	Now    func() time.Time
	Random io.Reader
	Logger *slog.Logger
	Dir    string       // for temporary files and icons; empty: the folder of the system, and no icons
	Icons  *http.Client // fetches the icons of apps; nil: no icons
}

// Site is the web page. It is safe for concurrent use.
type Site struct {
	kit      *ui.Kit
	all      []ui.Screen
	sessions sessions
	failure  *ui.Template
}

// New returns the web page.
func New(c Config) (*Site, error) {
	kit, err := ui.New(c.Now)
	if err != nil {
		return nil, err
	}
	s := &Site{kit: kit, sessions: newSessions(kit), failure: kit.Template(templates, "templates/failure.html")}
	s.all = kit.Mount(s.sessions.screens(), readingScreens(kit, c), formsScreens(kit, c))
	return s, nil
}

func readingScreens(kit *ui.Kit, c Config) []ui.Screen {
	return reading.New(kit, reading.Config{Fleet: c.Fleet, Changelog: c.Changelog, Reviews: c.Reviews, History: c.History, Policies: c.Policies,
		Icons: c.Icons, Dir: c.Dir})
}

func formsScreens(kit *ui.Kit, c Config) []ui.Screen {
	return forms.New(kit, forms.Config{
		Store: c.Store, Fleet: c.Fleet, Imports: c.Imports, Runs: c.Runs, Policies: c.Policies, Models: c.Models, Changelog: c.Changelog,
		Inbox: c.Inbox, Outbox: c.Outbox, Reviews: c.Reviews, Devices: c.Devices, Tokens: c.Tokens, Backup: c.Backup, Snapshots: c.Snapshots, Now: c.Now, Random: c.Random,
	})
}

// Screens returns the screens.
func (s *Site) Screens() []ui.Screen { return s.all }
