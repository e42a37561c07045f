package overview

import (
	"context"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// Config is what an overview is made of. Every field is required.
type Config struct {
	Fleet *tracked.Service
	Inbox *notify.Inbox
	Runs  *runner.Engine
}

// Summary is what needs attention.
type Summary struct {
	Apps          tracked.Counts `json:"apps"`          // the apps
	Notifications Notifications  `json:"notifications"` // the notifications
	Runs          Runs           `json:"runs"`          // the runs
	Sync          Sync           `json:"sync"`          // the sync
}

// Notifications are the numbers of notifications that the inbox shows.
type Notifications struct {
	Total  int `json:"total"`  // the number of all
	Unread int `json:"unread"` // number of unread notifications
}

// Runs are the numbers of bulk runs that have not ended.
type Runs struct {
	Running     int `json:"running"`     // the number of runs that are in progress
	Paused      int `json:"paused"`      // the number of runs that a user paused
	Interrupted int `json:"interrupted"` // the number of runs that were interrupted otherwise; the next start resumes them
}

// Sync is when all apps were and will be refreshed.
type Sync struct {
	// When all apps are refreshed: manual (never automatically), daily or weekly.
	Schedule string           `json:"schedule" enum:"manual,daily,weekly"`
	LastRun  storage.NullTime `json:"lastRun"` // when a sync last ended; null: never
	// When the next sync is or was due; null: none is scheduled.
	NextRun storage.NullTime `json:"nextRun"`
	Running bool             `json:"isRunning"` // whether a sync is running
}

// Read returns the summary.
func Read(ctx context.Context, c Config) (s Summary, err error) {
	if s.Apps, err = c.Fleet.On().Counts(ctx); err != nil {
		return s, err
	}
	inbox, err := c.Inbox.List(ctx, 1, 0)
	if err != nil {
		return s, err
	}
	s.Notifications = Notifications{Total: inbox.Total, Unread: inbox.UnreadCount}
	open, err := c.Runs.Open(ctx)
	if err != nil {
		return s, err
	}
	for _, run := range open {
		switch run.Status {
		case storage.RunInterrupted:
			s.Runs.Interrupted++
		case storage.RunPaused:
			s.Runs.Paused++
		default:
			s.Runs.Running++
		}
	}
	status, err := c.Fleet.SyncStatus(ctx)
	s.Sync = Sync{Schedule: status.Schedule, LastRun: storage.NullTime(status.LastRun), NextRun: status.NextRun, Running: status.Running}
	return s, err
}
