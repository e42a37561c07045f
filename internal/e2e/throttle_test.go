package e2e_test

import (
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/internal/proctest"
	"github.com/privacylabels/auditor/storage"
)

// A store that throttles ends a sync at once, but for the pages that were asked for at the
// same time. When it may be asked again the next tick resumes at the app that was
// interrupted, and no app is recorded twice. Three refusals in a row are the same.
func TestStoreThrottlesASync(t *testing.T) {
	t.Parallel()
	const apps, at = 30, 11
	for name, tt := range map[string]struct {
		kind   fakestore.Kind
		faults int // apps that it is shown at
		failed int // most of them that count as failed, beside those asked for at the same time
	}{
		"throttled":           {fakestore.Throttled, 1, 0},
		"refused three times": {fakestore.Blocked, apps - at, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newSyncBulk(t, apps)
			dir := t.TempDir()
			s := b.track(t, dir, "SERVICE_SCHEDULER_TICK=100ms")
			b.renew(s)
			show := func(fault fakestore.Fault) {
				for _, id := range b.ids[at : at+tt.faults] {
					app := b.states[id].app(b.random, id, false)
					app.Fault = fault
					b.store.Put(app)
				}
			}
			show(fakestore.Fault{Kind: tt.kind, Times: 1, RetryAfter: "2"})
			began := time.Now()
			ended := must[struct {
				RunID  string
				Synced int
			}](s, "POST", "/api/sync/trigger", "")
			show(fakestore.Fault{})
			most := atOnce(b.order())
			if ended.Synced > at || ended.Synced < at-most {
				t.Errorf("%d apps were read, want %d or up to %d fewer", ended.Synced, at, most)
			}
			interrupted(t, s, dir)
			if n, _ := b.asked(); n > apps+at+most {
				t.Errorf("%d pages were asked for in the sync, want at most %d after the one that was refused", n-apps, most-1)
			}

			for b.store.Pages(b.ids[apps-1]) < 2 {
				if time.Since(began) > proctest.Busy {
					t.Fatal("the run does not go on")
				}
				time.Sleep(10 * time.Millisecond)
			}
			if waited := time.Since(began); waited < 2*time.Second {
				t.Errorf("the run went on after %v, before the store wanted to be asked", waited)
			}
			s.settled("sync")
			s.Stop()
			for i, id := range b.ids { // once when it was tracked, and once in the sync
				if n := b.store.Pages(id); n != 2 && (n != 3 || i < at-most || i > at+most) {
					t.Errorf("app %d was asked for %d times", i, n)
				}
			}
			examine(t, dir, apps)
			onDatabase(t, dir, func(tx *storage.Tx) error {
				run, err := tx.Runs.Get(ended.RunID)
				failures := tt.failed
				if failures > 0 { // an answer about an app before them begins the count of refusals anew
					failures += most - 1
				}
				if err != nil || run.Status != storage.RunDone || run.Failed > failures || run.Completed != apps-run.Failed {
					t.Errorf("the run is %+v, %v", run, err)
				}
				failed := 0
				for _, id := range b.ids[at : at+tt.faults] {
					n, err := tx.Snapshots.Count(storage.SnapshotQuery{App: id})
					if err != nil {
						return err
					}
					if n == 1 { // its turn does not come again
						b.want[id] = b.want[id][:1]
						failed++
					}
				}
				if failed != run.Failed {
					t.Errorf("%d apps have no record of the sync, but %d failed", failed, run.Failed)
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
		lease, err := tx.Tasks.Get(storage.TaskID{Kind: "runner", Subject: "sync"})
		if lease.Owner != "" {
			t.Errorf("the lease is %+v", lease)
		}
		return err
	})
}
