package fleet_test

import (
	"fmt"
	"testing"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

// BenchmarkRefresh measures what is kept of a page that was read already: the
// transaction, and how much the database grows by it.
func BenchmarkRefresh(b *testing.B) {
	const apps = 1000
	for _, changed := range []bool{false, true} {
		b.Run(fmt.Sprintf("changed=%v", changed), func(b *testing.B) {
			f := newMintedFleet(b, apps)
			f.grow(b, 1, func(_ storage.Store, l *fleet.Library, turn int) error {
				if changed {
					f.edition = 1 + turn/apps
				}
				_, err := l.Refresh(b.Context(), target(storage.AppID(turn%apps)+1), storage.TriggerScheduled)
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
			f := newMintedFleet(b, apps)
			f.grow(b, apps, func(db storage.Store, l *fleet.Library, _ int) error {
				run, err := runAll(b.Context(), db, l.SyncJob())
				if err == nil && run.Completed != apps {
					err = fmt.Errorf("the run is %+v", run)
				}
				return err
			})
		})
	}
}
