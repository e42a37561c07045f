package changelog_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

func TestCountLabel(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		label storage.Label
		want  changelog.LabelCounts
	}{
		{"not known", storage.Label{}, changelog.LabelCounts{}},
		{"nothing collected", label(typed(storage.DataNotCollected)), changelog.LabelCounts{}},
		{
			"a category under each type",
			label(
				typed(storage.DataUsedToTrackYou, "LOCATION", "IDENTIFIERS"), typed(storage.DataLinkedToYou, "LOCATION"),
				typed(storage.DataNotLinkedToYou, "LOCATION", "OTHER", "CONTACTS"), typed("NEW_KIND", "LOCATION"),
			),
			changelog.LabelCounts{Categories: 7, Track: 2, Linked: 1, Unlinked: 3},
		},
		{
			"each once",
			label(typed(storage.DataLinkedToYou, "LOCATION", "LOCATION", ""), typed(storage.DataLinkedToYou, "OTHER"), typed("", "OTHER")),
			changelog.LabelCounts{Categories: 2, Linked: 2},
		},
		{
			"known by purpose only",
			label(linked(purpose("ANALYTICS", category("LOCATION")), purpose("PERSONALIZATION", category("LOCATION"), category("OTHER")))),
			changelog.LabelCounts{Categories: 2, Linked: 2},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, changelog.CountLabel(tt.label)); diff != "" {
				t.Errorf("CountLabel (-want +got):\n%s", diff)
			}
		})
	}
}

func TestPending(t *testing.T) {
	t.Parallel()
	of := func(categories ...storage.EntryCategory) []storage.Entry {
		var entries []storage.Entry
		for _, c := range categories {
			entries = append(entries, storage.Entry{Type: storage.EntryAdded, Description: "x", Category: c})
		}
		return entries
	}
	tests := []struct {
		entries []storage.Entry
		want    storage.PendingKinds
	}{
		{nil, 0},
		{of(""), storage.PendingPrivacy},
		{of(storage.CategoryPrivacyLabel), storage.PendingPrivacy},
		{of(storage.CategoryAccessibility), storage.PendingAccessibility},
		{of(storage.CategoryPrivacyPolicy), storage.PendingPolicy},
		{of(storage.CategoryAgeRating), storage.PendingAgeRating},
		{of(storage.CategoryWaybackAttempt, "of another kind"), 0},
		{of("", "", storage.CategoryAgeRating), storage.PendingPrivacy | storage.PendingAgeRating},
	}
	for _, tt := range tests {
		if got := changelog.Pending(tt.entries); got != tt.want {
			t.Errorf("Pending(%+v) = %b, want %b", tt.entries, got, tt.want)
		}
	}
}
