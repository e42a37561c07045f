package tracked_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/appdata"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// Whatever was seen of two apps, in whichever order: when one has absorbed the
// other it tells what it would if all had been seen of it alone.
func TestAbsorbedHistoryIsThatOfOneApp(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		random := rand.New(rand.NewPCG(seed, 4))
		b, twin := newBench(t), newBench(t)
		labels := []func(*fleet.Listing){
			fleettest.Labelled("NONE"), fleettest.Labelled("LINKED: LOCATION"), fleettest.Labelled("LINKED: LOCATION CONTACTS"), fleettest.Labelled("LINKED: CONTACTS", "TRACK: PURCHASES"),
		}
		for n := range 25 {
			id, label := storage.AppID(1+random.IntN(2)), labels[random.IntN(len(labels))]
			if n < 2 {
				id = storage.AppID(1 + n)
			}
			b.Pages.Show(id, "App", label)
			twin.Pages.Show(2, "App", label)
			b.MustRefresh(t, id)
			twin.MustRefresh(t, 2)
		}
		before := b.App(t, 1).ChangeCount + b.App(t, 2).ChangeCount
		teststore.Update(t, b.Store, func(tx *storage.Tx) error { return appdata.Merge(tx, 1, 2) })
		got, want := b.App(t, 2), twin.App(t, 2)
		if got.SyncCount != want.SyncCount || got.FirstSeen != want.FirstSeen || got.ChangeCount != before {
			t.Errorf("seed %d: %d snapshots, first seen %d, %d changes, want %d, %d, %d",
				seed, got.SyncCount, got.FirstSeen, got.ChangeCount, want.SyncCount, want.FirstSeen, before)
		}
		if d := cmp.Diff(reported(t, twin), reported(t, b)); d != "" {
			t.Errorf("seed %d: changes (-want +got):\n%s", seed, d)
		}
		if left := storagetest.All[storage.App](t, b.Store); len(left) != 1 {
			t.Errorf("seed %d: %d apps are left", seed, len(left))
		}
	}
}

// reported returns the snapshots and what they tell, a line each, without how they
// came about.
func reported(t *testing.T, b *bench) (lines []string) {
	t.Helper()
	for _, s := range storagetest.All[storage.Snapshot](t, b.Store) {
		lines = append(lines, fmt.Sprintf("%v %v %d %v", s.ID, s.Changed, s.Entries, s.Label))
	}
	for _, c := range storagetest.All[storage.Change](t, b.Store) {
		lines = append(lines, fmt.Sprintf("%v %v %s", c.ID, c.Changed, c.Entry.Description))
	}
	return lines
}

