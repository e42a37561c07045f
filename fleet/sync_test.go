package fleet_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

func tracked(t *testing.T, apps int) *bench {
	t.Helper()
	b := newBench(t)
	for id := range storage.AppID(apps) {
		b.pages.show(id+1, "App", labelled("LINKED: LOCATION"))
		b.refresh(t, id+1)
	}
	return b
}

func (b *bench) sync(t *testing.T) fleet.Synced {
	t.Helper()
	run, err := b.Sync(t.Context(), "manual", storage.TriggerManual)
	if err != nil {
		t.Fatal(err)
	}
	synced, err := run.Wait(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return synced
}

func TestSyncRefreshesEveryApp(t *testing.T) {
	t.Parallel()
	b := tracked(t, 5)
	b.pages.show(2, "App", labelled("LINKED: CONTACTS"))
	b.pages.fail(4, &fleet.ScrapeError{Cause: fleet.ErrUnavailable, Status: 503})
	before := len(all(t, b.store, storage.Tx.Activities))

	got := b.sync(t)

	if diff := cmp.Diff(fleet.Synced{Synced: 4, Changes: 1}, got); diff != "" {
		t.Errorf("synced (-want +got):\n%s", diff)
	}
	if n := len(all(t, b.store, storage.Tx.Activities)) - before; n != 3 { // the change, the failure, the run
		t.Errorf("%d lines of activity, want 3", n)
	}
	if got := b.runLine(t); got != "manual_sync partial 4/5 synced, 1 changes, 1 errors" {
		t.Errorf("the run's line is %q", got)
	}
	if s := b.SyncStatus(); s.Running {
		t.Errorf("the run has ended, but its status is %+v", s)
	}
}

func TestSyncStopsWhenTheStoreThrottles(t *testing.T) {
	t.Parallel()
	b := tracked(t, 5)
	b.pages.fail(3, &fleet.ScrapeError{Cause: fleet.ErrThrottled, Status: 429, RetryAfter: time.Minute})
	asked := b.pages.requests()

	got := b.sync(t)

	if got.Synced != 2 || b.pages.requests()-asked != 3 {
		t.Errorf("%d apps in %d requests, want 2 in 3", got.Synced, b.pages.requests()-asked)
	}
	if got := b.runLine(t); got != "partial: rateLimited partial 2/2 synced, 0 changes, 3 rate-limited" {
		t.Errorf("the run's line is %q", got)
	}
}

func TestOneSyncAtATime(t *testing.T) {
	t.Parallel()
	b := tracked(t, 1)
	release := make(chan struct{})
	b.pages.before = func(storage.AppID) { <-release }
	run, err := b.Sync(t.Context(), "manual", storage.TriggerManual)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Sync(t.Context(), "manual", storage.TriggerManual); !errors.Is(err, fleet.ErrBusy) {
		t.Errorf("a second run: %v, want ErrBusy", err)
	}
	for !b.SyncStatus().Running || *b.SyncStatus().CurrentAppName == "" {
		time.Sleep(time.Millisecond)
	}
	s := b.SyncStatus()
	if *s.RunID != run.ID || *s.CurrentAppName != "App" || s.Summary.Total != 1 || *s.Initiator != "manual" {
		t.Errorf("status is %+v", s)
	}

	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := run.Wait(gone); !errors.Is(err, context.Canceled) {
		t.Errorf("a waiter who leaves gets %v", err)
	}
	close(release)
	if got, err := run.Wait(t.Context()); err != nil || got.Synced != 1 {
		t.Errorf("the run did not go on without its waiter: %+v, %v", got, err)
	}
}

func TestStopEndsASyncAtTheNextApp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := tracked(t, 3)
		release := make(chan struct{})
		b.pages.before = func(storage.AppID) { <-release }
		run, err := b.Sync(t.Context(), "manual", storage.TriggerManual)
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait() // the first app is being read
		go b.Stop(time.Minute)
		synctest.Wait() // the run is told to stop
		close(release)
		if got, err := run.Wait(t.Context()); err != nil || got.Synced != 1 {
			t.Errorf("synced %d (%v), want the one that was under way", got.Synced, err)
		}
		if _, err := b.Sync(t.Context(), "manual", storage.TriggerManual); !errors.Is(err, fleet.ErrStopping) {
			t.Errorf("after the end: %v, want ErrStopping", err)
		}
		if got := b.runLine(t); got != "manual_sync cancelled 1/1 synced, 0 changes, 2 not tried" {
			t.Errorf("the run's line is %q", got)
		}
	})
}

func TestStopCancelsASyncAfterItsPatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := tracked(t, 3)
		hang := make(chan struct{})
		defer close(hang)
		b.pages.hang = hang
		run, err := b.Sync(t.Context(), "manual", storage.TriggerManual)
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		began := time.Now()
		b.Stop(7 * time.Second)
		if took := time.Since(began); took != 7*time.Second {
			t.Errorf("stopping took %v, want the patience", took)
		}
		if got, err := run.Wait(t.Context()); err != nil || got.Synced != 0 {
			t.Errorf("synced %d (%v), want none", got.Synced, err)
		}
		if got := b.runLine(t); got != "manual_sync cancelled 0/0 synced, 0 changes, 3 not tried" {
			t.Errorf("the run's line is %q", got)
		}
	})
}

// runLine returns what the activity log says of the run.
func (b *bench) runLine(t *testing.T) string {
	t.Helper()
	var found []string
	for _, a := range all(t, b.store, storage.Tx.Activities) {
		if strings.HasSuffix(a.Type, "_sync") {
			found = append(found, a.Kind+" "+a.Status+" "+string(a.Summary))
		}
	}
	return strings.Join(found, "; ")
}

func TestTrackAndSearchEndWithTheLibrary(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := tracked(t, 3)
		release := make(chan struct{})
		b.pages.before = func(storage.AppID) { <-release }
		results := make(chan []string)
		go func() {
			r, err := b.Track(t.Context(), fleet.TrackRequest{URLs: []string{url(1), url(2), url(3)}})
			if err != nil {
				t.Error(err)
			}
			results <- outcomes(r)
		}()
		synctest.Wait()
		go b.Stop(time.Minute)
		synctest.Wait()
		close(release)
		if diff := cmp.Diff([]string{"success", "error", "error"}, <-results); diff != "" {
			t.Errorf("outcomes (-want +got):\n%s", diff)
		}
		if _, err := b.Track(t.Context(), fleet.TrackRequest{URLs: []string{url(1)}}); !errors.Is(err, fleet.ErrStopping) {
			t.Errorf("after the end: %v, want ErrStopping", err)
		}
	})
}

// A sync must not bring back what was removed while it was at it.
func TestSyncLeavesARemovedAppAlone(t *testing.T) {
	t.Parallel()
	b := tracked(t, 2)
	b.pages.before = func(id storage.AppID) {
		if id == 1 {
			if _, err := b.Remove(t.Context(), 1); err != nil {
				t.Error(err)
			}
		}
	}
	if got := b.sync(t); got.Synced != 1 {
		t.Errorf("synced %d, want the app that is still there", got.Synced)
	}
	if n, _ := b.Size(t.Context()); n != 1 {
		t.Errorf("%d apps are tracked, want 1", n)
	}
	if got := b.runLine(t); got != "manual_sync ok 1/1 synced, 0 changes, 1 skipped" {
		t.Errorf("the run's line is %q", got)
	}
}

func TestFailuresDoNotFloodTheLog(t *testing.T) {
	t.Parallel()
	b := tracked(t, 30)
	for id := range storage.AppID(30) {
		b.pages.fail(id+1, &fleet.ScrapeError{Cause: fleet.ErrUnavailable})
	}
	before := len(all(t, b.store, storage.Tx.Activities))
	b.sync(t)
	if n := len(all(t, b.store, storage.Tx.Activities)) - before; n != 21 {
		t.Errorf("%d lines, want 20 failures and the run", n)
	}
	if got := b.runLine(t); got != "manual_sync partial 0/30 synced, 0 changes, 30 errors" {
		t.Errorf("the run's line is %q", got)
	}
}

func TestPanickingScraperIsTheAppsFailure(t *testing.T) {
	t.Parallel()
	b := tracked(t, 2)
	b.pages.before = func(id storage.AppID) {
		if id == 1 {
			panic("a page nobody thought of")
		}
	}
	if got := b.sync(t); got.Synced != 1 {
		t.Errorf("synced %d, want the other app", got.Synced)
	}
	if _, err := b.Preview(t.Context(), url(1)); !errors.Is(err, fleet.ErrLayout) {
		t.Errorf("preview: %v, want ErrLayout", err)
	}
}
