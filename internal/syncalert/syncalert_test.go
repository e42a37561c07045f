package syncalert_test

import (
	"context"
	"crypto/rand"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/syncalert"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// fleet is a database with some apps, in a time of its own that begins on
// 1 January 2000.
type fleet struct {
	t     testing.TB
	store storage.Store
	runs  int
}

func newFleet(t testing.TB, values ...string) *fleet {
	t.Helper()
	f := &fleet{t: t, store: storagetest.Strict(t, memory.New())}
	f.update(func(tx *storage.Tx) error {
		return tx.Apps.Put(storage.App{ID: 1, URL: "https://x.example/1", Name: "one", Country: "us"})
	})
	f.set(values...)
	return f
}

func (f *fleet) update(fn func(*storage.Tx) error) {
	f.t.Helper()
	if err := f.store.Update(f.t.Context(), fn); err != nil {
		f.t.Fatal(err)
	}
}

func (f *fleet) set(pairs ...string) {
	f.t.Helper()
	f.update(func(tx *storage.Tx) error {
		for i := 0; i < len(pairs); i += 2 {
			if err := settings.PutText(tx, pairs[i], pairs[i+1]); err != nil {
				return err
			}
		}
		return nil
	})
}

// sync stores a sync that ends now.
func (f *fleet) sync(status storage.RunStatus, completed, failed int) {
	f.t.Helper()
	now := storage.TimeOf(time.Now())
	f.runs++
	run := storage.Run{
		ID: string(rune('a' + f.runs)), Runner: "sync", Initiator: "scheduled", Status: status, StartedAt: now, UpdatedAt: now,
		Total: completed + failed, Completed: completed, Failed: failed,
	}
	if status != storage.RunRunning {
		run.EndedAt = now
	}
	f.update(func(tx *storage.Tx) error { return tx.Runs.Put(run) })
}

// watch runs the service, as a process does, until the test ends or stop is called.
func (f *fleet) watch() (stop func()) {
	s := syncalert.New(storage.Env{Store: f.store, Now: time.Now, Random: rand.Reader, Logger: slog.New(slog.DiscardHandler)})
	ctx, cancel := context.WithCancel(f.t.Context())
	go s.Run(ctx, 30*time.Minute)
	stop = func() { cancel(); s.Stop(time.Second) }
	f.t.Cleanup(stop)
	return stop
}

// want compares what users were notified of, the oldest first.
func (f *fleet) want(want ...string) {
	f.t.Helper()
	var got []string
	err := f.store.View(f.t.Context(), func(tx *storage.Tx) error {
		got = nil
		for n, err := range tx.Notifications.List(storage.NotificationQuery{Oldest: true}) {
			if err != nil {
				return err
			}
			for _, e := range n.Changes {
				got = append(got, string(e.Type)+": "+e.Description)
			}
		}
		return nil
	})
	if err != nil {
		f.t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		f.t.Errorf("(-want +got):\n%s", diff)
	}
}

const (
	days    = 24 * time.Hour
	overdue = "sync_overdue: No refresh of all apps has succeeded for more than 2 days: the last was on 1 January 2000 at 00:00 UTC"
)

// An episode is said once and once when it is over, also over restarts.
func TestOverdue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFleet(t, settings.SyncSchedule, settings.Daily)
		f.sync(storage.RunDone, 10, 0)
		stop := f.watch()
		time.Sleep(2*days - time.Minute)
		f.want()
		f.sync(storage.RunFailed, 0, 0) // is no success
		f.sync(storage.RunDone, 0, 0)
		time.Sleep(2 * time.Hour)
		f.want(overdue)
		stop()
		f.watch()
		f.watch() // another process
		time.Sleep(5 * days)
		f.want(overdue)
		f.sync(storage.RunDone, 10, 0)
		time.Sleep(2 * time.Hour)
		recovered := "sync_recovered: All apps are refreshed again: a refresh succeeded on 8 January 2000 at 01:59 UTC"
		f.want(overdue, recovered)
		time.Sleep(2*days + time.Hour)
		f.want(overdue, recovered, "sync_overdue: No refresh of all apps has succeeded for more than 2 days: the last was on 8 January 2000 at 01:59 UTC")
	})
}

