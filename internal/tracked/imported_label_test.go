package tracked_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// TestRefreshAfterImportedLabel: the label of an app may have come from another person, who
// saw a change first or claims one. A refresh compares with what the App Store showed here,
// so that the record, the notifications and the count of changes agree.
func TestRefreshAfterImportedLabel(t *testing.T) {
	t.Parallel()
	located, tracked := fleettest.Labelled("LINKED: LOCATION"), fleettest.Labelled("LINKED: LOCATION", "TRACK: CONTACTS")
	type page = func(*fleet.Listing)
	for name, tt := range map[string]struct {
		before   page // nil: the app came with the import
		imported page
		after    page
		changes  int
	}{
		"change that another person saw first":     {located, tracked, tracked, 1},
		"change that only another person claims":   {located, tracked, located, 0},
		"change from what is shown, then imported": {located, fleettest.Labelled("NONE"), tracked, 1},
		"no change":                             {located, located, located, 0},
		"first refresh of an app of the import": {nil, located, tracked, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			if tt.before != nil {
				b.Observe(t, 1, "App", tt.before)
			}
			putLabel(t, b.Store, 1, tt.imported)
			found := b.Observe(t, 1, "App", tt.after)

			if len(found.Changes) != tt.changes {
				t.Errorf("the refresh found %+v, want %d changes", found.Changes, tt.changes)
			}
			var recorded []storage.Entry
			for _, c := range storagetest.All[storage.Change](t, b.Store) {
				if c.Changed {
					recorded = append(recorded, c.Entry)
				}
			}
			if diff := cmp.Diff(recorded, found.Changes, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("recorded and told (-recorded +told):\n%s", diff)
			}
			var told int
			for _, n := range storagetest.All[storage.Notification](t, b.Store) {
				told += len(n.Changes)
			}
			if count := b.App(t, 1).ChangeCount; told != tt.changes || count != min(tt.changes, 1) {
				t.Errorf("told of %d changes, counted %d, want %d", told, count, tt.changes)
			}
		})
	}
}

// putLabel sets the label of an app, which becomes tracked, as an import does.
func putLabel(t *testing.T, store storage.Store, id storage.AppID, page func(*fleet.Listing)) {
	t.Helper()
	var l fleet.Listing
	page(&l)
	body, err := changelog.BodyOf(*l.Label)
	if err != nil {
		t.Fatal(err)
	}
	teststore.Update(t, store, func(tx *storage.Tx) error {
		app, err := tx.Apps.Get(id)
		if errors.Is(err, storage.ErrNotFound) {
			app, err = storage.App{ID: id, Name: "App", URL: fleettest.URL(id), FirstSeen: 1}, nil
		}
		app.LabelDigest, app.Footprint = body.Digest, profile.FootprintOf(body.Label)
		return errors.Join(err, tx.Labels.Put(body), tx.Apps.Put(app))
	})
}

// A backup can have an app that was refreshed before without its snapshots. Its state is then
// what the App Store showed last.
func TestRefreshAfterRestoreWithoutPast(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	putLabel(t, b.Store, 1, fleettest.Labelled("LINKED: LOCATION"))
	teststore.Update(t, b.Store, func(tx *storage.Tx) error {
		app, err := tx.Apps.Get(1)
		app.SyncCount = 1
		return errors.Join(err, tx.Apps.Put(app))
	})
	found := b.Observe(t, 1, "App", fleettest.Labelled("LINKED: LOCATION", "TRACK: CONTACTS"))
	recorded := storagetest.All[storage.Change](t, b.Store)
	if len(found.Changes) != 1 || len(recorded) != 1 || recorded[0].Changed {
		t.Errorf("found %+v, recorded %+v; want one change, which the feed does not show", found.Changes, recorded)
	}
}

// A notice of a new version names the version that the App Store showed before, not one that
// an import claims.
func TestRefreshAfterImportedVersion(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		shown, imported, next string
		previous              storage.Text
	}{
		"the import had it already":    {"1.0", "2.0", "2.0", "1.0"},
		"the import was wrong":         {"2.0", "1.0", "2.0", ""},
		"all differ":                   {"1.0", "2.0", "3.0", "1.0"},
		"never refreshed, so no claim": {"", "1.0", "2.0", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			label := fleettest.Labelled("LINKED: LOCATION")
			if tt.shown != "" {
				b.Observe(t, 1, "App", label, fleettest.Versioned(tt.shown))
			}
			putLabel(t, b.Store, 1, label)
			teststore.Update(t, b.Store, func(tx *storage.Tx) error {
				app, err := tx.Apps.Get(1)
				app.CurrentVersion = storage.Text(tt.imported)
				return errors.Join(err, tx.Apps.Put(app))
			})
			found := b.Observe(t, 1, "App", label, fleettest.Versioned(tt.next))
			if found.PreviousVersion != tt.previous || found.VersionChanged != (tt.previous != "") {
				t.Errorf("the refresh found %+v, want the previous version %q", found, tt.previous)
			}
			var told []string
			for _, n := range storagetest.All[storage.Notification](t, b.Store) {
				told = append(told, n.Changes[0].Subject.From)
			}
			var want []string
			if tt.previous != "" {
				want = []string{string(tt.previous)}
			}
			if diff := cmp.Diff(want, told); diff != "" {
				t.Errorf("versions that the notifications name (-want +got):\n%s", diff)
			}
		})
	}
}

// The profile is compared with what the App Store showed before: a category that an import
// claims first is told of all the same when the App Store shows it.
func TestMismatchAfterImportedLabel(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		shown string
		want  int
	}{
		"never refreshed":     {"", 1},
		"without it":          {"LINKED: CONTACTS", 1},
		"with it, told of it": {"LINKED: LOCATION", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.wants(t, map[string]profile.Tier{profile.Location: profile.NotCollected})
			if tt.shown != "" {
				b.Observe(t, 1, "App", fleettest.Labelled(tt.shown))
			}
			putLabel(t, b.Store, 1, fleettest.Labelled("LINKED: LOCATION"))
			b.Clock.Add(48 * time.Hour)
			b.Observe(t, 1, "App", fleettest.Labelled("LINKED: LOCATION"))
			if got := b.mismatches(t); len(got) != tt.want {
				t.Errorf("notices %q, want %d", got, tt.want)
			}
		})
	}
}
