package e2e_test

import (
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

// A store that throttles ends a sync at once. When it may be asked again the next
// tick resumes at the app that was interrupted, and no app is read twice. Three
// refusals in a row are the same.
func TestStoreThrottlesASync(t *testing.T) {
	t.Parallel()
	const apps, at = 30, 11
	for name, tt := range map[string]struct {
		kind   fakestore.Kind
		faults int // apps in a row that it is shown at
	}{
		"throttled":           {fakestore.Throttled, 1},
		"refused three times": {fakestore.Blocked, 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newSyncBulk(t, apps)
			dir := t.TempDir()
			s := b.track(t, dir, "SERVICE_SCHEDULER_TICK=100ms")
			b.renew(s)
			cut := at + tt.faults - 1 // the app at which the run is interrupted
			for i := at; i <= cut; i++ {
				app := b.states[b.ids[i]].app(b.random, b.ids[i], false)
				app.Fault = fakestore.Fault{Kind: tt.kind, Times: 1, RetryAfter: "2"}
				b.store.Put(app)
				if i < cut { // its turn does not come again
					b.want[b.ids[i]] = b.want[b.ids[i]][:1]
				}
			}
			began := time.Now()
			ended := must[struct {
				RunID  string
				Synced int
			}](s, "POST", "/api/sync/trigger", "")
			if ended.Synced != at {
				t.Errorf("%d apps were read, want %d", ended.Synced, at)
			}
			interrupted(t, s, dir)
			if n := b.store.Pages(b.ids[cut+1]); n != 1 {
				t.Errorf("the app after the interrupted one was requested %d times", n-1)
			}

			for b.store.Pages(b.ids[apps-1]) < 2 {
				if time.Since(began) > 30*time.Second {
					t.Fatal("the run does not go on")
				}
				time.Sleep(10 * time.Millisecond)
			}
			if waited := time.Since(began); waited < 2*time.Second {
				t.Errorf("the run went on after %v, before the store wanted to be asked", waited)
			}
			s.settled("sync")
			s.stop()
			for i, id := range b.ids {
				want := 2 // when it was tracked, and in the sync
				if i == cut {
					want++
				}
				if n := b.store.Pages(id); n != want {
					t.Errorf("app %d was asked for %d times, want %d", i, n, want)
				}
			}
			examine(t, dir, apps)
			onDatabase(t, dir, func(tx *storage.Tx) error {
				run, err := tx.Runs.Get(ended.RunID)
				if err != nil || run.Status != storage.RunDone || run.Failed != tt.faults-1 || run.Completed != apps-tt.faults+1 {
					t.Errorf("the run is %+v, %v", run, err)
				}
				b.recorded(t, tx)
				return nil
			})
		})
	}
}

// interrupted fails the test unless rate limiting by the App Store is all that is
// left of a sync for now.
func interrupted(t *testing.T, s *service, dir string) {
	t.Helper()
	if now := s.task("sync"); now.Running || now.Status != "idle" || now.RunID != "" || now.Initiator != "" {
		t.Errorf("the sync is %+v, want idle", now)
	}
	if c := must[struct{ Scrape struct{ Active bool } }](s, "GET", "/api/rate-limit/status", ""); !c.Scrape.Active {
		t.Error("the service does not back off")
	}
	partial := 0
	for _, row := range must[activityPage](s, "GET", "/api/activity?type=manual_sync", "").Rows {
		if row.Kind != "partial: rateLimited" || row.Status != "partial" {
			t.Errorf("a line in the activity log: %+v", row)
		}
		partial++
	}
	if partial != 1 {
		t.Errorf("%d lines in the activity log, want one", partial)
	}
	onDatabase(t, dir, func(tx *storage.Tx) error {
		lease, err := tx.Leases.Get("runner/sync")
		if lease.Owner != "" {
			t.Errorf("the lease is %+v", lease)
		}
		return err
	})
}