// The end of an alert that no sync succeeds claims no more than the sync did, and is said once
// if the share of failures is over too.
func TestOverdueEndsWithFailures(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFleet(t, settings.SyncSchedule, settings.Daily)
		f.sync(storage.RunDone, 10, 0)
		f.watch()
		time.Sleep(2*days + 2*time.Hour)
		f.want(overdue)
		f.sync(storage.RunDone, 4, 6)
		time.Sleep(time.Hour)
		partly := "sync_recovered: Apps are refreshed again: 4 of 10 on 3 January 2000 at 02:00 UTC"
		failing := "sync_failing: 6 of 10 apps could not be refreshed, which is more than 50%"
		f.want(overdue, partly, failing)
		time.Sleep(2*days + 2*time.Hour)
		again := "sync_overdue: No refresh of all apps has succeeded for more than 2 days: the last was on 3 January 2000 at 02:00 UTC"
		f.want(overdue, partly, failing, again)
		f.sync(storage.RunDone, 10, 0)
		time.Sleep(time.Hour)
		f.want(overdue, partly, failing, again, "sync_recovered: All apps are refreshed again: a refresh succeeded on 5 January 2000 at 05:00 UTC")
	})
}

// Syncs are expected from the first check on which there are apps and a limit.
func TestNoSyncSoFar(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFleet(t)
		f.watch()
		time.Sleep(30 * days)
		f.want() // refreshed only on request
		f.set(settings.SyncAlertHours, "36")
		time.Sleep(35 * time.Hour)
		f.want()
		time.Sleep(3 * time.Hour)
		f.want("sync_overdue: No refresh of all apps has succeeded so far, for more than 36 hours")
		f.set(settings.SyncAlertHours, "0") // ends quietly
		time.Sleep(3 * time.Hour)
		f.want("sync_overdue: No refresh of all apps has succeeded so far, for more than 36 hours")
	})
}

func TestNothingIsExpectedWithoutApps(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFleet(t, settings.SyncSchedule, settings.Daily)
		f.update(func(tx *storage.Tx) error { _, err := tx.Apps.Clear(); return err })
		f.watch()
		time.Sleep(30 * days)
		f.want()
	})
}

// A sync that works is awaited, one that does not progress is not.
func TestRunningSync(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFleet(t, settings.SyncSchedule, settings.Daily)
		f.sync(storage.RunDone, 10, 0)
		stop := f.watch()
		time.Sleep(time.Hour)
		stop()
		time.Sleep(10 * days)
		f.sync(storage.RunRunning, 1, 0)
		f.watch()
		time.Sleep(45 * time.Minute)
		f.want()
		time.Sleep(time.Hour)
		f.want(overdue)
	})
}

func TestFailing(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		percent string
		syncs   [][2]int // completed and failed
		want    []string
	}{
		"half is not more":     {"", [][2]int{{5, 5}}, nil},
		"more than half":       {"", [][2]int{{4, 6}}, []string{"sync_failing: 6 of 10 apps could not be refreshed, which is more than 50%"}},
		"again and again":      {"", [][2]int{{4, 6}, {0, 10}, {1, 9}}, []string{"sync_failing: 6 of 10 apps could not be refreshed, which is more than 50%"}},
		"and recovers":         {"", [][2]int{{4, 6}, {9, 1}, {10, 0}}, []string{"sync_failing: 6 of 10 apps could not be refreshed, which is more than 50%", "sync_recovered: 9 of 10 apps were refreshed again"}},
		"without apps":         {"", [][2]int{{4, 6}, {0, 0}}, []string{"sync_failing: 6 of 10 apps could not be refreshed, which is more than 50%"}},
		"off":                  {"0", [][2]int{{0, 10}}, nil},
		"another share":        {"10", [][2]int{{89, 11}}, []string{"sync_failing: 11 of 100 apps could not be refreshed, which is more than 10%"}},
		"not even with a 100%": {"100", [][2]int{{0, 10}}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				f := newFleet(t, settings.SyncAlertPercent, tt.percent)
				f.watch()
				for _, sync := range tt.syncs {
					f.sync(storage.RunDone, sync[0], sync[1])
					time.Sleep(time.Hour)
				}
				f.want(tt.want...)
			})
		})
	}
}

// A check that finds nothing new writes nothing.
func TestNothingIsWritten(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFleet(t, settings.SyncSchedule, settings.Daily)
		f.sync(storage.RunDone, 10, 0)
		f.watch()
		time.Sleep(time.Hour)
		revisions, ok := storage.As[storage.Revisioner](f.store)
		if !ok {
			t.Fatal("the store has no revisions")
		}
		before, err := revisions.Revision(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(20 * time.Hour)
		if after, err := revisions.Revision(t.Context()); after != before || err != nil {
			t.Errorf("revision %d, %v, want %d", after, err, before)
		}
	})
}
