package subjects_test

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/subjects"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// replay refreshes apps in weekly states of a year, some with purposes and data types.
func replay(t *testing.T, apps, weeks int) *fleettest.Bench {
	t.Helper()
	b := fleettest.New(t)
	r := rand.New(rand.NewPCG(2026, 11))
	some := func(of ...string) (chosen []string) {
		for _, s := range of {
			if r.IntN(2) == 0 {
				chosen = append(chosen, s)
			}
		}
		return chosen
	}
	for week := range weeks {
		for id := range storage.AppID(apps) {
			says := []func(*fleet.Listing){
				fleettest.Featured(some("voiceover", "captions", "larger_text")...), fleettest.Rated([]string{"4+", "12+", "13+"}[r.IntN(3)]),
				fleettest.Versioned(fmt.Sprint(week / 10)),
			}
			if id%2 == 0 {
				says = append(says, fleettest.Labelled("TRACK: "+strings.Join(some("LOCATION", "CONTACTS", "OTHER"), " "), "LINKED: PURCHASES"))
			} else {
				says = append(says, func(l *fleet.Listing) { l.Label = detailed(some) })
			}
			b.Pages.Show(id+1, "App", says...)
			b.MustRefresh(t, id+1)
		}
	}
	return b
}

func detailed(some func(...string) []string) *storage.Label {
	linked := storage.PrivacyType{Identifier: storage.DataLinkedToYou, Title: "Linked"}
	for _, p := range append(some("ANALYTICS", "PERSONALIZATION"), "FUNCTIONALITY") {
		purpose := storage.Purpose{Identifier: p, Title: strings.ToLower(p)}
		for _, c := range append(some("LOCATION"), "CONTACT_INFO") {
			category := storage.LabelCategory{Identifier: c, Title: strings.ToLower(c)}
			for _, d := range append(some(c+"_A", c+"_B"), c+"_C") {
				category.DataTypes = append(category.DataTypes, storage.DataType{Identifier: d, Title: strings.ToLower(d)})
			}
			purpose.Categories = append(purpose.Categories, category)
		}
		linked.Purposes = append(linked.Purposes, purpose)
	}
	return &storage.Label{Types: []storage.PrivacyType{linked}}
}

