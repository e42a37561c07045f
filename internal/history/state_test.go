package history_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

const (
	nowLocation    = ` | "Data Linked to You" now collects: Location`
	noLongLocation = ` | "Data Linked to You" no longer collects: Location`
	nowContacts    = ` | "Data Linked to You" now collects: Contacts`
	noLongContacts = ` | "Data Linked to You" no longer collects: Contacts`
)

// What follows an archived state is compared with it, and what it tells besides
// stays. Pages that said nothing are passed over.
func TestArchivedStateAmongOthers(t *testing.T) {
	t.Parallel()
	p := newPast(t, 0)
	see := func(day string, says ...func(*fleet.Listing)) {
		t.Helper()
		p.Clock.Set(date(day))
		p.Pages.Show(1, "App", says...)
		p.MustRefresh(t, 1)
	}
	see("2021-02-10", fleettest.Featured("voiceover"), fleettest.Rated("4+")) // no label on it
	see("2021-02-20", fleettest.Labelled("LINKED: LOCATION"), fleettest.Featured("voiceover"), fleettest.Rated("4+"))
	see("2021-06-20")
	see("2021-07-20", fleettest.Labelled("LINKED: CONTACTS"), fleettest.Featured("captions"), fleettest.Rated("9+"))
	p.Clock.Set(date("2021-08-15"))
	live := p.rows(t, 1)
	others := ` | Now supports accessibility feature: "Captions" | No longer claims accessibility feature: "VoiceOver"` +
		` | Age rating changed from 4+ to 9+`
	if diff := cmp.Diff([]string{
		"2021-02-10 live", "2021-02-20 live", "2021-06-20 live", "2021-07-20 live +" + nowContacts + noLongLocation + others,
	}, live); diff != "" {
		t.Fatalf("live snapshots (-want +got):\n%s", diff)
	}
	before := withoutArchive(p.App(t, 1))

	p.archive.capture(1, "2021-02-05", fleettest.Labelled("LINKED: CONTACTS"))
	p.archive.capture(1, "2021-05-15", fleettest.Labelled("LINKED: CONTACTS"))
	p.history(t, 1)

	if diff := cmp.Diff([]string{
		"2021-02-05 wayback", // the first of all
		"2021-02-10 live",
		"2021-02-20 live +" + nowLocation + noLongContacts,
		"2021-05-15 wayback +" + nowContacts + noLongLocation,
		"2021-06-20 live",
		"2021-07-20 live +" + others, // the label is that of the archive
	}, p.rows(t, 1)); diff != "" {
		t.Errorf("snapshots (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(before, withoutArchive(p.App(t, 1))); diff != "" {
		t.Errorf("the app (-before +after):\n%s", diff)
	}

	n, err := p.imports.Remove(t.Context(), 1)
	if err != nil || n != 2 {
		t.Errorf("%d removed, %v", n, err)
	}
	if diff := cmp.Diff(live, p.rows(t, 1)); diff != "" {
		t.Errorf("snapshots after the removal (-before +after):\n%s", diff)
	}
	if diff := cmp.Diff(before, withoutArchive(p.App(t, 1))); diff != "" {
		t.Errorf("the app after the removal (-before +after):\n%s", diff)
	}
}

// An app's first state is not shown, whatever it tells: one that was restored
// without its past has a first state with changes. It is shown as long as
// something archived comes before it.
func TestFirstStateIsNotShown(t *testing.T) {
	t.Parallel()
	for name, now := range map[string]func(*fleet.Listing){
		"a label":                  fleettest.Labelled("LINKED: LOCATION"),
		"a page that says nothing": func(*fleet.Listing) {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPast(t, 1)
			if err := p.Store.Update(t.Context(), func(tx *storage.Tx) error {
				_, err := tx.Snapshots.Clear()
				return err
			}); err != nil {
				t.Fatal(err)
			}
			p.Pages.Show(1, "App 1", now, fleettest.Featured("voiceover"))
			if found := p.MustRefresh(t, 1); len(found.Changes) != 1 || p.App(t, 1).ChangeCount != 1 {
				t.Errorf("notified changes: %+v", found.Changes)
			}
			const feature = ` | Now supports accessibility feature: "VoiceOver"`
			alone := []string{"2021-08-15 live" + feature}
			if diff := cmp.Diff(alone, p.rows(t, 1)); diff != "" {
				t.Errorf("snapshots (-want +got):\n%s", diff)
			}
			p.archive.capture(1, "2021-05-14", fleettest.Labelled("LINKED: LOCATION"))
			p.history(t, 1)
			if diff := cmp.Diff([]string{"2021-05-14 wayback", "2021-08-15 live +" + feature}, p.rows(t, 1)); diff != "" {
				t.Errorf("snapshots with a past (-want +got):\n%s", diff)
			}
			if _, err := p.imports.Remove(t.Context(), 1); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(alone, p.rows(t, 1)); diff != "" {
				t.Errorf("snapshots without it again (-want +got):\n%s", diff)
			}
		})
	}
}

