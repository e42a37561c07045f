package history_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// Whatever is seen, imported and removed in whichever order, each snapshot tells
// what a look at all labels in the order of time tells; and a removal leaves what
// there would be without the archive.
func TestArchivedStatesInAnyOrder(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(seed, 0))
			p := newPast(t, 0)
			twin := newPast(t, 0) // has no archive
			twin.Pages = p.Pages
			twin.on(t, p.Clock.Now)
			p.Clock.Set(date("2021-02-20"))
			imported := 0
			for range 35 {
				p.Clock.Add(time.Duration(1+random.IntN(30)) * 24 * time.Hour)
				switch n := random.IntN(12); {
				case n < 5:
					p.Pages.Show(1, "App", anyLabel(random), anyFeatures(random))
					p.see(t)
					twin.see(t)
				case n < 9 && len(storagetest.All[storage.App](t, p.Store)) > 0:
					back := time.Duration(random.IntN(100)) * 24 * time.Hour
					p.archive.capture(1, day(storage.TimeOf(p.now().Add(-back))), anyLabel(random))
					got, err := p.imports.Import(t.Context(), 1, 1)
					if err != nil {
						t.Fatal(err)
					}
					imported += got.Imported + got.Unchanged
				case n > 9 && len(storagetest.All[storage.App](t, p.Store)) > 0:
					shown := random.IntN(2) == 0
					p.markPolicy(t, shown)
					twin.markPolicy(t, shown)
				case n == 9 && len(storagetest.All[storage.App](t, p.Store)) > 0:
					if _, err := p.imports.Remove(t.Context(), 1); err != nil {
						t.Fatal(err)
					}
					p.archive.pages = nil
					p.sameAs(t, twin)
				}
				p.consistent(t)
			}
			if _, err := p.imports.RemoveAll(t.Context()); err != nil {
				t.Fatal(err)
			}
			p.sameAs(t, twin)
			if imported < 3 {
				t.Errorf("%d states were imported, too few to show anything", imported)
			}
		})
	}
}

// see refreshes the app and leaves the clock alone.
func (p *past) see(t *testing.T) {
	t.Helper()
	if _, err := p.Refresh(t.Context(), fleet.Target{ID: 1, URL: fleettest.URL(1), Country: "us"}, storage.TriggerScheduled); err != nil {
		t.Fatal(err)
	}
}

// markPolicy puts on the app's timeline that its policy changed: no state, between
// states.
func (p *past) markPolicy(t *testing.T, shown bool) {
	t.Helper()
	snapshot := storage.Snapshot{
		ID: storage.SnapshotID{App: 1, At: storage.TimeOf(p.now())}, Source: storage.SourceLive, Entries: 1, Changed: shown,
	}
	err := p.Store.Update(t.Context(), func(tx *storage.Tx) error {
		if err := tx.Snapshots.Put(snapshot); err != nil {
			return err
		}
		return tx.Changes.Put(storage.Change{ID: storage.ChangeID{Snapshot: snapshot.ID}, Changed: shown, Entry: storage.Entry{
			Type: storage.EntryPolicy, Category: storage.CategoryPrivacyPolicy, Description: "The privacy policy changed",
		}})
	})
	if err != nil {
		t.Fatal(err)
	}
}

func anyLabel(random *rand.Rand) func(*fleet.Listing) {
	return []func(*fleet.Listing){
		func(*fleet.Listing) {}, fleettest.Labelled("NONE"), fleettest.Labelled("LINKED: LOCATION"), fleettest.Labelled("LINKED: LOCATION CONTACTS"),
		fleettest.Labelled("LINKED: CONTACTS", "TRACK: PURCHASES"),
	}[random.IntN(5)]
}

func anyFeatures(random *rand.Rand) func(*fleet.Listing) {
	return []func(*fleet.Listing){func(*fleet.Listing) {}, fleettest.Featured(), fleettest.Featured("voiceover")}[random.IntN(3)]
}

// consistent compares what the snapshots tell with what a look at all of them does.
func (p *past) consistent(t *testing.T) {
	t.Helper()
	p.rows(t, 1) // counts and places
	labels := map[storage.Digest]storage.Label{}
	for _, body := range storagetest.All[storage.LabelBody](t, p.Store) {
		labels[body.Digest] = body.Label
	}
	got := map[storage.SnapshotID][]storage.Entry{}
	others := map[storage.SnapshotID]int{}
	for _, c := range storagetest.All[storage.Change](t, p.Store) {
		switch c.Entry.Category {
		case "", storage.CategoryPrivacyLabel:
			got[c.ID.Snapshot] = append(got[c.ID.Snapshot], c.Entry)
		case storage.CategoryPrivacyPolicy:
			if c.Changed {
				others[c.ID.Snapshot]++
			}
		case storage.CategoryAccessibility:
			others[c.ID.Snapshot]++
		}
	}
	var last storage.Label
	var before storage.Snapshot
	for i, s := range slices.Backward(storagetest.All[storage.Snapshot](t, p.Store)) {
		var want []storage.Entry
		if label := labels[s.Label]; label.Known() {
			want = changelog.WeighAll(changelog.DiffLabels(last, label))
			if before.Source == storage.SourceWayback || s.Source == storage.SourceWayback {
				for n := range want {
					want[n].More = fmt.Appendf(nil, `{"between":{"after":%d,"at":%d}}`, before.ID.At, s.ID.At)
				}
			}
			last, before = label, s
		}
		if diff := cmp.Diff(want, got[s.ID]); diff != "" {
			t.Errorf("%s snapshot of %s (-want +got):\n%s", s.Source, day(s.ID.At), diff)
		}
		first := i == len(storagetest.All[storage.Snapshot](t, p.Store))-1
		if shown := !first && len(want)+others[s.ID] > 0; s.Changed != shown {
			t.Errorf("%s snapshot of %s is shown: %v, want %v", s.Source, day(s.ID.At), s.Changed, shown)
		}
	}
}

// sameAs compares an app without a past with one that never had one: but for the
// attempts to have pages captured nothing tells them apart.
func (p *past) sameAs(t *testing.T, twin *past) {
	t.Helper()
	left := func(p *past) (rows []any) {
		for _, s := range storagetest.All[storage.Snapshot](t, p.Store) {
			if s.TriggeredBy != storage.TriggerWayback {
				rows = append(rows, s)
			}
		}
		for _, c := range storagetest.All[storage.Change](t, p.Store) {
			if c.Entry.Type != storage.EntryWayback {
				rows = append(rows, c)
			}
		}
		for _, a := range storagetest.All[storage.App](t, p.Store) {
			rows = append(rows, a)
		}
		return rows
	}
	if diff := cmp.Diff(left(twin), left(p)); diff != "" {
		t.Errorf("without an archive, and with one that is gone again (-want +got):\n%s", diff)
	}
}
