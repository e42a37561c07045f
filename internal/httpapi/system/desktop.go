package system

import (
	"context"

	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/internal/httpapi/runs"
	"github.com/privacylabels/auditor/storage"
)

// desktopQueries is how many slow transactions the desktop application shows.
const desktopQueries = 20

type desktopAnswer struct {
	GeneratedAt storage.Time     `json:"generatedAt"`    // when the answer was made
	Runtime     desktopRuntime   `json:"runtime"`        // the state of the process
	Host        health.Host      `json:"host"`           // the machine
	Metrics     metrics          `json:"runtimeMetrics"` // the state of the process
	Scheduler   desktopScheduler `json:"scheduler"`      // the state of scheduled work
	// The state of the bulk runs, by the name of their runner.
	Runners map[string]desktopRunner `json:"bulkRunners"`
	DB      desktopDatabase          `json:"db"` // the database
}

type desktopRuntime struct {
	Go            string `json:"goVersion"`     // the version of Go that built the program
	Platform      string `json:"platform"`      // the operating system, such as linux
	Arch          string `json:"arch"`          // the processor architecture, such as amd64
	Pid           int    `json:"pid"`           // the process ID
	UptimeSeconds int64  `json:"uptimeSeconds"` // seconds since the program started
}

type desktopScheduler struct {
	// When all apps are refreshed: manual (never automatically), daily or weekly.
	Mode     string           `json:"scheduleMode"`
	LastSync storage.NullTime `json:"lastAutoSync"` // when the last scheduled sync began; null: never
	Syncing  bool             `json:"syncRunning"`  // whether a sync is running
}

type desktopRunner struct {
	Running  bool `json:"running"`  // whether work is in progress
	HasState bool `json:"hasState"` // whether a run is open
}

type desktopDatabase struct {
	Apps      int     `json:"apps"`                // number of tracked apps
	Snapshots int     `json:"snapshots"`           // number of snapshots
	Unread    int     `json:"unreadNotifications"` // number of unread notifications
	Path      *string `json:"dbPath"`              // the path of the database, masked; null: not known
	Bytes     *int64  `json:"dbSizeBytes"`         // bytes of the database; null: not known
}

// desktop returns what the desktop application shows of the service.
func (d deployment) desktop(ctx context.Context) (desktopAnswer, error) {
	host := health.ReadHost()
	answer := desktopAnswer{
		GeneratedAt: storage.TimeOf(d.Now()), Host: host, Metrics: d.Process.metrics(desktopQueries),
		Runtime: desktopRuntime{host.Go, host.OS, host.Arch, host.Pid, d.Process.uptimeSeconds()},
		Runners: make(map[string]desktopRunner),
	}
	sync, err := d.Fleet.SyncStatus(ctx)
	if err != nil {
		return desktopAnswer{}, err
	}
	answer.Scheduler = desktopScheduler{sync.Schedule, storage.NullTime(sync.LastRun), sync.Running}
	active, err := runs.Active(ctx, d.Runs)
	if err != nil {
		return desktopAnswer{}, err
	}
	for name, status := range active.All() {
		answer.Runners[name] = desktopRunner{status.Running, status.RunID != nil}
	}
	if answer.DB, err = storage.View(ctx, d.Store, func(tx *storage.Tx) (desktopDatabase, error) { return countRecords(tx, answer.GeneratedAt) }); err != nil {
		return desktopAnswer{}, err
	}
	db, err := d.database.get(ctx)
	answer.DB.Path, answer.DB.Bytes = db.Path, db.FileBytes
	return answer, err
}

func countRecords(tx *storage.Tx, now storage.Time) (counted desktopDatabase, err error) {
	if counted.Apps, err = tx.Apps.Count(storage.AppQuery{}); err != nil {
		return counted, err
	}
	if counted.Snapshots, err = tx.Snapshots.Count(storage.SnapshotQuery{}); err != nil {
		return counted, err
	}
	counted.Unread, err = tx.Notifications.Count(storage.NotificationQuery{Unread: true, Due: now})
	return counted, err
}
