package tracked_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

func TestResetChangelog(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.Observe(t, 1, "Notes", fleettest.Labelled("LINKED: LOCATION"))
	b.Observe(t, 1, "Notes", fleettest.Labelled("LINKED: LOCATION CONTACTS"))
	b.Observe(t, 1, "Notes", fleettest.Labelled("LINKED: CONTACTS"))
	b.Pages.Show(1, "Notes") // says nothing, and is the newest
	b.MustRefresh(t, 1)
	b.Observe(t, 2, "Maps", fleettest.Labelled("NONE"))
	changes := storagetest.All[storage.Change](t, b.Store)
	teststore.Update(t, b.Store, func(tx *storage.Tx) error {
		app, err := tx.Apps.Get(1)
		if err != nil {
			return err
		}
		app.ChangesAcknowledgedAt, app.ChangesSnoozedUntil = 5, 6
		note := storage.Annotation{
			ID: 1, App: 1, Change: storage.Text(changes[0].ID.String()), Body: "x", Visibility: storage.VisibilityPrivate, Origin: storage.OriginUser, CreatedAt: 1,
		}
		return errors.Join(tx.Apps.Put(app), tx.Annotations.Put(note), tx.Reviews.Put(
			storage.Review{ID: "r", App: 1, Action: storage.ReviewReviewed, ActedAt: 5}, storage.Review{ID: "s", App: 2, Action: storage.ReviewSnoozed, ActedAt: 5}))
	})
	before, known := b.App(t, 1), storagetest.All[storage.Snapshot](t, b.Store)
	if before.ChangeCount != 2 || before.Pending == 0 || len(known) != 5 {
		t.Fatalf("the app is %+v, with the snapshots %+v", before, known)
	}

	done, err := b.ResetChangelog(t.Context())
	if want := (tracked.ChangelogReset{Snapshots: 3, Reviews: 2, Apps: 2}); err != nil || done != want {
		t.Errorf("%+v, error %v; want %+v", done, err, want)
	}
	want := before
	want.ChangeCount, want.ChangesAcknowledgedAt, want.ChangesSnoozedUntil, want.Pending = 0, 0, 0, 0
	if diff := cmp.Diff(want, b.App(t, 1)); diff != "" {
		t.Errorf("the app (-want +got):\n%s", diff)
	}
	for _, s := range storagetest.All[storage.Snapshot](t, b.Store) {
		if s.Changed || s.Entries != 0 || s.Label != b.App(t, s.ID.App).LabelDigest {
			t.Errorf("what stays is %+v", s)
		}
	}
	if left := storagetest.All[storage.Change](t, b.Store); len(left) != 0 {
		t.Errorf("changes are left: %+v", left)
	}
	if notes := storagetest.All[storage.Annotation](t, b.Store); len(notes) != 1 || notes[0].Change != "" {
		t.Errorf("the notes are %+v, want one about the app", notes)
	}
	line := storagetest.All[storage.Activity](t, b.Store)[0]
	if line.Type != "reset" || string(line.Detail) != `{"appsTouched":2,"mode":"dev-reset-changelog","reviewActionsRemoved":2,"snapshotsRemoved":3}` {
		t.Errorf("the line is %+v: %s", line, line.Detail)
	}
	again, err := b.ResetChangelog(t.Context())
	if want := (tracked.ChangelogReset{Apps: 2}); err != nil || again != want {
		t.Errorf("again: %+v, error %v; want %+v", again, err, want)
	}

	// The next state is compared with the one that stayed, and shown.
	b.Pages.Show(1, "Notes", fleettest.Labelled("LINKED: CONTACTS"))
	if found := b.MustRefresh(t, 1); found.IsNew || len(found.Changes) != 0 {
		t.Errorf("the same again: %+v", found)
	}
	b.Pages.Show(1, "Notes", fleettest.Labelled("LINKED: CONTACTS HEALTH"))
	if found := b.MustRefresh(t, 1); len(found.Changes) != 1 {
		t.Errorf("one category more: %+v", found)
	}
	if newest := storagetest.All[storage.Snapshot](t, b.Store)[0]; !newest.Changed || newest.Entries != 1 {
		t.Errorf("the newest snapshot is %+v", newest)
	}
}

// Of what the archive has, nothing stays, unless there is nothing else.
func TestResetChangelogOfArchivedStates(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.Observe(t, 1, "Notes", fleettest.Labelled("LINKED: LOCATION"))
	live := storagetest.All[storage.Snapshot](t, b.Store)[0]
	put := func(id storage.AppID, at storage.Time, change func(*storage.Snapshot)) {
		t.Helper()
		s := storage.Snapshot{ID: storage.SnapshotID{App: id, At: at}, Source: storage.SourceWayback, Changed: true, Entries: 1}
		if change != nil {
			change(&s)
		}
		teststore.Update(t, b.Store, func(tx *storage.Tx) error {
			return errors.Join(tx.Snapshots.Put(s), tx.Changes.Put(
				storage.Change{ID: storage.ChangeID{Snapshot: s.ID}, Changed: s.Changed, Entry: storage.Entry{Type: storage.EntryAdded, Description: "x"}}))
		})
	}
	put(1, live.ID.At-5, nil)
	put(1, live.ID.At+5, nil)
	put(1, live.ID.At+9, func(s *storage.Snapshot) { s.Source = storage.SourceLive }) // the archive was asked for a page
	teststore.Update(t, b.Store, func(tx *storage.Tx) error {
		return tx.Apps.Put(storage.App{ID: 2, Name: "Maps", URL: fleettest.URL(2)}, storage.App{ID: 3, Name: "None", URL: fleettest.URL(3)})
	})
	put(2, 5, nil)
	put(2, 9, nil)
	done, err := b.ResetChangelog(t.Context())
	if want := (tracked.ChangelogReset{Snapshots: 4, Apps: 3}); err != nil || done != want {
		t.Errorf("%+v, error %v; want %+v", done, err, want)
	}
	want := []storage.Snapshot{live, {ID: storage.SnapshotID{App: 2, At: 9}, Source: storage.SourceWayback}}
	if diff := cmp.Diff(want, storagetest.All[storage.Snapshot](t, b.Store)); diff != "" {
		t.Errorf("what stays (-want +got):\n%s", diff)
	}
	if left := storagetest.All[storage.Change](t, b.Store); len(left) != 0 {
		t.Errorf("changes are left: %+v", left)
	}
}

func TestResetChangelogWhileARunIsUnderWay(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.Observe(t, 1, "Notes", fleettest.Labelled("LINKED: LOCATION"))
	b.Observe(t, 1, "Notes", fleettest.Labelled("LINKED: CONTACTS"))
	lease := storage.Task{Kind: "runner", Subject: "policy", Owner: "another process", Due: storage.TimeOf(b.Clock.Now()) + 1}
	teststore.Update(t, b.Store, func(tx *storage.Tx) error { return tx.Tasks.Put(lease) })
	if _, err := b.ResetChangelog(t.Context()); !errors.Is(err, runner.ErrBusy) {
		t.Errorf("error %v, want %v", err, runner.ErrBusy)
	}
	if n := len(storagetest.All[storage.Snapshot](t, b.Store)); n != 2 || b.App(t, 1).ChangeCount != 1 {
		t.Errorf("%d snapshots, and the app is %+v", n, b.App(t, 1))
	}
}
