package e2e_test

import (
	"encoding/json"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// tasks is what is said of the bulk runner that refreshes all apps.
type tasks struct {
	Sync struct {
		Running bool
		RunID   string
		Summary struct{ Total, Completed, Failed, Skipped int }
	}
}

// fleetOf puts so many apps, that never change, on a stage of their own.
func fleetOf(t *testing.T, apps int) (*stage, []storage.AppID) {
	t.Helper()
	r := rand.New(rand.NewPCG(3, 5))
	from := newStage(t)
	var ids []storage.AppID
	for i := range apps {
		id := storage.AppID(3_000_000 + i)
		ids = append(ids, id)
		from.Put(randomState(r).app(r, id, false))
	}
	return from, ids
}

// asked returns how often the pages of apps were asked for in all.
func (s *stage) asked(ids []storage.AppID) (n int) {
	for _, id := range ids {
		n += s.Pages(id)
	}
	return n
}

// begin starts a sync and returns its id.
func (s *service) begin() string {
	s.t.Helper()
	status, body, err := s.call(s.t.Context(), "POST", "/api/sync/trigger?wait=0", "")
	if err != nil || status != 202 {
		s.t.Fatalf("start a sync: status %d, %v: %s", status, err, body)
	}
	var run struct{ RunID string }
	if err := json.Unmarshal(body, &run); err != nil || run.RunID == "" {
		s.t.Fatalf("start a sync: %s", body)
	}
	return run.RunID
}

// settled waits until no sync is under way.
func (s *service) settled(within time.Duration) {
	s.t.Helper()
	for end := time.Now().Add(within); must[tasks](s, "GET", "/api/tasks/active", "").Sync.Running; {
		if time.Now().After(end) {
			s.t.Fatalf("the sync has not ended within %v", within)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// A sync that is killed again and again goes on by itself each time, and in the
// end has refreshed every app once. AUDITOR_KILLS says how often.
func TestKillDuringSync(t *testing.T) {
	t.Parallel()
	const apps = 60
	kills := count(t, "AUDITOR_KILLS", 20)
	r := rand.New(rand.NewPCG(11, 13))
	from, ids := fleetOf(t, apps)
	dir := t.TempDir()
	s := start(t, dir, from)
	s.scrape(ids...)

	rounds, killed := 0, 0
	for killed < kills {
		rounds++
		before, inRound := from.asked(ids), 0
		run := s.begin()
		for killed < kills && inRound < 5 { // then let the round come to its end
			from.waitForPages(t.Context(), 1+r.IntN(apps/6))
			time.Sleep(time.Duration(r.IntN(3000)) * time.Microsecond) // anywhere between one page and the next
			s.kill()
			killed++
			inRound++
			passLease(t, dir)
			s = start(t, dir, from)
			now := must[tasks](s, "GET", "/api/tasks/active", "").Sync
			if !now.Running {
				break // it was over before the kill
			}
			if now.RunID != run {
				t.Fatalf("after kill %d run %s is under way, want %s", killed, now.RunID, run)
			}
		}
		s.settled(time.Minute)
		if extra := from.asked(ids) - before - apps; extra < 0 || extra > inRound {
			t.Errorf("round %d: %d requests beside one for each app, want at most one for each of %d kills", rounds, extra, inRound)
		}
	}
	s.stop()
	examine(t, dir, apps)
	refreshedOnceARound(t, dir, rounds)
	t.Logf("%d kills in %d rounds", killed, rounds)
}

// passLease ends the lease of a process that is gone, as the passing of some
// seconds does: the test has no time for twenty times that.
func passLease(t *testing.T, dir string) {
	t.Helper()
	onDatabase(t, dir, func(tx storage.Tx) error {
		lease, err := storage.First(tx.Leases().List(storage.LeaseQuery{}))
		if err != nil {
			return err
		}
		lease.ExpiresAt = min(lease.ExpiresAt, storage.TimeOf(time.Now()))
		return tx.Leases().Put(lease)
	})
}

// onDatabase calls fn with a database that no process has open.
func onDatabase(t *testing.T, dir string, fn func(storage.Tx) error) {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(dir, "auditor.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Update(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

// refreshedOnceARound fails the test unless every app has a snapshot from when
// it was added and one of each round, and nothing is left of the runs.
func refreshedOnceARound(t *testing.T, dir string, rounds int) {
	t.Helper()
	onDatabase(t, dir, func(tx storage.Tx) error {
		for app, err := range tx.Apps().List(storage.AppQuery{}) {
			if err != nil {
				return err
			}
			n, err := tx.Snapshots().Count(storage.SnapshotQuery{App: app.ID})
			if err != nil {
				return err
			}
			if n != rounds+1 {
				t.Errorf("app %d has %d snapshots after %d rounds, want %d", app.ID, n, rounds, rounds+1)
			}
		}
		open, err := tx.Runs().Count(storage.RunQuery{Open: true})
		if err != nil {
			return err
		}
		items, err := tx.RunItems().Count(storage.RunItemQuery{})
		if open+items > 0 {
			t.Errorf("%d runs are open, %d items are left", open, items)
		}
		return err
	})
}

// Two processes on one database: one of them runs a sync, both show it, and the
// other goes on with it when the first is gone.
func TestTwoProcessesShareASync(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]struct {
		end    func(*service)
		within time.Duration // until the other one goes on
	}{
		"killed":  {(*service).kill, 9 * time.Second}, // a lease, and some
		"stopped": {(*service).stop, 3 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const apps = 20
			from, ids := fleetOf(t, apps)
			dir := t.TempDir()
			one := start(t, dir, from)
			one.scrape(ids...)
			two := start(t, dir, from)
			from.delay(ids[apps/2], 1500*time.Millisecond)

			run := one.begin()
			for from.Pages(ids[apps/2]) < 2 { // the slow one is being read
				time.Sleep(time.Millisecond)
			}
			for which, s := range []*service{one, two} {
				if now := must[tasks](s, "GET", "/api/tasks/active", "").Sync; !now.Running || now.RunID != run {
					t.Errorf("process %d shows %+v, want run %s", which+1, now, run)
				}
				if status, body, err := s.call(t.Context(), "POST", "/api/sync/trigger", ""); err != nil || status != 409 {
					t.Errorf("process %d begins another sync: status %d, %v: %s", which+1, status, err, body)
				}
			}
			before := from.asked(ids)
			end.end(one)
			ended := time.Now()
			for from.asked(ids) == before {
				if time.Since(ended) > end.within {
					t.Fatalf("the other process has not gone on within %v", end.within)
				}
				time.Sleep(time.Millisecond)
			}
			two.settled(time.Minute)
			two.stop()
			examine(t, dir, apps)
			refreshedOnceARound(t, dir, 1)
		})
	}
}

// delay lets the next request for the page of an app take long.
func (s *stage) delay(id storage.AppID, by time.Duration) {
	r := rand.New(rand.NewPCG(17, uint64(id)))
	app := randomState(r).app(r, id, false)
	app.Fault = fakestore.Fault{Kind: fakestore.Slow, Delay: by, Times: 1}
	s.Put(app)
}
