package fleet_test

import (
	"context"
	"errors"
	"testing"
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
	lines := all(t, b.store, storage.Tx.Activities)
	if n := len(lines) - before; n != 3 { // the change, the failure, the run
		t.Errorf("%d lines of activity, want 3", n)
	}
	if lines[0].Type != "manual_sync" && lines[1].Type != "manual_sync" && lines[2].Type != "manual_sync" {
		t.Errorf("the run has no line: %+v", lines[:3])
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
	for _, a := range all(t, b.store, storage.Tx.Activities) {
		if a.Type == "manual_sync" {
			if a.Kind != "partial: rateLimited" || a.Status != "partial" {
				t.Errorf("the run's line is %q, %q", a.Kind, a.Status)
			}
			return
		}
	}
	t.Error("the run has no line")
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
	t.Parallel()
	b := tracked(t, 3)
	working := make(chan struct{})
	release := make(chan struct{})
	b.pages.before = func(id storage.AppID) {
		if id == 1 {
			close(working)
			<-release
		}
	}
	run, err := b.Sync(t.Context(), "manual", storage.TriggerManual)
	if err != nil {
		t.Fatal(err)
	}
	<-working
	stopped := make(chan struct{})
	go func() { b.Stop(time.Minute); close(stopped) }()
	if _, err := b.Sync(t.Context(), "manual", storage.TriggerManual); !errors.Is(err, fleet.ErrBusy) {
		t.Errorf("while it ends: %v, want ErrBusy", err)
	}
	close(release)
	<-stopped
	if got, err := run.Wait(t.Context()); err != nil || got.Synced != 1 {
		t.Errorf("synced %d (%v), want the one that was under way", got.Synced, err)
	}
	if _, err := b.Sync(t.Context(), "manual", storage.TriggerManual); !errors.Is(err, fleet.ErrStopping) {
		t.Errorf("after the end: %v, want ErrStopping", err)
	}
}
