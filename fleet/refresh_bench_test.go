package fleet_test

import (
	"fmt"
	"testing"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/storage"
)

// BenchmarkRefresh measures what is kept of a page that was read already: the
// transaction, and how much the database grows by it.
func BenchmarkRefresh(b *testing.B) {
	const apps = 1000
	for _, changed := range []bool{false, true} {
		b.Run(fmt.Sprintf("changed=%v", changed), func(b *testing.B) {
			f := fleettest.NewMinted(b, apps)
			f.Grow(b, 1, func(_ storage.Store, l *fleet.Service, turn int) error {
				if changed {
					f.Edition = 1 + turn/apps
				}
				_, err := l.Refresh(b.Context(), fleettest.Target(storage.AppID(turn%apps)+1), storage.TriggerScheduled)
				return err
			})
		})
	}
}

// BenchmarkSync measures a run over a fleet in which nothing changed, and how much
// the database grows by each app of it.
func BenchmarkSync(b *testing.B) {
	for _, apps := range []int{1000, 10_000} {
		if apps > 1000 && testing.Short() {
			continue
		}
		b.Run(fmt.Sprintf("apps=%d", apps), func(b *testing.B) {
			f := fleettest.NewMinted(b, apps)
			f.Grow(b, apps, func(db storage.Store, l *fleet.Service, _ int) error {
				run, err := fleettest.RunAll(b.Context(), db, l.SyncJob())
				if err == nil && run.Completed != apps {
					err = fmt.Errorf("the run is %+v", run)
				}
				return err
			})
		})
	}
}
