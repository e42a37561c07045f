package changelog_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

func TestHistoryStats(t *testing.T) {
	t.Parallel()
	added, removed := entry("added", "x"), entry("removed", "y")
	added.PrivacyType = storage.DataLinkedToYou
	rating := categorized("modified", storage.CategoryAgeRating, "rating")
	feature := categorized("added", storage.CategoryAccessibility, "feature")
	unflagged := live(1, day(2023, time.May, 5), added, removed, removed)
	unflagged.Changed = false

	r := reader(t, []storage.App{app(1, "One"), app(2, "Two")},
		archived(1, day(2021, time.January, 1)-1, added), // a moment too early
		archived(1, day(2021, time.January, 1), added),
		archived(1, day(2022, time.April, 1)-1, added), // the last moment of a quarter
		archived(1, day(2022, time.April, 1), removed),
		unflagged,
		live(1, day(2026, time.October, 1), added, feature, removed, rating),
		live(1, day(2026, time.November, 1), rating),
		live(1, day(2026, time.November, 2)),
		live(1, day(2026, time.December, 31), added), // ahead of the clock, but in the quarter
		live(1, day(2027, time.January, 1), added),
		live(2, day(2026, time.November, 1), added),
	)
	got, err := r.HistoryStats(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}

	want := map[string][6]int{ // added, removed, events, entries, worse, better
		"Q1 2021": {1, 0, 1, 1, 1, 0},
		"Q1 2022": {1, 0, 1, 1, 1, 0},
		"Q2 2022": {0, 1, 1, 1, 0, 0},
		"Q2 2023": {1, 2, 0, 0, 0, 0},
		"Q4 2026": {3, 1, 3, 6, 2, 1},
	}
	trend, quarterly := got.Trend.Buckets, got.Quarterly
	if len(trend) != 24 || len(quarterly) != 24 {
		t.Fatalf("%d and %d buckets, want 24 quarters", len(trend), len(quarterly))
	}
	start := time.Date(2021, time.January, 1, 0, 0, 0, 0, time.UTC)
	for i := range trend {
		quarter := changelog.Quarter{
			Start: storage.TimeOf(start), End: storage.TimeOf(start.AddDate(0, 3, 0)),
			Label: fmt.Sprintf("Q%d %d", i%4+1, start.Year()),
		}
		counts := want[quarter.Label]
		wantTrend := changelog.QuarterTrend{Quarter: quarter, Added: counts[0], Removed: counts[1]}
		wantChanges := changelog.QuarterChanges{Quarter: quarter, Events: counts[2], Entries: counts[3], Worse: counts[4], Better: counts[5]}
		if diff := cmp.Diff(wantTrend, trend[i]); diff != "" {
			t.Errorf("trend of bucket %d (-want +got):\n%s", i, diff)
		}
		if diff := cmp.Diff(wantChanges, quarterly[i]); diff != "" {
			t.Errorf("changes of bucket %d (-want +got):\n%s", i, diff)
		}
		start = start.AddDate(0, 3, 0)
	}
	if got.Trend.TotalAdded != 6 || got.Trend.TotalRemoved != 4 || got.Trend.NetChange != 2 {
		t.Errorf("totals = %d, %d, %d, want 6, 4, 2", got.Trend.TotalAdded, got.Trend.TotalRemoved, got.Trend.NetChange)
	}
}

func TestHistoryStatsByTheClock(t *testing.T) {
	t.Parallel()
	store := strictStore(t)
	record(t, store, []storage.App{app(1, "One")}, live(1, day(2021, time.March, 1), entry("removed", "x")))
	stats := func(now time.Time) string {
		r := changelog.New(storage.Env{Store: store, Now: func() time.Time { return now }})
		got, err := r.HistoryStats(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}

	none := `{"appId":1,"categoryTrend":{"totalAdded":0,"totalRemoved":0,"netChange":0,"buckets":[]},"quarterly":[]}`
	if diff := cmp.Diff(none, stats(time.Date(2020, time.December, 31, 23, 59, 59, 0, time.UTC))); diff != "" {
		t.Errorf("before any label (-want +got):\n%s", diff)
	}
	// The zone of the clock does not matter: this is still March in UTC.
	east := time.Date(2021, time.April, 1, 5, 0, 0, 0, time.FixedZone("east", 6*60*60))
	first := `{"appId":1,"categoryTrend":{"totalAdded":0,"totalRemoved":1,"netChange":-1,"buckets":[` +
		`{"startMs":1609459200000,"endMs":1617235200000,"label":"Q1 2021","added":0,"removed":1}]},"quarterly":[` +
		`{"startMs":1609459200000,"endMs":1617235200000,"label":"Q1 2021","changeEvents":1,"changeEntries":1,"worse":0,"better":0}]}`
	if diff := cmp.Diff(first, stats(east)); diff != "" {
		t.Errorf("in the first quarter (-want +got):\n%s", diff)
	}
}
