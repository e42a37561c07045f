package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// desktopSettings answers "GET /api/settings/desktop".
func (a *API) desktopSettings(ctx context.Context, _ nothing) (shown map[string]any, err error) {
	err = a.cfg.Store.View(ctx, func(tx storage.Tx) (err error) {
		shown, err = settings.ShowDesktop(tx)
		return err
	})
	return shown, err
}

// desktopRequest is POST /api/settings/desktop.
type desktopRequest struct {
	sent    map[string]json.RawMessage
	desktop bool // it comes from the desktop application
}

func (in *desktopRequest) decode(r *request) error {
	in.desktop = strings.EqualFold(r.Header.Get("X-Service-Runtime"), feature.Desktop)
	return r.object(&in.sent)
}

// changeDesktopSettings answers "POST /api/settings/desktop". From the desktop
// application it also notes that there is one.
func (a *API) changeDesktopSettings(ctx context.Context, in desktopRequest) (shown map[string]any, err error) {
	now := storage.TimeOf(a.cfg.Now())
	err = a.cfg.Store.Update(ctx, func(tx storage.Tx) error {
		if err := settings.ChangeDesktop(tx, now, in.sent); err != nil {
			return err
		}
		if in.desktop {
			if err := settings.PutText(tx, feature.RuntimeSetting, feature.Desktop); err != nil {
				return err
			}
		}
		shown, err = settings.ShowDesktop(tx)
		return err
	})
	if fault, ok := errors.AsType[*settings.Fault](err); ok {
		return nil, badRequest("%v", fault)
	}
	return shown, err
}

// desktopQueries is how many slow transactions the desktop application shows.
const desktopQueries = 20

// desktopAnswer is what the desktop application shows of the service.
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

// desktopDiagnostics answers "GET /api/desktop/diagnostics".
func (a *API) desktopDiagnostics(ctx context.Context, _ nothing) (desktopAnswer, error) {
	host, now := health.ReadHost(), storage.TimeOf(a.cfg.Now())
	answer := desktopAnswer{
		GeneratedAt: now, Host: host, Metrics: a.ops.metrics(desktopQueries),
		Runtime: desktopRuntime{host.Go, host.OS, host.Arch, host.Pid, int64(a.ops.meter.Uptime().Seconds())},
	}
	sync, err := a.cfg.Fleet.SyncStatus(ctx)
	if err != nil {
		return desktopAnswer{}, err
	}
	answer.Scheduler = desktopScheduler{sync.Schedule, storage.NullTime(sync.LastRun), sync.Running}
	tasks, err := a.activeTasks(ctx, nothing{})
	if err != nil {
		return desktopAnswer{}, err
	}
	answer.Runners = make(map[string]desktopRunner)
	for name, status := range tasks.byName() {
		answer.Runners[name] = desktopRunner{status.Running, status.RunID != nil}
	}
	db, err := a.database(ctx, nothing{})
	if err != nil {
		return desktopAnswer{}, err
	}
	answer.DB.Path, answer.DB.Bytes = db.Path, db.FileBytes
	err = a.cfg.Store.View(ctx, func(tx storage.Tx) (err error) {
		if answer.DB.Apps, err = tx.Apps().Count(storage.AppQuery{}); err != nil {
			return err
		}
		if answer.DB.Snapshots, err = tx.Snapshots().Count(storage.SnapshotQuery{}); err != nil {
			return err
		}
		answer.DB.Unread, err = tx.Notifications().Count(storage.NotificationQuery{Unread: true, Due: now})
		return err
	})
	return answer, err
}