func TestAbsorbMovesWhatPeopleSaid(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for _, id := range []storage.AppID{1, 2} {
		b.Observe(t, id, fmt.Sprint("App ", id), fleettest.Labelled("NONE"))
	}
	verdict := func(app storage.AppID, d storage.Decision, name storage.Text, at storage.Time) storage.Verdict {
		v := storage.Verdict{App: app, Decision: d, Origin: storage.OriginUser, OriginName: name, SetAt: 1, UpdatedAt: at}
		if name != "" {
			v.Origin = storage.OriginImported
		}
		return v
	}
	entry := func(source, candidate storage.AppID, name string) storage.ShortlistEntry {
		return storage.ShortlistEntry{Source: source, Candidate: candidate, Name: name, URL: "u", Modes: storage.ModePrivacy, AddedAt: 1}
	}
	text := func(app storage.AppID, n byte, at storage.Time) storage.PolicyVersion {
		return storage.PolicyVersion{ID: storage.PolicyVersionID{App: app, Hash: storage.Digest{n}}, FirstFetched: at, LastFetched: at, PolicyURL: "u", Text: "text"}
	}
	teststore.Update(t, b.Store, func(tx *storage.Tx) error {
		return errors.Join(
			tx.Annotations.Put(
				storage.Annotation{ID: 5, App: 1, Body: "x", Visibility: storage.VisibilityPrivate, CreatedAt: 1, Origin: storage.OriginUser},
				storage.Annotation{ID: 6, App: 2, Body: "y", Visibility: storage.VisibilityPrivate, CreatedAt: 1, Origin: storage.OriginUser}),
			tx.Verdicts.Put(
				verdict(1, storage.DecisionReplace, "", 9), verdict(2, storage.DecisionSafe, "", 5),
				verdict(1, storage.DecisionSafe, "Ann", 1), verdict(2, storage.DecisionReplace, "Ann", 2), verdict(1, storage.DecisionSafe, "Bob", 1)),
			tx.Shortlist.Put(entry(1, 2, "itself"), entry(1, 3, "old"), entry(2, 3, "new"), entry(1, 4, "only")),
			tx.PolicyVersions.Put(text(1, 1, 1), text(1, 2, 2), text(2, 2, 7)),
		)
	})
	teststore.Update(t, b.Store, func(tx *storage.Tx) error { return appdata.Merge(tx, 1, 2) })
	var got []string
	for _, n := range storagetest.All[storage.Annotation](t, b.Store) {
		got = append(got, fmt.Sprintf("note %d on %d", n.ID, n.App))
	}
	for _, v := range storagetest.All[storage.Verdict](t, b.Store) {
		got = append(got, fmt.Sprintf("verdict of %q on %d: %s", string(v.OriginName), v.App, v.Decision))
	}
	for _, e := range storagetest.All[storage.ShortlistEntry](t, b.Store) {
		got = append(got, fmt.Sprintf("%s: %d for %d", e.Name, e.Candidate, e.Source))
	}
	for _, v := range storagetest.All[storage.PolicyVersion](t, b.Store) {
		got = append(got, fmt.Sprintf("text %d of %d at %d", v.ID.Hash[0], v.ID.App, v.FirstFetched))
	}
	want := []string{
		"note 6 on 2", "note 5 on 2", `verdict of "Ann" on 2: replace`, `verdict of "Bob" on 2: safe`, `verdict of "" on 2: replace`,
		"new: 3 for 2", "only: 4 for 2", "text 2 of 2 at 2", "text 1 of 2 at 1",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("kept (-want +got):\n%s", d)
	}
	if app := b.App(t, 2); app.Decision != storage.DecisionReplace || app.SyncCount != 2 {
		t.Errorf("the app is %+v", app)
	}
	for _, pair := range [][2]storage.AppID{{1, 2}, {2, 9}} {
		err := b.Store.Update(t.Context(), func(tx *storage.Tx) error { return appdata.Merge(tx, pair[0], pair[1]) })
		if !errors.Is(err, storage.ErrNotFound) {
			t.Errorf("%v: error %v, want %v", pair, err, storage.ErrNotFound)
		}
	}
}

func TestAbsorbOfItself(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.Observe(t, 1, "App", fleettest.Labelled("NONE"))
	before := b.App(t, 1)
	teststore.Update(t, b.Store, func(tx *storage.Tx) error { return appdata.Merge(tx, 1, 1) })
	if d := cmp.Diff(before, b.App(t, 1)); d != "" {
		t.Errorf("the app (-before +after):\n%s", d)
	}
}

// Two states of one moment are both kept.
func TestAbsorbKeepsStatesOfOneMoment(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	teststore.Update(t, b.Store, func(tx *storage.Tx) error {
		for id := storage.AppID(1); id <= 2; id++ {
			if err := tx.Apps.Put(storage.App{ID: id, Name: "App", URL: "u", SyncCount: 2}); err != nil {
				return err
			}
			for at := storage.Time(10); at <= 11; at++ {
				if err := tx.Snapshots.Put(storage.Snapshot{ID: storage.SnapshotID{App: id, At: at}, Source: storage.SourceLive}); err != nil {
					return err
				}
			}
		}
		return appdata.Merge(tx, 1, 2)
	})
	var at []storage.Time
	for _, s := range storagetest.All[storage.Snapshot](t, b.Store) {
		at = append(at, s.ID.At)
	}
	if d := cmp.Diff([]storage.Time{13, 12, 11, 10}, at); d != "" {
		t.Errorf("snapshots at (-want +got):\n%s", d)
	}
}

