package history_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// archiveChanges turns the setting on or off.
func (p *past) archiveChanges(t testing.TB, on bool) {
	t.Helper()
	err := p.Store.Update(t.Context(), func(tx *storage.Tx) error {
		return settings.PutText(tx, settings.ArchiveChanges, fmt.Sprint(on))
	})
	if err != nil {
		t.Fatal(err)
	}
}

// change gives an app a label with another category and refreshes it.
func (p *past) change(t testing.TB, app storage.AppID, category string) {
	t.Helper()
	p.Pages.Show(app, fmt.Sprintf("App %d", app), fleettest.Labelled("LINKED: LOCATION "+category))
	p.MustRefresh(t, app)
}

// captured returns the addresses that snapshots have, by day.
func (p *past) captured(t testing.TB) map[string]string {
	t.Helper()
	found := make(map[string]string)
	for _, s := range storagetest.All[storage.Snapshot](t, p.Store) {
		if s.ArchiveURL != "" {
			found[fmt.Sprintf("%d %s", s.ID.App, day(s.ID.At))] = string(s.ArchiveURL)
		}
	}
	return found
}

// waiting returns how many tasks there are.
func (p *past) waiting(t testing.TB) int {
	t.Helper()
	return len(storagetest.All[storage.Task](t, p.Store))
}

func TestCapturesOfChanges(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPast(t, 2)
		p.ticking(t)
		go p.imports.KeepCaptures(t.Context(), time.Minute)

		p.change(t, 1, "CONTACTS") // the setting is off
		time.Sleep(2 * time.Minute)
		if calls := p.archive.calls(); len(calls) > 0 {
			t.Errorf("with the setting off the archive is asked: %q", calls)
		}
		p.archiveChanges(t, true)
		p.change(t, 2, "CONTACTS")
		p.MustRefresh(t, 1) // nothing changed
		time.Sleep(2 * time.Minute)
		if diff := cmp.Diff([]string{"save 2"}, p.archive.calls()); diff != "" {
			t.Errorf("calls (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(map[string]string{"2 2021-08-15": "https://archive.example/now/2"}, p.captured(t)); diff != "" {
			t.Errorf("captures (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]string{"wayback_import ok The web archive was asked to capture the page of App 2"}, p.logged(t)); diff != "" {
			t.Errorf("activity (-want +got):\n%s", diff)
		}
		if n := p.waiting(t); n != 0 {
			t.Errorf("%d tasks are left", n)
		}
		p.imports.Stop(0)
	})
}

// TestCaptureIsTriedAgain lets the archive refuse for some time.
func TestCaptureIsTriedAgain(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		failure error
		for_    time.Duration
		want    bool // whether there is a capture in the end
		calls   int
	}{
		"throttled for an hour":      {&archive.Error{Cause: archive.ErrThrottled, RetryAfter: 10 * time.Minute}, time.Hour, true, 3},
		"unavailable for five hours": {&archive.Error{Cause: archive.ErrUnavailable}, 5 * time.Hour, true, 4},
		"refused for good":           {&archive.Error{Cause: archive.ErrNoMemento, Status: 520}, 100 * time.Hour, false, 6},
		"of another kind":            {errors.New("unexpected"), time.Minute, true, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				p := newPast(t, 1)
				p.ticking(t)
				p.archiveChanges(t, true)
				p.archive.fail(test.failure, "save")
				p.change(t, 1, "CONTACTS")
				go p.imports.KeepCaptures(t.Context(), time.Minute)
				time.Sleep(test.for_)
				p.archive.fail(nil)
				time.Sleep(48*time.Hour - test.for_)
				if test.for_ > 48*time.Hour {
					p.archive.fail(test.failure, "save")
				}
				time.Sleep(test.for_)
				if got := len(p.captured(t)) > 0; got != test.want {
					t.Errorf("captured: %v", got)
				}
				if calls := p.archive.calls(); len(calls) != test.calls {
					t.Errorf("the archive was asked %d times, want %d", len(calls), test.calls)
				}
				if n := p.waiting(t); n != 0 {
					t.Errorf("%d tasks are left", n)
				}
				p.imports.Stop(0)
			})
		})
	}
}

// TestCaptureAfterRestart stops the service while the archive is asked.
func TestCaptureAfterRestart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPast(t, 1)
		p.ticking(t)
		p.archiveChanges(t, true)
		p.change(t, 1, "CONTACTS")
		asked := make(chan struct{})
		p.archive.before = func(ctx context.Context, _ string) error {
			close(asked)
			<-ctx.Done()
			return ctx.Err()
		}
		go p.imports.KeepCaptures(t.Context(), time.Minute)
		<-asked
		p.imports.Stop(time.Second)
		if n := p.waiting(t); n != 1 {
			t.Fatalf("%d tasks are left", n)
		}
		p.archive.fail(nil)
		p.ticking(t)
		go p.imports.KeepCaptures(t.Context(), time.Minute)
		time.Sleep(2 * time.Minute)
		if got := len(p.captured(t)); got != 1 {
			t.Errorf("%d captures after a restart", got)
		}
		p.imports.Stop(0)
	})
}
