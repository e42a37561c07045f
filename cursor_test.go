package auditor_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// changeTwice refreshes an app of a fleet twice, with a change between.
func changeTwice(t *testing.T, a *auditor.Auditor, pages *fleettest.Pages, id storage.AppID) {
	t.Helper()
	for _, label := range []string{"LINKED: LOCATION", "LINKED: LOCATION CONTACTS"} {
		pages.Show(id, "App", fleettest.Labelled(label))
		if _, err := a.Services().Fleet.Refresh(t.Context(), fleet.Target{ID: id, URL: fleettest.URL(id)}, storage.TriggerManual); err != nil {
			t.Fatal(err)
		}
	}
}

// end returns the cursor after the last change.
func end(t *testing.T, a *auditor.Auditor) changelog.Cursor {
	t.Helper()
	c, err := a.Changelog().End(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCursorAfterAReset(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		reset func(*auditor.Auditor, context.Context) error
		want  error
	}{
		"reset": {func(a *auditor.Auditor, ctx context.Context) error { _, err := a.Backup().Reset(ctx); return err }, nil},
		"wipe":  {func(a *auditor.Auditor, ctx context.Context) error { _, err := a.Backup().Wipe(ctx); return err }, nil},
		"start over": {func(a *auditor.Auditor, ctx context.Context) error {
			return a.Backup().StartOver(ctx)
		}, changelog.ErrStaleCursor},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pages := fleettest.NewPages()
			a := newAuditor(t, auditor.WithStore(open(t)), auditor.WithScraper(pages))
			changeTwice(t, a, pages, 1)
			before := end(t, a)
			if err := tt.reset(a, t.Context()); err != nil {
				t.Fatal(err)
			}
			page, err := a.Changelog().After(t.Context(), before, 10)
			if !errors.Is(err, tt.want) || len(page.Changes) != 0 {
				t.Errorf("after it: %+v, %v, want %v", page, err, tt.want)
			}
			changeTwice(t, a, pages, 2)
			page, err = a.Changelog().After(t.Context(), before, 10)
			if !errors.Is(err, tt.want) || err == nil && (len(page.Changes) != 1 || page.Changes[0].ID.App != 2) {
				t.Errorf("after another change: %+v, %v, want %v", page, err, tt.want)
			}
		})
	}
}

func TestCursorInACopyOfTheDatabase(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "copy.db")
	original, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "original.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer original.Close()
	pages := fleettest.NewPages()
	a := newAuditor(t, auditor.WithStore(original), auditor.WithScraper(pages))
	changeTwice(t, a, pages, 1)
	common := end(t, a)
	if err := original.CopyTo(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	changeTwice(t, a, pages, 2)
	later := end(t, a)

	restored, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer restored.Close()
	b := newAuditor(t, auditor.WithStore(restored), auditor.WithScraper(pages))
	if page, err := b.Changelog().After(t.Context(), common, 10); err != nil || len(page.Changes) != 0 {
		t.Errorf("a cursor that both have: %+v, %v", page, err)
	}
	if _, err := b.Changelog().After(t.Context(), later, 10); !errors.Is(err, changelog.ErrStaleCursor) {
		t.Errorf("a cursor of a later change: %v, want %v", err, changelog.ErrStaleCursor)
	}
	changeTwice(t, b, pages, 3)
	if page, err := b.Changelog().After(t.Context(), later, 10); err != nil || len(page.Changes) != 0 {
		t.Errorf("once the copy has as many changes: %+v, %v", page, err)
	}
}
