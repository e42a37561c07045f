package changelog_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

// TestBriefing: a briefing counts each app once, what is newer than the time only, and both it
// and a calendar, which are kept, follow each change of the record.
func TestBriefing(t *testing.T) {
	t.Parallel()
	store := openStore(t)
	morning := moment(t, "2026-05-04T08:00:00Z")
	const hour = oneDay / 24
	entry := func(d storage.Direction) storage.Entry {
		return storage.Entry{Type: storage.EntryModified, Category: storage.CategoryListing, Description: "Something happened", Direction: d, Weight: "detail"}
	}
	policy := storage.Entry{Type: storage.EntryPolicy, Category: storage.CategoryPrivacyPolicy, Description: "The policy changed", Direction: storage.Neutral, Weight: "detail"}
	record(t, store, []storage.App{app(1, "One"), app(2, "Other")},
		live(1, morning, entry(storage.Worse)), live(1, morning+2*hour, entry(storage.Worse)), live(1, morning+3*hour, entry(storage.Better)),
		live(2, morning+3*hour, entry(storage.Better)))
	r := changelog.New(storage.Env{Store: store, Now: nil})
	check := func(name string, since storage.Time, want changelog.Briefing, total int) {
		t.Helper()
		want.Since = since
		for range 2 { // computed, and kept
			got, err := r.Briefing(t.Context(), since)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
			c, err := r.Calendar(t.Context(), changelog.CalendarQuery{From: morning, To: since, Entries: true})
			if err != nil || c.Total != total || c.To != since {
				t.Errorf("%s: the calendar until %d has %d entries, %v, want %d until %d", name, c.To, c.Total, err, total, since)
			}
			c.Points[0].Modified = 99 // a copy
		}
	}
	check("all", morning-1, changelog.Briefing{Worse: 1, Better: 1}, 4)
	check("the same day, later", morning+2*hour, changelog.Briefing{Better: 2}, 4)
	check("none", morning+3*hour, changelog.Briefing{}, 4)
	record(t, store, nil, live(2, morning+4*hour, policy))
	check("written", morning+3*hour, changelog.Briefing{Policies: 1}, 5)
	alter(t, store, func(tx *storage.Tx) error {
		_, err := tx.Snapshots.Delete(storage.SnapshotID{App: 2, At: morning + 4*hour})
		return err
	})
	check("deleted", morning+3*hour, changelog.Briefing{}, 4)
}