// A refresh records changes from the known states, and notifies of changes from the last observation.
func TestRefreshAfterAnArchivedState(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		live, archived, now string // categories; empty: the page did not say
		recorded, reported  string
	}{
		"as it was live":           {"LOCATION", "CONTACTS", "LOCATION", " +" + nowLocation + noLongContacts, ""},
		"as it was archived":       {"LOCATION", "CONTACTS", "CONTACTS", "", nowContacts + noLongLocation},
		"new to all":               {"LOCATION", "CONTACTS", "LOCATION CONTACTS", " +" + nowLocation, nowContacts},
		"the same all along":       {"LOCATION", "LOCATION", "LOCATION", "", ""},
		"a page that says nothing": {"LOCATION", "CONTACTS", "", "", ""},
		"never seen live":          {"", "CONTACTS", "LOCATION", " +" + nowLocation + noLongContacts, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			says := func(categories string) func(*fleet.Listing) {
				if categories == "" {
					return func(*fleet.Listing) {}
				}
				return fleettest.Labelled("LINKED: " + categories)
			}
			p := newPast(t, 0)
			p.Clock.Set(date("2021-06-20"))
			p.Pages.Show(1, "App", says(tt.live))
			p.MustRefresh(t, 1)
			p.Clock.Set(date("2021-08-15"))
			p.archive.capture(1, "2021-06-25", says(tt.archived))
			if got := p.history(t, 1); got.Imported+got.Unchanged != 1 {
				t.Fatalf("the import came to %v", brief(got))
			}
			p.Pages.Show(1, "App", says(tt.now))
			found := p.MustRefresh(t, 1)

			rows := p.rows(t, 1)
			if diff := cmp.Diff("2021-08-15 live"+tt.recorded, rows[len(rows)-1]); diff != "" {
				t.Errorf("recorded (-want +got):\n%s", diff)
			}
			reported := ""
			for _, e := range found.Changes {
				reported += " | " + e.Description
			}
			if diff := cmp.Diff(tt.reported, reported); diff != "" {
				t.Errorf("reported (-want +got):\n%s", diff)
			}
			app, badge, notices := p.App(t, 1), 0, 0
			if reported != "" {
				badge = 1
			}
			for _, n := range storagetest.All[storage.Notification](t, p.Store) {
				if n.Type == storage.NoticeLabelChanges {
					notices++
				}
			}
			if app.ChangeCount != badge || (app.Pending != 0) != (badge == 1) || notices != badge {
				t.Errorf("the badge is %d, of kinds %b, with %d notices", app.ChangeCount, app.Pending, notices)
			}
		})
	}
}

