package storage_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

func labelOf(identifiers ...string) storage.Label {
	var l storage.Label
	for i, identifier := range identifiers {
		l.Types = append(l.Types, storage.PrivacyType{Identifier: identifier, Title: string(rune('a' + i))})
	}
	return l
}

func TestLabelKnownAndProvided(t *testing.T) {
	t.Parallel()
	yes, no := true, false
	for _, test := range []struct {
		name     string
		label    storage.Label
		known    bool
		provided *bool
	}{
		{"zero", storage.Label{}, false, nil},
		{"no types", storage.Label{Types: []storage.PrivacyType{}}, false, nil},
		{"not provided", labelOf(storage.DataNotProvided), true, &no},
		{"nothing collected", labelOf(storage.DataNotCollected), true, &yes},
		{"linked", labelOf(storage.DataLinkedToYou), true, &yes},
		{"not provided, then something", labelOf(storage.DataNotProvided, storage.DataUsedToTrackYou), true, &yes},
		{"something, then not provided", labelOf(storage.DataUsedToTrackYou, storage.DataNotProvided), true, &yes},
		{"unheard of", labelOf("DATA_ON_MARS"), true, &yes},
	} {
		if got := test.label.Known(); got != test.known {
			t.Errorf("%s: known is %v", test.name, got)
		}
		if diff := cmp.Diff(test.provided, test.label.Provided()); diff != "" {
			t.Errorf("%s: provided (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestLabelType(t *testing.T) {
	t.Parallel()
	l := labelOf(storage.DataLinkedToYou, storage.DataNotLinkedToYou, storage.DataLinkedToYou)
	for identifier, want := range map[string]string{storage.DataLinkedToYou: "a", storage.DataNotLinkedToYou: "b"} {
		if got, ok := l.Type(identifier); !ok || got.Title != want {
			t.Errorf("%s is %+v, %v, want the one titled %s", identifier, got, ok, want)
		}
	}
	for _, identifier := range []string{"", storage.DataUsedToTrackYou, "data_linked_to_you"} {
		if got, ok := l.Type(identifier); ok || got.Identifier != "" {
			t.Errorf("%q is %+v, %v, want none", identifier, got, ok)
		}
	}
}

// A store without observations in storefronts still says which labels are not used.
func TestUnusedLabelsWithoutStorefronts(t *testing.T) {
	t.Parallel()
	body := storage.LabelBody{Digest: storage.Digest{1}, Label: labelOf(storage.DataNotCollected)}
	err := memory.New().View(t.Context(), func(tx *storage.Tx) error {
		tx = tx.Wrap(func(kind storage.Kind, rows storage.AnyRows) storage.AnyRows {
			if kind.Name() == "Storefronts" {
				return nil
			}
			return rows
		})
		labels := storage.Kinds()[slices.IndexFunc(storage.Kinds(), func(kind storage.Kind) bool { return kind.Name() == "Labels" })]
		lists, err := labels.Filter(tx, storage.LabelQuery{Unused: true})
		if err == nil && !lists(body) {
			t.Error("the label counts as used")
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
