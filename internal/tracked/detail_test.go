package tracked_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

// A page that shows less of a label, as one in another language, hides no change: the next whole one is
// compared with the last whole one. What was told of the page between is not told again.
func TestDetailThatWasHidden(t *testing.T) {
	t.Parallel()
	// A label is written as "CATEGORY: TYPE TYPE; CATEGORY: …", of data linked to you for one purpose. A type
	// in small letters is known by its text only.
	page := func(label string) func(*fleet.Listing) {
		var categories []storage.LabelCategory
		for part := range strings.SplitSeq(label, "; ") {
			category, types, _ := strings.Cut(part, ":")
			c := storage.LabelCategory{Identifier: category, Title: category}
			for name := range strings.FieldsSeq(types) {
				d := storage.DataType{Identifier: name, Title: name}
				if name == strings.ToLower(name) {
					d.Identifier = ""
				}
				c.DataTypes = append(c.DataTypes, d)
			}
			categories = append(categories, c)
		}
		return func(l *fleet.Listing) {
			l.Label = &storage.Label{Types: []storage.PrivacyType{{
				Identifier: storage.DataLinkedToYou, Title: "Data Linked to You", Categories: categories,
				Purposes: []storage.Purpose{{Identifier: "ANALYTICS", Title: "Analytics", Categories: categories}},
			}}}
		}
	}
	for name, tt := range map[string]struct {
		pages []string
		want  []string // the changes at each page after the first
	}{
		"nothing changed": {[]string{"IDENTIFIERS: USER_ID", "IDENTIFIERS: kennung", "IDENTIFIERS: USER_ID"}, []string{"", ""}},
		"a data type more": {
			[]string{"IDENTIFIERS: USER_ID", "IDENTIFIERS: kennung", "IDENTIFIERS: USER_ID DEVICE_ID", "IDENTIFIERS: USER_ID DEVICE_ID"},
			[]string{"", "modified IDENTIFIERS [Now collects: Device ID]", ""},
		},
		"two pages between": {
			[]string{"IDENTIFIERS: USER_ID", "IDENTIFIERS: kennung", "IDENTIFIERS: identifiant", "IDENTIFIERS: DEVICE_ID"},
			[]string{"", "", "modified IDENTIFIERS [Now collects: Device ID No longer collects: User ID]"},
		},
		"a category more on the page between": {
			[]string{"IDENTIFIERS: USER_ID", "IDENTIFIERS: kennung; LOCATION: ort", "IDENTIFIERS: USER_ID; LOCATION: COARSE_LOCATION"},
			[]string{"added LOCATION []", ""},
		},
		"a category more after it": {
			[]string{"IDENTIFIERS: USER_ID", "IDENTIFIERS: kennung", "IDENTIFIERS: USER_ID DEVICE_ID; LOCATION: COARSE_LOCATION"},
			[]string{"", "added LOCATION [] modified IDENTIFIERS [Now collects: Device ID]"},
		},
		"a category that was gone between": {
			[]string{"IDENTIFIERS: USER_ID; LOCATION: COARSE_LOCATION", "IDENTIFIERS: kennung", "IDENTIFIERS: USER_ID; LOCATION: PRECISE_LOCATION"},
			[]string{"removed LOCATION []", "added LOCATION []"},
		},
		"never whole before": {[]string{"IDENTIFIERS: kennung", "IDENTIFIERS: USER_ID"}, []string{""}},
		"whole twice since": {
			[]string{"IDENTIFIERS: USER_ID", "IDENTIFIERS: kennung", "IDENTIFIERS: DEVICE_ID", "IDENTIFIERS: kennung", "IDENTIFIERS: DEVICE_ID"},
			[]string{"", "modified IDENTIFIERS [Now collects: Device ID No longer collects: User ID]", "", ""},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			var got []string
			for i, label := range tt.pages {
				var said []string
				for _, e := range b.Observe(t, 1, "App", page(label)).Changes {
					said = append(said, fmt.Sprint(e.Type, " ", e.DataCategory, " ", e.Details))
				}
				if i > 0 {
					got = append(got, strings.Join(said, " "))
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
