package vocabulary_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

func TestName(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		kind           vocabulary.Kind
		id, text, want string
	}{
		{vocabulary.DataType, "PAYMENT_INFORMATION", "Payment Information", "Payment Info"},
		{vocabulary.DataType, "CREDIT_AND_FRAUD", "", "Credit Info"},
		{vocabulary.DataType, "AUDIO", "Audiodaten", "Audio Data"},
		{vocabulary.DataCategory, "OTHER", "", "Other Data"},
		{vocabulary.DataCategory, "HEALTH_AND_FITNESS", "", "Health & Fitness"},
		{vocabulary.Purpose, "THIRD_PARTY_ADVERTISING", "", "Third-Party Advertising"},
		{vocabulary.PrivacyType, storage.DataNotProvided, "", "No Details Provided"},
		{vocabulary.Feature, "voiceover", "", "VoiceOver"},
		{vocabulary.Purpose, "AUDIO", "", "Audio"}, // the identifier of another kind
		{vocabulary.DataType, "EYE_MOVEMENT", "Eye Tracking", "Eye Tracking"},
		{vocabulary.DataType, "EYE_MOVEMENT", "", "Eye Movement"},
		{vocabulary.DataType, "ID_OF_THE_CAR", "", "ID of the Car"},
		{vocabulary.Feature, "eye_control", "", "Eye Control"},
		{vocabulary.Feature, "_", "", "_"},
		{vocabulary.PlayDataType, "EEG readings", "", "EEG readings"},
		{vocabulary.PlayDataType, "iCloud", "", "iCloud"},
		{vocabulary.DataType, "", "Une donnée", "Une donnée"},
		{vocabulary.DataType, "", "", ""},
	} {
		if got := test.kind.Name(test.id, test.text); got != test.want {
			t.Errorf("%q with %q is called %q, want %q", test.id, test.text, got, test.want)
		}
	}
}

// A label gets the names of the vocabulary on every level, and its argument none.
func TestLabel(t *testing.T) {
	t.Parallel()
	label := func(kind, category, data, purpose string) storage.Label {
		categories := func() []storage.LabelCategory {
			return []storage.LabelCategory{{
				Identifier: "FINANCIAL_INFO", Title: category,
				DataTypes: []storage.DataType{{Identifier: "CREDIT_AND_FRAUD", Title: data}, {Title: "Otra cosa"}},
			}, {Identifier: "CARS", Title: "Autos"}}
		}
		return storage.Label{Types: []storage.PrivacyType{{
			Identifier: storage.DataLinkedToYou, Title: kind, Detail: "detail", Categories: categories(),
			Purposes: []storage.Purpose{{Identifier: "ANALYTICS", Title: purpose, Categories: categories()}},
		}}}
	}
	given := label("a", "b", "c", "d")
	got := vocabulary.Label(storage.MainStore, given)
	if diff := cmp.Diff(label("Data Linked to You", "Financial Info", "Credit Info", "Analytics"), got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(label("a", "b", "c", "d"), given); diff != "" {
		t.Errorf("the argument (-want +got):\n%s", diff)
	}
	bare := storage.Label{Types: []storage.PrivacyType{{Categories: []storage.LabelCategory{}}}}
	if diff := cmp.Diff(bare, vocabulary.Label(storage.MainStore, bare)); diff != "" {
		t.Errorf("empty lists (-want +got):\n%s", diff)
	}
}

func TestFeatureNames(t *testing.T) {
	t.Parallel()
	given := []storage.Feature{{Identifier: "captions", Title: "Untertitel"}, {Identifier: "new", Title: "Neu"}}
	var got []string
	for _, f := range vocabulary.FeatureNames(given) {
		got = append(got, f.Title)
	}
	if diff := cmp.Diff([]string{"Captions", "Neu"}, got); diff != "" || given[0].Title != "Untertitel" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestVersion(t *testing.T) {
	t.Parallel()
	for number, want := range map[string]string{"": "", "7.130.0": "v7.130.0", "v3": "v3", "Build 12": "Build 12"} {
		if got := vocabulary.Version(number); got != want {
			t.Errorf("%q is %q, want %q", number, got, want)
		}
	}
}
