package changelog_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

func TestSummary(t *testing.T) {
	t.Parallel()
	whole := label(tracking(category("LOCATION", "COARSE_LOCATION")), linked(purpose("ANALYTICS", category("LOCATION", "PRECISE_LOCATION"))))
	summed := label(typed(storage.DataUsedToTrackYou, "LOCATION"), typed(storage.DataLinkedToYou, "CONTACTS", "LOCATION"))
	translated := category("LOCATION", "COARSE_LOCATION")
	translated.DataTypes[0].Identifier = "" // its title is in another language
	for _, tt := range []struct {
		name        string
		label, want storage.Label
	}{
		{"unknown", storage.Label{}, storage.Label{}},
		{"nothing collected", label(typed(storage.DataNotCollected)), label(typed(storage.DataNotCollected))},
		{"detailed", whole, label(typed(storage.DataUsedToTrackYou, "LOCATION"), typed(storage.DataLinkedToYou, "LOCATION"))},
		{"categories only", summed, summed},
		{
			"data types without purposes",
			label(tracking(category("LOCATION", "COARSE_LOCATION")), typed(storage.DataLinkedToYou, "CONTACTS", "LOCATION")), summed,
		},
		{
			"purposes without data types",
			label(typed(storage.DataUsedToTrackYou, "LOCATION"), linked(purpose("ANALYTICS", category("CONTACTS")), purpose("OTHER", category("LOCATION")))),
			summed,
		},
		{
			"data types in another language",
			label(tracking(translated), linked(purpose("ANALYTICS", category("CONTACTS", "CONTACTS"), translated))), summed,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := changelog.Summary(tt.label)
			noCategories := cmp.Transformer("nil", func(c []storage.LabelCategory) []storage.LabelCategory {
				if len(c) == 0 {
					return nil
				}
				return c
			})
			if diff := cmp.Diff(tt.want, got, noCategories); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if of, want := digest(t, got), digest(t, tt.label); of != want && !changelog.Detailed(tt.label) {
				t.Errorf("the digest of the summary is %v, want %v", of, want)
			}
		})
	}
}

func TestBodyOf(t *testing.T) {
	t.Parallel()
	l := label(tracking(category("LOCATION", "COARSE_LOCATION")))
	got, err := changelog.BodyOf(l)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(storage.LabelBody{Digest: digest(t, l), Label: l}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got, err := changelog.BodyOf(storage.Label{}); err != nil || !got.Digest.IsZero() {
		t.Errorf("of an unknown label: %v, %v", got, err)
	}
	if _, err := changelog.BodyOf(label(typed("\xff"))); !errors.Is(err, storage.ErrInvalid) {
		t.Errorf("BodyOf a label that is not UTF-8: %v, want %v", err, storage.ErrInvalid)
	}
}
