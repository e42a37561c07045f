package history_test

import (
	"crypto/rand"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// An import of an app's past, from nothing to what the API tells of it.
func TestImportHistory(t *testing.T) {
	t.Parallel()
	p := newPast(t, 1)
	p.archive.capture(1, "2021-02-03", fleettest.Labelled("LINKED: CONTACTS"))
	p.archive.capture(1, "2021-05-20", fleettest.Labelled("LINKED: CONTACTS"))
	before := withoutArchive(p.App(t, 1))

	got := p.history(t, 1)

	want := []string{
		"2021-02-01 imported 2021-02-03 0",
		"2021-02-15 skipped_existing 2021-02-03",
		"2021-05-15 unchanged 2021-05-20 0",
		"2021-08-01 skipped_drift 2021-05-20",
	}
	if diff := cmp.Diff(want, brief(got)); diff != "" {
		t.Errorf("targets (-want +got):\n%s", diff)
	}
	if got.App != 1 || got.Attempted != 4 || got.Imported != 1 || got.Unchanged != 1 || got.Skipped != 2 || got.Failed != 0 {
		t.Errorf("the result is %+v", got)
	}
	if diff := cmp.Diff([]string{"captures 1", "replay 1 2021-02-03", "replay 1 2021-05-20"}, p.archive.calls()); diff != "" {
		t.Errorf("the archive was asked (-want +got):\n%s", diff)
	}
	wantRows := []string{
		"2021-02-03 wayback",
		"2021-05-20 wayback",
		`2021-08-01 live + | "Data Linked to You" now collects: Location | "Data Linked to You" no longer collects: Contacts`,
	}
	if diff := cmp.Diff(wantRows, p.rows(t, 1)); diff != "" {
		t.Errorf("snapshots (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(before, withoutArchive(p.App(t, 1))); diff != "" {
		t.Errorf("the app (-before +after):\n%s", diff)
	}
	if n := storagetest.All[storage.Notification](t, p.Store); len(n) != 0 {
		t.Errorf("notifications: %+v", n)
	}
	if diff := cmp.Diff([]string{"wayback_import ok App 1: 1 imported, 1 unchanged, 2 skipped"}, p.logged(t)); diff != "" {
		t.Errorf("the log (-want +got):\n%s", diff)
	}
	if s := storagetest.All[storage.Snapshot](t, p.Store)[2]; s.TriggeredBy != storage.TriggerWayback ||
		s.ArchiveURL != "https://archive.example/2021-02-03" || s.Extractor != "archived/1" || s.Label.IsZero() || s.AppVersion != "" {
		t.Errorf("the oldest snapshot is %+v", s)
	}
}

// What an import of the past keeps is no refresh of the app.
func TestImportDuringARefresh(t *testing.T) {
	t.Parallel()
	p := newPast(t, 1)
	p.Pages.After = func(storage.AppID) { p.history(t, 1) } // which asks for a capture
	before := p.Pages.Requests()
	target, err := p.Pages.Resolve(fleettest.URL(1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Refresh(t.Context(), target, storage.TriggerManual); err != nil {
		t.Fatal(err)
	}
	if n := p.Pages.Requests() - before; n != 1 || len(storagetest.All[storage.Snapshot](t, p.Store)) != 3 {
		t.Errorf("%d requests, %d snapshots", n, len(storagetest.All[storage.Snapshot](t, p.Store)))
	}
}

// A panic in an item ends its run and releases the lock of the app.
func TestLockAfterAPanic(t *testing.T) {
	t.Parallel()
	p := newPast(t, 1)
	var panics atomic.Bool
	imports := history.New(history.Config{
		Env: storage.Env{Store: p.Store, Random: rand.Reader, Now: func() time.Time {
			if panics.Load() {
				panic("ouch")
			}
			return p.Clock.Now()
		}},
		Archive: p.archive,
	})
	p.Panics(t, imports.Job(), &panics)
}
