package reading_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

// changed records entries of an app at a time, each with its direction and weight.
func (s *site) changed(app storage.AppID, at time.Time, entries ...storage.Entry) {
	s.update(func(tx *storage.Tx) error {
		a, err := tx.Apps.Get(app)
		if err != nil {
			return err
		}
		a.ChangeCount++
		id := storage.SnapshotID{App: app, At: storage.TimeOf(at)}
		if err := tx.Apps.Put(a); err != nil {
			return err
		}
		if err := tx.Snapshots.Put(storage.Snapshot{ID: id, Source: storage.SourceLive, Changed: true, Entries: len(entries)}); err != nil {
			return err
		}
		for i, e := range entries {
			if err := tx.Changes.Put(storage.Change{ID: storage.ChangeID{Snapshot: id, Index: i}, Changed: true, Entry: changelog.Weigh(e)}); err != nil {
				return err
			}
		}
		return nil
	})
}

func label(kind storage.EntryType, heading, category string) storage.Entry {
	return storage.Entry{
		Type: kind, Description: string(kind) + " " + category, Category: storage.CategoryPrivacyLabel,
		Subject: storage.Subject{PrivacyType: heading, DataCategory: category},
	}
}

func TestChangesAreBriefed(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.fill(7)
	s.fill(8)
	s.update(func(tx *storage.Tx) error {
		if _, err := tx.Changes.Clear(); err != nil {
			return err
		}
		_, err := tx.Snapshots.Clear()
		return err
	})
	s.changed(7, now.Add(-time.Hour), label(storage.EntryRemoved, storage.DataLinkedToYou, "CONTACTS"), label(storage.EntryAdded, storage.DataUsedToTrackYou, "LOCATION"))
	s.changed(8, now.Add(-time.Minute), label(storage.EntryRemoved, storage.DataUsedToTrackYou, "PURCHASES"))
	text := s.get("GET /", "/", nil)
	for _, want := range []string{"In the last 7 days:", "1 app began to track you", "1 got better", "dir=tracking", "Mark all of this list reviewed", `<small class="turn worse">worse</small>`, "before and after"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	// The worst app of the day comes first although it is older, and in it the worst change.
	tracks, contacts, purchases := strings.Index(text, "Uses Location to track you"), strings.Index(text, "No longer collects Contacts"), strings.Index(text, "No longer uses Purchases")
	if tracks < 0 || tracks > contacts || contacts > purchases {
		t.Errorf("the changes are at %d, %d and %d", tracks, contacts, purchases)
	}
	if i := strings.LastIndex(text[:purchases], "<li"); strings.Contains(text[i:purchases+200], "kind track") {
		t.Error("an improvement is shown as a warning")
	}
	for query, want := range map[string][3]bool{
		"dir=worse": {true, false, false}, "dir=better": {false, true, true}, "dir=tracking": {true, false, false}, "dir=removed": {false, true, true},
		"since=2030-01-01": {}, "until=2020-01-01": {}, "dir=worse&kind=policy": {},
	} {
		text := s.get("GET /", "/?"+query, nil)
		got := [3]bool{strings.Contains(text, "Uses Location"), strings.Contains(text, "No longer collects Contacts"), strings.Contains(text, "No longer uses Purchases")}
		if got != want {
			t.Errorf("%s shows %v, want %v", query, got, want)
		}
	}
	reply := s.post("POST /review", nil, url.Values{"filter": {"dir=better&app=8"}, "back": {"/?dir=better"}})
	if reply.Location != "/privacy/?dir=better" {
		t.Errorf("the review leads to %q", reply.Location)
	}
	for app, want := range map[storage.AppID]int{7: 1, 8: 0} {
		found, err := storage.View(t.Context(), s.store, func(tx *storage.Tx) (storage.App, error) { return tx.Apps.Get(app) })
		if err != nil || (found.ChangeCount == 0) != (want == 0) {
			t.Errorf("app %d has %d changes to review, %v", app, found.ChangeCount, err)
		}
	}
}
