package changelog_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

// declaring returns a privacy type with data types of one category.
func declaring(id, category string, types ...storage.DataType) storage.PrivacyType {
	return storage.PrivacyType{Identifier: id, Categories: []storage.LabelCategory{{Identifier: category, DataTypes: types}}}
}

// What Google Play says of a kind of data tells what is collected from what is shared.
func TestCompareStores(t *testing.T) {
	t.Parallel()
	name := storage.DataType{Identifier: "NAME", Title: "Name"}
	exact, rough := storage.DataType{Identifier: "PRECISE_LOCATION", Title: "Precise location"}, storage.DataType{Identifier: "APPROXIMATE_LOCATION", Title: "Approximate location"}
	appStore := []storage.PrivacyType{declaring(storage.DataLinkedToYou, "CONTACT_INFO", name)}
	none := []storage.PrivacyType{{Identifier: storage.DataNotCollected}}
	for about, tt := range map[string]struct {
		appStore, play []storage.PrivacyType
		want           []string // the names, whether they differ, and the sentences
	}{
		"both collect": {
			appStore, []storage.PrivacyType{declaring(storage.DataCollected, "PERSONAL_INFO", name)},
			[]string{"names", "same", "The App Store is told that the app collects “Name”.", "Google Play is told that the app collects “Name”."},
		},
		"only shared": {
			none, []storage.PrivacyType{declaring(storage.DataShared, "PERSONAL_INFO", name)},
			[]string{"names", "differs", "The App Store is not told that anything of the kind “names” is collected.", "Google Play is told that the app shares “Name”."},
		},
		"collected and shared": {
			none, []storage.PrivacyType{declaring(storage.DataCollected, "PERSONAL_INFO", name), declaring(storage.DataShared, "PERSONAL_INFO", name)},
			[]string{
				"names", "differs", "The App Store is not told that anything of the kind “names” is collected.",
				"Google Play is told that the app collects and shares “Name”.",
			},
		},
		"two of a category": {
			none, []storage.PrivacyType{declaring(storage.DataCollected, "LOCATION", exact), declaring(storage.DataShared, "LOCATION", rough)},
			[]string{
				"the precise location", "differs", "The App Store is not told that anything of the kind “the precise location” is collected.",
				"Google Play is told that the app collects “Precise location”.",
				"the approximate location", "differs", "The App Store is not told that anything of the kind “the approximate location” is collected.",
				"Google Play is told that the app shares “Approximate location”.",
			},
		},
		"only in the App Store": {
			appStore, none,
			[]string{"names", "differs", "The App Store is told that the app collects “Name”.", "Google Play is not told that anything of the kind “names” is collected or shared."},
		},
	} {
		t.Run(about, func(t *testing.T) {
			t.Parallel()
			all, ok := changelog.CompareStores(storage.Label{Types: tt.appStore}, storage.Label{Types: tt.play})
			if !ok {
				t.Fatal("they are not compared")
			}
			var got []string
			for _, told := range all {
				differs := "same"
				if told.Differs() {
					differs = "differs"
				}
				got = append(got, told.Name, differs, told.AppStoreSays, told.PlaySays)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
