package tracked_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

// TestRefresh_completed: what only another source than the page says, such as the
// lookup, counts, unless it is of an older version than the known one.
func TestRefresh_completed(t *testing.T) {
	t.Parallel()
	lookup := func(l *fleet.Listing) {
		page := *l
		l.Page = &page
		l.BundleID, l.IconURL, l.Developer = new("com.example.old"), new("https://img.example/old.png"), new("Old")
		l.Version, l.VersionUpdatedAt, l.WhatsNew = new("1.0"), new(storage.Time(1_500_000_000_000)), new("First.")
		l.GenreName, l.GenreID, l.HasIAP = new("Games"), new(int64(6014)), new(false)
		l.PriceAmount, l.PriceCurrency, l.PriceFormatted = new(1.0), new("USD"), new("$1.00")
		l.AgeRating, l.AgeRatingSource = new("12+"), "lookup"
	}
	page := func(l *fleet.Listing) {
		l.BundleID, l.IconURL, l.Developer = new("com.example.new"), new("https://img.example/new.png"), new("New")
		l.Version, l.VersionUpdatedAt, l.WhatsNew = new("2.0"), new(storage.Time(1_700_000_000_000)), new("Second.")
		l.GenreName, l.GenreID, l.HasIAP = new("Tools"), new(int64(6002)), new(true)
		l.PriceAmount, l.PriceCurrency, l.PriceFormatted = new(0.0), new("USD"), new("Free")
		l.AgeRating, l.AgeRatingSource = new("13+"), "page"
	}
	b := newBench(t)
	b.Observe(t, 1, "Notes", lookup)
	first := b.App(t, 1)
	if first.BundleID != "com.example.old" || first.CurrentVersion != "1.0" || first.WhatsNew != "First." || first.AgeRatingSource != "lookup" ||
		first.PriceFormatted != "$1.00" || first.GenreName != "Games" || first.IconURL == "" {
		t.Errorf("what the lookup completes is not there: %+v", first)
	}
	b.Observe(t, 1, "Notes", page)
	want := b.App(t, 1)
	b.Pages.Show(1, "Notes", lookup)
	if found := b.MustRefresh(t, 1); found.VersionChanged || len(found.Changes) > 0 {
		t.Errorf("the lookup made a change: %+v", found)
	}
	want.SyncCount, want.LastSynced = 3, want.LastSynced.Add(time.Hour)
	if diff := cmp.Diff(want, b.App(t, 1)); diff != "" {
		t.Errorf("app (-known +got):\n%s", diff)
	}

	newer := func(l *fleet.Listing) {
		lookup(l)
		l.Version, l.VersionUpdatedAt, l.WhatsNew = new("3.0"), new(storage.Time(1_800_000_000_000)), new("")
		l.IconURL = new("")
	}
	b.Pages.Show(1, "Notes", newer)
	if found := b.MustRefresh(t, 1); !found.VersionChanged || len(found.Changes) > 0 {
		t.Errorf("the lookup's newer version: changed %t, entries %v", found.VersionChanged, found.Changes)
	}
	got := b.App(t, 1)
	want.SyncCount, want.LastSynced = 4, got.LastSynced
	want.CurrentVersion, want.VersionUpdatedAt, want.WhatsNew = "3.0", 1_800_000_000_000, ""
	want.BundleID, want.Developer, want.GenreName, want.GenreID, want.HasIAP = "com.example.old", "Old", "Games", new(int64(6014)), new(false)
	want.PriceAmount, want.PriceFormatted = new(1.0), "$1.00"
	want.PageFacts, want.LookupFacts = got.PageFacts, want.PageFacts&^got.PageFacts
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("app completed by a newer lookup (-want +got):\n%s", diff)
	}
}
