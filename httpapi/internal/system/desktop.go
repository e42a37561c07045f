package system

import (
	"context"

	"github.com/privacylabels/auditor/httpapi/internal/runs"
	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/storage"
)

// desktopQueries is how many slow transactions the desktop application shows.
const desktopQueries = 20

type desktopAnswer struct {
	GeneratedAt storage.Time             `json:"generatedAt"`
	Runtime     desktopRuntime           `json:"runtime"`
	Host        health.Host              `json:"host"`
	Metrics     metrics                  `json:"runtimeMetrics"`
	Scheduler   desktopScheduler         `json:"scheduler"`
	Runners     map[string]desktopRunner `json:"bulkRunners"`
	DB          desktopDatabase          `json:"db"`
}

type desktopRuntime struct {
	Go            string `json:"goVersion"`
	Platform      string `json:"platform"`
	Arch          string `json:"arch"`
	Pid           int    `json:"pid"`
	UptimeSeconds int64  `json:"uptimeSeconds"`
}

type desktopScheduler struct {
	Mode     string           `json:"scheduleMode"`
	LastSync storage.NullTime `json:"lastAutoSync"`
	Syncing  bool             `json:"syncRunning"`
}

type desktopRunner struct {
	Running  bool `json:"running"`
	HasState bool `json:"hasState"` // a run has not ended
}

type desktopDatabase struct {
	Apps      int     `json:"apps"`
	Snapshots int     `json:"snapshots"`
	Unread    int     `json:"unreadNotifications"`
	Path      *string `json:"dbPath"`
	Bytes     *int64  `json:"dbSizeBytes"`
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