// forget takes the subjects and weights of all entries away, as those of a restored backup may
// lack them.
func forget(t *testing.T, store storage.Store) (changes []storage.Change, notifications []storage.Notification) {
	t.Helper()
	changes, notifications = storagetest.All[storage.Change](t, store), storagetest.All[storage.Notification](t, store)
	err := store.Update(t.Context(), func(tx *storage.Tx) error {
		for _, c := range changes {
			c.Entry.Subject, c.Entry.Direction, c.Entry.Weight = storage.Subject{}, "", ""
			if err := tx.Changes.Put(c); err != nil {
				return err
			}
		}
		for _, n := range notifications {
			n.Changes = append([]storage.Entry{}, n.Changes...)
			for i := range n.Changes {
				n.Changes[i].Subject, n.Changes[i].Direction, n.Changes[i].Weight = storage.Subject{}, "", ""
			}
			if err := tx.Notifications.Put(n); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return changes, notifications
}

// advance visits all entries, each transaction with a service of its own, as after a crash.
func advance(t *testing.T, store storage.Store) (added int) {
	t.Helper()
	for range 10_000 {
		n, done, err := subjects.New(storage.Env{Store: store, Logger: slog.New(slog.DiscardHandler)}).Advance(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if added += n; done {
			return added
		}
	}
	t.Fatal("it does not end")
	return 0
}

// Old entries get exactly the subjects and weights that a refresh writes.
func TestReplay(t *testing.T) {
	t.Parallel()
	b := replay(t, 4, 30)
	changes, notifications := forget(t, b.Store)
	if added := advance(t, b.Store); added <= len(changes) {
		t.Errorf("%d of %d entries got a subject", added, len(changes))
	}
	// Of a feature that was removed and is not a known one, the identifier is not stored.
	certain := func(e storage.Entry) storage.Entry {
		if e.Category == storage.CategoryAccessibility {
			e.Subject = storage.Subject{}
		}
		return e
	}
	drop := cmp.Transformer("certain", certain)
	once := cmp.FilterPath(func(p cmp.Path) bool { _, again := p.Index(-2).(cmp.Transform); return !again }, drop)
	if diff := cmp.Diff(changes, storagetest.All[storage.Change](t, b.Store), once); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(notifications, storagetest.All[storage.Notification](t, b.Store), once); diff != "" {
		t.Errorf("notifications (-want +got):\n%s", diff)
	}
	if n, done, err := subjects.New(storage.Env{Store: b.Store}).Advance(t.Context()); n != 0 || !done || err != nil {
		t.Errorf("once all are visited: %d, %t, %v", n, done, err)
	}
}

// What is not certain stays as it is.
func TestUncertain(t *testing.T) {
	t.Parallel()
	b := fleettest.New(t)
	b.Pages.Show(1, "App", fleettest.Labelled("LINKED: LOCATION"), func(l *fleet.Listing) {
		l.Features = &[]storage.Feature{{Identifier: "zoom", Title: "Zoom"}, {Identifier: "twin", Title: "Same"}, {Identifier: "other_twin", Title: "Same"}}
	})
	b.MustRefresh(t, 1)
	b.Pages.Show(1, "App", fleettest.Labelled("LINKED: LOCATION CONTACTS"))
	b.MustRefresh(t, 1)
	at := storagetest.All[storage.Change](t, b.Store)[0].ID.Snapshot
	feature := func(title string) storage.Entry {
		return storage.Entry{Type: storage.EntryAdded, Category: storage.CategoryAccessibility, Description: `Now supports accessibility feature: "` + title + `"`}
	}
	rating := func(words string) storage.Entry {
		return storage.Entry{Type: storage.EntryModified, Category: storage.CategoryAgeRating, Description: "Age rating changed from " + words}
	}
	entries := []storage.Entry{
		{Type: storage.EntryAdded, Description: `"Data Linked to You" now collects: Contacts`},
		{Type: storage.EntryAdded, Description: `"Data Linked to You" now collects: Kontakte`},
		{Type: storage.EntryAdded, Category: storage.CategoryPrivacyLabel, Description: `"Data Linked to You" now collects: Contacts`},
		feature("Zoom"), feature("Same"), feature("Captions"), feature("Gone"),
		rating("4+ to 9+"), rating("4+ to 9+ to 12+"), rating("4+ to 4+"),
		{Type: storage.EntryPolicy, Category: storage.CategoryPrivacyPolicy, Description: "text", More: []byte(`{"policyVersionId":"b","previousVersionId":"a"}`)},
		{Type: storage.EntryPolicy, Category: storage.CategoryPrivacyPolicy, Description: "failed", More: []byte(`{"policyEvent":"error"}`)},
	}
	want := []storage.Subject{
		{PrivacyType: storage.DataLinkedToYou, DataCategory: "CONTACTS"}, {}, {},
		{Feature: "zoom"}, {}, {Feature: "captions"}, {},
		{From: "4+", To: "9+"}, {}, {},
		{From: "a", To: "b"}, {},
	}
	err := b.Store.Update(t.Context(), func(tx *storage.Tx) error {
		for i, e := range entries {
			if err := tx.Changes.Put(storage.Change{ID: storage.ChangeID{Snapshot: at, Index: i}, Entry: e}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	advance(t, b.Store)
	var got []storage.Subject
	for _, c := range storagetest.All[storage.Change](t, b.Store) {
		got = append(got, c.Entry.Subject)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("subjects (-want +got):\n%s", diff)
	}
}

// After a restore, which forgets the progress, a service that runs starts from the
// beginning.
func TestRun(t *testing.T) {
	t.Parallel()
	b := replay(t, 1, 3)
	advance(t, b.Store)
	want, _ := forget(t, b.Store)
	err := b.Store.Update(t.Context(), func(tx *storage.Tx) error {
		_, err := tx.Settings.Delete(settings.EntrySubjects)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	s := subjects.New(storage.Env{Store: b.Store, Logger: slog.New(slog.DiscardHandler)})
	go s.Run(t.Context())
	labels := func(changes []storage.Change) (all []storage.Subject) {
		for _, c := range changes {
			if c.Entry.PrivacyType != "" {
				all = append(all, c.Entry.Subject)
			}
		}
		return all
	}
	deadline := time.Now().Add(20 * time.Second)
	for !cmp.Equal(labels(want), labels(storagetest.All[storage.Change](t, b.Store))) {
		if time.Now().After(deadline) {
			t.Fatal("the subjects are not added")
		}
		time.Sleep(10 * time.Millisecond)
	}
	s.Stop(time.Second)
}