// That the archive was asked for a capture is recorded beside the states, is none
// itself, and stays.
func TestRequestedSnapshot(t *testing.T) {
	t.Parallel()
	p := newPast(t, 1)
	if got := p.history(t, 1); got.SnapshotsRequested != 1 || got.Targets[0].SaveNowURL != "https://archive.example/now/1" {
		t.Fatalf("the result is %+v", got)
	}
	newest := storagetest.All[storage.Snapshot](t, p.Store)[0]
	want := storage.Snapshot{
		ID:     storage.SnapshotID{App: 1, At: date("2021-08-15")},
		Source: storage.SourceLive, TriggeredBy: storage.TriggerWayback, Entries: 1,
	}
	if diff := cmp.Diff(want, newest); diff != "" {
		t.Errorf("the snapshot (-want +got):\n%s", diff)
	}
	entry := storagetest.All[storage.Change](t, p.Store)[0].Entry
	if entry.Type != storage.EntryWayback || entry.Category != storage.CategoryWaybackAttempt ||
		entry.Description != "The web archive had no page of February 2021, and was asked to capture one." ||
		string(entry.More) != `{"saveNowUrl":"https://archive.example/now/1","targetDate":1612137600000,"waybackEvent":"requested_snapshot"}` {
		t.Errorf("the entry is %+v, more %s", entry, entry.More)
	}

	p.Pages.Show(1, "App 1", fleettest.Labelled("LINKED: CONTACTS")) // what follows is compared with what came before
	p.MustRefresh(t, 1)
	wantRows := []string{
		"2021-08-01 live",
		"2021-08-15 live | " + entry.Description,
		"2021-08-15 live +" + nowContacts + noLongLocation,
	}
	if diff := cmp.Diff(wantRows, p.rows(t, 1)); diff != "" {
		t.Errorf("snapshots (-want +got):\n%s", diff)
	}
	if n, err := p.imports.RemoveAll(t.Context()); n != 0 || err != nil {
		t.Errorf("%d removed, %v", n, err)
	}
	if diff := cmp.Diff(wantRows, p.rows(t, 1)); diff != "" {
		t.Errorf("snapshots after a removal (-want +got):\n%s", diff)
	}
}

func TestRemoveHistory(t *testing.T) {
	t.Parallel()
	p := newPast(t, 3)
	live := map[storage.AppID][]string{}
	for id := range storage.AppID(3) {
		live[id+1] = p.rows(t, id+1)
		p.archive.capture(id+1, "2021-02-03", fleettest.Labelled("LINKED: CONTACTS"))
		p.archive.capture(id+1, "2021-05-14", fleettest.Labelled("LINKED: LOCATION"))
		p.history(t, id+1)
	}
	p.Clock.Add(time.Hour)
	if _, err := p.imports.Remove(t.Context(), 4); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("of an app that is not tracked: %v", err)
	}
	if n, err := p.imports.Remove(t.Context(), 2); n != 2 || err != nil {
		t.Errorf("%d removed, %v; want the app's two", n, err)
	}
	if diff := cmp.Diff(live[2], p.rows(t, 2)); diff != "" {
		t.Errorf("app 2 (-before +after):\n%s", diff)
	}
	if n := len(p.rows(t, 1)); n != 3 {
		t.Errorf("app 1 has %d snapshots, want its own unchanged", n)
	}
	p.Clock.Add(time.Hour)
	if n, err := p.imports.RemoveAll(t.Context()); n != 4 || err != nil {
		t.Errorf("%d removed, %v; want the four of the others", n, err)
	}
	for id, want := range live {
		if diff := cmp.Diff(want, p.rows(t, id)); diff != "" {
			t.Errorf("app %d (-before +after):\n%s", id, diff)
		}
	}
	log := p.logged(t)
	if diff := cmp.Diff([]string{
		"wayback_import ok App 2: 2 archived snapshots removed", "wayback_import ok All apps: 4 archived snapshots removed",
	}, log[len(log)-2:]); diff != "" {
		t.Errorf("the log (-want +got):\n%s", diff)
	}
	if got := p.history(t, 2); got.Imported != 2 {
		t.Errorf("after a removal the import came to %v", brief(got))
	}
}