// What an import took for the first app it takes for the other, and counts as before.
func TestAbsorbKeepsItemsOfImports(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	list := storage.Import{ID: "i", CreatedAt: 1, Source: storage.ImportFile, Total: 3, Tally: storage.ImportTally{Imported: 2, Matched: 1}}
	item := func(seq int, app storage.AppID, status storage.ImportStatus) storage.ImportItem {
		return storage.ImportItem{ID: storage.ImportItemID{Import: "i", Seq: seq}, Query: fmt.Sprint(seq), Status: status, App: app}
	}
	teststore.Update(t, b.Store, func(tx *storage.Tx) error {
		return errors.Join(
			tx.Apps.Put(storage.App{ID: 1, Name: "Old", URL: "u"}, storage.App{ID: 2, Name: "New", URL: "u"}, storage.App{ID: 3, Name: "Other", URL: "u"}),
			tx.Imports.Put(list),
			tx.ImportItems.Put(item(0, 1, storage.ImportImported), item(1, 3, storage.ImportImported), item(2, 1, storage.ImportMatched)),
			appdata.Merge(tx, 1, 2),
		)
	})
	want := []storage.ImportItem{item(0, 2, storage.ImportImported), item(1, 3, storage.ImportImported), item(2, 2, storage.ImportMatched)}
	if d := cmp.Diff(want, storagetest.All[storage.ImportItem](t, b.Store)); d != "" {
		t.Errorf("items (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]storage.Import{list}, storagetest.All[storage.Import](t, b.Store)); d != "" {
		t.Errorf("imports (-want +got):\n%s", d)
	}
}

// The entries of a timeline about a policy refer to existing texts.
func TestAbsorbKeepsTextsOfEntries(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id := func(app storage.AppID, n byte) storage.PolicyVersionID {
		return storage.PolicyVersionID{App: app, Hash: storage.Digest{n}}
	}
	more := func(app storage.AppID) []byte {
		return fmt.Appendf(nil, `{"n":[1,"x"],"policyEvent":"changed","policyVersionId":"%v","previousVersionId":"%v"}`, id(app, 2), id(app, 1))
	}
	entries := []storage.Entry{
		{Type: storage.EntryPolicy, Description: "changed", More: more(1), Subject: storage.Subject{From: id(1, 1).String(), To: id(1, 2).String()}},
		{Type: storage.EntryPolicy, Description: "of another", More: more(3)},
		{Type: storage.EntryPolicy, Description: "odd", More: []byte(`{"policyVersionId":7}`)},
		{Type: storage.EntryPolicy, Description: "bare", Subject: storage.Subject{From: "4+", To: id(1, 2).String()}},
	}
	teststore.Update(t, b.Store, func(tx *storage.Tx) error {
		snapshot := storage.Snapshot{ID: storage.SnapshotID{App: 1, At: 9}, Source: storage.SourceLive, Entries: len(entries)}
		if err := errors.Join(
			tx.Apps.Put(storage.App{ID: 1, Name: "Old", URL: "u"}, storage.App{ID: 2, Name: "New", URL: "u"}),
			tx.Snapshots.Put(snapshot),
		); err != nil {
			return err
		}
		for n, e := range entries {
			if err := tx.Changes.Put(storage.Change{ID: storage.ChangeID{Snapshot: snapshot.ID, Index: n}, Entry: e}); err != nil {
				return err
			}
		}
		return appdata.Merge(tx, 1, 2)
	})
	want := changelog.WeighAll(entries)
	want[0].More, want[0].Subject = more(2), storage.Subject{From: id(2, 1).String(), To: id(2, 2).String()}
	want[3].To = id(2, 2).String()
	var got []storage.Entry
	for _, c := range storagetest.All[storage.Change](t, b.Store) {
		got = append(got, c.Entry)
	}
	if d := cmp.Diff(want, got, cmp.Transformer("text", func(b json.RawMessage) string { return string(b) })); d != "" {
		t.Errorf("entries (-want +got):\n%s", d)
	}
}
