package changelog_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

func TestHeadline(t *testing.T) {
	t.Parallel()
	label := func(types ...storage.PrivacyType) storage.Label { return storage.Label{Types: types} }
	of := func(id string, categories ...string) storage.PrivacyType {
		t := storage.PrivacyType{Identifier: id}
		for _, c := range categories {
			t.Categories = append(t.Categories, storage.LabelCategory{Identifier: c})
		}
		return t
	}
	linked := of(storage.DataLinkedToYou, "LOCATION")
	for name, test := range map[string]struct {
		older, newer storage.Label
		want         string
		whole        bool
	}{
		"begins to track":       {label(linked), label(linked, of(storage.DataUsedToTrackYou, "IDENTIFIERS", "LOCATION")), "Chat began to track you: Identifiers, Location", true},
		"stops tracking":        {label(linked, of(storage.DataUsedToTrackYou, "IDENTIFIERS")), label(linked), "Chat no longer tracks you", true},
		"tracks by more":        {label(of(storage.DataUsedToTrackYou, "LOCATION")), label(of(storage.DataUsedToTrackYou, "LOCATION", "IDENTIFIERS")), "Chat tracks you with more data: Identifiers", true},
		"tracks by less":        {label(of(storage.DataUsedToTrackYou, "LOCATION", "IDENTIFIERS")), label(of(storage.DataUsedToTrackYou, "LOCATION")), "Chat tracks you with less data: Identifiers", true},
		"links more":            {label(linked), label(of(storage.DataLinkedToYou, "LOCATION", "CONTACTS")), `Chat got worse: "Data Linked to You" now collects: Contacts`, false},
		"links less":            {label(of(storage.DataLinkedToYou, "LOCATION", "CONTACTS")), label(linked), `Chat got better: "Data Linked to You" no longer collects: Contacts`, false},
		"shares, in Play":       {label(of(storage.DataCollected, "LOCATION")), label(of(storage.DataCollected, "LOCATION"), of(storage.DataShared, "LOCATION")), "Chat began to share your data: Location", true},
		"a kind without a name": {label(linked), label(linked, of("DATA_SOLD", "LOCATION")), `Chat: New privacy label: "Data Sold"`, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			entries := changelog.DiffLabels(test.older, test.newer)
			if len(entries) != 1 {
				t.Fatalf("entries are %+v", entries)
			}
			if got, whole := changelog.Headline("Chat", entries[0]); got != test.want || whole != test.whole {
				t.Errorf("got %q (%t), want %q (%t)", got, whole, test.want, test.whole)
			}
		})
	}
	for want, e := range map[string]storage.Entry{
		"Chat: Updated from v1 to v2":                                          {Type: "version_update", Description: "Updated from v1 to v2"},
		"Chat goes beyond your privacy profile: Location":                      {Type: "profile_mismatch", Description: "Chat goes beyond your privacy profile: Location"},
		`Chat: New privacy label: "Data Used to Track You" (by the App Store)`: {Type: storage.EntryAdded, Description: `New privacy label: "Data Used to Track You"`, StoreWide: true, Subject: storage.Subject{PrivacyType: storage.DataUsedToTrackYou}},
	} {
		if got, _ := changelog.Headline("Chat", e); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if got, _ := changelog.Headline("", storage.Entry{Description: "The run went on"}); got != "The run went on" {
		t.Errorf("without an app it is %q", got)
	}
}

// An app whose developer no longer declares anything is not said to collect less.
func TestHeadlineOfWithdrawnDeclaration(t *testing.T) {
	t.Parallel()
	of := func(practices []string, ids ...string) storage.Label {
		l := storage.Label{Practices: practices}
		for _, id := range ids {
			l.Types = append(l.Types, storage.PrivacyType{Identifier: id, Categories: []storage.LabelCategory{}})
		}
		return l
	}
	for name, test := range map[string]struct {
		older, newer storage.Label
		want         []string
	}{
		"App Store": {of(nil, storage.DataUsedToTrackYou, storage.DataLinkedToYou), of(nil, storage.DataNotProvided), []string{
			`worse declaration Chat got worse: New privacy label: "No Details Provided"`,
			`neutral tracking Chat: Removed privacy label: "Data Used to Track You"`,
			`neutral linked Chat: Removed privacy label: "Data Linked to You"`,
		}},
		"nothing was collected": {of(nil, storage.DataNotCollected), of(nil, storage.DataNotProvided), []string{
			`worse declaration Chat got worse: New privacy label: "No Details Provided"`,
			`worse declaration Chat got worse: Removed privacy label: "Data Not Collected"`,
		}},
		"Google Play": {of([]string{vocabulary.NotEncrypted}, storage.DataShared), of(nil, storage.DataNotProvided), []string{
			`worse declaration Chat got worse: New in the data safety section: "No information available"`,
			`neutral shared Chat: No longer in the data safety section: "Data shared"`,
			`neutral security Chat: No longer declares security practice: "Data isn’t encrypted"`,
		}},
		"nothing is collected any more": {of(nil, storage.DataUsedToTrackYou), of(nil, storage.DataNotCollected), []string{
			`better declaration Chat got better: New privacy label: "Data Not Collected"`,
			`better tracking Chat no longer tracks you`,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, e := range changelog.WeighAll(changelog.DiffLabels(test.older, test.newer)) {
				line, _ := changelog.Headline("Chat", e)
				got = append(got, fmt.Sprint(e.Direction, " ", e.Weight, " ", line))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
