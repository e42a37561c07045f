package changelog_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

func TestBodyOf(t *testing.T) {
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
		{"detailed", whole, whole},
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
			got, err := changelog.BodyOf(tt.label)
			if err != nil {
				t.Fatal(err)
			}
			want := storage.LabelBody{Digest: digest(t, tt.label), Label: tt.want}
			noCategories := cmp.Transformer("nil", func(c []storage.LabelCategory) []storage.LabelCategory {
				if len(c) == 0 {
					return nil
				}
				return c
			})
			if diff := cmp.Diff(want, got, noCategories); diff != "" {
				t.Errorf("body (-want +got):\n%s", diff)
			}
			if again := digest(t, got.Label); again != got.Digest {
				t.Errorf("the digest of the body is %v, want %v", again, got.Digest)
			}
		})
	}
	if _, err := changelog.BodyOf(label(typed("\xff"))); !errors.Is(err, storage.ErrInvalid) {
		t.Errorf("BodyOf a label that is not UTF-8: %v, want %v", err, storage.ErrInvalid)
	}
}
