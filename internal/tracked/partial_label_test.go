package tracked_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

// partly is a label as a page in another language has it: with purposes, and with data
// types that are known by their titles only.
func partly(purpose, dataType string) func(*fleet.Listing) {
	location := storage.LabelCategory{Identifier: "LOCATION", Title: "Location", DataTypes: []storage.DataType{{Title: dataType}}}
	return func(l *fleet.Listing) {
		l.Label = &storage.Label{Types: []storage.PrivacyType{{
			Identifier: storage.DataLinkedToYou, Title: "Data Linked to You", Categories: []storage.LabelCategory{location},
			Purposes: []storage.Purpose{{Identifier: purpose, Title: purpose, Categories: []storage.LabelCategory{location}}},
		}}}
	}
}

// TestPartialDetailIsNotThatOfAnotherApp: labels without whole detail share a digest if
// their categories are the same.
func TestPartialDetailIsNotThatOfAnotherApp(t *testing.T) {
	t.Parallel()
	summed := func(l *fleet.Listing) {
		l.Label = &storage.Label{Types: []storage.PrivacyType{{
			Identifier: storage.DataLinkedToYou, Title: "Data Linked to You",
			Categories: []storage.LabelCategory{{Identifier: "LOCATION", Title: "Location"}},
		}}}
	}
	first := partly("ANALYTICS", "Ubicación exacta")
	type page = func(*fleet.Listing)
	for name, tt := range map[string]struct {
		stored page   // from a restored backup; nil: none
		seen   []page // of apps 1, 2, …
		want   page   // the label of each app in the end
	}{
		"alone":                    {nil, []page{first}, first},
		"the same":                 {nil, []page{first, first}, first},
		"another purpose":          {nil, []page{first, partly("OTHER_PURPOSES", "Ubicación exacta")}, summed},
		"another data type":        {nil, []page{first, partly("ANALYTICS", "Ubicación aproximada")}, summed},
		"a summary":                {nil, []page{first, summed}, summed},
		"a summary before":         {nil, []page{summed, first}, summed},
		"another, and the first":   {nil, []page{first, summed, first}, summed},
		"stored as another's":      {partly("OTHER_PURPOSES", "Ubicación exacta"), []page{first}, summed},
		"the same, stored earlier": {first, []page{first}, first},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			if tt.stored != nil {
				storeWhole(t, b.Store, tt.stored)
			}
			for i, seen := range tt.seen {
				b.Observe(t, storage.AppID(i+1), "App", seen)
			}
			var want fleet.Listing
			tt.want(&want)
			for i := range tt.seen {
				app, err := b.Detail(t.Context(), storage.AppID(i+1))
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(vocabulary.Label(storage.MainStore, *want.Label).Types, app.PrivacyTypes); diff != "" {
					t.Errorf("label of app %d (-want +got):\n%s", i+1, diff)
				}
			}
		})
	}
}

// TestPartialDetailOfANewPage: the label of an app has the digest of before when its page
// names another data type in another language.
func TestPartialDetailOfANewPage(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for _, dataType := range []string{"Ubicación exacta", "Ubicación aproximada"} {
		b.Pages.Show(1, "App", partly("ANALYTICS", dataType))
		if changes := b.MustRefresh(t, 1).Changes; len(changes) > 0 {
			t.Errorf("%s: changes %+v, want none", dataType, changes)
		}
	}
	app, err := b.Detail(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if got := app.PrivacyTypes[0]; len(got.Purposes) > 0 || len(got.Categories[0].DataTypes) > 0 {
		t.Errorf("label %+v, want neither the data type of before nor purposes", got)
	}
}

// storeWhole stores all that a page says as the label of its digest.
func storeWhole(t *testing.T, store storage.Store, page func(*fleet.Listing)) {
	t.Helper()
	var l fleet.Listing
	page(&l)
	digest, err := changelog.Digest(*l.Label)
	if err == nil {
		err = store.Update(t.Context(), func(tx *storage.Tx) error {
			return tx.Labels.Put(storage.LabelBody{Digest: digest, Label: *l.Label})
		})
	}
	if err != nil {
		t.Fatal(err)
	}
}
