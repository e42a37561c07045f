package tracked_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// BenchmarkRefresh measures what is kept of a page that was read already: the
// transaction, and how much the database grows by it. The pages never change, or they do each
// month, or each time, which makes their labels unstable.
func BenchmarkRefresh(b *testing.B) {
	const apps, month = 1000, 30 * 24 * time.Hour
	for _, bb := range []struct {
		changed string
		every   time.Duration
	}{{"false", 0}, {"monthly", month}, {"true", 0}} {
		b.Run("changed="+bb.changed, func(b *testing.B) {
			f := fleettest.NewMinted(b, apps)
			f.Grow(b, 1, func(_ storage.Store, l *tracked.Service, turn int) error {
				round := 1 + turn/apps
				f.Ahead = time.Duration(round) * bb.every
				if bb.changed != "false" {
					f.Edition = round
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
			f.Grow(b, apps, func(db storage.Store, l *tracked.Service, _ int) error {
				run, err := fleettest.RunAll(b.Context(), db, l.SyncJob())
				if err == nil && run.Completed != apps {
					err = fmt.Errorf("the run is %+v", run)
				}
				return err
			})
		})
	}
}
